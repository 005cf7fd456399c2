"""`bayescmp compare`: from files, or nothing at all, to one screen."""

import textwrap
from functools import partial
from typing import TYPE_CHECKING

import bayescmp as bc
from bayescmp._support._text import WIDTH
from bayescmp.cli._group_data import Data
from bayescmp.cli._group_outputs import STANDARD_OUTPUT, Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import Pair, command
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    import xarray as xr


@command(
    "compare",
    """
    files
    Answers: y_true y_pred first second y_prob y_score labels correct judge preferred loss score filter
    Records: classifier record group task on_missing fold repeat answer time hold_out sets
    Question: metric method prior rope threshold ci_prob
    Output: json save details fail_if
    """,
    method={"help": "Method: auto, {methods}."},
    ci_prob={"help": "Probability of the credible interval."},
)
def compare_command(*, pair: Pair, data: Data, question: Question, outputs: Outputs) -> None:
    """Compare two classifiers: which is better, by how much, and how sure that is.

    Without arguments: logistic regression against a random forest on data that come with scikit-learn.
    Logs are of {readers}.

    Examples:

    bayescmp compare log.csv --y-true y --first tree --second svm

    bayescmp compare log.csv --y-prob '{classifier}_{label}' --metric roc_auc

    bayescmp compare log.json --classifier model --record id --correct ok

    bayescmp compare results/a results/b --score acc
    """
    outputs.check(bc.Comparison, data.paths())
    method = question.asked_method()
    if data.files:
        found = data.read(question.labels, pair)
    else:
        data.refuse_all_but((), "must be left out without FILE.")
        if pair.given():
            raise ValueError("--first and --second must be left out without FILE.")
        found = _demonstration(said=outputs.json != STANDARD_OUTPUT)
    asked = question.asked_of(found)
    result = bc.compare(found, first=pair.first, second=pair.second, method=method, **asked)
    conditions = outputs.conditions(result)
    over_tasks = partial(bc.compare_datasets, found, by="task", first=result.first, second=result.second, **asked)
    outputs.write_then_say(result, over_tasks)
    outputs.fail_if_met(conditions)


def _demonstration(*, said: bool) -> "xr.Dataset":
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
    return bc.cross_val_predictions(estimators, X, y, random_state=0, probabilities=True, progress=True)
