"""Folders that were damaged, mixed up or planted: nothing is counted twice or guessed, and what is lost comes back."""

import json
import shutil
from dataclasses import replace
from io import BytesIO

import h5py
import numpy as np
import pytest
import xarray as xr

from bayescmp._netcdf import _write_with_sum, read_netcdf, write_netcdf
from bayescmp.studies import (
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
from bayescmp.studies._storage import Folder


class Small(Epsilon):
    trials_per_chunk = 50


def errors(outcomes, alpha):
    return {"estimate": outcomes.wrong.mean(("classifier", "record")).values, "pvalue": 1.0}


TUNE = Tune(parameter="distortion", low=1.0, high=100.0, n_train=18, draws=2)
STUDY = Study(
    name="mine",
    cells=[Small(n_records=20), Cell(scenario=SixClass(n_records=20), name="tuned", tune=TUNE)],
    methods=[Method(name="errors", plan="10-fold", assess=errors), method_named("holdout_mcnemar")],
    trials=100,
    truth_draws=2,
    seed=1,
)
FIRST, SECOND = "000-t000000000-n000050.nc", "000-t000000050-n000050.nc"


def contents(out):
    """Everything but the log and the lock, byte for byte."""
    files = [path for path in out.rglob("*") if path.is_file() and path.name not in {"log.jsonl", "lock"}]
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def again(out):
    """What a run that goes on computes."""
    n_events = len(Folder(out).events())
    run_study(STUDY, out)
    return [event for event in Folder(out).events()[n_events:] if event["event"] != "start"]


def cut(path):
    path.write_bytes(path.read_bytes()[:-2000])


def empty(path):
    path.write_bytes(b"")


def damaged(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def unsigned(path):
    with xr.open_dataset(path, engine="h5netcdf") as data:
        data.load().to_netcdf(path.with_suffix(".new"), engine="h5netcdf")
    path.with_suffix(".new").replace(path)


def text(path):
    path.write_text("no chunk")


def other_trials(path):
    shutil.copy(path.with_name(SECOND), path)


def other_cell(path):
    write_netcdf(read_netcdf(path).assign_attrs(cell=1), path)


def other_study(path):
    write_netcdf(read_netcdf(path).assign_attrs(study="0" * 64), path)


def other_methods(path):
    write_netcdf(read_netcdf(path).assign_coords(method_name=["errors", "other"]), path)


def without_marks(path):
    write_netcdf(read_netcdf(path).drop_attrs(), path)


def without_a_variable(path):
    write_netcdf(read_netcdf(path).drop_vars("low"), path)


def other_numbers_of_trials(path):
    data = read_netcdf(path)
    write_netcdf(data.assign_coords(trial=data["trial"] + 1), path)


def other_failures(path):
    write_netcdf(read_netcdf(path).assign_attrs(failures='[{"trial": 50, "method": null, "error": ""}]'), path)


def other_trial_of_a_failure(path):
    write_netcdf(read_netcdf(path).assign_attrs(failures='[{"trial": 0.0, "method": null, "error": ""}]'), path)


def texts_for_numbers(path):
    data = read_netcdf(path)
    write_netcdf(data.assign(estimate=data["estimate"].astype(str)), path)


def long_texts_for_numbers(path):
    """Declare texts of a million letters each, of which none is written."""
    content = BytesIO(path.read_bytes())
    with h5py.File(content, "r+") as file:
        shape = file["estimate"].shape
        del file["estimate"]
        file.create_dataset("estimate", shape, "S1000000", chunks=(1, 1))
    _write_with_sum(BytesIO(content.getvalue()), path)


def complex_numbers(path):
    data = read_netcdf(path)
    content = BytesIO(path.read_bytes())
    with h5py.File(content, "r+") as file:
        del file["estimate"]
        file["estimate"] = data["estimate"].to_numpy() * 1j
    _write_with_sum(BytesIO(content.getvalue()), path)


def fits_that_are_no_counts(path):
    data = read_netcdf(path)
    write_netcdf(data.assign(fits=data["fits"] * np.nan), path)


FAULTS = {
    other_trial_of_a_failure: "has failures of other trials or methods",
    texts_for_numbers: "its estimate has another type",
    long_texts_for_numbers: "its estimate has another type",
    complex_numbers: "its estimate has another type",
    fits_that_are_no_counts: "its fits has another type",
    cut: "cut short or damaged: its checksum is missing or wrong",
    empty: "cut short or damaged",
    damaged: "cut short or damaged",
    unsigned: "cut short or damaged",
    text: "cut short or damaged",
    other_trials: "holds those of another first trial",
    other_cell: "holds those of another cell",
    other_study: "holds those of another study",
    other_methods: "holds those of another set of methods",
    without_marks: "does not say which results it holds",
    without_a_variable: "could not be read as that",
    other_numbers_of_trials: "holds those of another set of trials",
    other_failures: "has failures of other trials or methods",
}


@pytest.mark.parametrize(("fault", "why"), FAULTS.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_a_chunk_that_cannot_be_used_is_named_when_read_and_computed_again_when_the_run_goes_on(
    fault, why, out, unbroken, capsys
):
    fault(out / "chunks" / FIRST)
    for read in (summarise_study, read_study):
        with pytest.raises(
            ValueError, match=rf"^'{FIRST}' must hold .* `bayescmp study run` computes it again\.$"
        ) as no:
            read(out)
        assert why in str(no.value)
    n_events = len(Folder(out).events())
    run_study(STUDY, out, progress=True)
    assert capsys.readouterr().err == f"mine: {no.value}\n"
    events = [event["event"] for event in Folder(out).events()[n_events:]]
    assert events == ["start", "again", "chunk 0 0"]
    assert contents(out) == contents(unbroken)
    assert summarise_study(out).equals(summarise_study(unbroken))


def test_a_chunk_is_read_as_any_other_program_reads_it(unbroken):
    for path, first in ((FIRST, 0), (SECOND, 50)):
        with xr.open_dataset(unbroken / "chunks" / path, engine="h5netcdf") as data:
            found = Folder(unbroken).chunk(0, range(first, first + 50))
            xr.testing.assert_equal(data.load(), found)
            assert {name: found[name].dtype for name in found.variables} == {
                name: data[name].dtype for name in data.variables
            }


@pytest.mark.parametrize(
    "name",
    [
        "000-t000000000-n000007.nc",  # superseded
        "000-t000000025-n000050.nc",  # overlaps two
        "000-t000000000-n000100.nc",  # longer than any
        "000-t000000100-n000000.nc",
        "000-t0000000000-n000050.nc",
        "002-t000000000-n000050.nc",  # no such cell
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
    copy = out / "chunks" / "000-t000000000-n000007.nc"
    (out / "chunks" / FIRST).rename(copy)
    with pytest.raises(ValueError, match=r"n000007\.nc' must hold .* holds those of another number of trials; "):
        summarise_study(out)
    assert [event["event"] for event in again(out)] == ["chunk 0 0"]
    assert read_study(out).identical(read_study(unbroken))
    assert copy.exists()


def test_a_chunk_under_another_name_is_no_chunk(out):
    (out / "chunks" / FIRST).rename(out / "chunks" / FIRST.replace("-t", "-t0"))
    assert read_study(out)["trial"].values.tolist() == list(range(50, 100))


def test_a_link_to_nothing_in_place_of_a_chunk_is_named_and_replaced(out, unbroken):
    (out / "chunks" / FIRST).unlink()
    (out / "chunks" / FIRST).symlink_to("gone")
    with pytest.raises(FileNotFoundError, match=f"^'{FIRST}' must be a file, but is gone or a link to none"):
        summarise_study(out)
    run_study(STUDY, out)
    assert contents(out) == contents(unbroken)


def test_a_chunk_that_is_extended_while_it_is_read_is_read_in_full(out, monkeypatch):
    listed = Folder._listed
    monkeypatch.setattr(
        Folder, "_listed", lambda self, cell, first=None: listed(self, cell, first) if first else [range(50, 57)]
    )
    (found,) = Folder(out).chunks(0)
    assert found["trial"].values.tolist() == list(range(50, 100))


def test_a_chunk_of_trials_beyond_those_asked_for_is_not_passed_over(out):
    shutil.copy(out / "chunks" / FIRST, out / "chunks" / "000-t000000100-n000050.nc")
    with pytest.raises(ValueError, match="`trials` must be at least 150, of which"):
        run_study(STUDY, out)
    with pytest.raises(ValueError, match=r"000-t000000100-n000050\.nc' must hold"):
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
    "more": b'{"first": 0.1, "second": 0.1, "difference_se": 0.0, "third": 1}',
    "NaN": b'{"first": NaN, "second": 0.1, "difference_se": 0.0}',
    "words": b'{"first": "a", "second": 0.1, "difference_se": 0.0}',
    "flags": b'{"first": true, "second": 0.1, "difference_se": 0.0}',
    "huge": b'{"first": 1' + b"0" * 400 + b', "second": 0.1, "difference_se": 0.0}',
    "endless": b'{"first": 1' + b"0" * 5000 + b', "second": 0.1, "difference_se": 0.0}',
}


@pytest.mark.parametrize(
    ("name", "content"),
    [("truth-000-18.json", content) for content in BROKEN_JSON.values()]
    + [("tuning-001.json", BROKEN_JSON[name]) for name in ("empty", "deep", "list", "missing")],
)
def test_what_was_tuned_and_the_truth_are_named_when_read_and_found_again(name, content, out, unbroken, capsys):
    (out / name).write_bytes(content)
    with pytest.raises(ValueError, match=rf"^'{name}' must .*; `bayescmp study run` computes it again\.$") as no:
        summarise_study(out)
    run_study(STUDY, out, progress=True)
    assert capsys.readouterr().err.startswith(f"mine: {no.value}\n")
    assert {"event": "again", "why": str(no.value)} in Folder(out).events()
    assert contents(out) == contents(unbroken)


@pytest.mark.parametrize("change", [{"parameter": "other"}, {"n_train": 150}, {"value": "1"}, {"value": None}])
def test_what_was_tuned_otherwise_is_found_again(change, out, unbroken):
    path = out / "tuning-001.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(ValueError, match=r"^'tuning-001\.json' must be as it was written, but `"):
        summarise_study(out)
    run_study(STUDY, out)
    assert contents(out) == contents(unbroken)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("truth-000-18.json", {"first": 0.0}),
        ("truth-000-18.json", {"n_train": 10}),
        ("truth-000-18.json", {"sha256": ""}),
        ("tuning-001.json", {"value": 2.0}),
    ],
)
def test_a_number_that_was_changed_by_hand_is_found_again(name, change, out, unbroken):
    path = out / name
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(ValueError, match=rf"^'{name}' must be .*, but it was changed: .*; `bayescmp study run` comp"):
        summarise_study(out)
    run_study(STUDY, out)
    assert contents(out) == contents(unbroken)


@pytest.mark.parametrize("name", ["truth-000-18.json", "tuning-001.json"])
def test_what_was_found_for_another_study_is_found_again(name, out, unbroken, tmp_path):
    run_study(replace(STUDY, seed=2), tmp_path / "other")
    shutil.copy(tmp_path / "other" / name, out / name)
    with pytest.raises(ValueError, match=rf"^'{name}' must be .*, but it is of another study; `bayescmp study run` "):
        summarise_study(out)
    run_study(STUDY, out)
    assert contents(out) == contents(unbroken)


@pytest.mark.parametrize(
    ("source", "copy", "what"),
    [("truth-001-18.json", "truth-000-18.json", "cell"), ("truth-000-13.json", "truth-000-18.json", "n_train")],
)
def test_the_truth_of_another_cell_or_size_is_found_again(source, copy, what, out, unbroken):
    shutil.copy(out / source, out / copy)
    with pytest.raises(ValueError, match=rf"^'{copy}' must be .*, but it is of another {what}; "):
        summarise_study(out)
    run_study(STUDY, out)
    assert contents(out) == contents(unbroken)


def test_the_name_of_a_study_is_that_of_its_last_run(out, unbroken):
    before = contents(out)
    n_events = len(Folder(out).events())
    run_study(replace(STUDY, name="renamed"), out)
    assert [event["event"] for event in Folder(out).events()[n_events:]] == ["start"]  # nothing is computed again
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
        lambda study: study | {"schema": 1},
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
    assert Folder(out).events()[-1]["event"] == "start"


def test_a_thousand_chunks_are_looked_at_in_seconds(tmp_path):
    import time

    study = replace(STUDY, cells=STUDY.cells[:1], trials=10)
    run_study(study, tmp_path)
    folder = Folder(tmp_path)
    begin = time.process_time()
    for _ in range(300):
        assert folder.chunk(0, range(10)) is not None
    assert (time.process_time() - begin) / 300 < 0.01
    assert np.isfinite(summarise_study(tmp_path)["estimate"]).any()


def test_estimates_without_a_square_are_summarised(out):
    data = read_netcdf(out / "chunks" / FIRST)
    write_netcdf(data.assign(estimate=data["estimate"] * 0 + 1e300), out / "chunks" / FIRST)
    assert summarise_study(out)["estimate_sd"].isna().any()
