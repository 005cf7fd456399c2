"""`bayescmp datasets show`, `compare` and `rank` of the folder of an experiment."""

import json

import pytest
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

TWO = {"tree": DecisionTreeClassifier(max_depth=2), "bayes": GaussianNB()}


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Go to a folder, and return what runs an experiment in its folder `out`."""
    monkeypatch.chdir(tmp_path)

    def made(estimators=TWO, datasets=("iris",), **given):
        bc.cross_val_datasets(estimators, datasets, out="out", cv=bc.BlockRegularizedCV(3), rng=2, **given)

    return made


def test_an_experiment_is_shown_compared_and_ranked(run, made):
    made(datasets=["iris", "wine"])
    shown = run("datasets", "show", "out")
    assert shown.code == 0, shown.err
    assert "4 units done, 0 failed" in shown.out
    lines = [line.split() for line in shown.out.splitlines()]
    assert ["dataset", "done", "failed", "repeats", "seconds"] in lines
    assert [line[:4] for line in lines if line[:1] == ["iris"]] == [["iris", "2", "0", "3"]]
    assert [line[:2] for line in lines if line[:1] == ["tree"]] == [["tree", "12"]]
    compared = json.loads(run("datasets", "compare", "out", "--first", "tree", "--second", "bayes", "--json", "-").out)
    assert (compared["first"], compared["second"]) == ("tree", "bayes")
    ranked = run("datasets", "rank", "out", "--metric", "f1_macro")
    assert "macro F1" in ranked.out
    assert ranked.code == 0, ranked.err


@pytest.mark.filterwarnings("default:Left out", "default:The experiment is not finished")
def test_what_is_not_finished_is_ranked_with_a_warning(run, made, tmp_path):
    made({**TWO, "knn": KNeighborsClassifier()})
    whole = run("datasets", "rank", "out")
    assert "not finished" not in whole.err
    next((tmp_path / "out" / "units").glob("*knn*.json")).unlink()
    ended = run("datasets", "rank", "out")
    assert ended.code == 0, ended.err
    said = " ".join(ended.err.split())
    assert "The experiment is not finished: 2 of 3 units were worked on" in said
    kept = json.loads((tmp_path / "out" / "experiment.json").read_text())
    assert "must not replace a file of a folder" in run("datasets", "rank", "out", "--json", "out/experiment.json").err
    assert json.loads((tmp_path / "out" / "experiment.json").read_text()) == kept


@pytest.mark.filterwarnings("ignore:2 units of the experiment failed")
def test_what_failed_is_shown_with_why(run, made):
    made({**TWO, "broken": SVC(C=-1)}, ["iris", "wine"])
    ended = run("datasets", "show", "out")
    assert "4 units done, 2 failed" in ended.out
    assert "broken on iris: InvalidParameterError" in " ".join(ended.out.split())


@pytest.mark.filterwarnings("default:Left out", "ignore:1 unit of the experiment failed")
def test_a_data_set_on_which_one_classifier_alone_did_not_fail_is_left_out(run, made):
    many = KNeighborsClassifier(n_neighbors=100)  # more than half of iris has
    made({"tree": TWO["tree"], "knn": many}, ["iris", "breast_cancer"])
    for ended in (run("datasets", "rank", "out"), run("datasets", "compare", "out")):
        assert ended.code == 0, ended.err
        assert "Left out are data sets with one classifier: iris." in ended.err
        assert "1 data set" in ended.out


def test_how_many_are_left_is_said(run, made, tmp_path):
    made()
    log = tmp_path / "out" / "log.jsonl"
    log.write_text(log.read_text() + '{"event": "start", "units": 4}\n')
    assert "2 of 4 units done" in run("datasets", "show", "out").out


def test_regressors_are_ranked_by_their_losses(run, made, tmp_path):
    lines = ["x,z,y", *(f"{n % 11},{n % 7},{n % 11 + 0.5 * (n % 3)}" for n in range(60))]
    (tmp_path / "own.csv").write_text("\n".join(lines))
    made({"ridge": Ridge(), "mean": DummyRegressor()}, ["own.csv"], target="y", loss="absolute_error")
    assert "mean absolute error" in run("datasets", "rank", "out").out
