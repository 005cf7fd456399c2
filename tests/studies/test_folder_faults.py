"""Folders that were damaged, mixed up or planted: nothing is counted twice or guessed, and what is lost comes back."""

import json
import re
import shutil
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from bayescmp.studies import (
    FINDINGS,
    Cell,
    Epsilon,
    Method,
    SixClass,
    Study,
    Tune,
    method_named,
    read_study,
    run_study,
    summarise_study,
)

pytestmark = pytest.mark.full

FULL = pytest.mark.full


class Small(Epsilon):
    trials_per_chunk = 10


def errors(outcomes, alpha):
    return {"estimate": outcomes.wrong.mean(("classifier", "record")).to_numpy(), "pvalue": 1.0}


TUNE = Tune(parameter="distortion", low=1.0, high=100.0, n_train=18, draws=2)
STUDY = Study(
    name="mine",
    cells=[Small(n_records=20), Cell(scenario=SixClass(n_records=20), name="tuned", tune=TUNE)],
    methods=[Method(name="errors", plan="10-fold", assess=errors), method_named("holdout_mcnemar")],
    trials=20,
    truth_draws=2,
    seed=1,
)
FIRST, SECOND = "000-t000000000-n000010.csv", "000-t000000010-n000010.csv"


def contents(out):
    """Everything but the log and the lock, byte for byte."""
    files = [path for path in out.rglob("*") if path.is_file() and path.name not in {"log.jsonl", "lock"}]
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def again(out, study=STUDY, **options):
    """What a run that goes on computes, by its log."""
    before = len((out / "log.jsonl").read_bytes().splitlines())
    run_study(study, out, **options)
    events = [json.loads(line) for line in (out / "log.jsonl").read_bytes().splitlines()[before:]]
    assert events.pop(0)["event"] == "start"
    return events


def cut(path):
    path.write_bytes(path.read_bytes()[:-1])


def empty(path):
    path.write_bytes(b"")


def text(path):
    path.write_text("no chunk")


def other_trials(path):
    shutil.copy(path.with_name(SECOND), path)


def changed_to(change):
    """Write the chunk again with another table."""

    def write(path):
        change(pd.read_csv(path, dtype=str, keep_default_na=False)).to_csv(path, index=False)

    return write


def a_failure(text):
    return changed_to(lambda table: table.assign(failure=text))


OTHER_METHOD = '{"trial": 0, "method": "x", "error": "", "seed": 1, "spawn_key": [0]}'
OTHER_TRIAL = '{"trial": 90, "method": null, "error": "", "seed": 1, "spawn_key": [0]}'
ROWS = "it must have 2 rows for each of the trials 0 to 9"
NO_FAILURE = "a failure must be of a trial and a method that are there"
FAULTS = [
    (cut, ROWS),
    (empty, "No columns to parse"),
    (text, "Usecols do not match columns"),
    (other_trials, ROWS),
    (changed_to(lambda table: table[1:]), ROWS),
    (changed_to(lambda table: table[::-1]), ROWS),
    (changed_to(lambda table: table.drop(columns="pvalue")), "Usecols do not match columns"),
    (changed_to(lambda table: table.assign(pvalue="high")), "could not convert string to float"),
    (changed_to(lambda table: table.assign(fits="")), "invalid literal for int"),
    (a_failure("{"), "JSONDecodeError|Expecting property name"),
    (a_failure("{}"), NO_FAILURE),
    (a_failure(OTHER_METHOD), NO_FAILURE),
    (a_failure(OTHER_TRIAL), NO_FAILURE),
]


