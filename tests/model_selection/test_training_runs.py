"""Several trainings on one training set: seeds, adding runs, groups, folders, and what is refused."""

import numpy as np
import pytest
from joblib import parallel_config
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

N = 60
RNG = np.random.default_rng(0)
Y = np.arange(N) % 2
X = Y[:, None] + RNG.normal(size=(N, 4))
GROUPS = np.arange(N) // 3
TREES = {
    "random": DecisionTreeClassifier(splitter="random"),
    "fixed": DecisionTreeClassifier(max_depth=1, random_state=0),
}


def predicted(runs=3, estimators=TREES, *, random_state=0, **options):
    cv = bc.TrainingRuns(runs)
    if "start" in options:
        random_state = None
    return bc.cross_val_predictions(estimators, X, Y, cv=cv, **options, rng=random_state)


@pytest.fixture(scope="module")
def three():
    return predicted()


def test_runs_are_of_one_hold_out_with_seeds_of_their_own(three):
    assert three["run"].to_numpy().tolist() == [0, 1, 2]
    assert (three["fold"] == three["fold"][0]).all()
    assert (three["fold"][0] >= 0).sum() == N / 3
    said = three["y_pred"].sel(classifier="random").to_numpy()
    assert len(np.unique(said, axis=0)) == 3
    assert bc.compare(three).design.kind == "runs"
    fixed = {"a": TREES["fixed"], "b": DecisionTreeClassifier(max_depth=2, random_state=0)}
    assert bc.compare(predicted(estimators=fixed)).design.kind == "hold-out"


def test_more_runs_begin_with_those_that_there_are(three):
    with parallel_config("threading"):
        five = predicted(5, n_jobs=2)
    assert five.isel(repeat=slice(3))["y_pred"].identical(three["y_pred"])
    assert predicted(5, start=three).identical(five)


def test_groups_stay_whole_and_are_units():
    data = predicted(groups=GROUPS)
    assert np.unique(GROUPS[data["fold"][0].to_numpy() >= 0]).size == (data["fold"][0] >= 0).sum() / 3
    assert bc.compare(data).design.n_groups == N / 9 + 1 / 3


def test_several_data_sets_are_kept_in_a_folder_to_which_runs_are_added(tmp_path):
    data = {"all": (X, Y), "half": (X[: N // 2], Y[: N // 2])}
    for count in (2, 3):
        found = bc.cross_val_datasets(TREES, data, cv=bc.TrainingRuns(count), rng=0, out=tmp_path / "runs")
        for one in ("all", "half"):
            assert found[one]["run"].to_numpy().tolist() == list(range(count))
            assert bc.compare(found[one].to_dataset()).design.runs.largest == count


@pytest.mark.parametrize(("make", "message"), [
    (lambda _: predicted(1), "`n_runs` must be at least 2, but got 1"),
    (lambda _: predicted(2.5), "`n_runs` must be an integer, but got 2.5"),
    (lambda three: predicted(2, start=three), "`start` must have the same first repeats of `cv`, but has others"),
    (lambda three: bc.cross_val_predictions(TREES, X, Y, start=three), "`start` must have the same first repeats"),
])  # fmt: skip
def test_other_arguments_are_refused(three, make, message):
    with pytest.raises((TypeError, ValueError), match=message):
        make(three)
