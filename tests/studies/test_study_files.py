"""Studies as TOML files: what they say is what is run, and what is wrong in them is named."""

import gzip

import pytest

from bayescmp.studies import (
    METHODS,
    SCENARIOS,
    Epsilon,
    Letter,
    Method,
    Simple,
    SixClass,
    builtin_studies,
    read_study_file,
    register_scenario,
)

MINIMAL = 'methods = ["bcv_mcnemar"]\n[[scenario]]\nkind = "epsilon"\n'
SIMPLE = 'methods = ["t_5x2"]\n[[scenario]]\nkind = "simple"\n'


@pytest.fixture
def study_of(tmp_path):
    def read(text, **options):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return read_study_file(path, **options)

    return read


def test_a_minimal_file_has_the_defaults(study_of):
    study = study_of(MINIMAL)
    assert (study.name, study.trials, study.alpha, study.seed) == ("mine", 1000, 0.05, 0)
    assert [cell.scenario for cell in study.cells] == [Epsilon()]
    assert [method.name for method in study.methods] == ["bcv_mcnemar"]


def test_trials_and_seed_can_be_replaced(study_of):
    study = study_of("trials = 7\nseed = 8\n" + MINIMAL, trials=9, seed=None)
    assert (study.trials, study.seed) == (9, 8)


def test_lists_make_a_cell_of_each_combination(study_of):
    study = study_of(
        'methods = ["t_5x2"]\n[[scenario]]\nkind = "simple"\nn_records = [100, 200]\nshift = [0.0, 0.5, 1.0]\n'
    )
    assert len(study.cells) == 6
    assert study.cells[-1].scenario == Simple(n_records=200, shift=1.0)
    assert study.cells[-1].label == "simple, n_records 200, shift 1"


def test_a_table_of_bounds_tunes_the_parameter(study_of):
    bounds = "{low = 1.0, high = 9.0, n_train = 50}"
    text = SIMPLE.replace("simple", "six-class") + f"n_records = 100\ndistortion = {bounds}\n"
    (cell,) = study_of(text).cells
    assert cell.scenario == SixClass(n_records=100)
    assert (cell.tune.parameter, cell.tune.low, cell.tune.high, cell.tune.n_train) == ("distortion", 1.0, 9.0, 50)
    assert cell.tuned(4.5).scenario == SixClass(n_records=100, distortion=4.5)


def test_a_method_takes_another_plan_and_name(study_of):
    text = MINIMAL.replace('["bcv_mcnemar"]', '[{ method = "bcv_mcnemar", plan = "5 x 2 random", name = "random" }]')
    (method,) = study_of(text).methods
    assert (method.name, method.plan) == ("random", "5 x 2 random")


def test_scenarios_and_methods_with_dots_are_imported_from_allowed_modules(study_of, tmp_path, monkeypatch):
    (tmp_path / "own_study_parts.py").write_text(
        "from bayescmp.studies import Epsilon, Method\n"
        "class Small(Epsilon):\n    pass\n"
        "never = Method(name='never', plan='10-fold', assess=lambda outcomes, alpha: {'reject': 0.0})\n"
    )
    monkeypatch.chdir(tmp_path)
    study = study_of(
        'methods = ["own_study_parts.never"]\n[[scenario]]\nkind = "own_study_parts.Small"\nn_records = 40\n',
        allow_import=["own_study_parts"],
    )
    assert type(study.cells[0].scenario).__name__ == "Small"
    assert study.cells[0].scenario.n_records == 40
    assert isinstance(study.methods[0], Method)


def test_a_registered_scenario_is_found(study_of, monkeypatch):
    registry = type(SCENARIOS)("scenario", SCENARIOS.values())
    for module in ("_registry", "_toml"):
        monkeypatch.setattr(f"bayescmp.studies.{module}.SCENARIOS", registry)
    register_scenario("tiny", lambda: Epsilon(n_records=20))
    assert study_of(MINIMAL.replace('"epsilon"', '"tiny"')).cells[0].scenario.n_records == 20
    with pytest.raises(ValueError, match="A scenario must have a new name, but 'epsilon' is registered"):
        register_scenario("epsilon", Simple)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("methods = [", "'mine.toml' must be TOML, but"),
        ("trails = 3\n" + MINIMAL, r"not known: \['trails'\]"),
        ('[[scenario]]\nkind = "epsilon"\n', "must hold `methods`"),
        ('methods = ["bcv_mcnemar"]\n', r"\[\[scenario\]\]"),
        (
            MINIMAL.replace("epsilon", "epsilo"),
            r"`kind` must be one of .*, but got 'epsilo'\. Did you mean 'epsilon'\?",
        ),
        (MINIMAL.replace("bcv_mcnemar", "bcv_mcnemer"), r"`method` must be one of .*\. Did you mean 'bcv_mcnemar'\?"),
        (MINIMAL.replace('"bcv_mcnemar"', '{plan = "10-fold"}'), "A method must be a name, or have"),
        (MINIMAL + "n_records = 301\n", "`n_records` must be even"),
        (MINIMAL + "shift = 1.0\n", "unexpected keyword argument 'shift'"),
        (
            SIMPLE + "shift = {low = 0, high = 1, n_train = 9}\nn_records = {low = 0, high = 1, n_train = 9}\n",
            "One parameter of a scenario can be tuned",
        ),
    ],
)
def test_what_is_wrong_is_named(study_of, text, message):
    with pytest.raises((ValueError, TypeError), match=message):
        study_of(text)


