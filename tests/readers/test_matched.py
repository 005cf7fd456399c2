"""What systems share: records, targets, prompts; and what the result says of it."""

from pathlib import Path

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.readers import READERS
from bayescmp.readers._log import Log, Row, Wanted
from bayescmp.readers._log_files import files_of
from bayescmp.readers._matched import matched
from tests.readers.written import (
    every_eval_line,
    inspect_sample,
    lm_eval_row,
    nemo_row,
    promptfoo_result,
    said_of,
    write_every_eval,
    write_helm,
    write_inspect,
    write_lm_eval,
    write_mlflow,
    write_nemo,
    write_promptfoo,
    wrong_of,
)


def log_of(system, values, *, task="quiz", records=None, target="t", prompt="p", path="log", **more):
    """Return a log with a row for each value."""
    log = Log(system=system, task=task, path=Path(path), score="acc", **more)
    for number, value in zip(records or range(len(values)), values, strict=True):
        log.rows.append(Row(str(number), value, target=target, prompt=prompt))
    return log


def test_what_was_matched_is_in_the_result():
    logs = [log_of("a", [1, 0, 1, np.nan], prompt="x"), log_of("b", [1, 1, 0], is_finished=False)]
    result = bc.compare(matched(logs, "a harness", "drop"))
    said = said_of(matched(logs, "a harness", "drop"))
    assert (said["records"], said["matched"], said["prompts_differ"]) == (4, 3, 3)
    assert [own["records"] for own in said["systems"].values()] == [4, 3]
    notes = result.notes
    assert "3 of 4 records are in the logs of all 2 systems (a harness, acc)" in notes
    assert any(note.startswith("the prompts of 3 of 4 records differ between the systems") for note in notes)
    assert any(note.startswith("runs that were not finished: b 1") for note in notes)


def test_other_scores_and_directions_are_refused():
    a, b = log_of("a", [1, 0]), log_of("b", [1, 1])
    other = log_of("b", [1, 1], target="other")
    with pytest.raises(ValueError, match=r"2 rows have another one, first record '0' of task 'quiz' of 'b'"):
        matched([a, other], "a harness", "error")
    b.score = "em"
    with pytest.raises(ValueError, match="All logs of a task must have one score, but 'log' has 'acc' and 'log' 'em'"):
        matched([a, b], "a harness", "error")
    b.score, b.greater_is_better = "acc", False
    with pytest.raises(ValueError, match="more is better in one and less in the other"):
        matched([a, b], "a harness", "error")


def test_rows_that_say_the_same_twice_count_once_and_contradictions_are_refused():
    same = log_of("a", [1, 0, 0], records=[0, 1, 1])
    predictions = matched([same, log_of("b", [1, 1])], "a harness", "error")
    assert wrong_of(predictions) == {"a": 1, "b": 0}
    assert any("a 1" in note for note in bc.compare(predictions).notes if note.startswith("rows that say again"))
    with pytest.raises(ValueError, match="'1' has two judgements"):
        matched([log_of("a", [1, 0, 1], records=[0, 1, 1])], "a harness", "error")


def test_a_table_is_for_the_doors(tmp_path):
    (tmp_path / "verdicts.csv").write_text("a,b\n1,0\n")
    with pytest.raises(ValueError, match="Tables are files of the command line, and `data=` of "):
        bc.read_logs(tmp_path / "verdicts.csv")


