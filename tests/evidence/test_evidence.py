"""Evidence on all classifiers in one pass: a pair is a view, and sums are those of plain loops."""

import itertools

import numpy as np
import pytest
import xarray as xr
from sklearn.model_selection import ShuffleSplit

import bayescmp as bc
from bayescmp.evidence import Evidence, crossed_sums_of_losses, evidence_of
from bayescmp.evidence._influence import typical_squares
from bayescmp.metrics import METRICS, Metric
from tests.data import cross_validated, splits_of

PLANS = ("5 x 2 block-regularized", "5-fold", "10 x 10-fold", "15 hold-outs 2/3", "hold-out 2/3")
NAMES = ("a", "b", "c", "d")


def predictions(plan, n=36, seed=0, names=NAMES):
    rates = {name: 0.2 + 0.1 * place for place, name in enumerate(names)}
    return cross_validated(rates, n, bc.model_selection.PLANS[plan].splitter(seed), labels=3, seed=seed)


def evidence(plan, **options):
    return Evidence(predictions=predictions(plan, **options))


def by_loops(data, first, second):
    """Sums over training sets, as their definition says them."""
    fold = data["fold"].to_numpy()
    others = fold[:, None] != np.arange(fold.max() + 1)[:, None]
    train = data["train"].to_numpy() if "train" in data else others
    errors = (data["y_pred"] != data["y_true"]).where(data["fold"] >= 0, other=False)
    d = errors.sel(classifier=first).to_numpy().astype(int) - errors.sel(classifier=second).to_numpy().astype(int)
    total, times = d.sum(0), (fold >= 0).sum(0)
    counts = sorted(set(times[times > 0]))
    sets = [(r, k) for r, k in np.ndindex(train.shape[:2]) if (fold[r] == k).any()]
    held = [fold[r] == k for r, k in sets]
    fitted = [train[r, k] for r, k in sets]
    return {
        "difference": [d[r, rows].sum() for (r, _), rows in zip(sets, held, strict=True)],
        "total": [[total[rows & (times == c)].sum() for rows in held] for c in counts],
        "squares": (d**2).sum(),
        "squared_totals": [(total[times == c] ** 2).sum() for c in counts],
        "records": [(times == c).sum() for c in counts],
        "together": [[[(a & b & (times == c)).sum() for b in held] for a in held] for c in counts],
        "overlap": [[(a & b).sum() / a.sum() / b.sum() for b in fitted] for a in fitted],
        "n_train": np.mean([rows.sum() for rows in fitted]),
    }


@pytest.mark.parametrize("plan", PLANS[:-1])
def test_sums_are_those_of_loops(plan):
    found = evidence(plan)
    for first, second in (("a", "b"), ("c", "a")):
        sums, expected = found.pair(first, second).sums, by_loops(found.predictions, first, second)
        for name, value in expected.items():
            np.testing.assert_allclose(sums[name], value, rtol=1e-14, atol=0, err_msg=name)


@pytest.mark.parametrize("plan", PLANS)
def test_tables_are_those_that_are_counted_one_by_one(plan):
    found = evidence(plan)
    for first, second in (("a", "b"), ("b", "a"), ("c", "a"), ("b", "d")):
        counted = bc.paired_tables(found.predictions, first, second)
        assert found.pair(first, second).tables.identical(counted.drop_attrs().assign_attrs(counted.attrs))


@pytest.mark.parametrize("plan", PLANS)
def test_all_pairs_at_once_are_the_pairs_one_by_one(plan):
    found = evidence(plan)
    every = found.pairs()
    for number, (first, second) in enumerate(itertools.combinations(NAMES, 2)):
        one, other = found.pair(first, second), every.tables.isel(pair=number)
        assert (every.names[0][number], every.names[1][number]) == (first, second)
        np.testing.assert_array_equal(one.tables, other)
        np.testing.assert_array_equal(one.differences, every.differences.isel(pair=number))
        if one.sums is not None:
            for name, values in one.sums.items():
                there = every.sums[name]
                np.testing.assert_array_equal(values, there.isel(pair=number) if "pair" in there.dims else there)
    assert (every.sums is None) == (found.design.kind == "hold-out")


