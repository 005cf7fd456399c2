"""Size against power of methods: over many pairs of classifiers and data sets, and by the number of repeats."""

from typing import TYPE_CHECKING

import pandas as pd

from bayescmp._validation import check_probability
from bayescmp.plots._axes import COLOURS, MOST_SERIES, NOMINAL, TEXT_SIZE, axes_or_new, escaped, finish, look_of_mark

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_OF_FRONTIER = ("method", "size", "above", "worst", "power")
_OF_REPEATS = ("method", "repeats", "folds", "size", "power")
_CLOSE = 0.06  # of the range of power: as wide as a line of text in a narrow figure
_MARKS = (
    ("worst", "worst cell", "v", "white"),
    ("above", "share of cells above .055", "s", COLOURS[7]),
    ("size", "mean size", "o", COLOURS[0]),
)


def plot_frontier(summary: pd.DataFrame, *, alpha: float = 0.05, ax: "Axes | None" = None) -> "Axes":
    """Plot the size of each method against its power: mean, share of cells above .055, and worst cell.

    Parameters
    ----------
    summary : DataFrame
        As from `bayescmp.studies.frontier_summary`. Rows without power are not drawn.
    alpha : float, default 0.05
        The nominal level, a dotted line.
    ax : matplotlib Axes, optional
        Where to draw; None makes a new figure.

    Returns
    -------
    matplotlib Axes
        Further right is more power; lower is more valid.

    Raises
    ------
    TypeError
        If `summary` is not a DataFrame, or `ax` is not an Axes.
    ValueError
        If `summary` lacks columns or rows with numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_frontier
    >>> summary = pd.DataFrame({"method": ["a", "b"], "size": [0.04, 0.02], "power": [0.7, 0.5]})
    >>> summary = summary.assign(above=0.2, worst=0.3)
    >>> ax = plot_frontier(summary)
    >>> [text.get_text() for text in ax.texts]
    ['b', 'a']
    >>> plt.close(ax.get_figure())
    """
    check_probability("alpha", alpha)
    shown = _with_columns(summary, _OF_FRONTIER).dropna(subset=list(_OF_FRONTIER))
    if not 0 < len(shown) <= MOST_SERIES:
        raise ValueError(f"`summary` must have 1 to {MOST_SERIES} rows with numbers, but got {len(shown)}.")
    shown = shown.sort_values("power", kind="stable")
    ax = axes_or_new(ax)
    ax.axhline(alpha, label=f"nominal level {alpha:g}", zorder=1, **NOMINAL)
    ax.vlines(shown["power"], shown["size"], shown[["above", "worst"]].max(axis=1), color=COLOURS[7], lw=0.8, zorder=2)
    for column, label, marker, fill in _MARKS:
        ax.plot(
            shown["power"], shown[column], marker, color=COLOURS[0], mfc=fill, ms=4.5, mew=0.8, label=label, zorder=3
        )
    top = float(shown[["above", "worst"]].max(axis=None))
    for method, power, highest, side in zip(
        shown["method"], shown["power"], shown[["above", "worst"]].max(axis=1), _sides(shown["power"]), strict=True
    ):
        ax.annotate(
            escaped(method), (power, highest), xytext=(0, 5), textcoords="offset points",
            rotation=90, ha=side, va="bottom", fontsize=TEXT_SIZE,
        )  # fmt: skip
    ax.set_ylim(0, 1.9 * top)
    ax.margins(x=0.08)
    finish(ax, xlabel="mean power\n(share of data sets)", ylabel="size (share of data sets), or share of cells")
    return ax


def _sides(power: pd.Series) -> list[str]:
    """Put the labels of neighbours that are close on their outer sides."""
    close = power.diff() < _CLOSE * (power.max() - power.min())
    before = close.tolist()
    after = [*before[1:], False]
    return ["left" if b and not a else "right" if a and not b else "center" for b, a in zip(before, after, strict=True)]


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
    curves = list(_curves(summary).groupby(["method", "folds"], sort=False))
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


def _curves(summary: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `plot_repeats` that have numbers, one for each method and design."""
    numbers = list(_OF_REPEATS[1:])
    odd = [name for name in numbers if not pd.api.types.is_numeric_dtype(_with_columns(summary, _OF_REPEATS)[name])]
    if odd:
        raise ValueError(f"`summary` must have numbers in the columns {numbers}, but has others in {odd}.")
    shown = summary.dropna(subset=list(_OF_REPEATS))
    if shown.duplicated(["method", "repeats", "folds"]).any():
        raise ValueError(
            "`summary` must have one row per method and design, but has several. Give what `frontier_summary` makes "
            "of it."
        )
    n_curves = len(shown.groupby(["method", "folds"]))
    if not 0 < n_curves <= MOST_SERIES:
        raise ValueError(f"`summary` must have rows with numbers of 1 to {MOST_SERIES} methods, but got {n_curves}.")
    return shown


def _with_columns(summary: object, columns: tuple[str, ...]) -> pd.DataFrame:
    """Return `summary` if it has these columns."""
    if not isinstance(summary, pd.DataFrame):
        raise TypeError(f"`summary` must be a DataFrame, but got {type(summary).__name__}.")
    missing = [name for name in columns if name not in summary]
    if missing:
        raise ValueError(f"`summary` must have the columns {list(columns)}, but lacks {missing}.")
    return summary
