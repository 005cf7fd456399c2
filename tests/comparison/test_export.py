"""A comparison as a DataTree for ArviZ, at every level that has one."""

import json

import arviz as az
import numpy as np
import pytest

import bayescmp as bc
from bayescmp.hierarchical import shipped_correlations


def predictions():
    rng = np.random.default_rng(0)
    splits = list(bc.BlockRegularizedCV(5, random_state=0).split(np.zeros((100, 1)), np.arange(100) % 2))
    labels = {name: (rng.random((5, 100)) < p).astype(int) for name, p in {"a": 0.3, "b": 0.22}.items()}
    return bc.predictions_from_arrays(np.zeros(100, int), labels, splits=splits)


@pytest.mark.parametrize("inference", ["crossed-effects", "effective-table", "fold-correlation"])
def test_draws_are_those_of_the_posterior(inference):
    known = shipped_correlations() if inference == "fold-correlation" else None
    result = bc.compare(predictions(), inference=inference, correlations=known)
    tree = result.to_datatree(draws=4000, rng=0)
    drawn = tree["posterior"]["difference"]
    assert float(drawn.mean()) == pytest.approx(result.difference.mean, abs=5 * result.difference.sd / np.sqrt(16_000))
    assert float(drawn.std()) == pytest.approx(result.difference.sd, rel=0.05)
    assert float((drawn < 0).mean()) == pytest.approx(result.prob_first_better, abs=0.02)
    assert "difference" in az.summary(tree, ci_prob=0.95, ci_kind="eti").index
    assert json.loads(tree.attrs["result"]) == result.to_dict()
    again = result.to_datatree(draws=4000, rng=0)["posterior"]["difference"]
    assert again.equals(drawn)
