"""Folders that were damaged, mixed up or planted: nothing is counted twice or guessed, and what is lost comes back."""

import json
import shutil
import zipfile
from dataclasses import replace
from io import BytesIO

import numpy as np
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
    return {"estimate": outcomes.wrong.mean(("classifier", "record")).values, "pvalue": 1.0}


TUNE = Tune(parameter="distortion", low=1.0, high=100.0, n_train=18, draws=2)
STUDY = Study(
    name="mine",
    cells=[Small(n_records=20), Cell(scenario=SixClass(n_records=20), name="tuned", tune=TUNE)],
    methods=[Method(name="errors", plan="10-fold", assess=errors), method_named("holdout_mcnemar")],
    trials=20,
    truth_draws=2,
    seed=1,
)
FIRST, SECOND = "000-t000000000-n000010.npz", "000-t000000010-n000010.npz"


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
    path.write_bytes(path.read_bytes()[:-2000])


def empty(path):
    path.write_bytes(b"")


def damaged(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def text(path):
    path.write_text("no chunk")


def other_trials(path):
    shutil.copy(path.with_name(SECOND), path)


def packed(path, **arrays):
    """Write the chunk again with other arrays, or without those that are None."""
    with np.load(path) as file:
        arrays = dict(file) | arrays
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})


def marked(path, **marks):
    """Write the chunk again with other marks."""
    with np.load(path) as file:
        packed(path, about=np.array(json.dumps(json.loads(file["about"].item()) | marks)))


def other_failures(path):
    marked(path, failures=[{"trial": 0, "method": None, "error": "", "seed": 1, "spawn_key": [0]}])


def other_cell(path):
    marked(path, cell=1)


def other_study(path):
    marked(path, study="0" * 64)


def other_labels(path):
    marked(path, labels={})


def without_a_checksum(path):
    with np.load(path) as file:
        about = json.loads(file["about"].item())
        del about["sha256"]
        packed(path, about=np.array(json.dumps(about)))


def without_marks(path):
    packed(path, about=np.array("{}"))


def without_an_array(path):
    packed(path, found=None)


def program(path):
    """A pickle may run anything."""
    packed(path, found=np.array([{}], dtype=object))


def found_changed(change):
    def other_findings(path):
        with np.load(path) as file:
            packed(path, found=change(file["found"]))

    return other_findings


def declared(path):
    """Declare numbers that no memory holds, of which none is written."""
    header = BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (2**50,)})
    with zipfile.ZipFile(path) as file:
        members = {name: file.read(name) for name in file.namelist()} | {"found.npy": header.getvalue()}
    with zipfile.ZipFile(path, "w") as file:
        for name, content in members.items():
            file.writestr(name, content)


def fits_that_are_no_counts(path):
    with np.load(path) as file:
        packed(path, per_trial=file["per_trial"] * np.nan)


def a_probability_changed(found):
    found[FINDINGS.index("pvalue")] = 0.5
    return found


def fits_below_0(path):
    with np.load(path) as file:
        packed(path, per_trial=file["per_trial"] - 10**9)


BROKEN = "but is cut short, damaged or none of ours"
OTHER = "`found` has another shape or type"
CHANGED = "but it was changed: its checksum is wrong"
FIELDS = (
    "but it does not have just the fields found, per_trial, failures, labels, study, cell, first_trial, n_trials, sha"
)
FAULTS = [
    (other_failures, CHANGED),
    (found_changed(lambda found: found.astype(str)), OTHER),
    (found_changed(lambda found: found[:, :, 1:]), OTHER),
    (found_changed(lambda found: found + 7), CHANGED),
    (fits_that_are_no_counts, "`per_trial` has another shape or type"),
    (cut, BROKEN),
    (damaged, BROKEN),
    (without_a_checksum, FIELDS),
    (without_an_array, BROKEN),
    (program, BROKEN),
    (declared, BROKEN),
    (other_trials, "it is of another first_trial"),
]
MORE_FAULTS = [
    (found_changed(lambda found: found.astype("S100")), OTHER),
    (found_changed(lambda found: found * 1j), OTHER),
    (found_changed(lambda found: found[::-1]), CHANGED),
    (found_changed(a_probability_changed), CHANGED),
    (fits_below_0, CHANGED),
    (empty, BROKEN),
    (text, BROKEN),
    (without_marks, FIELDS),
    (other_cell, CHANGED),
    (other_study, CHANGED),
    (other_labels, CHANGED),
]


