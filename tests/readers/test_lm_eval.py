"""Logs of lm-evaluation-harness: matched by hash, of every age, and what is ambiguous refused."""

import json
import math

import numpy as np
import pytest

import bayescmp as bc
from tests.readers.written import hashed, lm_eval_row, write_lm_eval, wrong_of

RIGHT = {"small": [1.0, 0.0, 0.0, 1.0, 0.0], "large": [1.0, 1.0, 0.0, 1.0, 1.0]}


@pytest.fixture
def write(tmp_path):
    """Return what writes rows of both systems, those of the second in another order, and returns the folder."""

    def write(task="quiz", *, changed=None, **how):
        for name, values in RIGHT.items():
            rows = [lm_eval_row(number, one, **how) for number, one in enumerate(values)]
            rows = rows[::-1] if name == "large" else rows
            rows = changed(name, rows) if changed else rows
            write_lm_eval(tmp_path / name, task, rows)
        return tmp_path

    return write


@pytest.mark.parametrize("age", ["new", "2024-05", "older"])
def test_documents_are_matched_by_hash_in_files_of_every_age(write, age):
    predictions = bc.read_lm_eval(write(age=age))
    table = bc.compare(predictions, first="small", second="large").tables
    assert wrong_of(predictions) == {"large": 1, "small": 3}
    assert table.values.ravel().tolist() == [1, 2, 0, 2]


def test_numbers_of_documents_do_not_pair_them(tmp_path):
    # two runs on samples of one data set, each numbered from 0
    for name, begin in (("a", 0), ("b", 2)):
        rows = [lm_eval_row(n, 1.0, doc={"question": f"question {n + begin}"}) for n in range(4)]
        write_lm_eval(tmp_path / name, "quiz", rows)
    with pytest.raises(ValueError, match=r"2 of 6 records are in all logs: 2 .* not in the log of 'a' and 2"):
        bc.read_lm_eval(tmp_path)
    assert int((~bc.read_lm_eval(tmp_path, on_missing="drop")["missing"]).all("classifier").sum()) == 2


def test_equal_documents_are_matched_by_their_numbers(tmp_path):
    for name, numbers in (("a", (0, 5)), ("b", (5,))):
        rows = [lm_eval_row(n, float(n == 5), doc={"q": 1}) for n in numbers]
        write_lm_eval(tmp_path / name, "quiz", [*rows, lm_eval_row(9, 1.0)])
    assert bc.compare(bc.read_lm_eval(tmp_path, on_missing="drop")).tables.values.ravel().tolist() == [0, 0, 0, 2]


def test_several_filters_are_refused_until_one_is_named(write):
    def both(_, rows):
        other = [row | {"filter": "flexible-extract", "acc": 1.0} for row in rows]
        return [row | {"filter": "strict-match"} for row in rows] + other

    folder = write(changed=both)
    with pytest.raises(ValueError, match=r"`filter` must name one of the filters .*'strict-match', 'flexible-extract'"):
        bc.read_lm_eval(folder)
    assert wrong_of(bc.read_lm_eval(folder, filter="strict-match")) == {"large": 1, "small": 3}
    assert wrong_of(bc.read_lm_eval(folder, filter="flexible-extract")) == {"large": 0, "small": 0}
    with pytest.raises(ValueError, match="but got 'other'"):
        bc.read_lm_eval(folder, filter="other")
    folder = write(acc_norm=0.0, metrics=["acc", "acc_norm"])
    with pytest.raises(ValueError, match=r"`score` must name one of the metrics .*'acc', 'acc_norm', but none"):
        bc.read_lm_eval(folder)
    assert wrong_of(bc.read_lm_eval(folder, score="acc_norm")) == {"large": 5, "small": 5}


