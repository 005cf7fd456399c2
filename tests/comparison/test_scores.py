"""Comparisons of bare scores: against the formula, the corrected t test, and baycomp's convention; what is refused."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.evidence import evidence_of
from bayescmp.metrics import METRICS, fold_values
from bayescmp.reports import render
from tests.data import gathered_sets

SIZES = {"n_train": 900, "n_test": 100}


def made(n=100, gap=0.01, seed=0):
    rng = np.random.default_rng(seed)
    return {"a": 0.8 + 0.02 * rng.normal(size=n), "b": 0.8 + gap + 0.02 * rng.normal(size=n)}


def by_formula(d, ratio, x):
    """P(difference <= x) of the Bayesian correlated t test, `ratio` being rho / (1 - rho)."""
    n = d.size
    return stats.t.cdf(x, n - 1, loc=d.mean(), scale=np.sqrt((1 / n + ratio) * d.var(ddof=1)))


@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_is_the_correlated_t_test(rope):
    scores = made()
    result = bc.compare(gathered_sets(scores, **SIZES, noun="accuracy"), rope=rope)
    d = scores["a"] - scores["b"]
    left, right = by_formula(d, 1 / 9, -rope), 1 - by_formula(d, 1 / 9, rope)
    assert result.difference.mean == pytest.approx(d.mean())
    assert result.probabilities == pytest.approx((right, 1 - left - right, left), abs=1e-12)
    assert result.method.name == "correlated-t"
    assert result.observed == pytest.approx({name: values.mean() for name, values in scores.items()})


@given(st.lists(st.integers(-100, 100), min_size=4, max_size=12), st.floats(0.01, 2))
def test_the_interval_is_that_of_the_corrected_resampled_t_test(differences, ratio):
    d = np.array(differences) / 100
    assume(np.ptp(d) > 0)  # a test with no spread has no width, and a posterior has
    scores = {"a": d, "b": np.zeros(d.size)}
    result = bc.compare(bc.scores(scores, how=bc.validation_sets(100, 100 * ratio)))
    test = bc.frequentist.paired_t(xr.DataArray(d[None], dims=("repeat", "fold")), test_to_train=ratio)
    expected = test.confidence_interval(0.95)
    assert (result.interval.low, result.interval.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@pytest.mark.parametrize("n", [5, 100])
def test_the_corrected_resampled_t_test_stands_beside_it_once(n):
    result = bc.compare(gathered_sets(made(n), **SIZES))
    rows = result.methods.set_index("method")
    corrected = [name for name in rows.index if name.startswith("corrected")]
    assert len(corrected) == 1
    assert rows.loc[corrected[0], "low"] == pytest.approx(rows.loc["correlated-t", "low"])
    assert rows.loc[corrected[0], "pvalue"] == pytest.approx(2 * min(result.probabilities[::2]))


class TestShapes:
    """Of repeats and folds: the shape tells, or the sizes."""

    def test_of_one_row_nothing_is_guessed(self):
        scores = bc.scores(made(10), how=bc.validation_sets(90, 10))
        assert scores.shape[1:] == (10, 1)
        result = bc.compare(scores)
        assert result.resampling == "scores of 10 validation sets of 10 of 100 records"
        assert "kfold_t" not in result.methods["method"].tolist()
        declared = bc.compare(bc.scores(made(10), how=bc.validation_sets(90, 10, n_repeats=1)))
        assert declared.resampling == "10-fold cross-validation of 100 records"
        assert "kfold_t" in declared.methods["method"].tolist()
        assert declared.probabilities == result.probabilities

    def test_of_sets_of_one_record_the_words_have_no_numbers_of_records_that_shares_may_be(self):
        """9 and 1 may be records or shares; what is said is right of both."""
        result = bc.compare(bc.scores(made(10), how=bc.validation_sets(9, 1, n_repeats=1)))
        assert result.estimand.endswith("algorithms trained on 9 of every 10 records, on new records")
        assert result.resampling == "10-fold cross-validation"
        assert "when trained on all records" in " ".join(str(result).split())
        of_numbers = bc.compare(bc.scores(made(10), how=bc.validation_sets(90, 10, n_repeats=1)))
        assert of_numbers.probabilities == result.probabilities


def test_values_of_folds_are_scores():
    X, y = load_iris(return_X_y=True)
    cv = bc.BlockRegularizedCV(random_state=0)
    p = bc.cross_val_predictions({"a": GaussianNB(), "b": DecisionTreeClassifier()}, X, y, cv=cv, rng=0)
    scores = bc.scores(
        {"a": cross_val_score(GaussianNB(), X, y, cv=cv), "b": [0.9] * 10}, how=bc.validation_sets(75, 75, n_repeats=5)
    )
    np.testing.assert_allclose(scores.sel(classifier="a"), fold_values(p, metric="accuracy").sel(classifier="a"))
    np.testing.assert_allclose(1 - scores.sel(classifier="a"), fold_values(p).sel(classifier="a"))
    found = evidence_of(fold_values(p), "a", "b")
    assert found.design.shape == (5, 2)
    assert found.design.test_to_train == pytest.approx(1, abs=1e-3)
    assert bc.compare(fold_values(p)).method.name == "correlated-t"


def test_lower_may_be_better():
    result = bc.compare(gathered_sets(made(gap=0.1), **SIZES, greater_is_better=False, noun="RMSE"))
    assert result.decision == "first better"
    assert "a has a lower RMSE than b" in str(result)


class TestBounds:
    """Told, or taken from scores between 0 and 1."""

    def test_scores_between_0_and_1_are_taken_as_bounded_and_it_is_said(self, tmp_path):
        result = bc.compare(gathered_sets(made(), **SIZES))
        said = "the scores lie between 0 and 1, which are taken as their bounds"
        assert result.evidence.metric.bounds == (0.0, 1.0)
        assert said in " ".join(str(result).split())
        assert said in " ".join(render(result, "text").split())
        result.save(tmp_path / "scores.nc")
        again = bc.load(tmp_path / "scores.nc")
        assert again.evidence.metric.bounds == (0.0, 1.0)
        assert str(again) == str(result)

    @pytest.mark.parametrize(("scale", "bounds", "greater", "of_loss"), [
        (100, None, True, (None, None)), (100, (0, 100), True, (-99.0, 1.0)), (100, (0, None), False, (0.0, None)),
    ])  # fmt: skip
    def test_told_bounds_hold_and_per_cents_have_none(self, scale, bounds, greater, of_loss):
        values = {name: scale * scores for name, scores in made().items()}
        data = gathered_sets(values, **SIZES, greater_is_better=greater, bounds=bounds)
        result = bc.compare(data)
        assert result.evidence.metric.bounds == of_loss
        assert "taken as their bounds" not in " ".join(str(result).split())
        told = None if bounds is None else [None if bound is None else float(bound) for bound in bounds]
        assert result.provenance["predictions"]["loss"]["bounds"] == told

    @pytest.mark.parametrize(("bounds", "message"), [
        ((0, 0.5), "hold all scores, but .* leave out 0"), ((1, 0), "be"), (3, "be"),
    ])  # fmt: skip
    def test_bounds_are_two_numbers_in_order_around_all_scores(self, bounds, message):
        with pytest.raises((TypeError, ValueError), match=f"`bounds` must {message}"):
            gathered_sets(made(), **SIZES, bounds=bounds)

    def test_values_of_folds_have_the_bounds_of_their_metric(self):
        y = np.arange(40) % 2
        data = bc.labels(y, {"a": y, "b": 1 - y}, how=bc.folds(np.arange(40) % 5))
        for metric in ("error", "accuracy", "matthews_corrcoef"):
            assert evidence_of(fold_values(data, metric=metric)).metric.bounds == METRICS[metric].bounds


def test_several_classifiers_are_compared_two_at_a_time():
    scores = gathered_sets(made() | {"c": made(seed=5)["a"]}, **SIZES)
    assert bc.compare(scores, first="c", second="a").first == "c"
    with pytest.raises(TypeError, match="must be of records, but are scores: compare two at a time"):
        bc.rank(scores)


@pytest.mark.parametrize(("noun", "shift"), [("accuracy", 0.0), ("accuracy", 0.69999), ("loss", 0.0)])
def test_scores_that_differ_by_rounding_alone_are_equal(noun, shift):
    of_sums, plain = (np.array(row) + shift for row in ([0.1 + 0.2, 0.3, 0.3] * 4, [0.3] * 12))
    given = {"a": of_sums, "b": plain}
    found = bc.compare(gathered_sets(given, **SIZES, noun=noun, greater_is_better=noun == "accuracy"))
    tests = found.methods[found.methods["kind"] == "test"]
    assert found.prob_first_better == found.prob_second_better == 0.5
    assert len(tests) > 0
    assert (tests["statistic"] == 0).all()
    assert (tests["pvalue"] == 1).all()


def test_a_test_of_scores_without_spread_has_no_p_value():
    values = np.array([0.8, 0.82, 0.84, 0.81, 0.83])
    result = bc.compare(bc.scores({"a": values, "b": values - 0.01}, how=bc.validation_sets(80, 20)))
    own = result.methods.set_index("method").loc["corrected_repeated_holdout_t"]
    assert own["statistic"] > 1e6
    assert own[["pvalue", "low", "high"]].isna().all()
    assert "no p-value, as no spread was seen (corrected resampled t-test, two-sided)" in " ".join(str(result).split())
    assert "p < 0.001" not in render(result, "text")
    some = bc.compare(bc.scores({"a": values, "b": values[::-1]}, how=bc.validation_sets(80, 20)))
    assert some.methods["pvalue"].notna().sum() == 1


@pytest.mark.parametrize(("scores", "options", "message"), [
    ({"a": [0.9, np.nan], "b": [0.8, 0.7]}, {}, "must hold finite numbers, but got nan at position 1"),
    ({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7]}, {}, "must have the same shape for all classifiers"),
    ({"a": [0.9], "b": [0.8]}, {}, "with two scores or more"),
    ({"a": [0.9, 0.8], "b": [0.8, 0.7]}, {"n_test": 0}, "`n_test` must be"),
])  # fmt: skip
def test_other_arguments_are_refused(scores, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        gathered_sets(scores, **SIZES | options)
