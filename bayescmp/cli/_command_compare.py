"""`bayescmp compare`, `rank` and `table`: from files, counts, or nothing at all, to one screen."""

import textwrap
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import bayescmp as bc
from bayescmp._support._text import WIDTH
from bayescmp.cli._group_data import Data
from bayescmp.cli._group_outputs import STANDARD_OUTPUT, Outputs
from bayescmp.cli._group_question import OPTIONS_OF_METHOD, Question
from bayescmp.cli._options import Draws, Group, Pair, command, option
from bayescmp.cli._printing import busy, say

if TYPE_CHECKING:
    import xarray as xr

_ANSWERS = "files Answers: y_true y_pred y_prob y_score* labels correct judge* preferred* loss score filter*"
_RECORDS = "Records: classifier record group task by on_missing fold repeat run answer time* hold_out* sets*"


@command(
    "compare",
    f"""
    files
    Answers: y_true y_pred first second y_prob y_score* labels correct judge* preferred* loss score filter*
    {_RECORDS}
    Question: metric method* rope threshold ci_prob*
    Output: json save changed* details fail_if*
    """,
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
    from bayescmp.content._task_words import rows_of_few

    outputs.check(bc.SeveralMetrics if question.are_several else bc.Comparison, data.paths())
    if question.are_several:
        outputs.refuse_all_but(("json", "save", "details"), "must be left out with several --metric.")
    method = question.asked_method()
    if data.files:
        found = data.read(question.labels, pair)
    else:
        for group in (data, pair):
            group.refuse_all_but((), "must be left out without FILE.")
        found = _demonstration(said=outputs.json != STANDARD_OUTPUT)
    asked = question.asked_of(found)
    result = bc.compare(found, first=pair.first, second=pair.second, method=method, **asked)
    if question.are_several:
        outputs.write_then_say(result)
        return
    conditions = outputs.conditions(result)
    over_tasks = partial(bc.compare_datasets, found, by="task", first=result.first, second=result.second, **asked)
    by = None if rows_of_few(result.content) else data.by
    outputs.write_then_say(result, over_tasks if data.by is None else None, by=by)
    outputs.fail_if_met(conditions)


@command(
    "rank",
    f"""
    {_ANSWERS}
    {_RECORDS}
    Question: metric method* rope control* threshold ci_prob* ci_kind* draws* seed*
    Output: json save details
    """,
    method={"help": "Method of all pairs: auto, {joint_methods}." + OPTIONS_OF_METHOD},
    draws={"min": 100},
)
def rank_command(
    control: str | None = option("Control of Holm's procedure.", "NAME"),
    *,
    drawn: Draws,
    data: Data,
    question: Question,
    outputs: Outputs,
) -> None:
    """Rank several classifiers: which is best, how sure that is, and which cannot be told apart.

    Logs are of {readers}.

    Examples:

    bayescmp rank log.csv --y-true y --y-pred tree --y-pred svm --y-pred bayes

    bayescmp rank log.jsonl --classifier model --record id --correct ok

    bayescmp rank results
    """
    data.check_given("a table and columns or logs, for there is nothing else to rank")
    outputs.check(bc.SeveralMetrics if question.are_several else bc.Ranking, data.paths())
    method = question.asked_method()
    found = data.read(question.labels)
    asked = question.asked_of(found) | {"control": control, "draws": drawn.draws, "rng": drawn.seed}
    asked["ci_kind"] = question.ci_kind
    with busy("Drawing"):
        result = bc.ranking.rank(found, method=method, **asked)
    over_tasks = None if question.are_several or data.by else partial(bc.rank_datasets, found, by="task", **asked)
    outputs.write_then_say(result, over_tasks, by=data.by)


@command(
    "evaluate",
    f"""
    {_ANSWERS}
    {_RECORDS}
    Question: metric method* ci_prob ci_kind* seed*
    Output: json save details
    """,
    ci_prob={"help": "Probability of the credible intervals."},
    seed={"help": "Seed of draws."},
)
def evaluate_command(*, drawn: Draws, data: Data, question: Question, outputs: Outputs) -> None:
    """Say how good one classifier or system is, or each of several by itself, with intervals.

    Logs are of {readers}.

    Examples:

    bayescmp evaluate log.csv --y-true y --y-pred tree --metric accuracy --metric f1_macro

    bayescmp evaluate results
    """
    data.check_given("a table and columns or logs, for there is nothing else to evaluate")
    outputs.check(bc.SeveralMetrics if question.are_several else bc.Evaluation, data.paths())
    found = data.read(question.labels)
    asked = {"metric": question.asked_metric(found), "method": question.asked_method(), "ci_prob": question.ci_prob}
    outputs.write_then_say(bc.evaluate(found, ci_kind=question.ci_kind, rng=drawn.seed, **asked), by=data.by)


def _count(said: str) -> Any:
    return option(f"Number of records that {said}.", "NUMBER", default=..., min=0)


@dataclass(frozen=True, kw_only=True)
class Counts(Group):
    """The counts of the table."""

    both_wrong: int = _count("both classifiers get wrong")
    only_first_wrong: int = _count("only the first one gets wrong")
    only_second_wrong: int = _count("only the second one gets wrong")
    both_right: int = _count("both get right")


@command(
    "table",
    """
    Table: both_wrong only_first_wrong only_second_wrong both_right first second
    Question: metric method rope threshold ci_prob
    Output: json save details
    """,
    metric={"help": r"What is compared: error or accuracy. [dim]\[default: error][/dim]"},
    first={"help": "Name of the first classifier."},
    second={"help": "Name of the second classifier."},
)
def table_command(*, counts: Counts, pair: Pair, question: Question, outputs: Outputs) -> None:
    r"""Compare two classifiers by a table of right and wrong on one hold-out, as it stands in a paper.

    Examples:

    bayescmp table --both-wrong 65 --only-first-wrong 12 --only-second-wrong 28 \
    --both-right 95
    """
    outputs.check(bc.Comparison, [])
    table = bc.paired_table(**vars(counts))
    method, asked = question.asked_method(), question.asked_of()
    outputs.write_then_say(bc.compare(table, first=pair.first, second=pair.second, method=method, **asked))


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
    return bc.cross_val_predictions(estimators, X, y, rng=0, probabilities=True, progress=True)
