"""A population from a file: names, text columns, and an identity by contents."""

import numpy as np
import pandas as pd
import pytest
from numpy.random import SeedSequence

from bayescmp.studies import population_of


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    rng = np.random.default_rng(0)
    colour = rng.choice(["red", "green"], 200)
    y = np.where(rng.random(200) < 0.1, "no", np.where(colour == "red", "yes", "no"))
    path = tmp_path_factory.mktemp("population") / "records.csv"
    pd.DataFrame({"size": rng.normal(size=200), "colour": colour, "bought": y}).to_csv(path, index=False)
    return str(path)


def from_file(path, **changes):
    classifiers = {
        "first": "sklearn.tree.DecisionTreeClassifier(max_depth=2)",
        "second": "sklearn.dummy.DummyClassifier",
    }
    return population_of(**({"path": path, "target": "bought", "n_records": 40} | classifiers | changes))


class TestFromFile:
    def test_names_and_records(self, path):
        found = from_file(path)
        assert list(found.estimators()) == ["DecisionTreeClassifier(max_depth=2)", "DummyClassifier"]
        assert list(found.X) == ["size", "colour"]
        assert set(found.y) == {"yes", "no"}

    def test_text_columns_are_learned_from(self, path):
        truth = from_file(path).truth(100, draws=10, seed=0)
        assert truth.first < 0.2 < truth.second

    def test_runs(self, path):
        batch = from_file(path).batch(["10-fold", "5 x 2 block-regularized"], SeedSequence(0).spawn(1))
        assert not batch.failures
        assert batch.fits == [20]

    def test_identity_is_that_of_the_contents_and_stays(self, path, tmp_path):
        frame = pd.read_csv(path)
        frame.to_csv(tmp_path / "other.csv", index=False)
        first, second = from_file(path), from_file(str(tmp_path / "other.csv"))
        before = first.parameters()
        first.batch(["10-fold"], SeedSequence(0).spawn(1))
        assert first.parameters() == before == second.parameters()
        frame.assign(size=0.0).to_csv(tmp_path / "other.csv", index=False)
        assert from_file(str(tmp_path / "other.csv")).parameters() != before

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"target": "sold"}, "`target` must be a column of records.csv, but got 'sold'"),
            ({"first": "sklearn.tree.Oak"}, "`first` must name a class that can be imported"),
            ({"second": "sklearn.svm.SVC(10)"}, "`second` must be an import path .* argument without a name"),
        ],
    )
    def test_refuses(self, path, changes, message):
        with pytest.raises(ValueError, match=message):
            from_file(path, **changes)
