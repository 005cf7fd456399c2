"""The SixClass scenario, and the weighted nearest neighbour against brute force."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.random import SeedSequence
from sklearn.neighbors import KNeighborsClassifier

from bayescmp.studies import SixClass

X, Y = SixClass().population()


def class_at(a, b):
    """The class of a point, written out from the description with plain arithmetic."""
    if (a - 4) ** 2 + (b - 11) ** 2 < 6 or (a - 11) ** 2 + (b - 6) ** 2 < 5:
        return 5
    if b < 0.12 * (a - 6) ** 2 - 0.5:
        return 4
    return 2 * (b > 7.5 + 2.5 * math.sin(a / 2)) + (a + 0.5 * b > 12)


class TestPopulation:
    def test_is_the_full_grid_with_classes_of_the_boundaries_and_cannot_be_changed(self):
        expected = {(i, j) for i in range(151) for j in range(151)}
        tenths = np.round(10 * X).astype(int)
        assert set(map(tuple, tenths.tolist())) == expected
        assert len(X) == len(expected)
        np.testing.assert_array_equal(X, tenths / 10)
        classes, counts = np.unique(Y, return_counts=True)
        assert classes.tolist() == [0, 1, 2, 3, 4, 5]
        assert (counts / len(Y)).min() > 0.02
        assert (counts / len(Y)).max() < 1 / 3
        rows = np.random.default_rng(0).integers(len(Y), size=3000)
        assert [class_at(*X[row].tolist()) for row in rows] == Y[rows].tolist()
        with pytest.raises(ValueError, match="read-only"):
            SixClass().population()[1][0] = 3

    def test_draws_have_no_noise_and_are_uniform(self):
        drawn, labels = SixClass().draw(20_000, rng=0)
        rows = np.round(10 * drawn[:, 0]).astype(int) * 151 + np.round(10 * drawn[:, 1]).astype(int)
        np.testing.assert_array_equal(labels, Y[rows])
        shares = np.bincount(labels, minlength=6) / 20_000
        np.testing.assert_allclose(shares, np.bincount(Y) / len(Y), atol=4 * 0.5 / np.sqrt(20_000))


class TestDistortion:
    def errors(self, distortion):
        found = [SixClass(distortion=distortion).errors(150, stream) for stream in SeedSequence(0).spawn(8)]
        return np.mean(found, axis=0)

    def test_error_of_the_neighbour_grows_and_that_of_the_tree_stays(self):
        trees, neighbours = np.transpose([self.errors(w) for w in (1 / 30, 1.0, 4.0, 30.0)])
        assert (np.abs(np.diff(neighbours)) > 0.01).all()
        assert neighbours.argmin() == 1
        assert np.ptp(trees) == 0

    def test_1_is_the_euclidean_distance(self):
        rng = np.random.default_rng(0)
        train, test = rng.random((60, 2)), rng.random((500, 2))
        labels = rng.integers(6, size=60)
        ours = SixClass().estimators()["nearest neighbour"].fit(train, labels).predict(test)
        theirs = KNeighborsClassifier(1, algorithm="kd_tree").fit(train, labels).predict(test)
        np.testing.assert_array_equal(ours, theirs)


coordinates = st.floats(-5, 5, width=32)


@st.composite
def neighbour_problems(draw):
    n_features = draw(st.integers(1, 4))
    weights = draw(st.lists(st.floats(0.01, 100), min_size=n_features, max_size=n_features))
    train = draw(hnp.arrays(float, st.tuples(st.integers(1, 12), st.just(n_features)), elements=coordinates))
    test = draw(hnp.arrays(float, st.tuples(st.integers(1, 8), st.just(n_features)), elements=coordinates))
    return np.array(weights), train, test


def neighbour(weights):
    return SixClass().estimators()["nearest neighbour"].set_params(weights=weights)


class TestWeightedNeighbour:
    @given(neighbour_problems())
    def test_is_the_argmin_of_the_weighted_distance(self, problem):
        weights, train, test = problem
        # The number of the record is its label, so that the prediction tells which neighbour was taken.
        taken = neighbour(tuple(weights)).fit(train, np.arange(len(train))).predict(test)
        distance = (weights * (test[:, None] - train) ** 2).sum(axis=2)
        scale = (weights * (test**2).max(0, initial=1)).sum() + (weights * (train**2).max(0, initial=1)).sum()
        np.testing.assert_allclose(distance[np.arange(len(test)), taken], distance.min(1), rtol=0, atol=1e-12 * scale)

    def test_weights_matter(self):
        train, test = [[0.0, 2.0], [3.0, 0.0]], np.array([[0.0, 0.0]])
        found = [neighbour((1.0, w)).fit(np.array(train), ["a", "b"]).predict(test)[0] for w in (1.0, 9.0)]
        assert found == ["a", "b"]
