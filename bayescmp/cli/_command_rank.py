"""`bayescmp rank`: several classifiers from files to one screen."""

from functools import partial

import typer

import bayescmp as bc
from bayescmp.cli._group_logs import OF_LOGS, Logs
from bayescmp.cli._group_outputs import Outputs
from bayescmp.cli._group_predictions import Predictions
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import Draws, command, option, refuse_options
from bayescmp.cli._printing import busy

_OPTIONS = """
    context
    Predictions: predictions y_true truth y_pred y_prob labels y_score correct judged preference loss score classifier
        record repeat fold answer group task time hold_out on_missing max_bytes
    Logs of evaluations: log format filter value greater_is_better
    Question: metric pos_label method strength tau rope control threshold ci_prob ci_kind draws seed
    Output: json save report details
"""
_EXAMPLES = """Examples:

    bayescmp rank --predictions log.csv --y-true y --y-pred tree --y-pred svm --y-pred bayes

    bayescmp rank --predictions log.jsonl --classifier model --record id --correct ok

    bayescmp rank --log results
"""


@command(
    "rank",
    _OPTIONS,
    examples=_EXAMPLES,
    method={"help": "Method of all pairs: auto, {joint_methods}."},
    draws={"min": 100},
)
def rank_command(
    context: typer.Context,
    y_pred: list[str] | None = option(
        None,
        "Column of predicted labels, or name in --y-prob, of each classifier; with --classifier, one column for all.",
        metavar="COLUMN",
    ),
    control: str | None = option(None, "Control of Holm's procedure, such as a baseline.", metavar="NAME"),
    ci_kind: str = option("eti", "Intervals: eti (equal-tailed) or hdi (shortest).", metavar="NAME"),
    *,
    drawn: Draws,
    file: Predictions,
    logs: Logs,
    question: Question,
    outputs: Outputs,
) -> None:
    """Rank several classifiers: which is best, how sure that is, and which cannot be told apart."""
    outputs.check(bc.Ranking, [*file.files(), file.truth, *logs.paths()])
    method = question.asked_method()
    if logs.log:
        found = logs.read(context, file)
    elif file.predictions:
        refuse_options(context, OF_LOGS, "is for --log.")
        found = file.read(y_pred or [])
    else:
        raise ValueError("What is ranked must be given, by --predictions FILE and columns, or by --log PATH.")
    asked = question.asked_of(found) | {"control": control, "ci_kind": ci_kind, "draws": drawn.draws, "rng": drawn.seed}
    with busy("Drawing"):
        result = bc.ranking.rank(found, method=method, **asked)
    outputs.write_then_say(result, partial(bc.rank_datasets, found, by="task", **asked))
