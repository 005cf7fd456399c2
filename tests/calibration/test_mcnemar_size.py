"""Size of McNemar's test by full enumeration of the discordant counts: no simulation."""

import numpy as np
import pytest
from scipy import stats

import bayescmp as bc
from tests.data import table

LEVEL = 0.05
LARGEST = 200


def conditional_sizes(**options):
    """P(p <= .05) under equal error rates, given each number of discordant records from 0 to 200."""
    total = np.arange(LARGEST + 1)[:, None]
    only_first = np.arange(LARGEST + 1)[None, :]
    possible = only_first <= total
    only_second = np.where(possible, total - only_first, 0)
    none = np.zeros_like(only_second)
    tables = table(none, np.where(possible, only_first, 0), only_second, none, dims=("total", "count"))
    rejects = (bc.frequentist.mcnemar(tables, **options).pvalue.values <= LEVEL) & possible
    return (stats.binom.pmf(only_first, total, 0.5) * rejects).sum(axis=1)


def largest_size(sizes, n_records):
    """Over all probabilities of disagreement, of n_records records."""
    p_d = np.linspace(0.01, 1, 100)[:, None]
    return (stats.binom.pmf(np.arange(n_records + 1), n_records, p_d) @ sizes[: n_records + 1]).max()


@pytest.mark.parametrize("options", [{"method": "exact"}, {"method": "chi2"}], ids=["exact", "corrected chi2"])
def test_never_rejects_too_often(options):
    assert conditional_sizes(**options).max() <= LEVEL


@pytest.mark.parametrize(
    "options", [{"method": "midp"}, {"method": "chi2", "correction": False}], ids=["midp", "uncorrected chi2"]
)
def test_rejects_too_often_at_some_numbers_of_disagreements(options):
    sizes = conditional_sizes(**options)
    assert 0.2 < (sizes > LEVEL).mean() < 0.6
    assert sizes[16] == pytest.approx(2 * stats.binom.cdf(4, 16, 0.5))  # .077


def test_uncorrected_chi2_rejects_4_to_0_which_happens_to_equal_classifiers_one_time_in_eight():
    assert conditional_sizes(method="chi2", correction=False)[4] == pytest.approx(1 / 8)


@pytest.mark.parametrize("n_records", [20, 50, 200])
def test_midp_is_above_the_level_at_some_probability_of_disagreement_and_exact_never(n_records):
    exact, midp = (largest_size(conditional_sizes(method=method), n_records) for method in ("exact", "midp"))
    assert exact <= LEVEL < midp


def test_without_disagreements_nothing_is_rejected():
    assert conditional_sizes(method="midp")[:5].sum() == 0
