"""`tasks` of comparisons and rankings: each part of an evaluation by itself, and the answer over them."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests import data
from tests.data import gathered

RATES = {"tree": 0.3, "svm": 0.15}


def log(sizes, *, ids="whole", rates=RATES, seed=0):
    """Return rows of an evaluation, a list of sizes by task, whose ids run through or begin anew in each task."""
    rng = np.random.default_rng(seed)
    task = np.repeat([f"task {i}" for i in range(len(sizes))], sizes)
    anew = np.concatenate([np.arange(size) for size in sizes])
    rows = {"id": np.arange(len(task)) if ids == "whole" else anew, "task": task}
    rows |= {name: (rng.random(len(task)) >= rate).astype(int) for name, rate in rates.items()}
    return pd.DataFrame(rows)


def read(rows, **options):
    return gathered(data=rows, correct=list(RATES), record="id", task="task", **options)


def test_each_row_is_the_comparison_of_the_records_of_its_task():
    rows = log([60, 80, 40])
    result = bc.compare(read(rows))
    assert list(result.tasks.index) == ["task 0", "task 1", "task 2"]
    for task, row in result.tasks.iterrows():
        alone = bc.compare(read(rows[rows["task"] == task]))
        assert row["n_records"] == (rows["task"] == task).sum()
        assert (row["accuracy_first"], row["accuracy_second"]) == tuple(alone.observed.values())
        assert row["estimate"] == pytest.approx(alone.difference.mean, abs=1e-12)
        assert row["prob_first_better"] == pytest.approx(alone.prob_first_better, abs=1e-12)
        assert row["decision"] == alone.decision


def test_a_task_that_does_not_tell_the_metric_is_nan():
    found = data.probable(n=60)
    task = np.where(found["y_true"].to_numpy() == 1, "ill", "both")
    task[np.flatnonzero(task == "ill")[:5]] = "both"
    rows = bc.compare(found.assign_coords(task=("record", task)), metric="roc_auc").tasks
    assert rows.loc["ill"].drop("n_records").isna().all()
    assert rows.loc["both", "estimate"] == rows.loc["both", "estimate"]


def test_without_tasks_and_in_cross_validations_there_are_none():
    assert bc.compare(data.hold_out()).tasks is None
    assert bc.rank(data.hold_out()).tasks is None
    folds = data.cross_validated()
    task = ("record", np.repeat(["a", "b"], folds.sizes["record"] // 2))
    assert bc.compare(folds.assign_coords(task=task)).tasks is None


def test_a_ranking_has_the_observed_value_of_every_classifier_in_every_task():
    rows = log([60, 80, 40], rates=RATES | {"knn": 0.4})
    found = bc.verdicts(["tree", "svm", "knn"], data=rows, record="id", task="task")
    values = bc.rank(found).tasks
    expected = rows.groupby("task")[["tree", "svm", "knn"]].mean()
    pd.testing.assert_frame_equal(values[["tree", "svm", "knn"]], expected, check_names=False)


def test_records_that_nobody_answered_are_not_counted():
    rows = log([20, 20])
    labels = np.tile([0, 1], 20)
    given = {"a": [None] * 10 + labels[10:].tolist(), "b": 1 - labels}
    found = bc.labels(labels, given, task=rows["task"].to_numpy(), on_missing="drop")
    assert bc.compare(found).tasks["n_records"].tolist() == [10, 20]


def test_details_and_reports_have_a_table_of_the_tasks():
    said = " ".join(bc.compare(read(log([60, 80, 40]))).details().split())
    assert "each of 3 tasks by itself" in " ".join(str(bc.compare(read(log([60, 80, 40])))).split())
    assert "task 1 80" in said
    assert "task 2 40" in " ".join(bc.rank(read(log([60, 80, 40]))).details().split())


@pytest.mark.parametrize("count", [6, 7])
def test_few_tasks_have_a_row_each_on_the_screen(count):
    result = bc.compare(read(log([40] * count)))
    rows = [line.split() for line in str(result).splitlines() if line.startswith("  task ")]
    assert len(rows) == (7 if count == 6 else 0)  # with the head
    assert ("details have a row each" in " ".join(str(result).split())) == (count == 7)
    for _, _, difference, low, high, _ in rows[1:]:
        assert len({len(one.strip("[],-").partition(".")[2]) for one in (difference, low, high)}) == 1
    assert max(map(len, str(result).splitlines())) <= 80


def test_winners_stand_beside_how_many_chance_has():
    result = bc.compare(read(log([60, 80, 40], rates={"tree": 0.3, "svm": 0.05})), threshold=0.9)
    assert (result.tasks["decision"] == "second better").any()
    for said in (str(result), result.details()):
        assert "of 3 equal tasks up to 0.6 have a winner by chance" in " ".join(said.split())
    assert "by chance" not in str(bc.compare(read(log([60, 80, 40])), threshold=0.999999))


def test_tasks_of_a_cross_validation_are_not_passed_over_in_silence():
    task = ("record", np.repeat(["easy", "hard"], 30))
    crossed, alone = data.cross_validated(), data.hold_out()
    for verb in (bc.compare, bc.rank):
        result = verb(crossed.assign_coords(task=task))
        assert result.tasks is None
        assert "tasks are told apart on a hold-out" in " ".join(str(result).split())
        assert "tasks are told apart" not in " ".join(str(verb(alone.assign_coords(task=task))).split())


@pytest.mark.parametrize("form", ["wide", "long"])
def test_ids_that_begin_anew_in_each_task_are_told_apart_by_it(form):
    rows, whole = log([30, 20], ids="anew"), log([30, 20])
    if form == "wide":
        found = read(rows)
    else:
        long = rows.melt(["id", "task"], var_name="model", value_name="right")
        found = bc.verdicts("right", data=long, classifier="model", record="id", task="task")
    assert found["record"].to_numpy()[[0, 30]].tolist() == ["task 0/0", "task 1/0"]
    assert bc.compare(found).difference.mean == bc.compare(read(whole)).difference.mean
