"""The scenarios by the name that a study's file gives them."""

from collections.abc import Callable
from dataclasses import dataclass

from bayescmp._registry import Registry
from bayescmp._text import shown
from bayescmp._validation import about, check_text
from bayescmp.studies._classifiers import Classifiers
from bayescmp.studies._digits import Digits
from bayescmp.studies._epsilon import Epsilon
from bayescmp.studies._letter import Letter
from bayescmp.studies._population import population_of
from bayescmp.studies._rare_class import RareClass
from bayescmp.studies._scenario import Scenario
from bayescmp.studies._several import SeveralClassifiers
from bayescmp.studies._simple import Simple
from bayescmp.studies._six_class import SixClass
from bayescmp.studies._text import Text


@dataclass(frozen=True)
class Kind:
    """A kind of scenario: its name, and the class or function that makes one from keyword arguments."""

    name: str
    make: Callable[..., Scenario]


SCENARIOS = Registry(
    "scenario",
    [
        Kind("classifiers", Classifiers),
        Kind("epsilon", Epsilon),
        Kind("simple", Simple),
        Kind("six-class", SixClass),
        Kind("letter", Letter),
        Kind("digits", Digits),
        Kind("population", population_of),
        Kind("text", Text),
        Kind("rare-class", RareClass),
        Kind("several-classifiers", SeveralClassifiers),
    ],
)
"""Those of the package, and what `register_scenario` adds."""


def register_scenario(kind: str, scenario: Callable[..., Scenario]) -> None:
    """Let the files of studies find a scenario by its name.

    Parameters
    ----------
    kind : str
        The name.
    scenario : callable
        Returns the scenario for keyword arguments: its class, usually.

    Raises
    ------
    ValueError
        If another scenario has the name.
    """
    check_text("kind", kind)
    if not callable(scenario):
        raise TypeError(f"`scenario` must be a class or a function, but got {shown(scenario)}.")
    known = SCENARIOS.get(kind)
    if known is None or known.make is not scenario:
        with about("kind"):
            SCENARIOS.register(Kind(kind, scenario))
