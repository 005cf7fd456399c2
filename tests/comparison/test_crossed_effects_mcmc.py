"""Comparisons that rest on draws: what they show, keep and refuse."""

import json

import numpy as np
import pytest
import xarray as xr
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.hierarchical import diagnostics_verdict

PASSED, FAILED = 2000, 40
MCMC = "crossed-effects-mcmc"


@pytest.fixture(scope="module")
def predictions():
    X, y = load_iris(return_X_y=True)
    estimators = {"tree": DecisionTreeClassifier(max_depth=1), "bayes": GaussianNB()}
    return bc.cross_val_predictions(estimators, X, y, cv=bc.BlockRegularizedCV(3), random_state=0)


def tree_of(draws, mean, sd=0.02):
    """Return what the sampler returns, with normal draws of the difference."""
    rng = np.random.default_rng(0)
    dims = ("chain", "draw")
    difference = rng.normal(mean, sd, (4, draws))
    posterior = xr.Dataset(
        {
            "difference": (dims, difference),
            "error": ((*dims, "classifier"), np.stack([0.3 + difference / 2, 0.3 - difference / 2], axis=-1)),
            "disagreement": (dims, rng.normal(0.3, 0.02, (4, draws))),
            "tau": (dims, rng.gamma(2, 0.2, (4, draws))),
        },
        coords={"classifier": ["tree", "bayes"]},
    )
    never = (dims, np.zeros((4, draws), bool))
    stats = xr.Dataset({"diverging": never, "reached_max_treedepth": never, "energy": (dims, difference)})
    tree = xr.DataTree.from_dict({"posterior": posterior, "sample_stats": stats})
    tree.attrs = {"diagnostics": diagnostics_verdict(tree).to_json(), "provenance": json.dumps({"seed": 7})}
    return tree


@pytest.fixture
def sampled(monkeypatch, predictions):
    """Compare with given draws in place of the sampler's."""

    def compare(draws, mean, **options):
        monkeypatch.setattr(
            "bayescmp.levels._crossed_effects_mcmc.crossed_effects_mcmc", lambda *_, **__: tree_of(draws, mean)
        )
        return bc.compare(predictions, inference=MCMC, **options)

    return compare


@pytest.mark.parametrize(
    ("mean", "decision", "words"),
    [
        (0.1, "second better", "bayes errs less than tree (probability > 0.999)."),
        (-0.1, "first better", "tree errs less than bayes (probability > 0.999)."),
        (0.02, "undecided", "Undecided: bayes errs less than tree with probability 0.8"),
    ],
)
def test_the_decision_is_that_of_the_draws(sampled, mean, decision, words):
    result = sampled(PASSED, mean)
    assert result.decision == decision
    assert " ".join(str(result).split()).startswith(words)
    assert result.difference.mean == pytest.approx(mean, abs=0.001)
    assert result.prob_first_better + result.prob_second_better == pytest.approx(1)


def test_a_rope_splits_the_draws_into_three(sampled):
    result = sampled(PASSED, 0.02, rope=0.02)
    draws = result.posterior.draws["difference"].values
    assert result.prob_first_better == (draws <= -0.02).mean()
    assert result.prob_second_better == (draws > 0.02).mean()
    assert result.prob_equivalent == pytest.approx(((draws > -0.02) & (draws <= 0.02)).mean())
    assert result.prob_error == pytest.approx(np.sqrt(0.25 / 8000), rel=0.2)


@pytest.mark.parametrize("ci_kind", ["eti", "hdi"])
def test_the_interval_is_that_of_the_draws(sampled, ci_kind):
    interval = sampled(PASSED, 0.0, ci_kind=ci_kind).interval
    assert (interval.low, interval.high) == pytest.approx((-0.0392, 0.0392), abs=0.002)


def test_the_deterministic_levels_stand_beside_it(sampled):
    result = sampled(PASSED, 0.1)
    assert result.levels["level"].tolist()[:3] == [MCMC, "crossed-effects", "effective-table"]
    assert result.inference == MCMC
    assert result.tipping_point is not None


def test_good_draws_are_called_reliable_with_their_error(sampled):
    result = sampled(PASSED, 0.02)
    assert result.reliable
    assert "diagnostics pass" in " ".join(str(result).split())
    assert "Monte Carlo error of a probability 0.00" in " ".join(str(result).split())
    assert "NOT RELIABLE" not in str(result)


def test_bad_draws_flag_the_headline_and_name_the_parameter(sampled):
    result = sampled(FAILED, 0.1)
    assert not result.reliable
    assert str(result).startswith("NOT RELIABLE, see trust. ")
    assert "difference has a bulk effective sample size" in " ".join(str(result).split())
    assert "NOT RELIABLE" in result._repr_html_()


def test_it_is_saved_and_loaded(sampled, tmp_path):
    result = sampled(PASSED, 0.02)
    result.save(tmp_path / "result.nc")
    loaded = bc.load(tmp_path / "result.nc")
    assert loaded.to_json() == result.to_json()
    assert str(loaded) == str(result)
    assert loaded.posterior.draws.identical(result.posterior.draws)
    assert loaded.provenance["sampler"] == {"seed": 7}


def test_the_posterior_has_the_quantities_of_every_other(sampled):
    posterior = sampled(PASSED, 0.1).posterior
    assert posterior.first_error_on_disagreement.mean == pytest.approx((0.3 + 0.1) / 0.6, abs=0.02)
    assert posterior.first_error_given_second_right.mean == pytest.approx(0.2 / 0.75, abs=0.01)
    assert posterior.first_error_given_second_wrong.mean == pytest.approx(0.15 / 0.25, abs=0.01)
    assert posterior.disagreement.mean == pytest.approx(0.3, abs=0.01)
    assert posterior.n_effective == pytest.approx((0.3 - 0.1**2) / 0.02**2, rel=0.1)
    assert float(posterior.table.sum()) == pytest.approx(posterior.n_effective)
    assert posterior.difference.pdf(0.1) == pytest.approx(1 / (0.02 * np.sqrt(2 * np.pi)), rel=0.1)
    assert set(posterior.difference.draw(5, rng=0).values) <= set(posterior.draws["difference"].values.ravel())


def test_one_sided_draws_have_an_error_too(sampled):
    assert sampled(PASSED, 0.5).prob_error == pytest.approx(1 / 8000, rel=0.01)


def test_the_sampler_is_called_with_what_is_given(predictions):
    result = bc.compare(predictions, inference=MCMC, rng=3, draws=100, tune=200, chains=2, cores=1)
    settings = result.provenance["sampler"]
    assert (settings["draws"], settings["tune"], settings["chains"]) == (100, 200, 2)
    again = bc.compare(predictions, inference=MCMC, rng=3, draws=100, tune=200, chains=2, cores=1)
    assert again.to_json() == result.to_json()
    crossed = bc.compare(predictions)
    assert abs(result.difference.mean - crossed.difference.mean) < crossed.difference.sd


def test_what_makes_no_sense_is_refused(predictions):
    with pytest.raises(TypeError, match="draws: for `inference` 'crossed-effects-mcmc' only"):
        bc.compare(predictions, draws=100)
    table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    with pytest.raises(ValueError, match="`inference` must be 'auto' or 'paired'"):
        bc.compare(table, inference=MCMC)
    with pytest.raises(TypeError, match="`compare` has no keyword `warmup`"):
        bc.compare(predictions, inference=MCMC, warmup=10)
    with pytest.raises(TypeError, match=r"has no keyword `treshold`\. Did you mean .threshold."):
        bc.compare(predictions, treshold=0.9)
