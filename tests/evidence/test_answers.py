"""Several answers to a record: what becomes of them before anything is compared."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.evidence import Evidence
from bayescmp.evidence._several_answers import records_of_answers
from bayescmp.metrics import metric_of
from tests.data import cross_validated, gathered, hold_out

N, COUNTS = 6, np.array([3, 1, 2, 3, 3, 2])
ITEM = np.repeat(np.arange(N), COUNTS)
ANSWER = np.concatenate([np.arange(count) for count in COUNTS])
RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, N)[ITEM]
PRED = {name: RNG.integers(0, 2, ITEM.size) for name in "ab"}
KEYS = {"record": ITEM, "answer": ANSWER}


def given(**options):
    return gathered(y_true=Y, y_pred=PRED, **KEYS, **options)


def by_record(values, of):
    return [of(values[i == ITEM]) for i in range(N)]


@pytest.mark.parametrize("make", [hold_out, cross_validated])
def test_one_answer_to_each_record_stays_as_it_is(make):
    data, metric = make(), metric_of("error")
    found, same = records_of_answers(data, metric)
    assert found is data
    assert same is metric


def spreads(wrong):
    """Variances of means of each record's answers; a single one varies as answers to other records do."""
    squares = by_record(wrong, lambda own: ((own - own.mean()) ** 2).sum())
    pooled = sum(squares) / (COUNTS - 1).sum()
    return [(s / (k - 1) if k > 1 else pooled) / k for s, k in zip(squares, COUNTS, strict=True)]


@pytest.mark.parametrize("name", ["error", "accuracy"])
def test_means_over_records_become_losses_of_records(name):
    """With how many answers there are, and the variance of their mean, of a single one that of all others."""
    found, metric = records_of_answers(given(), metric_of(name))
    for classifier, values in PRED.items():
        wrong = (values != Y).astype(float)
        own = found.sel(classifier=classifier)
        assert own["loss"][0].to_numpy().tolist() == pytest.approx(by_record(wrong, np.mean))
        assert own["n_answers"].to_numpy().tolist() == COUNTS.tolist()
        assert own["within"].to_numpy().tolist() == pytest.approx(spreads(wrong))
    assert "y_pred" not in found
    assert (metric.name, metric.greater_is_better) == (name, name == "accuracy")
    assert metric.additive


def test_groups_and_tasks_of_records_stay():
    task = np.array(["x", "y"])[ITEM % 2]
    found, _ = records_of_answers(given(group=ITEM // 2, task=task), metric_of("error"))
    assert found["group"].to_numpy().tolist() == [0, 0, 1, 1, 2, 2]
    assert found["task"].to_numpy().tolist() == ["x", "y"] * 3
    assert found["record"].to_numpy().tolist() == list(range(N))


def test_records_without_an_answer_are_marked():
    gap = {name: values.tolist() for name, values in PRED.items()}
    gap["a"][3] = None  # the only one to the second record
    data = gathered(y_true=Y, y_pred=gap, **KEYS, on_missing="drop")
    found, _ = records_of_answers(data, metric_of("error"))
    missing = found["missing"].sel(classifier="a")[0].to_numpy()
    assert missing.tolist() == [False, True, False, False, False, False]
    assert np.isnan(found["loss"].sel(classifier="a", record=1)).all()
    assert found["n_answers"].sel(classifier="a").to_numpy().tolist() == [3, 0, 2, 3, 3, 2]
    pair = Evidence.of(data).pair()
    assert pair.design.n_records == N - 1


def test_other_metrics_make_a_record_of_each_answer():
    whole = np.tile(np.arange(3), N)
    item, y = np.repeat(np.arange(N), 3), RNG.integers(0, 2, N).repeat(3)
    pred = {name: RNG.integers(0, 2, 3 * N) for name in "ab"}
    data = bc.labels(y, pred, record=item, how=bc.answers(whole))
    found, metric = records_of_answers(data, metric_of("f1_macro"))
    assert metric is metric_of("f1_macro")
    assert dict(found["y_pred"].sizes) == {"classifier": 2, "repeat": 1, "record": 3 * N}
    for number in range(3 * N):
        place = np.flatnonzero((item == number % N) & (whole == number // N))[0]
        assert found["group"][number] == found["item"][number] == number % N
        assert found["label"].to_numpy()[found["y_true"][number]] == y[place]
        for name, values in pred.items():
            assert found["label"].to_numpy()[found["y_pred"].sel(classifier=name)[0, number]] == values[place]
    evidence = Evidence.of(data, metric_of("f1_macro"))
    assert evidence.observed == pytest.approx(
        {name: float(bc.metrics.fold_values(bc.labels(y, {name: own}), metric="f1_macro").squeeze())
         for name, own in pred.items()}
    )  # fmt: skip
    assert (evidence.design.n_records, evidence.design.n_groups) == (N, N)


def test_groups_of_records_take_the_place_of_those_of_answers():
    item, whole = np.repeat(np.arange(N), 3), np.tile(np.arange(3), N)
    pred = {name: RNG.integers(0, 2, 3 * N) for name in "ab"}
    data = bc.labels(np.resize([0, 1], N).repeat(3), pred, record=item, group=item // 3, how=bc.answers(whole))
    found, _ = records_of_answers(data, metric_of("f1_macro"))
    assert found["group"].to_numpy().tolist() == (np.tile(np.arange(N), 3) // 3).tolist()
    assert found["item"].to_numpy().tolist() == np.tile(np.arange(N), 3).tolist()