def test_a_file_that_was_written_twice_counts_once_and_is_refused_where_it_contradicts_itself(write):
    predictions = bc.read_lm_eval(write(changed=lambda _, rows: rows + rows))
    assert predictions.sizes["record"] == 5
    assert "5, small 5" in " ".join(bc.compare(predictions).notes)
    with pytest.raises(ValueError, match=r"must be judged once in .* has two judgements"):
        bc.read_lm_eval(write(changed=lambda _, rows: [*rows, rows[0] | {"acc": 1 - rows[0]["acc"]}]))


def test_nan_and_none_are_no_judgement(write):
    folder = write(changed=lambda name, rows: [rows[0] | {"acc": math.nan if name == "small" else None}, *rows[1:]])
    with pytest.raises(ValueError, match="1 answer unscored of 'large' and 1 answer unscored of 'small'"):
        bc.read_lm_eval(folder)
    dropped = bc.read_lm_eval(folder, on_missing="drop")
    assert int(dropped["missing"].sum()) == 2
    assert wrong_of(bc.read_lm_eval(folder, on_missing="wrong")) == {"large": 2 - 1 + 1 - 0, "small": 3 + 1}


def test_scores_between_0_and_1_are_scores_in_their_own_units(write):
    credit = [0.25, 0.5, 0.75, 1.0, 0.0]
    folder = write(changed=lambda _, rows: [row | {"acc": one} for row, one in zip(rows, credit, strict=True)])
    result = bc.compare(bc.read_lm_eval(folder))
    assert result.evidence.metric.noun == "acc"
    assert result.evidence.metric.greater_is_better
    assert set(result.classifiers["observed"].round(12)) == {0.5}


def test_the_direction_of_a_metric_is_that_of_the_results_and_is_not_guessed(write, tmp_path):
    folder = write(metric="ppl", changed=lambda _, rows: [row | {"ppl": 3 + row["ppl"]} for row in rows])
    with pytest.raises(ValueError, match="`greater_is_better` must say whether more of 'ppl' is better"):
        bc.read_lm_eval(folder)
    said = bc.compare(bc.read_lm_eval(folder, greater_is_better=False), first="large", second="small")
    assert not said.evidence.metric.greater_is_better
    for name in RIGHT:
        told = {"model_name": name, "higher_is_better": {"quiz": {"ppl": False}}}
        (tmp_path / name / "results_2026.json").write_text(json.dumps(told))
    result = bc.compare(bc.read_lm_eval(folder), first="large", second="small")
    assert not result.evidence.metric.greater_is_better
    assert result.classifiers["observed"].tolist() == pytest.approx([3.8, 3.4])


def test_a_judgement_of_0_and_1_of_which_less_is_better_is_right_where_it_is_0(write, tmp_path):
    folder = write(metric="toxic")
    for name in RIGHT:
        told = {"model_name": name, "higher_is_better": {"quiz": {"toxic": False}}}
        (tmp_path / name / "results_2026.json").write_text(json.dumps(told))
    assert wrong_of(bc.read_lm_eval(folder)) == {"large": 4, "small": 2}


def test_tasks_groups_and_names(tmp_path):
    for name, values in RIGHT.items():
        for task in ("law", "high_school_physics"):
            rows = [
                lm_eval_row(number, one, doc={"q": f"{task} {number}", "passage": f"{task} {number // 2}"})
                for number, one in enumerate(values)
            ]
            write_lm_eval(tmp_path / name, task, rows, model=f"org/{name}")
    whole = bc.read_lm_eval(tmp_path, group="passage")
    assert whole["classifier"].values.tolist() == ["org/large", "org/small"]
    assert sorted(set(whole["task"].values.tolist())) == ["high_school_physics", "law"]
    assert len(np.unique(whole["group"])) == 6
    one = bc.read_lm_eval([tmp_path / "small", tmp_path / "large"], task="law", names={tmp_path / "small": "old"})
    assert one["classifier"].values.tolist() == ["old", "org/large"]
    assert "task" not in one.coords
    both = bc.read_lm_eval(tmp_path, task=["law", "high*"])
    assert sorted(set(both["task"].values.tolist())) == ["high_school_physics", "law"]
    with pytest.raises(ValueError, match=r"`task` must be one of 'high_school_physics' and 'law', but got 'lav'"):
        bc.read_lm_eval(tmp_path, task="lav")
    with pytest.raises(ValueError, match="`names` must be of `paths`"):
        bc.read_lm_eval(tmp_path, names={tmp_path / "small": "old"})


