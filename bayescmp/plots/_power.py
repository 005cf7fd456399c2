"""How often each method rejects, against the true difference."""

from typing import TYPE_CHECKING

import pandas as pd

from bayescmp._validation import check_text
from bayescmp.plots._axes import MOST_SERIES, NOMINAL, axes_or_new, escaped, finish, look_of_series
from bayescmp.plots._summary_table import check_summary, nominal_level

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NUMBERS = ["rejected", "rejected_se"]
_TRUTH = "true_difference"
_DASHES = ("-", "--", "-.")


def plot_power(summary: pd.DataFrame, *, against: str = _TRUTH, ax: "Axes | None" = None) -> "Axes":
    """Plot the share of trials in which each method rejects equality, against the true difference of the errors.

    One line per method (and scenario, if there are several) through its cells, with whiskers of one standard error:
    vertical for the share, horizontal for the true difference. A dotted line marks the nominal level.

    Parameters
    ----------
    summary : DataFrame
        As from `bayescmp.studies.summarise_study`, with the level of the tests in ``summary.attrs["alpha"]``. About
        eight methods are readable, 20 lines are possible; choose with ``summary[summary["method"].isin([...])]``, and
        one value of any parameter that is not meant to vary along a line.
    against : str, default "true_difference"
        The column of the horizontal axis, such as a parameter that varies.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the legend. None makes a new figure.

    Returns
    -------
    matplotlib Axes
        The true difference is err(first) - err(second) at the training size of each method's own plan: negative where
        the first classifier is better.

    Raises
    ------
    TypeError
        If `summary` is not a DataFrame, or `ax` is not an Axes.
    ValueError
        If `summary` has no rows, lacks columns or the level, holds something else than proportions, repeats a method
        in a cell, has more than 20 lines, or no row with both a share and a true difference.

    Notes
    -----
    Rows without a share (the method decides in no trial) or without a true difference (not known yet) are not
    drawn, and the label of the axis says how many.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_power
    >>> summary = pd.DataFrame(
    ...     {
    ...         "cell": [0, 1, 2],
    ...         "scenario": "simple",
    ...         "label": ["simple, shift 0", "simple, shift 0.1", "simple, shift 0.3"],
    ...         "method": "bcv_mcnemar",
    ...         "true_difference": [0.0, -0.02, -0.05],
    ...         "true_difference_se": 0.0,
    ...         "rejected": [0.04, 0.31, 0.92],
    ...         "rejected_se": [0.006, 0.015, 0.009],
    ...     }
    ... )
    >>> summary.attrs = {"alpha": 0.05}
    >>> ax = plot_power(summary)
    >>> ax.get_legend_handles_labels()[1]
    ['nominal level 0.05', 'bcv_mcnemar']
    >>> plt.close(ax.get_figure())
    """
    check_text("against", against)
    errors = [f"{_TRUTH}_se"] if against == _TRUTH else []
    summary = check_summary(summary, [*_NUMBERS, against, *errors])
    alpha = nominal_level(summary)
    shown = summary.dropna(subset=["rejected", against]).sort_values(against, kind="stable")
    if shown.empty:
        raise ValueError(f"`summary` must have a row with both `rejected` and `{against}`, but got none.")
    lines = summary[["method", "scenario"]].drop_duplicates()
    if len(lines) > MOST_SERIES:
        raise ValueError(f"`summary` must have at most {MOST_SERIES} lines to tell them apart, but got {len(lines)}.")
    ax = axes_or_new(ax)
    ax.axhline(alpha, label=f"nominal level {alpha:g}", zorder=1, **NOMINAL)
    several = len(set(lines["scenario"])) > 1
    for number, (method, scenario) in enumerate(lines.itertuples(index=False)):
        points = shown[(shown["method"] == method) & (shown["scenario"] == scenario)]
        _line(ax, points, against, number, escaped(f"{method}, {scenario}" if several else method))
    missing = len(summary) - len(shown)
    note = f"\n{missing} of {len(summary)} not shown: no share or no truth" if missing else ""
    ax.set_ylim(-0.03, 1.03)  # a standard error never takes a share out of [0, 1]
    truth = "true difference of errors (proportion),\nerr(first) − err(second)"
    xlabel = truth if against == _TRUTH else escaped(against)
    finish(ax, xlabel=xlabel + note, ylabel="rejections\n(share of trials)")
    return ax


def _line(ax: "Axes", points: pd.DataFrame, against: str, number: int, label: str) -> None:
    ax.errorbar(
        points[against].to_numpy(),
        points["rejected"].to_numpy(),
        xerr=points[f"{_TRUTH}_se"].fillna(0).to_numpy() if against == _TRUTH else None,
        yerr=points["rejected_se"].fillna(0).to_numpy(),
        linestyle=_DASHES[number % len(_DASHES)],
        linewidth=1.0,
        label=label,
        **look_of_series(number),
    )
