"""The Text scenario: its truth is that of its population, and the bootstrap of counts is the bootstrap of records."""

import hashlib

import numpy as np
import pytest
from numpy.random import SeedSequence
from sklearn.metrics import f1_score

from bayescmp.frequentist import bootstrap
from bayescmp.studies import STUDY_METHODS, Text
from tests.data import run_python

pytestmark = pytest.mark.full

PLAN = "hold-out 2/3"
ALPHA = 0.05
BOOTSTRAP_F1, BOOTSTRAP_ERROR = STUDY_METHODS["bootstrap_f1"], STUDY_METHODS["bootstrap_error"]
# Two corpora are enough: training takes 1 to 2 s each.
POPULATION = """
import hashlib
import numpy as np
from bayescmp.studies import Text
print(hashlib.sha256(np.asarray(Text(pair="linear-mlp").population()).tobytes()).hexdigest())
"""
BALANCED, UNBALANCED = {"pair": "linear-mlp"}, {"pair": "linear-rbf", "imbalance": 0.1}


def streams(n, seed=0):
    return SeedSequence(seed).spawn(n)


def outcomes(scenario, n, seed=0):
    return scenario.batch([PLAN], streams(n, seed)).outcomes[PLAN]


def monte_carlo_error(p, n, m):
    """Four standard errors of the difference of two p-values, each twice a share of n and of m resamples."""
    return 4 * 2 * np.sqrt((p / 2) * (1 - p / 2) * (1 / n + 1 / m)) + 2 / min(n, m)


def f1_apart(scenario):
    y, first, second = scenario.population()
    return f1_score(y, first) - f1_score(y, second)


@pytest.mark.parametrize(("kind", "equal"), [(BALANCED, None), (UNBALANCED, "f1")])
def test_truth_is_the_value_on_the_population_and_realistic(kind, equal):
    scenario = Text(**kind, equal=equal)
    y, first, second = scenario.population()
    truth = scenario.truth(1, draws=1, seed=0)
    assert (truth.first, truth.second) == pytest.approx((np.mean(first != y), np.mean(second != y)), abs=1e-12)
    assert truth.difference_se == 0
    assert np.mean(y) == pytest.approx(scenario.imbalance, abs=0.01)
    assert np.mean(first != second) > 0.002
    for error, f1 in ((np.mean(p != y), f1_score(y, p)) for p in (first, second)):
        assert 0.02 < error < 0.2
        assert 0.6 < f1 < 0.95


@pytest.mark.parametrize("kind", [BALANCED, UNBALANCED])
class TestEqual:
    def test_errors_are_exactly_equal_and_f1_to_within_one_document(self, kind):
        assert Text(**kind).truth().difference != 0
        assert Text(**kind, equal="error").truth().difference == 0
        positives = Text(**kind).population()[0].sum()
        assert abs(f1_apart(Text(**kind))) > 1e-3
        assert abs(f1_apart(Text(**kind, equal="f1"))) < 1 / positives

    @pytest.mark.parametrize("equal", ["error", "f1"])
    def test_only_the_better_one_is_moved_and_to_the_value_of_the_worse(self, kind, equal):
        trained, moved = (Text(**kind, equal=value).population() for value in (None, equal))
        apart = Text(**kind).truth().difference if equal == "error" else -f1_apart(Text(**kind))
        worse = int(apart < 0)
        np.testing.assert_array_equal(moved[0], trained[0])
        np.testing.assert_array_equal(moved[1 + worse], trained[1 + worse])
        # A threshold moves in one direction: no label changes from 0 to 1 and another from 1 to 0.
        assert len(np.unique((moved[2 - worse] - trained[2 - worse])[moved[2 - worse] != trained[2 - worse]])) == 1


class TestDraws:
    def test_are_reproducible_by_stream(self):
        scenario = Text(**BALANCED, n_records=50)
        whole, again, other = (outcomes(scenario, n, seed) for n, seed in ((4, 0), (2, 0), (4, 1)))
        assert whole.wrong[:2].identical(again.wrong)
        assert not whole.wrong.equals(other.wrong)
        assert len(np.unique(whole.wrong.values.reshape(4, -1), axis=0)) == 4

    @pytest.mark.full
    def test_the_corpus_is_reproducible_by_seed(self):
        before = Text(**BALANCED).population()
        again = run_python("-c", POPULATION, check=True).stdout  # in this process it is kept
        assert again.strip() == hashlib.sha256(np.asarray(before).tobytes()).hexdigest()
        assert not np.array_equal(Text(**BALANCED, seed=1).population()[0], before[0])

    def test_labels_and_wrong_and_tables_agree(self):
        drawn = outcomes(Text(**UNBALANCED, n_records=300), 5)
        assert drawn.wrong.dims == ("experiment", "classifier", "repeat", "record")
        assert drawn.test_to_train == 300 / 1500
        for k, (y, *predicted) in enumerate(drawn.labels):
            np.testing.assert_array_equal(drawn.wrong.values[k, :, 0], [labels != y for labels in predicted])
        table = drawn.tables.isel(repeat=0, fold=0).sel(first="wrong", second="right", drop=True)
        np.testing.assert_array_equal(table, [np.sum((a != y) & (b == y)) for y, a, b in drawn.labels])


class TestBootstrap:
    def test_f1_is_the_bootstrap_of_records(self):
        drawn = outcomes(Text(**BALANCED, equal="f1", n_records=1000), 3).one(2)
        found = BOOTSTRAP_F1.findings(drawn, ALPHA)
        # 150 resamples, because scikit-learn needs 2 ms for each.
        expected = bootstrap(*drawn.labels[0], metric=f1_score, n_resamples=150, rng=0)
        assert found["estimate"][0] == pytest.approx(expected.statistic, abs=1e-12)
        difference = abs(found["pvalue"][0] - expected.pvalue)
        assert difference < monte_carlo_error(expected.pvalue, 1000, 150)
        assert 0.05 < expected.pvalue < 0.95  # else the agreement would say little

    def test_error_is_the_registered_test(self):
        drawn = outcomes(Text(**BALANCED), 10)
        found, expected = (
            method.findings(drawn, ALPHA) for method in (BOOTSTRAP_ERROR, STUDY_METHODS["bootstrap_percentile"])
        )
        np.testing.assert_allclose(found["statistic"], expected["statistic"], atol=1e-12)
        difference = np.abs(found["pvalue"] - expected["pvalue"])
        assert (difference < monte_carlo_error(expected["pvalue"], 1000, 1000)).all()
        assert np.ptp(expected["pvalue"]) > 0.5  # else the agreement would say little

    def test_equal_labels_and_sets_without_positives_are_no_evidence_and_other_labels_refused(self):
        drawn = outcomes(Text(**BALANCED, n_records=20), 2)
        y, first, _ = drawn.labels[0]
        drawn.labels[:] = [(y, first, first), (0 * y, np.ones_like(y), 0 * y)]
        assert BOOTSTRAP_F1.findings(drawn, ALPHA)["pvalue"].tolist() == [1, 1]
        assert BOOTSTRAP_ERROR.findings(drawn, ALPHA)["pvalue"][1] < 0.01
        drawn = outcomes(Text(**BALANCED, n_records=20), 1)
        drawn.labels[:] = [tuple(2 * labels - 1 for labels in drawn.labels[0])]
        with pytest.raises(ValueError, match="must be 0, or 1 for the positive class"):
            BOOTSTRAP_F1.assess(drawn, ALPHA)
