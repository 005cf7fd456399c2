"""How the probabilities of the three outcomes depend on what an analysis assumes."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import check_choice
from bayescmp.comparison import Comparison
from bayescmp.comparison._checked import check_comparison
from bayescmp.design import TWO_FOLD
from bayescmp.methods import measured_excess
from bayescmp.plots._axes import NOMINAL, Axes, axes_or_new, finish
from bayescmp.plots._of_comparison import LOOKS, number, outcome_names, warning_words
from bayescmp.plots._plot import Plot
from bayescmp.results import regions
from bayescmp.tables import effective_table

_POINTS = 41
_LINEAR = 0.1  # up to here the axis of tau is linear, then logarithmic
_SEEN_TAU, _LARGEST_TAU = 5.0, 60.0
_BOUND = 0.5  # of the correlations, in the paper


def plot_sensitivity(comparison: Comparison, *, over: str, ax: Axes | None = None, size: str | None = None) -> Axes:
    r"""Plot the probabilities of first better, equivalent and second better against an assumption.

    A decision that holds over the plausible part of the axis does not rest on the assumption.

    Parameters
    ----------
    comparison : Comparison
        As from `compare`.
    over : {"tau", "rope", "rho"}
        "tau": the variance that training sets add, in units of the sampling variance, for the crossed effects; with the
        tipping point, up to which the outcome is decided, and the values that were measured for pairs of common
        classifiers as short strokes. "rope": the half-width of the region of practical equivalence, at any inference.
        "rho": the correlations of folds, rho1 = rho2, up to the bound of 1/2 that the effective table takes, for an
        m x 2 block-regularized cross-validation.
    ax, size
        As in `plot_result`.

    Raises
    ------
    ValueError
        If `over` does not apply to the comparison.

    Notes
    -----
    The probabilities over tau are those given tau (``comparison.posterior.given_tau``), with the rope of the
    comparison; those over rho are of the effective table with these correlations and the variance of independent
    records in a fold (phi = 1), whatever the decision rests on; `bayescmp.comparison.correlation_sensitivity` takes
    others. The axis of tau is linear up to 0.1 and logarithmic beyond; measured values below 0, which estimates may
    be, are drawn at 0.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> ax = bc.plots.plot_sensitivity(bc.compare(table, rope=0.02), over="rope")
    >>> ax.get_xlabel()
    'half-width of the rope (proportion)'
    >>> plt.close(ax.get_figure())
    """
    check_comparison(comparison)
    check_choice("over", over, tuple(_DRAW))
    applies = {
        "tau": _has_tau(comparison),
        "rope": True,
        "rho": comparison.design.kind == TWO_FOLD and comparison.evidence.metric.counts_errors,
    }
    if not applies[over]:
        possible = " or ".join(repr(word) for word, does in applies.items() if does)
        raise ValueError(
            f"`over` must be {possible} for {comparison.resampling} and the method {comparison.method.name!r}, "
            f"but got {over!r}."
        )
    ax = axes_or_new(ax, size)
    _DRAW[over](ax, comparison)
    return ax


def _has_tau(comparison: Comparison) -> bool:
    return comparison.method.has_given_tau and comparison.tipping_point is not None


def _over_tau(ax: Axes, comparison: Comparison) -> None:
    posterior: Any = comparison.posterior
    tipping: Any = comparison.tipping_point
    highest = max(_SEEN_TAU, min(1.25 * tipping.tau, _LARGEST_TAU))
    tau = np.concatenate([np.linspace(0, _LINEAR, 11), np.geomspace(_LINEAR, highest, _POINTS)[1:]])
    _lines(ax, comparison, tau, lambda value: regions(posterior.given_tau(value).difference, comparison.settings))
    measured = measured_excess()
    ax.plot(
        measured.clip(min=0), np.full(measured.size, -0.045), "|", color="0.3", markersize=5, markeredgewidth=0.5,
        label=f"{measured.size} measured pairs",
    )  # fmt: skip
    ax.set_xscale("symlog", linthresh=_LINEAR, linscale=0.5)
    if 0 < tipping.tau <= highest:
        _mark(ax, tipping.tau, f"tipping point {number(tipping.tau, '.2g')}")
    finish(ax, ylabel="posterior probability", xlabel="tau, variance by training sets / by sampling")
    ax.set(xlim=(-0.006, highest), ylim=(-0.08, 1.03))
    ticks = [tick for tick in (0, 0.1, 0.3, 1, 3, 10, 30) if tick <= highest]
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.set_xticks([], minor=True)


def _over_rope(ax: Axes, comparison: Comparison) -> None:
    mean, sd = comparison.difference.mean, comparison.difference.sd
    bounds = sorted({-comparison.rope[0], comparison.rope[1]} - {0.0})
    metric = comparison.evidence.metric
    highest = metric.within(max([*(1.5 * bound for bound in bounds), abs(mean) + 2.5 * sd]), 0.999)
    width = np.union1d(np.linspace(0, highest, _POINTS), bounds)
    _lines(ax, comparison, width, lambda to: regions(comparison.difference, comparison.settings, (-to, to)))
    for bound in bounds:
        _mark(ax, bound, f"rope {number(bound)}")
    ax.set_xlim(0, highest)
    unit = "proportion" if metric.counts_errors else f"in units of {metric.noun}"
    finish(ax, ylabel="posterior probability", xlabel=warning_words(comparison) + f"half-width of the rope ({unit})")


def _over_rho(ax: Axes, comparison: Comparison) -> None:
    def at(rho: float) -> Floats:
        table = effective_table(comparison.evidence.counts, rho1=rho, rho2=rho)
        return regions(comparison.of_table(table).difference, comparison.settings)

    _lines(ax, comparison, np.linspace(0, _BOUND, _POINTS), at)
    _mark(ax, _BOUND, "bound 1/2")
    ax.set_xlim(0, _BOUND * 1.03)
    finish(ax, ylabel="posterior probability", xlabel="correlation of folds, rho1 = rho2")


_DRAW: dict[str, Callable[[Axes, Comparison], None]] = {"tau": _over_tau, "rope": _over_rope, "rho": _over_rho}


def _lines(ax: Axes, comparison: Comparison, values: Array, at: Callable[[float], Floats]) -> None:
    """Draw the three probabilities at every value, and the threshold."""
    curves = np.array([at(float(value)) for value in values])
    for name, curve, look in zip(outcome_names(comparison), curves.T, LOOKS, strict=True):
        if curve.any():  # without a rope nothing is equivalent
            ax.plot(values, curve, linewidth=1.3, label=name, **look)
    ax.axhline(comparison.threshold, label=f"threshold {comparison.threshold:g}", **NOMINAL)
    ax.set_ylim(-0.03, 1.03)


def _mark(ax: Axes, value: float, label: str) -> None:
    ax.axvline(value, color="black", linewidth=0.8, dashes=(6, 2, 1, 2, 1, 2), label=label)


def _caption(comparison: Comparison) -> str:
    tau = comparison.tipping_point.tau  # type: ignore[union-attr]
    tips = "it is undecided even without such variance" if tau == 0 else f"the decision tips at {number(tau, '.2g')}"
    return (
        "Posterior probabilities against tau, the variance that training sets add over that of sampling; "
        f"{'the decision does not tip at any tau' if np.isinf(tau) else tips}. Strokes mark tau of "
        "other pairs of classifiers, as measured."
    )


TAU_PLOT = Plot(
    name="tau", draw=partial(plot_sensitivity, over="tau"), section="sensitivity",
    applies=lambda result: isinstance(result, Comparison) and _has_tau(result), height=lambda _: 2.8,
    caption=_caption,
)  # fmt: skip
