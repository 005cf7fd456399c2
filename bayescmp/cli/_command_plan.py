"""`bayescmp plan`: how many records a comparison on a hold-out takes."""

import bayescmp as bc
from bayescmp.cli._options import command, option
from bayescmp.cli._printing import say

_EXAMPLES = """Examples:

    bayescmp plan --difference 0.02 --disagreement 0.1

    bayescmp plan --difference 0 --disagreement 0.1 --rope 0.02

    bayescmp plan --difference 0.04 --disagreement 0.2 --sequential
"""


@command("plan", "Question: difference disagreement records rope threshold ci_prob sequential", examples=_EXAMPLES)
def plan_command(
    difference: float = option(..., "Difference of the two error rates at which to state the power.", metavar="NUMBER"),
    disagreement: float = option(
        ...,
        "Share of the records on which exactly one errs: between the difference and the sum of both error rates.",
        metavar="NUMBER",
    ),
    records: list[int] | None = option(None, "Number of records to foresee; repeatable.", metavar="NUMBER"),
    rope: float = option(0.0, "Half-width of practical equivalence, a proportion.", metavar="NUMBER"),
    threshold: float = option(0.975, "Probability that a decision needs, above 0.5.", metavar="NUMBER"),
    ci_prob: float = option(0.95, "Probability of the credible interval.", metavar="NUMBER"),
    sequential: bool = option(
        False, "Of a comparison that one may look at all the time, as `watch` does.", "--sequential", metavar=""
    ),
) -> None:
    """Say how many records of a hold-out tell two classifiers apart, or that they are equivalent.

    The number is of one look that is planned; --sequential is of looking all the time.
    """
    if sequential:
        if records:
            raise ValueError("--records must be left out with --sequential, which says after how many it stops.")
        say(bc.plan_sequential(difference, disagreement, alpha=1 - ci_prob, rope=rope))
        return
    foreseen = bc.plan(
        difference=difference,
        disagreement=disagreement,
        n_records=records or None,
        rope=rope,
        threshold=threshold,
        ci_prob=ci_prob,
    )
    say(foreseen)
