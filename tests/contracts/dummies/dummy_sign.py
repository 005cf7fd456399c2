"""A test: the sign of the difference, far too often significant."""

import numpy as np

from bayescmp.frequentist._registered import CLASSIFIERS, ERRORS, RegisteredTest
from bayescmp.model_selection import HOLD_OUT
from bayescmp.results import SignificanceResult
from bayescmp.tables import fold_differences


def _assess(evidence, _):
    sign = np.sign(fold_differences(evidence.table)).item()
    return SignificanceResult(name="dummy_sign", statistic=sign, pvalue=1 - 0.99 * abs(sign), df=None)


DUMMY_SIGN = RegisteredTest(
    name="dummy_sign",
    family="sign",
    plan=HOLD_OUT.name,
    null=CLASSIFIERS,
    reference="tango1998",
    metrics=ERRORS,
    status="D",
    faults="made up",
    assess=_assess,
)
