"""What scikit-learn and its users expect of a splitter."""

import numpy as np
import pandas as pd
import pytest
import sklearn
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bayescmp.model_selection import BlockRegularizedCV

X, Y = load_iris(return_X_y=True)
GROUPS = np.arange(150) // 5
TEXT = np.array(["setosa", "versicolor", "virginica"])[Y]


def splits_of(cv, *args, **kwargs):
    return [(train.tolist(), test.tolist()) for train, test in cv.split(*args, **kwargs)]


@pytest.mark.parametrize("how", [{}, {"stratify": True}, {"groups": GROUPS}], ids=["plain", "stratified", "groups"])
@pytest.mark.parametrize("n_repeats", [1, 5])
def test_the_folds_of_a_repeat_exchange_their_parts_and_are_as_many_as_told(n_repeats, how):
    groups = how.get("groups")
    cv = BlockRegularizedCV(n_repeats, stratify="stratify" in how, random_state=0)
    splits = splits_of(cv, X, Y, groups)
    assert all(sorted(train + test) == list(range(150)) for train, test in splits)
    assert [split[::-1] for split in splits[::2]] == splits[1::2]
    assert cv.get_n_splits() == cv.get_n_splits(X, Y, groups) == len(splits) == 2 * n_repeats


@pytest.mark.parametrize(("data", "y"), [
    (X.tolist(), TEXT), (pd.DataFrame(X), pd.Series(Y, index=Y)), (sparse.csr_array(X), Y[:, None]),
], ids=["lists", "pandas", "sparse"])  # fmt: skip
def test_the_form_of_the_data_does_not_matter(data, y):
    cv = BlockRegularizedCV(stratify=True, random_state=0)
    assert splits_of(cv, data, y) == splits_of(cv, X, Y)


def test_searches_and_scores_of_scikit_learn_take_every_fold():
    search = clone(GridSearchCV(GaussianNB(), {}, cv=BlockRegularizedCV(3, random_state=7)))
    assert splits_of(search.get_params()["cv"], X) == splits_of(BlockRegularizedCV(3, random_state=7), X)
    tree = DecisionTreeClassifier(max_depth=2, random_state=0)
    scores = cross_val_score(tree, pd.DataFrame(X), pd.Series(TEXT), cv=BlockRegularizedCV(random_state=0))
    expected = [
        tree.fit(X[train], Y[train]).score(X[test], Y[test])
        for train, test in BlockRegularizedCV(random_state=0).split(X)
    ]
    np.testing.assert_allclose(scores, expected)
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, cv=BlockRegularizedCV(2))
    assert search.fit(pd.DataFrame(X), Y).n_splits_ == 4
    assert search.best_params_ == {"max_depth": 3}


def block_of_group(cv, groups):
    """Return the folds of each group, after checking that it is not divided."""
    folds = np.column_stack([np.isin(np.arange(len(groups)), test) for _, test in cv.split(groups, groups=groups)])
    block = {}
    for group, row in zip(groups, map(tuple, folds), strict=True):
        assert block.setdefault(group, row) == row
    return block


@settings(max_examples=15)
@given(sizes=st.lists(st.integers(1, 9), min_size=8, max_size=40), seed=st.integers(0, 99))
def test_groups_stay_together_in_blocks_that_differ_by_at_most_the_largest_group(sizes, seed):
    groups = np.random.default_rng(seed).permutation(np.repeat(np.arange(len(sizes)), sizes))
    block = block_of_group(BlockRegularizedCV(5, random_state=seed), groups.tolist())
    totals = dict.fromkeys(block.values(), 0)
    for group, size in enumerate(sizes):
        totals[block[group]] += size
    assert len(totals) == 8
    assert max(totals.values()) - min(totals.values()) <= max(sizes)


def test_groups_share_a_quarter_and_reach_the_splitter_with_and_without_routing():
    groups = [f"patient {i % 16}" for i in range(48)]
    trains = [set(train) for train, _ in BlockRegularizedCV(random_state=0).split(groups, groups=groups)]
    assert {len(a & b) for i, a in enumerate(trains) for b in trains[: i - i % 2]} == {12}
    cv = BlockRegularizedCV(2, random_state=0)
    indices = cross_validate(GaussianNB(), X, Y, groups=GROUPS, cv=cv, return_indices=True)["indices"]
    assert [test.tolist() for test in indices["test"]] == [test for _, test in splits_of(cv, X, groups=GROUPS)]
    with sklearn.config_context(enable_metadata_routing=True):
        cv = BlockRegularizedCV(2, random_state=0).set_split_request(groups=True)
        result = cross_validate(GaussianNB(), X, Y, params={"groups": GROUPS}, cv=cv, return_indices=True)
    tests = [test.tolist() for test in result["indices"]["test"]]
    assert tests == [test for _, test in splits_of(cv, X, groups=GROUPS)]
    with sklearn.config_context(enable_metadata_routing=True):
        assert len(cross_val_score(GaussianNB(), X, Y, cv=BlockRegularizedCV(2))) == 4


@pytest.mark.parametrize(("cv", "arguments", "error", "message"), [
    (BlockRegularizedCV(5), (X[:7],), ValueError, "at least 8 records for 5 repeats .* but got 7"),
    (BlockRegularizedCV(5), (X, Y, Y), ValueError, "at least 8 groups for 5 repeats .* but got 3"),
    (BlockRegularizedCV(1), (X, Y, Y * 0), ValueError, "at least 2 groups for 1 repeat .* but got 1"),
    (BlockRegularizedCV(stratify=True), (X, Y, GROUPS), ValueError, "`stratify` must be False with `groups`"),
    (BlockRegularizedCV(stratify=True), (X,), ValueError, "`y` must be given to stratify, but got None"),
    (BlockRegularizedCV(stratify=True), (X, X[:, 0]), ValueError, "`y` must hold class labels .* 'continuous'"),
    (BlockRegularizedCV(0), (X,), ValueError, "`n_repeats` must be at least 1, but got 0"),
    (BlockRegularizedCV(2.0), (X,), TypeError, r"`n_repeats` must be an integer, but got 2\.0"),
    (BlockRegularizedCV(random_state="a"), (X,), ValueError, "'a' cannot be used to seed"),
])  # fmt: skip
def test_what_cannot_be_split_is_refused(cv, arguments, error, message):
    with pytest.raises(error, match=message):
        list(cv.split(*arguments))


def test_a_target_of_another_length_and_no_repeats_are_refused():
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        list(BlockRegularizedCV(stratify=True).split(X, Y[:149]))
    with pytest.raises(ValueError, match="`n_repeats` must be at least 1"):
        BlockRegularizedCV(0).get_n_splits()


def test_the_largest_groups_are_dealt_first():
    """43 groups of 1 to 59 records, and their sizes by the rule that the splitter states."""
    sizes = np.random.default_rng(0).permutation(np.arange(1, 60))[:43]
    groups = np.repeat(np.arange(43), sizes)
    blocks = [(place ^ 2 * place) % 8 for place in range(43)]
    dealt = list(zip(sorted(sizes.tolist(), reverse=True), blocks, strict=True))
    expected = [
        [sum(size for size, block in dealt if (block & column).bit_count() % 2 == side) for side in (0, 1)]
        for column in range(1, 6)
    ]
    tests = [test for _, test in BlockRegularizedCV(5, random_state=0).split(groups, groups=groups)]
    assert [[len(tests[2 * repeat]), len(tests[2 * repeat + 1])] for repeat in range(5)] == expected
