"""How often intervals of mean losses, areas and scores hold, and controls that should not."""

import numpy as np
import pytest
import xarray as xr
from scipy import stats

import bayescmp as bc
from bayescmp.evidence import evidence_of
from bayescmp.methods import METHODS
from bayescmp.metrics import METRICS, Answers
from bayescmp.posteriors import MeanDifference
from bayescmp.posteriors._drawn_records import WeightedRecords

SETS = 300
ERROR = np.sqrt(0.95 * 0.05 / SETS)


def of_differences(d):
    """Interval of the mean of paired differences, as the method has it."""
    scale = xr.DataArray([d.std(ddof=1) / np.sqrt(d.size)], dims="part")
    found = MeanDifference(mean=xr.DataArray(d.mean()), scales=scale, weights=xr.ones_like(scale), df=d.size - 1.0)
    return found.difference.interval(0.95)


def test_intervals_of_mean_losses_hold_and_normal_ones_of_few_records_do_not():
    rng, held, normal = np.random.default_rng(0), [], []
    for _ in range(SETS):
        d = rng.normal(0.3, 1, 6) - rng.normal(0, 1, 6)
        interval = of_differences(d)
        held.append(interval.low <= 0.3 <= interval.high)
        normal.append(abs(d.mean() - 0.3) <= 1.96 * d.std(ddof=1) / np.sqrt(6))
    assert abs(np.mean(held) - 0.95) < 3 * ERROR
    assert np.mean(normal) < 0.95 - 3 * ERROR


def test_draws_of_areas_hold_and_those_of_unpaired_classifiers_are_too_wide():
    rng, metric, paired, apart = np.random.default_rng(1), METRICS["roc_auc"], [], []
    truth = stats.norm.cdf(1.2 / np.sqrt(2)) - stats.norm.cdf(1.5 / np.sqrt(2))  # of losses, 1 - area
    for trial in range(SETS):
        y = np.arange(120) % 3 == 0
        common = rng.normal(size=120)
        scores = [gap * y + np.sqrt(0.8) * common + np.sqrt(0.2) * rng.normal(size=120) for gap in (1.5, 1.2)]
        given = np.stack([np.stack([-z, z], axis=-1) for z in scores])[:, None]
        answers = Answers(
            validated=np.ones((1, 120), bool), truth=y[None].astype(int), given=given, best=given[0],
            answered=np.ones((2, 1, 120), bool), sets=np.zeros((1, 120), int), named={"labels": [0, 1]},
        )  # fmt: skip
        records = WeightedRecords(answers=answers, classifiers=("a", "b"))
        losses = [metric.loss_of_value(records.draw(metric, 400, seed)).to_numpy() for seed in (trial, trial + SETS)]
        for kept, other in ((paired, losses[0]), (apart, losses[1])):
            low, high = np.quantile(losses[0][:, 0] - other[:, 1], [0.025, 0.975])
            kept.append(low <= truth <= high)
    assert abs(np.mean(paired) - 0.95) < 3 * ERROR + 0.01  # 400 draws
    assert np.mean(apart) > 0.99


@pytest.mark.parametrize(("correlation", "holds"), [(0.1, True), (0.6, False)])
def test_intervals_of_scores_hold_at_the_correlation_that_is_assumed(correlation, holds):
    """Ten scores whose correlation is a tenth, the share of a validation set, and others."""
    rng, held = np.random.default_rng(2), []
    for _ in range(SETS):
        common = rng.normal(size=2)[:, None]
        values = np.sqrt(correlation) * common + np.sqrt(1 - correlation) * rng.normal(size=(2, 10))
        evidence = evidence_of(bc.scores({"a": values[0], "b": values[1]}, how=bc.validation_sets(90, 10)))
        interval = METHODS["correlated-t"].fit(evidence, bc.methods.Settings()).difference.interval(0.95)
        held.append(interval.low <= 0 <= interval.high)
    assert (abs(np.mean(held) - 0.95) < 3 * ERROR) == holds
