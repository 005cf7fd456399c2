"""`bayescmp table`: two classifiers by the four counts of a table in a paper."""

from typing import Any

import typer

import bayescmp as bc
from bayescmp.cli._group_outputs import Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import NEEDED, command, option
from bayescmp.cli._typed_command import TABLE_LINE

_OPTIONS = """
    numbers
    Table: both_wrong only_first_wrong only_second_wrong both_right first second
    Question: metric level prior strength rope threshold ci_prob
    Output: json save report details max_bytes
"""
_EXAMPLES = f"""Examples:

    {TABLE_LINE}
"""


_HELPS = {
    "metric": {"help": r"What is compared: error or accuracy. [dim]\[default: error][/dim]"},
    "level": {"help": "Inference level: auto, {levels}."},
}


def _count(said: str) -> Any:
    return option(None, f"Number of records that {said}. {NEEDED}", metavar="NUMBER", min=0)


@command("table", _OPTIONS, examples=_EXAMPLES, **_HELPS)
def table_command(
    numbers: list[str] | None = option(None, "", kind=typer.Argument, hidden=True),
    both_wrong: int | None = _count("both classifiers get wrong"),
    only_first_wrong: int | None = _count("only the first one gets wrong"),
    only_second_wrong: int | None = _count("only the second one gets wrong"),
    both_right: int | None = _count("both get right"),
    *,
    first: str = option("first", "Name of the first classifier.", metavar="NAME"),
    second: str = option("second", "Name of the second classifier.", metavar="NAME"),
    question: Question,
    outputs: Outputs,
) -> None:
    """Compare two classifiers by a table of right and wrong on one hold-out, as it stands in a paper."""
    if numbers or None in {both_wrong, only_first_wrong, only_second_wrong, both_right}:
        raise ValueError(
            f"The four counts must be named, for rows and columns do not say whose they are: `{TABLE_LINE}`."
        )
    metric = question.checked_metric()
    outputs.check(bc.Comparison, [])
    level = question.checked_level(bc.levels.LEVELS)
    table = bc.paired_table(
        both_wrong=both_wrong,
        only_first_wrong=only_first_wrong,
        only_second_wrong=only_second_wrong,
        both_right=both_right,
    )
    settings = question.checked_settings(metric.widest)
    outputs.write_then_say(bc.compare(table, first=first, second=second, metric=metric, level=level, **settings))
