"""The Bayesian signed rank and sign tests against their formulas, and the frequency of the largest region."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

from bayescmp.posteriors import bayesian_sign, bayesian_signed_rank, largest_region

TESTS = {"signed rank": bayesian_signed_rank, "sign": bayesian_sign}
REGIONS = {"region": ["below", "within", "above"]}
GRID = st.integers(-9, 9).map(lambda k: k / 8)  # sums are exact, and ties abound
ROPES = st.tuples(st.integers(-4, 0), st.integers(0, 4)).map(lambda rope: (rope[0] / 8, rope[1] / 8))


def step(values):
    """Return the step function that is 1/2 at 0."""
    return (values > 0) + (values == 0) / 2


def by_formula(test, differences, rope, weights):
    """Return the sums of the formula, over all pairs."""
    z = np.concatenate([[0.0], differences])
    if test == "sign":
        below, above = weights @ step(rope[0] - z), weights @ step(z - rope[1])
    else:
        sums = z[:, None] + z
        both = step(2 * rope[0] - sums), step(sums - 2 * rope[1])
        below, above = (np.array([row @ counts @ row for row in weights]) for counts in both)
    return np.stack([below, 1 - below - above, above], axis=1)


def weights_of(n_datasets, strength, draws, seed):
    return np.random.default_rng(seed).dirichlet([strength, *np.ones(n_datasets)], draws)


@pytest.mark.parametrize("test", TESTS)
@given(
    differences=st.lists(GRID, min_size=1, max_size=12), rope=ROPES, strength=st.sampled_from([0.01, 0.5, 3.0]),
    seed=st.integers(0, 99),
)  # fmt: skip
def test_draws_are_those_of_the_formula_and_mirror(test, differences, rope, strength, seed):
    options = {"strength": strength, "draws": 20, "rng": seed}
    found = TESTS[test](differences, rope=rope, **options)
    expected = by_formula(test, differences, rope, weights_of(len(differences), strength, 20, seed))
    np.testing.assert_allclose(found.to_numpy(), expected, rtol=0, atol=1e-12)
    assert found.min() >= 0
    mirrored = TESTS[test](-np.array(differences), rope=(-rope[1], -rope[0]), **options)
    np.testing.assert_allclose(mirrored.to_numpy()[:, ::-1], found, rtol=0, atol=1e-12)


@pytest.mark.parametrize("test", TESTS)
def test_many_data_sets_in_chunks(test):
    differences = np.random.default_rng(1).normal(0, 0.05, 400)
    found = TESTS[test](differences, rope=(-0.01, 0.02), strength=0.5, draws=2600, rng=5)[-30:]  # the second chunk
    expected = by_formula(test, differences, (-0.01, 0.02), weights_of(400, 0.5, 2600, 5)[-30:])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_one_data_set_by_hand():
    """The weight w of the pseudo-observation is Beta(1/2, 1), E w^2 = 1/5, or Beta(1, 1), as by baycomp: E w = 1/2."""
    ranks, signs = (test([0.1], draws=200_000).mean("draw") for test in TESTS.values())
    np.testing.assert_allclose(ranks, [0.1, 0, 0.9], atol=0.002)  # above has 1 - w^2 / 2
    np.testing.assert_allclose(signs, [1 / 4, 0, 3 / 4], atol=0.002)  # above has 1 - w / 2


def test_ties_are_found_in_spite_of_rounding():
    differences = [0.25 - 0.23, 0.6 - 0.62, 0.1 - 0.07]
    assert differences[0] + differences[1] != 0
    assert 0.03 - 0.01 != 0.02
    same = bayesian_signed_rank([0.02, -0.02, 0.03], draws=9)
    np.testing.assert_allclose(bayesian_signed_rank(differences, draws=9), same, atol=1e-12)
    tied = bayesian_signed_rank([0.03, -0.01], rope=(-0.01, 0.01), draws=9, rng=1)
    exact = bayesian_signed_rank([3.0, -1.0], rope=(-1.0, 1.0), draws=9, rng=1)
    np.testing.assert_allclose(tied, exact, atol=1e-12)


@pytest.mark.parametrize("test", TESTS.values())
def test_differences_that_are_none_are_refused(test):
    with pytest.raises(ValueError, match="differences"):
        test([np.nan, 0.1])


def test_the_largest_region_shares_ties_and_weighs_rows():
    rows = xr.DataArray([[0.4, 0.4 + 1e-12, 0.2], [0.2, 0.3, 0.5]], dims=("draw", "region"), coords=REGIONS)
    assert largest_region(rows) == (0.25, 0.25, 0.5)
    assert largest_region(rows.assign_coords(prob=("draw", [3.0, 1.0]))) == (0.375, 0.375, 0.25)


@pytest.mark.parametrize("wrong", [None, xr.DataArray(np.ones((2, 3)), dims=("draw", "region"))])
def test_what_has_no_regions_is_refused(wrong):
    with pytest.raises(ValueError, match="`draws` must"):
        largest_region(wrong)


@pytest.mark.slow
@pytest.mark.parametrize(("n_datasets", "size", "equal"), [(5, 0.19, True), (10, 0.13, False), (30, 0.107, True)])
def test_few_data_sets_make_it_too_sure(n_datasets, size, equal):
    """Ten in a hundred are nominal; unequal precision of the data sets adds nothing."""
    rng, worlds, decided = np.random.default_rng(2), 2000, 0
    for _ in range(worlds):
        n_records = np.full(n_datasets, 400) if equal else np.exp(rng.uniform(np.log(60), np.log(3000), n_datasets))
        differences = rng.standard_t(4, n_datasets) * 0.02 + rng.normal(size=n_datasets) * np.sqrt(0.1 / n_records)
        below, _, above = largest_region(bayesian_signed_rank(differences, draws=1000, rng=rng))
        decided += max(below, above) > 0.95
    assert decided / worlds == pytest.approx(size, abs=0.03)
