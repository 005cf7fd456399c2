"""How sure a larger experiment would be: more records, more repeats."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import optimize, stats

from bayescmp._results import Posterior, in_one_line
from bayescmp._text import listed, shown
from bayescmp._typing import Floats
from bayescmp._validation import MOST_RECORDS, check_integer, check_list, check_number
from bayescmp.comparison._comparison import Comparison, check_errors
from bayescmp.levels import CrossedEffects, VarianceParts, measured_repeats
from bayescmp.levels._crossed_effects_level import variance_parts

_EDGES = np.linspace(-6, 6, 65)  # of cells of the posterior of the difference, in its standard deviations
_FACTORS = (1, 2, 4)
_ASSURANCES = ("assurance_first_better", "assurance_equivalent", "assurance_second_better")


_CAVEAT = (
    "Assurance is the probability of a decision, averaged over the posterior of the difference. It is not power, the "
    "probability of the right decision at one stated difference. Both take the difference to stay as it is. It does "
    "not: a larger experiment trains on more records, and algorithms trained on more differ by another amount."
)
_SAFER = (
    " More repeats do not only narrow the interval, they tell how much training sets add, which this table does not "
    "foresee: as measured with the default prior, 95% intervals of m x 2 cross-validations miss the difference in {} "
    "of samples."
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Assurance:
    """How sure larger experiments would be.

    Attributes
    ----------
    table : DataFrame
        One row per number of records and of repeats: `n_records`, `n_repeats`; `sd` and `width`, the standard deviation
        of the posterior of the difference and the width of its interval, in proportions; `assurance_first_better`,
        `assurance_equivalent`, `assurance_second_better`, the probabilities that the experiment decides so, averaged
        over the posterior of the difference, and `assurance`, their sum; with a stated difference also `power`, the
        probability that the experiment decides what is true at it.
    difference : float or None
        The difference at which `power` is stated.
    """

    table: pd.DataFrame
    difference: float | None
    __repr__ = in_one_line

    def __str__(self) -> str:
        shown = self.table.rename(columns={name: name.removeprefix("assurance_") for name in self.table})
        shown.columns = shown.columns.str.replace("_better", "")
        at = "" if self.difference is None else f" Power is at a difference of {self.difference:g}."
        safer = _SAFER.format(_sizes_by_repeats()) if len(set(shown["n_repeats"])) > 1 else ""
        table = shown.to_string(index=False, float_format="{:.3f}".format, formatters={"n_repeats": "{:g}".format})
        return f"{table}\n\n{textwrap.fill(_CAVEAT + safer + at, 80)}"


def plan(
    comparison: Comparison,
    *,
    n_records: Sequence[int] | None = None,
    n_repeats: Sequence[float] | None = None,
    difference: float | None = None,
) -> Assurance:
    r"""Foresee how wide the interval of a larger experiment would be, and how probably it would decide.

    Parameters
    ----------
    comparison : Comparison
        Made with `level="crossed-effects"`.
    n_records : sequence of int, optional
        Numbers of records to foresee, all validated in every repeat; once, twice and four times those of the comparison
        by default.
    n_repeats : sequence of int, optional
        Numbers of repeats of the cross-validation; `math.inf` shows what no number of repeats goes beyond. By default
        once, twice and four times those of the comparison, and infinitely many.
    difference : float, optional
        True difference err(first) - err(second) at which to state the power as well, a proportion.

    Returns
    -------
    Assurance
        Its `table` has a row per number of records and of repeats.

    Raises
    ------
    TypeError
        If `comparison` is not a Comparison, or a number is of the wrong kind.
    ValueError
        If the comparison was made at another level or does not validate every record in every repeat, a number is out
        of range, or other numbers of repeats are asked for after one repeat, which cannot tell the effects of records
        from chance.

    Notes
    -----
    The variance of the mean difference over n records in m repeats, given tau, is

    .. math:: (\sigma_u^2 + \sigma_e^2) \left(\frac{s}{n} + \frac{1 - s}{n m} + \frac{\tau}{n}\right)

    for two-fold designs, with the share s of the record effects: more repeats shrink the middle term only. Its parts
    are those of the comparison, tau has its posterior there and is taken to stay the same as training sets grow, and
    posteriors are taken to be normal given tau, an approximation. What is foreseen is a new experiment on new records,
    decided by itself, at the interval and threshold of the comparison.

    The assurance is an average over the posterior of the difference [1]_: over worlds like this one,
    it is the share of the experiments that decide. Power is the probability of the right decision at a stated
    difference. Neither knows that the difference itself changes with the size of the training sets: see the page on
    crossed effects for what was promised and what happened.

    References
    ----------
    .. [1] A. O'Hagan, J. W. Stevens and M. J. Campbell, "Assurance in clinical trial design", Pharmaceutical
       Statistics 4(3), 2005. :doi:`10.1002/pst.175`

    Examples
    --------
    >>> import math
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> X, y = load_iris(return_X_y=True)
    >>> p = bc.cross_val_predictions({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, X, y, random_state=0)
    >>> foreseen = bc.plan(bc.compare(p), n_records=[150, 600], n_repeats=[5, math.inf], difference=0.02)
    >>> bool((foreseen.table["width"].diff().dropna() < 0).all())
    True
    """
    parts = _parts_of(comparison)
    records = [parts.n_records * k for k in _FACTORS] if n_records is None else check_list("n_records", n_records)
    records = [check_integer("n_records", value, least=1, most=MOST_RECORDS) for value in records]
    repeats = _repeats(parts, n_repeats)
    stated = None if difference is None else _checked(difference)
    likely = _cells_of(comparison.difference)
    rows = [_row(comparison, parts, n, m, likely, stated) for n in records for m in repeats]
    return Assurance(table=pd.DataFrame(rows), difference=stated)


def _sizes_by_repeats() -> str:
    first, *others = measured_repeats()
    parts = [f"{first.size:.1%} (m = {first.n_repeats})", *(f"{one.size:.1%} ({one.n_repeats})" for one in others)]
    return listed(parts)


def _parts_of(comparison: Comparison) -> VarianceParts:
    check_errors(comparison)
    if not comparison.level.has_given_tau:
        raise ValueError(
            f"`comparison` must be made with level={CrossedEffects.name!r}, but it is {comparison.level.name!r}: only "
            "that level tells what records, repeats and training sets add. Compare the predictions of a "
            "cross-validation."
        )
    n_repeats = comparison.design.n_repeats
    if comparison.design.n_records * n_repeats != int(comparison.evidence.counts.sum()):
        raise ValueError(
            f"`comparison` must validate every record in every repeat, but got {comparison.resampling}: what more "
            "hold-outs add is not known. Compare a cross-validation."
        )
    posterior: Any = comparison.posterior
    return variance_parts(posterior, n_repeats)


def _checked(difference: float) -> float:
    if abs(check_number("difference", difference)) >= 1:
        raise ValueError(f"`difference` must be a proportion between -1 and 1, but got {shown(difference)}.")
    return float(difference)


def _repeats(parts: VarianceParts, n_repeats: Sequence[float] | None) -> list[float]:
    if n_repeats is None:
        return [parts.n_repeats] if parts.n_repeats == 1 else [*(parts.n_repeats * k for k in _FACTORS), np.inf]
    asked = [_number_of_repeats(m) for m in check_list("n_repeats", n_repeats)]
    if parts.n_repeats == 1 and any(m != 1 for m in asked):
        raise ValueError(
            f"`n_repeats` must be 1 after one repeat, but got {asked}: one repeat cannot tell the effects of "
            "records from chance. Add a repeat with `cross_val_predictions(start=...)` first."
        )
    return asked


def _number_of_repeats(value: object) -> float:
    return (
        np.inf
        if isinstance(value, float) and value == np.inf
        else check_integer("n_repeats", value, least=1, most=MOST_RECORDS)
    )


def _cells_of(difference: Posterior) -> tuple[Floats, Floats]:
    """Return the middles of cells of the difference, and their posterior probabilities."""
    edges = np.clip(difference.mean + difference.sd * _EDGES, -1, 1)
    probability = np.diff(difference.cdf(edges))
    return (edges[1:] + edges[:-1]) / 2, probability / probability.sum()


def _row(
    comparison: Comparison,
    parts: VarianceParts,
    n_records: float,
    n_repeats: float,
    likely: tuple[Floats, Floats],
    stated: float | None,
) -> dict[str, float]:
    sd = parts.sd(n_records, n_repeats)
    tail = (1 - comparison.ci_prob) / 2
    averaged = _decisions(comparison, parts.weights, sd, likely[0]) @ likely[1]
    row = {
        "n_records": n_records,
        "n_repeats": n_repeats,
        "sd": float(np.sqrt(parts.weights @ sd**2)),
        "width": 2 * _quantile(parts.weights, sd, 1 - tail),
        **dict(zip(_ASSURANCES, averaged.tolist(), strict=True)),
        "assurance": float(averaged.sum()),
    }
    if stated is None:
        return row
    low, high = comparison.rope
    true = 0 if stated < low else 2 if stated > high else 1
    decided = _decisions(comparison, parts.weights, sd, np.array([stated]))[:, 0]
    return row | {"power": float(decided[true])}


def _decisions(comparison: Comparison, weights: Floats, sd: Floats, true: Floats) -> Floats:
    """Probabilities that an experiment decides for each outcome at every true difference, (3, n_true)."""
    low, high = comparison.rope
    # The mean of the new experiment lies this far outside the rope where it decides, and so near its centre.
    outside = _quantile(weights, sd, comparison.threshold)
    centre, inside = (low + high) / 2, _half_width_of_equivalence(comparison, weights, sd)

    def below(bound: float) -> Floats:
        return stats.norm.cdf((bound - true[:, None]) / sd) @ weights

    return np.stack([below(low - outside), below(centre + inside) - below(centre - inside), 1 - below(high + outside)])


def _quantile(weights: Floats, sd: Floats, probability: float) -> float:
    """Upper quantile of a mixture of normal distributions around 0."""
    largest = stats.norm.ppf(probability) * sd.max()
    return float(optimize.brentq(lambda x: weights @ stats.norm.cdf(x / sd) - probability, 0, largest))


def _half_width_of_equivalence(comparison: Comparison, weights: Floats, sd: Floats) -> float:
    """Return how far from the centre of the rope a mean may lie that is decided as equivalent; 0 if none is."""
    half = (comparison.rope[1] - comparison.rope[0]) / 2

    def excess(distance: float) -> float:
        within = stats.norm.cdf((half - distance) / sd) - stats.norm.cdf((-half - distance) / sd)
        return float(weights @ within) - comparison.threshold

    return float(optimize.brentq(excess, 0, half)) if excess(0) > 0 else 0.0
