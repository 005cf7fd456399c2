"""The Bayesian bootstrap, a little wider: the records of a hold-out with weights that are drawn."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from bayescmp._results import in_one_line
from bayescmp._typing import Floats, Integers
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.metrics import Metric
from bayescmp.metrics._answers import Answers, answers_of

_NUMBERS = 4e6  # weights that are held at once
_LESS = 4  # records, without which the variance of a mean is that of its t distribution


@dataclass(frozen=True, kw_only=True, eq=False)
class WeightedRecords:
    r"""Records of a hold-out, with weights that are drawn.

    Attributes
    ----------
    answers : Answers
        What the metric reads, of one repeat, with every answer.
    classifiers : tuple of str
        Names of the classifiers.

    Notes
    -----
    The Bayesian bootstrap [1]_ gives n records weights with the Dirichlet distribution (1, ..., 1). A mean then varies
    less than the t distribution says that belongs to it, which shows where few records decide. Here the m records of a
    class have shares of its weight with the Dirichlet distribution of m numbers :math:`(m - 4)/m`, so that a mean over
    the class has nearly the variance of the t distribution, and the weight of the class is a gamma variate of shape m,
    as in the Bayesian bootstrap (derived; measured on the page on probabilities). No draw holds a record that was not
    seen.

    References
    ----------
    .. [1] D. B. Rubin, "The Bayesian Bootstrap", The Annals of Statistics 9(1), 1981. :doi:`10.1214/aos/1176345338`
    """

    answers: Answers
    classifiers: tuple[str, ...]
    __repr__ = in_one_line

    def draw(self, metric: Metric, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the values of a metric for all classifiers together.

        Parameters
        ----------
        metric : Metric
            Of probabilities or losses.
        draws : int
            How many independent draws.
        rng : int, Generator or None
            Seed or source of the draws.

        Returns
        -------
        DataArray, dims (draw, classifier)
            In the metric's own units.
        """
        check_integer("draws", draws, least=1)
        source, rows = generator(rng), self.answers.validated
        truth, given = self.answers.truth[rows], self.answers.given[:, rows]
        groups = np.unique(truth, return_inverse=True)[1].ravel()
        at_once = max(1, int(_NUMBERS / truth.size))
        found = np.empty((draws, len(given)))
        for begin in range(0, draws, at_once):
            here = found[begin : begin + at_once]
            weights = drawn_weights(groups, len(here), source)
            for place, own in enumerate(given):
                here[:, place] = metric.value(truth, own, weights, **self.answers.named)
        return xr.DataArray(found, dims=("draw", "classifier"), coords={"classifier": list(self.classifiers)})


def drawn_weights(groups: Integers, draws: int, source: np.random.Generator) -> Floats:
    """Draw weights of records, (draws, n), given the group of each, as the notes of `WeightedRecords` say."""
    weights = np.empty((draws, groups.size))
    for group in range(int(groups.max()) + 1):
        rows = np.flatnonzero(groups == group)
        shares = source.standard_gamma(max(rows.size - _LESS, 1) / rows.size, (draws, rows.size))
        total = source.standard_gamma(rows.size, (draws, 1)) / shares.sum(axis=1, keepdims=True)
        weights[:, rows] = shares * total
    return weights


def weighted_records(predictions: xr.Dataset, metric: Metric) -> WeightedRecords:
    """Return what a metric reads of one hold-out, to be weighted.

    Parameters
    ----------
    predictions : Dataset
        Of one hold-out, with every answer.
    metric : Metric
        Of probabilities or losses.

    Returns
    -------
    WeightedRecords
    """
    names = tuple(map(str, predictions["classifier"].to_numpy()))
    return WeightedRecords(answers=answers_of(predictions, metric), classifiers=names)
