"""The Letter scenario, on a generated file of the right shape."""

import os

import numpy as np
import pandas as pd
import pytest
from numpy.random import SeedSequence

from bayescmp.studies import Letter


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(0)
    y = rng.choice(list("ABC"), 300)
    X = np.clip(rng.poisson(3, (300, 16)) + 3 * (y == "B")[:, None] + 6 * (y == "C")[:, None], 0, 15)
    return pd.DataFrame(X, columns=[f"x{k}" for k in range(16)]).assign(letter=y)


@pytest.fixture(scope="module")
def path(frame, tmp_path_factory):
    path = tmp_path_factory.mktemp("letter") / "letter.csv"
    frame.to_csv(path, index=False)
    return str(path)


@pytest.mark.parametrize("distortion", [0.5, 8.0])
def test_weights_are_those_of_the_paper(distortion):
    w, v = distortion, 1 / distortion
    #           1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
    expected = [w, 1, w, 1, v, 1, 1, 1, w, 1, v, 1, v, 1, 1, w]
    assert list(Letter(distortion=distortion).estimators()["nearest neighbour"].weights) == expected


def test_population_is_the_file(path, frame):
    X, y = Letter(path=path).population()
    np.testing.assert_array_equal(X, frame.iloc[:, :16])
    assert y.tolist() == frame["letter"].tolist()
    assert X.flags.c_contiguous  # a hash of contents sees the order in memory


def test_data_sets_are_drawn_with_replacement_from_the_file(path):
    X, y = Letter(path=path).population()
    known = {(*row, label) for row, label in zip(X.tolist(), y.tolist(), strict=True)}
    drawn, labels = Letter(path=path).draw(300, rng=0)
    rows = [(*row, label) for row, label in zip(drawn.tolist(), labels.tolist(), strict=True)]
    assert set(rows) <= known
    assert len(set(rows)) < 230  # 1 - 1/e of 300 on average


def test_fits_and_errs(path):
    scenario = Letter(path=path, n_records=60)
    batch = scenario.batch(["10-fold"], SeedSequence(0).spawn(2))
    assert not batch.failures
    rates = batch.outcomes["10-fold"].wrong.mean(("experiment", "repeat", "record"))
    truth = scenario.truth(54, draws=20, seed=0)
    np.testing.assert_allclose(rates, (truth.first, truth.second), atol=0.2)
    assert 0 < truth.second < truth.first < 0.5


class TestIdentity:
    @pytest.mark.parametrize("name", ["zipped.csv.gz", "table.parquet"])
    def test_is_that_of_the_contents(self, path, frame, tmp_path, name):
        other = tmp_path / name
        (frame.to_parquet if name.endswith("parquet") else frame.to_csv)(other, index=False)
        assert Letter(path=str(other)).parameters() == Letter(path=path).parameters()

    def test_numbers_are_the_same_as_floats_and_another_value_is_another_study(self, path, frame, tmp_path):
        frame.astype({"x3": float, "x7": float}).to_csv(tmp_path / "floats.csv", index=False)
        assert Letter(path=str(tmp_path / "floats.csv")).parameters() == Letter(path=path).parameters()
        other = frame.copy()
        other.loc[7, "x4"] += 1
        other.to_csv(tmp_path / "other.csv", index=False)
        assert Letter(path=str(tmp_path / "other.csv")).parameters() != Letter(path=path).parameters()

    def test_a_file_that_changes_is_read_again(self, frame, tmp_path):
        path = tmp_path / "changing.csv"
        frame.to_csv(path, index=False)
        before = Letter(path=str(path)).parameters()
        frame.assign(letter="A").to_csv(path, index=False)
        os.utime(path, ns=(1, 1))
        assert Letter(path=str(path)).parameters() != before

    def test_has_the_parameters(self, path):
        parameters = Letter(path=path, n_records=50, distortion=2.0).parameters()
        assert list(parameters) == ["n_records", "distortion", "data"]
        assert Letter(path=path).with_parameter("distortion", 2.0) == Letter(path=path, distortion=2.0)


@pytest.mark.parametrize(("change", "message"), [
    (lambda f: f.drop(columns="x3"), "16 columns of numbers and a last one of labels, all complete, but has the c"),
    (lambda f: f.assign(x2="two"), "16 columns of numbers"),
    (lambda f: f.assign(x2=f["x2"].where(f.index != 5)), "16 columns of numbers"),
    (lambda f: f.assign(letter=f["letter"].where(f.index != 5)), "all complete"),
])  # fmt: skip
def test_refuses_another_file(frame, tmp_path, change, message):
    change(frame).to_csv(tmp_path / "bad.csv", index=False)
    with pytest.raises(ValueError, match=message):
        Letter(path=str(tmp_path / "bad.csv")).population()


def test_without_a_network_says_what_to_do(monkeypatch):
    def fail(*_, **__):
        raise OSError("no network")

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fail)
    with pytest.raises(OSError, match="no network") as caught:
        Letter().population()
    assert "give `path` a file" in caught.value.__notes__[0]
