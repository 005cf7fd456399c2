"""The plot of a verdict on reported numbers: the probability by what is not told."""

from bayescmp.claims import Claim, Claims
from bayescmp.claims._readings import CORRELATION, OVERLAP, SPREAD, SPREADS
from bayescmp.content import name_text
from bayescmp.plots._axes import COLOURS, NOMINAL, Axes, axes_or_new, drawn, finish, names_apart
from bayescmp.plots._interval_rows import height_of, name_rows
from bayescmp.plots._plot import Plot, check_kind, of
from bayescmp.results import PROBABILITIES

_HIGHEST, _MIDDLE = 0.15, 0.5
_BARS = 40  # of what is likely
_PLAUSIBLE = " The grey area is how plausible each value is, relative to the most plausible one."
_LABELS = {OVERLAP: "records that both get wrong", CORRELATION: "correlation of the folds"}


def plot_claim(result: Claim, *, ax: Axes | None = None) -> Axes:
    """Plot the probability that the first is better for every value of what is not told, and what is likely of it.

    Dotted lines mark where one of both is decided to be better.

    Parameters
    ----------
    result : Claim
        As from `reported`.
    ax : matplotlib Axes, optional
        Where to draw, as in `plot_result`; None makes a new figure.

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
    ax = axes_or_new(ax, CLAIM_PLOT.height(result))
    kind, weights = result.readings.kind, next(iter(result.readings.weights.values()))
    rows = (
        result.each.assign(weight=weights)
        .groupby("untold")
        .agg(least=(PROBABILITIES[0], "min"), greatest=(PROBABILITIES[0], "max"), weight=("weight", "sum"))
    )
    if kind in _LABELS:
        ax.plot(rows.index, rows["least"], color=COLOURS[2], label="probability")
        ax.fill_between(rows.index, rows["least"], rows["greatest"], color=COLOURS[2])
        likely = _HIGHEST * rows["weight"] / rows["weight"].max()
        ax.fill_between(rows.index, 0, likely, color="0.8", zorder=0, label="plausibility of each value (relative)")
    else:
        ax.vlines(rows.index, rows["least"], rows["greatest"], color=COLOURS[2], linewidth=2.0)
        ax.plot(rows.index, rows["least"], "_", rows.index, rows["greatest"], "_", color=COLOURS[2], markersize=7.0)
    for end in (result.settings.threshold, 1 - result.settings.threshold):
        ax.axhline(end, zorder=1, label="decided beyond" if end > _MIDDLE else None, **NOMINAL)
    finish(ax, xlabel=_LABELS.get(kind, result.content.untold), ylabel=f"P({drawn(result.first, 16)} better)")
    ax.set_ylim(-0.03, 1.03)
    if kind not in _LABELS:
        ax.set_xticks(rows.index, SPREADS if kind == SPREAD else [""] * len(rows))
        ax.margins(x=0.2)
    return ax


CLAIM_PLOT = Plot(
    name="what-is-untold", draw=plot_claim, applies=of(Claim), height=lambda _: 2.4,
    caption=lambda result: (
        f"Probability that {name_text(result.first)} is better, by {result.content.untold}, which is not reported; "
        "beyond the dotted lines it is decided." + _PLAUSIBLE * (result.readings.kind in _LABELS)
    ),
)  # fmt: skip


def plot_claims(result: Claims, *, ax: Axes | None = None) -> Axes:
    """Plot for each pair how probably the first is better: as in other pairs, and whatever is not told.

    Parameters
    ----------
    result : Claims
        As from `reported` of three systems or more.
    ax : matplotlib Axes, optional
        Where to draw, as in `plot_result`; None makes a new figure.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> ax = bc.reported(accuracy={"A": ".912", "B": ".905", "C": ".85"}, n=1000).plot()
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['A, B', 'A, C', 'B, C']
    >>> plt.close(ax.get_figure())
    """
    check_kind("result", result, Claims, "reported")
    ax = axes_or_new(ax, CLAIMS_PLOT.height(result))
    rows = result.summary()
    ax.hlines(rows.index, rows["least"], rows["greatest"], color=COLOURS[2], label="whatever is not told")
    ax.plot(rows[PROBABILITIES[0]], rows.index, "o", color=COLOURS[0], markersize=4.0, label="as in other pairs")
    for end in (result.settings.threshold, 1 - result.settings.threshold):
        ax.axvline(end, zorder=1, **NOMINAL)
    shown = dict(zip(result.observed, names_apart(result.observed), strict=True))
    name_rows(ax, [f"{shown[one]}, {shown[other]}" for one, other in result.claims])
    finish(ax, xlabel="P(the one named first is better)")
    ax.set_xlim(-0.03, 1.03)
    return ax


CLAIMS_PLOT = Plot(
    name="every-two", draw=plot_claims, applies=of(Claims), height=lambda result: height_of(len(result.claims), 1.0),
    caption=lambda _: (
        "Probability that the first of each pair is better: as in other pairs (dots), and over all values of "
        "what is not reported (lines); beyond the dotted lines it is decided."
    ),
)  # fmt: skip
