"""How often each method of a study rejects: in each cell, and against the true difference."""

import numpy as np
import pandas as pd

from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_probability, check_text
from bayescmp.content import test_words
from bayescmp.plots._axes import MOST_SERIES, NOMINAL, Axes, axes_or_new, drawn, finish, look_of_mark, names_apart
from bayescmp.plots._interval_rows import Intervals, draw_rows
from bayescmp.plots._plot import check_kind

_COLUMNS = ("cell", "scenario", "label", "method", "rejected", "rejected_se")
_TRUTH = "true_difference"
_DASHES = ("-", "--", "-.")
_CELL = 60  # letters of what a cell is


def plot_rejection_rates(summary: pd.DataFrame, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the share of trials in which each method rejects equality: its type I error where errors are equal.

    One row per method, in the order of the summary, with one mark per cell, told apart by its shape. Whiskers reach two
    binomial standard errors to each side, and not beyond 0 and 1. A dotted line marks the nominal level.

    Parameters
    ----------
    summary : DataFrame
        As from `bayescmp.studies.summarise_study`, with the level of the tests in ``summary.attrs["alpha"]``. At most
        20 cells.
    ax, size
        As in `plot_result`.

    Raises
    ------
    ValueError
        If `summary` has no rows, lacks columns or the level, holds something else than proportions, repeats a method
        in a cell, or has more than 20 cells.

    Notes
    -----
    A share is an error of type I only where `true_difference` is 0 at the training size of the method. A method that
    decides in no trial of a cell has no mark there, and the axis label says how many marks are missing.

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
    ["McNemar's test for...cross-validation", '5x2 cv t-test']
    >>> plt.close(ax.get_figure())
    """
    summary, alpha = _checked(summary)
    cells = dict(zip(summary["cell"], summary["label"], strict=True))
    if len(cells) > MOST_SERIES:
        raise ValueError(f"`summary` must have at most {MOST_SERIES} cells to tell them apart, but got {len(cells)}.")
    methods = list(dict.fromkeys(summary["method"]))
    ax = axes_or_new(ax, size, 1.2 + len(methods) * max(0.2, 0.075 * len(cells)))
    ax.axvline(alpha, label=f"nominal level {alpha:g}", zorder=1, **NOMINAL)
    several = []
    for number, (cell, label) in enumerate(cells.items()):
        shown = summary[(summary["cell"] == cell) & summary["rejected"].notna()]
        rows = shown["method"].map(methods.index).to_numpy(dtype=float)
        offset = 0.8 * ((number + 0.5) / len(cells) - 0.5)
        look = look_of_mark(number) | {"label": drawn(label, _CELL), "elinewidth": 0.8}
        several.append(Intervals(rows + offset, _ends(shown), look))
    draw_rows(ax, names_apart(map(test_words, methods), ax), several)
    if len(cells) > 1:
        for row in range(0, len(methods), 2):
            ax.axhspan(row - 0.5, row + 0.5, color="0.93", linewidth=0, zorder=0)
    high = max(alpha, float(np.nan_to_num(_ends(summary)).max()))
    ax.set_xlim(-0.04 * high, 1.04 * high)
    missing = int(summary["rejected"].isna().sum())
    note = f" ({missing} of {len(summary)}: no decision)" if missing else ""
    finish(ax, xlabel=f"share rejected, ± 2 s.e.{note}", share=0.6)
    return ax


def _ends(shown: pd.DataFrame) -> Floats:
    """Return shares of rejections with the ends of their whiskers."""
    reach = 2 * shown["rejected_se"].fillna(0)
    ends = [shown["rejected"], shown["rejected"] - reach, shown["rejected"] + reach]
    return np.stack(ends, axis=-1).clip(0, 1)


def plot_power(
    summary: pd.DataFrame, *, against: str = _TRUTH, ax: Axes | None = None, size: str | None = None
) -> Axes:
    """Plot the share of trials in which each method rejects equality, against the true difference of the errors.

    One line per method (and scenario, if there are several) through its cells, with whiskers of one standard error:
    vertical for the share, horizontal for the true difference, value(first) - value(second) at the training size of
    the method's own plan. A dotted line marks the nominal level.

    Parameters
    ----------
    summary : DataFrame
        As from `bayescmp.studies.summarise_study`, with the level of the tests in ``summary.attrs["alpha"]``. About
        eight methods are readable, 20 lines are possible; choose with ``summary[summary["method"].isin([...])]``, and
        one value of any parameter that is not meant to vary along a line.
    against : str, default "true_difference"
        The column of the horizontal axis, such as a parameter that varies.
    ax, size
        As in `plot_result`.

    Raises
    ------
    ValueError
        As in `plot_rejection_rates`, with more than 20 lines, or no row with both a share and a true difference.

    Notes
    -----
    Rows without a share (the method decides in no trial) or without a true difference (not known yet) are not
    drawn, and the label of the axis says how many.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_power
    >>> cells = {"cell": [0, 1, 2], "scenario": "simple", "label": ["0", "0.1", "0.3"], "method": "bcv_mcnemar"}
    >>> truth = {"true_difference": [0.0, -0.02, -0.05], "true_difference_se": 0.0}
    >>> summary = pd.DataFrame(cells | truth | {"rejected": [0.04, 0.31, 0.92], "rejected_se": 0.01})
    >>> summary.attrs = {"alpha": 0.05}
    >>> ax = plot_power(summary)
    >>> ax.get_legend_handles_labels()[1]
    ['nominal level 0.05', 'bcv_mcnemar']
    >>> plt.close(ax.get_figure())
    """
    check_text("against", against)
    errors = [f"{_TRUTH}_se"] if against == _TRUTH else []
    summary, alpha = _checked(summary, against, *errors)
    shown = summary.dropna(subset=["rejected", against]).sort_values(against, kind="stable")
    if shown.empty:
        raise ValueError(f"`summary` must have a row with both `rejected` and `{against}`, but got none.")
    lines = summary[["method", "scenario"]].drop_duplicates()
    if len(lines) > MOST_SERIES:
        raise ValueError(f"`summary` must have at most {MOST_SERIES} lines to tell them apart, but got {len(lines)}.")
    ax = axes_or_new(ax, size)
    ax.axhline(alpha, label=f"nominal level {alpha:g}", zorder=1, **NOMINAL)
    several = len(set(lines["scenario"])) > 1
    for number, (method, scenario) in enumerate(lines.itertuples(index=False)):
        points = shown[(shown["method"] == method) & (shown["scenario"] == scenario)]
        yerr = points["rejected_se"].fillna(0).to_numpy()
        xerr = points[f"{_TRUTH}_se"].fillna(0).to_numpy() if errors else None
        ax.errorbar(
            points[against].to_numpy(), points["rejected"].to_numpy(), yerr, xerr,
            linestyle=_DASHES[number % len(_DASHES)], linewidth=1.0, elinewidth=0.8,
            label=f"{drawn(method)}, {drawn(scenario)}" if several else drawn(method), **look_of_mark(number),
        )  # fmt: skip
    missing = len(summary) - len(shown)
    note = f" ({missing} of {len(summary)} not shown)" if missing else ""
    ax.set_ylim(-0.03, 1.03)  # a standard error never takes a share out of [0, 1]
    truth = "true difference (proportion), first − second"
    xlabel = truth if against == _TRUTH else drawn(against)
    finish(ax, xlabel=xlabel + note, ylabel="rejections (share of trials)")
    return ax


def _checked(summary: pd.DataFrame, *more: str) -> tuple[pd.DataFrame, float]:
    """Return `summary`, if it has rows, the columns that name them and those of numbers, and the level of its tests."""
    check_kind("summary", summary, pd.DataFrame, "summarise_study")
    missing = [name for name in (*_COLUMNS, *more) if name not in summary]
    missing += ["attrs['alpha']"] if "alpha" not in summary.attrs else []
    if missing or summary.empty:
        raise ValueError(
            "`summary` must have rows, the columns of `summarise_study` and the level of the tests, but has "
            f"{len(summary)} rows and lacks {missing}. Operations of pandas may lose attributes."
        )
    if not summary["rejected"].dropna().between(0, 1).all():
        raise ValueError("`summary` must have proportions from 0 to 1 in column 'rejected'.")
    if summary.duplicated(["cell", "method"]).any():
        raise ValueError("`summary` must have one row per cell and method.")
    return summary, check_probability("summary.attrs['alpha']", summary.attrs["alpha"])
