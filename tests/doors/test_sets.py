"""Tables of scores on several data sets."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.predictions import provenance
from tests.data import gathered_sets

SIZES = {"n_train": 90, "n_test": 10}
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


@pytest.mark.parametrize("kind", FRAMES)
def test_each_data_set_is_as_from_arrays(kind):
    found = bc.scores_from_frame(FRAMES[kind](table()), **SIZES, n_repeats=2, noun="accuracy")
    assert list(found) == ["iris", "wine", "zoo"]
    rows = table().set_index(["dataset", "classifier"])
    for name, scores in found.items():
        own = {classifier: rows.loc[(name, classifier)].to_numpy() for classifier in ("tree", "svm", "bayes")}
        xr.testing.assert_identical(scores, gathered_sets(own, **SIZES, n_repeats=2, noun="accuracy"))


def test_columns_sizes_and_direction_as_named():
    frame = table().rename(columns={"dataset": "task", "classifier": "model"}).assign(mean=0.5)
    sizes = {"n_train": {"iris": 10, "wine": 20, "zoo": 30, "other": 1}, "n_test": 5}
    options = {"scores": ["s5", "s0", "s3", "s1"], "greater_is_better": False, "noun": "RMSE"}
    found = bc.scores_from_frame(frame, dataset="task", classifier="model", **sizes, **options)
    first = frame[(frame["task"] == "wine") & (frame["model"] == "svm")]
    np.testing.assert_array_equal(found["wine"].sel(classifier="svm")[:, 0], first[options["scores"]].to_numpy()[0])
    assert [int(scores["n_train"][0, 0]) for scores in found.values()] == [10, 20, 30]
    assert provenance(found["zoo"])["loss"] == {"noun": "RMSE", "greater_is_better": False, "bounds": None}


def test_bounds_are_of_every_data_set_classifiers_may_be_missing_and_names_numbers():
    found = bc.scores_from_frame(table(), **SIZES, bounds=(0, 2))
    assert [provenance(scores)["loss"]["bounds"] for scores in found.values()] == [[0, 2]] * 3
    with pytest.raises(ValueError, match=r"`bounds` must hold all scores, but \(0\.0, 0\.6\) leave out"):
        bc.scores_from_frame(table(), **SIZES, bounds=(0, 0.6))
    frame = table()
    found = bc.scores_from_frame(frame[~((frame.dataset == "iris") & (frame.classifier == "tree"))], **SIZES)
    names = {name: scores["classifier"].to_numpy().tolist() for name, scores in found.items()}
    both = ["tree", "svm", "bayes"]
    assert names == {"wine": both, "zoo": both, "iris": ["svm", "bayes"]}
    found = bc.scores_from_frame(table(datasets=(31, 1464)), n_train={"31": 90, "1464": 80}, n_test=10)
    assert list(found) == ["31", "1464"]
    assert float(bc.scores_from_frame(table(datasets=(31,)), n_train={31: 90}, n_test=10)["31"]["n_train"][0, 0]) == 90


@pytest.mark.parametrize(("change", "options", "message"), [
    (lambda t: t.rename(columns={"dataset": "data_set"}), {}, "a column 'dataset', but .* Did you mean 'data_set'"),
    (lambda t: t, {"scores": ["s0", "s0"]}, "`scores` must name each column of scores once.* 's0'"),
    (lambda t: t, {"scores": ["s0", "dataset"]}, "and no other, but has 'dataset'"),
    (lambda t: t, {"classifier": "dataset"}, "`classifier` must be another column than `dataset`"),
    (lambda t: t.replace({"zoo": "wine"}), {}, "2 of 'tree' on 'wine'. Where each score has a row"),
    (lambda t: t[t.classifier == "tree"], {}, "two classifiers or more on every data set, but has one on"),
    (lambda t: t[:0], {}, "`frame` must have a row for each"),
    (lambda t: t[["dataset", "classifier"]], {}, "must have columns of scores"),
    (lambda t: t[["dataset", "classifier", "s0"]], {}, "`scores` must be two columns or more, but 's0'"),
    (lambda t: t.assign(mean=0.5), {}, r"`scores` must name .* 'mean' is not .* scores=\['s0', ...\]"),
    (lambda t: t.assign(s6="x"), {}, r"`scores\['s6'\]` must hold numbers, but got 'x'"),
    (lambda t: t.assign(dataset=t.dataset.where(t.index != 4)), {}, "`dataset` .* row 4"),
    (lambda t: t.assign(dataset=t.dataset.replace("zoo", "")), {}, "`dataset` must hold names, but got '' in row"),
    (lambda t: t.assign(s2=t.s2.where(t.index != 4)), {}, r"`scores\['svm'\]` must hold finite numbers"),
    (lambda t: t, {"n_train": {"irsi": 9, "wine": 9, "zoo": 9}}, "`n_train` .* lacks 'iris'"),
    (lambda t: t, {"n_train": None}, "`k_folds` must be given, or `n_train` and `n_test`"),
    (lambda t: t, {"k_folds": 3}, "`k_folds` must be left out where `n_train` or `n_test` is given"),
    (lambda t: t, {"k_folds": 4, "n_train": None, "n_test": None}, "`k_folds` must divide the number of scores"),
    (lambda t: t, {"n_repeats": 4}, "`n_repeats` must divide the 6 scores"),
    (lambda t: t.rename(columns={"s0": 0}), {}, "`frame` .* names are text, but got 0"),
    (lambda t: t, {"n_train": 0.5}, r"`n_train` must be at least 1, but got 0\.5\."),
])  # fmt: skip
def test_what_is_wrong_is_said(change, options, message):
    with pytest.raises((KeyError, TypeError, ValueError), match=message):
        bc.scores_from_frame(change(table()), **(SIZES | options))


def test_an_error_of_scores_says_on_which_data_set():
    with pytest.raises(ValueError, match="`n_test` must be above 0") as caught:
        bc.scores_from_frame(table(), n_train=9, n_test={"iris": 9, "wine": 0, "zoo": 9})
    assert caught.value.__notes__ == ["in the data set 'wine'"]


class TestRowsOfFolds:
    """A row for each validation set."""

    @staticmethod
    def long():
        wide = table()
        return wide.melt(["dataset", "classifier"], var_name="fold", value_name="score")

    def test_are_what_columns_are_in_any_order(self):
        shuffled = self.long().sample(frac=1, random_state=1)
        found = bc.scores_from_frame(shuffled, fold="fold", n_repeats=2, **SIZES)
        for name, scores in bc.scores_from_frame(table(), n_repeats=2, **SIZES).items():
            xr.testing.assert_identical(found[name].sel(classifier=scores["classifier"]), scores)

    @pytest.mark.parametrize("name", ["{}", "fold {}", "-{}"])
    def test_repeats_go_by_the_numbers_of_folds_in_any_order_of_rows(self, name):
        rows = [(c, k, (k + 1) * (1 + (c == "b"))) for c in "ab" for k in range(12)]
        long = pd.DataFrame(rows, columns=["classifier", "fold", "score"]).assign(dataset="one")
        long["fold"] = long["fold"].map(name.format)
        found = [
            bc.scores_from_frame(part, fold="fold", n_repeats=6, n_train=9, n_test=9, bounds=(None, None))["one"]
            for part in (long, long.sample(frac=1, random_state=1).sort_values("classifier"))
        ]
        xr.testing.assert_identical(*found)
        order = -1 if name == "-{}" else 1
        np.testing.assert_array_equal(found[0].sel(classifier="a").to_numpy().ravel(), range(1, 13)[::order])

    def test_repeats_of_names_that_are_no_numbers_need_one_order_of_rows(self):
        long = pd.DataFrame({"fold": ["r1f1", "r1f2", "r2f1", "r2f2"] * 2, "classifier": list("aaaabbbb")})
        long = long.assign(dataset="one", score=np.arange(8.0))
        asked = {"fold": "fold", "n_train": 9, "n_test": 9, "bounds": (None, None)}
        found = bc.scores_from_frame(long, n_repeats=2, **asked)["one"]
        np.testing.assert_array_equal(found.sel(classifier="b"), [[4, 5], [6, 7]])
        mixed = long.iloc[[0, 1, 2, 3, 5, 4, 6, 7]]
        with pytest.raises(ValueError, match=r"`fold` must number .* those of 'b' on 'one' come in another"):
            bc.scores_from_frame(mixed, n_repeats=2, **asked)
        assert bc.scores_from_frame(mixed, **asked)["one"].sizes["repeat"] == 4
        with pytest.raises(ValueError, match=r"`fold` must number"):
            bc.scores_from_frame(long.iloc[[0, 2, 1, 3, 4, 6, 5, 7]], n_repeats=2, **asked)
        named = long.assign(fold=["one", "two", "three", "four"] * 2)
        np.testing.assert_array_equal(bc.scores_from_frame(named, n_repeats=2, **asked)["one"], found)

    def test_what_lacks_a_fold_or_has_it_twice_is_refused(self):
        long = self.long()
        with pytest.raises(ValueError, match="but has 2 of 'tree' on 'iris' in 's0'"):
            bc.scores_from_frame(pd.concat([long, long[:1]]), fold="fold", **SIZES)
        with pytest.raises(ValueError, match=r"`scores\['tree'\]` must hold finite numbers, but got nan at position 0"):
            bc.scores_from_frame(long[1:], fold="fold", **SIZES)
        with pytest.raises(ValueError, match="`scores` must be one column where each validation set has a row"):
            bc.scores_from_frame(long.assign(score1=0.5), fold="fold", **SIZES)
        with pytest.raises(ValueError, match="name the column of validation sets as `fold`"):
            bc.scores_from_frame(long, scores=["score"], **SIZES)
