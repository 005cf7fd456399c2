"""The plot of a gate: the difference in each task, beside the drop that does not matter."""

from typing import Any

from bayescmp.content import name_text
from bayescmp.gates import Gate
from bayescmp.gates._gate import BLOCK, OPEN, PASS, WARN
from bayescmp.plots._axes import COLOURS, Axes, axes_or_new, drawn, names_apart
from bayescmp.plots._interval_rows import draw_rows, finish_rows, height_of, intervals_of
from bayescmp.plots._plot import Plot, check_kind, of

_LOOKS: dict[str, dict[str, Any]] = {
    BLOCK: {"marker": "s", "color": COLOURS[1]},
    WARN: {"marker": "D", "color": COLOURS[1]},
    OPEN: {"marker": ".", "color": "0.5"},
    PASS: {"marker": "o", "color": COLOURS[2]},
}
_DROP: dict[str, Any] = {"color": "black", "markersize": 9, "markeredgewidth": 1.4, "label": "allowed drop"}


def plot_gate(result: Gate, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot for each task the difference with its interval, and how far it may drop.

    Parameters
    ----------
    result : Gate
        As from `gate`.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> right = {"new": [1] * 300 + [0] * 100, "baseline": [1] * 290 + [0] * 110}
    >>> predictions = bc.verdicts(right, task=["easy", "hard"] * 200)
    >>> ax = bc.plots.plot_gate(bc.gate(predictions, {"default": {"drop": 0.02}}))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['together', 'easy', 'hard']
    >>> plt.close(ax.get_figure())
    """
    frame = check_kind("result", result, Gate, "gate").content.frame
    rows = frame[frame["low"].notna()].rename(columns={"difference": "estimate"})
    ax = axes_or_new(ax, size, GATE_PLOT.height(result))
    looks = [(rows["verdict"] == verdict, {"label": verdict, **look}) for verdict, look in _LOOKS.items()]
    draw_rows(ax, names_apart(rows.index, ax), intervals_of(rows, *looks), rope=(0.0, 0.0))
    greater = [one.settings.greater_is_better for one in map(result.rows.__getitem__, rows.index)]
    drops = [-drop if more else drop for drop, more in zip(rows["drop"], greater, strict=True)]
    ax.plot(drops, range(len(rows)), "|", **_DROP)
    who = f"{drawn(result.new, 16)} − {drawn(result.baseline, 16)}"
    label, ends = f"{result.content.noun or 'difference'}, {who}", rows[["estimate", "low", "high"]]
    finish_rows(ax, lambda _: label, ends, digits=result.content.digits)
    return ax


GATE_PLOT = Plot(
    name="gate", draw=plot_gate, applies=of(Gate), height=lambda result: height_of(len(result.rows)),
    caption=lambda result: (
        f"Difference {name_text(result.new)} - {name_text(result.baseline)} in each task, with its "
        f"{result.content.interval_words()} interval; ticks mark the largest drop that the policy allows."
    ),
)  # fmt: skip
