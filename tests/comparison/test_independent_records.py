"""No inference takes grouped or weighted records for independent ones."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.evidence import crossed_sums
from bayescmp.hierarchical import fold_correlation_grid

N = 24
INFERENCES = {
    "compare": bc.compare,
    "crossed effects": bc.crossed_effects_posterior,
    "their sums": crossed_sums,
    "sampled crossed effects": bc.crossed_effects_mcmc,
    "fold correlation": bc.fold_correlation,
    "fold correlation of errors": lambda data: bc.fold_correlation(data, statistic="error", first="a"),
    "grid": fold_correlation_grid,
}


@pytest.fixture(scope="module")
def predictions():
    rng = np.random.default_rng(0)
    splits = bc.BlockRegularizedCV(3, random_state=0).split(np.zeros((N, 1)), np.zeros(N))
    wrong = {name: rng.integers(0, 2, (3, N)) for name in "ab"}
    return bc.predictions_from_arrays(np.zeros(N, int), wrong, splits=list(splits))


@pytest.mark.parametrize("variable", ["group", "weight"])
@pytest.mark.parametrize("infer", INFERENCES.values(), ids=INFERENCES)
def test_groups_and_weights_are_refused(predictions, infer, variable):
    with pytest.raises(ValueError, match=rf"must have no `{variable}`.*drop_vars\('{variable}'\)"):
        infer(predictions.assign({variable: ("record", np.ones(N))}))
