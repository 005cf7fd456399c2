"""The named tests: a test is a `RegisteredTest` in the file of its formula and one line here."""

from collections.abc import Iterator

import pandas as pd

from bayescmp._support._bibliography import reference
from bayescmp._support._registry import Registry
from bayescmp._support._text import shown
from bayescmp.design import Design
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._class_mcnemar import CLASS_MCNEMAR_EXACT
from bayescmp.frequentist._delong import CLUSTER_DELONG, DELONG
from bayescmp.frequentist._diebold_mariano import DIEBOLD_MARIANO
from bayescmp.frequentist._e_value import E_VALUE
from bayescmp.frequentist._mcnemar import (
    BCV_MCNEMAR,
    HOLDOUT_MCNEMAR,
    HOLDOUT_MCNEMAR_EXACT,
    HOLDOUT_MCNEMAR_MIDP,
    NAIVE_KFOLD_MCNEMAR,
)
from bayescmp.frequentist._of_groups import CLUSTER_SIGN_FLIP, CLUSTER_T
from bayescmp.frequentist._of_runs import RUNS_T, SPLIT_PLOT_T
from bayescmp.frequentist._registered import RegisteredTest
from bayescmp.frequentist._resampled_labels import BOOTSTRAP_BCA, BOOTSTRAP_PERCENTILE, PERMUTATION
from bayescmp.frequentist._score import HOLDOUT_SCORE, HOLDOUT_TOST
from bayescmp.frequentist._sign_flip import SIGN_FLIP
from bayescmp.frequentist._t import (
    CORRECTED_REPEATED_HOLDOUT_T,
    CORRECTED_REPEATED_KFOLD_T,
    KFOLD_T,
    REPEATED_HOLDOUT_T,
    RESAMPLED_T,
)
from bayescmp.frequentist._two_fold import BLOCKED_3X2_T, CALIBRATED_5X2_BCV_F, COMBINED_5X2_F, COMBINED_5X2_T, T_5X2
from bayescmp.frequentist._z import CONSERVATIVE_Z, KFOLD_CI_Z, PROPORTIONS
from bayescmp.metrics import Metric
from bayescmp.results import Settings, SignificanceResult

TESTS: Registry[RegisteredTest] = Registry(
    "test",
    [
        # Of repeats of two folds, of other resampling, of one hold-out: tables, records, groups, and of runs.
        BCV_MCNEMAR, CALIBRATED_5X2_BCV_F, BLOCKED_3X2_T, T_5X2, COMBINED_5X2_T, COMBINED_5X2_F,
        CORRECTED_REPEATED_KFOLD_T, CORRECTED_REPEATED_HOLDOUT_T, REPEATED_HOLDOUT_T, RESAMPLED_T, KFOLD_T,
        KFOLD_CI_Z, NAIVE_KFOLD_MCNEMAR, CONSERVATIVE_Z,
        HOLDOUT_MCNEMAR_EXACT, HOLDOUT_MCNEMAR, HOLDOUT_MCNEMAR_MIDP, HOLDOUT_SCORE, HOLDOUT_TOST, PROPORTIONS,
        BOOTSTRAP_PERCENTILE, BOOTSTRAP_BCA, PERMUTATION, CLASS_MCNEMAR_EXACT, DELONG, SIGN_FLIP,
        CLUSTER_DELONG, CLUSTER_SIGN_FLIP, CLUSTER_T, DIEBOLD_MARIANO, E_VALUE, SPLIT_PLOT_T, RUNS_T,
    ],
)  # fmt: skip
"""Significance tests by name."""


def tests_of(
    evidence: PairEvidence, settings: Settings
) -> Iterator[tuple[RegisteredTest, SignificanceResult, PairEvidence]]:
    """Apply every registered test that the design of some evidence allows, and that reads no labels, as asked for.

    Parameters
    ----------
    evidence : PairEvidence
        Outcomes of two classifiers.
    settings : Settings
        Where the rope is 0, tests of equivalence are left out.

    Returns
    -------
    iterator of (RegisteredTest, SignificanceResult, PairEvidence)
        In the order of `TESTS`, with the evidence that each test read: of block-regularized designs the first repeats,
        as many as its plan has. Tests of another metric are left out.

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=3, only_first_wrong=1, only_second_wrong=2, both_right=4)
    >>> [test.name for test, _, _ in bc.frequentist.tests_of(bc.evidence.evidence_of(table), bc.methods.Settings())][:2]
    ['holdout_mcnemar_exact', 'holdout_mcnemar']
    """
    for name, given, kind in (("evidence", evidence, PairEvidence), ("settings", settings, Settings)):
        if not isinstance(given, kind):
            raise TypeError(f"`{name}` must be a {kind.__name__}, but got {shown(given)}.")
    allowed = (test for test in TESTS.values() if _is_allowed(test, evidence, settings))
    return ((test, test.of(read, settings), read) for test in allowed for read in [test.evidence_from(evidence)])


def _is_allowed(test: RegisteredTest, evidence: PairEvidence, settings: Settings) -> bool:
    has_all = not test.needs_labels and (settings.rope != (0.0, 0.0) or not test.needs_rope)
    return has_all and test.supports(evidence.metric) and test.recognises(evidence.design) and test.reads(evidence)


def test_of_pairs(metric: Metric, design: Design) -> RegisteredTest | None:
    """Return the test that is for all pairs of a design, None where there is none."""
    fitting = (test for test in TESTS.values() if test.of_pairs and test.supports(metric) and test.recognises(design))
    return next(fitting, None)


def registered_tests() -> pd.DataFrame:
    """Return the registered tests, one row each.

    Returns
    -------
    DataFrame
        With the columns test, family, resampling, null, metrics, status, faults, reference, recommended.

    Examples
    --------
    >>> from bayescmp.frequentist import registered_tests
    >>> registered_tests()["test"].iloc[0]
    'bcv_mcnemar'
    """
    table = pd.DataFrame(list(map(vars, TESTS.values()))).rename(columns={"name": "test", "plan": "resampling"})
    table["reference"] = [reference(test.reference).short for test in TESTS.values()]
    return table[["test", "family", "resampling", "null", "metrics", "status", "faults", "reference", "recommended"]]
