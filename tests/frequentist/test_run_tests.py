"""One call for all tests: rows, number of fits, each row from predictions made by hand, refusals."""

from functools import cache

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from joblib import parallel_config
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp.frequentist as fq
from bayescmp.metrics import METRICS, metric_of
from bayescmp.model_selection import PLANS
from bayescmp.tables import paired_table

N, SEED, ROPE = 60, 3, 0.1
X, Y = make_classification(N, flip_y=0.3, random_state=1)
PAIR = {"bayes": GaussianNB(), "stump": DecisionTreeClassifier(max_depth=1, random_state=0)}
REGISTRY = fq.TESTS
OF_ERRORS = {
    name: test
    for name, test in REGISTRY.items()
    if test.supports(METRICS["error"]) and test.unit not in {"group", "run"}
}
FAST = ["bcv_mcnemar", "t_5x2", "kfold_ci_z", "holdout_mcnemar_exact", "bootstrap_percentile"]


class Counting(ClassifierMixin, BaseEstimator):
    """Gaussian naive Bayes that notes every training set."""

    seen: list[bytes] = []  # noqa: RUF012 - clones share it

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        type(self).seen.append(np.sort(X[:, 0]).tobytes())
        self.model_ = GaussianNB().fit(X, y)
        return self

    def predict(self, X):
        return self.model_.predict(X)


def f1(y, predicted):
    """As scikit-learn's f1_score without its checks and warnings; 0 where there is no positive label."""
    total = y.sum() + predicted.sum()
    return 2 * (y * predicted).sum() / total if total else 0.0


@pytest.fixture(scope="module")
def every():
    return fq.run_tests(PAIR, X, Y, tests="all", rope=ROPE, rng=SEED).set_index("test")


def splits_of(plan):
    return list(PLANS[plan].splitter(SEED).split(np.zeros((N, 1))))


@cache
def losses_by_hand(plan):
    """Whether each classifier errs, one array of shape (2, records of the validation set) a split."""
    found = []
    for train, test in splits_of(plan):
        fitted = [estimator.fit(X[train], Y[train]) for estimator in PAIR.values()]
        found.append(np.array([model.predict(X[test]) != Y[test] for model in fitted]))
    return found


def tables_by_hand(plan):
    shape = (PLANS[plan].n_repeats, PLANS[plan].n_folds)
    cells = np.array(
        [[(a & b).sum(), (a & ~b).sum(), (~a & b).sum(), (~a & ~b).sum()] for a, b in losses_by_hand(plan)]
    )
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    counts = {name: column.reshape(shape) for name, column in zip(names, cells.T, strict=True)}
    return paired_table(**counts, dims=("repeat", "fold"))


def differences_by_hand(plan):
    d = [float(a.mean() - b.mean()) for a, b in losses_by_hand(plan)]
    return xr.DataArray(np.reshape(d, (PLANS[plan].n_repeats, PLANS[plan].n_folds)), dims=("repeat", "fold"))


def one(plan):
    return tables_by_hand(plan).isel(repeat=0, fold=0, drop=True)


def conservative(d):
    means = d.to_numpy().reshape(21, 15).mean(1)
    return fq.conservative_z(xr.DataArray(means[0]), xr.DataArray(means[1:].reshape(10, 2), dims=("split", "half")))


def mean_ratio(plan):
    return np.mean([len(test) / len(train) for train, test in splits_of(plan)])


