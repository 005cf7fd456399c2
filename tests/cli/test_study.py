"""`bayescmp study`: run, show and plot."""

import io
import json
import shutil
from dataclasses import replace

import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression

from bayescmp.cli._command_study import lines_of
from bayescmp.studies import Cell, Epsilon, Population, Simple, Study, card, method_named, read_study, run_study
from bayescmp.studies._card import card_text
from tests.data import run_python

SMALL = Study(
    name="small",
    cells=[
        Cell(scenario=Epsilon(n_records=60), name="epsilon"),
        *(
            Cell(scenario=Simple(n_records=60, shift=shift), name="simple", varied={"shift": shift})
            for shift in (0.0, 3.0)
        ),
    ],
    methods=[method_named(name) for name in ("bcv_mcnemar", "effective-table", "disagreement")],
    trials=8,
    truth_draws=4,
)


@pytest.fixture
def small(known):
    known(SMALL)
    return "small"


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    path = tmp_path_factory.mktemp("finished")
    run_study(SMALL, path / "out")
    return path / "out"


@pytest.fixture
def done(finished, tmp_path):
    return shutil.copytree(finished, tmp_path / "out")


def test_a_run_shows_its_table(run, small, tmp_path):
    shown = run("study", "run", small, "--out", tmp_path / "out", "--trials", "5", "--seed", "3")
    assert shown.code == 0
    assert "small: share of trials" in shown.out
    assert "simple, shift 3 (5 trials)" in shown.out
    assert "--: the method makes no decisions, or has no interval" in shown.out
    assert "seed 3;" in shown.out
    assert max(map(len, shown.out.splitlines())) <= 80
    assert run("study", "show", tmp_path / "out").out == shown.out


def test_csv_holds_every_cell_and_method(run, done):
    table = pd.read_csv(io.StringIO(run("study", "show", done, "--format", "csv").out))
    assert len(table) == 9
    assert table["trials"].tolist() == [8] * 9
    assert set(table["shift"].dropna()) == {0, 3}


def test_latex_has_a_row_per_method_and_a_column_per_cell(run, done):
    text = run("study", "show", done, "--format", "latex").out
    assert r"\begin{tabular}{lrrr}" in text
    assert r" & epsilon & simple, shift 0 & simple, shift 3 \\" in text
    assert r"bcv\_mcnemar & $0." in text
    assert text.count(r"\pm") == 6  # the disagreement decides nothing
    assert r"\toprule" in text


@pytest.mark.full
def test_plots_are_written_where_asked(run, done, tmp_path):
    written = run("study", "plot", done, "--to", tmp_path / "pictures", "--suffix", "png")
    assert written.code == 0
    names = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert names == {"type-I-errors.png", "power-simple.png", "statistics-epsilon.png"} | {
        f"statistics-simple-shift-{k}.png" for k in (0, 3)
    }
    assert len(written.out.split()) == len(names)


def test_rejections_of_a_single_cell_of_different_errors_are_drawn(run, known, tmp_path):
    known(replace(SMALL, cells=[Cell(scenario=Simple(n_records=60, shift=3.0), name="simple")]))
    assert run("study", "run", "apart", "--out", tmp_path / "apart").code == 0
    assert run("study", "plot", tmp_path / "apart", "--to", tmp_path / "pictures").code == 0
    names = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert names == {"rejections-simple.svg", "statistics-simple.svg"}


def test_another_study_does_not_mix_with_the_results(refused, known, done):
    known(replace(SMALL, cells=[replace(SMALL.cells[0], scenario=Epsilon(n_records=80)), *SMALL.cells[1:]]))
    assert "must hold the same study, but it differs in: cells" in refused("study", "run", "small", "--out", done)


def test_a_stop_says_how_to_go_on(run, small, tmp_path, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("bayescmp.studies.run_study", stop)
    stopped = run("study", "run", small, "--out", tmp_path / "out")
    assert stopped.code == 130
    assert "the same command goes on" in stopped.err


@pytest.mark.full
@pytest.mark.parametrize("methods", [["bcv_mcnemar"], ["bcv_mcnemar", "calibrated_5x2_bcv_f"]])
def test_failed_trials_are_counted_once(run, known, tmp_path, methods):
    X, y = load_iris(return_X_y=True)
    classifiers = {"logistic": LogisticRegression(), "dummy": DummyClassifier()}
    cells = [Population(X=X, y=y, classifiers=classifiers, n_records=10)]
    known(Study(name="failing", cells=cells, methods=list(map(method_named, methods)), trials=6, truth_draws=6))
    shown = run("study", "run", "failing", "--out", tmp_path / "out")
    failed = {failure["trial"] for failure in json.loads(read_study(tmp_path / "out").attrs["failures"])}
    assert failed
    assert f"\nAt least {len(failed)} failed trial" in shown.out


@pytest.mark.external
def test_a_cluster_gives_the_same_table(run, small, tmp_path):
    pytest.importorskip("distributed")
    here = run("study", "run", small, "--trials", "4", "--out", tmp_path / "here").out
    # In a process of its own, where the cluster may leave sockets open.
    there = run_python("-c", ON_A_CLUSTER, tmp_path / "there", check=True, timeout=120)
    assert there.stdout.split("seed 0;")[0] == here.split("seed 0;")[0]


ON_A_CLUSTER = """
import sys
from dataclasses import replace
import bayescmp as bc
from distributed import LocalCluster
from bayescmp.cli import main
from tests.cli.test_study import SMALL

bc.studies.builtin_study = lambda name, **given: replace(SMALL, trials=given["trials"])
if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=":0") as cluster:
        given = ["--trials", "4", "--out", sys.argv[1], "--dask", cluster.scheduler_address]
        sys.argv = ["bayescmp", "study", "run", "small", *given]
        try:
            main()
        finally:
            assert cluster.scheduler.transition_log, "nothing ran on the cluster"
"""


def test_the_card_is_that_of_the_library(run):
    assert run("study", "card").out.strip() == card_text(card()).strip()
    assert run("study", "card", "--format", "csv").out.count("\n") == len(card()) + 1


def test_a_cell_with_hundreds_of_rows_is_cut():
    table = pd.DataFrame({"method": [f"m{k}" for k in range(45)]}).assign(
        **dict.fromkeys(("rejected", "rejected_se", "coverage", "coverage_se"), 0.5),
        **dict.fromkeys(("true_difference", "true_difference_se", "estimate"), 0.0),
    )
    *shown, last = lines_of(table)
    assert [line.split()[0] for line in shown] == [f"m{k}" for k in range(40)]
    assert last == "... and 5 more: `bayescmp study show FOLDER --format csv`"
    assert len(lines_of(table.head(40))) == 40
    alone = table.assign(**dict.fromkeys(("rejected", "coverage"), float("nan")))
    assert lines_of(alone) == ["45 mean estimates: `bayescmp study show FOLDER --format csv`"]