WHOLE = json.dumps(lm_eval_row(0, 1.0)).encode() + b"\n"


def odd(**more):
    """Return a line with other values, and the first sentence on it."""
    (key,) = more
    said = f"^Each line of .* must have .*{'hashes' if key == 'target_hash' else key}`?.*, but one is"
    return WHOLE + json.dumps(lm_eval_row(1, 1.0) | more).encode() + b"\n", said


@pytest.mark.parametrize(("text", "said"), [
    (b"", "must hold at least one record, but is empty"),
    (b'{"doc_id": 1, "resps": []}\n', "must have `doc` and `target`"),
    (WHOLE + b"[1]\n", "line 2 is not: it must be an object, but is"),
    (WHOLE + b'{"a"\n', "must be JSON, but line 2 is not"),
    (WHOLE + b'{"doc": nonsense}', "must be JSON, but line 2 is not"),
    (WHOLE + b'{"doc": "\xc3\n', "must be JSON, but line 2 is not"),
    (b'{"doc": ' + b"[" * 10**5 + b"\n", "nested too deeply"),
    odd(target_hash=["x"]),
    odd(filter=["x"]),
    odd(doc_id={"x": 1}),
    odd(metrics=[["acc"]]),
    (WHOLE.replace(b'"acc": 1.0', b'"acc": [["a", "b"]]'), "must be a number of each record, but that of"),
])  # fmt: skip
def test_other_files_are_refused_in_one_sentence(tmp_path, text, said):
    path = tmp_path / "samples_quiz_2026.jsonl"
    path.write_bytes(text)
    with pytest.raises(ValueError, match=said):
        bc.read_lm_eval(path)


@pytest.mark.parametrize("cut", ["in a text", "after a brace", "in a letter"])
def test_a_last_line_that_is_cut_short_is_left_out_with_a_note(cut, tmp_path):
    rows = [lm_eval_row(number, float(number % 2)) for number in range(6)]
    write_lm_eval(tmp_path / "small", "quiz", rows)
    path = write_lm_eval(tmp_path / "large", "quiz", rows)
    *whole, last = path.read_bytes().splitlines(keepends=True)
    ends = {"in a text": last[:-30], "after a brace": last[: last.index(b"}") + 1], "in a letter": b'{"doc": "\xc3'}
    path.write_bytes(b"".join(whole) + ends[cut])
    with pytest.raises(ValueError, match=r"5 of 6 records .* not in the log of 'large' \(whose run is not finished\)"):
        bc.read_lm_eval(tmp_path)
    found = bc.read_lm_eval(tmp_path, on_missing="drop")
    assert found["missing"].sum(("repeat", "record")).values.tolist() == [1, 0]
    assert "runs that were not finished: large 1" in "\n".join(bc.compare(found).notes)


def test_a_few_values_that_make_scores_of_right_and_wrong_are_noted(tmp_path):
    rows = [lm_eval_row(number, float(number % 2)) for number in range(20)]
    write_lm_eval(tmp_path / "small", "quiz", rows)
    odd = hashed(json.dumps(rows[3]["doc"], indent=2))
    rows[3]["acc"] = 2.0
    write_lm_eval(tmp_path / "large", "quiz", rows)
    said = [note for note in bc.compare(bc.read_lm_eval(tmp_path)).notes if "neither 0 nor 1" in note]
    assert len(said) == 1
    assert f"1 of 40 values of acc is neither 0 nor 1, first 2 of record '{odd}' of 'large'" in said[0]
