"""`by`: slices of records, by what logs tell of these, in place of tasks."""

import pytest

import bayescmp as bc
from tests.readers.written import inspect_sample, lm_eval_row, said_of, write_inspect, write_lm_eval

RIGHT = {"small": [1.0, 0.0] * 12, "large": [1.0, 1.0, 0.0] * 8}


@pytest.fixture
def write(tmp_path):
    """Return what writes logs of two systems, where a function makes a document of a task and a number."""

    def write(doc, tasks=("quiz",)):
        for name, values in RIGHT.items():
            for task in tasks:
                rows = [lm_eval_row(n, one, doc={"q": n, **doc(task, n)}) for n, one in enumerate(values)]
                write_lm_eval(tmp_path / name, task, rows, model=name)
        return tmp_path

    return write


def test_slices_are_rows_of_a_comparison_and_records_of_tasks_stay_apart(write):
    folder = write(lambda task, n: {"language": "de" if n % 3 else "en"}, tasks=("law", "art"))
    found = bc.read_logs(folder, by="language")
    result = bc.compare(found, metric="accuracy")
    assert (found.sizes["record"], set(found["task"].values.tolist())) == (48, {"de", "en"})
    assert sorted(result.tasks.index.tolist()) == ["de", "en"]
    assert said_of(found)["tasks"] == ["art", "law"]
    right = (found["y_pred"] == found["y_true"]).sel(classifier="large").isel(repeat=0)
    assert float(right[found["task"].values == "en"].mean()) == 1.0
    assert float(right[found["task"].values == "de"].mean()) == 0.5


def test_numbers_of_many_values_are_quarters_and_groups_may_be_told_beside(write):
    found = bc.read_logs(write(lambda _, n: {"length": n, "page": n // 2}), by="length", group="page")
    assert found["task"].values.tolist() == [
        name for name in ("0 to 5", "6 to 11", "12 to 17", "18 to 23") for _ in range(6)
    ]
    assert found["group"].values.tolist() == [n // 2 for n in range(24)]
    few = bc.read_logs(write(lambda _, n: {"level": n % 3}), by="level")
    assert sorted(set(few["task"].values.tolist())) == [0, 1, 2]


def test_a_slice_of_all_is_a_task_and_without_by_there_is_none(write):
    folder = write(lambda _task, _n: {"language": "en"})
    assert set(bc.read_logs(folder, by="language")["task"].values.tolist()) == {"en"}
    assert "task" not in bc.read_logs(folder).coords


@pytest.mark.parametrize(
    ("doc", "message"),
    [
        (lambda _n: {}, "`by` must be a key of what logs tell of a record, but no record has 'language'"),
        (lambda n: {"language": "en"} if n else {}, "`by` must be known of every record, but the log of 'large'"),
        (lambda _n: {"language": 0.5}, "`by` must be a text or a whole number of each record"),
        (lambda _n: {"language": True}, "`by` must be a text or a whole number of each record"),
        (lambda n: {"language": n or "en"}, "`by` must be a text of all records, or a whole number of all"),
    ],
)
def test_other_values_are_refused(write, doc, message):
    with pytest.raises(ValueError, match=message):
        bc.read_logs(write(lambda _task, n: doc(n)), by="language")


def test_two_systems_must_tell_the_same_slice_of_a_record(tmp_path):
    for model in "ab":
        told = [inspect_sample(n, "C", metadata={"language": model if n else "en"}) for n in range(3)]
        write_inspect(tmp_path / f"{model}.eval", told, model=model)
    with pytest.raises(ValueError, match="`by` must be the same for all systems, but is 'b' of '1' for 'b'"):
        bc.read_logs(tmp_path, by="language")
    with pytest.raises(ValueError, match="`by` must be left out: a log of HELM has no such thing"):
        bc.read_logs(tmp_path, format="helm", by="language")
