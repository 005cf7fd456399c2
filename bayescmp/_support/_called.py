"""What others call arguments, functions, metrics and tests."""

CALLED = {
    **dict.fromkeys(("net_benefit", "decision_curve"), "Cost"),
    **dict.fromkeys(("calibration_slope", "calibration_in_the_large", "citl"), "calibration"),
    "seed": "rng random_state", "random_state": "rng", "scoring": "metric", "metric": "noun", "name": "noun",
    **dict.fromkeys(("margin", "non_inferiority", "delta", "equivalence_margin"), "rope"),
    **dict.fromkeys(("n_splits", "n_folds"), "cv"), **dict.fromkeys(("groups", "cluster"), "group"),
    "confidence": "ci_prob", "alpha": "threshold", "baseline": "control second", "old": "baseline", "classes": "labels",
    "model": "classifier", "candidate": "new first", "system": "classifier", "id": "record", "truth": "y_true",
    "target": "y_true", "true": "y_true", "pred": "y_pred", "std": "sd", "stderr": "se", "seeds": "n_runs runs run",
    "power": "plan_sequential",
    "rho": "rho1 run_correlations", **dict.fromkeys(("rho1", "rho2"), "run_correlations"),
    **dict.fromkeys(("out", "output", "plot", "html", "report"), "save"), "mcnemar": "table", "auc": "roc_auc mean",
    "f1": "mean", "auroc": "roc_auc", "mcc": "matthews_corrcoef", "brier": "neg_brier_score", "ece": "calibration",
    **dict.fromkeys(("mse", "rmse", "mae", "r2", "greater_is_better"), "losses"),
    **dict.fromkeys((
        "nadeau_bengio", "corrected_t", "corrected_resampled_t", "corrected_resampled_ttest", "paired_ttest_resampled",
    ), "corrected_repeated_kfold_t paired_t"),
    **dict.fromkeys((
        "five_by_two", "dietterich", "dietterich_5x2cv", "paired_ttest_5x2cv", "5x2cv", "5x2cv_t",
    ), "t_5x2"),
    **dict.fromkeys(("wilcoxon", "signed_rank"), "wilcoxon_signed_rank"), "ttest_rel": "paired_t",
    "signedranktest": "bayesian_signed_rank", "signtest": "bayesian_sign", "correlatedttest": "CorrelatedT",
    "correlated_t": "CorrelatedT", "simulate": "studies", "figsize": "size",
    **dict.fromkeys(("mcnemar_bcv", "bcv_mcnemar_test"), "bcv_mcnemar"),
    "two_on_single": "compare", "two_on_multiple": "compare_datasets", "mcnemar_table": "paired_table",
    **dict.fromkeys(("plot_cd", "cd_diagram", "critical_difference_diagram"), "plot_mean_ranks"),
    **dict.fromkeys(("compare_seeds", "compare_runs"), "compare"),
}  # fmt: skip
"""What others call something, in small letters, and words for it here: where one of them is known, it is meant."""
NO_TABLE = (
    ' Predictions need no table: `compare(y, {"a": a, "b": b}).pvalue` is the p-value, and `.methods` has all tests.'
)
"""What ends a message on a function of tables of counts."""
