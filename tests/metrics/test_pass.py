"""pass@k and pass^k against all choices of k answers; their names; what they refuse; comparisons and files."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import bayescmp as bc
from bayescmp.metrics import METRICS, PassAll, PassAt, metric_of
from tests.data import gathered, hold_out

COUNTS = (4, 6, 5, 4, 7, 4, 9, 5, 4, 4, 6, 8)
FAMILIES = {"pass@": (PassAt, any), "pass^": (PassAll, all)}


def answers(counts=COUNTS, names="ab", seed=0):
    """Return who is right, a list of answers for each record and system."""
    rng = np.random.default_rng(seed)
    hard = rng.random(len(counts))
    return {name: [list(rng.random(n) < p ** (0.5 + k)) for n, p in zip(counts, hard, strict=True)]
            for k, name in enumerate(names)}  # fmt: skip


def predictions(right, **options):
    """Return predictions of answers that are right or wrong."""
    of = next(iter(right.values()))
    keys = {"record": np.repeat(np.arange(len(of)), [len(own) for own in of])}
    keys["answer"] = np.concatenate([np.arange(len(own)) for own in of])
    said = {name: np.where(np.concatenate(rows), "yes", "no") for name, rows in right.items()}
    return gathered(y_true=["yes"] * keys["record"].size, y_pred=said, **keys, **options)


def by_choices(right, k, decide):
    """Share of all choices of k answers to a record of which one is right, or all are."""
    return {name: [np.mean([decide(one) for one in combinations(own, k)]) for own in rows]
            for name, rows in right.items()}  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
@given(own=st.lists(st.booleans(), min_size=1, max_size=9), k=st.integers(1, 9))
def test_a_record_has_the_share_of_all_choices(family, own, k):
    k = min(k, len(own))
    make, decide = FAMILIES[family]
    expected = np.mean([decide(one) for one in combinations(own, k)])
    assert make(k).of_counts(len(own), sum(own)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("k", [1, 4])
def test_a_comparison_is_of_these_values(family, k):
    """With unequal numbers of answers: the t interval of paired values."""
    right = answers()
    values = by_choices(right, k, FAMILIES[family][1])
    result = bc.compare(predictions(right), metric=f"{family}{k}")
    assert result.observed == pytest.approx({name: np.mean(own) for name, own in values.items()})
    interval = stats.ttest_rel(values["a"], values["b"]).confidence_interval(0.95)
    assert (result.interval.low, result.interval.high) == pytest.approx((interval.low, interval.high))
    assert (result.method.name, result.evidence.metric.name) == ("mean-loss", f"{family}{k}")
    assert result.design.n_records == len(COUNTS)


def test_of_one_answer_it_is_the_accuracy_of_the_means_of_records():
    found, expected = (bc.compare(predictions(answers()), metric=metric) for metric in ("pass^1", "accuracy"))
    assert found.observed == pytest.approx(expected.observed)
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.interval.low, expected.interval.high))
    assert found.probabilities == pytest.approx(expected.probabilities)
    data = hold_out()
    assert bc.compare(data, metric="pass@1").observed == pytest.approx(bc.compare(data, metric="accuracy").observed)
    with pytest.raises(ValueError, match="`metric` 'pass@2' needs 2 answers or more to every record, but tree has 1 "):
        bc.compare(data, metric="pass@2")


@pytest.mark.parametrize(("n", "right", "k"), [(200, 3, 100), (1000, 999, 100)])
def test_many_answers_are_counted_exactly(n, right, k):
    assert PassAt(k).of_counts(n, right) == pytest.approx(1 - comb(n - right, k) / comb(n, k), rel=1e-9)
    assert PassAll(k).of_counts(n, right) == pytest.approx(comb(right, k) / comb(n, k), rel=1e-9)
    assert PassAt(1000).of_counts(2000, 1) == pytest.approx(0.5)


class TestNames:
    """By which they are called."""

    @pytest.mark.parametrize(("name", "k"), [("pass@5", 5), ("pass^12", 12)])
    def test_a_name_is_parsed(self, name, k):
        found = metric_of(name)
        assert (found.name, found.least_answers, found.noun) == (name, k, name)
        assert (found.greater_is_better, found.needs) == (True, "labels")
        assert found.of_counts(20, 3) == FAMILIES[name[:5]][0](k).of_counts(20, 3)

    def test_other_names_and_numbers_are_refused_and_they_have_no_class(self):
        for name in ("pass@0", "pass@", "pass@1.5", "pass5", "pass@5 ", "Pass@5"):
            with pytest.raises(ValueError, match="`metric` must be one of "):
                metric_of(name)
        for make, k in ((PassAt, 0), (PassAll, 1.5), (PassAll, True)):
            with pytest.raises((TypeError, ValueError), match="`k` must be"):
                make(k)
        with pytest.raises(ValueError, match="`pos_label` is for metrics of one class"):
            metric_of("pass@2", "yes")
        assert not [name for name in METRICS if name.startswith("pass")]


class TestRefusals:
    """What they cannot be told of."""

    def test_too_few_answers_of_one_record_are_named(self):
        message = "`metric` 'pass.5' needs 5 answers or more to every record, but a has 4 answers to record 0"
        with pytest.raises(ValueError, match=message):
            bc.compare(predictions(answers()), metric="pass^5")

    def test_answers_that_one_system_lacks_do_not_count(self):
        right = answers((5,) * 8)
        data = predictions(right)
        gap = data.assign(
            y_pred=data["y_pred"].where(
                ~((data["record"] == 6) & (data["repeat"] < 2) & (data["classifier"] == "b")), -1
            )
        )
        gap = gap.assign(missing=(gap["y_pred"] < 0).transpose("classifier", "repeat", "record"))
        assert bc.compare(gap, metric="pass@3").observed["b"] == pytest.approx(
            np.mean(by_choices(right, 3, any)["b"][:6] + by_choices({"b": [right["b"][6][2:]]}, 3, any)["b"]
                    + by_choices(right, 3, any)["b"][7:])
        )  # fmt: skip
        with pytest.raises(ValueError, match="but b has 3 answers to record 6"):
            bc.compare(gap, metric="pass@4")

    def test_cross_validations_and_losses_are_refused(self):
        data = bc.labels([0, 1] * 10, {"a": [0, 1] * 10, "b": [1, 1] * 10}, how=bc.folds(np.arange(20) % 4))
        with pytest.raises(ValueError, match="`metric` 'pass@1' is of several answers to one test set, but `data` are"):
            bc.compare(data, metric="pass@1")
        data = bc.losses({"a": [0.1] * 6, "b": [0.2] * 6})
        with pytest.raises(ValueError, match="`metric` must be left out for data that hold the loss alone"):
            bc.compare(data, metric="pass@1")


class TestResults:
    """Files, rankings, groups."""

    def test_a_ranking_of_two_is_their_comparison(self):
        data = predictions(answers())
        row, result = bc.rank(data, metric="pass^2", draws=400).pairs.iloc[0], bc.compare(data, metric="pass^2")
        numbers = ["estimate", "low", "high", "prob_first_better", "prob_second_better"]
        assert row[numbers].tolist() == pytest.approx(result.methods.iloc[0][numbers].tolist(), rel=1e-8)

    def test_records_in_groups_are_clustered(self):
        right, groups = answers(), np.repeat(np.arange(6), 2)
        values = by_choices(right, 2, any)
        data = predictions(right, group=groups[np.repeat(np.arange(12), COUNTS)])
        expected = bc.compare(bc.scores(values, bounds=(0, 1), group=groups))
        found = bc.compare(data, metric="pass@2")
        ends = expected.interval.low, expected.interval.high
        assert (found.interval.low, found.interval.high) == pytest.approx(ends)
