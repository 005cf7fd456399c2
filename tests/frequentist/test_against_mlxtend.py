"""The tests that mlxtend implements, on the splits that mlxtend draws."""

from functools import partial

import numpy as np
import pytest
import xarray as xr
from mlxtend.evaluate import combined_ftest_5x2cv, paired_ttest_5x2cv, paired_ttest_kfold_cv, paired_ttest_resampled
from sklearn.datasets import make_classification
from sklearn.metrics import accuracy_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bayescmp.frequentist import combined_f, paired_t, t_5x2

UNCORRECTED = partial(paired_t, test_to_train=0.0)
SAME = {"rel": 1e-12, "abs": 1e-12}
X, Y = make_classification(120, flip_y=0.3, random_state=3)
PROCEDURES = {
    "resampled": (paired_ttest_resampled, UNCORRECTED, (30, 1), {"random_seed": 5}),
    "k-fold": (paired_ttest_kfold_cv, UNCORRECTED, (1, 10), {"shuffle": True, "random_seed": 7}),
    "5x2 t": (paired_ttest_5x2cv, t_5x2, (5, 2), {"random_seed": 8}),
    "combined F": (combined_ftest_5x2cv, combined_f, (5, 2), {"random_seed": 9}),
}
procedures = pytest.mark.parametrize(("theirs", "ours", "shape", "settings"), PROCEDURES.values(), ids=PROCEDURES)


class RecordingScorer:
    """Score as accuracy does and keep every score; mlxtend asks for the first classifier, then for the second."""

    def __init__(self):
        self.scores = []

    def __call__(self, estimator, X, y):
        self.scores.append(np.float64(accuracy_score(y, estimator.predict(X))))
        return self.scores[-1]

    def differences(self, shape):
        """loss(first) - loss(second): mlxtend's differences are of accuracies."""
        errors = 1 - np.reshape(self.scores, (*shape, 2))
        return xr.DataArray(errors[..., 0] - errors[..., 1], dims=("repeat", "fold"))


def run(procedure, pair, settings):
    scorer = RecordingScorer()
    return scorer, procedure(*pair, X, Y, scoring=scorer, **settings)


@procedures
def test_same_splits_give_the_same_statistic_and_p(theirs, ours, shape, settings):
    scorer, (statistic, pvalue) = run(theirs, (GaussianNB(), DecisionTreeClassifier(random_state=0)), settings)
    result = ours(scorer.differences(shape))
    side = 1 if ours is combined_f else -1
    assert statistic != 0
    assert (side * result.statistic, result.pvalue) == (pytest.approx(statistic, **SAME), pytest.approx(pvalue, **SAME))
