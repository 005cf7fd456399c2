"""Estimators named in text: literals only, nothing evaluated."""

import sys
from functools import partial

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.svm import SVC

from bayescmp.model_selection._named_estimators import estimator_from_text, imported, names_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sklearn.svm.SVC", SVC()),
        ("sklearn.svm.SVC()", SVC()),
        ("  sklearn.svm.SVC(C=10)  ", SVC(C=10)),
        ("sklearn.svm.SVC(C=1e-3, kernel='poly', shrinking=False)", SVC(C=1e-3, kernel="poly", shrinking=False)),
        ("sklearn.svm.SVC(class_weight={0: 1, 1: 2.5})", SVC(class_weight={0: 1, 1: 2.5})),
        ("sklearn.svm.SVC(class_weight={'a': -1}, tol=None)", SVC(class_weight={"a": -1}, tol=None)),
        (
            "sklearn.ensemble.RandomForestClassifier(class_weight=[{0: 1, 1: (2, 3)}, {'x': [None, True]}])",
            RandomForestClassifier(class_weight=[{0: 1, 1: (2, 3)}, {"x": [None, True]}]),
        ),
    ],
)
def test_literals_become_arguments(text, expected):
    estimator = estimator_from_text(text, "--first")
    assert type(estimator) is type(expected)
    assert estimator.get_params() == expected.get_params()


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('touch {path}')",
        "sklearn.svm.SVC(C=__import__('os').system('touch {path}'))",
        "sklearn.svm.SVC(C=open('{path}', 'w'))",
        "sklearn.svm.SVC(C=[open('{path}', 'w')])",
        "sklearn.svm.SVC(**dict(C=open('{path}', 'w')))",
        "(lambda: open('{path}', 'w'))()",
        "sklearn.svm.SVC(C=f\"{{open('{path}', 'w')}}\")",
        "os.system('touch {path}')",
        "os.system(command='touch {path}')",
        "pathlib.Path.touch(self='{path}')",
    ],
)
def test_nothing_is_evaluated(tmp_path, text):
    path = tmp_path / "touched"
    with pytest.raises(ValueError, match="`--first` must"):
        estimator_from_text(text.format(path=path), "--first")
    assert not path.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must be an import path with literal keyword arguments, such as .*, but got ''"),
        ("SVD", "but got 'SVD'. Did you mean 'svm'"),
        ("sklearn.svm.SVC(", r"but got 'sklearn\.svm\.SVC\('"),
        ("sklearn.svm.SVC; import os", "must be an import path"),
        ("sklearn svm SVC", "must be an import path"),
        (".svm.SVC", "must be an import path"),
        ("sklearn.svm.SVC()()", "must be an import path"),
        ("sklearn.svm['SVC']", "must be an import path"),
        ("sklearn.svm.SVC(10)", "has an argument without a name"),
        ("sklearn.svm.SVC(*[10])", "has an argument without a name"),
        ("sklearn.svm.SVC(**{'C': 10})", "must be an import path"),
        ("sklearn.svm.SVC(C=1, C=2)", "must be an import path"),
        ("sklearn.svm.SVC(C=x)", "is not a literal"),
        ("sklearn.svm.SVC(C=2*3)", "is not a literal"),
        ("sklearn.svm.SVC(C={[]: 1})", "is not a literal"),
        ("nowhere.svm.SVC", r"must name a class that can be imported, but got 'nowhere\.svm\.SVC' \(No module named"),
        ("sklearn.svm.SVM", "has no attribute 'SVM'"),
        ("sklearn.svm", "must name a class with fit and predict, but 'sklearn.svm' is not one"),
        ("sklearn.model_selection.cross_validate", "must name a class with fit and predict"),
        ("sklearn.preprocessing.StandardScaler", "must name a class with fit and predict"),
        ("collections.OrderedDict", "must name a class with fit and predict"),
        ("sklearn.svm.SVC(c=10)", r"SVC has no argument 'c'\. Did you mean 'C'"),
    ],
)
def test_what_names_no_classifier_is_refused(text, message):
    with pytest.raises(ValueError, match=f"`--second`.*{message}"):
        estimator_from_text(text, "--second")


class Own:
    def __init__(self, k, *, depth, width=1, **more): ...
    def fit(self, X, y): ...
    def predict(self, X): ...


class Odd(Own):
    __signature__ = "none"

    def __init__(self, k): ...


def test_missing_arguments_are_named():
    with pytest.raises(ValueError, match=r"`--first`: Own needs k, depth: 'mine.Own\(k=..., depth=...\)'"):
        estimator_from_text("mine.Own(other=1)", "--first", lambda path, option: Own)
    with pytest.raises(ValueError, match=r"mine.Odd does not take these arguments"):
        estimator_from_text("mine.Odd(other=1)", "--first", lambda path, option: Odd)


