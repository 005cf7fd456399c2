"""Size against power of methods by how many repeats of a cross-validation they see."""

from typing import TYPE_CHECKING

import pandas as pd

from bayescmp._validation import check_probability
from bayescmp.plots._axes import MOST_SERIES, NOMINAL, TEXT_SIZE, axes_or_new, escaped, finish, look_of_mark

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLUMNS = ("method", "repeats", "folds", "size", "power")


def plot_repeats(summary: pd.DataFrame, *, alpha: float = 0.05, ax: "Axes | None" = None) -> "Axes":
    """Plot the mean size of each method against its mean power, a curve over the numbers of repeats.

    Parameters
    ----------
    summary : DataFrame
        As from `bayescmp.studies.frontier_summary`, with the columns repeats and folds. Rows without power are not
        drawn.
    alpha : float, default 0.05
        The nominal level, a dotted line.
    ax : matplotlib Axes, optional
        Where to draw; None makes a new figure.

    Returns
    -------
    matplotlib Axes
        Further right is more power; lower is more valid. A number beside a mark is that of the repeats.

    Raises
    ------
    TypeError
        If `summary` is not a DataFrame, or `ax` is not an Axes.
    ValueError
        If `summary` lacks columns or rows with numbers, or has several of one method and design.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_repeats
    >>> summary = pd.DataFrame({"method": ["a", "a"], "repeats": [5, 31], "folds": [2, 2], "size": [0.07, 0.04]})
    >>> ax = plot_repeats(summary.assign(power=[0.70, 0.72]))
    >>> [text.get_text() for text in ax.texts]
    ['5', '31']
    >>> plt.close(ax.get_figure())
    """
    check_probability("alpha", alpha)
    curves = list(_checked(summary).groupby(["method", "folds"], sort=False))
    ax = axes_or_new(ax)
    ax.axhline(alpha, label=f"nominal level {alpha:g}", zorder=1, **NOMINAL)
    for number, ((method, folds), rows) in enumerate(curves):
        shown = rows.sort_values("repeats", kind="stable")
        look = look_of_mark(number)
        ax.plot(shown["power"], shown["size"], lw=0.8, label=escaped(f"{method}, m x {folds:g}"), zorder=2, **look)
        for repeats, power, size in zip(shown["repeats"], shown["power"], shown["size"], strict=True):
            ax.annotate(
                f"{repeats:g}", (power, size), xytext=(4, 3), textcoords="offset points", fontsize=TEXT_SIZE,
            )  # fmt: skip
    ax.set_ylim(bottom=0)
    ax.margins(x=0.08)
    finish(ax, xlabel="mean power\n(share of data sets)", ylabel="mean size (share of data sets)")
    return ax


def _checked(summary: pd.DataFrame) -> pd.DataFrame:
    if not isinstance(summary, pd.DataFrame):
        raise TypeError(f"`summary` must be a DataFrame, but got {type(summary).__name__}.")
    missing = [name for name in _COLUMNS if name not in summary]
    if missing:
        raise ValueError(f"`summary` must have the columns {list(_COLUMNS)}, but lacks {missing}.")
    odd = [name for name in _COLUMNS[1:] if not pd.api.types.is_numeric_dtype(summary[name])]
    if odd:
        raise ValueError(f"`summary` must have numbers in the columns {list(_COLUMNS[1:])}, but has others in {odd}.")
    shown = summary.dropna(subset=list(_COLUMNS))
    if shown.duplicated(["method", "repeats", "folds"]).any():
        raise ValueError(
            "`summary` must have one row per method and design, but has several. Give what `frontier_summary` makes "
            "of it."
        )
    n_curves = len(shown.groupby(["method", "folds"]))
    if not 0 < n_curves <= MOST_SERIES:
        raise ValueError(f"`summary` must have rows with numbers of 1 to {MOST_SERIES} methods, but got {n_curves}.")
    return shown
