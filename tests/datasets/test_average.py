"""The average over data sets: against SciPy, its degenerate cases, its size, and of several at once."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import bayescmp as bc
from bayescmp.datasets._joint_population import covariance_of, joint_average
from bayescmp.posteriors._laws_over_datasets import mean_posterior
from tests.data import disagreeing, table

several = st.lists(st.integers(-400, 400), min_size=2, max_size=12).filter(lambda found: len(set(found)) > 1)


def compared(differences, **asked):
    """Compare plain scores that differ so."""
    differences = np.asarray(differences, dtype=float)
    frame = pd.DataFrame({"a": 0.5 + differences, "b": 0.5}, [f"set {place}" for place in range(differences.size)])
    return bc.compare_datasets(frame, **{"greater_is_better": True} | asked)


def ends(answer):
    return answer.interval.low, answer.interval.high


class TestReference:
    """Differences of a deviation that is smaller by what variances are larger by."""

    @staticmethod
    def shrunk(differences):
        mean = np.mean(differences)
        return mean + (differences - mean) / np.sqrt(1 + 2 / len(differences))

    @given(several)
    def test_is_the_t_test_of_the_mean(self, found):
        differences = np.array(found) / 1000
        average, reference = compared(self.shrunk(differences)).average, stats.ttest_1samp(differences, 0.0)
        assert average.estimate == pytest.approx(differences.mean(), abs=1e-12)
        assert 2 * min(average.probabilities[::2]) == pytest.approx(reference.pvalue, abs=1e-9)
        assert ends(average) == pytest.approx(tuple(reference.confidence_interval()), rel=1e-9, abs=1e-12)


class TestFew:
    def test_one_data_set_tells_nothing_of_others(self):
        found, own = bc.compare_datasets({"only": table(2, 4, 30, 164)}), bc.compare(table(2, 4, 30, 164))
        assert found.average.probabilities == (0.5, 0.0, 0.5)
        assert ends(found.average) == (-np.inf, np.inf)
        assert found.decision == "undecided"
        assert found.these.decision == own.decision == "first better"
        assert found.these.probabilities[0] == pytest.approx(own.prob_first_better)
        said = " ".join(str(found).split())
        assert said.startswith("On this data set first errs less than second (probability > 0.999). Of other data sets")
        assert "Of other data sets one data set tells nothing." in said
        assert "on average over such data sets not known" in said

    @pytest.mark.parametrize(("count", "wide"), [(2, "9.2"), (4, "2"), (5, None)])
    def test_of_two_to_four_it_is_said_how_much_wider_intervals_are(self, count, wide):
        notes = compared(np.linspace(0.01, 0.05, count)).notes
        said = f"intervals on average are {wide} times as wide as if that were known"
        assert any(said in note for note in notes) is (wide is not None)
        assert any("intervals on average" in note for note in notes) is (wide is not None)


class TestTheSameDifferenceEverywhere:
    def test_of_plain_numbers_nothing_is_known(self):
        found = compared([0.02] * 6)
        assert found.average.probabilities == (0.5, 0.0, 0.5)
        assert ends(found.average) == (-np.inf, np.inf)
        assert found.decision == "undecided"
        assert "the differences are the same on all data sets: nothing tells how far others vary" in found.notes

    @pytest.mark.parametrize(("counts", "decision"), [((5, 9), "undecided"), ((2, 30), "first better")])
    def test_of_others_their_own_variance_takes_the_place_of_that_between_them(self, counts, decision):
        found = bc.compare_datasets({name: disagreeing(*counts) for name in "abcd"})
        own = bc.compare(disagreeing(*counts)).difference.sd
        assert found.average.posterior.scale.item() == pytest.approx(own / 2 * np.sqrt(1.5))
        assert found.decision == decision
        assert any("how well each is known takes the place of how far they vary" in note for note in found.notes)


def test_without_one_is_the_comparison_of_the_others():
    unit = 100.0
    frame = pd.DataFrame({"a": [0.8, 0.7, 0.9, 0.6], "b": [0.75, 0.72, 0.8, 0.5]}, index=list("wxyz")) * unit
    found = bc.compare_datasets(frame, greater_is_better=True, rope=0.01 * unit)
    for left in frame.index:
        others = bc.compare_datasets(frame.drop(left), greater_is_better=True, rope=0.01 * unit)
        for which in ("average", "next_dataset"):
            row = found.leave_one_out.loc[left].filter(like=f"{which}_prob").astype(float)
            assert tuple(row) == pytest.approx(getattr(others, which).probabilities, abs=1e-9)


def test_of_what_a_judge_rated_it_is_that_of_the_posterior_means():
    data = {str(seed): judged_by_one(seed) for seed in range(4)}
    found = bc.compare_datasets(data, first="a", second="b")
    assert found.differences == pytest.approx(found.datasets["estimate"].to_numpy())
    assert found.average.estimate == pytest.approx(found.datasets["estimate"].mean())
    assert found.average.estimate != pytest.approx(found.datasets["observed"].mean(), abs=1e-3)
    pairs = bc.rank_datasets(data, draws=400).pairs.set_index(["first", "second"])
    assert pairs.loc[("a", "b"), "average_estimate"] == pytest.approx(found.average.estimate)


def judged_by_one(seed, n=90):
    """Return predictions of three classifiers, a third of which people labelled, and all a judge."""
    rng = np.random.default_rng(seed)
    wrong = {name: rng.random(n) < share for name, share in (("a", 0.2), ("b", 0.3), ("c", 0.4))}
    people = {name: np.where(np.arange(n) % 3 == 0, ~own, np.nan) for name, own in wrong.items()}
    judge = {name: (own != (rng.random(n) < 0.9)).astype(int) for name, own in wrong.items()}
    return bc.verdicts(people, judge=judge)


@pytest.mark.parametrize("unit", [1e-165, 1e90])
def test_units_of_losses_do_not_count(unit):
    frame = unit * pd.DataFrame({"a": [1.0, 3.0, 5.0], "b": [2.0, 2.0, 1.0]}, index=list("xyz"))
    found = bc.compare_datasets(frame, metric="rmse")
    assert found.average.prob_first_better == pytest.approx(
        stats.t(2).cdf(-np.mean([-1, 1, 4]) / np.sqrt(np.var([-1, 1, 4], ddof=1) / 3 * 5 / 3))
    )
    assert found.next_dataset.prob_first_better == pytest.approx(0.4)


def joint_of(losses):
    return joint_average(losses, covariance_of(losses, np.zeros((losses.shape[1],) * 2)))


class TestSeveral:
    """The averages of several classifiers at once."""

    def test_none_is_surer_to_be_the_best_than_its_pairs_allow(self):
        """Two that vary among many that are worse and hardly vary."""
        rng = np.random.default_rng(50)
        frame = pd.DataFrame({"a": 0.8 + rng.normal(0, 0.03, 8), "b": 0.8 + rng.normal(0, 0.03, 8)})
        frame = frame.join(pd.DataFrame(0.5 + rng.normal(0, 0.001, (8, 18)), columns=[f"c{j}" for j in range(18)]))
        found = bc.rank_datasets(frame, metric="accuracy", draws=4000)
        pair = found.pairs.iloc[0]
        most = max(pair["average_prob_first_better"], pair["average_prob_second_better"])
        assert found.classifiers["average_prob_best"].max() <= most + 0.03

    def test_a_pair_of_which_nothing_is_known_leaves_the_best_unknown(self):
        frame = pd.DataFrame({"a": 0.8, "b": 0.7, "c": 0.6 + 0.01 * np.arange(4)}, index=list("wxyz"))
        found = bc.rank_datasets(frame, metric="accuracy", draws=400)
        assert found.classifiers["average_prob_best"].isna().all()
        assert np.isinf(found.classifiers[["low", "high"]]).all(axis=None)

    @given(several)
    def test_of_two_they_are_the_pair(self, found):
        differences = np.array(found) / 1000
        both = joint_of(np.stack([differences, -differences], axis=1) / 2)
        pair, contrast = mean_posterior(differences, np.zeros(differences.size)), np.array([1, -1])
        assert contrast @ both.losses.location.to_numpy() == pytest.approx(pair.location.item())
        assert np.sqrt(contrast @ both.scale.to_numpy() @ contrast) == pytest.approx(pair.scale.item())
        assert both.losses.df == pair.df

    def test_have_the_moments_of_a_multivariate_t_distribution(self):
        rng = np.random.default_rng(0)
        losses = rng.normal([0.1, 0.2, 0.25, 0.24], [0.01, 0.05, 0.02, 0.03], (13, 4))
        losses -= losses.mean(axis=1, keepdims=True)
        between = sum(np.outer(row, row) for row in losses - losses.mean(axis=0)) / 12
        pairs = list(combinations(range(4), 2))
        apart = np.array([np.var(losses[:, a] - losses[:, b], ddof=1) for a, b in pairs])
        both = np.array([[float(one in pair) for one in range(4)] for pair in pairs])
        own = np.maximum(np.linalg.lstsq(both, apart, rcond=None)[0], 0)
        centring = np.eye(4) - 0.25
        shape = (0.75 * between + 0.25 * centring @ np.diag(own) @ centring) / 13 * (1 + 2 / 13)  # 4 / (4 + 13 - 1)
        reference = stats.multivariate_t(losses.mean(axis=0), shape, df=12, allow_singular=True)
        one = joint_of(losses).draw(100_000, 1).transpose("draw", "classifier").to_numpy()
        other = reference.rvs(100_000, random_state=np.random.default_rng(2))
        np.testing.assert_allclose(one.mean(axis=0), other.mean(axis=0), atol=2e-4)
        np.testing.assert_allclose(np.cov(one.T), np.cov(other.T), rtol=0.05)
        assert (one.argmin(axis=1) == 0).mean() == pytest.approx((other.argmin(axis=1) == 0).mean(), abs=0.01)

    @pytest.mark.parametrize(
        ("losses", "why"), [([[0.1, -0.1, 0.0]], "one data set has all"), ([[0.1, -0.1, 0.0]] * 3, "nothing tells")]
    )
    def test_who_is_best_is_not_told_where_nothing_tells_how_far_data_sets_vary(self, losses, why):
        assert joint_of(np.array(losses)) is None
        frame = 0.5 - pd.DataFrame(losses, columns=list("abc"))
        gaps = pd.DataFrame({"a": [0.6, 0.7], "b": [0.65, 0.6]}, index=["x", "y"])
        found = bc.rank_datasets(pd.concat([frame, gaps]), metric="accuracy", draws=400)
        assert found.classifiers["average_prob_best"].isna().all()
        assert found.rank_probabilities is None
        assert f"; nobody is named the best, for {why}" in " ".join(str(found).split())
