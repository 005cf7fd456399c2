"""Classifiers x data sets, kept in a folder: what is there is not fitted again, and is as on one data set alone."""

import errno
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_diabetes, load_iris, load_wine
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import bayescmp as bc
from bayescmp.model_selection import _experiment, units_of

TWO = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}
DATA = {"iris": load_iris(return_X_y=True), "wine": load_wine(return_X_y=True)}


class Counted(ClassifierMixin, BaseEstimator):
    """Predicts the first class, and notes in a file that it was fitted; fails as often as a file is there."""

    def __init__(self, noted="", broken="", random_state=None):
        self.noted, self.broken, self.random_state = noted, broken, random_state

    def fit(self, X, y):
        if self.broken and Path(self.broken).exists():
            raise ValueError("it is broken")
        with Path(self.noted).open("a", encoding="utf-8") as file:
            file.write(".")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


@pytest.fixture
def counted(tmp_path):
    """Return an estimator and how often it was fitted."""
    path = tmp_path / "fits"
    path.touch()
    return Counted(str(path), str(tmp_path / "broken")), lambda: path.stat().st_size


@pytest.mark.parametrize("probabilities", [False, True])
def test_each_data_set_has_the_predictions_that_it_has_alone(tmp_path, probabilities):
    tree = bc.cross_val_datasets(TWO, DATA, out=tmp_path, rng=1, probabilities=probabilities)
    assert list(tree.children) == ["iris", "wine"]
    for name, (X, y) in DATA.items():
        alone = bc.cross_val_predictions(TWO, X, y, rng=1, probabilities=probabilities)
        assert tree[name].to_dataset().equals(alone)
    assert bc.load(tmp_path).equals(tree)
    assert units_of(tmp_path)["n_repeats"].tolist() == [5] * 4


def test_only_what_is_missing_is_fitted(tmp_path, counted):
    estimator, fits = counted
    how = {"out": tmp_path / "out", "cv": 5}
    bc.cross_val_datasets({"a": estimator}, {"iris": DATA["iris"]}, **how)
    assert fits() == 5
    bc.cross_val_datasets({"a": estimator, "b": estimator}, {"iris": DATA["iris"]}, **how)
    assert fits() == 10
    tree = bc.cross_val_datasets({"a": estimator, "b": estimator}, DATA, **how)
    assert fits() == 20
    bc.cross_val_datasets({"a": estimator, "b": estimator}, DATA, **how)
    assert fits() == 20
    assert tree["wine"]["classifier"].to_numpy().tolist() == ["a", "b"]


def test_more_repeats_fit_the_new_ones(tmp_path, counted):
    estimator, fits = counted
    data = {"iris": DATA["iris"]}
    bc.cross_val_datasets({"a": estimator}, data, out=tmp_path / "out", cv=bc.BlockRegularizedCV(3), rng=5)
    assert fits() == 6
    tree = bc.cross_val_datasets({"a": estimator}, data, out=tmp_path / "out", cv=bc.BlockRegularizedCV(7))
    assert fits() == 14
    whole = bc.cross_val_predictions({"a": estimator}, *DATA["iris"], cv=bc.BlockRegularizedCV(7), rng=5)
    assert tree["iris"].to_dataset().equals(whole)
    fewer = bc.cross_val_datasets({"b": estimator}, data, out=tmp_path / "out", cv=bc.BlockRegularizedCV(3))
    assert (fewer["iris"].sizes["repeat"], fewer["iris"].sizes["classifier"]) == (3, 1)
    before = fits()
    again = bc.cross_val_datasets({"a": estimator}, data, out=tmp_path / "out", cv=bc.BlockRegularizedCV(2))
    assert (again["iris"].sizes["repeat"], fits()) == (2, before)
    assert bc.load(tmp_path / "out")["iris"].sizes["repeat"] == 3  # what both classifiers have


