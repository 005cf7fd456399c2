"""Tables of scores on several data sets."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
import xarray as xr
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.predictions import provenance

SIZES = {"n_train": 90, "n_test": 10}
COLUMNS = [f"s{k}" for k in range(6)]
FRAMES = {
    "pandas": pd.DataFrame,
    "pandas arrow": lambda table: table.convert_dtypes(dtype_backend="pyarrow"),
    "polars lazy": lambda table: pl.from_pandas(table).lazy(),
}


def table(datasets=("iris", "wine", "zoo"), classifiers=("tree", "svm", "bayes"), n_scores=6):
    """Return a table, the rows of which are ordered by classifier."""
    names = [(dataset, classifier) for classifier in classifiers for dataset in datasets]
    values = np.random.default_rng(0).uniform(0.5, 1, (len(names), n_scores)).round(3)
    scores = pd.DataFrame(values, columns=[f"s{k}" for k in range(n_scores)])
    return pd.concat([pd.DataFrame(names, columns=["dataset", "classifier"]), scores], axis=1)


def read(
    frame, values=COLUMNS, *, classifier="classifier", dataset="dataset", door=bc.scores, noun=None, bounds=None, **sets
):
    """Return scores of a table with the usual names of columns."""
    how = bc.validation_sets(**SIZES | sets, dataset=dataset)
    return door(values, data=frame, classifier=classifier, how=how, noun=noun, bounds=bounds)


@pytest.mark.parametrize("kind", FRAMES)
def test_each_data_set_is_as_from_arrays(kind):
    found = read(FRAMES[kind](table()), n_repeats=2, noun="accuracy")
    assert list(found) == ["iris", "wine", "zoo"]
    rows = table().set_index(["dataset", "classifier"])
    for name, scores in found.items():
        own = {classifier: rows.loc[(name, classifier)].to_numpy() for classifier in ("tree", "svm", "bayes")}
        xr.testing.assert_identical(
            scores, bc.scores(own, noun="accuracy", how=bc.validation_sets(**SIZES, n_repeats=2))
        )


def test_columns_sizes_and_direction_as_named():
    frame = table().rename(columns={"dataset": "task", "classifier": "model"}).assign(mean=0.5)
    sizes = {"n_train": {"iris": 10, "wine": 20, "zoo": 30, "other": 1}, "n_test": 5}
    values = ["s5", "s0", "s3", "s1"]
    found = read(frame, values, dataset="task", classifier="model", door=bc.losses, noun="RMSE", **sizes)
    first = frame[(frame["task"] == "wine") & (frame["model"] == "svm")]
    np.testing.assert_array_equal(found["wine"].sel(classifier="svm")[:, 0], first[values].to_numpy()[0])
    assert [int(scores["n_train"][0, 0]) for scores in found.values()] == [10, 20, 30]
    assert provenance(found["zoo"])["loss"] == {"noun": "RMSE", "greater_is_better": False, "bounds": None}


def test_bounds_are_of_every_data_set_classifiers_may_be_missing_and_names_numbers():
    found = read(table(), bounds=(0, 2))
    assert [provenance(scores)["loss"]["bounds"] for scores in found.values()] == [[0, 2]] * 3
    with pytest.raises(ValueError, match=r"`bounds` must hold all scores, but \(0\.0, 0\.6\) leave out"):
        read(table(), bounds=(0, 0.6))
    frame = table()
    found = read(frame[~((frame.dataset == "iris") & (frame.classifier == "tree"))])
    names = {name: scores["classifier"].to_numpy().tolist() for name, scores in found.items()}
    both = ["tree", "svm", "bayes"]
    assert names == {"wine": both, "zoo": both, "iris": ["svm", "bayes"]}
    found = read(table(datasets=(31, 1464)), n_train={"31": 90, "1464": 80})
    assert list(found) == ["31", "1464"]
    assert float(read(table(datasets=(31,)), n_train={31: 90})["31"]["n_train"][0, 0]) == 90


@pytest.mark.parametrize(("change", "options", "message"), [
    (lambda t: t.rename(columns={"dataset": "data_set"}), {}, "a column 'dataset', but .* Did you mean 'data_set'"),
    (lambda t: t, {"values": ["s0", "s0"]}, "`values` must name each column of scores once.* 's0'"),
    (lambda t: t, {"values": ["s0", "dataset"]}, "and no other, but has 'dataset'"),
    (lambda t: t, {"classifier": "dataset"}, "`classifier` must be another column than `dataset`"),
    (lambda t: t.replace({"zoo": "wine"}), {}, "2 of 'tree' on 'wine'. Where each score has a row"),
    (lambda t: t[t.classifier == "tree"], {}, "two classifiers or more on every data set, but has one on"),
    (lambda t: t[:0], {}, "`data` must have a row for each"),
    (lambda t: t, {"values": "s0"}, "`values` must be two columns or more, but 's0'"),
    (lambda t: t.assign(s5="x"), {}, r"`values\['s5'\]` must hold numbers, but got 'x'"),
    (lambda t: t.assign(dataset=t.dataset.where(t.index != 4)), {}, "`dataset` .* row 4"),
    (lambda t: t.assign(dataset=t.dataset.replace("zoo", "")), {}, "`dataset` must hold names, but got '' in row"),
    (lambda t: t.assign(s2=t.s2.where(t.index != 4)), {}, r"`values\['svm'\]` must hold finite numbers"),
    (lambda t: t, {"n_train": {"irsi": 9, "wine": 9, "zoo": 9}}, "`n_train` .* lacks 'iris'"),
    (lambda t: t, {"values": ["s0", 3]}, "`values` must be the name of a column, but got 3"),
    (lambda t: t, {"values": ["s0", "s7"]}, "must have a column 's7', but has only"),
    (lambda t: t, {"classifier": None}, "`classifier` must name the column of classifiers where `how` names"),
    (lambda t: t, {"classifier": None, "dataset": None, "values": ["dataset", "s0"]}, "hold numbers, but got 'iris'"),
    (lambda t: t, {"noun": "RMSE"}, "`noun`|losses"),
    (lambda t: t, {"n_repeats": 4}, "`n_repeats` must divide the 6 scores"),
    (lambda t: t, {"n_train": 0.5}, r"`n_train` must be at least 1, but got 0\.5\."),
])  # fmt: skip
def test_what_is_wrong_is_said(change, options, message):
    with pytest.raises((KeyError, TypeError, ValueError), match=message):
        read(change(table()), **options)


@pytest.mark.parametrize(("given", "said"), [
    ({"record": [1, 2]}, r"`record` must be left out of scores of validation sets, but got \[1, 2\]"),
    ({"on_missing": "drop"}, "`on_missing` must be left out of scores of validation sets, but got 'drop'"),
    ({"how": bc.validation_sets(9, 1, fold="fold")}, "`dataset`, `fold` and `classifier` must name columns of `data`"),
    ({"values": {"params": [{}, {}], "split0_test_f1": [1, 2]}}, "must hold split0_test_score and so on of a search"),
])  # fmt: skip
def test_what_says_nothing_of_validation_sets_is_refused(given, said):
    with pytest.raises(ValueError, match=said):
        bc.scores(**{"values": {"a": [0.5, 0.6], "b": [0.1, 0.3]}, "how": bc.validation_sets(9, 1)} | given)


def test_candidates_of_one_name_are_refused():
    found = {"params": [{"depth": 1}, {"depth": 1}], "split0_test_score": [0.1, 0.2], "split1_test_score": [0.2, 0.3]}
    with pytest.raises(ValueError, match="candidates that differ in their parameters, but two are 'depth=1'"):
        bc.scores(found, how=bc.validation_sets(90, 10))


def test_candidates_of_a_search_are_those_of_its_results():
    X, y = load_iris(return_X_y=True)
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2]}, cv=5).fit(X, y)
    found = bc.scores(search.cv_results_, noun="accuracy", how=bc.validation_sets(120, 30, n_repeats=1))
    plain = json.dumps({**json.loads(found.attrs["provenance"]), "search": None})
    assert found["classifier"].to_numpy().tolist() == ["max_depth=1", "max_depth=2"]
    for place, values in enumerate(found[:, 0].to_numpy()):
        assert values.tolist() == [search.cv_results_[f"split{fold}_test_score"][place] for fold in range(5)]
    means = dict(zip(found["classifier"].to_numpy(), search.cv_results_["mean_test_score"], strict=True))
    assert "2 candidates of a search" in " ".join(bc.compare(found).notes)
    assert not any("search" in note for note in bc.compare(found.assign_attrs(provenance=plain)).notes)
    assert bc.compare(found).observed == pytest.approx(means)


def test_wide_columns_are_those_of_arrays():
    wide = pd.DataFrame({"tree": [0.9, 0.8, 0.7], "svm": [0.6, 0.7, 0.9]})
    arrays = bc.scores({name: wide[name] for name in wide}, how=bc.validation_sets(2, 1))
    xr.testing.assert_identical(bc.scores(["tree", "svm"], data=wide, how=bc.validation_sets(2, 1)), arrays)


def test_an_error_of_scores_says_on_which_data_set():
    with pytest.raises(ValueError, match="`n_test` must be above 0") as caught:
        read(table(), n_train=9, n_test={"iris": 9, "wine": 0, "zoo": 9})
    assert caught.value.__notes__ == ["in the data set 'wine'"]


class TestRowsOfFolds:
    """A row for each validation set."""

    @staticmethod
    def long():
        wide = table()
        return wide.melt(["dataset", "classifier"], var_name="fold", value_name="score")

    def test_are_what_columns_are_in_any_order(self):
        shuffled = self.long().sample(frac=1, random_state=1)
        found = read(shuffled, "score", fold="fold", n_repeats=2)
        for name, scores in read(table(), n_repeats=2).items():
            xr.testing.assert_identical(found[name].sel(classifier=scores["classifier"]), scores)

    @pytest.mark.parametrize("name", ["{}", "fold {}", "-{}"])
    def test_repeats_go_by_the_numbers_of_folds_in_any_order_of_rows(self, name):
        rows = [(c, k, (k + 1) * (1 + (c == "b"))) for c in "ab" for k in range(12)]
        long = pd.DataFrame(rows, columns=["classifier", "fold", "score"]).assign(dataset="one")
        long["fold"] = long["fold"].map(name.format)
        found = [
            read(part, "score", fold="fold", n_repeats=6)["one"]
            for part in (long, long.sample(frac=1, random_state=1).sort_values("classifier"))
        ]
        xr.testing.assert_identical(*found)
        order = -1 if name == "-{}" else 1
        np.testing.assert_array_equal(found[0].sel(classifier="a").to_numpy().ravel(), range(1, 13)[::order])

    def test_repeats_of_names_that_are_no_numbers_need_one_order_of_rows(self):
        long = pd.DataFrame({"fold": ["r1f1", "r1f2", "r2f1", "r2f2"] * 2, "classifier": list("aaaabbbb")})
        long = long.assign(dataset="one", score=np.arange(8.0))
        asked = {"values": "score", "fold": "fold"}
        found = read(long, n_repeats=2, **asked)["one"]
        np.testing.assert_array_equal(found.sel(classifier="b"), [[4, 5], [6, 7]])
        mixed = long.iloc[[0, 1, 2, 3, 5, 4, 6, 7]]
        with pytest.raises(ValueError, match=r"`fold` must number .* those of 'b' on 'one' come in another"):
            read(mixed, n_repeats=2, **asked)
        assert read(mixed, **asked)["one"].sizes["repeat"] == 4
        with pytest.raises(ValueError, match=r"`fold` must number"):
            read(long.iloc[[0, 2, 1, 3, 4, 6, 5, 7]], n_repeats=2, **asked)
        named = long.assign(fold=["one", "two", "three", "four"] * 2)
        np.testing.assert_array_equal(read(named, n_repeats=2, **asked)["one"], found)

    def test_what_lacks_a_fold_or_has_it_twice_is_refused(self):
        long = self.long()
        with pytest.raises(ValueError, match="but has 2 of 'tree' on 'iris' in 's0'"):
            read(pd.concat([long, long[:1]]), "score", fold="fold")
        with pytest.raises(ValueError, match=r"`values\['tree'\]` must hold finite numbers, but got nan at position 0"):
            read(long[1:], "score", fold="fold")
        with pytest.raises(ValueError, match="`values` must be one column where each run or validation set has a row"):
            read(long.assign(score1=0.5), ["score", "score1"], fold="fold")
        with pytest.raises(ValueError, match="name the column of validation sets as `fold`"):
            read(long, "score")