def test_the_format_is_known_by_content(tmp_path):
    write_lm_eval(tmp_path / "lm", "quiz", [lm_eval_row(0, 1.0)])
    write_inspect(tmp_path / "a.json", [inspect_sample(1, "C")])
    write_helm(tmp_path / "helm", "a", [1, 0])
    write_every_eval(tmp_path / "every", [every_eval_line("q", 1)])
    write_mlflow(tmp_path / "table", {"inputs": ["?"], "exact_match/score": [1]})
    write_nemo(tmp_path / "nemo", [nemo_row(0, 1)])
    write_promptfoo(tmp_path / "foo" / "out.json", [promptfoo_result(0, 1)])
    named = {
        "lm-eval": "lm", "inspect": "a.json", "helm": "helm", "every-eval-ever": "every", "mlflow": "table",
        "nemo": "nemo", "promptfoo": "foo",
    }  # fmt: skip
    assert list(READERS) == list(named)
    for name, place in named.items():
        path = tmp_path / place
        found = bc.read_logs(path)
        assert found.identical(bc.read_logs(path, format=name))
        if door := getattr(bc, f"read_{name.replace('-', '_')}", None):
            assert found.identical(door(path))
        files = [one for one in (path.rglob("*") if path.is_dir() else [path]) if one.is_file()]
        known = {other for other, reader in READERS.items() for one in files if [*files_of(reader, one, known=True)]}
        assert known == {name}
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(
        ValueError, match="must be a log, or a folder of logs, of lm-evaluation-harness, Inspect, HELM, Every"
    ):
        bc.read_logs(tmp_path / "other.json")
    with pytest.raises(
        ValueError, match=r"`format` must be one of 'lm-eval', 'inspect', 'helm', .*, but got 'lm_eval'"
    ):
        bc.read_logs(tmp_path / "lm", format="lm_eval")
    with pytest.raises(ValueError, match="`filter` must be left out: a log of HELM has no such thing"):
        bc.read_logs(tmp_path / "helm", filter="none")


@pytest.mark.parametrize(("greater_is_better", "worst"), [(True, 0.0), (False, 1.0)])
def test_what_is_missing_counts_as_the_worst_where_that_is_asked_for(greater_is_better, worst):
    logs = [
        log_of(name, own, greater_is_better=greater_is_better)
        for name, own in (("a", [0.5] * 4), ("b", [0.5, 0.4, 0.6]))
    ]
    assert bc.compare(matched(logs, "a harness", "wrong")).observed["b"] == (1.5 + worst) / 4


@pytest.mark.parametrize(("values", "greater_is_better"), [([5, 4], False), ([0.5, 1.5], True)])
def test_nothing_counts_as_wrong_where_scores_have_no_worst(values, greater_is_better):
    logs = [log_of(name, own, greater_is_better=greater_is_better) for name, own in (("a", values), ("b", values[:1]))]
    with pytest.raises(ValueError, match=r"scores that are not from 0 to 1, but got 'wrong' for scores from "):
        matched(logs, "a harness", "wrong")
    with pytest.raises(ValueError, match=r"to compare what both answered\.$"):
        matched(logs, "a harness", "error")
    assert matched(logs, "a harness", "drop").sizes["record"] == 2


def test_different_scores_are_averaged_from_0_to_1_alone():
    logs = [log_of("a", [1, 0]), log_of("a", [0.5, 1.0], task="other")]
    logs[1].score = "f1"
    assert matched(logs, "a harness", "error").sizes["record"] == 4
    logs[1].rows.append(Row("x", 40.0, target="t", prompt="p"))
    with pytest.raises(ValueError, match=r"Different scores of tasks \(acc, f1\) must all be from 0 to 1.* to 40"):
        matched(logs, "a harness", "error")


@pytest.mark.parametrize(("numbers", "paired"), [
    (["0 5", "5"], {"5": "5"}), (["0 5 10", "0 3"], {"0": "0", "5": "3"}), (["0 9 10", "1 2"], {"0": "1", "9": "2"}),
    (["7", "3"], {"7": "3"}),
])  # fmt: skip
def test_records_of_one_key_are_paired_by_number_then_in_order(numbers, paired):
    logs = []
    for system, own in zip("ab", numbers, strict=True):
        logs.append(log_of(system, []))
        for number in own.split()[::-1]:
            logs[-1].rows.append(Row("x", int(number) / 10, number=number))
    loss = matched(logs, "a harness", "drop")["loss"].isel(repeat=0)
    pairs = {f"{10 * (1 - a):.0f}": f"{10 * (1 - b):.0f}" for a, b in loss.values.T if not np.isnan(a + b)}
    assert pairs == paired


def test_a_task_is_named_whatever_brackets_it_has():
    assert Wanted(max_bytes=1, task=("quiz[1]",)).takes("quiz[1]")
    assert not Wanted(max_bytes=1, task=("quiz[1]",)).takes("quiz[2]")
