"""The inference levels by name: a level is a file with a `Level` and one line here, in the order of preference."""

from bayescmp._registry import Registry
from bayescmp._settings import Settings
from bayescmp.design import Design
from bayescmp.levels._bayesian_bootstrap import BAYESIAN_BOOTSTRAP
from bayescmp.levels._cells import CELLS
from bayescmp.levels._correlated_t import CORRELATED_T
from bayescmp.levels._crossed_effects import CROSSED_EFFECTS
from bayescmp.levels._crossed_effects_mcmc import CROSSED_EFFECTS_MCMC
from bayescmp.levels._effective_table import EFFECTIVE_TABLE
from bayescmp.levels._fold_correlation import FOLD_CORRELATION
from bayescmp.levels._level import Level
from bayescmp.levels._mean_loss import MEAN_LOSS
from bayescmp.levels._paired import PAIRED
from bayescmp.metrics import Metric

LEVELS: Registry[Level] = Registry(
    "level",
    [
        CROSSED_EFFECTS,
        EFFECTIVE_TABLE,
        PAIRED,
        CELLS,
        MEAN_LOSS,
        BAYESIAN_BOOTSTRAP,
        CORRELATED_T,
        FOLD_CORRELATION,
        CROSSED_EFFECTS_MCMC,
    ],
)
"""Inference levels by name; of those that fit, the first one decides unless another is named."""

AUTO = "auto"


def levels_for(design: Design, metric: Metric) -> tuple[Level, ...]:
    """Return the levels that are valid for a design and a metric, the preferred one first."""
    return tuple(level for level in LEVELS.values() if level.fits(design, metric))


def joint_levels() -> Registry[Level]:
    """Return the levels that have a joint posterior of all losses."""
    return Registry("level", [level for level in LEVELS.values() if level.joint is not None])


def levels_shown(design: Design, metric: Metric, settings: Settings) -> tuple[Level, ...]:
    """Return the levels that are shown where none is asked for by name."""
    return tuple(level for level in levels_for(design, metric) if level.runs_unasked(settings))
