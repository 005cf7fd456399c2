"""Bootstrap tests of two binary classifiers on one hold-out, fast because a resample is a count of joint outcomes."""

from functools import partial

import numpy as np

from bayescmp.frequentist._bootstrap import percentile_pvalue
from bayescmp.studies._joint_labels import PLAN, counts_of_trials, losses_of_counts
from bayescmp.studies._methods import Findings, Method, register_method
from bayescmp.studies._outcomes import Outcomes


def _assess_bootstrap(kind: str, outcomes: Outcomes, alpha: float) -> Findings:
    counts = counts_of_trials(outcomes, f"The bootstrap of the {kind}")
    n, observed = int(np.ceil(50 / alpha)), np.subtract(*losses_of_counts(kind, counts))
    # Seeded by the counts: equal data have equal p-values wherever they are computed, other data other resamples.
    resamples = (np.random.default_rng(c).multinomial(c.sum(), c / c.sum(), size=n) for c in counts)
    pvalues = [percentile_pvalue(np.subtract(*losses_of_counts(kind, resampled))) for resampled in resamples]
    return {"pvalue": pvalues, "statistic": observed, "estimate": observed}


bootstrap_f1 = Method(name="bootstrap_f1", plan=PLAN, assess=partial(_assess_bootstrap, "f1"))
"""Bootstrap percentile test of 1 - F1, 50/alpha resamples; F1 is 0 where there are no positives, as in scikit-learn."""
bootstrap_error = Method(name="bootstrap_error", plan=PLAN, assess=partial(_assess_bootstrap, "error"))
"""The test `bootstrap_percentile` with other resamples, and much faster."""

register_method(bootstrap_f1)
register_method(bootstrap_error)
