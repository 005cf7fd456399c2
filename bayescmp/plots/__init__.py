"""Plots: matplotlib Axes in and out, readable in one column of a journal, in grey and by the colour-blind.

Rows are at 0, 1, ... of the vertical axis, the first at the top. Other results and axes raise a TypeError.
"""

from bayescmp.plots._assumptions import plot_sensitivity
from bayescmp.plots._calibration import plot_calibration
from bayescmp.plots._claim import plot_claim, plot_claims
from bayescmp.plots._correlations import plot_correlations
from bayescmp.plots._critical_difference import plot_mean_ranks
from bayescmp.plots._density import plot_difference
from bayescmp.plots._e_values import plot_e_values
from bayescmp.plots._folds import plot_folds
from bayescmp.plots._forest import plot_forest
from bayescmp.plots._gate import plot_gate
from bayescmp.plots._heat_map import plot_datasets
from bayescmp.plots._looks import plot_looks
from bayescmp.plots._methods_and_tests import plot_methods
from bayescmp.plots._of_plan import plot_plan
from bayescmp.plots._pair_matrix import plot_pair_matrix
from bayescmp.plots._plot import Plot
from bayescmp.plots._rank_probabilities import plot_rank_probabilities
from bayescmp.plots._registry import PLOTS, caption_of, default_plot, plot_result, plots_of
from bayescmp.plots._rejections import plot_power, plot_rejection_rates
from bayescmp.plots._roc import plot_roc
from bayescmp.plots._scatter import plot_scatter
from bayescmp.plots._several_metrics import plot_several_metrics
from bayescmp.plots._statistics import plot_statistics
from bayescmp.plots._table import plot_table
from bayescmp.plots._tier_bars import plot_tiers
from bayescmp.plots._values import plot_values

__all__ = [
    "PLOTS", "Plot", "plot_calibration", "plot_claim", "plot_claims", "plot_correlations", "plot_datasets",
    "plot_difference", "plot_e_values", "plot_folds", "plot_forest", "plot_gate", "plot_looks", "plot_mean_ranks",
    "plot_methods", "plot_pair_matrix", "plot_plan", "plot_power", "plot_rank_probabilities", "plot_rejection_rates",
    "plot_result", "plot_roc", "plot_scatter", "plot_sensitivity", "plot_several_metrics", "plot_statistics",
    "plot_table", "plot_tiers", "plot_values",
]  # fmt: skip