BY_HAND = {
    "bcv_mcnemar": lambda p: fq.bcv_mcnemar(tables_by_hand(p)),
    "calibrated_5x2_bcv_f": lambda p: fq.combined_f(differences_by_hand(p), df=(7, 5)),
    "blocked_3x2_t": lambda p: fq.blocked_3x2_t(differences_by_hand(p)),
    "t_5x2": lambda p: fq.t_5x2(differences_by_hand(p)),
    "combined_5x2_t": lambda p: fq.combined_5x2_t(differences_by_hand(p)),
    "combined_5x2_f": lambda p: fq.combined_f(differences_by_hand(p), df=(10, 5)),
    "repeated_holdout_t": lambda p: fq.paired_t(differences_by_hand(p), test_to_train=0.0),
    "resampled_t": lambda p: fq.paired_t(differences_by_hand(p), test_to_train=0.0),
    "kfold_t": lambda p: fq.paired_t(differences_by_hand(p), test_to_train=0.0),
    "corrected_repeated_holdout_t": lambda p: fq.paired_t(differences_by_hand(p), test_to_train=mean_ratio(p)),
    "corrected_repeated_kfold_t": lambda p: fq.paired_t(differences_by_hand(p), test_to_train=mean_ratio(p)),
    "kfold_ci_z": lambda p: fq.kfold_ci_z(tables_by_hand(p).isel(repeat=0)),
    "naive_kfold_mcnemar": lambda p: fq.naive_kfold_mcnemar(tables_by_hand(p).isel(repeat=0)),
    "conservative_z": lambda p: conservative(differences_by_hand(p)),
    "holdout_mcnemar_exact": lambda p: fq.mcnemar(one(p), method="exact"),
    "holdout_mcnemar": lambda p: fq.mcnemar(one(p), method="chi2"),
    "holdout_mcnemar_midp": lambda p: fq.mcnemar(one(p), method="midp"),
    "proportions": lambda p: fq.proportions(one(p)),
    "holdout_score": lambda p: fq.tango(one(p)),
    "holdout_tost": lambda p: fq.tost(one(p), rope=ROPE),
}


@pytest.mark.full
@pytest.mark.parametrize("name", BY_HAND)
def test_a_row_is_the_formula_applied_to_predictions_made_by_hand(every, name):
    plan = REGISTRY[name].plan
    result, row = BY_HAND[name](plan), every.loc[name]
    assert row["statistic"] == pytest.approx(result.statistic, rel=1e-10, abs=1e-12)
    assert row["pvalue"] == pytest.approx(result.pvalue, rel=1e-10, abs=1e-12)
    of_algorithms = differences_by_hand(plan)[:15] if name == "conservative_z" else differences_by_hand(plan)
    assert row["estimate"] == pytest.approx(float(of_algorithms.mean()), abs=1e-14)
    interval = result.confidence_interval(0.95)
    expected = [np.nan, np.nan] if interval is None else [interval.low, interval.high]
    assert row[["low", "high"]].tolist() == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_all_has_one_row_per_registered_test_with_its_note_and_rejects_at_alpha(every):
    assert every.index.tolist() == list(OF_ERRORS)
    assert len(every) >= 18
    assert list(every) == [
        "statistic", "df", "pvalue", "reject", "estimate", "low", "high", "fits", "reference", "note",
    ]  # fmt: skip
    assert every["reject"].tolist() == (every["pvalue"] <= 0.05).tolist()
    strict = fq.run_tests(PAIR, X, Y, alpha=0.9, tests=FAST, rng=SEED)
    assert strict["reject"].tolist() == (strict["pvalue"] <= 0.9).tolist()
    assert strict["reject"].any()
    assert every["note"].to_dict() == {name: test.faults for name, test in OF_ERRORS.items()}
    references = fq.registered_tests().set_index("test")["reference"]
    assert every["reference"].to_dict() == references[list(OF_ERRORS)].to_dict()


@pytest.mark.parametrize(("tests", "most"), [("recommended", 10), (FAST, 26)])
def test_each_distinct_training_set_is_fitted_once(tests, most):
    Counting.seen = []
    table = fq.run_tests({"counted": Counting(), "bayes": GaussianNB()}, X, Y, tests=tests, rng=SEED)
    plans = {REGISTRY[name].plan for name in table["test"]}
    distinct = {np.sort(train).tobytes() for plan in plans for train, _ in splits_of(plan)}
    assert len(Counting.seen) == len(set(Counting.seen)) == len(distinct) == table.attrs["fits"] <= most


