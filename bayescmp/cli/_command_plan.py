"""`bayescmp plan`: how many records a comparison on a hold-out takes, and how many labels one with a judge."""

from pathlib import Path
from typing import Any

import typer

import bayescmp as bc
from bayescmp.cli._group_outputs import check_is_new, check_outputs, write_text, write_then_say
from bayescmp.cli._options import command, option, options_given
from bayescmp.cli._printing import say

_OPTIONS = """
    context result
    Question: difference disagreement records rope threshold ci_prob sequential
    Labels: labels out overwrite seed
"""
_OF_LABELS = ["labels", "out", "overwrite", "seed"]
_EXAMPLES = """Examples:

    bayescmp plan --difference 0.02 --disagreement 0.1

    bayescmp plan --difference 0 --disagreement 0.1 --rope 0.02

    bayescmp plan --difference 0.04 --disagreement 0.2 --sequential

    bayescmp compare --predictions log.csv --classifier model --record id --correct human --judged judge --save now.nc
    bayescmp plan now.nc --labels 100 --out next.csv
"""


@command("plan", _OPTIONS, examples=_EXAMPLES)
def plan_command(
    context: typer.Context,
    result: Path | None = option(
        None,
        "Comparison of a hold-out that `--save` of `compare` wrote, to go on from.",
        metavar="RESULT",
        kind=typer.Argument,
    ),
    difference: float | None = option(
        None, "Difference of the two error rates at which to state the power.", metavar="NUMBER"
    ),
    disagreement: float | None = option(
        None,
        "Without RESULT, share of the records on which exactly one errs: between the difference and the sum of both "
        "error rates.",
        metavar="NUMBER",
    ),
    records: list[int] | None = option(None, "Number of records to foresee; repeatable.", metavar="NUMBER"),
    rope: float = option(0.0, "Half-width of practical equivalence, a proportion.", metavar="NUMBER"),
    threshold: float = option(0.975, "Probability that a decision needs, above 0.5.", metavar="NUMBER"),
    ci_prob: float = option(
        0.95, "Probability of the credible interval; with --sequential, of no wrong decision ever.", metavar="NUMBER"
    ),
    sequential: bool = option(
        False, "Of a comparison that one may look at all the time, as `watch` does.", "--sequential", metavar=""
    ),
    labels: int | None = option(
        None, "Of a RESULT with a judge, number of records that people are to label next.", metavar="NUMBER"
    ),
    out: Path | None = option(
        None, "CSV to write the ids of these records to, with an empty column for each system.", metavar="FILE"
    ),
    overwrite: bool = option(
        False, "Let --out replace a file that is there, and what people filled in.", "--overwrite", metavar=""
    ),
    seed: int = option(0, "Seed of their choice.", metavar="NUMBER"),
) -> None:
    """Say how many records of a hold-out tell two classifiers apart, or that they are equivalent.

    The number is of one look that is planned; --sequential is of looking all the time. Of a RESULT with a judge, it is
    how many labels a decision needs, and --out has the records to label next.
    """
    if result is not None:
        given = options_given(context, ["disagreement", "rope", "threshold", "ci_prob", "sequential"])
        if given:
            raise ValueError(f"{given[0]} must be left out with RESULT, which has its own.")
        check_outputs({"`--out`": out}, [result])
        if out is not None and not overwrite:
            check_is_new("`--out`", out)
        found: Any = bc.load(result)
        _check_asked(context, found, labels)
        if labels is None:
            say(bc.plan(found, difference=difference, n_records=records or None))
        else:
            _say_next(found, labels, out, seed)
        return
    if given := options_given(context, _OF_LABELS):
        raise ValueError(f"{given[0]} must be given with RESULT, a comparison with a judge that was saved.")
    if difference is None or disagreement is None:
        raise ValueError(
            "--difference and --disagreement, the share of the records on which exactly one errs, must be given, such "
            "as --difference 0.02 --disagreement 0.1; or RESULT, a comparison that was saved."
        )
    if sequential:
        if records:
            raise ValueError("--records must be left out with --sequential, which says after how many it stops.")
        if options_given(context, ["threshold"]):
            raise ValueError("--threshold must be left out with --sequential, whose alpha is 1 - --ci-prob.")
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


def _check_asked(context: typer.Context, found: Any, labels: int | None) -> None:
    """Refuse what a saved result does not take."""
    if not isinstance(found, bc.Comparison):
        raise TypeError("RESULT must be a comparison of two, as `compare --save` writes, but is another result.")
    has_judge = found.design.n_judged > 0  # and labels that are left to give
    given = options_given(context, ["difference", "records"] if has_judge else _OF_LABELS)
    if given:
        which = "with" if has_judge else "without"
        raise ValueError(f"{given[0]} must be left out with a comparison {which} a judge.")
    if labels is None and (given := options_given(context, _OF_LABELS[1:])):
        raise ValueError(f"--labels must be given with {given[0]}: how many records people are to label next.")


def _say_next(found: Any, labels: int, out: Path | None, seed: int) -> None:
    """Foresee so many labels more, and write of which records, by their tasks where there are any."""
    import pandas as pd

    data, ids = found.call.data, found.next_labels(labels, rng=seed)
    if "task" in data.coords:
        tasks = data["task"].to_series().set_axis(data["record"].to_numpy())[ids].tolist()
        following = pd.DataFrame({"task": tasks, "record": bc.predictions.ids_within_tasks(ids, tasks)})
    else:
        following = pd.DataFrame({"record": ids})
    columns = ("preference",) if bc.predictions.are_preferences(data) else (found.first, found.second)
    following = following.assign(**dict.fromkeys(columns, ""))
    known = found.judge.n_labelled
    foreseen = bc.plan(found, n_labels=[known, known + labels, int(found.design.n_judged)])
    write_then_say(
        [] if out is None else [([out], lambda: write_text(bc.predictions.text_of_table(following), out))],
        str(foreseen),
    )
