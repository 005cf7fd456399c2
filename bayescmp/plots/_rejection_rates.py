"""How often each method rejects, in each cell of a study."""

import textwrap
from typing import TYPE_CHECKING, Any

import pandas as pd

from bayescmp.plots._axes import COLOURS, MOST_SERIES, NOMINAL, axes_or_new, escaped, finish, look_of_series
from bayescmp.plots._summary_table import check_summary, nominal_level

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Longer names of methods take two lines, so that the narrow columns of journals have room for the marks.
_LONGEST_NAME = 30


def plot_rejection_rates(summary: pd.DataFrame, *, ax: "Axes | None" = None) -> "Axes":
    """Plot the share of trials in which each method rejects equality: its type I error where errors are equal.

    One row per method, in the order of the summary. With one cell, bars; with several, one mark per cell, told apart
    by its shape. Whiskers reach two binomial standard errors to each side. A dotted line marks the nominal level.

    Parameters
    ----------
    summary : DataFrame
        As from `bayescmp.studies.summarise_study`, with the level of the tests in ``summary.attrs["alpha"]``. At most
        20 cells.
    ax : matplotlib Axes, optional
        Where to draw; a figure with ``layout="constrained"`` makes room for the names and the legend. None makes a
        new figure, as high as the methods need.

    Returns
    -------
    matplotlib Axes
        The first method is at the top, at 0 of the vertical axis, the second at 1, and so on.

    Raises
    ------
    TypeError
        If `summary` is not a DataFrame, or `ax` is not an Axes.
    ValueError
        If `summary` has no rows, lacks columns or the level, holds something else than proportions, repeats a method
        in a cell, or has more than 20 cells.

    Notes
    -----
    A share is an error of type I only where `true_difference` is 0 at the training size of the method. The whiskers
    are symmetric and may pass 0; a share of exactly 0 or 1 has none. A method that decides in no trial of a cell has
    no mark there, and the axis label says how many marks are missing.

    Examples
    --------
    >>> import tempfile
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_rejection_rates
    >>> from bayescmp.studies import Epsilon, Study, method_named, run_study
    >>> methods = [method_named("bcv_mcnemar"), method_named("t_5x2")]
    >>> study = Study(name="mine", cells=[Epsilon()], methods=methods, trials=200)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ax = plot_rejection_rates(run_study(study, folder))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['bcv_mcnemar', 't_5x2']
    >>> plt.close(ax.get_figure())
    """
    summary = check_summary(summary, ["rejected", "rejected_se"])
    alpha = nominal_level(summary)
    cells = dict(zip(summary["cell"], summary["label"], strict=True))
    if len(cells) > MOST_SERIES:
        raise ValueError(f"`summary` must have at most {MOST_SERIES} cells to tell them apart, but got {len(cells)}.")
    methods = list(dict.fromkeys(summary["method"]))
    ax = axes_or_new(ax, 1.2 + len(methods) * max(0.2, 0.075 * len(cells)))
    ax.axvline(alpha, label=f"nominal level {alpha:g}", zorder=1, **NOMINAL)
    for number, (cell, label) in enumerate(cells.items()):
        shown = summary[(summary["cell"] == cell) & summary["rejected"].notna()]
        rows = shown["method"].map(methods.index).to_numpy(dtype=float)
        if len(cells) == 1:
            _bars(ax, shown, rows, escaped(label))
        else:
            offset = 0.8 * ((number + 0.5) / len(cells) - 0.5)
            _marks(ax, shown, rows + offset, escaped(label), look_of_series(number))
    _dress(ax, summary, methods, alpha)
    return ax


def _bars(ax: "Axes", shown: pd.DataFrame, rows: Any, label: str) -> None:
    ax.barh(
        rows, shown["rejected"], xerr=_whiskers(shown), height=0.7, label=label, color=COLOURS[5], edgecolor="black",
        linewidth=0.5, error_kw={"elinewidth": 0.8, "capsize": 2.0}, zorder=0.5,
    )  # fmt: skip


def _marks(ax: "Axes", shown: pd.DataFrame, rows: Any, label: str, look: dict[str, Any]) -> None:
    ax.errorbar(shown["rejected"], rows, xerr=_whiskers(shown), linestyle="none", label=label, **look)


def _whiskers(shown: pd.DataFrame) -> pd.Series:
    return 2 * shown["rejected_se"].fillna(0)


def _dress(ax: "Axes", summary: pd.DataFrame, methods: list[str], alpha: float) -> None:
    if len(set(summary["cell"])) > 1:
        for row in range(0, len(methods), 2):
            ax.axhspan(row - 0.5, row + 0.5, color="0.93", linewidth=0, zorder=0)
    ax.set_yticks(range(len(methods)), [textwrap.fill(escaped(method), _LONGEST_NAME) for method in methods])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(methods) - 0.5, -0.5)
    low = min(0.0, (summary["rejected"] - _whiskers(summary)).min())
    high = max(alpha, (summary["rejected"] + _whiskers(summary)).max())
    margin = 0.04 * (high - low)
    ax.set_xlim(low - margin, high + margin)
    missing = int(summary["rejected"].isna().sum())
    note = f"\n{missing} of {len(summary)} not shown: no decision" if missing else ""
    finish(ax, xlabel=f"rejections (share of trials){note}")
