"""The verdict on hand-made draws: each diagnostic fails by itself, and says so with the name and the number."""

import json

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.hierarchical import diagnostics_verdict

DIMS = ("chain", "draw")
SHAPE = (4, 1000)


def made_tree(posterior=None, chains=4, draws=1000, depth="reached_max_treedepth", **stats):
    """Return independent normal draws, with what `posterior` and `stats` put in their place."""
    rng = np.random.default_rng(0)
    shape = (chains, draws)
    variables = {"delta": (DIMS, rng.normal(size=shape))} | (posterior or {})
    sampled = {
        "diverging": np.zeros(shape, bool), "energy": rng.normal(size=shape), depth: np.zeros(shape, bool),
    } | stats  # fmt: skip
    return xr.DataTree.from_dict(
        {
            "posterior": xr.Dataset(variables),
            "sample_stats": xr.Dataset({name: (DIMS, v) for name, v in sampled.items() if v is not None}),
        }
    )


def marked(count):
    flags = np.zeros(SHAPE, bool)
    flags.flat[:count] = True
    return flags


@pytest.mark.parametrize("depth", ["reached_max_treedepth", "maxdepth_reached"])
def test_good_draws_pass(depth):
    verdict = diagnostics_verdict(made_tree(depth=depth))
    assert verdict.passed
    assert verdict.problems == ()
    assert verdict.remedy == ""
    assert verdict.n_divergences == 0
    assert verdict.max_depth_share == 0
    assert verdict.min_e_bfmi > 1
    assert str(verdict).startswith("The sampler's diagnostics pass: R-hat at most 1.00")
    assert list(verdict.table.columns) == ["parameter", "r_hat", "ess_bulk", "ess_tail", "mcse_mean"]


def test_chains_that_disagree_fail_with_the_name_of_the_parameter():
    shifted = np.random.default_rng(1).normal(size=SHAPE) + 3 * np.arange(4)[:, None]
    verdict = diagnostics_verdict(made_tree({"shifted": (DIMS, shifted)}))
    assert not verdict.passed
    r_hat = verdict.table.set_index("parameter").loc["shifted", "r_hat"]
    assert f"shifted has R-hat of {r_hat:.3f} (threshold 1.01)." in verdict.problems
    assert not any("delta" in problem for problem in verdict.problems)
    assert str(verdict).startswith("NOT reliable: shifted has R-hat of")
    assert "Raise tune and draws." in str(verdict)


def test_a_verdict_that_passes_says_the_least_effective_size_of_bulk_and_tails():
    rng = np.random.default_rng(3)
    scale = np.where(np.arange(1000) % 100 < 20, 3.0, 1.0)  # the tails come in clumps
    verdict = diagnostics_verdict(made_tree({"clumped": (DIMS, rng.normal(size=SHAPE) * scale)}))
    assert verdict.passed
    bulk, tail = (int(verdict.table[name].min()) for name in ("ess_bulk", "ess_tail"))
    assert tail < 0.8 * bulk
    assert str(tail) in str(verdict)
    assert str(bulk) not in str(verdict)


def test_one_divergence_and_a_low_energy_fraction_of_a_chain_fail():
    verdict = diagnostics_verdict(made_tree(diverging=marked(1)))
    assert verdict.problems == ("1 of 4000 transitions diverged (threshold 0).",)
    assert verdict.n_divergences == 1
    assert "target_accept" in verdict.remedy
    energy = np.random.default_rng(4).normal(size=SHAPE)
    energy[2] = np.cumsum(energy[2])
    verdict = diagnostics_verdict(made_tree(energy=energy))
    assert verdict.problems == (f"The E-BFMI of chain 2 is {verdict.min_e_bfmi:.2f} (threshold 0.3).",)


