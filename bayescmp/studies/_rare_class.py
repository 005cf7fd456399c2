"""The scenario of a rare class: two classifiers with known F1, on evaluation sets that have few positives."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import SeedSequence

from bayescmp._typing import Floats
from bayescmp._validation import check_integer, check_number, check_probability
from bayescmp.studies._joint_labels import PLAN, batch_of_joint
from bayescmp.studies._outcomes import Batch
from bayescmp.studies._scenario import Scenario, Truth

_TOGETHER = 0.6  # of the records, on which one uniform number decides for both classifiers
_TRAINING = 1000


@dataclass(frozen=True, kw_only=True)
class RareClass(Scenario):
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
    TypeError, ValueError
        If a parameter is out of range, or no classifier has such a recall and F1.

    Notes
    -----
    A recall r and an F1 of F mean the share :math:`\pi (2r/F - 1 - r)` of false positives among all records, with the
    prevalence :math:`\pi`. In each class the two predict the positive label by the same uniform number on 60 % of the
    records, and independently on the others (derived). The truth is that of 1 - F1, not of the error. The plan
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
    (0.2, 0.3)
    """

    n_records: int = 500
    prevalence: float = 0.2
    f1: float = 0.8
    less: float = 0.0
    tilt: float = 0.0
    trials_per_chunk = 500

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

    @property
    def plans(self) -> tuple[str, ...]:
        """Only the hold-out, whose validation set is the evaluation set."""
        return (PLAN,)

    def batch(self, plans: Sequence[str], streams: Sequence[SeedSequence]) -> Batch:  # noqa: ARG002 - only one plan
        """Draw an evaluation set per trial."""
        joint = self._joint()
        drawn = (np.random.default_rng(stream).multinomial(self.n_records, joint) for stream in streams)
        labels = np.array([np.repeat(np.arange(8), counts) for counts in drawn])
        return batch_of_joint(labels, self.n_records / _TRAINING)

    def truth(self, n_train: int = _TRAINING, *, draws: int = 1, seed: int = 0) -> Truth:  # noqa: ARG002 - exact
        """Return 1 - F1 of both, whatever `n_train`: the classifiers do not vary."""
        return Truth(first=1 - self.f1, second=1 - self.f1 + self.less)
