"""The kinds of answers."""

from bayescmp._support._registry import Registry
from bayescmp.doors._kind import Kind
from bayescmp.doors._labels import Labels
from bayescmp.doors._losses import Losses, Scores
from bayescmp.doors._probabilities import DecisionValues, Probabilities
from bayescmp.doors._verdicts import Preferences, Verdicts

KINDS: Registry[type[Kind]] = Registry(
    "kind of answer", [Labels, Probabilities, DecisionValues, Verdicts, Preferences, Losses, Scores]
)
