"""What takes a comparison takes nothing else."""

from bayescmp.comparison._comparison import Comparison


def check_errors(comparison: object) -> Comparison:
    """Return `comparison` if it is one by the error, which is what tables tell."""
    found = check_comparison(comparison)
    if not found.evidence.metric.counts_errors:
        raise ValueError(
            f"`comparison` must be of the error, for this counts the tables of errors again, but is of "
            f"{found.evidence.metric.noun}. Compare the same predictions without `metric`."
        )
    return found


def check_comparison(comparison: object, name: str = "comparison") -> Comparison:
    """Return `comparison` if it is one."""
    if hasattr(comparison, "tiers"):
        raise TypeError(
            f"`{name}` must be a Comparison, but got a {type(comparison).__name__}. Take two of its classifiers by its "
            "`comparison(first, second)`; `plot_tiers` and others draw it whole."
        )
    if not isinstance(comparison, Comparison):
        raise TypeError(
            f"`{name}` must be a Comparison, but got {type(comparison).__name__}. Make one with `compare`, or read one "
            "with `load`."
        )
    return comparison