@pytest.mark.parametrize(
    ("fault", "why"),
    FAULTS,
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_chunk_that_cannot_be_used_is_named_when_read_and_computed_again_when_the_run_goes_on(
    fault, why, out, unbroken, capsys
):
    fault(out / "chunks" / FIRST)
    for read in (summarise_study, read_study):
        with pytest.raises(ValueError, match=rf"^'{FIRST}' must be .* `bayescmp study run` computes it again\.$") as no:
            read(out)
        assert re.search(why, str(no.value))
    events = again(out, progress=True)
    assert capsys.readouterr().err == f"mine: {no.value}\n"
    assert [event["event"] for event in events] == ["again", "chunk 0 0"]
    assert contents(out) == contents(unbroken)


def test_a_chunk_is_a_table_of_what_was_found(unbroken):
    table = pd.read_csv(unbroken / "chunks" / SECOND)
    assert table.columns.tolist() == ["trial", "method_name", *FINDINGS, "fits", "n_warnings", "failure"]
    results = read_study(unbroken).isel(trial=slice(10, 20))
    for name in FINDINGS:
        np.testing.assert_allclose(results[name].transpose("trial", ...).to_numpy().ravel(), table[name], rtol=1e-15)


@pytest.mark.parametrize(
    "name",
    [
        "000-t000000000-n000007.csv",  # superseded
        "000-t000000005-n000010.csv",  # overlaps two
        "000-t000000000-n000020.csv",  # longer than any
        "000-t000000020-n000000.csv",
        "000-t0000000000-n000010.csv",
        "002-t000000000-n000010.csv",  # no such cell
        "copy of " + FIRST,
    ],
)
def test_a_copy_of_a_chunk_is_not_counted(name, out, unbroken):
    shutil.copy(out / "chunks" / FIRST, out / "chunks" / name)
    assert summarise_study(out).equals(summarise_study(unbroken))
    assert read_study(out).identical(read_study(unbroken))
    assert again(out) == []
    assert (out / "chunks" / name).exists()


def test_a_copy_in_place_of_a_chunk_is_computed_again_and_not_removed(out, unbroken):
    copy = out / "chunks" / "000-t000000000-n000007.csv"
    (out / "chunks" / FIRST).rename(copy)
    with pytest.raises(
        ValueError, match=r"n000007\.csv' must be .* it must have 2 rows for each of the trials 0 to 6; "
    ):
        summarise_study(out)
    assert [event["event"] for event in again(out)] == ["chunk 0 0"]
    assert read_study(out).identical(read_study(unbroken))
    assert copy.exists()


def test_a_chunk_under_another_name_is_no_chunk(out):
    (out / "chunks" / FIRST).rename(out / "chunks" / FIRST.replace("-t", "-t0"))
    assert read_study(out)["trial"].to_numpy().tolist() == list(range(10, 20))


def test_a_link_to_nothing_in_place_of_a_chunk_is_named_and_replaced(out, unbroken):
    (out / "chunks" / FIRST).unlink()
    (out / "chunks" / FIRST).symlink_to("gone")
    with pytest.raises(FileNotFoundError, match=f"^'{FIRST}' must be a file, but is gone or a link to none"):
        summarise_study(out)
    run_study(STUDY, out)
    assert contents(out) == contents(unbroken)


def test_a_chunk_that_is_extended_while_it_is_read_is_read_in_full(folder_of, out, monkeypatch):
    listed = folder_of._listed
    monkeypatch.setattr(
        folder_of, "_listed", lambda self, cell, first=None: listed(self, cell, first) if first else [range(10, 17)]
    )
    (found,) = folder_of(out).chunks(0)
    assert found.trials == range(10, 20)


def test_a_chunk_of_trials_beyond_those_asked_for_is_not_passed_over(out):
    shutil.copy(out / "chunks" / FIRST, out / "chunks" / "000-t000000020-n000010.csv")
    with pytest.raises(ValueError, match="`trials` must be at least 30, of which"):
        run_study(STUDY, out)
    with pytest.raises(ValueError, match=r"000-t000000020-n000010\.csv' must be the results of these"):
        summarise_study(out)


BROKEN_JSON = {
    "empty": b"",
    "cut": b'{"first": 0.1, "sec',
    "text": b"nothing",
    "latin": '{"é": 1}'.encode("latin-1"),
    "deep": b"[" * 100_000,
    "list": b"[1]",
    "number": b"1",
    "missing": b"{}",
    "NaN": b'{"first": NaN, "second": 0.1, "difference_se": 0.0}',
    "words": b'{"first": "a", "second": 0.1, "difference_se": 0.0}',
    "flags": b'{"first": true, "second": 0.1, "difference_se": 0.0}',
    "huge": b'{"first": 1' + b"0" * 400 + b', "second": 0.1, "difference_se": 0.0}',
    "endless": b'{"first": 1' + b"0" * 5000 + b', "second": 0.1, "difference_se": 0.0}',
}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("truth-000-18.json", content, marks=() if kind in {"cut", "deep", "missing", "NaN"} else FULL)
        for kind, content in BROKEN_JSON.items()
    ]
    + [
        pytest.param("tuning-001.json", BROKEN_JSON[kind], marks=() if kind == "list" else FULL)
        for kind in ("empty", "deep", "list", "missing")
    ],
)
def test_what_was_tuned_and_the_truth_are_named_when_read_and_found_again(name, content, out, unbroken, capsys):
    (out / name).write_bytes(content)
    with pytest.raises(ValueError, match=rf"^'{name}' must .*; `bayescmp study run` computes it again\.$") as no:
        summarise_study(out)
    assert {"event": "again", "why": str(no.value)} in again(out, progress=True)
    assert capsys.readouterr().err.startswith(f"mine: {no.value}\n")
    assert contents(out) == contents(unbroken)


