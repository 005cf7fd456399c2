"""Variances of experiments that are foreseen, and the probabilities of what they would decide."""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import scipy
from scipy import special

from bayescmp._support._typing import Floats
from bayescmp._support._validation import MOST_RECORDS
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._of_records import OfRecords
from bayescmp.comparison._stated import Stated, StatedRuns
from bayescmp.methods import VarianceParts
from bayescmp.posteriors._mixture import density_of_difference, scale_of
from bayescmp.results import Posterior, Settings, decisions, in_order

_EDGES = np.linspace(-6, 6, 513)  # of cells of the posterior of the difference, in its standard deviations
POWERS = (0.5, 0.8, 0.9)
_MANY = 10**4  # disagreements, above which posteriors are taken to be normal
_NEAR = 1e-12  # of the unit of a root, to which it is sought: `brentq` itself stops at a fixed distance
ASSURANCES = ("assurance_first_better", "assurance_equivalent", "assurance_second_better")


def right_decision(settings: Settings, stated: float | None) -> str:
    """Return the decision that is right at a stated difference; "" where there is none, and no records tell it."""
    low, high = settings.rope
    if stated is None or stated in {low, high}:
        return ""
    return str(decisions(in_order(np.array([stated < low, low < stated < high, stated > high], float), settings), 1.0))


def needed_records(settings: Settings, parts: OfRecords, stated: float, power: float) -> float:
    """Return how many records give a power, infinite where the most that there may be do not."""
    return least_numbers(lambda n: _power(settings, parts, n, parts.n_repeats, stated), [power])[power]


def least_numbers(probability: Callable[[int], float], powers: Sequence[float], first: int = 1) -> dict[float, float]:
    """Return the least numbers of records or runs with some probabilities, that grow with them but for steps."""
    power, found = cache(probability), {}
    for wanted in powers:
        least, most = first - 1, first
        while power(most) < wanted and most < MOST_RECORDS:
            least, most = most, min(2 * most, MOST_RECORDS)
        found[wanted] = least_number(power, wanted, least, most)
    return found


