"""The studies that come with the package, and the data that they take."""

import gzip

import pytest

from bayescmp.studies import Letter, Simple, SixClass, builtin_studies, builtin_study


def test_trials_and_seed_can_be_replaced():
    study = builtin_study("smoke", trials=9)
    assert (study.name, study.trials, study.alpha, study.seed) == ("smoke", 9, 0.05, 0)
    assert builtin_study("smoke", seed=8).seed == 8


def test_lists_make_a_cell_of_each_value_bounds_tune_and_methods_take_other_plans():
    cells = builtin_study("smoke").cells
    assert [cell.label for cell in cells] == ["epsilon", "simple, shift 0", "simple, shift 1", "six-class"]
    assert cells[2].scenario == Simple(n_records=300, shift=1.0)
    tune = cells[3].tune
    assert (tune.parameter, tune.low, tune.high, tune.n_train) == ("distortion", 1.0, 20.0, 150)
    assert cells[3].tuned(4.5).scenario == SixClass(distortion=4.5)
    (plan,) = {method.plan for method in builtin_study("table-6").methods if method.name == "one repeated 2 times"}
    assert plan == "5 x 2 random, one repeated 2 times"


@pytest.fixture
def letters(tmp_path):
    path = tmp_path / "letters.csv"
    row = ",".join(str(k) for k in range(16))
    path.write_text(",".join(f"x{k}" for k in range(16)) + ",class\n" + f"{row},A\n{row},B\n" * 30)
    return path


def test_every_study_has_cells_and_methods(letters):
    data = {"figure-1": letters.parent}
    data |= dict.fromkeys(("table-5", "table-6", "figure-4", "crossed-effects"), letters)
    for name in builtin_studies():
        study = builtin_study(name, data=data.get(name))
        assert study.cells, name
        assert study.methods, name


class TestData:
    @pytest.fixture
    def folder(self, letters):
        (letters.parent / "more.csv.gz").write_bytes(gzip.compress(letters.read_bytes()))
        (letters.parent / "notes.md").write_text("no data")
        return letters.parent

    def test_a_folder_makes_a_cell_of_each_file_and_combination_after_its_name(self, folder):
        cells = builtin_study("crossed-effects", data=folder).cells[6:]
        labels = [cell.label for cell in cells]
        assert labels == [f"{name}, distortion {k}" for name in ("letters", "more") for k in (7, 2.5, 1.5)]
        assert cells[3].scenario == Letter(distortion=7.0, path=str(folder / "more.csv.gz"))
        cells = builtin_study("table-6", data=folder).cells
        assert [cell.name for cell in cells[:2]] == ["letter, equal at 300, letters", "letter, equal at 300, more"]

    def test_a_file_changes_no_name(self, letters):
        cells = builtin_study("table-6", data=letters).cells
        assert [cell.label for cell in cells] == ["letter, equal at 300", "letter, undistorted"]
        assert {cell.scenario.path for cell in cells} == {str(letters)}
        (cell,) = builtin_study("figure-1", data=letters).cells
        assert (cell.name, cell.scenario.path) == ("classifiers", str(letters))

    def test_a_folder_without_data_is_named(self, tmp_path):
        (tmp_path / "notes.md").write_text("no data")
        with pytest.raises(ValueError, match=r"a folder with files that end in \.csv, .*\.npz, but '.*' has none\."):
            builtin_study("figure-1", data=tmp_path)

    def test_two_files_of_one_name_are_refused(self, letters):
        letters.with_suffix(".parquet").touch()
        with pytest.raises(ValueError, match=r"`cells` must have distinct names, but got \['letters'\]"):
            builtin_study("figure-1", data=letters.parent)


def test_table_5_has_the_tests_of_the_reference_column():
    import csv
    from pathlib import Path

    with (Path(__file__).parents[1] / "reference" / "epsilon.csv").open() as file:
        wanted = {row["test"] for row in csv.DictReader(file)}
    assert {method.name for method in builtin_study("table-5").methods} >= wanted
