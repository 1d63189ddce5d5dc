# For type checkers and editors: in a checkout, cardwright.dsl is the folder dsl/.
from dsl import *
from dsl import ast as ast
from dsl import formatting as formatting
from dsl import grammar as grammar
from dsl import lexing as lexing
from dsl import model as model
from dsl import parser as parser
from dsl import render as render
from dsl import resolve as resolve
from dsl import settle as settle
from dsl import tree as tree
from dsl import trouble as trouble
from dsl import words as words
