"""`bayescmp plan`: how many records a comparison on a hold-out takes."""

import bayescmp as bc
from bayescmp.cli._options import command, option
from bayescmp.cli._printing import say

_EXAMPLES = """Examples:

    bayescmp plan --difference 0.02 --disagreement 0.1

    bayescmp plan --difference 0 --disagreement 0.1 --rope 0.02
"""


@command("plan", "Question: difference disagreement records rope threshold ci_prob", examples=_EXAMPLES)
def plan_command(
    difference: float = option(..., "Difference of the two error rates at which to state the power.", metavar="NUMBER"),
    disagreement: float = option(..., "Share of the records on which exactly one of the two errs.", metavar="NUMBER"),
    records: list[int] | None = option(None, "Number of records to foresee; repeatable.", metavar="NUMBER"),
    rope: float = option(0.0, "Half-width of practical equivalence, a proportion.", metavar="NUMBER"),
    threshold: float = option(0.975, "Probability that a decision needs, above 0.5.", metavar="NUMBER"),
    ci_prob: float = option(0.95, "Probability of the credible interval.", metavar="NUMBER"),
) -> None:
    """Say how many records of a hold-out tell two classifiers apart, or that they are equivalent."""
    foreseen = bc.plan(
        difference=difference,
        disagreement=disagreement,
        n_records=records or None,
        rope=rope,
        threshold=threshold,
        ci_prob=ci_prob,
    )
    say(foreseen)
