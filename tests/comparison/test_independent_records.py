"""No inference takes weighted records for equal ones, or grouped ones for independent ones."""

import numpy as np
import pytest
from sklearn.model_selection import PredefinedSplit

import bayescmp as bc
from bayescmp.evidence import crossed_sums
from bayescmp.hierarchical import run_correlations
from tests.data import cross_validated

N = 24
INFERENCES = {
    "compare": bc.compare,
    "crossed effects": bc.posteriors.crossed_effects_posterior,
    "their sums": crossed_sums,
    "fold correlation": bc.hierarchical.fold_correlation,
    "fold correlation of errors": lambda data: bc.hierarchical.fold_correlation(data, statistic="error", first="a"),
    "grid": run_correlations,
}


@pytest.mark.parametrize("name", INFERENCES)
def test_weights_and_groups_are_refused_by_what_does_not_know_them(name):
    with pytest.raises(ValueError, match=r"must have no `weight`.*drop_vars\('weight'\)"):
        INFERENCES[name](cross_validated({"a": 0.5, "b": 0.5}, N, 3).assign(weight=("record", np.ones(N))))
    if name == "compare":
        return
    data = cross_validated({"a": 0.5, "b": 0.5}, N, PredefinedSplit(np.arange(N) // 4 % 2))
    with pytest.raises(ValueError, match=r"must have independent records here.*drop_vars\('group'\)"):
        INFERENCES[name](data.assign(group=("record", np.arange(N) // 4)))
