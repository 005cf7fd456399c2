"""Files that earlier versions of the package wrote load, with the numbers and the words that they had."""

import json
from functools import cache
from pathlib import Path

import h5py
import pytest

import bayescmp as bc

FILES = sorted((Path(__file__).parents[1] / "reference" / "results").glob("*.nc"))
TEXTS = ("first", "second", "decision", "inference", "resampling", "estimand", "not_answered")
NUMBERS = ("prob_first_better", "prob_equivalent", "prob_second_better", "effective_size", "threshold", "ci_prob")


@cache
def loaded(path):
    """Load a file; that one without a checksum is first read in another process is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bayescmp._netcdf._try_elsewhere", lambda *_: None)
        return bc.load(path)


def content(path):
    with h5py.File(path) as file:
        return json.loads(file.attrs["comparison"])


def test_both_earlier_schemas_are_there_with_every_design():
    assert len(FILES) == 16
    assert {path.stem[-1] for path in FILES} == {"1", "2"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_of_earlier_schemas_load(path):
    kept, result = content(path), loaded(path)
    texts = [name for name in TEXTS if (path.stem, name) != ("hold-outs-1", "resampling")]  # which said less
    assert {name: getattr(result, name) for name in texts} == {name: kept[name] for name in texts}
    tolerance = 2e-3 if kept["schema"] == 1 else 1e-8
    for name in NUMBERS:
        assert getattr(result, name) == pytest.approx(kept[name], rel=tolerance, abs=tolerance)
    assert result.errors == pytest.approx(kept["errors"])
    assert result.interval.low == pytest.approx(kept["difference"]["low"], abs=tolerance)
    assert list(result.levels["level"]) == [row["level"] for row in kept["levels"]]
    notes = [*kept.get("notes", []), *(["read from a file"] if kept["schema"] == 1 else [])]
    assert len(result.notes) == len(notes)
    assert all(note.startswith(text) for note, text in zip(result.notes, notes, strict=True))
    assert str(result)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_they_can_be_saved_again_in_the_present_schema(path, tmp_path):
    result = loaded(path)
    result.save(tmp_path / "again.nc")
    assert bc.load(tmp_path / "again.nc").to_json() == result.to_json()
    assert result.to_dict()["schema"] == 3
