"""No inference takes grouped or weighted records for independent ones."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.evidence import crossed_sums
from bayescmp.hierarchical import run_correlations
from tests.data import cross_validated

N = 24
INFERENCES = {
    "compare": bc.compare,
    "crossed effects": bc.posteriors.crossed_effects_posterior,
    "their sums": crossed_sums,
    "sampled crossed effects": bc.hierarchical.crossed_effects_mcmc,
    "fold correlation": bc.hierarchical.fold_correlation,
    "fold correlation of errors": lambda data: bc.hierarchical.fold_correlation(data, statistic="error", first="a"),
    "grid": run_correlations,
}


@pytest.mark.parametrize("variable", ["group", "weight"])
@pytest.mark.parametrize("infer", INFERENCES.values(), ids=INFERENCES)
def test_groups_and_weights_are_refused(infer, variable):
    with pytest.raises(ValueError, match=rf"must have no `{variable}`.*drop_vars\('{variable}'\)"):
        infer(cross_validated({"a": 0.5, "b": 0.5}, N, 3).assign({variable: ("record", np.ones(N))}))
