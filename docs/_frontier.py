"""Pictures of type I error rate against power: of methods over many pairs, and by the number of repeats."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

_NAMES = {
    "crossed-effects": "crossed effects, the default", "crossed-effects, cautious": "crossed effects, cautious",
    "crossed-effects, at the first decision": "crossed effects, at the first decision",
    "crossed-effects, cautious, at the first decision": "crossed effects, cautious, at the first decision",
    "effective-table": "effective table", "bcv_mcnemar": "McNemar on effective table",
    "calibrated_5x2_bcv_f": "calibrated F of 5 x 2", "combined_5x2_f": "combined F of 5 x 2",
    "fold-correlation": "fold correlations", "t_5x2": "t test of 5 x 2", "blocked_3x2_t": "t test of blocked 3 x 2",
    "corrected_repeated_holdout_t": "corrected t test, hold-outs", "holdout_mcnemar": "McNemar, one hold-out",
    "corrected_repeated_kfold_t": "corrected t test, repeated folds", "proportions_f1": "test of two proportions",
    "bootstrap_f1": "bootstrap", "posterior_f1": "posterior of counts",
}  # fmt: skip
_PANELS = (
    ("type I error rate", (("size", "mean over pairs", "o", "black"), ("worst", "worst pair", "v", "white"))),
    ("share", (("power", "mean power", "o", "black"), ("above", "pairs above .055", "s", "white"))),
)
_LEVEL = 0.05


def named(summary: pd.DataFrame) -> pd.DataFrame:
    """Return a table with the names that people give the methods."""
    return summary.assign(method=[_NAMES.get(name, name) for name in summary["method"]])


def draw_frontier(summary: pd.DataFrame) -> plt.Figure:
    """Draw type I error rates of each method in one panel, power and share of pairs above .055 in the other."""
    shown = summary.dropna(subset=["power", "size", "above", "worst"]).sort_values("power", kind="stable")
    figure, axes = plt.subplots(1, 2, figsize=(7.0, 2.8), sharey=True, layout="constrained")
    for ax, (label, marks) in zip(axes, _PANELS, strict=True):
        ax.hlines(range(len(shown)), 0, 1, transform=ax.get_yaxis_transform(), color="0.85", lw=0.6, zorder=1)
        for column, name, marker, fill in marks:
            ax.plot(shown[column], range(len(shown)), marker, color="black", mfc=fill, ms=4.5, mew=0.8, label=name)
        ax.set(xlabel=label, xlim=(0, None))
    axes[0].axvline(_LEVEL, color="black", linestyle=":", linewidth=1.0, label=f"nominal level {_LEVEL:g}")
    axes[0].set_yticks(range(len(shown)), named(shown)["method"])
    for ax in axes:
        ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, fontsize="x-small", frameon=False)
    return figure


def draw_repeats(summary: pd.DataFrame) -> plt.Figure:
    """Draw the mean type I error rate of each method against its power, a curve over the numbers of repeats."""
    figure, ax = _axes()
    shown = named(summary).dropna(subset=["power", "size"]).sort_values("repeats", kind="stable")
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