def least_number(
    probability: Callable[[int], float], wanted: float, least: int, most: int, parts: float = np.inf
) -> float:
    """Return the least number above `least` that has a probability, up to a part of it; infinite without."""
    if probability(most) < wanted:
        return np.inf
    while most - least > max(1, most // parts):
        half = (least + most) // 2
        least, most = (least, half) if probability(half) >= wanted else (half, most)
    return float(most)


def cells_of(difference: Posterior, widest: float | None, scale: float) -> tuple[Floats, Floats]:
    """Return the middles of cells of the difference, and their posterior probabilities under two priors, (cells, 2).

    The second are those of the prior by which both are alike, of this scale, in place of a flat one.
    """
    edges = difference.mean + difference.sd * _EDGES
    edges = edges if widest is None else np.clip(edges, -widest, widest)
    middle, flat = (edges[1:] + edges[:-1]) / 2, np.diff(difference.cdf(edges))
    probability = np.stack([flat, flat * density_of_difference(middle, np.diff(edges), scale)], axis=1)
    return middle, probability / probability.sum(axis=0)


def pooled_scale(comparison: Comparison) -> float:
    """Return the scale of the prior by which both are alike."""
    metric = comparison.evidence.metric
    return scale_of(metric.widest, np.array([metric.loss_of_value(one) for one in comparison.observed.values()]))


def foreseen(
    settings: Settings,
    parts: VarianceParts | OfRecords,
    n_records: float,
    n_repeats: float,
    likely: tuple[Floats, Floats] | None,
    stated: float | None,
) -> dict[str, float]:
    sd = parts.sd(n_records, n_repeats)
    row = {
        "n_records": n_records,
        "n_repeats": n_repeats,
        "sd": float(np.sqrt(parts.weights @ sd**2)),
        "width": 2 * _quantile(parts.weights, sd, (1 + settings.ci_prob) / 2),
    }
    if likely is not None:
        row |= smaller_assurances(_decisions(settings, parts.weights, sd, likely[0]) @ likely[1])
    if stated is None or not right_decision(settings, stated):
        return row
    return row | {"power": _power(settings, parts, n_records, n_repeats, stated)}


def smaller_assurances(averaged: Floats) -> dict[str, float]:
    """Return the smaller probability of each decision and of any, of those under two priors, (3, 2)."""
    smaller = dict(zip(ASSURANCES, averaged.min(axis=1).tolist(), strict=True))
    return smaller | {"assurance": float(averaged.sum(axis=0).min())}


def _power(
    settings: Settings, parts: VarianceParts | OfRecords, n_records: float, n_repeats: float, stated: float
) -> float:
    """Return the probability that the experiment decides what is true at a difference."""
    if isinstance(parts, Stated) and n_records * parts.disagreement <= _MANY:
        return parts.power(int(n_records), settings)
    return _rightly(
        settings, _decisions(settings, parts.weights, parts.sd(n_records, n_repeats), np.array([stated])), stated
    )


def foreseen_of_runs(settings: Settings, stated: StatedRuns, n_records: int, n_runs: int) -> dict[str, float]:
    """Return the row of a hold-out of algorithms that are trained several times, on average over what runs show."""
    chance, weights, sds = stated.posteriors(n_records, n_runs)
    difference, width, power = stated.hold_out.difference, 0.0, 0.0
    means = np.ones(1), float(np.sqrt(stated.of_mean(n_records, n_runs)))
    for share, weight, sd in zip(chance, weights, sds, strict=True):
        width += share * 2 * _quantile(weight, sd, (1 + settings.ci_prob) / 2)
        decided = _decisions(settings, weight, sd, np.array([difference]), means)
        power += share * _rightly(settings, decided, difference)
    sd = float(np.sqrt(chance @ (weights * sds**2).sum(axis=1)))
    row = {"n_records": n_records, "n_runs": n_runs, "n_repeats": 1, "sd": sd, "width": float(width)}
    return row | ({"power": float(power)} if right_decision(settings, difference) else {})


def _rightly(settings: Settings, decided: Floats, stated: float) -> float:
    """Return the probability, of (3, 1), of the decision that is right at a difference."""
    low, high = settings.rope
    return float(in_order(np.array([stated < low, low <= stated <= high, stated > high]), settings) @ decided[:, 0])


def _decisions(
    settings: Settings, weights: Floats, sd: Floats, true: Floats, means: tuple[Floats, float] | None = None
) -> Floats:
    """Probabilities that an experiment decides for each outcome at every true difference, (3, n_true).

    Its posterior is a mixture of normal ones of these sds, and so are its means around the truth, unless given.
    """
    low, high = settings.rope
    # The mean of the new experiment lies this far outside the rope where it decides, and so near its centre.
    outside = _quantile(weights, sd, settings.threshold)
    centre, inside = (low + high) / 2, _half_width_of_equivalence(settings, weights, sd)
    share, spread = means or (weights, sd)

    def below(bound: float) -> Floats:
        return special.ndtr((bound - true[:, None]) / spread) @ share

    around = below(low - outside), below(centre + inside) - below(centre - inside), 1 - below(high + outside)
    return in_order(np.stack(around, axis=-1), settings).T


def _quantile(weights: Floats, sd: Floats, probability: float) -> float:
    """Upper quantile of a mixture of normal distributions around 0."""
    most, near = special.ndtri(probability) * sd.max() * (1 + 1e-12), _NEAR * sd.max()
    return float(scipy.optimize.brentq(lambda x: weights @ special.ndtr(x / sd) - probability, 0, most, xtol=near))


def _half_width_of_equivalence(settings: Settings, weights: Floats, sd: Floats) -> float:
    """Return how far from the centre of the rope a mean may lie that is decided as equivalent; 0 if none is."""
    half = (settings.rope[1] - settings.rope[0]) / 2

    def excess(distance: float) -> float:
        within = special.ndtr((half - distance) / sd) - special.ndtr((-half - distance) / sd)
        return float(weights @ within) - settings.threshold

    return float(scipy.optimize.brentq(excess, 0, half, xtol=_NEAR * half)) if excess(0) > 0 else 0.0
