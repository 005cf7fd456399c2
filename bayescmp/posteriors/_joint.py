"""Joint posteriors of the losses of several classifiers on one hold-out."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, override

import numpy as np
import xarray as xr

from bayescmp._support._given import check_labelled
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import MOST_RECORDS, RandomNumbers, check_integer, check_positive, generator
from bayescmp.metrics import Metric, cells_of
from bayescmp.posteriors._drawn_records import WeightedRecords
from bayescmp.posteriors._label_cells import LabelCells
from bayescmp.posteriors._one_quantity import BetaPosterior, SampledPosterior, StudentPosterior, in_chains
from bayescmp.results import in_one_line


@dataclass(frozen=True, kw_only=True, eq=False)
class Moments:
    """Means and covariances of losses, in parts that are mixed.

    Attributes
    ----------
    weights : DataArray, dim part
        Probabilities of the parts, which sum to 1.
    mean : DataArray, dims (part, classifier)
        Means of the losses.
    covariance : DataArray, dims (part, classifier, other)
        Their covariances.
    """

    weights: xr.DataArray
    mean: xr.DataArray
    covariance: xr.DataArray

    @property
    def expected(self) -> Floats:
        """Expected losses, over the parts."""
        return np.asarray(self.weights.to_numpy() @ self.mean.to_numpy())

    @classmethod
    def of(cls, names: Array, weights: Array, mean: Array, covariance: Array) -> Self:
        """Label arrays of shape (parts,), (parts, k) and (parts, k, k) with the names of the classifiers."""
        coords = {"classifier": names, "other": names}
        return cls(
            weights=xr.DataArray(weights, dims="part"),
            mean=xr.DataArray(mean, dims=("part", "classifier"), coords={"classifier": names}),
            covariance=xr.DataArray(covariance, dims=("part", "classifier", "other"), coords=coords),
        )


class JointPosterior:
    """The joint posterior of the losses of several classifiers on the same records.

    Attributes
    ----------
    losses : Posterior
        Of each classifier by itself, a batch along the dim `classifier`.
    moments : Moments
        Means and covariances of the losses.
    distortion : float
        Largest relative change of the standard deviation of a difference from that of the pair by itself.
    """

    losses: Any
    moments: Any
    distortion: float = 0.0
    _drawn: Any  # function of a number of draws and a source: an array of shape (draws, n_classifiers)

    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the losses of all classifiers together.

        Parameters
        ----------
        draws : int
            How many independent draws.
        rng : int, Generator or None
            Seed or source of the draws.

        Returns
        -------
        DataArray, dims (draw, classifier)
        """
        check_integer("draws", draws, least=1)
        coords = {"classifier": self.moments.mean["classifier"].to_numpy()}
        return xr.DataArray(self._drawn(draws, generator(rng)), dims=("draw", "classifier"), coords=coords)


_CELLS = 4  # of a pair's table, each with the prior mass `strength`
_LEFT = 1e-10  # of the prior's mass, where breaking its stick stops
_LARGE = 400.0  # prior mass
_NUMBERS = 2e6  # that are held at once
_WHOLE = np.ones(1)  # the weight of the only part


