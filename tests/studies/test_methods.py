"""Methods of a study: refusals, names, and how a decision follows from what a method finds."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import SeedSequence

from bayescmp.frequentist import TESTS
from bayescmp.studies import FINDINGS, STUDY_METHODS, Epsilon, Outcomes, StudyMethod, method_named

TRIALS = 4


@pytest.fixture(scope="module")
def outcomes():
    batch = Epsilon(n_records=40, epsilon=0.4).batch(["10-fold", "hold-out 2/3"], SeedSequence(0).spawn(TRIALS))
    return batch.outcomes


def method(**found):
    return StudyMethod(name="mine", plan="10-fold", assess=lambda outcomes, alpha: found)


def found(outcomes, alpha=0.05, **values):
    return method(**values).findings(outcomes["10-fold"], alpha)


class TestDecision:
    def test_follows_from_the_p_value_or_from_the_probability_on_either_side(self, outcomes):
        alpha = 0.2
        reject = found(outcomes, alpha, pvalue=[alpha, alpha + 1e-9, 0.0, 1.0])["reject"]
        assert reject.tolist() == [1, 0, 1, 0]
        assert found(outcomes, prob_first_better=[0.975, 0.97, 0.024, 0.026])["reject"].tolist() == [1, 0, 1, 0]

    @given(st.lists(st.floats(0, 1), min_size=TRIALS, max_size=TRIALS), st.floats(0.001, 0.5))
    def test_of_probabilities_is_that_of_the_mirrored_ones(self, probabilities, alpha):
        wrong = xr.DataArray(np.zeros((TRIALS, 2, 4), dtype=bool), dims=("experiment", "classifier", "record"))
        fold = xr.DataArray([[0, 0, 1, 1]], dims=("repeat", "record"))
        some = {"10-fold": Outcomes(plan="10-fold", wrong=wrong, fold=fold, test_to_train=1.0)}
        here = found(some, alpha, prob_first_better=probabilities)["reject"]
        p = np.array(probabilities)
        clear = (np.abs(p - alpha / 2) > 1e-12) & (np.abs(1 - p - alpha / 2) > 1e-12)
        np.testing.assert_array_equal(here[clear], found(some, alpha, prob_first_better=1 - p)["reject"][clear])
        np.testing.assert_array_equal(here[clear], ((p < alpha / 2) | (p > 1 - alpha / 2))[clear])

    def test_of_the_method_itself_goes_first_and_must_be_that_of_its_p_values(self, outcomes):
        here = found(outcomes, reject=[True, False, True, False], prob_first_better=0.5)
        assert here["reject"].tolist() == [1, 0, 1, 0]
        assert found(outcomes, pvalue=[0, 0, 0, 0], prob_first_better=[0.5] * TRIALS)["reject"].tolist() == [1] * 4
        pvalue = [0.05, 0.06, 0.0, np.nan]
        assert found(outcomes, reject=[1, 0, 1, 1], pvalue=pvalue)["reject"].tolist() == [1, 0, 1, 1]
        for other in ([1, 1, 1, 1], [0, 0, 1, 1], [1, 0, np.nan, 1]):
            with pytest.raises(ValueError, match=r"rejections that its p-values at the level 0\.05 do not have"):
                found(outcomes, reject=other, pvalue=pvalue)

    @pytest.mark.parametrize("name", ["pvalue", "prob_first_better"])
    def test_of_nan_is_nan(self, outcomes, name):
        reject = found(outcomes, **{name: [np.nan, 0.001, 0.5, np.nan]})["reject"]
        np.testing.assert_array_equal(reject, [np.nan, 1, 0, np.nan])

    def test_is_nan_without_anything_to_decide_by(self, outcomes):
        here = found(outcomes, estimate=[0.1] * TRIALS)
        assert tuple(here) == FINDINGS
        assert all(np.isnan(values).all() == (name != "estimate") for name, values in here.items())


def test_findings_of_another_name_or_number_of_trials_are_refused(outcomes):
    with pytest.raises(ValueError, match=r"Method 'mine' must find any of .* but found \['p', 'power'\]"):
        found(outcomes, p=1, power=2)
    with pytest.raises(ValueError, match="must find one number per trial, 4, but found"):
        found(outcomes, pvalue=[0.1] * (TRIALS + 1))


class TestNames:
    def test_are_those_of_the_tests_and_the_methods_with_their_own_plan(self):
        named = {name for name, test in TESTS.items() if not (test.needs_rope or test.needs_probabilities)}
        assert named | {"paired", "effective-table"} <= set(STUDY_METHODS)
        assert all(STUDY_METHODS[name].plan == TESTS[name].plan for name in named)
        assert method_named("kfold_t") is method_named("kfold_t", plan="10-fold") is STUDY_METHODS["kfold_t"]
        renamed = method_named("kfold_t", label="t")
        assert (renamed.name, renamed.plan, renamed.assess) == ("t", "10-fold", STUDY_METHODS["kfold_t"].assess)

    def test_another_plan(self, outcomes):
        other = method_named("kfold_t", plan="5-fold")
        assert (other.name, other.plan) == ("kfold_t, 5-fold", "5-fold")
        assert method_named("kfold_t", plan="5-fold", label="t5").name == "t5"

    def test_estimate_on_another_plan_is_what_its_interval_is_about(self):
        here = Epsilon(n_records=40).batch(["half-splits"], SeedSequence(0).spawn(2)).outcomes["half-splits"]
        found = method_named("kfold_t", plan="half-splits").findings(here, 0.05)
        np.testing.assert_allclose(found["estimate"], (found["low"] + found["high"]) / 2)


def test_tests_of_labels_need_labels(outcomes):
    with pytest.raises(ValueError, match="The test 'permutation' needs predicted labels, which this scenario does"):
        method_named("permutation").findings(outcomes["hold-out 2/3"], 0.05)


def labelled(found, dims=("experiment", "pair")):
    """A method that finds 1 for the pair "b" and 2 for "a"."""
    given = xr.DataArray(found, dims=dims, coords={"pair": ["b", "a"]})
    return StudyMethod(
        name="labelled", plan="10-fold", assess=lambda *_: {"estimate": given}, coords={"pair": ["a", "b"]}
    )


@pytest.mark.parametrize("transposed", [False, True])
def test_labelled_findings_are_those_of_their_labels(outcomes, transposed):
    given = np.broadcast_to([1.0, 2.0], (TRIALS, 2))
    mine = labelled(given.T, ("pair", "experiment")) if transposed else labelled(given)
    estimates = mine.findings(outcomes["10-fold"], 0.05)["estimate"]
    np.testing.assert_array_equal(estimates, np.broadcast_to([2.0, 1.0], (TRIALS, 2)))


@pytest.mark.parametrize(
    "odd", [{"pvalue": 1.5}, {"prob_first_better": -0.1}, {"low": 0.2, "high": 0.1}, {"reject": 2}]
)
def test_findings_that_cannot_be_are_refused(outcomes, odd):
    with pytest.raises(ValueError, match="must find possible numbers"):
        found(outcomes, **odd)
