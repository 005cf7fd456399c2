"""`--task`: the answer over records, and after it the one over tasks."""

import pytest

import bayescmp as bc
from bayescmp.cli._group_outputs import OVER_TASKS
from tests import data
from tests.cli.screens import on_command_line


@pytest.fixture
def rows():
    found = data.hold_out({"tree": 0.3, "svm": 0.15}, 180)
    right = (found["y_pred"] == found["y_true"]).isel(repeat=0).astype(int)
    names = found["classifier"].to_numpy()
    table = right.transpose("record", "classifier").to_pandas().set_axis(names, axis=1)
    return table.assign(id=range(180), task=["sums"] * 60 + ["words"] * 80 + ["code"] * 40)


@pytest.mark.parametrize(("command", "answer"), [("compare", bc.compare), ("rank", bc.rank)])
def test_the_answer_over_records_is_printed_and_over_tasks_if_there_are_several(run, tmp_path, rows, command, answer):
    rows.to_csv(tmp_path / "log.csv", index=False)
    rows.assign(task="sums").to_csv(tmp_path / "one.csv", index=False)
    options = ["--record", "id", "--task", "task", "--correct", "tree", "--correct", "svm"]
    ended = run(command, tmp_path / "log.csv", *options)
    assert (ended.code, ended.err) == (0, "")
    over_records, over_tasks = ended.out.split(OVER_TASKS)
    found = bc.verdicts(["tree", "svm"], data=rows, record="id", task="task")
    assert over_records.strip() == on_command_line(answer(found))
    assert "Next task" in over_tasks
    run(command, tmp_path / "log.csv", *options, "--save", tmp_path / "all.txt", "--save", tmp_path / "all.nc")
    assert " ".join(over_tasks.split("\n\n")[1].split()) in " ".join(
        (tmp_path / "all-over-tasks.txt").read_text().split()
    )
    assert bc.load(tmp_path / "all-over-tasks.nc").by == "task"
    pulled = "drawn towards 0 by a prior that counts as 2 tasks"
    assert (pulled in " ".join(over_tasks.split())) == (command == "compare")
    assert OVER_TASKS not in run(command, tmp_path / "one.csv", *options).out


@pytest.mark.parametrize("command", ["compare", "rank"])
def test_the_class_of_a_metric_is_that_over_tasks(run, tmp_path, rows, command):
    rows.assign(other=[0, 1] * 90).to_csv(tmp_path / "log.csv", index=False)
    options = ["--record", "id", "--task", "task", "--y-true", "other", "--y-pred", "tree", "--y-pred", "svm"]
    ended = run(command, tmp_path / "log.csv", *options, "--metric", "f1", "--labels", 0)
    assert [part.count("F1 (0)") > 0 for part in ended.out.split(OVER_TASKS)] == [True, True]


@pytest.mark.parametrize("command", ["compare", "rank", "evaluate"])
def test_slices_by_a_column_are_rows_and_no_second_answer(run, tmp_path, rows, command):
    rows.assign(length=range(180)).to_csv(tmp_path / "log.csv", index=False)
    options = ["--record", "id", "--correct", "tree", "--correct", "svm", "--details"]
    ended = run(command, tmp_path / "log.csv", *options, "--by", "length")
    assert (ended.code, ended.err) == (0, "")
    assert all(name in ended.out for name in ("0 to 44", "45 to 89", "90 to 134", "135 to 179"))
    assert OVER_TASKS not in ended.out
    assert "words" in run(command, tmp_path / "log.csv", *options, "--by", "task").out


def test_slices_of_a_table_are_not_given_beside_tasks(refused, tmp_path, rows):
    rows.to_csv(tmp_path / "log.csv", index=False)
    options = ["--record", "id", "--correct", "tree", "--correct", "svm", "--task", "task", "--by", "id"]
    assert "--by must be left out with --task of a table" in refused("compare", tmp_path / "log.csv", *options)


def test_a_gate_that_lacks_evidence_says_what_its_exit_code_means(run, tmp_path, rows):
    rows.to_csv(tmp_path / "log.csv", index=False)
    (tmp_path / "policy.toml").write_text("default.drop = 0.15\n")
    options = ["--record", "id", "--task", "task", "--correct", "tree", "--correct", "svm", "--new", "tree"]
    asked = ["gate", tmp_path / "log.csv", *options, "--baseline", "svm", "--policy", tmp_path / "policy.toml"]
    found, strict = run(*asked), run(*asked, "--strict")
    assert (found.code, strict.code) == (0, 3)
    assert ["with --strict not enough evidence fails" in one.err for one in (found, strict)] == [True, False]