@dataclass(frozen=True, kw_only=True, eq=False)
class DirichletProcessPosterior(JointPosterior):
    """Joint posterior of the error rates of classifiers that were tried on the same independent records.

    Attributes
    ----------
    patterns : DataArray of bool, dims (pattern, classifier)
        The sets of classifiers that err together on some record.
    counts : DataArray of int, dim pattern
        Number of records with each pattern.
    strength : float
        Prior pseudo-records in each cell of a pair's table.
    """

    patterns: xr.DataArray
    counts: xr.DataArray
    strength: float
    __repr__ = in_one_line

    @cached_property
    def losses(self) -> BetaPosterior:
        """Posterior of the error rate of each classifier by itself, along the dim `classifier`."""
        # L_a ~ Beta(B_aa + 2l, n - B_aa + 2l) (docs/trust/formulas.md, "Ranking")
        wrong = (self.counts * self.patterns).sum("pattern")
        prior = 2 * self.strength
        return BetaPosterior(name="loss", a=wrong + prior, b=self.counts.sum() - wrong + prior)

    @cached_property
    def moments(self) -> Moments:
        """Means and covariances of the error rates, in one part."""
        # E = (B_aa + 2l) / N, Cov = ((B_ab + l + l [a = b]) / N - E_a E_b) / (N + 1)
        # see docs/trust/formulas.md, "Ranking"
        z, n = self.patterns.to_numpy().astype(float), self.counts.to_numpy().astype(float)
        both = (z * n[:, None]).T @ z + self.strength * (1 + np.eye(z.shape[1]))
        size = n.sum() + _CELLS * self.strength
        mean = np.diag(both) / size
        covariance = (both / size - np.outer(mean, mean)) / (size + 1)
        return Moments.of(self.patterns["classifier"].to_numpy(), _WHOLE, mean[None], covariance[None])

    @override
    def _drawn(self, draws: int, source: np.random.Generator) -> Floats:
        # L = (1 - s) sum_z p_z z + s L_0, s ~ Beta(4l, n), p ~ Dirichlet(n_z), L_0 DP(4l)
        # see docs/trust/formulas.md, "Ranking"
        z, n, mass = self.patterns.to_numpy().astype(float), self.counts.to_numpy(), _CELLS * self.strength
        at_once, losses = max(1, int(_NUMBERS / max(z.shape))), []
        for done in range(0, draws, at_once):
            size = min(at_once, draws - done)
            records, prior = source.standard_gamma(n, (size, n.size)), source.standard_gamma(mass, (size, 1))
            total = records.sum(1, keepdims=True)
            share, of_prior = prior / (prior + total), _of_prior(mass, size, z.shape[1], source)
            losses.append((1 - share) * (records @ z) / total + share * of_prior)
        return np.concatenate(losses)


def _of_prior(mass: float, draws: int, n_classifiers: int, source: np.random.Generator) -> Array:
    """Draw error rates of the prior process by breaking its stick; a pattern is one fair coin per classifier.

    A large mass has too many pieces; then the rates are normal with their moments.
    """
    if mass > _LARGE:
        return np.clip(source.normal(0.5, 0.5 / np.sqrt(mass + 1), (draws, n_classifiers)), 0, 1)
    rates, left = np.zeros((draws, n_classifiers)), np.ones((draws, 1))
    while left.max() > _LEFT:
        rest = left * source.random((draws, 1)) ** (1 / mass)
        coins = np.frombuffer(source.bytes(rates.size), np.uint8).reshape(rates.shape) >> 7  # fast, a bit of each byte
        rates += (left - rest) * coins
        left = rest
    return rates


