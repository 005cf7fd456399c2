"""The level "correlated-t": scores of the validation sets of a cross-validation, by a correlation that is assumed."""

import numpy as np
import xarray as xr

from bayescmp._bibliography import Cite, Sentence
from bayescmp._settings import Settings
from bayescmp.design import CROSS_VALIDATION, Design
from bayescmp.evidence import PairEvidence
from bayescmp.levels._level import Level, Told
from bayescmp.levels._mean_loss import EXACT, pack_mean_difference, unpack_mean_difference
from bayescmp.metrics import Metric
from bayescmp.posteriors._mean_difference import MeanDifference

_ROUNDING = 1e-12  # of the largest difference


def _fits(design: Design, metric: Metric) -> bool:
    is_scores = design.kind == CROSS_VALIDATION and not design.has_records
    return is_scores and metric.needs == "losses" and np.isfinite(design.test_to_train)


def _fit(evidence: PairEvidence, _: Settings) -> MeanDifference:
    sets = ("repeat", "fold")
    differences, n = evidence.differences, evidence.design.n_sets
    mean = differences.mean(sets)
    variance = ((differences - mean) ** 2).sum(sets) / (n - 1)
    # rho / (1 - rho) is the size of a validation set over that of a training set.
    scale = ((1 / n + evidence.design.test_to_train) * variance) ** 0.5
    scale = scale.where(scale > _ROUNDING * np.abs(differences).max(), 0.0).expand_dims("part", -1)
    return MeanDifference(mean=mean, scales=scale, weights=xr.ones_like(scale), df=float(n - 1))


def _methods(_: Told) -> tuple[Sentence, ...]:
    what = (
        "The posterior of the difference is that of the Bayesian correlated t test, a t distribution about the mean "
        "difference of the scores, in which two validation sets are taken to correlate by the share of the records "
        "that one of them holds ("
    )
    return ((what, Cite("corani2015"), ")."),)


CORRELATED_T = Level(
    name="correlated-t",
    summary="scores of the validation sets of a cross-validation, where there are no predictions",
    plan=None,
    fits=_fits,
    fit=_fit,
    trust=lambda *_: EXACT,
    assumes=lambda *_: "validation sets correlate by n_test / (n_train + n_test), a rule of thumb; normal differences",
    methods=_methods,
    pack=pack_mean_difference,
    unpack=unpack_mean_difference,
    prior=lambda _: "flat",
)
