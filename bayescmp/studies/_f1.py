"""Two F1 on one hold-out: labels of two binary classifiers as joint outcomes, a rare class, and methods for F1."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
import xarray as xr
from numpy.random import Generator, SeedSequence
from scipy import special

from bayescmp._support._typing import Array, Floats, Integers
from bayescmp._support._validation import check_integer, check_number, check_probability
from bayescmp.frequentist._resampled_labels import percentile_pvalue
from bayescmp.metrics import F1
from bayescmp.model_selection import HOLD_OUT
from bayescmp.posteriors._label_cells import LabelCells
from bayescmp.studies._outcomes import Batch, Labels, Outcomes
from bayescmp.studies._scenario import Scenario, Truth
from bayescmp.studies._study_method import Findings, StudyMethod

PLAN = HOLD_OUT.name


def joint_labels(joint: Array) -> Labels:
    """Labels of records from their joint outcomes."""
    return joint >> 2, joint >> 1 & 1, joint & 1


class EvaluationSets(Scenario):
    """Two binary classifiers that are trained once, and evaluation sets on which they are judged."""

    n_train: ClassVar[int]
    plans = (PLAN,)  # its validation set is the evaluation set

    @abstractmethod
    def joint_outcomes(self, rng: Generator) -> Array:
        """Draw an evaluation set, as the joint outcomes 4 y + 2 first + second of its records."""

    def batch(self, plans: Sequence[str], streams: Sequence[SeedSequence]) -> Batch:  # noqa: ARG002 - only one plan
        """Draw an evaluation set per trial."""
        joint = np.array([self.joint_outcomes(np.random.default_rng(stream)) for stream in streams])
        y, first, second = joint_labels(joint)
        wrong = np.stack([first != y, second != y], axis=1)[:, :, None]
        outcomes = Outcomes(
            plan=PLAN,
            wrong=xr.DataArray(wrong, dims=("experiment", "classifier", "repeat", "record")),
            fold=xr.DataArray(np.zeros((1, y.shape[1]), dtype=np.int16), dims=("repeat", "record")),
            test_to_train=self.n_records / self.n_train,
            labels=list(zip(y, first, second, strict=True)),
        )
        return Batch.without_fits({PLAN: outcomes}, len(y))


def counts_of_trials(outcomes: Outcomes, what: str) -> Integers:
    """Count the 8 joint outcomes of every trial, (trial, 8)."""
    if outcomes.labels is None:
        raise ValueError(f"{what} needs predicted labels, which this scenario does not have.")
    return np.array([joint_counts(*labels) for labels in outcomes.labels])


def joint_counts(y: Array, first: Array, second: Array) -> Array:
    """Count the 8 joint outcomes of some records."""
    if not np.isin([y, first, second], (0, 1)).all():
        raise ValueError("The labels must be 0, or 1 for the positive class.")
    return np.bincount(4 * y + 2 * first + second, minlength=8)


def values_of_counts(kind: str, counts: Array) -> list[Array]:
    """Values of the two classifiers from counts of the 8 joint outcomes, array of shape (..., 8)."""
    y, *predicted = joint_labels(np.arange(8))
    n = counts.sum(axis=-1)
    return [value_of_counts(kind, counts @ (y & p), counts @ (p > y), counts @ (p < y), n) for p in predicted]


def value_of_counts(kind: str, tp: Array, fp: Array, fn: Array, n: Array | int) -> Array:
    """Return the error or F1 of counts."""
    # F1 = 0 for 0/0 gives 0 to all classifiers on a set without positives, which then speaks for none of them.
    return (fp + fn) / n if kind == "error" else 2 * tp / np.maximum(2 * tp + fp + fn, 1)


_TOGETHER = 0.6  # of the records, on which one uniform number decides for both classifiers


@dataclass(frozen=True, kw_only=True)
class RareClass(EvaluationSets):
    r"""Two trained binary classifiers with known F1, on evaluation sets with a class that may be rare.

    Parameters
    ----------
    n_records : int, default 500
        Records of one evaluation set.
    prevalence : float, default 0.2
        Share of the positive class, whose label is 1.
    f1 : float, default 0.8
        F1 of the first classifier.
    less : float, default 0.0
        By how much the F1 of the second is less.
    tilt : float, default 0.0
        Recalls are F1 times 1 - tilt of the first and 1 + tilt of the second; precision makes up for it. At 0 recall
        and precision are the same, and equal classifiers differ by chance only.

    Raises
    ------
    ValueError
        If no classifier has such a recall and F1.

    Notes
    -----
    A recall r and an F1 of F mean the share :math:`\pi (2r/F - 1 - r)` of false positives among all records, with the
    prevalence :math:`\pi`. In each class the two predict the positive label by the same uniform number on 60 % of the
    records, and independently on the others (derived). The truth is that of F1, not of the error. The plan
    "hold-out 2/3" stands for the whole evaluation set. It is made for the question of [1]_, whether one F1 is higher
    than another, which they answer by a bootstrap and would compare with a posterior in the manner of [2]_.

    References
    ----------
    .. [1] M. Keller, S. Bengio and S. Y. Wong, "Benchmarking Non-Parametric Statistical Tests", NeurIPS 18, 2005.
    .. [2] C. Goutte and E. Gaussier, "A Probabilistic Interpretation of Precision, Recall and F-Score, with
       Implication for Evaluation", ECIR 2005. :doi:`10.1007/978-3-540-31865-1_25`

    Examples
    --------
    >>> from bayescmp.studies import RareClass
    >>> truth = RareClass(prevalence=0.05, less=0.1).truth()
    >>> round(truth.first, 4), round(truth.second, 4)
    (0.8, 0.7)
    """

    n_records: int = 500
    prevalence: float = 0.2
    f1: float = 0.8
    less: float = 0.0
    tilt: float = 0.0
    trials_per_chunk = 500
    n_train = 1000

    def __post_init__(self) -> None:
        check_integer("n_records", self.n_records, least=20)
        check_probability("prevalence", self.prevalence)
        check_probability("f1", self.f1)
        check_number("less", self.less)
        check_number("tilt", self.tilt)
        rates = self._rates()
        if not ((rates >= 0) & (rates <= 1)).all():
            raise ValueError(
                "`f1`, `less`, `tilt` and `prevalence` must be those of classifiers that exist, but one would predict "
                f"the positive label for these shares of the negatives and positives: {rates.round(3).tolist()}. Take "
                "`tilt` nearer to 0, or `f1` higher."
            )

    def _rates(self) -> Floats:
        """Shares of negatives, and of positives, that each classifier predicts to be positive, (classifier, class)."""
        tilt = 1 + np.array([-self.tilt, self.tilt])
        recall = tilt * [self.f1, self.f1 - self.less]
        false = self.prevalence * (2 * tilt - 1 - recall)
        return np.column_stack([false / (1 - self.prevalence), recall])

    def _joint(self) -> Floats:
        """Probabilities of the joint outcomes 4 y + 2 first + second."""
        first, second = self._rates()
        both = _TOGETHER * np.minimum(first, second) + (1 - _TOGETHER) * first * second
        of_class = np.column_stack([1 - first - second + both, second - both, first - both, both])
        return np.clip((of_class.T * [1 - self.prevalence, self.prevalence]).T.ravel(), 0, 1)

    def joint_outcomes(self, rng: Generator) -> Array:
        """Draw how many records have each joint outcome."""
        return np.repeat(np.arange(8), rng.multinomial(self.n_records, self._joint()))

    def truth(self, n_train: int = n_train, *, draws: int = 1, seed: int = 0) -> Truth:  # noqa: ARG002 - exact
        """Return the F1 of both, whatever `n_train`: the classifiers do not vary."""
        return Truth(first=self.f1, second=self.f1 - self.less)


def _proportions(outcomes: Outcomes, alpha: float) -> Findings:  # noqa: ARG001 - one signature
    counts = counts_of_trials(outcomes, "The test of proportions of F1")
    first, second = values_of_counts("f1", counts)
    mean = (first + second) / 2
    se = np.sqrt(2 * mean * (1 - mean) / counts.sum(-1))
    z = (first - second) / np.where(se > 0, se, 1)
    return {"pvalue": 2 * special.ndtr(-np.abs(z)), "statistic": z, "estimate": first - second}


PROPORTIONS_F1 = StudyMethod(name="proportions_f1", plan=PLAN, assess=_proportions)
"""As `proportions`, with F1 as if it were the share of the records that are right."""


def _bootstrap(kind: str, outcomes: Outcomes, alpha: float) -> Findings:
    """Assess by a bootstrap, fast because a resample is a count of joint outcomes."""
    counts = counts_of_trials(outcomes, f"The bootstrap of the {kind}")
    n, observed = int(np.ceil(50 / alpha)), np.subtract(*values_of_counts(kind, counts))
    # Seeded by the counts: equal data have equal p-values wherever they are computed, other data other resamples.
    resamples = (np.random.default_rng(c).multinomial(c.sum(), c / c.sum(), size=n) for c in counts)
    pvalues = [percentile_pvalue(np.subtract(*values_of_counts(kind, resampled))) for resampled in resamples]
    return {"pvalue": pvalues, "statistic": observed, "estimate": observed}


BOOTSTRAP_F1 = StudyMethod(name="bootstrap_f1", plan=PLAN, assess=partial(_bootstrap, "f1"))
"""Bootstrap percentile test of F1, 50/alpha resamples; F1 is 0 where there are no positives, as in scikit-learn."""
BOOTSTRAP_ERROR = StudyMethod(name="bootstrap_error", plan=PLAN, assess=partial(_bootstrap, "error"))
"""The test `bootstrap_percentile` with other resamples, and much faster."""


def _posterior(outcomes: Outcomes, alpha: float) -> Findings:
    """Assess by the posterior of the difference of two F1, as the method "label-counts" has it."""
    draws = max(1000, int(np.ceil(50 / alpha)))  # as the bootstrap at .05, and not fewer for narrower intervals
    both = np.array([_drawn(counts, draws) for counts in counts_of_trials(outcomes, "The posterior of F1")])
    apart = both[..., 0] - both[..., 1]
    low, high = np.quantile(apart, [alpha / 2, 1 - alpha / 2], axis=1)
    prob = (apart > 0).mean(1) + (apart == 0).mean(1) / 2
    return {"prob_first_better": prob, "estimate": apart.mean(1), "low": low, "high": high}


def _drawn(counts: Integers, draws: int) -> Floats:
    """Draw both F1, (draw, classifier)."""
    seen = np.flatnonzero(counts)
    y, *predicted = joint_labels(seen)
    cells = LabelCells(
        true=y, predicted=np.column_stack(predicted), counts=counts[seen].astype(float), labels=np.arange(2),
        classifiers=("first", "second"), strength=1.0,
    )  # fmt: skip
    # Seeded by the counts: equal data have equal answers wherever they are computed.
    return cells.draw(F1[0], draws, np.random.default_rng(counts)).to_numpy()


POSTERIOR_F1 = StudyMethod(name="posterior_f1", plan=PLAN, assess=_posterior)
"""Decides where the probability of the higher F1 is at least 1 - alpha/2."""
