"""`bayescmp compare`: from files, or nothing at all, to one screen."""

import textwrap
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._text import WIDTH
from bayescmp.cli._group_logs import OF_LOGS, Logs
from bayescmp.cli._group_outputs import STANDARD_OUTPUT, Outputs
from bayescmp.cli._group_predictions import Predictions
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import Draws, Pair, command, option, refuse_options
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    import xarray as xr

_OPTIONS = """
    context
    Predictions: predictions y_true truth first second y_pred y_prob labels y_score correct judged preference loss
        score classifier record repeat fold answer group task time hold_out n_train n_test on_missing max_bytes
    Logs of evaluations: log format filter value greater_is_better
    Question: metric pos_label method prior strength tau rope threshold ci_prob seed
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
    method={"help": "Method: auto, {methods}."},
    ci_prob={"help": "Probability of the credible interval."},
)
def compare_command(
    context: typer.Context,
    y_pred: str | None = option(None, "Column of predicted labels (with --classifier).", metavar="COLUMN"),
    *,
    pair: Pair,
    drawn: Draws,
    file: Predictions,
    logs: Logs,
    question: Question,
    outputs: Outputs,
) -> None:
    """Compare two classifiers: which is better, by how much, and how sure that is.

    Without arguments: logistic regression against a random forest on data that come with scikit-learn.
    """
    outputs.check(bc.Comparison, [*file.files(), file.truth, *logs.paths()])
    method = question.asked_method()
    found: Any
    if logs.log:
        found = logs.read(context, file)
    elif file.predictions:
        refuse_options(context, OF_LOGS, "is for --log.")
        found = file.scores_of_sets(context) if file.of_sets() else file.read_two(pair, y_pred)
    else:
        others = [one.name for group in (Pair, Predictions) for one in fields(group)]
        refuse_options(context, ["y_pred", *OF_LOGS, *others], "is for predictions: give --predictions FILE or --log.")
        found = _demonstration(drawn.seed, said=outputs.json != STANDARD_OUTPUT)
    asked = question.asked_of(found)
    result = bc.compare(found, first=pair.first, second=pair.second, method=method, **asked)
    conditions = outputs.conditions(result)
    over_tasks = partial(bc.compare_datasets, found, by="task", first=result.first, second=result.second, **asked)
    outputs.write_then_say(result, over_tasks)
    outputs.fail_if_met(conditions)


def _demonstration(seed: int, *, said: bool) -> "xr.Dataset":
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
    return bc.cross_val_predictions(estimators, X, y, random_state=seed, probabilities=True, progress=True)
