"""The kinds of answers."""

from bayescmp._support._registry import Registry
from bayescmp.doors._decision_values import DecisionValues
from bayescmp.doors._kind import Kind
from bayescmp.doors._labels import Labels
from bayescmp.doors._losses import Losses, Scores
from bayescmp.doors._preferences import Preferences
from bayescmp.doors._probabilities import Probabilities
from bayescmp.doors._verdicts import Verdicts

KINDS: Registry[type[Kind]] = Registry(
    "kind of answer", [Labels, Probabilities, DecisionValues, Verdicts, Preferences, Losses, Scores]
)
