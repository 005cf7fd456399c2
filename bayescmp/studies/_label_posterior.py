"""The posterior of the difference of two F1 on one hold-out, as the level "cells" has it."""

import numpy as np

from bayescmp._typing import Floats, Integers
from bayescmp.metrics._averages import F1
from bayescmp.posteriors import LabelCells
from bayescmp.studies._joint_labels import PLAN, counts_of_trials, joint_labels
from bayescmp.studies._methods import Findings, Method, register_method
from bayescmp.studies._outcomes import Outcomes


def _assess(outcomes: Outcomes, alpha: float) -> Findings:
    counts, draws = counts_of_trials(outcomes, "The posterior of F1"), int(np.ceil(50 / alpha))  # as the bootstrap
    both = np.array([_drawn(of_trial, draws) for of_trial in counts])
    apart = both[..., 1] - both[..., 0]  # the loss of the first, less that of the second
    low, high = np.quantile(apart, [alpha / 2, 1 - alpha / 2], axis=1)
    prob = (apart < 0).mean(1) + (apart == 0).mean(1) / 2
    return {"prob_first_better": prob, "estimate": apart.mean(1), "low": low, "high": high}


def _drawn(counts: Integers, draws: int) -> Floats:
    """Draw both F1, (draw, classifier)."""
    seen = np.flatnonzero(counts)
    y, *predicted = joint_labels(seen)
    cells = LabelCells(
        true=y,
        predicted=np.column_stack(predicted),
        counts=counts[seen].astype(float),
        labels=np.arange(2),
        classifiers=("first", "second"),
        strength=1.0,
    )
    # Seeded by the counts: equal data have equal answers wherever they are computed.
    return cells.draw(F1[0], draws, np.random.default_rng(counts)).to_numpy()


posterior_f1 = Method(name="posterior_f1", plan=PLAN, assess=_assess)
"""Decides where the probability of the lower 1 - F1 is at least 1 - alpha/2."""

register_method(posterior_f1)
