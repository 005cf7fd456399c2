"""Twenty mistakes of a newcomer: each ends with code 2 and one sentence that says what to type."""

import contextlib

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.data import table

LOG = ("compare", "--predictions", "log.csv", "--y-true", "y", "--first", "tree", "--second", "svm")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    path = tmp_path_factory.mktemp("files")
    with contextlib.chdir(path):
        write(path)
    return path


def write(path):
    log = pd.DataFrame({"y": [0, 1] * 20, "tree": [0, 1] * 20, "svm": [0, 0] * 20})
    log.to_csv("log.csv", index=False)
    log.assign(svm=["no", "no"] * 20).to_csv("words.csv", index=False)
    log.assign(fold=np.arange(40) % 5).to_csv("folds.csv", index=False)
    pets = pd.DataFrame({"y": ["cat", "dog"] * 20, "tree": ["cat", "dog"] * 20, "svm": ["cat", "cat"] * 20})
    signs = pd.DataFrame({"y": ["+1", "-1"] * 20, "tree": ["+1", "-1"] * 20, "svm": ["1", "-1"] * 20})
    signs.to_csv("signs.csv", index=False)
    log.rename(columns={"y": "y_true"}).assign(svm=[None, *[0, 1] * 19, 1]).to_csv("gap.csv", index=False)
    pets.assign(svm=pets["svm"].str.upper()).to_csv("capitals.csv", index=False)
    pets.assign(y=["cat ", "dog", *pets["y"][2:]]).to_csv("two_ways.csv", index=False)
    pets.assign(tree=["cat", "dog"] * 10 + ["cat", "dog "] * 10).to_csv("blanks.csv", index=False)
    models = [pets[["y"]].assign(id=range(40), model=name, answer=pets[name].str.title()) for name in ("tree", "svm")]
    pd.concat(models).to_csv("long.csv", index=False)
    log.assign(**{"my fold": np.arange(40) % 5}).to_csv("blank.csv", index=False)
    (path / "latin.csv").write_bytes("size;kind\n1;größer\n".encode("latin-1"))
    bc.compare(table(2, 4, 18, 76)).save("result.nc")
    (path / "empty.csv").touch()
    (path / "book.csv").write_bytes(b"PK\x03\x04\x14\x00binary")
    (path / "book.xlsx").write_bytes(b"PK\x03\x04\x14\x00binary")
    (path / "result.json").write_text("{}")


MISTAKES = {
    "a file that is not there": (("compare", "--predictions", "dat.csv", *LOG[3:]), "There is no file 'dat.csv'"),
    "a folder": (("compare", "--predictions", ".", *LOG[3:]), "must be a file, but is a folder"),
    "an empty file": (
        ("compare", "--predictions", "empty.csv", *LOG[3:]),
        "must have a header, but is empty",
    ),
    "a spreadsheet": (("compare", "--predictions", "book.xlsx", *LOG[3:]), "or .parquet file, but got 'book.xlsx'"),
    "a spreadsheet called csv": (("compare", "--predictions", "book.csv", *LOG[3:]), "must have a column"),
    "an option that is misspelt": ((*LOG, "--sed", "1"), "Did you mean '--seed'?"),
    "a rope in per cent": ((*LOG, "--rope", "5"), "5 per cent is --rope 0.05"),
    "a probability in per cent": ((*LOG, "--ci-prob", "95"), "95 per cent is 0.95"),
    "the same column twice": ((*LOG[:-1], "tree"), "must name two columns, but both are 'tree'"),
    "a predicted column that is misspelt": ((*LOG[:-1], "smv"), "Did you mean 'svm'?"),
    "labels of two kinds": (
        ("compare", "--predictions", "words.csv", *LOG[3:]),
        "must hold numbers like `--y-true`, which has 0",
    ),
    "labels in capitals": (
        ("compare", "--predictions", "capitals.csv", *LOG[3:]),
        "The labels of 'svm' must be written as in 'y', but it has 'CAT' where that has 'cat'. Write them alike.",
    ),
    "true labels in two ways": (
        ("compare", "--predictions", "two_ways.csv", *LOG[3:]),
        "The labels of 'y' must be written in one way, but it has 'cat ' beside 'cat', and no classifier predicts",
    ),
    "labels with a sign": (("compare", "--predictions", "signs.csv", *LOG[3:]), "has '1' where that has '+1'"),
    "an answer that is missing": (
        ("compare", "--predictions", "gap.csv", *LOG[5:]),
        "the predictions of 'svm' must have no missing values, but got nan at record 0. --on-missing drop leaves",
    ),
    "labels with blanks in a half": (("compare", "--predictions", "blanks.csv", *LOG[3:]), "has 'dog ' where that"),
    "labels with capitals in a long file": (
        (
            *("compare", "--predictions", "long.csv", "--y-true", "y", "--y-pred", "answer"),
            "--classifier",
            "model",
            "--record",
            "id",
        ),
        "The labels of 'answer' must be written as in 'y', but it has 'Cat' where that has 'cat'",
    ),
    "the folds of a log": (("compare", "--predictions", "folds.csv", *LOG[3:]), "Give it as `--fold`, or --hold-out"),
    "a fold with a blank in its name": (
        ("compare", "--predictions", "blank.csv", *LOG[3:]),
        "Give it as `--fold`, or --hold-out",
    ),
    "no column of true labels": (
        (*LOG[:3], *LOG[5:]),
        "must have a column 'y_true', but has only ['y', 'tree', 'svm']",
    ),
    "the true labels as predictions": ((*LOG[:-1], "y"), "The column 'y' of true labels (`--y-true`) must not be one"),
    "text of another time": (("compare", "--predictions", "latin.csv", *LOG[3:]), "Save it as CSV UTF-8."),
    "a report of a table": (
        ("report", "log.csv", "report.html"),
        "RESULT must be what `bayescmp compare` or `rank` wrote with --save log.nc, but got 'log.csv'",
    ),
    "a result in place of predictions": (
        ("compare", "--predictions", "result.nc"),
        "`bayescmp.load` reads it",
    ),
    "a hold-out with folds": (
        ("compare", "--predictions", "folds.csv", *LOG[3:], "--hold-out", "--fold", "fold"),
        "`--hold-out` must be given without `--repeat` and `--fold`",
    ),
    "labels where right and wrong are meant": (
        ("compare", "--predictions", "words.csv", "--correct", "tree", "--correct", "svm"),
        "the predictions of 'svm' must hold 0 and 1, but got 'no' in row 0",
    ),
    "a report of JSON": (("report", "result.json", "report.html"), "Run it again, with --save"),
    "an output of another kind": ((*LOG, "--save", "result.txt"), "`--save` must end in .nc"),
    "a command that is misspelt": (("comapre",), "Did you mean 'compare'?"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.usefixtures("folder")
def test_a_mistake_is_answered_by_one_sentence(refused, mistake):
    arguments, message = MISTAKES[mistake]
    line = refused(*arguments)
    assert message in line
    assert len(line) < 600


@pytest.mark.usefixtures("folder")
def test_no_mistake_speaks_of_frames(refused):
    assert "frame" not in refused(*LOG[:3], *LOG[5:])


@pytest.mark.full
def test_reports_in_capitals_are_reports(run, folder):
    assert run("report", "result.nc", "R.HTML").code == 0
    assert run("report", "result.nc", "r.html").code == 0
    assert (folder / "R.HTML").read_bytes() == (folder / "r.html").read_bytes()
    assert run("report", "result.nc", "P.TEX").code == 0
    assert (folder / "P-difference.pdf").is_file()
