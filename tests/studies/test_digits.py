"""The Digits scenario: built-in images, files of MNIST's shape, and equal algorithms without a penalty."""

import numpy as np
import pytest
from numpy.random import SeedSequence
from sklearn.datasets import load_digits

from bayescmp.studies import Digits


@pytest.fixture(scope="module")
def arrays():
    rng = np.random.default_rng(0)
    y = rng.integers(3, size=120).astype(np.uint8)
    images = rng.integers(0, 200, (120, 7, 5)).astype(np.uint8)
    images[:, 2] += (25 * y)[:, None]
    return {"x_train": images, "y_train": y, "x_test": images[:5], "y_test": y[:5]}


@pytest.fixture(scope="module")
def path(arrays, tmp_path_factory):
    path = tmp_path_factory.mktemp("digits") / "mnist.npz"
    np.savez(path, **arrays)
    return str(path)


def test_built_in_digits_are_those_of_scikit_learn():
    X, y = Digits().population()
    expected = load_digits()
    np.testing.assert_array_equal(X, expected.images.reshape(1797, 64))
    np.testing.assert_array_equal(y, expected.target)


def test_images_of_a_file_are_a_row_each(path, arrays):
    X, y = Digits(path=path).population()
    np.testing.assert_array_equal(X, arrays["x_train"].reshape(120, 35))
    np.testing.assert_array_equal(y, arrays["y_train"])
    assert X.dtype == np.float32


def test_runs_on_a_file(path):
    batch = Digits(path=path, n_records=40, hidden=3, penalty=1.0).batch(["hold-out 2/3"], SeedSequence(0).spawn(2))
    assert not batch.failures
    assert batch.fits == [1, 1]


def test_without_a_penalty_both_are_the_same_algorithm():
    first, second = Digits(penalty=0.0, hidden=7).estimators().values()
    assert repr(first) == repr(second)
    first, second = Digits(penalty=0.3, hidden=7).estimators().values()
    assert (first[-1].alpha, second[-1].alpha) == (0.0, 0.3)
    assert first[-1].hidden_layer_sizes == second[-1].hidden_layer_sizes == (7,)


class TestTruth:
    # A small population, few records and few units keep the networks fast.
    def truth(self, path, penalty):
        return Digits(path=path, hidden=3, penalty=penalty).truth(40, draws=12, seed=0)

    def test_errors_are_equal_without_a_penalty_and_differ_with_a_huge_one(self, path):
        truth = self.truth(path, 0.0)
        assert 0 < abs(truth.difference) < 3 * truth.difference_se  # two trainings, not one
        truth = self.truth(path, 1e4)
        assert abs(truth.difference) > 3 * truth.difference_se


class TestIdentity:
    def test_is_that_of_the_contents_and_another_image_is_another_study(self, path, arrays, tmp_path):
        np.savez_compressed(tmp_path / "other.npz", x_train=arrays["x_train"].astype(int), y_train=arrays["y_train"])
        assert Digits(path=str(tmp_path / "other.npz")).parameters() == Digits(path=path).parameters()
        other = arrays["x_train"].copy()
        other[0, 0, 0] += 1
        np.savez(tmp_path / "other.npz", x_train=other, y_train=arrays["y_train"])
        assert Digits(path=str(tmp_path / "other.npz")).parameters() != Digits(path=path).parameters()

    def test_has_the_parameters(self):
        assert list(Digits(penalty=0.5).parameters()) == ["n_records", "penalty", "hidden", "data"]
        assert Digits().with_parameter("penalty", 0.5) == Digits(penalty=0.5)


@pytest.mark.parametrize(("change", "message"), [
    ({"x_train": None}, "the arrays x_train and y_train, but .* x_train is not a file in the archive"),
    ({"y_train": np.zeros(7)}, r"have the shapes \(120, 7, 5\) and \(7,\)"),
    ({"x_train": np.zeros(120)}, r"an image per entry of y_train.* \(120,\) and \(120,\)"),
])  # fmt: skip
def test_refuses_another_file(arrays, tmp_path, change, message):
    np.savez(tmp_path / "bad.npz", **{name: value for name, value in (arrays | change).items() if value is not None})
    with pytest.raises(ValueError, match=message):
        Digits(path=str(tmp_path / "bad.npz")).population()


def test_refuses_a_single_array(tmp_path):
    np.save(tmp_path / "one.npy", np.zeros(3))
    with pytest.raises(ValueError, match=r"'one\.npy' must be an \.npz file .* File is not a zip file"):
        Digits(path=str(tmp_path / "one.npy")).population()
