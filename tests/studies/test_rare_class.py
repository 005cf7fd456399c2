"""The scenario of a rare class, and what answers whether one F1 is higher than another."""

import numpy as np
import pytest
from numpy.random import SeedSequence
from scipy import stats
from sklearn.metrics import f1_score, recall_score

import bayescmp as bc
from bayescmp.studies import STUDY_METHODS as ALL
from bayescmp.studies import Epsilon, RareClass, builtin_study

PLAN, ALPHA = "hold-out 2/3", 0.05
METHODS = ("proportions_f1", "bootstrap_f1", "posterior_f1")


def outcomes(scenario, trials, seed=0):
    return scenario.batch([PLAN], SeedSequence(seed).spawn(trials)).outcomes[PLAN]


def found(name, drawn):
    return ALL[name].findings(drawn, ALPHA)


class TestScenario:
    @pytest.mark.parametrize(("prevalence", "less", "tilt"), [(0.5, 0.1, 0.0), (0.02, 0.0, 0.1), (0.02, 0.1, -0.1)])
    def test_f1_is_exact_and_the_truth(self, prevalence, less, tilt):
        scenario = RareClass(prevalence=prevalence, less=less, tilt=tilt)
        joint = scenario._joint()
        assert joint.sum() == pytest.approx(1)
        assert joint[4:].sum() == pytest.approx(prevalence)
        truth = scenario.truth()
        y, *predicted = np.unpackbits(np.arange(8, dtype=np.uint8)[:, None], axis=1)[:, -3:].T.astype(bool)
        f1 = [2 * joint[y & p].sum() / (joint[y].sum() + joint[p].sum()) for p in predicted]
        assert f1 == pytest.approx([truth.first, truth.second])
        assert truth.difference == pytest.approx(less)

    def test_labels_have_the_f1_and_the_recalls_and_a_trial_depends_on_its_stream(self):
        y, first, second = outcomes(RareClass(n_records=400_000, tilt=0.1), 1).labels[0]
        assert y.mean() == pytest.approx(0.2, abs=0.005)
        assert [f1_score(y, first), f1_score(y, second)] == pytest.approx([0.8, 0.8], abs=0.005)
        assert [recall_score(y, first), recall_score(y, second)] == pytest.approx([0.72, 0.88], abs=0.005)
        whole, some = outcomes(RareClass(n_records=50), 4), outcomes(RareClass(n_records=50), 2)
        assert whole.wrong[:2].identical(some.wrong)
        assert not whole.wrong[0].equals(whole.wrong[1])


@pytest.fixture(scope="module")
def drawn():
    return outcomes(RareClass(n_records=100, tilt=0.1), 12)


class TestMethods:
    def test_the_posterior_is_that_of_compare(self, drawn):
        of_study = found("posterior_f1", drawn)
        for k in range(3):
            y, first, second = drawn.labels[k]
            exact = bc.compare(bc.labels(y, {"first": first, "second": second}), metric="f1").posterior
            assert of_study["prob_first_better"][k] == pytest.approx(exact.prob_first_better, abs=4 * 0.5 / 1000**0.5)
            sd = float(exact.difference.sd)
            assert of_study["estimate"][k] == pytest.approx(float(exact.difference.mean), abs=4 * sd / 1000**0.5)
            interval = exact.difference.interval(1 - ALPHA, "eti")
            assert [of_study["low"][k], of_study["high"][k]] == pytest.approx([interval.low, interval.high], abs=sd / 2)

    def test_the_test_of_proportions_takes_f1_for_a_share_of_the_records(self, drawn):
        y, first, second = drawn.labels[5]
        a, b = f1_score(y, first), f1_score(y, second)
        p = (a + b) / 2
        z = (a - b) / np.sqrt(2 * p * (1 - p) / y.size)
        of_study = found("proportions_f1", drawn)
        assert of_study["statistic"][5] == pytest.approx(z)
        assert of_study["pvalue"][5] == pytest.approx(2 * stats.norm.sf(abs(z)))

    @pytest.mark.parametrize("name", METHODS)
    def test_swapped_classifiers_mirror_the_answer(self, name, drawn):
        one = found(name, drawn)
        drawn_other = outcomes(RareClass(n_records=100, tilt=0.1), 12)
        drawn_other.labels[:] = [(y, second, first) for y, first, second in drawn.labels]
        other = found(name, drawn_other)
        assert other["estimate"] == pytest.approx(-one["estimate"], abs=0.02)
        assert other["prob_first_better"] == pytest.approx(1 - one["prob_first_better"], abs=0.1, nan_ok=True)
        assert other["pvalue"] == pytest.approx(one["pvalue"], abs=0.15, nan_ok=True)

    @pytest.mark.parametrize("name", METHODS)
    def test_equal_labels_and_sets_without_positives_are_no_evidence(self, name):
        drawn = outcomes(RareClass(n_records=40), 2)
        y, first, _ = drawn.labels[0]
        drawn.labels[:] = [(y, first, first), (0 * y, np.ones_like(y), 0 * y)]
        assert found(name, drawn)["reject"].tolist() == [0, 0]

    @pytest.mark.parametrize("name", METHODS)
    def test_a_trial_has_the_same_answer_in_any_batch(self, name, drawn):
        whole, alone = found(name, drawn), found(name, drawn.one(3))
        for key, values in alone.items():
            np.testing.assert_array_equal(values[0], whole[key][3])

    def test_labels_are_needed(self):
        bare = Epsilon(n_records=60).batch([PLAN], SeedSequence(0).spawn(1)).outcomes[PLAN]
        with pytest.raises(ValueError, match="needs predicted labels"):
            found("posterior_f1", bare)


def test_where_positives_are_rare_proportions_decide_far_too_often_and_the_posterior_does_not():
    drawn = outcomes(RareClass(n_records=500, prevalence=0.02, tilt=0.1), 120)
    shares = {name: found(name, drawn)["reject"].mean() for name in METHODS}
    limit = ALPHA + 3 * np.sqrt(ALPHA * (1 - ALPHA) / 120)
    assert shares["proportions_f1"] > 0.4
    assert shares["posterior_f1"] <= limit


def test_the_study_has_equal_classifiers_and_such_that_differ():
    study = builtin_study("f1")
    assert [method.name for method in study.methods] == [*METHODS]
    for cell in study.cells:
        what, how, one_in = cell.name.split(", ")
        assert cell.scenario.truth().difference == pytest.approx({"equal": 0, "apart": 0.1}[what], abs=1e-12)
        assert cell.scenario.tilt == {"alike": 0, "tilted": 0.1}[how]
        assert cell.scenario.prevalence == 1 / int(one_in.removeprefix("1 in "))
    assert len(study.cells) == 2 * 2 * 4 * 5
