"""The plot of evidence over the order of records, with the bound that a decision needs."""

import numpy as np

from bayescmp.plots._axes import COLOURS, NOMINAL, Axes, axes_or_new, name_axes, sparse_ticks
from bayescmp.plots._looks import MOST_LOOKS, mark_decision
from bayescmp.plots._plot import Plot, check_kind, of
from bayescmp.sequential import SequentialComparison

_LEAST = 1e-3
_HIGHEST = 1e12


def plot_e_values(comparison: SequentialComparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the e-value over the records as they came, and how large it has to be for a decision.

    Above the dotted line the difference is decided, with a probability of at most alpha that it is wrong, however many
    looks there were.

    Parameters
    ----------
    comparison : SequentialComparison
        With a look or more.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> watch = bc.SequentialComparison(first="tree", second="svm")
    >>> for _ in range(5):
    ...     table = bc.paired_table(both_wrong=4, only_first_wrong=2, only_second_wrong=7, both_right=87)
    ...     watch = watch.update(table)
    >>> ax = bc.plots.plot_e_values(watch)
    >>> ax.get_yscale(), ax.get_xlabel()
    ('log', 'records')
    >>> plt.close(ax.get_figure())
    """
    check_kind("comparison", comparison, SequentialComparison, "SequentialComparison")
    ax = axes_or_new(ax, size, E_VALUES_PLOT.height(comparison))
    rows = comparison.some_looks(MOST_LOOKS)
    records = np.concatenate([[0], rows["n_records"]])
    found = np.clip(np.concatenate([[1.0], rows["e_value"]]), _LEAST, _HIGHEST)
    ax.axhline(1.0, color="0.8", linewidth=0.8, zorder=0)
    ax.axhline(1 / comparison.alpha, zorder=1, **NOMINAL)
    mark = "o" if len(rows) <= MOST_LOOKS // 10 else ""
    ax.plot(records, found, color=COLOURS[0], linewidth=1.0, marker=mark, markersize=3.0)
    ax.set_yscale("log")
    ax.margins(y=0.15)
    mark_decision(ax, comparison)
    name_axes(ax, "records", "e-value")
    sparse_ticks(ax)
    return ax


E_VALUES_PLOT = Plot(
    name="e-values", draw=plot_e_values, applies=of(SequentialComparison), height=lambda _: 2.4,
    caption=lambda comparison: (
        "Evidence that the difference is outside the region of equivalence, as records came in; above the dotted line "
        f"it is decided at a level of {comparison.alpha:g}, however often one looks"
        f"{', but not here, where tasks stand in blocks' * comparison.in_blocks}."
    ),
)  # fmt: skip
