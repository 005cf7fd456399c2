"""Plots: matplotlib Axes in and out, readable in one column of a journal, in grey and by the colour-blind."""

from bayescmp.plots._correlations import plot_correlations
from bayescmp.plots._frontier import plot_frontier
from bayescmp.plots._power import plot_power
from bayescmp.plots._rejection_rates import plot_rejection_rates
from bayescmp.plots._statistics import plot_statistics

__all__ = ["plot_correlations", "plot_frontier", "plot_power", "plot_rejection_rates", "plot_statistics"]
