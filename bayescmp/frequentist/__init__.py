"""Significance tests: one function per formula, a registry of named tests, and one call that runs them."""

from bayescmp.frequentist._evidence import Evidence, evidence_of_tables, mean_difference
from bayescmp.frequentist._f import combined_f
from bayescmp.frequentist._mcnemar import bcv_mcnemar, mcnemar, naive_kfold_mcnemar
from bayescmp.frequentist._registry import TESTS, RegisteredTest, registered_tests
from bayescmp.frequentist._resampling import bootstrap, percentile_pvalue, permutation
from bayescmp.frequentist._run_tests import run_tests
from bayescmp.frequentist._several import adjust_pvalues, cochran_q, sign, wilcoxon_signed_rank
from bayescmp.frequentist._t import blocked_3x2_t, combined_5x2_t, paired_t, t_5x2
from bayescmp.frequentist._z import conservative_z, kfold_ci_z, proportions

__all__ = [
    "TESTS",
    "Evidence",
    "RegisteredTest",
    "adjust_pvalues",
    "bcv_mcnemar",
    "blocked_3x2_t",
    "bootstrap",
    "cochran_q",
    "combined_5x2_t",
    "combined_f",
    "conservative_z",
    "evidence_of_tables",
    "kfold_ci_z",
    "mcnemar",
    "mean_difference",
    "naive_kfold_mcnemar",
    "paired_t",
    "percentile_pvalue",
    "permutation",
    "proportions",
    "registered_tests",
    "run_tests",
    "sign",
    "t_5x2",
    "wilcoxon_signed_rank",
]
