"""`bayescmp reported`: a verdict from the numbers that a paper prints."""

from typing import Any

import bayescmp as bc
from bayescmp.cli._group_outputs import Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import command, option


def _named(said: str) -> Any:
    return option(f"{said}, NAME=NUMBER, once for each system.", "NAME=NUMBER")


@command(
    "reported",
    """
    Numbers: accuracy error mean records disagreement sd se runs folds sizes
    Question: rope threshold ci_prob
    Output: json save details fail_if
    """,
    ci_prob={"help": "Probability of the credible interval."},
)
def reported_command(
    accuracy: list[str] | None = _named('Accuracy, as it is printed: 0.912, "91.2 %", "84.8 +- 1.2 %"'),
    error: list[str] | None = _named("Error rate"),
    mean: list[str] | None = _named("Mean of any score of which more is better"),
    records: list[str] | None = option(
        "Number of test records; NAME=NUMBER for each of two test sets.", "[NAME=]NUMBER"
    ),
    disagreement: str | None = option(
        'Records on which only one is wrong: how many, or a share: 38, .038, "3.8 %".', "NUMBER"
    ),
    sd: list[str] | None = _named("Standard deviation over runs or folds"),
    se: list[str] | None = _named("Standard error of the mean"),
    runs: list[str] | None = option("Number of runs of each, or NAME=NUMBER.", "[NAME=]NUMBER"),
    folds: int | None = option("Number of folds of one cross-validation.", "NUMBER"),
    sizes: str | None = option("Records of a training and of a validation set.", "NUMBER,NUMBER"),
    *,
    question: Question,
    outputs: Outputs,
) -> None:
    """Say whether one system is better by the numbers of a paper, and whether that depends on what they leave out.

    Examples:

    bayescmp reported --accuracy A=.912 --accuracy B=.905 --records 1000

    bayescmp reported --mean A=84.8 --sd A=1.2 --mean B=83.4 --sd B=1.1 --runs 5

    bayescmp reported --accuracy A=.91 --accuracy B=.88 --records A=800 --records B=1200
    """
    given = {"accuracy": accuracy, "error": error, "mean": mean, "sd": sd, "se": se}
    asked: dict[str, Any] = {name: _by_name(name, texts) for name, texts in given.items() if texts}
    asked["n"], asked["runs"] = (_counts(name, texts) for name, texts in (("records", records), ("runs", runs)))
    if sizes is not None:
        asked["sizes"] = tuple(_whole("sizes", one) for one in sizes.split(","))
    outputs.check(bc.Claim, [])
    result = bc.reported(**asked, disagreement=disagreement, folds=folds, **question.settings())
    if not isinstance(result, bc.Claim):
        outputs.refuse_all_but(("json", "save", "details"), "must be left out with several systems.")
    conditions = outputs.conditions(result) if outputs.fail_if else {}
    outputs.write_then_say(result)
    outputs.fail_if_met(conditions)


def _by_name(name: str, texts: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        system, equals, number = text.rpartition("=")
        if not equals or not system or system in found:
            like = "A=.912" if "." in number else "A=1000"
            raise ValueError(f"--{name} must be NAME=NUMBER, once for each system, as {like}, but got {text!r}.")
        found[system.strip()] = number
    return found


def _counts(name: str, texts: list[str] | None) -> Any:
    """Return one number for all, or one for each."""
    if not texts:
        return None
    if len(texts) == 1 and "=" not in texts[0]:
        return _whole(name, texts[0])
    return {system: _whole(name, number) for system, number in _by_name(name, texts).items()}


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"--{name} must be a whole number, but got {text!r}.") from None
