"""What printed numbers leave untold: which tables have two margins, and how scores on folds correlate."""

import itertools
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, override

import numpy as np
from scipy import special

from bayescmp._support._typing import Array, Floats, Integers
from bayescmp.posteriors._mixture import law_by_search
from bayescmp.posteriors._one_quantity import BetaPosterior, beta_density
from bayescmp.results import Posterior, Values, in_one_line

LOG_ODDS_RATIO = 3.0, 2.0
"""Mean and standard deviation of the log odds ratio of the errors of two classifiers (docs/results/reported.py)."""
FISHER_Z = 0.5, 0.5
"""The same of Fisher's z, artanh of the correlation of the scores of two classifiers on folds."""
_NODES = 61  # of the prior of the log odds ratio
_MOST_TABLES, _MOST_COUNTS = 2000, 13  # beyond which some of them stand for all
_CORRELATIONS = 40
_POINTS, _LEAST = 240, 1e-14  # of the first of two independent rates, and the probability beyond them


def tables_of_margins(
    first: Integers,
    second: Integers,
    n: int,
    prior: tuple[float, float] = LOG_ODDS_RATIO,
    *,
    only_one: Integers | None = None,
) -> tuple[Integers, Floats, Floats]:
    r"""Return the tables of some margins, (table, 4), and their probabilities under two priors, (table,).

    Cells are both, only the first, only the second, and neither wrong. Under the first prior the log odds ratio
    :math:`\psi` is normal, with this mean and standard deviation, and the number j that both get wrong follows Fisher's
    noncentral hypergeometric distribution, :math:`P(j) \propto e^{\psi j} / \prod` of the factorials of the cells;
    margins are alike. Under the second, Dirichlet(1, 1, 1, 1), all tables are alike. Where it is told on how many
    records only one is wrong, the tables are those with one of these numbers, and there may be none.
    """
    of_first, of_second = (zip(*some_of(counts), strict=True) for counts in (first, second))
    shares = {(a, b): one * other for (a, one), (b, other) in itertools.product(of_first, of_second)}
    pairs = list(shares)
    ends = [(max(0, a + b - n), min(a, b)) for a, b in pairs]
    step = -(-sum(most - least + 1 for least, most in ends) // _MOST_TABLES)
    found = []
    for (a, b), (least, most) in zip(pairs, ends, strict=True):
        both = np.union1d(np.arange(-(-least // step) * step, most, step), [least, most])
        if only_one is not None:
            told, counts = _overlaps(a + b - only_one, least, most, _MOST_TABLES // len(pairs))
            both = np.union1d(both, told)
        table = np.stack([both, a - both, b - both, n - a - b + both], axis=1)
        width, share = _widths(both), shares[a, b]
        measured, flat = _by_odds_ratio(table, width, prior) * share, width * share
        if only_one is not None:
            keep = np.isin(both, told)
            table, measured, flat = table[keep], (measured / width)[keep] * counts, (flat / width)[keep] * counts
        found.append((table, measured, flat))
    tables, measured, flat = map(np.concatenate, zip(*found, strict=True))
    return tables, measured / measured.sum(), flat / flat.sum()


def some_of(values: Integers, number: int = _MOST_COUNTS) -> tuple[Integers, Floats]:
    """Return all values, or so many that are as far apart, both ends among them; and shares of those next to each."""
    places = np.rint(np.linspace(0, len(values) - 1, min(len(values), number))).astype(int)
    return np.asarray(values)[places], _widths(places) / len(values)


def _overlaps(twice: Integers, least: int, most: int, number: int) -> tuple[Integers, Floats]:
    """Return halves of the even numbers in a range, or so many of them, and how many are next to each."""
    halves = np.sort(twice[twice % 2 == 0] // 2)
    halves = halves[(halves >= least) & (halves <= most)]
    some, shares = some_of(halves, number)
    return some, shares * halves.size


def _widths(places: Integers) -> Floats:
    """Return how many whole numbers from the first place to the last are next to each."""
    return np.diff(np.concatenate([places[:1] - 0.5, (places[1:] + places[:-1]) / 2, places[-1:] + 0.5]))


def _by_odds_ratio(table: Integers, width: Floats, prior: tuple[float, float]) -> Floats:
    """Return the probabilities of tables that stand for so many each."""
    mean, sd = prior
    psi = mean + sd * special.ndtri((np.arange(_NODES) + 0.5) / _NODES)
    # log of e^(psi j) / (j! (a - j)! (b - j)! (n - a - b + j)!) (docs/trust/formulas.md, "Reported numbers")
    log = table[:, :1] * psi + (np.log(width) - special.gammaln(table + 1).sum(axis=1))[:, None]
    return np.exp(log - special.logsumexp(log, axis=0)).mean(axis=1)


def correlations() -> tuple[Floats, Floats, Floats]:
    """Return the middles of cells from -1 to 1, of the first its end, and their probabilities, measured and alike."""
    edges = np.linspace(-1, 1, _CORRELATIONS + 1)
    below = special.ndtr((np.arctanh(edges[1:-1]) - FISHER_Z[0]) / FISHER_Z[1])
    alike = np.full(_CORRELATIONS, 1 / _CORRELATIONS)
    values = np.append(-1.0, (edges[2:] + edges[1:-1]) / 2)  # at -1 differences vary most
    return values, np.diff(below, prepend=0.0, append=1.0), alike


_rule = cache(partial(np.polynomial.legendre.leggauss, _POINTS))


def _over_first(of_second: Any, x: Array, a: Array, b: Array, c: Array, d: Array) -> Floats:
    """Return the mean of a function of p - x, p ~ Beta(a, b), by Gauss's rule on where p may be."""
    nodes, weights = _rule()
    x, a, b, c, d = (np.asarray(one)[..., None] for one in (x, a, b, c, d))
    low, high = special.betaincinv(a, b, _LEAST), special.betainccinv(a, b, _LEAST)
    p = low + (high - low) * (1 + nodes) / 2
    mass = beta_density(p, a, b) * weights
    return np.asarray((of_second(p - x, c, d) * mass).sum(-1) / mass.sum(-1))


def _moments(a: Array, b: Array, c: Array, d: Array) -> tuple[Array, Array]:
    (one, sd), (other, spread) = BetaPosterior.law.moments(a, b), BetaPosterior.law.moments(c, d)
    return one - other, np.hypot(sd, spread)


@dataclass(frozen=True, kw_only=True, eq=False)
class IndependentDifference(Posterior):
    """Posterior of the difference of two rates that were seen on different records.

    Attributes
    ----------
    first, second : BetaPosterior
        Of the rates, independent.

    Notes
    -----
    The cdf is a mean over the first rate by Gauss's rule (checked by another quadrature); mean and standard deviation
    are in closed form.
    """

    first: BetaPosterior
    second: BetaPosterior
    name: str = "difference"
    __repr__ = in_one_line
    law = law_by_search(
        moments=_moments,
        cdf=partial(_over_first, BetaPosterior.law.sf),
        sf=partial(_over_first, BetaPosterior.law.cdf),
        pdf=partial(_over_first, BetaPosterior.law.pdf),
        draw=lambda source, shape, a, b, c, d: source.beta(a, b, shape) - source.beta(c, d, shape),
        support=(-1.0, 1.0),
    )

    @property
    def mirrored(self) -> "IndependentDifference":
        """Posterior of the negative."""
        return replace(self, first=self.second, second=self.first)

    @property
    @override
    def parameters(self) -> tuple[Values, ...]:
        return *self.first.parameters, *self.second.parameters
