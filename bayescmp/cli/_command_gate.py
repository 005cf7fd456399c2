"""`bayescmp gate`: whether a new system may take the place of its baseline, by a policy over tasks."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import typer

import bayescmp as bc
from bayescmp.cli._group_data import Data
from bayescmp.cli._group_outputs import CONDITION_MET, Outputs
from bayescmp.cli._options import command, option
from bayescmp.cli._printing import say


@command(
    "gate",
    """
    files policy new baseline
    Answers: y_true y_pred correct judge loss score filter
    Records: classifier record group task by on_missing answer
    Output: json save junit details strict
    """,
)
def gate_command(
    policy: Path = option(
        "What is asked of each task (.toml), at least the drop that does not matter: default.drop = 0.02.",
        "FILE",
        default=...,
    ),
    new: str | None = option("The new system; needed where none is called baseline.", "NAME"),
    baseline: str | None = option("The baseline.", "NAME", default_said="baseline"),
    junit: Path | None = option("Write XML of JUnit, a case for each task.", "FILE.xml"),
    strict: bool = option("Exit with 3 where evidence is not enough, too.", "", "--strict", default=False),
    *,
    data: Data,
    outputs: Outputs,
) -> None:
    r"""Say whether a new system may take the place of its baseline, by a policy over tasks.

    Logs are of {readers}.

    Examples:

    bayescmp gate new=results/new baseline=results/old --policy policy.toml

    bayescmp gate log.csv --classifier model --record id --correct ok \
    --task task --policy policy.toml

    Exit codes: 0 pass, warning or not enough evidence; 3 block; 2 an error.
    """
    data.check_given("as new=FILE baseline=FILE for the two systems, or a table with both")
    outputs.check(bc.Gate, [*data.paths(), policy], more=[("`--junit`", junit)])
    found = data.read(None) if data.are_saved() else replace(data, on_missing=data.on_missing or "drop").read(None)
    if data.on_missing is None and not data.are_saved():
        _check_answered(found)
    result = bc.gate(found, policy, new=new, baseline=baseline)
    outputs.write_then_say(result, texts=[] if junit is None else [(junit, partial(result.to_junit, strict=strict))])
    if result.verdict == "not enough evidence" and not strict:
        say("bayescmp: exit code 0; with --strict not enough evidence fails.", err=True)
    if result.verdict == "block" or (strict and result.verdict == "not enough evidence"):
        raise typer.Exit(CONDITION_MET)


def _check_answered(found: Any) -> None:
    """Refuse answers that are missing in a task of which both have some; a task that one lacks is for the policy."""
    if "missing" not in found:
        return
    missing = found["missing"].all("repeat").transpose("record", "classifier").to_pandas()
    tasks = found["task"].to_numpy() if "task" in found.coords else missing.index.map(lambda _: "all records")
    lacking, sizes = missing.groupby(tasks).sum(), missing.groupby(tasks).size()
    partly = lacking[lacking.gt(0).any(axis=1) & lacking.lt(sizes, axis=0).all(axis=1)]
    for task, counts in partly.iterrows():
        who, count = counts.idxmax(), int(counts.max())
        raise ValueError(
            f"All systems must have a judgement of all records of a task, but {who!r} has none of {count} of the "
            f"{sizes[task]} of {task!r}. Give --on-missing drop to compare what both answered, or wrong to count what "
            "is missing as wrong."
        )