def test_another_metric_brings_its_own_differences_and_values():
    def share_of_zeros(y_true, y_pred):
        return float(np.mean(np.equal(y_pred, 0)))

    metric = Metric(
        name="zeros", noun="share of zeros", greater_is_better=False, bounds=(0.0, 1.0),
        needs="labels", additive=True, value=share_of_zeros,
    )  # fmt: skip
    data = predictions("5-fold")
    found = evidence_of(data, "a", "c", metric=metric)
    values = bc.metrics.fold_values(data, metric=metric)
    expected = values.sel(classifier="a") - values.sel(classifier="c")
    np.testing.assert_array_equal(found.differences, expected)
    zeros = (data["y_pred"].sel(classifier=["a", "c"]) == 0).mean(("repeat", "record"))  # of all validations together
    assert found.observed == pytest.approx(tuple(zeros.to_numpy()))
    assert found.sums is None
    assert found.errors == evidence_of(data, "a", "c").errors


def test_a_function_that_is_called_error_is_not_the_error_and_other_data_are_refused():
    def error(y_true, y_pred):
        return 1.0

    found = evidence_of(predictions("5-fold"), "a", "b", metric=error)
    assert (found.differences == 0).all()
    with pytest.raises(TypeError, match=r"`data` must be predictions .* but got ndarray"):
        evidence_of(np.zeros((2, 2), int))


def test_experiments_of_a_batch_have_the_same_folds():
    rng = np.random.default_rng(0)
    fold = xr.DataArray(np.tile(np.arange(12) % 3, (2, 2, 1)), dims=("experiment", "repeat", "record"))
    first, second = (
        xr.DataArray(rng.random((2, 2, 12)) < 0.4, dims=("experiment", "repeat", "record")) for _ in range(2)
    )
    every = crossed_sums_of_losses(first, second, fold)
    assert every.sizes["training_set"] == 6
    fewer = fold.copy(data=np.where(np.arange(2)[:, None, None] == 1, np.minimum(fold, 1), fold))
    with pytest.raises(ValueError, match="must have the same folds"):
        crossed_sums_of_losses(first, second, fewer)


def test_a_typical_difference_is_one_where_predictions_differ_and_of_a_single_one_where_it_is_wrong():
    data = predictions("5-fold")
    influence = Evidence(predictions=data, metric=METRICS["f1_macro"]).influence
    codes, k = data["y_pred"].transpose("classifier", "repeat", "record").to_numpy(), data.sizes["classifier"]
    values, truth = influence.to_numpy(), data["y_true"].to_numpy()
    pair, single = typical_squares(influence, data, METRICS["f1_macro"], np.array([0, 0]), np.array([1, k]))
    assert pair == pytest.approx(np.mean((values[0] - values[1])[codes[0] != codes[1]] ** 2))
    assert single == pytest.approx(np.mean(values[0][codes[0] != truth] ** 2))
    assert typical_squares(influence, data, METRICS["f1_macro"], 0, 0) == 1


def test_training_sets_that_were_given_are_taken():
    splitter = ShuffleSplit(4, train_size=0.3, test_size=0.2, random_state=0)
    found = Evidence(predictions=cross_validated({"a": 0.2, "b": 0.4}, 40, splitter))
    sums, trains = found.pair().sums, [set(train) for train, _ in splits_of(40, splitter)]
    assert {len(train) for train in trains} == {12}  # and not the other 32
    np.testing.assert_allclose(sums["overlap"], [[len(a & b) / 12**2 for b in trains] for a in trains], rtol=1e-14)
    assert float(sums["n_train"]) == 12
    for name, value in by_loops(found.predictions, "a", "b").items():
        np.testing.assert_allclose(sums[name], value, rtol=1e-14, err_msg=name)
