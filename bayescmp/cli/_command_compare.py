"""`bayescmp compare`: from files, import paths or nothing at all to one screen."""

from contextlib import nullcontext
from typing import TYPE_CHECKING

import typer

import bayescmp as bc
from bayescmp.cli._group_data import ESTIMATOR, DataSet, Predictions
from bayescmp.cli._group_outputs import STANDARD_OUTPUT, Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import command, option
from bayescmp.cli._printing import busy

if TYPE_CHECKING:
    import xarray as xr

_OPTIONS = """
    context data target drop first second allow_import repeats plan metric pos_label level prior strength tau rope
    threshold ci_prob seed jobs predictions y_true y_pred y_prob correct loss classifier record repeat fold hold_out
    on_missing max_bytes json save report
"""
_EXAMPLES = """Examples:

    bayescmp compare data.csv --target kind --first svm --second 'SVC(C=10)'

    bayescmp compare data.csv --target kind --first tree --second svm --plan 10-fold

    bayescmp compare --predictions log.csv --y-true y --first tree --second svm

    bayescmp compare --predictions log.csv --first a --second b --y-prob '{classifier}_{label}' --metric roc_auc

    bayescmp compare --predictions log.json --classifier model --record id --correct ok
"""


@command(
    "compare",
    _OPTIONS,
    examples=_EXAMPLES,
    first=typer.Option(help=f"Estimator: {ESTIMATOR}. With --predictions, a column or classifier."),
    level=typer.Option(help="Inference level: auto, {levels}.", metavar="NAME"),
    ci_prob=typer.Option(help="Probability of the credible interval."),
)
def compare_command(
    context: typer.Context,
    y_pred: str | None = option(None, "Column of predicted labels (with --classifier)."),
    *,
    source: DataSet,
    log: Predictions,
    question: Question,
    outputs: Outputs,
) -> None:
    """Compare two classifiers: which is better, by how much, and how sure that is.

    Without arguments: logistic regression against a random forest on data that come with scikit-learn.
    """
    metric = question.checked_metric(log.loss)
    log.check_probabilities(metric)
    settings = question.checked_settings(log.widest(metric))
    outputs.check(bc.Comparison, [source.data, log.predictions])
    source.check_plan(context)
    level = question.checked_level(bc.levels.LEVELS, metric, source.plan)
    samples = isinstance(level, bc.levels.Level) and level.samples
    if log.predictions is not None:
        log.refuse_fits(context, ["seed"] * (not samples) + ["y_pred"] * (log.classifier is None))
        first, second = source.first, source.second
        found = _read(log, y_pred, first, second)
        named = question.metric_of_predictions(metric, found)
    else:
        log.refuse_columns(context)
        chosen = source.two()
        first, second = chosen.estimators
        named = question.metric_of_data(metric, chosen)
        found = source.cross_validated(chosen, metric, said=outputs.json != STANDARD_OUTPUT)
    with busy("Sampling") if samples else nullcontext():
        rng = source.seed if samples else None
        result = bc.compare(found, first=first, second=second, level=level, rng=rng, **settings, **named)
    outputs.write_then_say(result)


def _read(log: Predictions, y_pred: str | None, first: str | None, second: str | None) -> "xr.Dataset":
    """Read the predictions of two classifiers, which are columns where no other options name them."""
    answers = log.answers([] if y_pred is None else [y_pred])
    if log.is_wide() and not answers:
        if first is None or second is None:
            raise ValueError("--first and --second must name two columns of the predictions, or --classifier a column.")
        if first == second:
            raise ValueError(f"--first and --second must name two columns, but both are {first!r}.")
        answers["y_pred"] = [first, second]
    return log.read(answers, None if first is None or second is None else {first, second})