@pytest.mark.parametrize(
    ("fault", "why"),
    [*FAULTS, *(pytest.param(*fault, marks=FULL) for fault in MORE_FAULTS)],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_chunk_that_cannot_be_used_is_named_when_read_and_computed_again_when_the_run_goes_on(
    fault, why, out, unbroken, capsys
):
    fault(out / "chunks" / FIRST)
    for read in (summarise_study, read_study):
        with pytest.raises(
            ValueError, match=rf"^'{FIRST}' must be as .* `bayescmp study run` computes it again\.$"
        ) as no:
            read(out)
        assert why in str(no.value)
    events = again(out, progress=True)
    assert capsys.readouterr().err == f"mine: {no.value}\n"
    assert [event["event"] for event in events] == ["again", "chunk 0 0"]
    assert contents(out) == contents(unbroken)


def test_a_chunk_says_by_itself_what_it_holds(unbroken):
    with np.load(unbroken / "chunks" / SECOND) as file:
        found, labels = file["found"], json.loads(file["about"].item())["labels"]
    assert list(found.shape) == [len(values) for values in labels.values()]
    assert labels["trial"] == list(range(10, 20))
    results = read_study(unbroken).isel(trial=slice(10, 20))
    for name, values in zip(labels["finding"], found, strict=True):
        np.testing.assert_array_equal(results[name].sel(method_name=labels["method_name"]), values)


@pytest.mark.parametrize(
    "name",
    [
        "000-t000000000-n000007.npz",  # superseded
        "000-t000000005-n000010.npz",  # overlaps two
        "000-t000000000-n000020.npz",  # longer than any
        "000-t000000020-n000000.npz",
        "000-t0000000000-n000010.npz",
        "002-t000000000-n000010.npz",  # no such cell
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
    copy = out / "chunks" / "000-t000000000-n000007.npz"
    (out / "chunks" / FIRST).rename(copy)
    with pytest.raises(ValueError, match=r"n000007\.npz' must be .* but `found` has another shape or type; "):
        summarise_study(out)
    assert [event["event"] for event in again(out)] == ["chunk 0 0"]
    assert read_study(out).identical(read_study(unbroken))
    assert copy.exists()


def test_a_chunk_under_another_name_is_no_chunk(out):
    (out / "chunks" / FIRST).rename(out / "chunks" / FIRST.replace("-t", "-t0"))
    assert read_study(out)["trial"].values.tolist() == list(range(10, 20))


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
    shutil.copy(out / "chunks" / FIRST, out / "chunks" / "000-t000000020-n000010.npz")
    with pytest.raises(ValueError, match="`trials` must be at least 30, of which"):
        run_study(STUDY, out)
    with pytest.raises(ValueError, match=r"000-t000000020-n000010\.npz' must be as it was"):
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


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """Run the study with another seed, and return its folder."""
    path = tmp_path_factory.mktemp("other")
    run_study(replace(STUDY, seed=2), path)
    return path


@pytest.mark.parametrize("name", ["truth-000-18.json", "tuning-001.json", f"chunks/{FIRST}"])
def test_what_was_found_for_another_study_is_found_again(name, out, unbroken, other):
    shutil.copy(other / name, out / name)
    file = name.rpartition("/")[2]
    with pytest.raises(ValueError, match=rf"^'{file}' must be .*, but it is of another study; `bayescmp study run` "):
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
        lambda study: study | {"schema": 5},
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


@pytest.mark.parametrize("schema", [1, 2, 3])
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
    assert (time.process_time() - begin) / 300 < 0.004
    assert np.isfinite(summarise_study(tmp_path)["estimate"]).any()


def test_estimates_without_a_square_are_summarised(tmp_path):
    huge = Method(name="huge", plan="10-fold", assess=lambda *_: {"estimate": 1e300})
    assert run_study(replace(STUDY, methods=[huge], trials=10), tmp_path)["estimate_sd"].isna().all()
