"""The scenario of several classifiers: correlated outcomes, with effects of records and training sets."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr
from numpy.random import SeedSequence
from scipy import special, stats

from bayescmp._typing import Array, Booleans, Floats, Integers
from bayescmp._validation import check_integer, check_number, check_probability
from bayescmp.model_selection import PLANS
from bayescmp.model_selection._plans import splits_of_plan
from bayescmp.studies._outcomes import Batch, Outcomes, folds_of, mean_test_to_train
from bayescmp.studies._scenario import Scenario, Truth

SHARED, OWN = 0.6, 0.2
"""Shares of a latent outcome's variance: of the record, and of the record and the classifier; the rest is new in
every fit."""


@dataclass(frozen=True, kw_only=True)
class SeveralClassifiers(Scenario):
    r"""Outcomes of several classifiers that are equal, or spread around a mean error.

    A latent normal outcome of a classifier on a record is the sum of the record's effect, 60 % of its variance, of one
    of the record for this classifier, 20 %, of noise that is new in every fit, and of the effect of the training set;
    the classifier errs where it is below the quantile of its error rate.

    Parameters
    ----------
    n_records : int, default 1500
        Records of one data set, of which a hold-out tests a third.
    n_classifiers : int, default 5
        How many there are.
    error : float, default 0.14
        Their mean error rate.
    spread : float, default 0.0
        The errors lie evenly between error - spread and error + spread, the first classifier's lowest.
    tau : float, default 0.0
        Variance that training sets add to the difference of two errors, in units of its sampling variance.

    Raises
    ------
    TypeError, ValueError
        If the numbers are out of range.

    Notes
    -----
    The effect of a training set is the sum of independent normal effects of its records, of every classifier by
    itself, so that training sets with common records vary together. The error rates are averages over training sets,
    and exact. There is no truth of a single difference; studies of it count decided pairs (derived).

    Examples
    --------
    >>> from bayescmp.studies import SeveralClassifiers
    >>> SeveralClassifiers(n_classifiers=3, spread=0.04).errors.round(2).tolist()
    [0.1, 0.14, 0.18]
    """

    n_records: int = 1500
    n_classifiers: int = 5
    error: float = 0.14
    spread: float = 0.0
    tau: float = 0.0
    trials_per_chunk = 50
    has_truth = False

    def __post_init__(self) -> None:
        check_integer("n_records", self.n_records, least=20)
        check_integer("n_classifiers", self.n_classifiers, least=2)
        for name in ("error", "spread", "tau"):
            check_number(name, getattr(self, name))
        check_probability("error", self.error)
        if not 0 <= self.spread < min(self.error, 1 - self.error):
            raise ValueError(
                "`spread` must be at least 0 and leave errors between 0 and 1, but got "
                f"{self.error} +- {self.spread}. Lower it."
            )
        if self.tau < 0:
            raise ValueError(f"`tau` must be at least 0, but got {self.tau}.")

    @property
    def errors(self) -> Floats:
        """True error rates, the lowest first."""
        return np.linspace(self.error - self.spread, self.error + self.spread, self.n_classifiers)

    def truth(self, n_train: int, *, draws: int = 0, seed: int = 0) -> Truth:  # noqa: ARG002 - exact at any size
        """Return the error rates of the first two classifiers."""
        return Truth(first=float(self.errors[0]), second=float(self.errors[1]))

    def batch(self, plans: Sequence[str], streams: Sequence[SeedSequence]) -> Batch:
        """Draw a data set per trial, and under every plan the outcomes of its fits."""
        done = list(range(len(streams)))
        outcomes = {plan: _stacked(plan, [self._trial(plan, stream) for stream in streams]) for plan in plans}
        return Batch(outcomes=outcomes, done=done, failures={}, fits=[0] * len(done), n_warnings=[0] * len(done))

    def _trial(self, plan: str, stream: SeedSequence) -> tuple[Booleans, Integers, float]:
        """Draw which predictions are wrong, (classifier, repeat, record), with the folds."""
        splits = splits_of_plan(plan, self.n_records, int(stream.generate_state(1)[0]))
        fold, rng = folds_of(plan, splits, self.n_records), np.random.default_rng(stream)
        shape = (self.n_classifiers, self.n_records)
        fixed = np.sqrt(SHARED) * rng.standard_normal(self.n_records) + np.sqrt(OWN) * rng.standard_normal(shape)
        latent = fixed[:, None] + np.sqrt(1 - SHARED - OWN) * rng.standard_normal((shape[0], *fold.shape))
        of_record, sd = rng.standard_normal(shape), self._training_sd(len(splits[0][0]))
        for number, (train, test) in enumerate(splits):
            effect = of_record[:, train].sum(1) / np.sqrt(len(train))
            latent[:, number // PLANS[plan].n_folds, test] += sd * effect[:, None]
        cut = special.ndtri(self.errors) * np.sqrt(1 + sd**2)
        return latent < cut[:, None, None], fold, mean_test_to_train(splits)

    def _training_sd(self, n_train: int) -> float:
        """Return the deviation of a training set's effect on the latent scale."""
        cut = special.ndtri(self.error)
        together = float(stats.multivariate_normal.cdf([cut, cut], cov=[[1, SHARED], [SHARED, 1]]))
        disagreement = 2 * (self.error - together)
        return float(np.sqrt(self.tau * disagreement / 2 / n_train) / stats.norm.pdf(cut))


def _stacked(plan: str, trials: Sequence[tuple[Array, Array, float]]) -> Outcomes:
    wrong, fold, ratios = zip(*trials, strict=True)
    return Outcomes(
        plan=plan,
        wrong=xr.DataArray(np.stack(wrong), dims=("experiment", "classifier", "repeat", "record")),
        fold=xr.DataArray(np.stack(fold), dims=("experiment", "repeat", "record")),
        test_to_train=ratios[0],
    )