def test_a_failing_unit_is_recorded_and_the_rest_is_done(tmp_path, counted):
    estimator, _ = counted
    (tmp_path / "broken").touch()
    both = {"a": estimator, "bayes": GaussianNB()}
    with pytest.warns(UserWarning, match="2 units of the experiment failed, first 'a' on 'iris': ValueError: it is"):
        tree = bc.cross_val_datasets(both, DATA, out=tmp_path / "out", cv=3, rng=4)
    assert tree["wine"]["classifier"].to_numpy().tolist() == ["bayes"]
    units = units_of(tmp_path / "out").set_index(["classifier", "dataset"])
    assert units["status"].to_dict()["a", "wine"] == "failed"
    assert "while fitting classifier 'a' in repeat 0, fold 0 (seed 4)" in units.loc[("a", "wine"), "error"]
    (tmp_path / "broken").unlink()
    tree = bc.cross_val_datasets(both, DATA, out=tmp_path / "out", cv=3)
    assert tree["wine"]["classifier"].to_numpy().tolist() == ["a", "bayes"]
    assert set(units_of(tmp_path / "out")["status"]) == {"done"}


def test_what_is_another_by_the_same_name_is_refused(tmp_path):
    data = {"iris": DATA["iris"]}
    bc.cross_val_datasets(TWO, data, out=tmp_path, rng=0)
    other = TWO | {"tree": DecisionTreeClassifier(max_depth=1)}
    with pytest.raises(ValueError, match="'tree' on 'iris' is of other parameters there"):
        bc.cross_val_datasets(other, data, out=tmp_path)
    X, y = DATA["iris"]
    with pytest.raises(ValueError, match="'bayes' on 'iris' is of other data there"):
        bc.cross_val_datasets(TWO, {"iris": (X + 1, y)}, out=tmp_path)
    with pytest.raises(ValueError, match="'bayes' on 'iris' is of other splits there"):
        bc.cross_val_datasets(TWO, data, out=tmp_path, cv=5)
    with pytest.raises(ValueError, match=r"the same experiment, but it differs in: seed, probabilities"):
        bc.cross_val_datasets(TWO, data, out=tmp_path, rng=1, probabilities=True)
    assert units_of(tmp_path)["status"].tolist() == ["done", "done"]


@pytest.mark.parametrize(("suffix", "damage"), [(".npz", "gone"), (".npz", "changed"), (".json", "cut")])
def test_a_broken_file_is_made_again(tmp_path, counted, suffix, damage):
    estimator, fits = counted
    data = {"iris": DATA["iris"]}
    tree = bc.cross_val_datasets({"a": estimator}, data, out=tmp_path / "out", cv=5, rng=0)
    path = next((tmp_path / "out" / "units").glob(f"*{suffix}"))
    content = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(content[:-20] if damage == "cut" else content.replace(content[60:64], b"0000", 1))
    if suffix == ".npz":
        with pytest.raises(ValueError, match="must be as it was written, but is damaged or gone"):
            bc.load(tmp_path / "out")
    again = bc.cross_val_datasets({"a": estimator}, data, out=tmp_path / "out", cv=5)
    assert fits() == 10
    assert again.equals(tree)


def test_data_sets_are_arrays_frames_files_folders_and_those_of_scikit_learn(tmp_path):
    X, y = DATA["wine"]
    frame = pd.DataFrame(X).rename(columns=str).assign(kind=y)
    folder = tmp_path / "data"
    folder.mkdir()
    frame.to_csv(folder / "one.csv", index=False)
    frame.to_csv(folder / "two.tsv", index=False, sep="\t")
    (folder / "notes.txt").write_text("no table")
    how = {"rng": 0, "cv": 3}
    given = {"frame": frame, "pair": (frame, "kind"), "arrays": (X, y), "toy": "wine", "file": folder / "one.csv"}
    tree = bc.cross_val_datasets(TWO, given, out=tmp_path / "a", target="kind", **how)
    assert {name: child.sizes["record"] for name, child in tree.children.items()} == dict.fromkeys(sorted(given), 178)
    tree = bc.cross_val_datasets(TWO, folder, out=tmp_path / "b", target="kind", **how)
    assert sorted(tree.children) == ["one", "two"]
    assert sorted(bc.cross_val_datasets(TWO, ["iris", folder], out=tmp_path / "c", target="kind", **how).children) == [
        "iris", "one", "two",
    ]  # fmt: skip


