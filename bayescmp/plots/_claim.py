"""The plot of a verdict on reported numbers: the probability, or the difference, by what is not told."""

from functools import partial
from typing import Any

import numpy as np

from bayescmp.claims import Claim, Claims
from bayescmp.claims._readings import CORRELATION, OVERLAP
from bayescmp.content import PAPER
from bayescmp.plots._axes import COLOURS, NOMINAL, TEXT_SIZE, Axes, axes_or_new, drawn, finish, names_apart
from bayescmp.plots._interval_rows import draw_rows, finish_rows, height_of, intervals_of, name_rows
from bayescmp.plots._of_comparison import difference_label, number
from bayescmp.plots._plot import Plot, check_kind, of
from bayescmp.results import OUTCOMES, PROBABILITIES

_HIGHEST = 0.15
_INTERVAL: dict[str, Any] = {"color": COLOURS[2], "marker": "o"}
_BESIDE: dict[str, Any] = {"textcoords": "offset points", "fontsize": TEXT_SIZE}
_LABELS = {OVERLAP: "records that both get wrong", CORRELATION: "correlation of the folds"}


def plot_claim(result: Claim, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the probability of the likeliest outcome for every value of what is not told, and what is likely of it.

    A dotted line marks where it is decided, dots the values from which on: two where rounding widens the line. Where
    that is not a number, as what stands behind "+-", rows have the difference with its interval for each.

    Parameters
    ----------
    result : Claim
        As from `reported`.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> ax = bc.reported(error={"A": "0.088", "B": "0.095"}, n=1000).plot()
    >>> ax.get_xlabel()
    'records that both get wrong'
    >>> plt.close(ax.get_figure())
    """
    check_kind("result", result, Claim, "reported")
    ax = axes_or_new(ax, size, CLAIM_PLOT.height(result))
    if result.readings.kind in _LABELS:
        _draw_values(result, ax)
    else:
        rows = result.priors
        names = [name or "posterior" for name in rows.index]
        draw_rows(ax, names, intervals_of(rows, (True, _INTERVAL)), rope=result.settings.rope)
        finish_rows(ax, partial(difference_label, result), rows[["estimate", "low", "high"]])
    return ax


def _draw_values(result: Claim, ax: Axes) -> None:
    """Draw the probability, and how plausible it is, for every value of what is not told."""
    main, weights = next(iter(result.readings.weights.items()))
    outcome = int(np.argmax(result.probabilities))
    found = result.each[PROBABILITIES[outcome]]
    rows = result.each.assign(weight=weights, least=found, greatest=found)
    rows = rows.groupby("untold").agg({"least": "min", "greatest": "max", "weight": "sum"})
    has_width = len(rows) < len(found)
    label = "probability; its width: rounding" if has_width else "probability"
    ax.plot(rows.index, rows["least"], color=COLOURS[2], label=label)
    ax.fill_between(rows.index, rows["least"], rows["greatest"], color=COLOURS[2])
    likely, across = _HIGHEST * rows["weight"] / rows["weight"].max(), ax.get_xaxis_transform()
    label = "plausibility of each value (relative)"
    ax.fill_between(rows.index, 0, likely, color="0.8", zorder=0, label=label, transform=across)
    ax.axhline(result.probabilities[outcome], color=COLOURS[1], linewidth=0.8, ls="--", zorder=1, label=main)
    ax.axhline(result.settings.threshold, zorder=1, label="decided beyond", **NOMINAL)
    edges = ("greatest", (-3, 4), "right"), ("least", (3, -9), "left")
    for edge, offset, side in edges[: 1 + has_width]:
        decided = rows.index[rows[edge] >= result.settings.threshold]
        for value in {*decided[[0, -1]]} - {rows.index[0], rows.index[-1]} if len(decided) else ():
            ax.plot(value, rows.at[value, edge], "o", color="black", markersize=3.5)
            words = f"decided {'from' if value == decided[0] else 'to'} {number(value, ',.4g')}"
            ax.annotate(words, (value, rows.at[value, edge]), offset, ha=side, **_BESIDE)
    probable = drawn(result.content.decision_words(OUTCOMES[outcome]))
    finish(ax, xlabel=_LABELS[result.readings.kind], ylabel=f"P({probable})")


def _caption(result: Claim) -> str:
    said, (main, *others) = result.content, result.readings.weights
    untold = f", by {said.untold}, which is not reported" if others else ""
    if result.readings.kind in _LABELS:
        width = "" if result.each["untold"].is_unique else "; the width of the line is all that rounds to these numbers"
        return (
            f"Probability that {said.outcome}{untold}{width}. Beyond the dotted line it is decided, and dots are where "
            f"that begins. The other line is the probability {main}, the grey area, which has no scale, how "
            "plausible each value is, relative to the most plausible one."
        )
    return f"Difference {said.direction(PAPER).partition(';')[0]} with {said.interval_words()} intervals{untold}."


CLAIM_PLOT = Plot(
    name="what-is-untold", draw=plot_claim, applies=of(Claim), caption=_caption,
    height=lambda result: 2.4 if result.readings.kind in _LABELS else height_of(len(result.priors)),
)  # fmt: skip


def plot_claims(result: Claims, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    r"""Plot for each pair how probably the first is better: as in other pairs, and whatever is not told.

    Parameters
    ----------
    result : Claims
        As from `reported` of three systems or more.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> ax = bc.reported(accuracy={"A": ".912", "B": ".905", "C": ".85"}, n=1000).plot()
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['A,\nB', 'A,\nC', 'B,\nC']
    >>> plt.close(ax.get_figure())
    """
    check_kind("result", result, Claims, "reported")
    ax = axes_or_new(ax, size, CLAIMS_PLOT.height(result))
    rows = result.summary()
    ax.hlines(rows.index, rows["least"], rows["greatest"], color=COLOURS[2], label="whatever is not told")
    ax.plot(rows[PROBABILITIES[0]], rows.index, "o", color=COLOURS[0], markersize=4.0, label="as in other pairs")
    low, high = rows["least"].min(), rows["greatest"].max()
    ends = sorted((result.settings.threshold, 1 - result.settings.threshold), key=lambda end: abs(2 * end - low - high))
    for end in ends:
        ax.axvline(end, zorder=1, **NOMINAL)
    shown = dict(zip(result.observed, names_apart(result.observed), strict=True))
    name_rows(ax, [f"{shown[one]},\n{shown[other]}" for one, other in result.claims])
    finish(ax, xlabel="P(the one named first is better)")
    low, high = min(low, ends[0]), max(high, ends[0])  # with the nearer line
    ax.set_xlim(low - 0.05 * (high - low), high + 0.05 * (high - low))
    return ax


CLAIMS_PLOT = Plot(
    name="every-two", draw=plot_claims, applies=of(Claims),
    height=lambda result: height_of(1.7 * len(result.claims)), caption=lambda _: (
        "Probability that the first of each pair is better: as in other pairs (dots), and over all values of "
        "what is not reported (lines); beyond the dotted lines it is decided."
    ),
)  # fmt: skip
