# For type checkers and editors: in a checkout, cardwright.interpreter is the folder interpreter/.
from interpreter import *
from interpreter import catalogue as catalogue
from interpreter import chance as chance
from interpreter import comparing as comparing
from interpreter import compiled as compiled
from interpreter import env as env
from interpreter import exporting as exporting
from interpreter import generation as generation
from interpreter import imagining as imagining
from interpreter import mutating as mutating
from interpreter import oracle as oracle
from interpreter import picking as picking
from interpreter import preparing as preparing
from interpreter import readers as readers
from interpreter import reasons as reasons
from interpreter import records as records
from interpreter import seating as seating
from interpreter import simulation as simulation
from interpreter import universe as universe