def test_the_fits_of_a_row_are_those_of_its_test_alone(every):
    assert every["fits"][["bcv_mcnemar", "holdout_mcnemar", "conservative_z"]].tolist() == [10, 1, 315]


def test_intervals_are_of_the_level_1_less_alpha(every):
    wide = fq.run_tests(PAIR, X, Y, tests=["combined_5x2_t", "bootstrap_percentile"], alpha=0.2, rng=SEED)
    width = (wide["high"] - wide["low"]).to_numpy()
    assert (width < (every["high"] - every["low"])[wide["test"]].to_numpy()).all()


def test_a_class_is_that_of_the_metric():
    words = np.array(["no", "yes"])[Y]
    named, numbered = (
        fq.run_tests(PAIR, X, y, tests=["t_5x2"], metric=metric_of("f1", label), rng=SEED)
        for y, label in ((words, "no"), (Y, 0))
    )
    pd.testing.assert_frame_equal(named, numbered)


def test_the_number_of_jobs_does_not_matter():
    with parallel_config("threading"):
        tables = [fq.run_tests(PAIR, X, Y, tests=FAST, n_jobs=jobs, rng=SEED) for jobs in (None, 2)]
    pd.testing.assert_frame_equal(*tables)


def test_the_recorded_seed_gives_the_same_table_again():
    table = fq.run_tests(PAIR, X, Y, tests=FAST)
    again = fq.run_tests(PAIR, X, Y, tests=FAST, rng=table.attrs["seed"])
    pd.testing.assert_frame_equal(table, again)


@pytest.mark.full
def test_a_row_does_not_depend_on_what_else_is_run():
    # Enough predictions differ for the permutation to draw.
    data, y = make_classification(240, flip_y=0.5, random_state=3)
    pair = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
    fields, names = ["statistic", "pvalue", "estimate", "fits"], ["t_5x2", "bootstrap_percentile", "permutation"]
    together, *alone = (
        fq.run_tests(pair, data, y, tests=tests, metric=f1, rng=SEED).set_index("test")[fields]
        for tests in (names, *([name] for name in names))
    )
    pd.testing.assert_frame_equal(together.loc[names], pd.concat(alone))


def test_a_metric_is_applied_to_each_validation_set_and_labels_may_be_text():
    table = fq.run_tests(PAIR, X, Y, tests=["kfold_t"], metric=f1_score, rng=SEED)
    d = []
    for train, test in splits_of("10-fold"):
        scores = [f1_score(Y[test], model.fit(X[train], Y[train]).predict(X[test])) for model in PAIR.values()]
        d.append(scores[0] - scores[1])
    expected = fq.paired_t(xr.DataArray([d], dims=("repeat", "fold")), test_to_train=0.0)
    assert table.loc[0, ["statistic", "pvalue"]].tolist() == pytest.approx([expected.statistic, expected.pvalue])
    tables = [fq.run_tests(PAIR, X, y, tests=FAST, rng=SEED) for y in (Y, np.array(["ham", "spam"])[Y])]
    pd.testing.assert_frame_equal(*tables)


def test_a_bootstrap_has_the_seed_of_the_call():
    ((train, test),) = splits_of("hold-out 2/3")
    predicted = [model.fit(X[train], Y[train]).predict(X[test]) for model in PAIR.values()]
    row = fq.run_tests(PAIR, X, Y, tests="bootstrap_percentile", metric="f1", rng=SEED).loc[0]
    found, other = (
        fq.bootstrap(Y[test], *predicted, metric="f1", rng=seed).confidence_interval(0.95) for seed in (SEED, SEED + 1)
    )
    assert (row["low"], row["high"]) == (found.low, found.high)
    assert (found.low, found.high) != (other.low, other.high)
