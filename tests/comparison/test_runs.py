"""Algorithms that are trained several times: what changes nothing, what is one hold-out, files and plans."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special

import bayescmp as bc

N, R = 40, 3
RECORD, RUN = np.tile(np.arange(N), R), np.repeat(np.arange(R), N)
GROUPS = RECORD // 4
NUMBERS = ["estimate", "low", "high", "prob_first_better", "prob_equivalent", "prob_second_better"]


def losses(seed=0, names="ab", sd=0.3):
    """Return the losses of N records in R runs of each, which share a part."""
    rng = np.random.default_rng(seed)
    record = rng.normal(size=N)[RECORD]
    return {
        name: record + 0.3 * place + sd * rng.normal(size=R)[RUN] + rng.normal(size=N * R)
        for place, name in enumerate(names)
    }


def compared(values, *, record=RECORD, run=RUN, paired=False, first="a", **options):
    data = bc.losses(values, record=record, how=bc.runs(run, paired_runs=paired), **options)
    return bc.compare(data, first=first)


def numbers(result):
    of_one = result.prob_one_run_better
    return [result.difference.mean, result.interval.low, result.interval.high, result.probabilities[0], of_one]


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 99), sd=st.sampled_from([0.0, 0.5, 3.0]), paired=st.booleans(), grouped=st.booleans())
def test_swapping_mirrors_and_order_names_and_a_constant_change_nothing(seed, sd, paired, grouped):
    values, more = losses(seed, sd=sd), {"paired": paired}
    if grouped:
        more["group"] = GROUPS
    found = numbers(compared(values, **more))
    mean, low, high, better, of_one = numbers(compared(values, first="b", **more))
    assert [-mean, -high, -low, 1 - better, 1 - of_one] == pytest.approx(found, abs=1e-9)
    order = np.random.default_rng(seed).permutation(N * R)
    told = {"record": (7 * RECORD % 83)[order], "run": np.array(["z", "x", "y"])[RUN][order]}
    if grouped:
        told["group"] = GROUPS[order]
    moved = {name: own[order] + 5 for name, own in values.items()}
    assert numbers(compared(moved, **{**more, **told})) == pytest.approx(found, abs=1e-9)


def answered(seed=1):
    rng = np.random.default_rng(seed)
    y = np.resize([0, 1], N)
    return y, {name: np.where(rng.random(N) < rate, 1 - y, y) for name, rate in (("a", 0.2), ("b", 0.4))}


def probable(seed=1):
    rng = np.random.default_rng(seed)
    y = np.resize([0, 1], N)
    return y, {name: 1 / (1 + np.exp(-apart * (2 * y - 1) - rng.normal(size=N))) for name, apart in zip("ab", (1, 2))}  # noqa: B905


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize(("door", "made", "metric"), [
    (bc.labels, answered, "error"), (bc.labels, answered, "f1_macro"), (bc.probabilities, probable, "roc_auc"),
])  # fmt: skip
def test_equal_runs_and_one_run_of_each_are_the_hold_out(door, made, metric, count):
    y, said = made()
    options = {"labels": [0, 1]} if door is bc.probabilities else {}
    expected = bc.compare(door(y, said, **options), metric=metric)
    many = {name: np.tile(own, count) for name, own in said.items()}
    keys = {"record": np.tile(np.arange(N), count), "how": bc.runs(np.repeat(np.arange(count), N))}
    equal = door(np.tile(y, count), many, **keys, **options)
    apart = {  # a run of each has a name of its own
        name: np.where(np.repeat([0, 1], N) == place, np.tile(own.astype(float), 2), np.nan)
        for place, (name, own) in enumerate(said.items())
    }
    if door is bc.labels:
        apart = {name: [None if np.isnan(one) else int(one) for one in own] for name, own in apart.items()}
    keys = {"record": np.tile(np.arange(N), 2), "how": bc.runs(np.repeat(["of a", "of b"], N))}
    for data in (equal, door(np.tile(y, 2), apart, **keys, **options, on_missing="drop")):
        result = bc.compare(data, metric=metric)
        assert result.design.kind == "hold-out"
        assert result.prob_one_run_better is None
        assert numbers(result)[:4] == pytest.approx(numbers(expected)[:4], abs=1e-9)


def test_pairs_of_a_ranking_are_comparisons():
    values = losses(names="abc")
    data = bc.losses(values, record=RECORD, how=bc.runs(RUN))
    for _, row in bc.rank(data, draws=400).pairs.iterrows():
        found = bc.compare(data, first=row["first"], second=row["second"]).methods.iloc[0]
        assert row[NUMBERS].tolist() == pytest.approx(found[NUMBERS].tolist(), abs=1e-9)


def test_a_task_has_the_answer_of_its_records():
    values, task = losses(), np.array(["x", "y"])[RECORD % 2]
    tasks = compared(values, task=task).tasks
    for name in "xy":
        own = task == name
        alone = compared({key: one[own] for key, one in values.items()}, record=RECORD[own], run=RUN[own])
        expected = [alone.interval.low, alone.interval.high]
        assert tasks.loc[name, ["low", "high"]].tolist() == pytest.approx(expected, abs=1e-6)


def test_files_hold_predictions_and_results(tmp_path):
    data = bc.losses(losses(), record=RECORD, how=bc.runs(RUN, paired_runs=True))
    bc.save_predictions(data, tmp_path / "runs.nc")
    assert bc.read_predictions(tmp_path / "runs.nc").identical(data)
    for number, result in enumerate([bc.compare(data), bc.rank(data, draws=400), bc.evaluate(data)]):
        path = tmp_path / f"{number}.nc"
        result.save(path)
        read = bc.load(path)
        assert str(read) == str(result)
        assert json.dumps(read.to_dict()) == json.dumps(result.to_dict())


@pytest.fixture(scope="module")
def result():
    own = {
        name: losses(seed)[name] + np.random.default_rng(seed).normal(size=N)[RECORD] for seed, name in enumerate("ab")
    }
    return compared(own)


class TestPlan:
    """How sure more runs and records would be, and what they cost."""

    def test_of_as_many_it_is_the_comparison_and_more_of_both_narrow_it(self, result):
        table = bc.plan(result, n_records=[N, 4 * N], n_runs=[R, 12, np.inf]).table
        assert list(table.columns[:3]) == ["n_records", "n_repeats", "n_runs"]
        sd = table["sd"].to_numpy().reshape(2, 3)
        assert sd[0, 0] == pytest.approx(result.difference.sd, rel=0.05)
        assert (np.diff(sd, axis=0) < 0).all()
        assert (np.diff(sd, axis=1) < 0).all()

    def test_at_one_number_of_records_those_of_runs_are_needed(self, result):
        foreseen = bc.plan(result, n_records=4 * N, difference=0.8)
        size = int(foreseen.needed[0.8])
        less, enough = bc.plan(result, n_records=4 * N, n_runs=[size - 1, size], difference=0.8).table["power"]
        assert less < 0.8 <= enough
        assert foreseen.plot().get_xlabel() == "number of runs"

    def test_a_run_costs_the_same_for_all_records(self, result):
        table = bc.plan(result, n_records=[10, 30], n_runs=[1, 5], costs=(2, 7)).table
        assert table["cost"].tolist() == [27, 55, 67, 95]

    @pytest.mark.parametrize(("options", "message"), [
        ({"n_repeats": [1]}, "`n_repeats` must be left out of 3 runs of each algorithm"),
        ({"n_answers": [1]}, "`n_answers` must be left out .*, of which `n_runs` is foreseen"),
        ({"n_runs": [0]}, "`n_runs` must be at least 1, but got 0"),
        ({"costs": 3}, r"`costs` must be \(of a record, of an answer to it or a run\), but got 3"),
    ])  # fmt: skip
    def test_other_arguments_are_refused(self, result, options, message):
        with pytest.raises((TypeError, ValueError), match=message):
            bc.plan(result, **options)


def test_where_runs_are_nearly_all_of_the_variance_it_stays_that_of_welch():
    rng, base = np.random.default_rng(3), np.random.default_rng(2).gamma(2, size=50)
    means = {"a": np.array([0, 0.5, -0.5, 0.2, -0.2]), "b": 0.3 + np.array([0.1, 0.4, -0.6, 0.3, -0.2])}
    widths = []
    for sd in (0.1, 1e-3):
        values = {name: (base + own[:, None] + sd * rng.normal(size=(5, 50))).ravel() for name, own in means.items()}
        widths.append(bc.compare(bc.losses(values, how=bc.runs(np.repeat(range(5), 50)))).difference.sd)
    assert widths[1] == pytest.approx(widths[0], rel=0.05)


def test_few_of_a_class_leave_areas_over_runs_as_unknown_as_those_of_one():
    rng, y = np.random.default_rng(0), np.repeat([1, 0], [4, 96])
    score = {name: rng.normal(size=100) + gap * y for name, gap in (("a", 2), ("b", 0.5))}
    hold_out = bc.probabilities(y, {name: special.expit(own) for name, own in score.items()})
    several = {name: special.expit(own + 0.01 * rng.normal(size=(3, 100))).reshape(300) for name, own in score.items()}
    runs = bc.probabilities(np.tile(y, 3), several, how=bc.runs(np.repeat(range(3), 100)))
    one, three = (bc.compare(data, metric="roc_auc").difference.sd for data in (hold_out, runs))
    assert three == pytest.approx(one, rel=0.1)


def test_areas_need_records_of_every_class_as_those_of_one_run_do():
    y, rng = np.repeat([1, 0], [2, 18]), np.random.default_rng(1)
    score = {"a": rng.random(60), "b": rng.random(60)}
    data = bc.probabilities(np.tile(y, 3), score, how=bc.runs(np.repeat(range(3), 20)))
    with pytest.raises(ValueError, match="3 records or more of every class"):
        bc.compare(data, metric="roc_auc")
