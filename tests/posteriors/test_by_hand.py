"""Every component of the crossed effects on one small design, in exact fractions.

Eight records, two repeats of two folds: records 0-3 | 4-7, then 0, 1, 4, 5 | 2, 3, 6, 7. Each validation set trains on
the other half. The fractions were worked out by hand from the definitions; beside them stand the same quantities from
linear algebra on all sixteen outcomes, which shares no line with the package.
"""

from fractions import Fraction

import numpy as np
import pytest
import xarray as xr

from bayescmp.evidence import crossed_sums_of_losses
from bayescmp.posteriors import crossed_effects_of_sums
from bayescmp.posteriors._crossed_effects import CrossedSums, variance_of_mean, variances_of

F = Fraction

D = [[1, 0, 0, -1, 1, 0, 0, 0], [1, 0, 1, 0, 0, 0, 0, -1]]  # first - second, by repeat
FOLD = [[0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 0, 0, 1, 1]]
SETS = [(r, k) for r in range(2) for k in range(2)]
OUTCOMES = [(r, i) for r in range(2) for i in range(8)]
Y = [F(D[r][i]) for r, i in OUTCOMES]


@pytest.fixture(scope="module")
def sums():
    d, fold = (xr.DataArray(np.array(values), dims=("repeat", "record")) for values in (D, FOLD))
    return crossed_sums_of_losses(d > 0, d < 0, fold)


def set_of(repeat, record):
    return SETS.index((repeat, FOLD[repeat][record]))


def two_way_fit():
    """Residual sum of squares and degrees of freedom of records and training sets as fixed effects."""
    design = np.array([[i == j for j in range(8)] + [set_of(r, i) == s for s in range(4)] for r, i in OUTCOMES], float)
    y = np.array(Y, float)
    fitted, _, rank, _ = np.linalg.lstsq(design, y)
    return ((y - design @ fitted) ** 2).sum(), len(Y) - rank


def covariance(record, rest, tau):
    """Covariance of the sixteen outcomes."""

    def shared_training(one, other):
        train = [{i for i in range(8) if FOLD[r][i] != k} for r, k in (SETS[one], SETS[other])]
        return F(len(train[0] & train[1]), len(train[0]) * len(train[1]))

    return [
        [
            record * (i == j) + rest * ((r, i) == (q, j))
            + tau * (record + rest) * shared_training(set_of(r, i), set_of(q, j))
            for q, j in OUTCOMES
        ]
        for r, i in OUTCOMES
    ]  # fmt: skip


SINGLE, REST = F(11, 24), F(1, 4)  # within validation sets 11/2 over 12; within records and sets 3/4 and a half, over 5
RECORD = SINGLE - REST


def test_variances_are_those_of_one_outcome_of_the_rest_and_of_all_outcomes(sums):
    means = {s: sum(y for y, o in zip(Y, OUTCOMES, strict=True) if set_of(*o) == s) / 4 for s in range(4)}
    within = sum((y - means[set_of(*o)]) ** 2 for y, o in zip(Y, OUTCOMES, strict=True))
    assert within / (16 - 4) == SINGLE
    assert variances_of(CrossedSums.of(sums)).single == pytest.approx(float(SINGLE), rel=1e-13)
    squares, df = two_way_fit()
    assert (squares + 0.5) / df == pytest.approx(float(REST), rel=1e-13)
    variances = variances_of(CrossedSums.of(sums))
    assert variances.rest == pytest.approx(float(REST), rel=1e-12)
    assert variances.record == pytest.approx(float(RECORD), rel=1e-12)
    arrays = CrossedSums.of(sums)
    base, per_tau = variance_of_mean(arrays, variances_of(arrays))
    for tau in (F(0), F(1), F(5, 2)):
        exact = sum(map(sum, covariance(RECORD, REST, tau))) / 16**2
        assert exact == RECORD / 8 + REST / 16 + tau * SINGLE / 8
        assert base + float(tau) * per_tau == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("tau", [F(0), F(3)])
def test_shares_correlation_and_phi_are_those_of_the_means_of_validation_sets(sums, tau):
    matrix = covariance(RECORD, REST, tau)
    members = [[p for p, outcome in enumerate(OUTCOMES) if set_of(*outcome) == s] for s in range(4)]
    between = [[sum(matrix[a][b] for a in one for b in other) / 16 for other in members] for one in members]
    variance, common = between[0][0], between[0][2]
    assert all(between[s][s] == variance for s in range(4))
    assert all(between[s][t] == common for s in (0, 1) for t in (2, 3))
    posterior = crossed_effects_of_sums(sums, tau=float(tau))
    expected = {
        "phi": variance / (SINGLE / 4), "rho2": common / variance, "records": RECORD / 4 / variance,
        "rest": REST / 4 / variance, "training_sets": tau * SINGLE * F(1, 4) / variance,
    }  # fmt: skip
    assert expected["phi"] == 1 + tau  # four records in a training set, and four validated
    assert expected["rho2"] == (RECORD / SINGLE + tau) / (2 * (1 + tau))
    for name, value in expected.items():
        assert float(posterior.components[name]) == pytest.approx(float(value), rel=1e-12)


def test_the_effective_size_is_the_variance_of_a_record_over_that_of_the_mean(sums):
    mean, square = sum(Y) / 16, sum(y * y for y in Y) / 16
    per_record = square - mean**2
    assert (mean, per_record) == (F(1, 8), F(23, 64))
    posterior = crossed_effects_of_sums(sums)
    fixed = (RECORD / 8 + REST / 16) / per_record
    assert float(posterior.inverse_size["fixed"]) == pytest.approx(float(fixed), rel=1e-12)
    assert float(posterior.inverse_size["per_tau"]) == pytest.approx(float(SINGLE / 8 / per_record), rel=1e-12)
    assert float(posterior.given_tau(2.0).table.sum()) == pytest.approx(float(1 / (fixed + SINGLE / 4 / per_record)))
