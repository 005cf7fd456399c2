"""The order of tasks: nothing is decided while they stand in blocks."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.sequential._task_order import TaskOrder
from tests.data import table

K, EACH = 20, 50
SORTED = np.repeat(np.arange(K), EACH)
ORDERS = {
    "file": SORTED,
    "in turn": np.tile(np.arange(K), EACH),
    "shuffled": np.random.default_rng(0).permutation(SORTED),
    "a task that is late": np.r_[np.random.default_rng(0).permutation(SORTED[:-EACH]), SORTED[-EACH:]],
    "halves": np.r_[*(np.random.default_rng(0).permutation(half) for half in np.split(SORTED, 2))],
}


def order_of(tasks, look):
    """Return the order after looks at so many records each, of tasks in the last dim."""
    found = TaskOrder(counts=np.zeros(K), left=np.zeros(K))
    for begin in range(0, tasks.shape[-1], look):
        part = tasks[..., begin : begin + look]
        found = found.with_look((part[..., None] == np.arange(K)).sum(-2).astype(float))
    return found


def watched(tasks, look=20, upto=None, **asked):
    """Watch two systems of which the first is right in the even tasks only, the second in the odd ones."""
    watch, ids = bc.SequentialComparison(**asked), np.arange(len(tasks))
    for begin in range(0, upto or len(tasks), look):
        own = slice(begin, begin + look)
        right = {"a": tasks[own] % 2 == 0, "b": tasks[own] % 2}
        watch = watch.update(bc.verdicts(right, record=ids[own], task=tasks[own].astype(str)))
    return watch


@pytest.mark.parametrize("look", [5, 100])
@pytest.mark.parametrize(("name", "expected"), [
    ("file", True), ("in turn", False), ("shuffled", False), ("a task that is late", True), ("halves", True),
])  # fmt: skip
def test_blocks_are_told_from_other_orders_however_many_records_a_look_has(name, expected, look):
    assert order_of(ORDERS[name], look).in_blocks == expected


@pytest.mark.parametrize("look", [1, 100])
def test_random_order_has_no_excess_of_pairs_and_the_variance_that_is_said(look):
    logs = np.random.default_rng(1).permuted(np.tile(SORTED, (400, 1)), axis=1)
    found = order_of(logs, look)
    z = found.excess / np.sqrt(found.variance)
    assert abs(z.mean()) < 0.2  # four standard errors
    assert 0.75 < z.std() < 1.15
    assert not found.in_blocks.any()


def test_in_blocks_nothing_is_decided_between_equal_systems():
    watch = watched(SORTED)
    assert watch.in_blocks
    assert watch.history["e_value"].max() > 20
    assert (watch.decision, watch.decided_at, watch.decided) == ("continue", None, {})
    assert set(watch.history["decision"]) == {"continue"}
    said = " ".join(str(watch).split())
    assert said.startswith("Continue: nothing is decided while records come task by task (1,000 records; e-value")
    assert "`bayescmp watch --shuffle SEED`" in said
    assert "not valid in this order" in said
    assert not watched(ORDERS["in turn"], upto=300).in_blocks


def test_one_batch_is_no_block_and_nearly_one_task_is_as_good_as_one():
    better = np.where(SORTED < 15, 0, SORTED)  # tasks of which the first is right in most
    assert watched(better, look=1000).decision == "first better"
    assert watched(better, look=20).decision == "continue"
    tasks = np.r_[np.zeros(100, dtype=int), np.arange(4)]
    watch = watched(tasks, look=20)
    assert watch.decision == "continue"
    assert "about one task alone, leave the tasks out" in " ".join(str(watch).split())


def test_a_decision_before_a_late_task_stays_known():
    better = np.where(SORTED < 15, 2 * (SORTED % 7), SORTED)
    before = np.random.default_rng(2).permutation(better)
    watch = watched(np.r_[before, np.full(100, 21)])
    assert watch.in_blocks
    assert watch.decision == "continue"
    assert list(watch.decided) == ["first better"]
    assert "who stopped there may claim it of the tasks until then" in " ".join(str(watch).split())


def test_a_file_knows_the_order(tmp_path):
    for tasks in (SORTED, ORDERS["shuffled"]):
        watch = watched(tasks, upto=200, shuffled=7)
        watch.save(tmp_path / "watch.nc")
        again = bc.load(tmp_path / "watch.nc")
        assert (again.in_blocks, again.shuffled) == (watch.in_blocks, 7)
        assert again.looks.order.excess == pytest.approx(watch.looks.order.excess)
        assert again.provenance["predictions"] == {"shuffled": 7}
    assert "in the random order of seed 7" in " ".join(str(again).split())


def test_without_tasks_the_assumption_stands_on_the_screen():
    watch = bc.SequentialComparison().update(table(9, 0, 30, 61))
    assert watch.decision == "first better"
    assert "in random order; a log sorted by task, class or difficulty is not" in " ".join(str(watch).split())
