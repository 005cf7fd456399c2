"""What is compared: systems whose evaluations were logged by other tools."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

import bayescmp as bc
from bayescmp.cli._group_predictions import Predictions
from bayescmp.cli._options import Files, named_paths, option, refuse_options, written

if TYPE_CHECKING:
    import xarray as xr

OF_LOGS = ("format", "filter", "value", "greater_is_better")
"""Options of logs alone, beside the logs."""
_ALSO = ("group", "task", "score", "judged", "on_missing", "max_bytes")
"""Options of predictions that logs have, too."""


@dataclass(frozen=True, kw_only=True)
class Logs(Files):
    """Options of logs of evaluations; which task, score and group to take are those of predictions."""

    log: list[str] | None = option(
        None,
        "Log of an evaluation, or folder of logs, of lm-evaluation-harness, Inspect or HELM; repeatable, and NAME=PATH "
        "names the system. With it --score is the metric or scorer to take, --task the task or a pattern such as "
        "'mmlu_*', --group a key of the record.",
        metavar="PATH",
    )
    format: str | None = option(None, "Format of the logs, if not by content: {readers}.", metavar="NAME")
    filter: list[str] | None = option(
        None, "Filter of lm-evaluation-harness to take; repeatable, of each file the one that it has.", metavar="NAME"
    )
    value: list[str] | None = option(
        None, "Value to take of a scorer of Inspect that gives several; repeatable.", metavar="NAME"
    )
    greater_is_better: Literal["yes", "no"] | None = option(
        None, "Whether more of the score is better, where logs do not tell.", metavar="yes|no"
    )

    def paths(self) -> list[Path]:
        """Return the files and folders."""
        return [path for _, path in named_paths("--log", self.log or ())]

    def read(self, context: typer.Context, columns: Predictions) -> "xr.Dataset":
        """Read the logs; refuse options of predictions that they do not have."""
        of_tables = [one.name for one in fields(Predictions) if one.name not in _ALSO]
        refuse_options(context, ["y_pred", *of_tables], "must be left out with --log.")
        if self.format is not None:
            reader = bc.readers.READERS[bc.readers.READERS.check("--format", self.format)]
        else:
            reader = bc.readers.reader_of(self.paths())
        asked: dict[str, Any] = {
            "score": columns.score,
            "judged": columns.judged,
            "filter": self.filter,
            "value": self.value,
            "group": columns.group,
        }
        asked = {name: one for name, one in asked.items() if one}
        for name in asked:
            if name not in reader.options:
                raise ValueError(f"{written(name)} must be left out: a log of {reader.spoken} has no such thing.")
        more = {"yes": True, "no": False, None: None}[self.greater_is_better]
        wanted = bc.readers.wanted_of(task=columns.task, greater_is_better=more, max_bytes=self.max_bytes, **asked)
        names = {path: name for name, path in named_paths("--log", self.log or ()) if name}
        return bc.readers.read_logs(reader, self.paths(), wanted, names=names, on_missing=columns.on_missing or "error")
