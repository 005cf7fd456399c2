"""The methods by name, and which one is meant: a method is a class in one file and one line here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bayescmp._support._registry import Registry
from bayescmp._support._text import shown
from bayescmp.design import Design
from bayescmp.methods._bootstrap_method import BayesianBootstrap
from bayescmp.methods._correlated_t_method import CorrelatedT
from bayescmp.methods._crossed_effects_method import CrossedEffects
from bayescmp.methods._judged_method import Judged
from bayescmp.methods._label_counts_method import LabelCounts
from bayescmp.methods._mean_loss_method import MeanLoss
from bayescmp.methods._method import Method, checked_tau
from bayescmp.methods._runs_t_method import RunsT
from bayescmp.methods._tables_method import EffectiveTable, FoldCorrelation, Paired
from bayescmp.metrics import Metric

METHODS: Registry[Method] = Registry(
    "method",
    [
        CrossedEffects(),
        EffectiveTable(),
        Judged(),
        Paired(),
        LabelCounts(),
        MeanLoss(),
        BayesianBootstrap(),
        CorrelatedT(),
        RunsT(),
        FoldCorrelation(),
    ],
)
"""Methods by name, with default options; of those that fit, the first decides unless another is named."""

AUTO = "auto"


@dataclass(frozen=True, kw_only=True)
class Auto:
    """The method that fits, with these options where it has them, and so have those beside it.

    Attributes
    ----------
    prior : {"dirichlet", "beta"}, optional
        Form of the prior of a table.
    strength : float, optional
        Its pseudo-records.
    tau : {"default", "cautious"}, a number or a distribution, optional
        Prior of the variance that training sets add.

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> bc.compare(table, method=bc.methods.Auto(prior="beta")).method
    Paired(prior='beta', strength=1.0)
    """

    prior: str | None = None
    strength: float | None = None
    tau: Any = None

    def __post_init__(self) -> None:
        if self.tau is not None:
            object.__setattr__(self, "tau", checked_tau(self.tau))
        for method in METHODS.values():
            method.with_options(self.options())  # which refuses what is out of range

    def options(self) -> dict[str, Any]:
        """Return the options that were given."""
        return {name: value for name, value in vars(self).items() if value is not None}


_NO_OPTIONS = Auto()


def asked_method(method: object) -> Method | Auto:
    """Return the method that a name or an object stands for."""
    if isinstance(method, (Method, Auto)):
        return method
    if isinstance(method, type) and issubclass(method, (Method, Auto)):
        raise TypeError(f"`method` must be a name or an object, but got a class. Call it: `{method.__name__}()`.")
    if not isinstance(method, str):
        raise TypeError(f"`method` must be a name or a method, such as `methods.Paired()`, but got {shown(method)}.")
    return _NO_OPTIONS if method == AUTO else METHODS[METHODS.check("method", method, also=[AUTO])]


def methods_for(design: Design, metric: Metric) -> tuple[Method, ...]:
    """Return the methods that are valid for a design and a metric, the preferred one first."""
    return tuple(method for method in METHODS.values() if method.fits(design, metric))


def joint_methods() -> Registry[Method]:
    """Return the methods that have a joint posterior of all losses."""
    return Registry("method", [method for method in METHODS.values() if method.has_joint])


def chosen_of(asked: Method | Auto, fitting: Sequence[Method], what: Callable[[], str]) -> Method:
    """Return the method that is asked for, if it is among those that fit; `what` says to what, if it is not."""
    if isinstance(asked, Auto):
        return fitting[0].with_options(asked.options())
    names = [method.name for method in fitting]
    if asked.name not in names:
        listed = " or ".join(map(repr, (AUTO, *names)))
        raise ValueError(f"`method` must be {listed} for {what()}, but got {asked.name!r}.")
    return asked
