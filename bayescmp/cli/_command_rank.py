"""`bayescmp rank`: several classifiers from files to one screen."""

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import typer

import bayescmp as bc
from bayescmp.cli._group_logs import Logs
from bayescmp.cli._group_outputs import Outputs
from bayescmp.cli._group_predictions import Predictions
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import SEED, command, option, written
from bayescmp.cli._printing import busy

if TYPE_CHECKING:
    import xarray as xr

_OPTIONS = """
    context
    Predictions: predictions y_true truth y_pred y_prob labels y_score correct judged preference loss score classifier
        record repeat fold answer group task time hold_out on_missing max_bytes
    Logs of evaluations: log format filter value greater_is_better
    Question: metric pos_label level strength tau rope threshold ci_prob ci_kind draws seed
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
    level={"help": "Inference level of all pairs: auto, {joint_levels}."},
)
def rank_command(
    context: typer.Context,
    y_pred: list[str] | None = option(
        None,
        "Column of predicted labels, or name in --y-prob, of each classifier; with --classifier, one column for all.",
        metavar="COLUMN",
    ),
    ci_kind: str = option("eti", "Intervals: eti (equal-tailed) or hdi (shortest).", metavar="NAME"),
    draws: int = option(20_000, "Number of joint draws.", metavar="NUMBER", min=100),
    seed: int = option(0, SEED, metavar="NUMBER", min=0),
    *,
    file: Predictions,
    logs: Logs,
    question: Question,
    outputs: Outputs,
) -> None:
    """Rank several classifiers: which is best, how sure that is, and which cannot be told apart."""
    from bayescmp.levels._registry import joint_levels

    logs.refuse_without(context)
    metric = question.checked_metric(None if logs.log else file.values())
    file.check_probabilities(metric)
    settings = question.checked_settings(file.widest(metric), ci_kind=ci_kind)
    outputs.check(bc.Ranking, [*file.files(), file.truth, *logs.paths()])
    level = question.checked_level(joint_levels())
    if logs.log:
        found = logs.read(context, file)
    elif file.predictions:
        with file.or_scores("rank"):
            found = _read(file, y_pred)
    else:
        file.refuse_columns(context, metric)
        raise ValueError("What is ranked must be given, by --predictions FILE and columns, or by --log PATH.")
    named = question.metric_of_predictions(metric, found)
    with busy("Drawing"):
        result = bc.ranking.rank(found, **named, level=level, draws=draws, rng=seed, **settings)
    has_tasks = result.tasks is not None and len(result.tasks) > 1
    over_tasks = partial(bc.rank_datasets, found, by="task", draws=draws, rng=seed, **settings, **named)
    outputs.write_then_say(result, over_tasks if has_tasks else None)


def _read(file: Predictions, y_pred: list[str] | None) -> "xr.Dataset":
    """Read the predictions of two classifiers or more, each with a column of its own where the file is wide."""
    answers = file.answers(y_pred)
    if file.is_wide() and not (file.y_prob and not answers):
        if not answers:
            raise ValueError("--y-pred must name the column of each classifier, or --classifier a column of names.")
        argument, columns = next(iter(answers.items()))
        for name, times in Counter(columns).items():
            if times > 1:
                raise ValueError(f"{written(argument)} must name each column once, but got {name!r} {times} times.")
        if len(columns) == 1 and not file.preference:
            raise ValueError(
                f"{written(argument)} must be given once for each classifier, twice or more, or with --classifier "
                f"COLUMN, but got {columns[0]!r} only."
            )
    found = file.read(answers)
    if found.sizes["classifier"] < 2:
        only = str(found["classifier"].to_numpy()[0])
        raise ValueError(f"--predictions must hold two classifiers or more, but there is {only!r} only.")
    return found
