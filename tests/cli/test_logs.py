"""`bayescmp compare` and `rank` of logs: from folders to a decision, and a gate."""

import json

import pytest

from tests.readers.written import inspect_sample, lm_eval_row, write_inspect, write_lm_eval

RIGHT = {"small": [1.0, 0.0] * 20, "large": [1.0, 1.0, 1.0, 0.0] * 10}


@pytest.fixture
def logs(tmp_path, monkeypatch):
    """Go to a folder with the logs of two systems on two tasks."""
    monkeypatch.chdir(tmp_path)
    told = {"acc_norm": 1.0, "metrics": ["acc", "acc_norm"]}
    for name, values in RIGHT.items():
        for task in ("law", "art"):
            docs = [{"q": f"{task} {n}", "page": n // 4} for n in range(40)]
            rows = [lm_eval_row(n, one, doc=docs[n], **told) for n, one in enumerate(values)]
            write_lm_eval(tmp_path / name, task, rows)
    return tmp_path


def write_two(folder):
    """Write the logs of two models by Inspect."""
    folder.mkdir(exist_ok=True)
    for model, values in (("a", "CCIC"), ("b", "CICC")):
        write_inspect(folder / f"{model}.eval", [inspect_sample(n, v) for n, v in enumerate(values)], model=model)


def test_two_folders_are_compared_per_task_and_over_tasks(run, logs):
    ended = run("compare", "large", "small", "--score", "acc", "--metric", "accuracy")
    assert ended.code == 0, ended.err
    assert "large has a higher accuracy" in ended.out
    assert "80 of 80 records are in the logs of all 2 systems" in ended.out
    assert "these two systems, as they were asked, on new records" in ended.out
    assert "Would it hold on other tasks like these? (Not needed for a release on these.)" in ended.out


def test_a_task_a_group_and_names(run, logs):
    ended = run(
        "compare", "new=large", "old=small", "--score", "acc", "--task", "law", "--group", "page",
        "--json", "-",
    )  # fmt: skip
    found = json.loads(ended.out)
    assert (found["first"], found["second"]) == ("new", "old")
    assert found["design"]["n_records"] == 40
    assert found["design"]["n_groups"] == 10


def test_slices_by_a_key_of_the_logs_are_rows_without_an_answer_over_tasks(run, logs):
    ended = run("compare", "large", "small", "--score", "acc", "--task", "law", "--by", "page", "--details")
    assert (ended.code, ended.err) == (0, "")
    assert "Would it hold on other tasks" not in ended.out
    found = json.loads(run("compare", "large", "small", "--score", "acc", "--by", "page", "--json", "-").out)
    assert (found["design"]["n_records"], len(found["tasks"])) == (80, 10)


def test_a_folder_of_systems_is_ranked(run, logs):
    ended = run("rank", ".", "--score", "acc", "--draws", 400)
    assert ended.code == 0, ended.err
    assert "these two systems" in ended.out
    assert "Would it hold on other tasks" in ended.out


@pytest.mark.full
@pytest.mark.parametrize(
    ("conditions", "code"),
    [
        (["first better", "undecided"], 3), (["second better", "equivalent"], 0), (["first may be better"], 3),
        (["second may be better"], 0), (["small worse"], 3), (["large worse", "small may be better"], 0),
    ],
)  # fmt: skip
def test_a_gate_has_several_conditions_and_knows_what_is_not_excluded(run, logs, conditions, code):
    gate = [word for one in conditions for word in ("--fail-if", one)]
    ended = run("compare", "large", "small", "--score", "acc", *gate)
    assert ended.code == code
    assert ended.err.count("holds.") == (code == 3)
    assert ended.err.count("does not hold.") == len(conditions) - (code == 3)


def test_what_is_not_excluded_is_more_than_what_is_decided(run, logs):
    same = ["compare", "a=small", "b=large", "--score", "acc_norm", "--rope", "0.01"]
    assert run(*same, "--fail-if", "first may be better").code == 3
    assert run(*same[:-1], "0.2", "--fail-if", "first may be better").code == 0


def test_the_format_is_known_by_content(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_two(tmp_path)
    ended = run("compare", "a.eval", "b.eval")
    assert "(Inspect, match)" in " ".join(ended.out.split())


def test_a_leaderboard_has_a_row_for_each_system(run, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = ["model,arc,mmlu,gsm8k", "a,50,60,70", "b,40,65,72", "c,55,61,71"]
    (tmp_path / "board.csv").write_text("\n".join(rows))
    asked = ["datasets", "rank", "board.csv", "--metric", "accuracy", "--per-cent", "--classifier", "model"]
    found = json.loads(run(*asked, "--json", "-").out)
    named = {task: "".join(sorted(own)) for task, own in found["observed"].items()}
    assert named == dict.fromkeys(("arc", "mmlu", "gsm8k"), "abc")
    assert found["observed"]["mmlu"]["b"] == 0.65
    for name in ("data set", "Tasks", "benchmark"):
        (tmp_path / "other.csv").write_text("\n".join([rows[0].replace("model", name), *rows[1:]]))
        assert run("datasets", "rank", "other.csv", "--metric", "accuracy", "--per-cent").code == 0
    (tmp_path / "board.csv").write_text("\n".join([*rows, rows[-1]]))
    assert "must have names that differ as texts" in refused(*asked)


def test_no_output_replaces_a_log(run, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_two(tmp_path / "logs")
    (tmp_path / "link.json").symlink_to(tmp_path / "logs" / "a.eval")
    (tmp_path / "logs" / "old.json").write_text("{}")
    for path in ("logs/old.json", "link.json"):
        assert "must not replace a file of a folder that is read" in refused("compare", "logs", "--json", path)
    assert run("compare", "logs", "--json", "logs/new.json").code == 0
