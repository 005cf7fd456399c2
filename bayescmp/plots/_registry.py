"""The plots that reports show: a plot is a file with a `Plot` and one line here."""

from bayescmp._registry import Registry
from bayescmp.plots._assumptions import TAU_PLOT
from bayescmp.plots._density import DIFFERENCE_PLOT
from bayescmp.plots._forest import FOREST_PLOT
from bayescmp.plots._heat_map import HEAT_MAP_PLOT
from bayescmp.plots._levels_and_tests import LEVELS_PLOT
from bayescmp.plots._pair_matrix import PAIRS_PLOT
from bayescmp.plots._plot import Plot
from bayescmp.plots._rank_probabilities import RANKS_PLOT
from bayescmp.plots._tier_bars import TIERS_PLOT

PLOTS: Registry[Plot] = Registry(
    "plot",
    [
        DIFFERENCE_PLOT,
        LEVELS_PLOT,
        TAU_PLOT,
        TIERS_PLOT,
        RANKS_PLOT,
        PAIRS_PLOT,
        FOREST_PLOT,
        HEAT_MAP_PLOT,
    ],
)
"""Plots of a result by name."""
