"""Names that others give to what results have."""

from bayescmp._support._registry import did_you_mean, where

_REPORT = '`bayescmp.write_report(result, "report.html")`'
_PVALUES = ("pvalue", "pairs", "tests", "methods", "each")
_CALLED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("pvalue", "p_value", "pvalues", "p_values", "p", "mcnemar", "p_val", "test"), _PVALUES),
    **dict.fromkeys(("holm", "wilcoxon"), ("pairs", "baselines")),
    **dict.fromkeys(("friedman", "nemenyi", "cd", "critical_difference"), ("mean_ranks", "tests")),
    **dict.fromkeys(("groups", "cliques"), ("mean_ranks.groups", "tiers")),
    **dict.fromkeys(("ties", "ranking", "ranks"), ("tiers", "rank_probabilities")),
    **dict.fromkeys(("ci", "hdi", "eti", "credible_interval", "confidence_interval"), ("interval", "classifiers")),
    **dict.fromkeys(("mean", "estimate", "effect", "diff", "sd"), ("difference.mean", "classifiers")),
    **dict.fromkeys(("winner", "better", "significant"), ("decision", "best", "verdict")),
    **dict.fromkeys(("to_frame", "to_pandas", "to_dataframe", "to_csv", "frame", "table", "df"), ("summary()",)),
    **dict.fromkeys(("savefig", "figure", "fig", "plot_difference"), ("plot(path)",)),
    **dict.fromkeys(("tau", "variance_parts"), ("posterior",)),
}
"""Attributes for what is called so elsewhere, of which a result has the first that it has."""
_REPORTS = {"report", "to_html", "html", "to_pdf", "write_report", "to_word", "text"}


def hint_of(name: str, known: list[str]) -> str:
    """Return a sentence on where a result has what was asked for, with a space before it; nothing if unknown."""
    if name in _REPORTS:
        return f" {_REPORT} writes it."
    there = [one for one in _CALLED.get(name, ()) if one.partition(".")[0].partition("(")[0] in known]
    public = [one for one in known if not one.startswith("_")]
    return f" See `{there[0]}`." if there else where(name) or did_you_mean(name, public)