def test_groups_are_of_a_mapping_or_a_column(tmp_path):
    X, y = DATA["wine"]
    group = np.random.default_rng(0).permutation(np.arange(178) // 4)
    frame = pd.DataFrame(X).rename(columns=str).assign(kind=y, patient=group)
    tree = bc.cross_val_datasets(TWO, {"a": (X, y)}, out=tmp_path / "a", groups={"a": group}, rng=0)
    other = bc.cross_val_datasets(TWO, {"a": frame}, out=tmp_path / "b", target="kind", groups="patient", rng=0)
    assert tree["a"]["group"].equals(other["a"]["group"])
    assert tree["a"]["fold"].equals(other["a"]["fold"])


@pytest.mark.parametrize(("datasets", "said"), [
    ({}, "must hold a data set or more"),
    (["irsi"], "there is no file 'irsi'"),
    (["iris", "iris"], "two are called 'iris'"),
    (3, "must be a mapping from names"),
    ({"a": 3}, r"`datasets\['a'\]` must be \(X, y\), a data frame"),
    ({"a": pd.DataFrame({"x": [1, 2]})}, "`target` must name the column of the classes"),
    ({"a": (pd.DataFrame({"x": [1, 2]}), "z")}, r"`target` must be a column of `datasets\['a'\]`, but got 'z'"),
    ({"a": ([[1.0], [2.0]], [0])}, "in `datasets"),
])  # fmt: skip
def test_other_data_sets_are_refused_before_anything_is_fitted(tmp_path, datasets, said):
    with pytest.raises((ValueError, TypeError, FileNotFoundError, KeyError), match=said) as refused:
        bc.cross_val_datasets(TWO, datasets, out=tmp_path / "out")
    assert not (tmp_path / "out" / "units").exists(), refused


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "units").mkdir()
    with pytest.raises(FileExistsError, match="must be a new or empty folder, or that of the same exp"):
        bc.cross_val_datasets(TWO, ["iris"], out=tmp_path)
    with pytest.raises(FileNotFoundError, match="There is no experiment in"):
        bc.load(tmp_path / "units")


def test_a_full_disk_loses_nothing_that_is_done(tmp_path, counted, monkeypatch):
    estimator, fits = counted
    how = {"out": tmp_path / "out", "cv": 5, "rng": 0}
    written = _experiment.write_whole

    def full(content, path):
        if "wine" in str(path):
            raise OSError(errno.ENOSPC, "No space left on device")
        written(content, path)

    monkeypatch.setattr(_experiment, "write_whole", full)
    with pytest.raises(OSError, match="No space left") as stopped:
        bc.cross_val_datasets({"a": estimator}, DATA, **how)
    assert "the same command goes on from there" in " ".join(stopped.value.__notes__)
    monkeypatch.undo()
    done = fits()
    bc.cross_val_datasets({"a": estimator}, DATA, **how)
    assert (done, fits()) == (10, 15)


