"""Whether the probabilities of one classifier or two are as large as what they predict is frequent."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp._support._validation import check_integer, check_probability
from bayescmp.comparison import Comparison, Evaluation
from bayescmp.metrics import (
    PROBABILITIES_REMEDY,
    ROC_AUC,
    answers_of,
    calibration_bins,
    calibration_of,
    design_effect,
    positive_label,
)
from bayescmp.plots._axes import NOMINAL, TEXT_SIZE, Axes, axes_or_new, drawn, legend_above, name_axes, names_apart
from bayescmp.plots._of_comparison import LOOKS, number
from bayescmp.plots._plot import Plot
from bayescmp.posteriors import BetaPosterior
from bayescmp.predictions import check_equal_records, groups_of, pair_of_names

_PRIOR = 0.5
_COLUMNS = 40
_NEAR = 0.2  # of the range: the ends that are so near are in view
_ROW, _HEIGHT = 0.12, 0.1  # from one histogram to the next, and of its highest column, of the range
_MARKS: tuple[dict[str, Any], ...] = ({"marker": "o"}, {"marker": "s", "markerfacecolor": "white"})


@dataclass(frozen=True, kw_only=True, eq=False)
class ClassProbabilities:
    """Probabilities of one class by one classifier or two, on all validations that all of them answered."""

    names: tuple[str, ...]
    label: object
    given: Floats  # (1 or 2, n_validations)
    positive: Booleans  # whether the record is of the class
    record: Integers
    group: Integers | None  # None where records are independent

    @property
    def weights(self) -> Floats:
        """What each validation counts, so that every record counts 1."""
        return 1 / np.bincount(self.record)[self.record]


def plot_calibration(
    predictions: xr.Dataset | Evaluation | Comparison,
    first: str | None = None,
    second: str | None = None,
    *,
    pos_label: object = None,
    bins: int = 10,
    ci_prob: float = 0.95,
    ax: Axes | None = None,
    size: str | None = None,
) -> Axes:
    r"""Plot how often records are of a class, against the probability of it that they were given.

    On the dotted line probabilities are calibrated; below it they are too large, above it too small. A mark is a bin of
    records with similar probabilities, whiskers are the credible interval of the share of the class among such records.
    Predictions of all folds and repeats are pooled. The histograms below tell where probabilities lie, the first
    classifier's above the second's, each as high as the other. The axes have the range of marks and whiskers; what lies
    beyond it is counted below. The legend has the slope of the recalibration, 1 of calibrated probabilities,
    and calibration in the large, 0 where they are right on average, as from `metrics.calibration`, with confidence
    intervals.

    In a cross-validation whiskers tell what other records would change, not what other training sets would change.

    Parameters
    ----------
    predictions : Dataset, Evaluation or Comparison
        With probabilities: as from ``cross_val_predictions(..., probabilities=True)``, or from `probabilities`; or what
        `evaluate` or `compare` made of them.
    first, second : str, optional
        The two classifiers; may be left out where there are no more, or one.
    pos_label, bins
        As in `bayescmp.metrics.calibration`.
    ci_prob : float, default 0.95
        Probability of the intervals, which have equal tails.
    ax, size
        As in `plot_result`.

    Raises
    ------
    ValueError
        If `predictions` hold no probabilities, no independent records, or none that all classifiers answered.

    Notes
    -----
    On a hold-out with missing answers the bins are of the records that all classifiers answered. A record that m
    repeats validate counts 1/m in each, so that a bin holds n records, k of them of the class, both perhaps with
    fractions. A mark is the mean probability in the bin and k/n; the interval is that of the posterior
    :math:`\mathrm{Beta}(k + 1/2, n - k + 1/2)` [1]_. A bin takes the probabilities together: within it they may be off
    in both directions.

    Where records come in groups, n and k in the posterior are divided by a design effect: how many times the shares of
    all bins vary as they would with independent records, by the sums of groups, and 1 or more.

    Both intervals of the legend are those of the t distribution with G - 1 degrees of freedom and the
    cluster-robust variance, times G/(G - 1), of G records or groups (status D).

    References
    ----------
    .. [1] L. D. Brown, T. T. Cai and A. DasGupta, "Interval Estimation for a Binomial Proportion", Statistical
       Science 16(2), 2001. :doi:`10.1214/ss/1009213286`

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> y_prob = {"a": [[0.9, 0.1], [0.7, 0.3], [0.2, 0.8]], "b": [[0.5, 0.5], [0.5, 0.5], [0.3, 0.7]]}
    >>> p = bc.probabilities([0, 0, 1], y_prob, y_pred={"a": [0, 0, 1], "b": [0, 0, 1]})
    >>> ax = bc.plots.plot_calibration(p)
    >>> handles, names = ax.get_legend_handles_labels()
    >>> {name.partition(":")[0]: handle.get_xydata().tolist() for name, handle in zip(names, handles)}
    {'a': [[0.1, 0.0], [0.3, 0.0], [0.8, 1.0]], 'b': [[0.5, 0.0], [0.7, 1.0]]}
    >>> plt.close(ax.get_figure())
    """
    from matplotlib.ticker import MaxNLocator

    check_integer("bins", bins, least=1)
    check_probability("ci_prob", ci_prob)
    found = probabilities_of_class(predictions, first, second, pos_label)
    ax = axes_or_new(ax, size)
    ax.plot([0, 1], [0, 1], zorder=1, **NOMINAL)
    of_bins = [_bins(found, given, bins, ci_prob) for given in found.given]
    low, high = _range(np.concatenate([ends for mean, _, *whiskers in of_bins for ends in (mean, *whiskers)]))
    reach = high - low
    of_both = zip(names_apart(found.names), found.given, of_bins, LOOKS[::2], strict=False)
    for row, (name, given, (mean, share, lower, upper), look) in enumerate(of_both):
        ax.vlines(mean, lower, upper, color=look["color"], linewidth=0.8, zorder=2)
        label = f"{name}: {_recalibrated(found, given, bins, ci_prob)}"
        ax.plot(mean, share, linewidth=1.0, markersize=3.8, zorder=3, label=label, **look, **_MARKS[row])
        heights, edges = np.histogram(given, _COLUMNS, range=(low, high), weights=found.weights)
        base = low - _ROW * (row + 1) * reach
        columns = base + _HEIGHT * reach * heights / (heights.max() or 1)
        ax.stairs(columns, edges, baseline=base, fill=True, color=look["color"], zorder=1)
    outside = int(((found.given < low) | (found.given > high)).sum())
    end = " or ".join(number(one, ".2g") for one, edge in ((low, 0.0), (high, 1.0)) if one != edge)
    beyond = f"\n({outside:,} predictions beyond {end} not shown)" if outside else ""
    label = drawn(found.label)
    name_axes(ax, f"predicted probability of {label}{beyond}", f"observed share of {label}", TEXT_SIZE)
    margin, lowest = 0.02 * reach, low - (_ROW * len(of_bins) + 0.02) * reach
    ax.set(xlim=(low - margin, high + margin), ylim=(lowest, high + margin), aspect="equal")
    ticks = [tick for tick in MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high) if low <= tick <= high]
    ax.set(xticks=ticks, yticks=ticks)
    legend_above(ax, loc="lower center", across=0.5)
    return ax


def probabilities_of_class(
    predictions: object, first: str | None, second: str | None, pos_label: object
) -> ClassProbabilities:
    """Return the probabilities of a class."""
    if isinstance(predictions, Evaluation | Comparison):
        pos_label = predictions.evidence.metric.positive if pos_label is None else pos_label
        predictions = predictions.evidence.predictions
    data = check_equal_records(predictions, may_lack=True)
    if "y_prob" not in data:
        raise ValueError(
            f"`predictions` must hold predicted probabilities, `y_prob`, but hold labels alone. {PROBABILITIES_REMEDY}"
        )
    names = tuple(map(str, data["classifier"].to_numpy()))
    if len(names) != 1 or first not in {None, *names} or second is not None:
        names = pair_of_names(names, first, second)
    labels = data["label"].to_numpy().tolist()
    label = positive_label("calibration", labels, pos_label)
    answers = answers_of(data.sel(classifier=list(names)), ROC_AUC)
    both = answers.answered.all(axis=0)
    if not both.any():
        raise ValueError(
            f"`predictions` must have a record that {' and '.join(map(repr, names))} answered, but have none."
        )
    column, groups, record = labels.index(label), groups_of(data), np.nonzero(both)[1]
    return ClassProbabilities(
        names=names, label=labels[column], given=answers.given[:, both, column],
        positive=answers.best[both, column] == 1, record=np.unique(record, return_inverse=True)[1],
        group=None if groups is None else groups[record],
    )  # fmt: skip


def _bins(found: ClassProbabilities, given: Floats, bins: int, ci_prob: float) -> list[Floats]:
    """Return mean probability and share of the class in each bin, and both ends of the interval of the share."""
    of_records = given, found.positive, found.weights, bins
    mean, of_class, of_all = calibration_bins(*of_records)
    effect = 1.0 if found.group is None else design_effect(*of_records, found.group)
    a, b = (xr.DataArray(weight / effect + _PRIOR, dims="bin") for weight in (of_class, of_all - of_class))
    interval = BetaPosterior(name="share", a=a, b=b).interval(ci_prob)
    return [mean, of_class / of_all, np.asarray(interval.low), np.asarray(interval.high)]


def _range(seen: Floats) -> tuple[float, float]:
    """Return the part of 0 to 1 that holds all that is seen, 0 or 1 too where they are near."""
    low, high = float(seen.min()), float(seen.max())
    near = _NEAR * (high - low)
    return (0.0 if low <= near else low), (1.0 if high >= 1 - near else high)


def _recalibrated(found: ClassProbabilities, given: Floats, bins: int, ci_prob: float) -> str:
    """Write slope and calibration in the large with the ends of their intervals, in a line each."""
    cluster = found.record if found.group is None else found.group
    fit = calibration_of(given, found.positive, found.weights, bins, cluster, ci_prob)
    slope, large = _two(fit.slope, fit.slope_interval), _two(fit.in_the_large, fit.in_the_large_interval)
    return f"slope {slope}\nin the large {large}"


def _two(value: float, ends: tuple[float, float]) -> str:
    if np.isnan(value):
        return "unknown"
    low, high = (number(end, ".2f") for end in ends)
    return number(value, ".2f") + ("" if np.isnan(ends).any() else f" [{low}, {high}]")


def _applies(result: Any) -> bool:
    if not isinstance(result, Comparison | Evaluation) or result.evidence.metric.needs != "probabilities":
        return False
    has = result.evidence.predictions
    return len(result.observed) <= 2 and has is not None and "y_prob" in has and has.sizes["label"] == 2


CALIBRATION_PLOT = Plot(
    name="calibration-curve", draw=plot_calibration, applies=_applies, height=lambda _: 4.0, printed=True,
    caption=lambda _: (
        "Calibration: how often records are of a class, against the probability of it that they were given; on the "
        "dotted line both are the same. Whiskers are 95 % intervals, histograms tell where probabilities lie."
    ),
)  # fmt: skip
