"""The test of two proportions, misapplied to two F1 on one hold-out."""

import numpy as np
from scipy import special

from bayescmp.studies._joint_labels import PLAN, counts_of_trials, losses_of_counts
from bayescmp.studies._methods import Findings, Method, register_method
from bayescmp.studies._outcomes import Outcomes


def _assess(outcomes: Outcomes, alpha: float) -> Findings:  # noqa: ARG001 - one signature
    counts = counts_of_trials(outcomes, "The test of proportions of F1")
    first, second = losses_of_counts("f1", counts)
    mean = (first + second) / 2
    se = np.sqrt(2 * mean * (1 - mean) / counts.sum(-1))
    z = (first - second) / np.where(se > 0, se, 1)
    return {"pvalue": 2 * special.ndtr(-np.abs(z)), "statistic": z, "estimate": first - second}


proportions_f1 = Method(name="proportions_f1", plan=PLAN, assess=_assess)
"""As `proportions`, with 1 - F1 as if it were the share of the records that are wrong."""

register_method(proportions_f1)
