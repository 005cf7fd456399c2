"""`bayescmp datasets`: several data sets from files of predictions, or from a table of scores."""

import json

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.cli.screens import on_command_line
from tests.data import hold_out

COMPARE = ("datasets", "compare")
SIZES = ("--n-train", 90, "--n-test", 10)
PAIR = ("--first", "tree", "--second", "svm")
NAMES = ("iris", "wine", "glass")


def predictions_of(seed, classifiers=("tree", "svm")):
    task = ("record", np.repeat(["easy", "hard"], 30))
    return hold_out(dict(zip(classifiers, (0.1, 0.3, 0.2), strict=False)), seed=seed).assign_coords(task=task)


def table_of_scores():
    rng = np.random.default_rng(0)
    rows = [
        {
            "data": name,
            "model": model,
            "records": records,
            **{f"s{i}": round(rng.normal(mean, 0.03), 2) for i in range(5)},
        }
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


def scores():
    return bc.scores_from_frame(
        table_of_scores().drop(columns="records"), n_train=90, n_test=10, dataset="data", classifier="model"
    )


S0 = ("--scores", "s0", "--scores", "s1")
TABLE = ("scores.csv", "--dataset", "data", "--classifier", "model")


class TestPredictions:
    """A file for each data set."""

    def test_are_data_sets_by_the_names_of_their_files(self, run, folder):
        ended = run(*COMPARE, *(f"{name}.nc" for name in NAMES))
        expected = bc.compare_datasets({name: predictions_of(seed) for seed, name in enumerate(NAMES)})
        assert (ended.code, ended.err) == (0, "")
        assert ended.out == f"{on_command_line(expected)}\n"

    def test_options_are_those_of_python(self, run, folder):
        options = ("--rope", 0.05, "--threshold", 0.9, "--ci-prob", 0.8, "--metric", "f1")
        ended = run(*COMPARE, "iris.nc", "wine.nc", "--first", "svm", "--second", "tree", *options)
        expected = bc.compare_datasets(
            {name: predictions_of(seed) for seed, name in enumerate(NAMES[:2])},
            first="svm", second="tree", rope=0.05, threshold=0.9, ci_prob=0.8, metric="f1",
        )  # fmt: skip
        assert ended.out == f"{on_command_line(expected)}\n"

    def test_the_population_is_that_of_python(self, run, folder):
        ended = run(*COMPARE, "iris.nc", "wine.nc", "--population", "baycomp", "--json", "-")
        data = {name: predictions_of(seed) for seed, name in enumerate(NAMES[:2])}
        assert json.loads(ended.out)["average"] == bc.compare_datasets(data, population="baycomp").to_dict()["average"]

    def test_tasks_of_one_file_are_data_sets(self, run, folder):
        ended = run(*COMPARE, "iris.nc", "--by", "task")
        assert ended.out == f"{on_command_line(bc.compare_datasets(predictions_of(0), by='task'))}\n"

    @pytest.mark.full
    def test_are_written_in_every_form(self, run, folder):
        ended = run(*COMPARE, "iris.nc", "wine.nc", "--json", "r.json", "--save", "r.nc", "--report", "r.md")
        assert ended.out.endswith("Wrote r.json\nWrote r.nc\nWrote r.md\nWrote r-references.bib\nWrote r-forest.svg\n")
        result = bc.load("r.nc")
        assert json.loads((folder / "r.json").read_text()) == result.to_dict()
        assert on_command_line(result) in ended.out
        assert run("report", "r.nc", "again.md").code == 0

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["iris.nc", "scores.csv"], "FILE must be one table of scores, or predictions that end in .nc, but got 2"),
            (["iris.nc", "--n-train", 3], "--n-train is for a table of scores, but the files are predictions."),
            (["iris.nc", "wine.nc", "--by", "task"], "--by must be given with one file of predictions, but got 2"),
            (["iris.nc", "iris.nc"], "FILE must have another name for each data set, but 2 files are called 'iris'"),
            (["nothing.nc"], "There is no file 'nothing.nc'."),
            (["iris.nc", "three.nc"], "Data set 'three': `--first` and `--second` must be named, because there are 3"),
            (["iris.nc", "--level", "pair"], "Did you mean 'paired'?"),
            (["iris.nc", "--population", "wide"], "`--population` must be one of 'normal', 'baycomp', but"),
            (["iris.nc", "--rope", 2], "`--rope` must contain 0 and lie between -1 and 1"),
            (["iris.nc", "--metric", "f2"], "`--metric` must be one of"),
            (
                ["iris.nc", "--by", "kind"],
                "`--by` must be a coordinate of the records, but got 'kind'; there are task.",
            ),
            (["iris.nc", "--save", "iris.nc"], "`--save` must not be a file that is read, but got 'iris.nc'."),
            ([], "Missing argument"),
        ],
    )
    def test_mistakes_end_with_one_line(self, refused, folder, arguments, said):
        assert said in refused(*COMPARE, *arguments)


