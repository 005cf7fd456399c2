"""The posterior of two systems of which a judge has said right or wrong of every answer, and people of some."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, generator
from bayescmp.posteriors._drawn_posterior import OfDraws, in_chains
from bayescmp.posteriors._sampled import SampledPosterior
from bayescmp.results._interval import in_one_line

PATTERNS = ("none wrong", "only second wrong", "only first wrong", "both wrong")
"""Who is wrong on a record, by people's verdict or by the judge's."""
SKILLS = (0.5, 0.65, 0.8)
"""How often the judge may be right, that are mixed over."""
WRONG = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
DIFFERENCE = np.array([0, -1, 1, 0])
DRAWS = 20_000
_WAYS = [[0, 1, 2, 3], [0, 2, 1, 3]]
"""The patterns of two systems, and of the same two in the other order."""
_LEAST = 1e-300  # of a gamma variate, that no sum is 0


@dataclass(frozen=True, kw_only=True, eq=False)
class JudgedPosterior(OfDraws):
    r"""Posterior of the error rates of two systems, from what a judge said of all records and people of some.

    Attributes
    ----------
    judged : DataArray, dims (..., judge)
        Numbers of records by the judge's pattern, in the order of `PATTERNS`, labelled or not.
    labelled : DataArray, dims (..., judge, people)
        Numbers of the labelled ones by both patterns.
    rng : int, Generator or None
        Source of the draws.
    draws : int
        How many.

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

    judged: xr.DataArray
    labelled: xr.DataArray
    rng: RandomNumbers = field(default=0, repr=False)
    draws: int = DRAWS
    __repr__ = in_one_line

    @cached_property
    def weights(self) -> Floats:
        """Posterior probabilities of `SKILLS`, of shape (..., 3)."""
        n, a = self._labelled[..., None, :, :], _PRIORS
        cells = (special.gammaln(a + n) - special.gammaln(a)).sum(-1)
        rows = special.gammaln(a.sum(-1)) - special.gammaln(a.sum(-1) + n.sum(-1))
        found: Floats = special.softmax((cells + rows).sum(-1), axis=-1)
        return found

    @property
    def shares(self) -> Floats:
        """Posterior means of the true patterns by what the judge said, of shape (..., 4, 4)."""
        cells = _PRIORS + self._labelled[..., None, :, :]
        return np.asarray((self.weights[..., None, None] * cells / cells.sum(-1, keepdims=True)).sum(-3))

    def moments(self, of: Any = DIFFERENCE) -> tuple[Floats, Floats]:
        """Return mean and variance of a weighted sum of the probabilities of `PATTERNS`, by default the difference."""
        size = self._judged + 1.0
        total = size.sum(-1, keepdims=True)
        q, squares = (size / total)[..., None, :], (size * (size + 1) / (total * (total + 1)))[..., None, :]
        cells = _PRIORS + self._labelled[..., None, :, :]
        rows = cells.sum(-1)
        share = cells / rows[..., None]
        mean_of_row = share @ of
        within = (share @ np.square(of) - mean_of_row**2) / (rows + 1)
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
        found = np.empty((self.draws, 2, *shape))
        for place in np.ndindex(shape):
            cells = self._drawn(place) if shape else self.cells.to_numpy()
            found[(..., *place)] = cells.sum(axis=1) @ WRONG
        return xr.DataArray(found, dims=("draw", "classifier", *self.judged.dims[:-1]))

    def _drawn(self, place: tuple[int, ...]) -> Floats:
        """Draw the probabilities of both patterns of a pair: mirrored for the same two systems in the other order."""
        source, judged, labelled = generator(self.rng), self._judged[place], self._labelled[place]
        ways = [[*judged[way], *labelled[np.ix_(way, way)].ravel()] for way in _WAYS]
        way = _WAYS[ways.index(min(ways))]
        skill = source.choice(len(SKILLS), size=self.draws, p=self.weights[place])
        q = source.standard_gamma(judged[way] + 1.0, size=(self.draws, 4))
        rows = np.maximum(source.standard_gamma(_PRIORS[skill] + labelled[np.ix_(way, way)]), _LEAST)
        found: Floats = (q / q.sum(-1, keepdims=True))[:, :, None] * rows / rows.sum(-1, keepdims=True)
        return found[:, way][:, :, way]

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


def _prior(skill: float) -> Floats:
    right = WRONG[:, None, :] == WRONG[None, :, :]
    return np.where(right, skill, 1 - skill).prod(axis=-1)


_PRIORS = np.stack([_prior(skill) for skill in SKILLS])
