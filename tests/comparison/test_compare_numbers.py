"""The numbers of compare against scipy, statsmodels and arithmetic by hand."""

import numpy as np
import pytest
from scipy import integrate, stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

import bayescmp as bc
from tests.data import drawn_tables, table

TABLES = [(3, 1, 2, 4), (0, 9, 3, 1), (40, 25, 60, 875)]
SHARES = (0.1, 0.15, 0.05, 0.7)


def betas(counts, prior="dirichlet", strength=1.0):
    """Posteriors of the disagreement and of the first's share of it, by the formulas of the method."""
    n00, n01, n10, n11 = counts
    own = strength if prior == "beta" else 2 * strength
    return stats.beta(n01 + n10 + own, n00 + n11 + own), stats.beta(n01 + strength, n10 + strength)


def tail(x, u, r):
    """P(u (2r - 1) <= x) by adaptive quadrature."""
    points = [abs(x)] if x else None
    return integrate.quad(lambda v: u.pdf(v) * r.cdf((1 + x / v) / 2), 0, 1, points=points, limit=500)[0]


def test_worked_example():
    result = bc.compare(table(3, 1, 2, 4))
    assert result.errors == {"first": 0.4, "second": 0.5}
    assert result.difference.mean == pytest.approx(5 / 14 * (2 * 2 / 5 - 1))
    assert bc.compare(table(3, 1, 2, 4), method=bc.methods.Auto(prior="beta")).difference.mean == pytest.approx(
        4 / 12 * (2 * 2 / 5 - 1)
    )
    assert (result.prob_first_better, result.prob_equivalent, result.prob_second_better) == (11 / 16, 0, 5 / 16)
    assert result.bayes_factor == pytest.approx(2 / 3)
    assert (result.effective_size, result.decision, result.method.name) == (10, "undecided", "paired")
    assert result.methods.set_index("method").loc["holdout_mcnemar_exact", "pvalue"] == 1


@pytest.mark.parametrize(("counts", "prior", "strength"), [
    ((3, 1, 2, 4), "dirichlet", 1.0), ((0, 9, 3, 1), "dirichlet", 2.5), ((40, 25, 60, 875), "beta", 0.5),
])  # fmt: skip
def test_posterior_of_a_hold_out(counts, prior, strength):
    result = bc.compare(table(*counts), method=bc.methods.Auto(prior=prior, strength=strength), rope=(-0.02, 0.05))
    u, r = betas(counts, prior, strength)
    mean_u2, mean_s2 = u.var() + u.mean() ** 2, 4 * r.var() + (2 * r.mean() - 1) ** 2
    mean = u.mean() * (2 * r.mean() - 1)
    assert result.difference.mean == pytest.approx(mean, abs=1e-14)
    assert result.difference.sd == pytest.approx(np.sqrt(mean_u2 * mean_s2 - mean**2))
    below, upto = tail(-0.02, u, r), tail(0.05, u, r)
    assert result.prob_first_better == pytest.approx(below, abs=1e-7)
    assert result.prob_equivalent == pytest.approx(upto - below, abs=1e-7)
    assert result.prob_second_better == pytest.approx(1 - upto, abs=1e-7)


@pytest.mark.parametrize("counts", TABLES)
def test_without_a_rope_it_is_that_of_the_share_beside_the_exact_test_and_the_bayes_factor(counts):
    result, (_, n01, n10, _) = bc.compare(table(*counts)), counts
    share = betas(counts)[1]
    assert result.prob_first_better == pytest.approx(share.cdf(0.5), rel=1e-12)
    assert result.prob_second_better == pytest.approx(share.sf(0.5), rel=1e-9, abs=1e-15)
    posterior, test = result.methods.to_dict("records")[:2]
    reference = statsmodels_mcnemar(np.reshape(counts, (2, 2)), exact=True)
    assert (test["method"], test["kind"]) == ("holdout_mcnemar_exact", "test")
    assert test["pvalue"] == result.summary()["pvalue"].item() == pytest.approx(reference.pvalue)
    assert test["statistic"] == reference.statistic
    assert test["estimate"] == pytest.approx((n01 - n10) / sum(counts))
    assert (posterior["method"], posterior["kind"]) == ("paired", "posterior")
    assert posterior["estimate"] == result.difference.mean
    assert posterior["prob_first_better"] == result.prob_first_better
    unequal = integrate.quad(lambda r: r**n01 * (1 - r) ** n10, 0, 1, epsabs=0)[0]
    assert result.bayes_factor == pytest.approx(unequal * 2.0 ** (n01 + n10), rel=1e-8)


@pytest.mark.parametrize("n_repeats", [1, 5])
def test_two_fold_tables_count_as_one_effective_table(n_repeats):
    tables = drawn_tables(SHARES, 50, (n_repeats, 2))
    # The sum of 2m tables over the inflation of its variance at rho1 = rho2 = 1/2.
    effective = tables.values.reshape(-1, 4).sum(axis=0) / (n_repeats + 0.5)
    result, (u, r) = bc.compare(tables, rope=0.01), betas(effective)
    assert result.effective_size == pytest.approx(100 * n_repeats / (n_repeats + 0.5)) == effective.sum()
    assert result.effective_table.values.ravel() == pytest.approx(effective)
    assert result.difference.mean == pytest.approx(u.mean() * (2 * r.mean() - 1))
    assert result.prob_first_better == pytest.approx(tail(-0.01, u, r), abs=1e-7)
    assert result.prob_second_better == pytest.approx(1 - tail(0.01, u, r), abs=1e-7)


def test_five_by_two_has_the_bcv_mcnemar_test_beside_the_posterior():
    tables = drawn_tables(SHARES, 50)
    only_first, only_second = tables.values[..., 0, 1].sum(), tables.values[..., 1, 0].sum()
    statistic = (2 / 11 * abs(only_first - only_second) - 1) ** 2 / (2 / 11 * (only_first + only_second))
    test = bc.compare(tables).methods.iloc[1]
    assert (test["method"], test["df"]) == ("bcv_mcnemar", 1)
    assert test["statistic"] == pytest.approx(statistic)
    assert test["pvalue"] == pytest.approx(stats.chi2.sf(statistic, 1))
    assert test["estimate"] == pytest.approx((only_first - only_second) / 500)


def test_an_effective_table_gives_the_posterior_of_its_ten_tables():
    tables = drawn_tables(SHARES, 50)
    whole, compressed = bc.compare(tables), bc.compare(bc.effective_table(tables))
    assert compressed.method.name == "effective-table"
    assert compressed.methods["kind"].tolist() == ["posterior"]
    assert np.isnan(compressed.summary()["pvalue"].item())
    assert compressed.difference.interval().low == pytest.approx(whole.difference.interval().low, abs=1e-12)
    assert (compressed.prob_first_better, compressed.bayes_factor, compressed.effective_size) == pytest.approx(
        (whole.prob_first_better, whole.bayes_factor, whole.effective_size)
    )
