"""Folders that were damaged or mixed up: nothing is counted twice or guessed, and what is lost comes back."""

import json
import re
import shutil

import numpy as np
import pandas as pd
import pytest

from bayescmp.studies import (
    FINDINGS,
    Cell,
    Epsilon,
    SixClass,
    Study,
    StudyMethod,
    Tune,
    method_named,
    read_study,
    run_study,
    summarise_study,
)

pytestmark = pytest.mark.full


class Small(Epsilon):
    trials_per_chunk = 10


def errors(outcomes, alpha):
    return {"estimate": outcomes.wrong.mean(("classifier", "record")).to_numpy(), "pvalue": 1.0}


TUNE = Tune(parameter="distortion", low=1.0, high=100.0, n_train=18, draws=2)
STUDY = Study(
    name="mine", cells=[Small(n_records=20), Cell(scenario=SixClass(n_records=20), name="tuned", tune=TUNE)],
    methods=[StudyMethod(name="errors", plan="10-fold", assess=errors), method_named("holdout_mcnemar")], trials=20,
    truth_draws=2, seed=1,
)  # fmt: skip
FIRST, SECOND = "000-t000000000.csv", "000-t000000010.csv"


def contents(out):
    """Everything but the log, byte for byte."""
    files = [path for path in out.rglob("*") if path.is_file() and path.name != "log.jsonl"]
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def again(out, study=STUDY, **options):
    """What a run that goes on computes, by its log."""
    before = len((out / "log.jsonl").read_bytes().splitlines())
    run_study(study, out, **options)
    events = [json.loads(line) for line in (out / "log.jsonl").read_bytes().splitlines()[before:]]
    assert events.pop(0)["event"] == "start"
    return events


def changed_to(change):
    """Write the chunk again with another table."""

    def write(path):
        change(pd.read_csv(path, dtype=str, keep_default_na=False)).to_csv(path, index=False)

    return write


FAULTS = {
    "cut": (lambda path: path.write_bytes(path.read_bytes()[:-1]), "it must have 2 rows for each of its trials"),
    "other trials": (lambda path: shutil.copy(path.with_name(SECOND), path), "it must have 2 rows for each of its"),
    "no p-values": (changed_to(lambda table: table.drop(columns="pvalue")), "Usecols do not match columns"),
    "words": (changed_to(lambda table: table.assign(pvalue="high")), "could not convert string to float"),
    "failure": (changed_to(lambda table: table.assign(failure="{")), "JSONDecodeError|Expecting property name"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_chunk_that_cannot_be_used_is_named_when_read_and_computed_again_when_the_run_goes_on(
    fault, out, unbroken, capsys
):
    damage, why = FAULTS[fault]
    damage(out / "chunks" / FIRST)
    for read in (summarise_study, read_study):
        with pytest.raises(ValueError, match=rf"^'{FIRST}' must be .*, which its run computes again, but ") as no:
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


@pytest.mark.parametrize("name", ["000-t0000000000.csv", "002-t000000000.csv", "copy of " + FIRST])
def test_a_copy_of_a_chunk_is_not_counted(name, out, unbroken):
    shutil.copy(out / "chunks" / FIRST, out / "chunks" / name)
    assert summarise_study(out).equals(summarise_study(unbroken))
    assert again(out) == []
    assert (out / "chunks" / name).exists()


@pytest.mark.parametrize("name", ["truth-000-18.json", "tuning-001.json"])
def test_what_was_tuned_and_the_truth_are_named_when_read_and_found_again(name, out, unbroken, capsys):
    (out / name).write_text('{"first": 0.1, "parameter": "distortion"}')
    with pytest.raises(ValueError, match=rf"^'{name}' must be JSON with .*, as it was written, but is damaged") as no:
        summarise_study(out)
    assert {"event": "again", "why": str(no.value)} in again(out, progress=True)
    assert capsys.readouterr().err.startswith(f"mine: {no.value}\n")
    assert contents(out) == contents(unbroken)


def test_a_damaged_specification_is_refused_by_name(out):
    (out / "study.json").write_text('{"schema": 5, "study": {}}')
    for use in (summarise_study, read_study, lambda out: run_study(STUDY, out)):
        with pytest.raises(ValueError, match=r"^'study\.json' must be of schema 6, but [^\n]*\.\nin `out`$"):
            use(out)
