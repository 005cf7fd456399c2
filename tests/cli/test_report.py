"""`bayescmp report`, and `bayescmp compare --save`."""

import pytest

import bayescmp as bc
from tests.data import table, write_csv


@pytest.fixture
def saved(tmp_path):
    result = bc.compare(table(2, 4, 18, 76), first="tree", second="svm")
    result.save(tmp_path / "result.nc")
    return tmp_path / "result.nc"


@pytest.mark.parametrize(
    "suffix", ["html", "txt", *(pytest.param(suffix, marks=pytest.mark.full) for suffix in ("md", "tex"))]
)
def test_a_saved_comparison_becomes_the_report_of_the_library(run, saved, tmp_path, suffix):
    ended = run("report", saved, tmp_path / f"one.{suffix}")
    assert (ended.code, ended.err) == (0, "")
    assert sorted(ended.out.splitlines()) == sorted(f"Wrote {path}" for path in tmp_path.glob("one*"))
    (tmp_path / "other").mkdir()
    bc.write_report(bc.load(saved), tmp_path / "other" / f"one.{suffix}")
    assert (tmp_path / f"one.{suffix}").read_bytes() == (tmp_path / "other" / f"one.{suffix}").read_bytes()


def test_compare_writes_the_report_that_was_asked_for(run, tmp_path):
    write_csv(tmp_path / "log.csv", {"y": [0, 1] * 20, "tree": [0] * 40, "svm": [0, 1, 1, 0] * 10})
    options = (tmp_path / "log.csv", "--y-true", "y", "--first", "tree", "--second", "svm")
    assert run("compare", *options).code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["log.csv"]
    ended = run("compare", *options, "--save", tmp_path / "report.html", "--save", tmp_path / "result.nc")
    assert (ended.code, ended.err) == (0, "")
    bc.write_report(bc.load(tmp_path / "result.nc"), tmp_path / "again.html")
    assert (tmp_path / "report.html").read_bytes() == (tmp_path / "again.html").read_bytes()
