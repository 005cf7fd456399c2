"""Exact posteriors drawn in the form that ArviZ takes."""

import itertools

import arviz as az
import numpy as np
import pytest
import xarray as xr
from scipy import stats

import bayescmp as bc
from tests.data import hold_out

PARTS = (
    "disagreement", "first_error_on_disagreement", "first_error_given_second_right", "first_error_given_second_wrong",
)  # fmt: skip
PRIORS = ["beta", "dirichlet"]


def posterior_of(*counts, prior="beta", strength=1.0, dims=None):
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    table = bc.paired_table(**dict(zip(names, counts, strict=True)), dims=dims)
    return bc.posteriors.paired_posterior(table, prior=prior, strength=strength)


@pytest.mark.parametrize("prior", PRIORS)
class TestDraws:
    @pytest.mark.parametrize(("counts", "strength"), [((3, 1, 2, 4), 1), ((0, 40, 2, 300), 0.5)])
    def test_have_the_exact_margins(self, prior, counts, strength):
        posterior = posterior_of(*counts, prior=prior, strength=strength)
        group = posterior.to_datatree(5000, rng=2)["posterior"]
        for name in PARTS:
            draws = group[name].values.ravel()
            assert stats.kstest(draws, getattr(posterior, name).cdf).pvalue > 0.002, name
        q = np.arange(1, 20) / 20
        below = (group["difference"].values.ravel()[:, None] <= posterior.difference.ppf(q)).mean(axis=0)
        np.testing.assert_allclose(below, q, atol=3.5 * np.sqrt(0.25 / 20_000))

    def test_are_of_the_drawn_factors_independent_and_never_missing(self, prior):
        group = posterior_of(3, 1, 2, 4, prior=prior).to_datatree(200, rng=0)["posterior"]
        product = group["disagreement"] * (2 * group["first_error_on_disagreement"] - 1)
        np.testing.assert_allclose(group["difference"], product, atol=1e-14)
        group = posterior_of(3, 1, 2, 4, prior=prior).to_datatree(5000, rng=0)["posterior"]
        for one, other in itertools.combinations(group["difference"].values, 2):
            assert abs(np.corrcoef(one, other)[0, 1]) < 0.05
            assert abs(np.corrcoef(one[1:], one[:-1])[0, 1]) < 0.05
        group = posterior_of(0, 0, 0, 0, prior=prior, strength=1e-3).to_datatree(1000, rng=0)["posterior"]
        assert {name: int(draws.isnull().sum()) for name, draws in group.items()} == dict.fromkeys(group, 0)


def test_dirichlet_draws_come_from_one_draw_of_the_cells_whose_margins_are_told_apart():
    group = posterior_of(3, 1, 2, 4, prior="dirichlet").to_datatree(500, rng=0)["posterior"]
    p_d, r, r_c, r_i = (group[name] for name in PARTS)
    only_first, only_second = p_d * r, p_d * (1 - r)
    both_right, both_wrong = only_first * (1 - r_c) / r_c, only_second * r_i / (1 - r_i)
    np.testing.assert_allclose(only_first + only_second + both_right + both_wrong, 1)
    draws = posterior_of(3, 1, 2, 4).to_datatree(5000, rng=2)["posterior"]["first_error_on_disagreement"]
    swapped = posterior_of(3, 2, 1, 4).first_error_on_disagreement
    assert stats.kstest(draws.values.ravel(), swapped.cdf).pvalue < 1e-6


def test_the_summary_of_arviz_takes_it_as_it_is():
    posterior = posterior_of(3, 1, 2, 4)
    summary = az.summary(posterior.to_datatree(1000, rng=0), ci_prob=0.95, ci_kind="eti", round_to="none")
    assert set(summary.index) == {*PARTS, "difference"}
    row = summary.loc["difference"]
    assert row["mean"] == pytest.approx(posterior.difference.mean, abs=4 * row["mcse_mean"])
    assert row["sd"] == pytest.approx(posterior.difference.sd, abs=4 * row["mcse_sd"])
    assert row["r_hat"] < 1.01
    assert row["ess_bulk"] > 3000


def test_groups_dims_and_coordinates_and_a_number_of_draws():
    posterior = posterior_of(*([[[count]] * 2] * 3 for count in (3, 1, 2, 4)), dims=("pair", "repeat", "fold"))
    tree = posterior.to_datatree(6, rng=0)
    assert list(tree.children) == ["posterior"]
    for draws in tree["posterior"].data_vars.values():
        assert draws.dims == ("chain", "draw", "pair", "repeat", "fold")
        assert draws.shape == (4, 6, 3, 2, 1)
    assert isinstance(tree, xr.DataTree)
    assert tree["posterior"]["draw"].values.tolist() == list(range(6))
    with pytest.raises(ValueError, match="`draws` must be at least 1, but got 0"):
        posterior_of(3, 1, 2, 4).to_datatree(0)


def test_draws_of_a_mixture_take_every_part_as_often_as_its_weight():
    """A tenth of the weight on correlations that leave few records, which have most of the spread."""
    tables = bc.paired_table(
        both_wrong=[[9, 8]], only_first_wrong=[[40, 42]], only_second_wrong=[[40, 38]], both_right=[[61, 62]],
        dims=("repeat", "fold"),
    )  # fmt: skip
    known = xr.Dataset(
        {"rho1": ("point", [0.0, 0.0]), "rho2": ("point", [0.0, 0.0]), "phi": ("point", [1.0, 30.0]),
         "weight": ("point", [0.9, 0.1])}
    )  # fmt: skip
    posterior = bc.posteriors.effective_posterior(tables, known)
    drawn = posterior.to_datatree(4000, rng=0)["posterior"]["difference"].values.ravel()
    for at in (-0.3, -0.1, 0.1, 0.3):
        share = posterior.difference.cdf(at)
        assert (drawn <= at).mean() == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / 16_000))


def test_draws_of_a_metric_of_which_more_is_better_are_values():
    result = bc.compare(hold_out({"a": 0.2, "b": 0.35}, 200), metric="f1_macro")
    drawn = result.to_datatree(500, rng=0)["posterior"]
    expected = result.classifiers["estimate"]
    for name in ("a", "b"):
        assert float(drawn["value"].sel(classifier=name).mean()) == pytest.approx(expected[name], abs=0.01)
    np.testing.assert_allclose(
        drawn["difference"], drawn["value"].sel(classifier="a") - drawn["value"].sel(classifier="b"), atol=1e-12
    )
