"""`bayescmp datasets run`, `show`, and `compare` and `rank` of what it leaves."""

import json

import pytest

SPEC = """
datasets = ["iris", "wine"]
repeats = 3
seed = 2
[estimators]
tree = "tree(max_depth=2)"
bayes = "naive-bayes"
"""


@pytest.fixture
def spec(tmp_path, monkeypatch):
    """Go to a folder with a specification, and return what writes another one."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "spec.toml"
    path.write_text(SPEC)
    return path


def test_an_experiment_is_run_shown_compared_and_ranked(run, spec):
    ended = run("datasets", "run", spec, "--out", "out")
    assert ended.code == 0, ended.err
    assert "4 units done, 0 failed" in ended.out
    assert "classifier                    fits  seconds a fit   at most" in ended.out
    assert run("datasets", "show", "out").out == ended.out
    compared = json.loads(run("datasets", "compare", "out", "--first", "tree", "--second", "bayes", "--json", "-").out)
    assert (compared["first"], compared["second"]) == ("tree", "bayes")
    ranked = run("datasets", "rank", "out", "--metric", "f1_macro")
    assert "macro F1" in ranked.out
    assert ranked.code == 0, ranked.err


@pytest.mark.filterwarnings("default:Left out", "default:The experiment is not finished")
def test_what_is_not_finished_is_ranked_with_a_warning(run, spec, tmp_path):
    spec.write_text(SPEC.replace('["iris", "wine"]', '["iris"]') + 'knn = "knn"\n')
    assert run("datasets", "run", spec, "--out", "out").code == 0
    whole = run("datasets", "rank", "out")
    assert "not finished" not in whole.err
    next((tmp_path / "out" / "units").glob("*knn*.json")).unlink()
    ended = run("datasets", "rank", "out")
    assert ended.code == 0, ended.err
    assert "The experiment is not finished: 2 of 3 units were worked on" in " ".join(ended.err.split())
    kept = json.loads((tmp_path / "out" / "experiment.json").read_text())
    assert "must not replace a file of a folder" in run("datasets", "rank", "out", "--json", "out/experiment.json").err
    assert json.loads((tmp_path / "out" / "experiment.json").read_text()) == kept


def test_what_failed_is_shown_with_why(run, spec):
    spec.write_text(SPEC + 'broken = "sklearn.svm.SVC(C=-1)"\n')
    ended = run("datasets", "run", spec, "--out", "out")
    assert ended.code == 0
    assert "4 units done, 2 failed" in ended.out
    assert "broken on iris: InvalidParameterError" in " ".join(ended.out.split())


@pytest.mark.filterwarnings("default:Left out")
def test_a_data_set_on_which_one_classifier_alone_did_not_fail_is_left_out(run, spec):
    many = 'knn = "sklearn.neighbors.KNeighborsClassifier(n_neighbors=100)"'  # more than half of iris or wine has
    spec.write_text(SPEC.replace('bayes = "naive-bayes"', many).replace('"wine"', '"breast_cancer"'))
    assert "3 units done, 1 failed" in run("datasets", "run", spec, "--out", "out").out
    for ended in (run("datasets", "rank", "out"), run("datasets", "compare", "out")):
        assert ended.code == 0, ended.err
        assert "Left out are data sets with one classifier: iris." in ended.err
        assert "1 data set" in ended.out


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"repeats = 3": "repaets = 3"}, "Did you mean 'repeats'?"),
        ({"repeats = 3": 'repeats = 3\nresampling = "10-fold"'}, "must have `repeats` or `resampling`, but has both"),
        ({"seed = 2": "seed = 1.5"}, "`seed` in 'spec.toml' must be int"),
        ({'"naive-bayes"': '"naive-byes"'}, "Did you mean 'naive-bayes'?"),
        ({'"naive-bayes"': '"own_module.Mine"'}, "must name a class that can be imported"),
        ({'["iris", "wine"]': '["irsi"]'}, "there is no file"),
        ({'["iris", "wine"]': "[]"}, "must have `datasets`, a list or a table, with an entry or more"),
        ({"[estimators]": "[estimators"}, "must be a specification of an experiment"),
    ],
)
def test_a_wrong_specification_is_refused_before_anything_is_fitted(refused, spec, changed, said):
    text = SPEC
    for old, new in changed.items():
        text = text.replace(old, new)
    spec.write_text(text)
    assert said in refused("datasets", "run", spec, "--out", "out")


def test_paths_begin_at_the_folder_of_the_specification(run, spec, tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    lines = ["x,z,kind", *(f"{n % 11},{n % 7},{'ab'[n % 2]}" for n in range(60))]
    (tmp_path / "data" / "own.csv").write_text("\n".join(lines))
    spec.write_text(SPEC.replace('["iris", "wine"]', '["data/own.csv"]\ntarget = "kind"'))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert "own " in run("datasets", "run", spec, "--out", "out").out


def test_a_run_needs_a_folder_and_show_an_experiment(refused, spec):
    assert "--out must name the folder" in refused("datasets", "run", spec)
    assert "There is no experiment in" in refused("datasets", "show", "nothing")


def test_how_many_are_left_is_said(run, spec):
    spec.write_text(SPEC.replace('["iris", "wine"]', '["iris"]'))
    run("datasets", "run", spec, "--out", "out")
    log = spec.parent / "out" / "log.jsonl"
    log.write_text(log.read_text() + '{"event": "start", "units": 4}\n')
    assert "2 of 4 units done" in run("datasets", "show", "out").out


def test_the_file_of_the_help_is_a_specification(run, spec):
    said = run("datasets", "run", "--help").out
    lines = [line.strip() for line in said.partition("A file such as")[2].splitlines()]
    wanted = [line for line in lines if "=" in line or line.startswith("[")]
    text = "\n".join(wanted).replace(', "data/glass.csv"', "").replace("repeats = 5", "repeats = 1")
    spec.write_text(text)
    assert run("datasets", "run", spec, "--out", "out").code == 0


def test_regressors_are_run_by_their_losses(run, refused, spec):
    lines = ["x,z,y", *(f"{n % 11},{n % 7},{n % 11 + 0.5 * (n % 3)}" for n in range(60))]
    (spec.parent / "own.csv").write_text("\n".join(lines))
    of_regressors = (
        'datasets = ["own.csv"]\ntarget = "y"\n{}\n[estimators]\n'
        'ridge = "sklearn.linear_model.Ridge()"\nmean = "sklearn.dummy.DummyRegressor()"\n'
    )
    spec.write_text(of_regressors.format('loss = "absolute_error"'))
    assert run("datasets", "run", spec, "--out", "out").code == 0
    assert "mean absolute error" in run("datasets", "rank", "out").out
    spec.write_text(of_regressors.format(""))
    assert "take regressors with `loss`" in refused("datasets", "run", spec, "--out", "other")