def dirichlet_process_posterior(wrong: xr.DataArray, *, strength: float = 1.0) -> DirichletProcessPosterior:
    r"""Joint posterior of the error rates of several classifiers on one hold-out.

    The estimand is the error rate of each fitted classifier on new records, a proportion.

    Parameters
    ----------
    wrong : DataArray of bool, dims (classifier, record)
        Whether the prediction is wrong.
    strength : float, default 1.0
        Prior pseudo-records in each of the four cells of a pair's table; 1 is uniform.

    Returns
    -------
    DirichletProcessPosterior

    Notes
    -----
    The patterns :math:`z \in \{0, 1\}^k` of classifiers that err on a record have the prior
    :math:`\mathrm{DP}(4 l, \mathrm{uniform})`, l the strength. Its margins are Dirichlet: the table of every pair
    has the prior Dirichlet(l, l, l, l), that of `paired_posterior` with the prior "dirichlet", and every error rate
    has the posterior Beta(wrong + 2 l, right + 2 l). So a classifier more or less changes no pair. A draw is exact for
    any number of classifiers: gamma variates for the observed patterns, and for the prior's share a broken stick
    (certain: derived from [1]_, and checked against both margins).

    References
    ----------
    .. [1] T. S. Ferguson, "A Bayesian Analysis of Some Nonparametric Problems", The Annals of Statistics 1, 1973.
       :doi:`10.1214/aos/1176342360`

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.posteriors import dirichlet_process_posterior
    >>> wrong = xr.DataArray([[1, 1, 0, 0], [0, 0, 0, 0], [0, 1, 0, 1]], dims=("classifier", "record")) > 0
    >>> dirichlet_process_posterior(wrong).losses.mean.values.round(3).tolist()
    [0.5, 0.25, 0.5]
    """
    check_labelled("wrong", wrong, "b", ("classifier", "record"))
    if set(wrong.dims) != {"classifier", "record"} or 0 in wrong.sizes.values():
        raise ValueError(f"`wrong` must hold classifiers by record, one or more, but got {dict(wrong.sizes)}.")
    check_positive("strength", strength, most=MOST_RECORDS)
    cells, of_record = cells_of(*wrong.transpose("classifier", "record").to_numpy())
    names = wrong["classifier"].to_numpy() if "classifier" in wrong.coords else np.arange(wrong.sizes["classifier"])
    return DirichletProcessPosterior(
        patterns=xr.DataArray(cells.labels[cells.codes], dims=("pattern", "classifier"), coords={"classifier": names}),
        counts=xr.DataArray(np.bincount(of_record), dims="pattern"),
        strength=float(strength),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class JointStudent(JointPosterior):
    """Multivariate t distribution of mean losses.

    Attributes
    ----------
    losses : StudentPosterior, dim classifier
        Of each classifier by itself, whoever stands beside it, with more than 2 degrees of freedom.
    scale : DataArray, dims (classifier, other)
        Covariance of the losses over the number of records: every difference has the t distribution of its pair.
    """

    losses: StudentPosterior
    scale: xr.DataArray
    __repr__ = in_one_line

    @classmethod
    def of(cls, mean: xr.DataArray, scale: Floats, df: float) -> Self:
        """Return that whose losses by themselves have the squared scales of the diagonal."""
        own = mean.copy(data=np.sqrt(np.diagonal(scale)))
        losses = StudentPosterior(location=mean, scale=own, df=df, name="loss")
        return cls(losses=losses, scale=xr.DataArray(scale, dims=("classifier", "other")))

    @property
    def moments(self) -> Moments:
        """Means and covariances of the losses."""
        mean, df = self.losses.location, self.losses.df
        covariance = (self.scale * df / (df - 2)).to_numpy()  # of a t distribution
        return Moments.of(mean["classifier"].to_numpy(), _WHOLE, mean.to_numpy()[None], covariance[None])

    @override
    def _drawn(self, draws: int, source: np.random.Generator) -> Floats:
        # mean + S^(1/2) z / sqrt(chi^2_df / df)
        values, vectors = np.linalg.eigh(self.scale.to_numpy())
        mean, df = self.losses.location.to_numpy(), self.losses.df
        normal = source.standard_normal((draws, mean.size)) * np.sqrt(np.clip(values, 0, None))
        spread = normal @ vectors.T / np.sqrt(source.chisquare(df, (draws, 1)) / df)
        return np.asarray(mean + spread)


@dataclass(frozen=True, kw_only=True, eq=False)
class DrawnJoint(JointPosterior):
    """Joint posterior of losses by draws of the records, of which `n_draws` give margins and moments."""

    records: LabelCells | WeightedRecords
    metric: Metric
    n_draws: int
    __repr__ = in_one_line

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        return self.metric.loss_of_value(self.records.draw(self.metric, draws, rng))

    @cached_property
    def losses(self) -> SampledPosterior:
        """Posterior of the loss of each classifier by itself."""
        return SampledPosterior(draws=in_chains(self._draws), name="loss")

    @property
    def moments(self) -> Moments:
        """Means and covariances of the losses."""
        values = self._draws.transpose("classifier", "draw")
        covariance = np.atleast_2d(np.cov(values))
        return Moments.of(values["classifier"].to_numpy(), _WHOLE, values.to_numpy().mean(1)[None], covariance[None])

    @cached_property
    def _draws(self) -> xr.DataArray:
        return self.draw(self.n_draws, 0)
