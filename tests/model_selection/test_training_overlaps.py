"""The audit of any splitter."""

import numpy as np
import pytest
from sklearn.model_selection import GroupKFold, KFold, ShuffleSplit

from bayescmp.model_selection import BlockRegularizedCV, training_overlaps

N = 24
X, Y, GROUPS = np.zeros((N, 2)), np.arange(N) % 3, np.arange(N) // 4


@pytest.mark.parametrize(("cv", "shape"), [
    (GroupKFold(3), (1, 3)),
    (ShuffleSplit(4, test_size=0.25, train_size=0.3, random_state=0), (4, 1)),
    (BlockRegularizedCV(4, random_state=0), (4, 2)),
], ids=str)  # fmt: skip
def test_overlaps_are_the_sizes_of_set_intersections(cv, shape):
    sets = [set(train) for train, _ in cv.split(X, Y, GROUPS if isinstance(cv, GroupKFold) else None)]
    expected = np.array([[len(a & b) for b in sets] for a in sets]).reshape(*shape, *shape)
    overlaps = training_overlaps(cv, X, Y, GROUPS if isinstance(cv, GroupKFold) else None)
    np.testing.assert_array_equal(overlaps, expected)


def test_dims_name_both_training_sets():
    overlaps = training_overlaps(KFold(3), X)
    assert overlaps.dims == ("repeat", "fold", "other_repeat", "other_fold")
