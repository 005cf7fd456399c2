"""`bayescmp plan`: how many records a comparison on a hold-out takes, and how many labels one with a judge."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

import bayescmp as bc
from bayescmp._support._files import is_stream
from bayescmp.cli._group_outputs import check_outputs, write_text, write_then_say
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import Draws, Group, command, option
from bayescmp.cli._printing import say

_OF_RUNS = ("runs", "sd_of_runs", "disagreement_of_runs")


@dataclass(frozen=True, kw_only=True)
class Sizes(Group):
    """Options of what is foreseen."""

    difference: float | None = option(
        "Difference at which to state the power, first minus second: of the error rates, or of RESULT in its metric.",
        "NUMBER",
    )
    disagreement: float | None = option(
        "Without RESULT, share of the records on which exactly one errs: between the difference and the sum of both "
        "error rates.",
        "NUMBER",
    )
    records: list[int] | None = option("Number of records to foresee; repeatable.", "NUMBER")
    runs: list[int] | None = option(
        "Of algorithms that are trained several times, number of runs of each; repeatable.", "NUMBER"
    )
    disagreement_of_runs: float = option(
        "With --sd-of-runs, share of the records on which exactly one of two runs of an algorithm errs.",
        "NUMBER",
        default=0.0,
    )
    sd_of_runs: float | None = option(
        "Without RESULT, standard deviation of the error rate over runs of an algorithm, on a large test set.", "NUMBER"
    )
    sequential: bool = option(
        "Of a comparison that one may look at all the time, as `watch` does.", "", "--sequential", default=False
    )


@dataclass(frozen=True, kw_only=True)
class Labels(Draws):
    """Options of the records that people are to label next."""

    labels: int | None = option("Of a RESULT with a judge, number of records that people are to label next.", "NUMBER")
    out: Path | None = option("CSV to write the ids of these records to, with an empty column for each system.", "FILE")
    overwrite: bool = option(
        "Let --out replace a file that is there, and what people filled in.", "", "--overwrite", default=False
    )


@command(
    "plan",
    """
    result
    Question: difference disagreement records runs sd_of_runs disagreement_of_runs rope threshold ci_prob sequential
    Labels: labels out overwrite seed
    """,
    ci_prob={"help": "Probability of the credible interval; with --sequential, of no wrong decision ever."},
)
def plan_command(
    result: Path | None = option(
        "Comparison of a hold-out that `--save` of `compare` wrote, to go on from.", "RESULT", kind=typer.Argument
    ),
    *,
    sizes: Sizes,
    question: Question,
    following: Labels,
) -> None:
    r"""Say how many records of a hold-out tell two classifiers apart, or that they are equivalent.

    The number is of one look that is planned; --sequential is of looking all the time. Of a RESULT with a judge, it is
    how many labels a decision needs, and --out has the records to label next.

    Examples:

    bayescmp plan --difference 0.02 --disagreement 0.1

    bayescmp plan --difference 0 --disagreement 0.1 --rope 0.02

    bayescmp plan --difference 0.04 --disagreement 0.2 --sequential

    bayescmp plan --difference 0.02 --disagreement 0.1 --runs 5 --sd-of-runs 0.01

    bayescmp compare log.csv --classifier model --record id --correct human \
    --judge judge --save now.nc
    bayescmp plan now.nc --labels 100 --out next.csv
    """
    if result is None:
        following.refuse_all_but((), "must be given with RESULT, a comparison with a judge that was saved.")
        say(_before_data(sizes, question))
        return
    has_own = "must be left out with RESULT, which has its own."
    question.refuse(question.settings(), has_own)
    sizes.refuse(("sequential", "disagreement", *_OF_RUNS[1:]), has_own)
    out = following.out
    check_outputs([("`--out`", out)], [result])
    if out is not None and out.exists() and not (following.overwrite or is_stream(out)):
        raise ValueError(
            f"`--out` must be a new file, which people are to fill in, but {str(out)!r} is there. Choose another name, "
            "or give --overwrite if nothing in it is needed."
        )
    found: Any = bc.load(result)
    if isinstance(found, bc.Claim):
        of_numbers = "must be left out of reported numbers."
        sizes.refuse(("difference", "runs"), of_numbers)
        following.refuse_all_but((), of_numbers)
        say(found.plan(n_records=sizes.records or None))
    elif following.labels is not None and isinstance(found, bc.Comparison):
        _say_next(found, following.labels, out, following.seed)
    else:
        following.refuse_all_but(("labels",), "must be given with --labels of a comparison.")
        say(bc.plan(found, difference=sizes.difference, n_records=sizes.records or None, n_runs=sizes.runs or None))


def _before_data(sizes: Sizes, question: Question) -> Any:
    """Return the plan of an experiment of which there are no data yet."""
    if sizes.difference is None or sizes.disagreement is None:
        raise ValueError(
            "RESULT must be given, a comparison that was saved, or --difference and --disagreement before there "
            "are data: `bayescmp plan --difference 0.02 --disagreement 0.1`."
        )
    if sizes.sequential:
        planned_once = "must be left out with --sequential."
        sizes.refuse(("records", *_OF_RUNS), planned_once)
        question.refuse(("threshold",), planned_once)
        return bc.plan_sequential(sizes.difference, sizes.disagreement, alpha=1 - question.ci_prob, rope=question.rope)
    return bc.plan_hold_out(
        sizes.difference, sizes.disagreement, n_records=sizes.records or None, n_runs=sizes.runs or None,
        sd_of_runs=sizes.sd_of_runs, disagreement_of_runs=sizes.disagreement_of_runs, **question.settings(),
    )  # fmt: skip


def _say_next(found: Any, labels: int, out: Path | None, seed: int) -> None:
    """Foresee so many labels more, and write of which records, by their tasks where there are any."""
    import pandas as pd

    data, ids = found.call.data, found.next_labels(labels, rng=seed)
    if "task" in data.coords:
        tasks = data["task"].to_series().set_axis(data["record"].to_numpy())[ids].tolist()
        following = pd.DataFrame({"task": tasks, "record": bc.predictions.ids_within_tasks(ids, tasks)})
    else:
        following = pd.DataFrame({"record": ids})
    columns = ("preferred",) if bc.predictions.are_preferences(data) else (found.first, found.second)
    following = following.assign(**dict.fromkeys(columns, ""))
    known = found.judge.n_labelled
    foreseen = bc.plan(found, n_labels=[known, known + labels, int(found.design.n_judged)])
    table = following.to_csv(index=False, lineterminator="\n").rstrip()
    write_then_say([] if out is None else [([out], lambda: write_text(table, out))], str(foreseen))
