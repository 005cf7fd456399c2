"""The posterior of judged evaluations: against the table where all are labelled, draws, and other formulas."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.posteriors._drawn_records import DIFFERENCE, SKILLS, WRONG, JudgedPosterior
from tests.data import table

CELLS = st.lists(st.integers(0, 40), min_size=16, max_size=16).filter(any)
MORE = st.lists(st.integers(0, 300), min_size=4, max_size=4)


def posterior(cells, more=(0, 0, 0, 0), **options):
    cells = np.reshape(cells, (4, 4))
    judged = xr.DataArray(cells.sum(axis=1) + np.array(more), dims="judge")
    return JudgedPosterior(judged=judged, labelled=xr.DataArray(cells, dims=("judge", "people")), **options)


@given(CELLS)
def test_where_all_are_labelled_it_is_that_of_the_table(cells):
    none, second, first, both = np.reshape(cells, (4, 4)).sum(axis=0).tolist()
    exact = bc.posteriors.paired_posterior(table(both, first, second, none)).difference
    mean, variance = posterior(cells).moments()
    assert mean == pytest.approx(exact.mean, abs=1e-12)
    assert variance == pytest.approx(exact.sd**2, rel=1e-10)


@given(CELLS, MORE)
def test_swapping_the_systems_mirrors(cells, more):
    order = [0, 2, 1, 3]
    swapped = np.reshape(cells, (4, 4))[np.ix_(order, order)]
    one, other = posterior(cells, more), posterior(swapped, np.array(more)[order])
    assert other.moments()[0] == pytest.approx(-one.moments()[0], abs=1e-12)
    assert other.moments()[1] == pytest.approx(one.moments()[1], rel=1e-10)
    assert other.weights == pytest.approx(one.weights)


def test_draws_have_the_moments_and_the_skill_has_its_evidence():
    rng = np.random.default_rng(1)
    cells = rng.multinomial(80, rng.dirichlet(np.ones(16)))
    found = posterior(cells, [300, 50, 70, 20], draws=100_000, rng=2)
    apart = found.losses[:, 0] - found.losses[:, 1]
    mean, variance = found.moments()
    assert float(apart.mean()) == pytest.approx(mean, abs=4 * np.sqrt(variance / 1e5))
    assert float(apart.var()) == pytest.approx(variance, rel=0.02)
    assert (found.difference.mean, found.difference.sd) == (pytest.approx(mean), pytest.approx(np.sqrt(variance)))
    assert found.weights.sum() == pytest.approx(1)
    # The evidence by the chain rule: each label predicted by those before.
    log = np.zeros(len(SKILLS))
    for place, skill in enumerate(SKILLS):
        right = WRONG[:, None, :] == WRONG[None, :, :]
        count = np.where(right, skill, 1 - skill).prod(axis=-1)
        for one in np.repeat(np.arange(16), cells):
            judge, people = divmod(one, 4)
            log[place] += np.log(count[judge, people] / count[judge].sum())
            count[judge, people] += 1
    weights = np.exp(log - log.max())
    assert found.weights == pytest.approx(weights / weights.sum(), rel=1e-9)


def test_a_perfect_judge_tells_nearly_as_much_as_all_labels():
    shares, rng = np.array([0.7, 0.1, 0.12, 0.08]), np.random.default_rng(0)
    all_of = rng.multinomial(4000, shares)
    labelled = np.diag(rng.multinomial(400, shares))
    _, variance = posterior(labelled, all_of - labelled.sum(axis=1)).moments()
    _, of_all = posterior(np.diag(all_of)).moments()
    _, alone = posterior(labelled).moments()
    assert of_all < variance < 2.5 * of_all
    assert alone > 8 * of_all


def coverage(skill, runs=300, labels=60, n=1000):
    """Return how often intervals hold the difference, theirs and those of the judge as truth."""
    rng, held = np.random.default_rng(3), np.zeros(2)
    shares = np.array([0.72, 0.12, 0.08, 0.08])
    for run in range(runs):
        people = rng.choice(4, size=n, p=shares)
        right = rng.random((n, 2)) < skill
        wrong = np.where(right, WRONG[people], 1 - WRONG[people])
        judge = 2 * wrong[:, 0] + wrong[:, 1]
        seen = rng.permutation(n)[:labels]
        cells = np.bincount(4 * judge[seen] + people[seen], minlength=16)
        found = posterior(cells, np.bincount(np.delete(judge, seen), minlength=4), draws=1000, rng=run)
        truth = shares @ DIFFERENCE
        interval = found.difference.interval(0.95)
        apart = DIFFERENCE[judge]
        half = 1.96 * apart.std() / np.sqrt(n)
        held += [interval.low <= truth <= interval.high, abs(apart.mean() - truth) <= half]
    return held / runs


@pytest.mark.full
def test_intervals_hold_where_the_judge_favours_one_and_the_judge_alone_does_not():
    ours, judge_as_truth = coverage(np.array([0.95, 0.8]))
    assert ours >= 0.92
    assert judge_as_truth < 0.2
