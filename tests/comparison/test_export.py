"""A comparison as a DataTree for ArviZ."""

import json

import arviz as az
import numpy as np
import pytest

import bayescmp as bc
from tests.data import cross_validated


def test_draws_are_those_of_the_posterior():
    result = bc.compare(cross_validated({"a": 0.3, "b": 0.22}, 100))
    tree = result.to_datatree(draws=4000, rng=0)
    drawn = tree["posterior"]["difference"]
    assert float(drawn.mean()) == pytest.approx(result.difference.mean, abs=5 * result.difference.sd / np.sqrt(16_000))
    assert float(drawn.std()) == pytest.approx(result.difference.sd, rel=0.05)
    assert float((drawn < 0).mean()) == pytest.approx(result.prob_first_better, abs=0.02)
    assert "difference" in az.summary(tree, ci_prob=0.95, ci_kind="eti").index
    assert json.loads(tree.attrs["result"]) == result.to_dict()
    again = result.to_datatree(draws=4000, rng=0)["posterior"]["difference"]
    assert again.equals(drawn)
