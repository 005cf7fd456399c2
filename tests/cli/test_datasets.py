"""`bayescmp datasets`: several data sets from files of predictions, or from a table of scores."""

import json

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.cli.screens import on_command_line
from tests.data import hold_out

COMPARE = ("datasets", "compare")
SIZES = ("--sets", "90,10")
PAIR = ("--first", "tree", "--second", "svm")
NAMES = ("iris", "wine", "glass")


def predictions_of(seed, classifiers=("tree", "svm")):
    task = ("record", np.repeat(["easy", "hard"], 30))
    return hold_out(dict(zip(classifiers, (0.1, 0.3, 0.2), strict=False)), seed=seed).assign_coords(task=task)


def table_of_scores():
    rng = np.random.default_rng(0)
    rows = [
        {"data": name, "model": model, "records": records}
        | {f"s{i}": round(rng.normal(mean, 0.03), 2) for i in range(5)}
        for name, records in zip(NAMES, (135, 160, 190), strict=True)
        for model, mean in (("tree", 0.85), ("svm", 0.8), ("bayes", 0.7))
    ]
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write the files that all tests read."""
    folder = tmp_path_factory.mktemp("files")
    for seed, name in enumerate(NAMES):
        bc.save_predictions(predictions_of(seed), folder / f"{name}.nc")
    bc.save_predictions(predictions_of(1, ("tree", "svm", "bayes")), folder / "three.nc")
    table = table_of_scores()
    table.to_csv(folder / "scores.csv", index=False, float_format="%.2f")
    table.rename(columns={"data": "dataset", "model": "classifier"}).drop(columns="records").to_csv(
        folder / "plain.csv", index=False
    )
    return folder


def screen_of(data, **asked):
    """Return what a comparison in Python prints."""
    return f"{on_command_line(bc.compare_datasets(data, **asked))}\n"


def scores(n_train=90, n_test=10):
    frame = table_of_scores().drop(columns="records")
    how = bc.validation_sets(n_train, n_test, dataset="data")
    return bc.scores([name for name in frame if name[0] == "s"], data=frame, classifier="model", how=how)


TABLE = ("scores.csv", "--dataset", "data", "--classifier", "model")


class TestPredictions:
    """A file for each data set."""

    def test_are_data_sets_by_the_names_of_their_files(self, run, folder):
        ended = run(*COMPARE, *(f"{name}.nc" for name in NAMES))
        assert (ended.code, ended.err) == (0, "")
        assert ended.out == screen_of({name: predictions_of(seed) for seed, name in enumerate(NAMES)})

    def test_options_are_those_of_python(self, run, folder):
        options = ("--rope", 0.05, "--threshold", 0.9, "--ci-prob", 0.8, "--metric", "f1")
        ended = run(*COMPARE, "iris.nc", "wine.nc", "--first", "svm", "--second", "tree", *options)
        given = {"rope": 0.05, "threshold": 0.9, "ci_prob": 0.8, "metric": "f1", "first": "svm", "second": "tree"}
        assert ended.out == screen_of({name: predictions_of(seed) for seed, name in enumerate(NAMES[:2])}, **given)

    @pytest.mark.parametrize(("command", "verb"), [("compare", bc.compare_datasets), ("rank", bc.rank_datasets)])
    def test_the_last_label_is_the_class_of_the_metric(self, run, folder, command, verb):
        ended = run("datasets", command, "iris.nc", "wine.nc", "--metric", "f1", "--labels", 0, "--json", "-")
        data = {name: predictions_of(seed) for seed, name in enumerate(NAMES[:2])}
        assert ended.out == verb(data, metric=bc.metrics.metric_of("f1", 0)).to_json() + "\n"

    def test_the_population_is_that_of_python(self, run, folder, monkeypatch):
        monkeypatch.setattr("bayescmp.datasets._baycomp._CELLS", 401)
        ended = run(*COMPARE, "iris.nc", "wine.nc", "--population", "baycomp", "--json", "-")
        data = {name: predictions_of(seed) for seed, name in enumerate(NAMES[:2])}
        assert json.loads(ended.out)["average"] == bc.compare_datasets(data, population="baycomp").to_dict()["average"]

    def test_tasks_of_one_file_are_data_sets(self, run, folder):
        ended = run(*COMPARE, "iris.nc", "--by", "task")
        assert ended.out == screen_of(predictions_of(0), by="task")

    @pytest.mark.full
    def test_are_written_in_every_form(self, run, folder):
        ended = run(*COMPARE, "iris.nc", "wine.nc", "--json", "r.json", "--save", "r.nc", "--save", "r.md")
        assert ended.out.endswith("Wrote r.json\nWrote r.nc\nWrote r.md\nWrote r-references.bib\nWrote r-forest.svg\n")
        result = bc.load("r.nc")
        assert json.loads((folder / "r.json").read_text()) == result.to_dict()
        assert on_command_line(result) in ended.out
        assert run("report", "r.nc", "again.md").code == 0


class TestScores:
    """One table for all data sets."""

    def test_are_compared_as_from_a_frame(self, run, folder):
        ended = run(*COMPARE, *TABLE, *SIZES, *PAIR, *(part for i in range(5) for part in ("--scores", f"s{i}")))
        assert (ended.code, ended.err) == (0, "")
        assert ended.out == screen_of(scores(), first="tree", second="svm")

    def test_the_number_of_folds_is_enough(self, run, folder):
        ended = run(*COMPARE, "plain.csv", "--sets", "4,1", *PAIR)
        assert ended.out == screen_of(scores(4, 1), first="tree", second="svm")

    def test_sizes_may_be_columns(self, run, folder):
        ended = run(*COMPARE, *TABLE, "--sets", "records,10", *PAIR)
        sizes = dict(zip(NAMES, (135, 160, 190), strict=True))
        assert ended.out == screen_of(scores(sizes), first="tree", second="svm")

    def test_may_be_in_per_cent(self, run, folder):
        frame = table_of_scores().drop(columns="records")
        numbers = frame.columns[2:]
        frame.assign(**(frame[numbers] * 100)).to_csv("hundred.csv", index=False)
        ended = run(*COMPARE, "hundred.csv", *TABLE[1:], *SIZES, *PAIR, "--per-cent")
        assert ended.out == screen_of(scores(), first="tree", second="svm")

    def test_may_be_losses(self, run, folder):
        ended = run(*COMPARE, "plain.csv", *SIZES, *PAIR, "--losses", "--json", "-")
        found = json.loads(ended.out)
        expected = bc.compare_datasets(scores(), first="tree", second="svm")
        assert found["metric"] == "loss"
        assert found["average"]["estimate"] == pytest.approx(expected.average.estimate)
        assert found["average"]["prob_first_better"] == pytest.approx(expected.average.prob_second_better)

    def test_a_row_per_score_is_read_with_its_fold(self, run, refused, folder):
        wide = pd.read_csv("plain.csv")
        long = wide.melt(["dataset", "classifier"], var_name="fold", value_name="score")
        long["fold"] = long["fold"].str[1:].astype(int)
        long.to_csv("long.csv", index=False)
        assert "has 5 of 'tree' on 'iris'" in refused(*COMPARE, "long.csv", *SIZES, *PAIR, "--scores", "score")
        assert "`--scores` must name the columns of scores" in refused(*COMPARE, "long.csv", *SIZES, *PAIR)
        found = run(*COMPARE, "long.csv", *SIZES, *PAIR, "--fold", "fold")
        assert (found.code, found.out) == (0, run(*COMPARE, "plain.csv", *SIZES, *PAIR).out)

    def test_one_number_each_may_be_a_row_per_data_set_and_classifier(self, run, refused, folder):
        long = table_of_scores()[["data", "model", "s0"]]
        wide = long.pivot(index="data", columns="model", values="s0")  # noqa: PD010 - of names that are there once
        wide = wide[["tree", "svm", "bayes"]].loc[list(NAMES)]
        wide.to_csv("wide.csv")
        long.to_csv("long.csv", index=False)
        asked = ("datasets", "rank", "--metric", "accuracy", "--json", "-")
        found = run(*asked, "long.csv").out
        assert found == run(*asked, "wide.csv").out == run(*asked, "long.csv", *TABLE[1:]).out
        long.rename(columns={"model": "whose"}).to_csv("named.csv", index=False)
        assert found == run(*asked, "named.csv", "--classifier", "whose").out
        pd.concat([long, long]).to_csv("twice.csv", index=False)
        assert "one row on a data set, but 'tree' has several on 'iris'" in refused(*asked, "twice.csv")
        table_of_scores()[["data", "model", "s0", "s1"]].to_csv("two.csv", index=False)
        assert "`data['model']` must hold numbers, but got 'tree' at 'iris'" in refused(*asked, "two.csv")
        wide.T.rename_axis("model").to_csv("board.csv")
        some = [part for name in NAMES[:2] for part in ("--scores", name)]
        wide.T[list(NAMES[:2])].rename_axis("model").to_csv("few.csv")
        found = run(*asked, "board.csv", "--classifier", "model", *some)
        assert (found.code, found.out) == (0, run(*asked, "few.csv", "--classifier", "model").out)
        said = refused(*asked[:2], "long.csv", *TABLE[1:], "--sets", "9,1")
        assert "must be two columns or more, but 's0' is the only one" in said
