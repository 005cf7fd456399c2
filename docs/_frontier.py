"""Pictures of type I error rate against power: of methods over many pairs, and by the number of repeats."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

_MARKS = (
    ("worst", "worst pair", "v", "white"),
    ("above", "share of pairs above .055", "s", "0.5"),
    ("size", "mean type I error rate", "o", "black"),
)
_CLOSE = 0.06  # of the range of power: as wide as a line of text
_LEVEL = 0.05


def draw_frontier(summary: pd.DataFrame) -> plt.Figure:
    """Draw type I error rate, share of pairs above .055 and worst pair of each method against its power."""
    shown = summary.dropna(subset=["power", "size", "above", "worst"]).sort_values("power", kind="stable")
    tops = shown[["above", "worst"]].max(axis=1)
    figure, ax = _axes()
    ax.vlines(shown["power"], shown["size"], tops, color="0.5", lw=0.8)
    for column, label, marker, fill in _MARKS:
        ax.plot(shown["power"], shown[column], marker, color="black", mfc=fill, ms=4.5, mew=0.8, label=label)
    close = (shown["power"].diff() < _CLOSE * (shown["power"].max() - shown["power"].min())).tolist()
    for method, power, top, before, after in zip(
        shown["method"], shown["power"], tops, close, [*close[1:], False], strict=True
    ):
        side = "left" if before and not after else "right" if after and not before else "center"
        look = {"rotation": 90, "ha": side, "va": "bottom", "fontsize": "x-small"}
        ax.annotate(method, (power, top), xytext=(0, 5), textcoords="offset points", **look)
    ax.set_ylim(0, 1.9 * tops.max())
    return _named(figure, ax, "type I error rate, or share of pairs")


def draw_repeats(summary: pd.DataFrame) -> plt.Figure:
    """Draw the mean type I error rate of each method against its power, a curve over the numbers of repeats."""
    figure, ax = _axes()
    shown = summary.dropna(subset=["power", "size"]).sort_values("repeats", kind="stable")
    for (method, folds), rows in shown.groupby(["method", "folds"], sort=False):
        ax.plot(rows["power"], rows["size"], "o-", ms=3.8, lw=0.8, label=f"{method}, m x {folds:g}")
        ends = rows.iloc[[0, -1]].drop_duplicates()
        for repeats, power, size in zip(ends["repeats"], ends["power"], ends["size"], strict=True):
            ax.annotate(f"{repeats:g}", (power, size), (4, 3), textcoords="offset points", fontsize="x-small")
    ax.set_ylim(bottom=0)
    return _named(figure, ax, "mean type I error rate")


def _axes() -> tuple[plt.Figure, Axes]:
    figure, ax = plt.subplots(layout="constrained")
    ax.axhline(_LEVEL, color="black", linestyle=":", linewidth=1.0, label=f"nominal level {_LEVEL:g}")
    ax.margins(x=0.08)
    return figure, ax


def _named(figure: plt.Figure, ax: Axes, ylabel: str) -> plt.Figure:
    ax.set(xlabel="mean power", ylabel=ylabel)
    figure.legend(loc="outside upper right", ncols=2, fontsize="x-small", frameon=False)
    return figure
