"""Records of which the weights are drawn, and those of which a judge and people said right or wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._typing import Array, Floats, Integers
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.metrics import Answers, Metric, answers_of
from bayescmp.posteriors._one_quantity import SampledPosterior, in_chains
from bayescmp.posteriors._pair_posteriors import OfDraws
from bayescmp.predictions import groups_of
from bayescmp.results import in_one_line

_NUMBERS = 400_000  # weights that are held at once, near the processor
_DIGITS = 12  # of answers, by which records are put in order
_LESS = 4  # records, without which the variance of a mean is that of its t distribution
_MANY = 100  # records, of which the quicker weights have that variance, too


@dataclass(frozen=True, kw_only=True, eq=False)
class WeightedRecords:
    r"""Records of a hold-out, with weights that are drawn.

    Notes
    -----
    The Bayesian bootstrap [1]_ gives n records weights with the Dirichlet distribution (1, ..., 1). A mean then varies
    less than the t distribution says that belongs to it, which shows where few records decide. Here the m records of a
    class have shares of its weight with the Dirichlet distribution of m numbers :math:`(m - 4)/m`, so that a mean over
    the class has nearly the variance of the t distribution, and the weight of the class is a gamma variate of shape m,
    as in the Bayesian bootstrap (derived; measured on the page on probabilities). Of 100 records or more the shares
    are as :math:`e + e^2/m` of standard exponential variates e, which are quicker, and have that variance but for 0.4 %
    at most (measured). No draw holds a record that was not seen.

    References
    ----------
    .. [1] D. B. Rubin, "The Bayesian Bootstrap", The Annals of Statistics 9(1), 1981. :doi:`10.1214/aos/1176345338`
    """

    answers: Answers  # what the metric reads, of one repeat, with every answer
    classifiers: tuple[str, ...]
    groups: Integers | None = None  # (n_records,), counted from 0: dependent records of a group have one weight
    __repr__ = in_one_line

    def draw(self, metric: Metric, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the values of a metric for all classifiers together."""
        from scipy import stats

        check_integer("draws", draws, least=1)
        source, rows = generator(rng), self.answers.validated
        given = self.answers.given[:, rows]
        told = stats.rankdata(given, "dense", axis=1) if metric.orders else given
        order, content = _by_content(self.answers.truth[rows], told)
        truth, given = self.answers.truth[rows][order], given[:, order]
        sizes: Integers = np.unique(truth, return_counts=True)[1]
        codes: Any = slice(None)
        if self.groups is not None:
            codes = _groups_by_content(self.groups[rows[0]][order], content)
            sizes = np.array([codes.max() + 1])
        ordered = metric.ordered or partial(partial, metric.value)
        values = [ordered(truth, own, **self.answers.named) for own in given]
        at_once = max(1, _NUMBERS // truth.size)
        drawn = np.empty((draws, len(given)))
        for begin in range(0, draws, at_once):
            here = drawn[begin : begin + at_once]
            weights = drawn_weights(sizes, len(here), source)[:, codes]
            for place, value in enumerate(values):
                here[:, place] = value(weights)
        return xr.DataArray(drawn, dims=("draw", "classifier"), coords={"classifier": list(self.classifiers)})


def _by_content(truth: Array, given: Array) -> tuple[Integers, Integers]:
    """Return the order of records by their truth and answers, and then their ranks, those of equal content the same.

    Neither the order of rows nor that of classifiers, nor rounding, changes which weights a content has: first comes
    the classifier whose sorted answers do.
    """
    flat = np.asarray(given, dtype=float).reshape(*given.shape[:2], -1)
    flat = np.round(flat / (np.abs(flat).max(initial=0) or 1), _DIGITS) + 0.0  # no -0
    classes = np.unique(truth, return_inverse=True)[1]
    alone = [own[np.lexsort((*own.T[::-1], classes))].tobytes() for own in flat]
    firsts = sorted(range(len(flat)), key=alone.__getitem__)
    keys = np.array([classes, *(column for place in firsts for column in flat[place].T)])
    order = np.lexsort(keys[::-1])
    differs = (np.diff(keys[:, order], axis=1) != 0).any(axis=0)
    return order, np.concatenate([[0], np.cumsum(differs)])


def _groups_by_content(groups: Integers, content: Integers) -> Integers:
    """Return the groups of records in order of content, counted from 0 in the order of what they hold."""
    codes = np.unique(groups, return_inverse=True)[1]
    members = np.split(content[np.argsort(codes, kind="stable")], np.cumsum(np.bincount(codes))[:-1])
    in_order = sorted(range(len(members)), key=lambda place: members[place].tolist())
    return np.argsort(in_order)[codes]


def drawn_weights(sizes: Sequence[int] | Integers, draws: int, source: np.random.Generator) -> Floats:
    """Draw weights of records, (draws, n), group by group, of these sizes, as the notes of `WeightedRecords` say."""
    # Gamma(m) Dirichlet((m - 4) / m, ...); from 100 on shares as e + e^2 / m (docs/trust/formulas.md, "Mean losses")
    weights = np.empty((sum(sizes), draws))  # a row of a record, for metrics put records in order
    for n, shares in zip(sizes, np.split(weights, np.cumsum(sizes)[:-1]), strict=True):
        if n < _MANY:
            source.standard_gamma(max(n - _LESS, 1) / n, out=shares)
        else:
            source.standard_exponential(out=shares)
            np.multiply(shares, shares + n, out=shares)
        np.multiply(shares, source.standard_gamma(n, draws) / shares.sum(axis=0), out=shares)
    return weights.T


def weighted_records(predictions: xr.Dataset, metric: Metric) -> WeightedRecords:
    """Return what a metric reads of one hold-out, to be weighted."""
    names = tuple(map(str, predictions["classifier"].to_numpy()))
    return WeightedRecords(answers=answers_of(predictions, metric), classifiers=names, groups=groups_of(predictions))


PATTERNS = ("none wrong", "only second wrong", "only first wrong", "both wrong")
"""Who is wrong on a record, by people's verdict or by the judge's."""
SKILLS = (0.5, 0.65, 0.8)  # how often the judge may be right, that are mixed over
WRONG = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
DIFFERENCE = np.array([0, -1, 1, 0])
_IS_RIGHT = WRONG[:, None, :] == WRONG[None, :, :]  # (judge, people, system)
_PRIORS = np.stack([np.where(_IS_RIGHT, skill, 1 - skill).prod(axis=-1) for skill in SKILLS])
DRAWS = 20_000
_WAYS = [[0, 1, 2, 3], [0, 2, 1, 3]]  # the patterns of two systems, and of the same two in the other order
_LEAST = 1e-300  # of a gamma variate, that no sum is 0


@dataclass(frozen=True, kw_only=True, eq=False)
class JudgedPosterior(OfDraws):
    r"""Posterior of the error rates of two systems, from what a judge said of all records and people of some.

    Notes
    -----
    Per record the judge has a pattern j and people have a pattern t. Prior pseudo-records :math:`a_g[j, t]` are the
    product over both systems of g where the judge is right of it, else 1 - g. With N_j records of pattern j and n_jt of
    them labelled,

    .. math:: q \sim \text{Dirichlet}(1 + N), \quad P(\cdot \mid j) \sim \text{Dirichlet}(a_g[j] + n_j), \quad
        P(t) = \sum_j q_j P(t \mid j)

    exactly, mixed over g = .5, .65 and .8 by its evidence (status D). With a larger g a few labels that agree with the
    judge would hide what it excuses. Both margins of the prior are Dirichlet(1, 1, 1, 1): where all are
    labelled it is the posterior of their table. Labels may be chosen at random or by what the judge said. Means and
    variances are closed, probabilities are of draws.
    """

    judged: xr.DataArray  # (..., judge), numbers of records by the judge's pattern, labelled or not
    labelled: xr.DataArray  # (..., judge, people), numbers of the labelled ones by both patterns
    rng: RandomNumbers = field(default=0, repr=False)
    draws: int = DRAWS
    __repr__ = in_one_line

    @cached_property
    def weights(self) -> Floats:
        """Posterior probabilities of `SKILLS`, of shape (..., 3)."""
        # prod_j G(a_j) / G(a_j + n_j) prod_t G(a_jt + n_jt) / G(a_jt) (docs/trust/formulas.md, "Judged answers")
        n, a = self._labelled[..., None, :, :], _PRIORS
        cells = (special.gammaln(a + n) - special.gammaln(a)).sum(-1)
        rows = special.gammaln(a.sum(-1)) - special.gammaln(a.sum(-1) + n.sum(-1))
        return np.asarray(special.softmax((cells + rows).sum(-1), axis=-1))

    @property
    def shares(self) -> Floats:
        """Posterior means of the true patterns by what the judge said, of shape (..., 4, 4)."""
        cells = _PRIORS + self._labelled[..., None, :, :]
        return np.asarray((self.weights[..., None, None] * cells / cells.sum(-1, keepdims=True)).sum(-3))

    def moments(self) -> tuple[Floats, Floats]:
        """Return mean and variance of the difference."""
        size = self._judged + 1.0
        total = size.sum(-1, keepdims=True)
        q, squares = (size / total)[..., None, :], (size * (size + 1) / (total * (total + 1)))[..., None, :]
        cells = _PRIORS + self._labelled[..., None, :, :]
        rows = cells.sum(-1)
        share = cells / rows[..., None]
        mean_of_row = share @ DIFFERENCE
        within = (share @ np.square(DIFFERENCE) - mean_of_row**2) / (rows + 1)
        mean = (q * mean_of_row).sum(-1)
        variance = ((q * mean_of_row**2).sum(-1) - mean**2) / (total + 1) + (squares * within).sum(-1)
        whole = (self.weights * mean).sum(-1)
        return whole, (self.weights * (variance + mean**2)).sum(-1) - whole**2

    @cached_property
    def cells(self) -> xr.DataArray:
        """Joint draws of the probabilities of both patterns of one pair, dims (draw, judge, people)."""
        return xr.DataArray(self._drawn(()), dims=("draw", "judge", "people"))

    @cached_property
    def losses(self) -> xr.DataArray:
        """Joint draws of both error rates, dims (draw, classifier, ...)."""
        shape = self._judged.shape[:-1]
        errors = np.empty((self.draws, 2, *shape))
        for place in np.ndindex(shape):
            cells = self._drawn(place) if shape else self.cells.to_numpy()
            errors[(..., *place)] = cells.sum(axis=1) @ WRONG
        return xr.DataArray(errors, dims=("draw", "classifier", *self.judged.dims[:-1]))

    def _drawn(self, place: tuple[int, ...]) -> Floats:
        """Draw the probabilities of both patterns of a pair: mirrored for the same two systems in the other order."""
        source, judged, labelled = generator(self.rng), self._judged[place], self._labelled[place]
        ways = [[*judged[way], *labelled[np.ix_(way, way)].ravel()] for way in _WAYS]
        way = _WAYS[ways.index(min(ways))]
        skill = source.choice(len(SKILLS), size=self.draws, p=self.weights[place])
        q = source.standard_gamma(judged[way] + 1.0, size=(self.draws, 4))
        rows = np.maximum(source.standard_gamma(_PRIORS[skill] + labelled[np.ix_(way, way)]), _LEAST)
        cells: Floats = (q / q.sum(-1, keepdims=True))[:, :, None] * rows / rows.sum(-1, keepdims=True)
        return cells[:, way][:, :, way]

    @cached_property
    def difference(self) -> SampledPosterior:
        """Posterior of err(first) - err(second): draws with the mean and the standard deviation that are known."""
        drawn = self.losses.isel(classifier=0) - self.losses.isel(classifier=1)
        mean, variance = (drawn.isel(draw=0, drop=True).copy(data=part) for part in self.moments())
        spread = drawn.std("draw")
        moved = (drawn - drawn.mean("draw")) * (np.sqrt(variance) / spread.where(spread > 0, 1.0)) + mean
        return SampledPosterior(draws=in_chains(moved), name="difference")

    @property
    def observed(self) -> xr.DataArray:
        """Difference on the labelled records."""
        by_people = self.labelled.sum("judge")
        apart = by_people.isel(people=2) - by_people.isel(people=1)
        return apart / by_people.sum("people")

    @property
    def _judged(self) -> Floats:
        return self.judged.transpose(..., "judge").to_numpy().astype(float)

    @property
    def _labelled(self) -> Floats:
        return self.labelled.transpose(..., "judge", "people").to_numpy().astype(float)