@pytest.mark.parametrize(
    "change",
    [
        {"parameter": "other"},
        {"value": "1"},
        pytest.param({"n_train": 150}, marks=FULL),
        pytest.param({"value": None}, marks=FULL),
    ],
)
def test_what_was_tuned_otherwise_is_found_again(change, out, unbroken):
    path = out / "tuning-001.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(ValueError, match=r"^'tuning-001\.json' must be as it was written, but `"):
        summarise_study(out)
    run_study(STUDY, out)
    assert contents(out) == contents(unbroken)


def test_the_name_of_a_study_is_that_of_its_last_run(out, unbroken):
    before = contents(out)
    assert again(out, replace(STUDY, name="renamed")) == []  # nothing is computed again
    assert summarise_study(out).attrs["name"] == "renamed"
    assert summarise_study(out).equals(summarise_study(unbroken))
    after = contents(out)
    assert {name for name in before if after[name] != before[name]} == {"study.json"}


def changed(key, value, *, within=None):
    def change(study):
        place = study["study"] if within is None else study["study"][within][0]
        place[key] = value
        return study

    return change


@pytest.mark.parametrize(
    "change",
    [
        changed("alpha", "0.05"),
        changed("more", 1),
        changed("seed", True),
        changed("cells", []),
        changed("cells", {}),
        changed("methods", [1]),
        changed("plan", "11-fold", within="methods"),
        changed("parameters", {}, within="cells"),
        changed("parameters", {"n_records": 0}, within="cells"),
        changed("trials_per_chunk", 0, within="cells"),
        changed("tune", [], within="cells"),
        lambda study: study | {"schema": 6},
        changed("coords", {"pair": []}),
        lambda study: {"study": study["study"]},
    ],
)
def test_a_specification_that_no_study_has_is_refused_by_name(change, out):
    path = out / "study.json"
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    before = contents(out)
    for use in (summarise_study, read_study, lambda out: run_study(STUDY, out)):
        with pytest.raises(ValueError, match=r"^'study\.json' must be as it was written, but [^\n]*\.\nin `out`$"):
            use(out)
    assert contents(out) == before


@pytest.mark.parametrize("schema", [1, 2, 3, 4])
def test_a_study_of_an_earlier_version_is_refused_by_what_to_do(schema, out):
    path = out / "study.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"schema": schema}))
    before = contents(out)
    for use in (summarise_study, read_study, lambda out: run_study(STUDY, out)):
        with pytest.raises(
            ValueError, match=r"but an earlier version of bayescmp wrote it, .* or run the study again in"
        ):
            use(out)
    assert contents(out) == before


@pytest.mark.parametrize("content", BROKEN_JSON.values(), ids=BROKEN_JSON)
def test_a_damaged_specification_is_refused_by_name(content, out):
    (out / "study.json").write_bytes(content)
    for use in (summarise_study, read_study, lambda out: run_study(STUDY, out)):
        with pytest.raises(ValueError, match=r"^'study\.json' must be [^\n]*\.\nin `out`$"):
            use(out)


BAD_LINES = [
    b"no json",
    b'{"seconds": 1',
    b"\xff\xfe",
    b"[1]",
    b"3",
    b"[" * 100_000,
    b'{"seconds": "1"}',
    b'{"seconds": NaN}',
    b'{"seconds": null}',
    b'{"versions": [1]}',
    b"\x00\x85",
]


def test_bad_lines_of_the_log_are_left_out(out, unbroken):
    with (out / "log.jsonl").open("ab") as file:
        file.write(b"\n".join(BAD_LINES))  # the last is cut short
    assert summarise_study(out).attrs == summarise_study(unbroken).attrs
    assert again(out) == []


def test_a_thousand_chunks_are_looked_at_in_seconds(folder_of, tmp_path):
    import time

    study = replace(STUDY, cells=STUDY.cells[:1], trials=10)
    run_study(study, tmp_path)
    folder = folder_of(tmp_path)
    begin = time.process_time()
    for _ in range(300):
        assert folder.chunk(0, range(10)) is not None
    assert (time.process_time() - begin) / 300 < 0.02
    assert np.isfinite(summarise_study(tmp_path)["estimate"]).any()


def test_estimates_without_a_square_are_summarised(tmp_path):
    huge = Method(name="huge", plan="10-fold", assess=lambda *_: {"estimate": 1e300})
    assert run_study(replace(STUDY, methods=[huge], trials=10), tmp_path)["estimate_sd"].isna().all()
