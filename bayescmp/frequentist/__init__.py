"""Significance tests: formulas with the tests named after them, a registry, and one call that runs them.

Tests are two-sided, but for `tost`. Arguments that are not what their description says raise a TypeError or
a ValueError.
"""

from bayescmp.frequentist._cochran_q import cochran_q
from bayescmp.frequentist._delong import delong
from bayescmp.frequentist._diebold_mariano import diebold_mariano
from bayescmp.frequentist._e_value import e_value
from bayescmp.frequentist._friedman import MeanRanks, friedman, holm_against_control, iman_davenport, nemenyi
from bayescmp.frequentist._mcnemar import bcv_mcnemar, mcnemar, naive_kfold_mcnemar
from bayescmp.frequentist._of_groups import cluster_sign_flip, cluster_t
from bayescmp.frequentist._of_runs import runs_t, split_plot_t
from bayescmp.frequentist._registered import RegisteredTest
from bayescmp.frequentist._registry import TESTS, registered_tests, tests_of
from bayescmp.frequentist._resampled_labels import bootstrap, permutation
from bayescmp.frequentist._run_tests import run_tests
from bayescmp.frequentist._score import tango, tost
from bayescmp.frequentist._sign_flip import sign_flip
from bayescmp.frequentist._signed_ranks import adjust_pvalues, sign, wilcoxon_signed_rank
from bayescmp.frequentist._t import paired_t
from bayescmp.frequentist._two_fold import blocked_3x2_t, combined_5x2_t, combined_f, t_5x2
from bayescmp.frequentist._z import conservative_z, kfold_ci_z, proportions
from bayescmp.results import ConfidenceInterval, SignificanceResult

__all__ = [
    "TESTS", "ConfidenceInterval", "MeanRanks", "RegisteredTest", "SignificanceResult", "adjust_pvalues", "bcv_mcnemar",
    "blocked_3x2_t", "bootstrap", "cluster_sign_flip", "cluster_t", "cochran_q", "combined_5x2_t", "combined_f",
    "conservative_z", "delong", "diebold_mariano", "e_value", "friedman", "holm_against_control", "iman_davenport",
    "kfold_ci_z", "mcnemar", "naive_kfold_mcnemar", "nemenyi", "paired_t", "permutation", "proportions",
    "registered_tests", "run_tests", "runs_t", "sign", "sign_flip", "split_plot_t", "t_5x2", "tango", "tests_of",
    "tost", "wilcoxon_signed_rank",
]  # fmt: skip
