"""`bayescmp rank`: several classifiers from files to one screen."""

from functools import partial

import bayescmp as bc
from bayescmp.cli._group_data import Data
from bayescmp.cli._group_outputs import Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import Draws, command, option
from bayescmp.cli._printing import busy


@command(
    "rank",
    """
    files
    Answers: y_true y_pred y_prob y_score labels correct judge preferred loss score filter
    Records: classifier record group task on_missing fold repeat answer time hold_out sets
    Question: metric method prior rope control threshold ci_prob ci_kind draws seed
    Output: json save details
    """,
    method={"help": "Method of all pairs: auto, {joint_methods}."},
    draws={"min": 100},
)
def rank_command(
    control: str | None = option("Control of Holm's procedure.", "NAME"),
    ci_kind: str = option("Intervals: eti (equal-tailed) or hdi (shortest).", "NAME", default="eti"),
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
    if not data.files:
        raise ValueError("FILE must be given, a table and columns or logs, for there is nothing else to rank.")
    outputs.check(bc.Ranking, data.paths())
    method = question.asked_method()
    found = data.read(question.labels)
    asked = question.asked_of(found) | {"control": control, "ci_kind": ci_kind, "draws": drawn.draws, "rng": drawn.seed}
    with busy("Drawing"):
        result = bc.ranking.rank(found, method=method, **asked)
    outputs.write_then_say(result, partial(bc.rank_datasets, found, by="task", **asked))
