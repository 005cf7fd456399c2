"""What takes a comparison takes nothing else."""

from bayescmp.comparison._comparison import Comparison


def check_errors(comparison: object) -> Comparison:
    """Return `comparison` if it is one by the error, which is what tables tell."""
    found = check_comparison(comparison)
    if not found.evidence.metric.counts_errors:
        raise ValueError(
            f"`comparison` must be of the error, for this counts the tables of errors again, but is of "
            f"{found.evidence.metric.noun}. Compare predictions, without `metric`."
        )
    return found


def check_comparison(comparison: object) -> Comparison:
    """Return `comparison` if it is one."""
    if not isinstance(comparison, Comparison):
        raise TypeError(
            f"`comparison` must be a Comparison, as from `compare` or of two classifiers of a ranking by its "
            f"`comparison(first, second)`, but got {type(comparison).__name__}."
        )
    return comparison