def test_an_unknown_study_is_refused():
    with pytest.raises(ValueError, match=r"ends in \.toml or one of .*smoke.*, but got 'table-7'"):
        read_study_file("table-7")


@pytest.fixture
def letters(tmp_path):
    path = tmp_path / "letters.csv"
    row = ",".join(str(k) for k in range(16))
    path.write_text(",".join(f"x{k}" for k in range(16)) + ",class\n" + f"{row},A\n{row},B\n" * 30)
    return path


@pytest.mark.parametrize("name", builtin_studies())
def test_studies_that_come_with_the_package_can_be_read(name, letters):
    data = dict.fromkeys(("frontier", "frontier-repeats", "figure-1"), letters.parent)
    data |= dict.fromkeys(("table-5", "table-6", "figure-4", "crossed-effects"), letters)
    study = read_study_file(name, data=data.get(name))
    assert study.cells
    assert study.methods


class TestData:
    LETTER = 'methods = ["t_5x2"]\n[[scenario]]\nkind = "letter"\ndistortion = [1.0, 2.0]\n'

    @pytest.fixture
    def folder(self, letters):
        (letters.parent / "more.csv.gz").write_bytes(gzip.compress(letters.read_bytes()))
        (letters.parent / "notes.md").write_text("no data")
        return letters.parent

    def test_a_folder_makes_a_cell_of_each_file_and_combination(self, study_of, folder):
        cells = study_of(self.LETTER, data=folder).cells
        labels = [cell.label for cell in cells]
        assert labels == [f"{name}, distortion {k}" for name in ("letters", "more") for k in (1, 2)]
        assert cells[2].scenario == Letter(distortion=1.0, path=str(folder / "more.csv.gz"))

    def test_a_name_stands_before_that_of_the_file(self, study_of, folder):
        cells = study_of(self.LETTER + 'name = "far"\n', data=folder).cells
        assert [cell.name for cell in cells[::2]] == ["far, letters", "far, more"]

    def test_a_file_changes_no_name(self, study_of, letters):
        cells = study_of(self.LETTER + 'path = "other.csv"\n', data=letters).cells
        assert [cell.label for cell in cells] == ["letter, distortion 1", "letter, distortion 2"]
        assert {cell.scenario.path for cell in cells} == {str(letters)}
        (cell,) = read_study_file("frontier", data=letters).cells
        assert (cell.name, cell.scenario.path) == ("classifiers", str(letters))

    def test_only_scenarios_that_read_a_file_take_it(self, study_of, folder):
        text = MINIMAL + '[[scenario]]\nkind = "population"\nloader = "sklearn.datasets.load_iris"\n'
        text += 'first = "sklearn.svm.SVC"\nsecond = "sklearn.dummy.DummyClassifier"\n[[scenario]]\nkind = "digits"\n'
        assert [cell.name for cell in study_of(text, data=folder).cells] == ["epsilon", "population", "letters", "more"]

    def test_nothing_there_is_named(self, letters):
        with pytest.raises(FileNotFoundError, match="`data` must be a file or a folder of files, but there is no 'no"):
            read_study_file("frontier", data="nowhere")

    def test_a_folder_without_data_is_named(self, tmp_path):
        (tmp_path / "notes.md").write_text("no data")
        with pytest.raises(ValueError, match=r"a folder with files that end in \.csv, .*\.npz, but '.*' has none\."):
            read_study_file("frontier", data=tmp_path)

    def test_a_scenario_without_its_data_is_named(self):
        with pytest.raises(
            ValueError, match=r"'classifiers' must have a `path`, but got none\. Give .*--data.* a folder"
        ):
            read_study_file("frontier")

    def test_two_files_of_one_name_are_refused(self, letters):
        letters.with_suffix(".parquet").touch()
        with pytest.raises(ValueError, match=r"`cells` must be .* distinct names, but got \['letters'\]"):
            read_study_file("frontier", data=letters.parent)


def test_table_5_has_the_tests_of_the_reference_column():
    import csv
    from importlib import resources
    from pathlib import Path

    with (Path(__file__).parents[1] / "reference" / "epsilon.csv").open() as file:
        wanted = {row["test"] for row in csv.DictReader(file)}
    text = (resources.files("bayescmp.studies") / "builtin" / "table-5.toml").read_text()
    assert all(f'"{name}"' in text for name in wanted)
    assert wanted <= METHODS.keys()