def test_only_the_named_module_is_imported(tmp_path, monkeypatch):
    (tmp_path / "trap.py").write_text("raise SystemError('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="is not a literal"):
        estimator_from_text("trap.Classifier(C=print(1))", "--first")
    assert "trap" not in sys.modules


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("sklearn.svm.SVC(C=10)", "sklearn.tree.DecisionTreeClassifier", ("SVC(C=10)", "DecisionTreeClassifier")),
        ("sklearn.svm.SVC(C=1.5)", "sklearn.svm.SVC(C=2.5)", ("SVC(C=1.5)", "SVC(C=2.5)")),
        ("a.b.C", "d.C", ("a.b.C", "d.C")),
        ("a.C(x=1)", "b.C( x = 1 )", ("a.C(x=1)", "b.C(x=1)")),
        ("a.C", " a.C ", ("C [first]", "C [second]")),
        ("a.C(x=1)", "a.C(x = 1)", ("C(x=1) [first]", "C(x=1) [second]")),
    ],
)
def test_names_are_short_and_distinct(first, second, expected):
    assert names_of(first, second) == expected


def allowing(*modules):
    return partial(imported, allow_import=modules)


class TestCurrentFolder:
    MODULE = (
        "import {other}\nfrom sklearn.tree import DecisionTreeClassifier\n"
        "class Own(DecisionTreeClassifier):\n"
        "    def predict(self, X): return {other}.same(super().predict(X))\n"
    )

    @pytest.fixture
    def folder(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])
        return tmp_path

    def test_a_module_there_is_found_and_the_path_stays(self, folder):
        (folder / "own_helper_1.py").write_text("def same(x): return x\n")
        (folder / "own_models_1.py").write_text(self.MODULE.format(other="own_helper_1"))
        before = list(sys.path)
        assert type(estimator_from_text("own_models_1.Own()", "--first", allowing("own_models_1"))).__name__ == "Own"
        assert sys.path == before

    def test_a_module_there_must_be_allowed(self, folder):
        (folder / "own_models_4.py").write_text("raise SystemError('run')")
        with pytest.raises(ValueError, match="allow it: --allow-import own_models_4"):
            estimator_from_text("own_models_4.Own", "--first")

    def test_one_that_is_allowed_allows_no_other(self, folder):
        (folder / "own_models_5.py").write_text("raise SystemError('run')")
        with pytest.raises(ValueError, match="allow it: --allow-import own_models_5"):
            estimator_from_text("own_models_5.Own", "--first", allowing("own_models_1"))

    def test_a_file_called_like_a_library_is_not_run(self, folder):
        for name in ("sklearn", "jinja2", "mlxtend", "antigravity"):
            (folder / f"{name}.py").write_text("raise SystemError('run')")
        estimator_from_text("sklearn.svm.SVC", "--first")
        (folder / "own_models_2.py").write_text("import jinja2, mlxtend\nclass Own:\n    fit = predict = None\n")
        estimator_from_text("own_models_2.Own", "--first", allowing("own_models_2"))
        assert str(folder) not in sys.path
        assert "" not in sys.path

    def test_only_modules_of_the_folder_go_to_other_processes_by_value(self, folder):
        import cloudpickle

        library = folder / "lib" / "site-packages"
        library.mkdir(parents=True)
        (library / "own_library_3.py").write_text("x = 1\n")
        (folder / "own_package_3").mkdir()
        (folder / "own_package_3" / "__init__.py").touch()
        (folder / "own_package_3" / "models.py").write_text(
            "import own_library_3\nclass Own:\n    fit = predict = None\n"
        )
        sys.path.append(str(library))
        estimator_from_text("own_package_3.models.Own", "--first", allowing("own_package_3"))
        registered = cloudpickle.list_registry_pickle_by_value()
        assert "own_package_3" in registered
        assert not {"own_library_3", "sklearn", "numpy"} & set(registered)

    @pytest.mark.external
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_other_processes_run_an_estimator_of_the_folder(self, folder, jobs):
        import subprocess

        (folder / "own_helper.py").write_text("def same(x): return x\n")
        (folder / "own_models.py").write_text(self.MODULE.format(other="own_helper"))
        rows = "".join(f"{k % 11},{k % 7},{'ab'[k % 2]}\n" for k in range(40))
        (folder / "data.csv").write_text("x,z,kind\n" + rows)
        command = [sys.executable, "-P", "-c", "from bayescmp.cli import main; main()", "compare", "data.csv"]
        command += ["--target", "kind", "--first", "own_models.Own(max_depth=2)", "--jobs", jobs]
        command += ["--second", "naive-bayes", "--repeats", "2", "--allow-import", "own_models"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "Own(max_depth=2)" in ended.stdout


class TestExits:
    @pytest.fixture(autouse=True)
    def modules(self, tmp_path, monkeypatch):
        (tmp_path / "exits_when_made.py").write_text(
            "import sys\nclass Own:\n    fit = predict = None\n    def __init__(self): sys.exit(0)\n"
        )
        (tmp_path / "exits_at_import.py").write_text("import sys\nsys.exit(0)\n")
        monkeypatch.syspath_prepend(tmp_path)

    @pytest.mark.parametrize(
        ("path", "where"),
        [
            ("exits_when_made.Own", "while making exits_when_made.Own"),
            ("exits_at_import.Own", "while importing exits_at_import"),
        ],
    )
    def test_an_exit_is_an_error(self, path, where):
        with pytest.raises(RuntimeError, match=r"must not end Python, but called sys\.exit\(0\)") as caught:
            estimator_from_text(path, "--first")
        assert caught.value.__notes__ == [where]
