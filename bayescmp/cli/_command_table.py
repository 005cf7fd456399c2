"""`bayescmp table`: two classifiers by the four counts of a table in a paper."""

from dataclasses import dataclass
from typing import Any

import bayescmp as bc
from bayescmp.cli._group_outputs import Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import Group, Pair, command, option


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
    Question: metric method prior rope threshold ci_prob
    Output: json save details
    """,
    metric={"help": r"What is compared: error or accuracy. [dim]\[default: error][/dim]"},
    method={"help": "Method: auto, {methods}."},
    first={"help": "Name of the first classifier."},
    second={"help": "Name of the second classifier."},
)
def table_command(
    *,
    counts: Counts,
    pair: Pair,
    question: Question,
    outputs: Outputs,
) -> None:
    """Compare two classifiers by a table of right and wrong on one hold-out, as it stands in a paper.

    Examples:

    bayescmp table --both-wrong 65 --only-first-wrong 12 --only-second-wrong 28 --both-right 95
    """
    outputs.check(bc.Comparison, [])
    table = bc.paired_table(**vars(counts))
    method, asked = question.asked_method(), question.asked_of()
    outputs.write_then_say(bc.compare(table, first=pair.first, second=pair.second, method=method, **asked))
