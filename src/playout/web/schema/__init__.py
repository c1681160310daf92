"""The models of all messages between server and pages: the one description of the web app's data.

`python -m playout.web.schema` writes them as one JSON Schema. Values of positions are on the scale of the game's
payoffs, one for each seat. A seat is a number from 0. `seat` is None where chance decides, or the match is over.
"""

from playout.web.schema.analysis import *
from playout.web.schema.base import *
from playout.web.schema.commands import *
from playout.web.schema.games import *
from playout.web.schema.guesses import *
from playout.web.schema.guests import *
from playout.web.schema.lessons import *
from playout.web.schema.matches import *
from playout.web.schema.messages import *
from playout.web.schema.positions import *
from playout.web.schema.runs import *
from playout.web.schema.tournaments import *
