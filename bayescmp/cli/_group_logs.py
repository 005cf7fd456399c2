"""What is compared: systems whose evaluations were logged by other tools."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp.cli._group_predictions import Predictions
from bayescmp.cli._options import Files, option, options_given, written

if TYPE_CHECKING:
    import xarray as xr

_ALSO = ("group", "task", "score", "judged", "on_missing")
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
    greater_is_better: str | None = option(
        None, "Whether more of the score is better, where logs do not tell.", metavar="yes|no"
    )

    def paths(self) -> list[Path]:
        """Return the files and folders."""
        return [path for path, _ in self._named()]

    def _named(self) -> list[tuple[Path, str | None]]:
        """Return the paths and the names of their systems, None where the log has it."""
        found: list[tuple[Path, str | None]] = []
        for one in self.log or ():
            name, is_named, path = ("", "", one) if Path(one).exists() else one.partition("=")
            if is_named and not (name and path):
                raise ValueError(f"--log must be PATH or NAME=PATH, but got {one!r}.")
            found.append((Path(path), name) if is_named else (Path(one), None))
        return found

    def _direction(self) -> bool | None:
        """Return whether more is better, None where it is not said."""
        from bayescmp._support._validation import check_choice

        if self.greater_is_better is None:
            return None
        return check_choice("--greater-is-better", self.greater_is_better, ["yes", "no"]) == "yes"

    def refuse_without(self, context: typer.Context) -> None:
        """Refuse options of logs where there are none."""
        given = options_given(context, ["format", "filter", "value", "greater_is_better"])
        if given and not self.log:
            raise ValueError(f"{given[0]} is for logs of evaluations: give --log PATH, or leave it out.")

    def read(self, context: typer.Context, columns: Predictions) -> "xr.Dataset":
        """Read the logs; refuse options of predictions that they do not have."""
        columns.refuse_beside_logs(context, _ALSO)
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
        wanted = bc.readers.wanted_of(
            task=columns.task, greater_is_better=self._direction(), max_bytes=self.max_bytes, **asked
        )
        names = {path: name for path, name in self._named() if name}
        return bc.readers.read_logs(reader, self.paths(), wanted, names=names, on_missing=columns.on_missing or "error")
