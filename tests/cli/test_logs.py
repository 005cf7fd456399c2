"""`bayescmp compare --log` and `rank --log`: from folders to a decision, and a gate."""

import json
import shlex

import pytest

from tests.readers.written import inspect_sample, lm_eval_row, write_inspect, write_lm_eval

RIGHT = {"small": [1.0, 0.0] * 20, "large": [1.0, 1.0, 1.0, 0.0] * 10}


@pytest.fixture
def logs(tmp_path, monkeypatch):
    """Go to a folder with the logs of two systems on two tasks."""
    monkeypatch.chdir(tmp_path)
    for name, values in RIGHT.items():
        for task in ("law", "art"):
            rows = [
                lm_eval_row(n, one, acc_norm=1.0, metrics=["acc", "acc_norm"], doc={"q": f"{task} {n}", "page": n // 4})
                for n, one in enumerate(values)
            ]
            write_lm_eval(tmp_path / name, task, rows)
    return tmp_path


def test_two_folders_are_compared_per_task_and_over_tasks(run, logs):
    ended = run("compare", "--log", "large", "--log", "small", "--score", "acc", "--metric", "accuracy")
    assert ended.code == 0, ended.err
    assert "large has the higher accuracy" in ended.out
    assert "80 of 80 records are in the logs of all 2 systems" in ended.out
    assert "these two systems, as they were asked, on new records" in ended.out
    assert "Over the tasks; on the next one and on average each of them counts as one:" in ended.out


def test_a_task_a_group_and_names(run, logs):
    ended = run(
        "compare", "--log", "new=large", "--log", "old=small", "--score", "acc", "--task", "law", "--group", "page",
        "--format", "lm-eval", "--json", "-",
    )  # fmt: skip
    found = json.loads(ended.out)
    assert (found["first"], found["second"]) == ("new", "old")
    assert found["design"]["n_records"] == 40
    assert found["design"]["n_groups"] == 10


def test_a_folder_of_systems_is_ranked(run, logs):
    ended = run("rank", "--log", ".", "--score", "acc", "--draws", 400)
    assert ended.code == 0, ended.err
    assert "these two systems" in ended.out
    assert "Over the tasks" in ended.out


@pytest.mark.parametrize(
    ("decision", "code"),
    [("first better", 3), ("second better", 0), ("equivalent", 0), ("undecided", 0)],
)
def test_a_gate_ends_with_3_where_its_condition_is_met_and_writes_everything(run, logs, decision, code):
    ended = run(
        "compare", "--log", "large", "--log", "small", "--score", "acc", "--fail-if", decision, "--json", "gate.json"
    )
    assert ended.code == code
    assert "Wrote gate.json" in ended.out
    assert json.loads((logs / "gate.json").read_text())["decision"] == "first better"


@pytest.mark.full
@pytest.mark.parametrize(
    ("conditions", "code"),
    [
        (["first better", "undecided"], 3),
        (["second better", "equivalent"], 0),
        (["first may be better"], 3),
        (["second may be better"], 0),
        (["small worse"], 3),
        (["large worse", "small may be better"], 0),
    ],
)
def test_a_gate_has_several_conditions_and_knows_what_is_not_excluded(run, logs, conditions, code):
    gate = [word for one in conditions for word in ("--fail-if", one)]
    ended = run("compare", "--log", "large", "--log", "small", "--score", "acc", *gate)
    assert ended.code == code
    assert ended.err.count("holds.") == (code == 3)
    assert ended.err.count("does not hold.") == len(conditions) - (code == 3)


def test_what_is_not_excluded_is_more_than_what_is_decided(run, logs):
    same = ["compare", "--log", "a=small", "--log", "b=large", "--score", "acc_norm", "--rope", "0.01"]
    assert run(*same, "--fail-if", "first may be better").code == 3
    assert run(*same[:-1], "0.2", "--fail-if", "first may be better").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--log", "large", "--log", "small"], "`--score` must name one of the metrics"),
        (["--log", "large", "--log", "none"], "There is no file or folder 'none'."),
        (["--log", "large", "--score", "acc"], "There must be two classifiers to compare, but there is one, 'large'."),
        (["--log", "large", "--score", "acc", "--y-true", "y"], "--log must be given without --y-true"),
        (["--log", "large", "--predictions", "x.csv"], "--log must be given without --predictions"),
        (["--log", "large", "--value", "x", "--score", "acc"], "--value must be left out: a log of lm-"),
        (["--log", "large", "--log", "small", "--format", "inspct"], "Did you mean 'inspect'?"),
        (
            ["--log", "large", "--log", "small", "--score", "acc", "--task", "lav"],
            "must be one of 'art' and 'law'",
        ),
        (["--filter", "none"], "--filter is for logs of evaluations: give --log PATH, or leave it out."),
        (["--log", "large", "--log", "small", "--fail-if", "worse"], "`--fail-if` must be one of 'first better'"),
        (
            ["--log", "large", "--log", "small", "--score", "acc", "--fail-if", "smal worse"],
            "`--fail-if` must be of 'first', 'second', 'large' or 'small', but got 'smal worse'. Did you mean 'small'?",
        ),
        (
            ["--log", "a=large", "--log", "first=small", "--score", "acc", "--fail-if", "first worse"],
            "`--fail-if` must tell whom it is of, but 'first' is one, and the name of the other one.",
        ),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(refused, logs, arguments, said):
    assert said in refused("compare", *arguments)


def test_the_format_is_known_by_content(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for model, values in (("a", "CCIC"), ("b", "CICC")):
        write_inspect(tmp_path / f"{model}.eval", [inspect_sample(n, v) for n, v in enumerate(values)], model=model)
    ended = run("compare", "--log", "a.eval", "--log", "b.eval")
    assert "(Inspect, match)" in " ".join(ended.out.split())


def test_a_leaderboard_has_a_row_for_each_system(run, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = ["model,arc,mmlu,gsm8k", "a,50,60,70", "b,40,65,72", "c,55,61,71"]
    (tmp_path / "board.csv").write_text("\n".join(rows))
    said = refused("datasets", "rank", "board.csv", "--metric", "accuracy", "--per-cent")
    assert "Give --classifier model where they are classifiers, --dataset model where not." in said
    asked = ["datasets", "rank", "board.csv", "--metric", "accuracy", "--per-cent", "--classifier", "model"]
    found = json.loads(run(*asked, "--json", "-").out)
    assert {name: sorted(own) for name, own in found["observed"].items()} == {
        task: ["a", "b", "c"] for task in ("arc", "mmlu", "gsm8k")
    }
    assert found["observed"]["mmlu"]["b"] == 0.65
    for name in ("Model Name", "LLM", "name", "", "Approach"):
        (tmp_path / "other.csv").write_text("\n".join([rows[0].replace("model", name), *rows[1:]]))
        said = refused("datasets", "rank", "other.csv", "--metric", "accuracy", "--per-cent")
        assert f"--dataset {shlex.quote(name or 'Unnamed: 0')} where not." in said
    for name in ("data set", "Tasks", "benchmark"):
        (tmp_path / "other.csv").write_text("\n".join([rows[0].replace("model", name), *rows[1:]]))
        assert run("datasets", "rank", "other.csv", "--metric", "accuracy", "--per-cent").code == 0
    (tmp_path / "board.csv").write_text("\n".join([*rows, rows[-1]]))
    assert "Each classifier must have one row, but 'c' has two." in refused(*asked)
    (tmp_path / "board.csv").write_text("\n".join(rows))
    assert "The table must have a column 'modl'" in refused(*asked[:-1], "modl")


def test_no_output_replaces_a_log(run, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    for model, values in (("a", "CCIC"), ("b", "CICC")):
        write_inspect(
            tmp_path / "logs" / f"{model}.eval", [inspect_sample(n, v) for n, v in enumerate(values)], model=model
        )
    (tmp_path / "link.json").symlink_to(tmp_path / "logs" / "a.eval")
    (tmp_path / "logs" / "old.json").write_text("{}")
    for path in ("logs/old.json", "link.json"):
        assert "must not replace a file of a folder that is read" in refused("compare", "--log", "logs", "--json", path)
    assert run("compare", "--log", "logs", "--json", "logs/new.json").code == 0
    for given in ("=logs", "name="):
        assert f"--log must be PATH or NAME=PATH, but got '{given}'." in refused("compare", "--log", given)
