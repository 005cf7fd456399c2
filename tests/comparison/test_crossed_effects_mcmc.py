"""Comparisons that rest on draws: what they show, keep and refuse."""

import json
from functools import cache

import numpy as np
import pytest
import xarray as xr
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.levels import CrossedEffectsMCMC
from tests.data import iris, rewritten, sampled_tree, table

PASSED, FAILED = 2000, 40
MCMC = "crossed-effects-mcmc"


@pytest.fixture(scope="module")
def predictions():
    return iris({"tree": DecisionTreeClassifier(max_depth=1), "bayes": GaussianNB()}, bc.BlockRegularizedCV(3))


@pytest.fixture(scope="module")
def sampled(predictions):
    """Compare with given draws in place of the sampler's, once for all tests."""

    @cache
    def compare(draws, mean, **options):
        difference = np.random.default_rng(0).normal(mean, 0.02, (4, draws))
        tree = sampled_tree(difference, predictions, ("tree", "bayes"), {"seed": 7})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bayescmp.levels._mcmc_level.crossed_effects_mcmc", lambda *_, **__: tree)
            return bc.compare(predictions, level=MCMC, **options)

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
    assert result.level.name == MCMC
    assert result.tipping_point is not None


def test_good_draws_are_called_reliable_with_their_error(sampled):
    result = sampled(PASSED, 0.02)
    assert result.reliable
    details = " ".join(result.details().split())
    assert "diagnostics pass" in details
    assert "Monte Carlo error of a probability is 0.00" in details
    assert "NOT RELIABLE" not in f"{result} {details}"


def test_bad_draws_flag_the_headline_and_name_the_parameter(sampled):
    result = sampled(FAILED, 0.1)
    assert not result.reliable
    assert str(result).startswith("NOT RELIABLE, see details. ")
    assert "difference has a bulk effective sample size" in " ".join(result.details().split())
    assert "NOT RELIABLE" in result._repr_html_()


def test_its_draws_are_saved_and_not_drawn_again(sampled, monkeypatch, tmp_path):
    result = sampled(PASSED, 0.02)
    result.save(tmp_path / "result.nc")
    monkeypatch.setattr("bayescmp.levels._mcmc_level.crossed_effects_mcmc", None)
    loaded = bc.load(tmp_path / "result.nc")
    assert loaded.to_json() == result.to_json()
    assert str(loaded) == str(result)
    assert loaded.posterior.draws.identical(result.posterior.draws)
    assert loaded.provenance["sampler"]["seed"] == 7


@pytest.mark.full
def test_an_unreliable_result_does_not_load_as_a_reliable_one(sampled, tmp_path):
    result = sampled(FAILED, 0.1)
    result.save(tmp_path / "result.nc")
    assert not bc.load(tmp_path / "result.nc").reliable
    passed = json.dumps({"passed": True, "sentence": "fine"})
    rewritten(tmp_path / "result.nc", lambda tree: tree["sample"].attrs.update(diagnostics=passed))
    assert not bc.load(tmp_path / "result.nc").reliable
    text = result.to_json().replace('"reliable": false', '"reliable": true')
    assert text != result.to_json()
    rewritten(tmp_path / "result.nc", lambda tree: tree.attrs.update(result=text))
    with pytest.raises(ValueError, match=r"\['reliable'\] is True where they give False"):
        bc.load(tmp_path / "result.nc")


@pytest.mark.full
def test_what_the_draws_tell_of_the_sampler_is_not_read_from_their_attributes(sampled, tmp_path):
    result = sampled(PASSED, 0.02)
    result.save(tmp_path / "result.nc")
    forged = json.dumps({"draws": 99_999, "chains": 64, "prior": {"a": "made up"}})
    rewritten(tmp_path / "result.nc", lambda tree: tree["sample"].attrs.update(provenance=forged))
    sampler = bc.load(tmp_path / "result.nc").provenance["sampler"]
    assert (sampler["draws"], sampler["chains"]) == (PASSED, 4)
    assert "a" not in sampler["prior"]


