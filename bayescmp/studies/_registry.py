"""The methods and the scenarios of studies by the names that a study's file gives them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bayescmp._registry import Registry
from bayescmp._text import shown
from bayescmp._validation import about, check_text
from bayescmp.frequentist import TESTS
from bayescmp.levels import LEVELS
from bayescmp.model_selection import PLANS
from bayescmp.studies._f1 import BOOTSTRAP_ERROR, BOOTSTRAP_F1, POSTERIOR_F1, PROPORTIONS_F1, RareClass
from bayescmp.studies._method import DISAGREEMENT, Method, method_of_level, method_of_test
from bayescmp.studies._on_files import Classifiers, Digits, Letter
from bayescmp.studies._own_data import population_of
from bayescmp.studies._scenario import Scenario
from bayescmp.studies._several_classifiers import SeveralClassifiers
from bayescmp.studies._simulated import Epsilon, Simple, SixClass
from bayescmp.studies._text_classifiers import Text


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

METHODS = Registry(
    "method",
    [
        *(method_of_test(test) for test in TESTS.values() if not (test.needs_rope or test.needs_probabilities)),
        *(method_of_level(level, level.plan) for level in LEVELS.values() if level.plan is not None),
        DISAGREEMENT,
        BOOTSTRAP_F1,
        BOOTSTRAP_ERROR,
        POSTERIOR_F1,
        PROPORTIONS_F1,
    ],
)
"""Methods by name: tests but those that need a rope or probabilities, levels, and what `register_method` adds."""


def method_named(name: str, *, plan: str | None = None, label: str | None = None) -> Method:
    """Return the method of a registered test or inference level.

    Parameters
    ----------
    name : str
        A name from `METHODS`.
    plan : str, optional
        Another resampling plan than its own, to see what it does there.
    label : str, optional
        What to call it; its name, with the plan if that is not its own.

    Returns
    -------
    Method

    Raises
    ------
    ValueError
        If there is no such method or plan.
    """
    method = METHODS[METHODS.check("name", name)]
    if label is not None:
        check_text("label", label)
    if plan is None or PLANS.check("plan", plan) == method.plan:
        return method if label is None else replace(method, name=label)
    return replace(method, name=label or f"{name}, {plan}", plan=plan)


def register_method(method: Method) -> None:
    """Let studies find a method by its name.

    Parameters
    ----------
    method : Method
        The method.

    Raises
    ------
    ValueError
        If another method has the name.
    """
    if not isinstance(method, Method):
        raise TypeError(f"`method` must be a Method, but got {shown(method)}.")
    with about("method"):
        METHODS.register(method)


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