@pytest.mark.parametrize(("count", "passed"), [(40, True), (41, False)])
def test_tree_depth_may_saturate_in_one_transition_of_a_hundred(count, passed):
    verdict = diagnostics_verdict(made_tree(depth="maxdepth_reached", maxdepth_reached=marked(count)))
    assert verdict.passed is passed
    if not passed:
        assert verdict.problems == ("1.0 % of transitions stop at the maximal tree depth, above 1 %.",)


def test_draws_that_are_no_numbers_fail():
    draws = np.random.default_rng(5).normal(size=(*SHAPE, 2))
    draws[1, 7, 1] = np.inf
    tree = made_tree({"error": ((*DIMS, "classifier"), draws)})
    tree["posterior"] = tree["posterior"].to_dataset().assign_coords(classifier=["tree", "svm"])
    verdict = diagnostics_verdict(tree)
    assert verdict.problems == ("error[svm] has draws that are not finite numbers.",)
    assert verdict.table.set_index("parameter")["r_hat"].isna().to_dict() == {
        "delta": False, "error[tree]": False, "error[svm]": True,
    }  # fmt: skip


def test_constants_chains_that_are_stuck_or_alone_and_too_few_draws_fail():
    tree = made_tree({"fixed": (DIMS, np.ones(SHAPE))})
    assert diagnostics_verdict(tree).problems == ("fixed has the same value in every draw.",)
    assert diagnostics_verdict(tree, var_names=["delta"]).passed
    verdict = diagnostics_verdict(made_tree({"delta": (DIMS, np.ones(SHAPE))}, energy=np.zeros(SHAPE)))
    assert not verdict.passed
    assert json.loads(verdict.to_json())["max_r_hat"] == "nan"
    stuck = np.repeat(np.arange(4.0)[:, None], 1000, axis=1)
    verdict = diagnostics_verdict(made_tree({"stuck": (DIMS, stuck)}))
    assert any(problem.startswith("stuck has R-hat") for problem in verdict.problems)
    verdict = diagnostics_verdict(made_tree(chains=1))
    assert any("one chain only" in problem for problem in verdict.problems)
    verdict = diagnostics_verdict(made_tree(draws=2))
    assert any("of nan" in problem for problem in verdict.problems)


@pytest.mark.parametrize(
    ("missing", "words"), [("diverging", "Divergences"), ("energy", "E-BFMI"), ("reached_max_treedepth", "tree depth")]
)
def test_statistics_that_were_not_kept_do_not_pass_silently(missing, words):
    verdict = diagnostics_verdict(made_tree(**{missing: None}))
    assert len(verdict.problems) == 1
    assert words in verdict.problems[0]


def test_a_long_list_of_failures_is_counted():
    draws = np.random.default_rng(6).normal(size=(*SHAPE, 9)) + 3 * np.arange(4)[:, None, None]
    verdict = diagnostics_verdict(made_tree({"effect": ((*DIMS, "record"), draws)}))
    of_r_hat = [problem for problem in verdict.problems if "R-hat" in problem]
    assert len(of_r_hat) == 5
    assert "4 more parameters fail likewise." in verdict.problems


def test_the_verdict_is_json():
    content = json.loads(diagnostics_verdict(made_tree(diverging=marked(3), energy=None)).to_json())
    assert content["passed"] is False
    assert content["n_divergences"] == 3
    assert content["min_e_bfmi"] == "nan"
    assert content["sentence"].startswith("NOT reliable")


def test_wrong_arguments_are_refused():
    with pytest.raises(TypeError, match="`tree` must be a DataTree"):
        diagnostics_verdict(xr.Dataset())
    with pytest.raises(ValueError, match="must have a group `posterior`"):
        diagnostics_verdict(xr.DataTree())
    with pytest.raises(ValueError, match="`var_names` must be in the posterior"):
        diagnostics_verdict(made_tree(), var_names=["nothing"])


def test_draws_of_a_result_are_computed_and_not_sampled():
    result = bc.compare(bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76))
    with pytest.raises(ValueError, match="is computed, not sampled: there is nothing to diagnose"):
        diagnostics_verdict(result.to_datatree(10))