class TestScores:
    """One table for all data sets."""

    def test_are_compared_as_from_a_frame(self, run, folder):
        ended = run(*COMPARE, *TABLE, *SIZES, *PAIR, *(part for i in range(5) for part in ("--scores", f"s{i}")))
        assert (ended.code, ended.err) == (0, "")
        assert ended.out == f"{on_command_line(bc.compare_datasets(scores(), first='tree', second='svm'))}\n"

    def test_columns_and_names_are_found_by_themselves(self, run, folder):
        ended = run(*COMPARE, "plain.csv", *SIZES, *PAIR)
        assert ended.out == f"{on_command_line(bc.compare_datasets(scores(), first='tree', second='svm'))}\n"

    def test_the_number_of_folds_is_enough(self, run, folder):
        ended = run(*COMPARE, "plain.csv", "--k-folds", 5, *PAIR)
        frame = table_of_scores().drop(columns="records")
        data = bc.scores_from_frame(frame, k_folds=5, dataset="data", classifier="model")
        assert ended.out == f"{on_command_line(bc.compare_datasets(data, first='tree', second='svm'))}\n"

    def test_sizes_may_be_columns(self, run, folder):
        ended = run(*COMPARE, *TABLE, "--n-train", "records", "--n-test", 10, *PAIR)
        sizes = dict(zip(NAMES, (135, 160, 190), strict=True))
        frame = table_of_scores().drop(columns="records")
        data = bc.scores_from_frame(frame, n_train=sizes, n_test=10, dataset="data", classifier="model")
        assert ended.out == f"{on_command_line(bc.compare_datasets(data, first='tree', second='svm'))}\n"

    def test_may_be_in_per_cent(self, run, folder):
        frame = table_of_scores().drop(columns="records")
        numbers = frame.columns[2:]
        frame.assign(**(frame[numbers] * 100)).to_csv("hundred.csv", index=False)
        ended = run(*COMPARE, "hundred.csv", *TABLE[1:], *SIZES, *PAIR, "--per-cent")
        assert ended.out == f"{on_command_line(bc.compare_datasets(scores(), first='tree', second='svm'))}\n"

    @pytest.mark.parametrize("proportions", [[4], range(9)], ids=["of one row", "of all"])
    def test_proportions_are_not_per_cents(self, refused, folder, proportions):
        frame = table_of_scores().drop(columns="records")
        numbers = list(frame.columns[2:])
        factors = np.where(np.isin(np.arange(len(frame)), proportions), 1, 100)
        frame.assign(**frame[numbers].mul(factors, axis=0)).to_csv("mixed.csv", index=False)
        said = refused(*COMPARE, "mixed.csv", *TABLE[1:], *SIZES, *PAIR, "--per-cent")
        assert "--per-cent must be left out" in said

    def test_may_be_losses(self, run, folder):
        ended = run(*COMPARE, "plain.csv", *SIZES, *PAIR, "--losses", "--json", "-")
        found = json.loads(ended.out)
        expected = bc.compare_datasets(scores(), first="tree", second="svm")
        assert found["metric"] == "loss"
        assert found["average"]["estimate"] == pytest.approx(expected.average.estimate)
        assert found["average"]["prob_first_better"] == pytest.approx(expected.average.prob_second_better)

    @pytest.mark.full
    def test_columns_and_rows_may_be_in_any_order_and_a_swap_mirrors(self, run, folder):
        table = pd.read_csv("plain.csv")
        table[table.columns[::-1]].sample(frac=1, random_state=0).to_csv("other.csv", index=False)
        found = [
            json.loads(run(*COMPARE, file, *SIZES, *pair, "--json", "-").out)
            for file, pair in (("plain.csv", PAIR), ("other.csv", ("--first", "svm", "--second", "tree")))
        ]
        for question in ("next_dataset", "average", "these"):
            one, other = (each[question] for each in found)
            assert one["estimate"] == pytest.approx(-other["estimate"], abs=1e-9)
            assert one["prob_first_better"] == pytest.approx(other["prob_second_better"], abs=1e-6)

    def test_a_row_per_score_is_read_with_its_fold(self, run, refused, folder):
        wide = pd.read_csv("plain.csv")
        long = wide.melt(["dataset", "classifier"], var_name="fold", value_name="score")
        long["fold"] = long["fold"].str[1:].astype(int)
        long.to_csv("long.csv", index=False)
        assert "has 5 of 'tree' on 'iris'" in refused(*COMPARE, "long.csv", *SIZES, *PAIR, "--scores", "score")
        assert "name its column as `--fold`" in refused(*COMPARE, "long.csv", *SIZES, *PAIR)
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
        said = refused(*asked, "two.csv")
        assert "a row for each data set and classifier, named by --classifier, and one column of numbers" in said
        assert "number of every fold" not in (said := refused(*asked, "two.csv", "--scores", "s0", "--scores", "s9"))
        assert "'s9'" in said
        wide.T.rename_axis("model").to_csv("board.csv")
        some = [part for name in NAMES[:2] for part in ("--scores", name)]
        wide.T[list(NAMES[:2])].rename_axis("model").to_csv("few.csv")
        found = run(*asked, "board.csv", "--classifier", "model", *some)
        assert (found.code, found.out) == (0, run(*asked, "few.csv", "--classifier", "model").out)
        said = refused(*asked[:2], "long.csv", *TABLE[1:], "--k-folds", 10)
        assert "One number each is compared without folds and numbers of records" in said

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ([*TABLE], "--k-folds must be given with a table of scores, such as 10 for 10-fold cross-validation, or"),
            ([*TABLE, *SIZES, "--k-folds", 5], "`--k-folds` must be left out where `--n-train` or `--n-test` is given"),
            (["iris.nc", "--k-folds", 5], "--k-folds is for a table of scores, but the files are predictions."),
            ([*TABLE, "--n-train", 9, "--n-test", "record"], "--n-test must be a number or a column of the table, but"),
            ([*TABLE, "--n-train", 9, "--n-test", "s0"], "--n-test must be one number for each data set, but has sev"),
            ([*TABLE, *S0, "--n-train", 0, "--n-test", 1], "`--n-train` must be above 0, but got 0"),
            ([*TABLE, *SIZES, "--metric", "f1"], "--metric is for predictions, but 'scores.csv' is read as a table"),
            ([*TABLE, *SIZES, "--scores", "s9"], "'s9'"),
            (
                [*TABLE, *SIZES],
                "`--scores` must name the columns of scores, as 'records' is not called like the others",
            ),
            ([*TABLE[:1], *TABLE[3:], *SIZES], "must have a column 'dataset'"),
        ],
    )
    def test_mistakes_end_with_one_line(self, refused, folder, arguments, said):
        assert said in refused(*COMPARE, *arguments)


def test_the_help_has_examples(run):
    said = run(*COMPARE, "--help").out
    assert "bayescmp datasets compare iris.nc wine.nc glass.nc" in said
    assert "compare" in run("datasets", "--help").out
