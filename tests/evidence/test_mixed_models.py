"""Groups and answers against mixed models of statsmodels, which have the same numbers where the layout is balanced."""

import warnings

import numpy as np
import pytest

import bayescmp as bc
from tests.data import gathered

regression = pytest.importorskip("statsmodels.regression.mixed_linear_model")


def mixed_model(values, units):
    """Return the standard error of the mean, and the variances between and within units, by REML."""
    with warnings.catch_warnings(action="ignore"):  # of how its optimiser ended
        fit = regression.MixedLM(values, np.ones(values.size), groups=units).fit(reml=True)
    return float(fit.bse_fe[0]), float(fit.cov_re[0, 0]), float(fit.scale)


def layout(n_units, n_each, between, seed=0):
    """Return units, and values that have a common part in each."""
    rng = np.random.default_rng(seed)
    units = np.repeat(np.arange(n_units), n_each)
    return units, between * rng.normal(size=(2, n_units))[:, units] + rng.normal(size=(2, units.size))


def test_the_difference_of_groups_varies_as_its_mixed_model_says():
    groups, losses = layout(15, 6, between=0.8)
    found = bc.compare(bc.losses({"a": losses[0], "b": losses[1]}, group=groups))
    error, _, _ = mixed_model(losses[0] - losses[1], groups)
    assert found.posterior.scales.item() == pytest.approx(error, rel=1e-3)


def test_the_share_of_answers_is_that_of_their_mixed_models():
    """The share is of both systems, whose answers vary by themselves."""
    records, losses = layout(40, 5, between=0.7)
    data = {"a": losses[0], "b": losses[1]}
    keys = {"record": records, "answer": np.tile(np.arange(5), 40)}
    facts = bc.compare(gathered(loss=data, **keys)).evidence.facts
    share = next(fact.size for fact in facts if fact.kind == "answers")
    error, _, _ = mixed_model(losses[0] - losses[1], records)
    within = sum(mixed_model(own, records)[2] for own in losses) / 5
    assert share == pytest.approx(within / 40 / error**2, rel=1e-3)