def test_a_parameter_that_is_left_out_is_missed(sampled, predictions):
    tree = sampled(PASSED, 0.02).posterior.tree
    posterior = tree["posterior"].to_dataset().drop_vars("record_sd")
    less = xr.DataTree.from_dict(
        {name: node.to_dataset() for name, node in tree.children.items()} | {"posterior": posterior}
    )
    less.attrs = tree.attrs
    with pytest.raises(ValueError, match="`sample` must be"):
        bc.compare(predictions, level=CrossedEffectsMCMC(sample=less))


def test_a_file_without_draws_draws_none(sampled, tmp_path):
    sampled(PASSED, 0.02).save(tmp_path / "result.nc")

    def without_trees(tree):
        tree.attrs["call"] = json.dumps(json.loads(tree.attrs["call"]) | {"trees": []})

    rewritten(tmp_path / "result.nc", without_trees)
    with pytest.raises(ValueError, match="must hold the draws of 'crossed-effects-mcmc'"):
        bc.load(tmp_path / "result.nc")


def test_draws_of_before_are_taken_for_their_own_data_only(sampled, predictions):
    tree = sampled(PASSED, 0.02).posterior.tree
    again = bc.compare(predictions, level=bc.levels.CrossedEffectsMCMC(sample=tree))
    assert again.difference.mean == pytest.approx(0.02, abs=0.001)
    with pytest.raises(ValueError, match="`sample` must be what `crossed_effects_mcmc` returned for the same"):
        bc.compare(
            predictions.isel(record=slice(1, None)).drop_attrs(), level=bc.levels.CrossedEffectsMCMC(sample=tree)
        )
    with pytest.raises(ValueError, match="`sample` must be"):
        bc.compare(predictions, first="bayes", second="tree", level=bc.levels.CrossedEffectsMCMC(sample=tree))


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


@pytest.mark.full
def test_the_sampler_is_called_with_what_is_given(predictions):
    level = bc.levels.CrossedEffectsMCMC(draws=100, tune=200, chains=2, cores=1)
    result = bc.compare(predictions, level=level, rng=3)
    settings = result.provenance["sampler"]
    assert (settings["draws"], settings["tune"], settings["chains"]) == (100, 200, 2)
    again = bc.compare(predictions, level=level, rng=3)
    assert again.to_json() == result.to_json()
    crossed = bc.compare(predictions)
    assert abs(result.difference.mean - crossed.difference.mean) < crossed.difference.sd


def test_what_makes_no_sense_is_refused(predictions):
    with pytest.raises(ValueError, match="`level` must be 'auto' or 'paired'"):
        bc.compare(table(2, 4, 18, 76), level=MCMC)
    with pytest.raises(TypeError, match="unexpected keyword argument 'warmup'"):
        bc.compare(predictions, level=MCMC, warmup=10)
    with pytest.raises(TypeError, match="unexpected keyword argument 'treshold'"):
        bc.compare(predictions, treshold=0.9)


def test_the_sampler_has_the_seed_of_the_comparison(monkeypatch, predictions):
    difference, asked = np.random.default_rng(0).normal(0.1, 0.02, (4, FAILED)), []
    tree = sampled_tree(difference, predictions, ("tree", "bayes"), {"seed": 7})

    def sample(*_, rng, **__):
        asked.append(rng)
        return tree

    monkeypatch.setattr("bayescmp.levels._mcmc_level.crossed_effects_mcmc", sample)
    bc.compare(predictions, level=MCMC, rng=5)
    assert asked == [5]


def test_a_table_for_a_paper_warns_where_the_draws_fail(sampled):
    assert "NOT RELIABLE" in sampled(FAILED, 0.1).to_markdown()
    assert "NOT RELIABLE" not in sampled(PASSED, 0.1).to_latex()