@pytest.mark.external
@pytest.mark.skipif("BAYESCMP_EXTERNAL" not in os.environ, reason="starts a cluster")
def test_a_cluster_gives_the_same(tmp_path):
    import joblib
    from distributed import Client, LocalCluster

    here = bc.cross_val_datasets(TWO, DATA, out=tmp_path / "here", rng=0)
    with (
        LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as cluster,
        Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        there = bc.cross_val_datasets(TWO, DATA, out=tmp_path / "there", rng=0)
        assert cluster.scheduler.transition_log
    assert there.identical(here)


class Odd(GaussianNB):
    """Predicts a label that no record has."""

    def predict(self, X):
        return np.full(len(X), -5)


@pytest.mark.filterwarnings("ignore:No label of")
def test_a_label_that_no_record_has_is_wrong_wherever_it_stands_in_order(tmp_path):
    data, both = {"d": (DATA["wine"][0], DATA["wine"][1])}, {"odd": Odd(), "bayes": GaussianNB()}
    tree = bc.cross_val_datasets(both, data, out=tmp_path, rng=0)
    alone = bc.cross_val_predictions(both, *data["d"], rng=0)
    assert tree["d"].to_dataset().equals(alone)
    assert bc.metrics.fold_values(bc.load(tmp_path)["d"].to_dataset()).sel(classifier="odd").to_numpy().min() == 1


def test_answers_are_read_when_they_are_used(tmp_path, monkeypatch):
    read = []
    written = _experiment.Experiment.arrays
    bc.cross_val_datasets(TWO, DATA, out=tmp_path, rng=0)
    monkeypatch.setattr(
        _experiment.Experiment, "arrays", lambda self, unit: read.append(unit["classifier"]) or written(self, unit)
    )
    tree = bc.load(tmp_path)
    assert len(read) == 2  # what classifiers share, once for each data set
    part = tree["wine"]["y_pred"].isel(classifier=1, repeat=slice(2), record=[5, 3]).to_numpy()
    assert read[2:] == ["tree"]
    assert np.array_equal(tree["wine"]["y_pred"].to_numpy()[1, :2][:, [5, 3]], part)
    tree = bc.load(tmp_path)
    read.clear()
    bc.compare_datasets(tree, first="tree", second="bayes")
    assert sorted(read) == ["bayes", "bayes", "tree", "tree"]
    for path in (tmp_path / "units").glob("wine_tree*.npz"):
        path.unlink()
    with pytest.raises(ValueError, match="is damaged or gone: run 'tree' on 'wine' again"):
        bc.compare_datasets(tree, first="tree", second="bayes")


class TestRegressors:
    """Regressors leave a loss of each record, and are compared by it."""

    REGRESSORS = {"ridge": Ridge(), "tree": DecisionTreeRegressor(max_depth=2)}  # noqa: RUF012 - never changed

    @pytest.mark.parametrize(("loss", "of"), [("squared_error", np.square), ("absolute_error", np.abs)])
    def test_their_losses_are_those_of_scikit_learn(self, tmp_path, loss, of):
        X, y = load_diabetes(return_X_y=True)
        cv = KFold(5)
        how = {"cv": cv, "loss": loss, "rng": 0}
        alone = bc.cross_val_predictions({"ridge": Ridge(), "mean": DummyRegressor()}, X, y, **how)
        expected = of(cross_val_predict(Ridge(), X, y, cv=cv) - y)
        assert np.allclose(alone["loss"].sel(classifier="ridge", repeat=0), expected, rtol=1e-12)
        tree = bc.cross_val_datasets({"ridge": Ridge(), "mean": DummyRegressor()}, {"d": (X, y)}, out=tmp_path, **how)
        assert tree["d"].to_dataset().equals(alone)
        result = bc.compare(alone)
        assert result.decision == "first better"
        assert loss.replace("_", " ") in str(result)

    def test_more_repeats_fit_the_new_ones(self, tmp_path):
        data = {"d": load_diabetes(return_X_y=True)}
        how = {"loss": "squared_error", "out": tmp_path, "rng": 0}
        bc.cross_val_datasets(self.REGRESSORS, data, cv=bc.BlockRegularizedCV(3), **how)
        tree = bc.cross_val_datasets(self.REGRESSORS, data, cv=bc.BlockRegularizedCV(7), **how)
        cv = bc.BlockRegularizedCV(7)
        whole = bc.cross_val_predictions(self.REGRESSORS, *data["d"], cv=cv, loss="squared_error", rng=0)
        assert tree["d"].to_dataset().equals(whole)
        assert units_of(tmp_path)["n_fits"].tolist() == [14, 14]

    def test_what_does_not_fit_is_refused(self, tmp_path):
        X, y = load_diabetes(return_X_y=True)
        one = {"ridge": Ridge()}
        of_classes = {"bayes": GaussianNB()}
        for call in (
            lambda **how: bc.cross_val_predictions(one, X, y, **how),
            lambda **how: bc.cross_val_datasets(one, {"d": (X, y)}, out=tmp_path, **how),
        ):
            with pytest.raises(TypeError, match="Regressors are compared with `loss`"):
                call()
            with pytest.raises(ValueError, match="`loss` must be one of 'squared_error', 'absolute_error'"):
                call(loss="squared")
            with pytest.raises(ValueError, match="`probabilities` must be left out with `loss`"):
                call(loss="squared_error", probabilities=True)
        with pytest.raises(TypeError, match=r"must be a regressor, but got GaussianNB .* classifiers without"):
            bc.cross_val_predictions(of_classes, X, y, loss="squared_error")
        with pytest.raises(ValueError, match="`y` must hold finite numbers"):
            bc.cross_val_predictions(one, X, np.where(y == y[0], np.inf, y), loss="squared_error")
        start = bc.cross_val_predictions(one, X, y, loss="squared_error", rng=0)
        with pytest.raises(ValueError, match="`start` must be left out with `loss`"):
            bc.cross_val_predictions(one, X, y, loss="squared_error", start=start)


class TestWhatChanges:
    """Nothing of an earlier call is taken for what is asked now."""

    def failing(self, tmp_path):
        (tmp_path / "fits").touch()
        return Counted(str(tmp_path / "fits"), str(tmp_path / "broken"))

    def test_data_that_were_mended_after_a_failure_are_those_of_the_result(self, tmp_path):
        X, y = DATA["wine"]
        (tmp_path / "broken").touch()
        how = {"out": tmp_path / "out", "cv": 3, "rng": 0}
        with pytest.raises(ValueError, match="Every unit of the experiment failed, the first with: ValueError: it is"):
            bc.cross_val_datasets({"a": self.failing(tmp_path)}, {"d": (X[:-9], 2 - y[:-9])}, **how)
        (tmp_path / "broken").unlink()
        tree = bc.cross_val_datasets({"a": self.failing(tmp_path)}, {"d": (X, y)}, **how)
        found = tree["d"].to_dataset()
        assert found["label"].to_numpy()[found["y_true"].to_numpy()].tolist() == y.tolist()
        assert bc.load(tmp_path / "out")["d"].to_dataset().equals(found)

    def test_a_failing_extension_keeps_what_is_done(self, tmp_path):
        data, how = {"d": DATA["wine"]}, {"out": tmp_path / "out", "rng": 0}
        classifiers = {"a": self.failing(tmp_path), "bayes": GaussianNB()}
        bc.cross_val_datasets(classifiers, data, cv=bc.BlockRegularizedCV(2), **how)
        (tmp_path / "broken").touch()
        with pytest.warns(UserWarning, match="1 unit of the experiment failed"):
            tree = bc.cross_val_datasets(classifiers, data, cv=bc.BlockRegularizedCV(4), **how)
        assert (tree["d"].sizes["classifier"], tree["d"].sizes["repeat"]) == (2, 2)
        assert units_of(tmp_path / "out").set_index("classifier").loc["a", ["status", "n_repeats"]].tolist() == [
            "failed",
            2,
        ]
        again = bc.cross_val_datasets(classifiers, data, cv=bc.BlockRegularizedCV(2), **how)
        assert (again["d"].sizes["classifier"], again["d"].sizes["repeat"]) == (2, 2)
        (tmp_path / "broken").unlink()
        before = (tmp_path / "fits").stat().st_size
        tree = bc.cross_val_datasets(classifiers, data, cv=bc.BlockRegularizedCV(4), **how)
        assert (tree["d"].sizes["repeat"], (tmp_path / "fits").stat().st_size - before) == (4, 4)

    @pytest.mark.parametrize(("datasets", "groups", "said"), [
        ({"a/b": "iris"}, None, "must be no paths, but got 'a/b'"),
        ({"..": "iris"}, None, "must be no paths"),
        (["iris"], "who", "`groups` must be an array for 'iris', which has no columns, but got 'who'"),
        ({"d": "iris"}, {"d": "who"}, "`groups` must be an array for 'd'"),
        (["iris"], [1, 2], "`groups` must be a mapping from data sets to groups, or a column"),
    ])  # fmt: skip
    def test_names_and_groups_that_would_be_lost_are_refused(self, tmp_path, datasets, groups, said):
        with pytest.raises((ValueError, TypeError), match=said):
            bc.cross_val_datasets(TWO, datasets, out=tmp_path / "out", groups=groups)

    def test_names_may_be_long_and_of_any_letters(self, tmp_path):
        name, classifier = "数" * 90, "ß" * 120
        tree = bc.cross_val_datasets({classifier: GaussianNB()}, {name: "iris"}, out=tmp_path, rng=0)
        assert bc.load(tmp_path).equals(tree)

    def test_a_record_that_is_cut_short_is_said(self, tmp_path):
        bc.cross_val_datasets(TWO, ["iris"], out=tmp_path, rng=0)
        path = next((tmp_path / "units").glob("*tree*.json"))
        path.write_bytes(path.read_bytes()[:-9])
        with pytest.warns(UserWarning, match="A unit is left out"):
            assert bc.load(tmp_path)["iris"].sizes["classifier"] == 1

    def test_all_classifiers_of_a_data_set_have_its_splits_and_its_data(self, tmp_path):
        X, y = DATA["wine"]
        one, other = {"a": GaussianNB()}, {"b": DecisionTreeClassifier()}
        bc.cross_val_datasets(one, {"d": (X, y)}, out=tmp_path / "out", cv=KFold(3), rng=0)
        with pytest.raises(ValueError, match="'a' on 'd' is of other splits there"):
            bc.cross_val_datasets(other, {"d": (X, y)}, out=tmp_path / "out", cv=KFold(4))
        bc.cross_val_datasets(other, {"d": (X, y)}, out=tmp_path / "other", cv=KFold(4), rng=0)
        for path in (tmp_path / "other" / "units").iterdir():
            path.rename(tmp_path / "out" / "units" / path.name)
        with pytest.raises(ValueError, match="'a' and 'b' are of different splits"):
            bc.load(tmp_path / "out")

    def test_a_tree_that_is_held_goes_on(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        run = {n: {"cv": bc.BlockRegularizedCV(n), "out": "out", "rng": 0} for n in (2, 3)}
        held = bc.cross_val_datasets(TWO, ["iris"], **run[2])
        alone = bc.cross_val_predictions(TWO, *DATA["iris"], cv=bc.BlockRegularizedCV(2), rng=0)
        bc.cross_val_datasets(TWO, ["iris"], **run[3])
        again = bc.cross_val_datasets(TWO, ["iris"], **run[2])
        monkeypatch.chdir("/")
        assert held["iris"].to_dataset().identical(alone)
        assert again["iris"].to_dataset().identical(alone)

    def test_names_of_scikit_learn_are_no_folders(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for _ in range(2):
            assert list(bc.cross_val_datasets(TWO, ["wine"], out="wine", rng=0).children) == ["wine"]
        (tmp_path / "empty").mkdir()
        with pytest.raises(ValueError, match="there is no table in"):
            bc.cross_val_datasets(TWO, "empty", out="other", target="y")

    def test_a_splitter_with_a_stream_splits_each_data_set_as_alone(self, tmp_path):
        cv = KFold(3, shuffle=True, random_state=np.random.RandomState(0))
        tree = bc.cross_val_datasets(TWO, DATA, out=tmp_path, cv=cv, rng=0)
        alone = bc.cross_val_predictions(TWO, *DATA["wine"], cv=cv, rng=0)
        assert tree["wine"].to_dataset().equals(alone)
        with pytest.raises(TypeError, match="is an iterator, which one data set uses up"):
            bc.cross_val_datasets(TWO, ["iris"], out=tmp_path, cv=KFold(3).split(DATA["iris"][0]))

    def test_a_copy_of_a_unit_is_left_out(self, tmp_path):
        bc.cross_val_datasets(TWO, ["iris"], out=tmp_path, rng=0)
        path = next((tmp_path / "units").glob("*tree*.json"))
        (tmp_path / "units" / f"copy of {path.name}").write_bytes(path.read_bytes())
        assert bc.load(tmp_path)["iris"].sizes["classifier"] == 2
