# For type checkers and editors: in a checkout, cardwright.dsl is the folder dsl/.
from dsl import *
from dsl import ast as ast
from dsl import model as model
