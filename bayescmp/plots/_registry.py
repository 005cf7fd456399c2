"""The plots that reports show: a plot is a file with a `Plot` and one line here."""

from bayescmp._support._registry import Registry
from bayescmp.comparison import Assurance
from bayescmp.plots._assumptions import TAU_PLOT
from bayescmp.plots._axes import Axes, axes_or_new
from bayescmp.plots._calibration import CALIBRATION_PLOT
from bayescmp.plots._claim import CLAIM_PLOT, CLAIMS_PLOT
from bayescmp.plots._critical_difference import MEAN_RANKS_PLOT
from bayescmp.plots._density import DIFFERENCE_PLOT
from bayescmp.plots._e_values import E_VALUES_PLOT
from bayescmp.plots._forest import FOREST_PLOT
from bayescmp.plots._gate import GATE_PLOT
from bayescmp.plots._heat_map import HEAT_MAP_PLOT
from bayescmp.plots._looks import LOOKS_PLOT
from bayescmp.plots._methods_and_tests import METHODS_PLOT
from bayescmp.plots._of_plan import PLAN_PLOT
from bayescmp.plots._pair_matrix import PAIRS_PLOT
from bayescmp.plots._plot import Plot
from bayescmp.plots._rank_probabilities import RANKS_PLOT
from bayescmp.plots._roc import ROC_PLOT
from bayescmp.plots._scatter import SCATTER_PLOT
from bayescmp.plots._several_metrics import SEVERAL_METRICS_PLOT
from bayescmp.plots._tier_bars import TIERS_PLOT
from bayescmp.plots._values import VALUES_PLOT
from bayescmp.results import Exhibit, Result, check_result

PLOTS: Registry[Plot] = Registry(
    "plot",
    [
        DIFFERENCE_PLOT, VALUES_PLOT, ROC_PLOT, CALIBRATION_PLOT, METHODS_PLOT, TAU_PLOT, TIERS_PLOT, RANKS_PLOT,
        PAIRS_PLOT, MEAN_RANKS_PLOT, FOREST_PLOT, SCATTER_PLOT, HEAT_MAP_PLOT, LOOKS_PLOT, E_VALUES_PLOT,
        SEVERAL_METRICS_PLOT, CLAIM_PLOT, CLAIMS_PLOT, GATE_PLOT,
    ],
)  # fmt: skip
"""Plots of a result by name."""


def plots_of(result: Result | type[Result]) -> list[Plot]:
    """Return the plots that apply to a result, or to results of a class."""
    return [plot for plot in PLOTS.values() if plot.applies(result)]


def default_plot(result: Exhibit) -> Plot:
    """Return the plot that says most of a result, the first one of its report, or of a plan, which has none."""
    return PLAN_PLOT if isinstance(result, Assurance) else plots_of(check_result(result))[0]


def caption_of(result: Exhibit) -> str:
    """Return the caption of the picture that says most of a result."""
    return default_plot(result).caption(result)


def plot_result(result: Exhibit, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    r"""Plot the picture that says most of a result, the first one of its report.

    Parameters
    ----------
    result : Comparison, Ranking, DatasetsComparison, DatasetsRanking or Assurance
        As from `compare`, `rank`, `compare_datasets`, `rank_datasets` or `plan`.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for names and legends. None makes a new figure.
    size : {"one column", "two columns"}, optional
        Width of a new figure, 3.15 or 6.5 inches as in LaTeX's article; None makes it as wide as matplotlib's are. Its
        height is what the picture needs.

    Raises
    ------
    ValueError
        If both `ax` and `size` are given.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> ax = bc.compare(table).plot()
    >>> ax.get_ylabel().split("\n")[0]
    'posterior density'
    >>> plt.close(ax.get_figure())
    """
    chosen = default_plot(result)
    return chosen.draw(result, ax=axes_or_new(ax, size, chosen.height(result)))
