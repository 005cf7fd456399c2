"""`bayescmp compare`: from files, or nothing at all, to one screen."""

import textwrap
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._text import WIDTH
from bayescmp.cli._group_logs import Logs
from bayescmp.cli._group_outputs import STANDARD_OUTPUT, Outputs
from bayescmp.cli._group_predictions import Predictions
from bayescmp.cli._group_question import PROBABILITIES, Question
from bayescmp.cli._options import SEED, command, option
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    import xarray as xr

    from bayescmp.metrics import Metric

_OPTIONS = """
    context
    Predictions: predictions y_true truth first second y_pred y_prob labels y_score correct judged preference loss
        score classifier record repeat fold answer group task time hold_out n_train n_test on_missing max_bytes
    Logs of evaluations: log format filter value greater_is_better
    Question: metric pos_label level prior strength tau rope threshold ci_prob seed
    Output: json save report details fail_if
"""
_EXAMPLES = """Examples:

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
    level={"help": "Inference level: auto, {levels}."},
    ci_prob={"help": "Probability of the credible interval."},
)
def compare_command(
    context: typer.Context,
    y_pred: str | None = option(None, "Column of predicted labels (with --classifier).", metavar="COLUMN"),
    first: str | None = option(None, "Column or classifier, of the first system.", metavar="NAME"),
    second: str | None = option(None, "Column or classifier, of the second system.", metavar="NAME"),
    seed: int = option(0, SEED, metavar="NUMBER", min=0),
    *,
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
    outputs.check(bc.Comparison, [*file.files(), file.truth, *logs.paths()])
    level = question.checked_level(bc.levels.LEVELS)
    if logs.log:
        found = logs.read(context, file)
    elif file.predictions:
        file.refuse(context, ["seed", *["y_pred"] * file.is_wide()])
        with file.or_scores("compare"):
            found = file.scores_of_sets(context) if file.of_sets() else file.read_two(y_pred, first, second)
    else:
        file.refuse_columns(context, metric)
        found = _demonstration(metric, seed, said=outputs.json != STANDARD_OUTPUT)
    named = question.metric_of_predictions(metric, found)
    result = bc.compare(found, first=first, second=second, level=level, **settings, **named)
    conditions = outputs.conditions(result)
    has_tasks = result.tasks is not None and len(result.tasks) > 1
    over_tasks = partial(
        bc.compare_datasets, found, by="task", first=result.first, second=result.second, **settings, **named
    )
    outputs.write_then_say(result, over_tasks if has_tasks else None)
    outputs.fail_if_met(conditions)


def _demonstration(metric: "Metric", seed: int, *, said: bool) -> "xr.Dataset":
    """Say which data are cross-validated, and predict them."""
    from sklearn.datasets import load_breast_cancer
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    if said:
        about = (
            "scikit-learn's breast cancer data: 569 records, 30 numeric features (scaled for the logistic "
            "regression), 2 classes"
        )
        say(textwrap.fill(about, WIDTH) + "\n")
    estimators = {
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
        "random forest": RandomForestClassifier(),
    }
    X, y = load_breast_cancer(return_X_y=True)
    probabilities = metric.needs == PROBABILITIES
    return bc.cross_val_predictions(estimators, X, y, random_state=seed, probabilities=probabilities, progress=True)
