"""The inference levels by name, and which one is meant: a level is a class in one file and one line here."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from bayescmp._support._registry import Registry
from bayescmp._support._text import shown
from bayescmp.design import Design
from bayescmp.levels._bootstrap_level import BayesianBootstrap
from bayescmp.levels._correlated_t_level import CorrelatedT
from bayescmp.levels._crossed_effects_level import CrossedEffects
from bayescmp.levels._judged_level import Judged
from bayescmp.levels._label_counts_level import LabelCounts
from bayescmp.levels._level import Level, checked_tau
from bayescmp.levels._mean_loss_level import MeanLoss
from bayescmp.levels._tables_level import EffectiveTable, FoldCorrelation, Paired
from bayescmp.metrics import Metric

LEVELS: Registry[Level] = Registry(
    "level",
    [
        CrossedEffects(),
        EffectiveTable(),
        Judged(),
        Paired(),
        LabelCounts(),
        MeanLoss(),
        BayesianBootstrap(),
        CorrelatedT(),
        FoldCorrelation(),
    ],
)
"""Inference levels by name, with default options; of those that fit, the first decides unless another is named."""

AUTO = "auto"


@dataclass(frozen=True, kw_only=True)
class Auto:
    """The level that fits, with these options where it has them, and so have those beside it.

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
    >>> bc.compare(table, level=bc.levels.Auto(prior="beta")).level
    Paired(prior='beta', strength=1.0)
    """

    prior: str | None = None
    strength: float | None = None
    tau: Any = None

    def __post_init__(self) -> None:
        if self.tau is not None:
            object.__setattr__(self, "tau", checked_tau(self.tau))
        for level in LEVELS.values():
            level.with_options(self.options())  # which refuses what is out of range

    def options(self) -> dict[str, Any]:
        """Return the options that were given."""
        given = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in given.items() if value is not None}


def asked_level(level: object) -> Level | Auto:
    """Return the level that a name or an object stands for."""
    if isinstance(level, (Level, Auto)):
        return level
    if isinstance(level, type) and issubclass(level, (Level, Auto)):
        raise TypeError(f"`level` must be a name or an object, but got a class. Call it: `{level.__name__}()`.")
    if not isinstance(level, str):
        raise TypeError(f"`level` must be a name or a level, such as `levels.Paired()`, but got {shown(level)}.")
    name = LEVELS.check("level", level, also=[AUTO])
    return Auto() if name == AUTO else LEVELS[name]


def levels_for(design: Design, metric: Metric) -> tuple[Level, ...]:
    """Return the levels that are valid for a design and a metric, the preferred one first."""
    return tuple(level for level in LEVELS.values() if level.fits(design, metric))


def joint_levels() -> Registry[Level]:
    """Return the levels that have a joint posterior of all losses."""
    return Registry("level", [level for level in LEVELS.values() if level.has_joint])


def chosen_of(asked: Level | Auto, fitting: Mapping[str, Level], what: str) -> Level:
    """Return the level that is asked for, if it is among those that fit; `what` ends the message if it is not."""
    if isinstance(asked, Auto):
        return next(iter(fitting.values())).with_options(asked.options())
    if asked.name not in fitting:
        listed = " or ".join(map(repr, (AUTO, *fitting)))
        raise ValueError(f"`level` must be {listed} for {what}, but got {asked.name!r}.")
    return asked
