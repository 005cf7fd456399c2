"""`bayescmp compare`: from files, import paths or nothing at all to one screen."""

from functools import partial
from typing import Any

import typer

import bayescmp as bc
from bayescmp.cli._group_data import ESTIMATOR, DataSet
from bayescmp.cli._group_logs import Logs
from bayescmp.cli._group_outputs import STANDARD_OUTPUT, Outputs
from bayescmp.cli._group_predictions import Predictions
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import command, option

_OPTIONS = """
    context data
    Data and classifiers: target group drop first second allow_import max_bytes
    Predictions in place of data: predictions y_true truth y_pred y_prob labels y_score correct judged preference loss
        score classifier record repeat fold answer task time hold_out n_train n_test on_missing
    Logs of evaluations: log format filter value greater_is_better
    Cross-validation: repeats resampling seed jobs
    Question: metric pos_label level prior strength tau rope threshold ci_prob
    Output: json save report details fail_if
"""
_EXAMPLES = """Examples:

    bayescmp compare data.csv --target kind --first svm --second 'SVC(C=10)'

    bayescmp compare data.csv --target kind --first tree --second svm --resampling 10-fold

    bayescmp compare --predictions log.csv --y-true y --first tree --second svm

    bayescmp compare --predictions log.csv --first a --second b --y-prob '{classifier}_{label}' --metric roc_auc

    bayescmp compare --predictions log.json --classifier model --record id --correct ok

    bayescmp compare --predictions folds.csv --score svm --score tree --n-train 456 --n-test 113

    bayescmp compare --log results/a --log results/b --score acc
"""


@command(
    "compare",
    _OPTIONS,
    examples=_EXAMPLES,
    first={"help": f"Estimator: {ESTIMATOR}. With --predictions, a column or classifier."},
    level={"help": "Inference level: auto, {levels}."},
    ci_prob={"help": "Probability of the credible interval."},
)
def compare_command(
    context: typer.Context,
    y_pred: str | None = option(None, "Column of predicted labels (with --classifier).", metavar="COLUMN"),
    *,
    source: DataSet,
    file: Predictions,
    logs: Logs,
    question: Question,
    outputs: Outputs,
) -> None:
    """Compare two classifiers: which is better, by how much, and how sure that is.

    Without arguments: logistic regression against a random forest on data that come with scikit-learn.
    """
    found: Any
    logs.refuse_without(context)
    metric = question.checked_metric(None if logs.log else file.values())
    file.check_probabilities(metric)
    settings = question.checked_settings(file.widest(metric))
    outputs.check(bc.Comparison, [source.data, *file.files(), file.truth, *logs.paths()])
    source.check_resampling(context)
    level = question.checked_level(bc.levels.LEVELS, metric, source.resampling)
    if logs.log:
        found, first, second = logs.read(context, file), source.first, source.second
        named = question.metric_of_predictions(metric, found)
    elif file.predictions:
        file.refuse_fits(context, ["seed", *["y_pred"] * file.is_wide()])
        first, second = source.first, source.second
        with file.or_scores("compare"):
            found = file.scores_of_sets(context) if file.of_sets() else file.read_two(y_pred, first, second)
        named = question.metric_of_predictions(metric, found)
    else:
        file.refuse_columns(context, metric)
        chosen = source.two()
        first, second = chosen.estimators
        named = question.metric_of_data(metric, chosen)
        found = source.cross_validated(chosen, metric, said=outputs.json != STANDARD_OUTPUT)
    result = bc.compare(found, first=first, second=second, level=level, **settings, **named)
    conditions = outputs.conditions(result)
    has_tasks = result.tasks is not None and len(result.tasks) > 1
    over_tasks = partial(
        bc.compare_datasets, found, by="task", first=result.first, second=result.second, **settings, **named
    )
    outputs.write_then_say(result, over_tasks if has_tasks else None)
    outputs.fail_if_met(conditions)
