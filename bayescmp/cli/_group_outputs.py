"""Files that a command writes, and `bayescmp report`, which writes one of a result that was saved."""

import re
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._files import is_stream, together, write_whole
from bayescmp._support._text import WIDTH
from bayescmp.cli._options import Group, argument, command, option
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    from bayescmp.results import Result

type Writer = tuple[Sequence[Path], Callable[[], object]]
"""Files, and what writes them."""
STANDARD_OUTPUT = Path("-")
OVER_TASKS = "Would it hold on other tasks like these? (Not needed for a release on these.)"
_MAY_BE = "may be better"
_CONDITION = re.compile("(.+?)( may be)? (better|worse)")
MORE = "`--details` has every test and assumption, `--save result.html` the pictures and a text for a paper, too"
"""The last line of a screen of a command."""
MORE_OF_TASKS = "`--details` has every task and other methods, `--save result.html` writes result-over-tasks.html, too"
"""The same of the screen over tasks, which comes after that of all records."""
CONDITION_MET = 3
"""The exit code where `--fail-if` is met; 0 is success, 1 a reader that has gone, 2 an error."""
_NARROWEST, _WIDEST = 60, 120
"""Columns of a screen on a terminal."""
_REPORTS = (".html", ".md", ".tex", ".txt")
_SUFFIXES = {
    "`--json`": (".json",),
    "`--save`": (".nc", ".json", *_REPORTS),
    "`--out`": (".csv",),
    "`--changed`": (".csv",),
    "`--junit`": (".xml",),
}


@dataclass(frozen=True, kw_only=True)
class Outputs(Group):
    """Files of a result."""

    json: Path | None = option("Write JSON; - prints it, and nothing else.", "FILE")
    save: list[Path] | None = option(
        "Write the result, repeatable: .nc (for `report`, `plan`), .json, or a report: .html, .md, .tex or .txt.",
        "FILE",
    )
    changed: Path | None = option("Write the records on which the two differ.", "FILE.csv")
    details: bool = option("Print every test, and what would change the answer.", "", "--details", default=False)
    fail_if: list[str] | None = option(
        'Exit with 3 where this holds, repeatable: "first better", "second better", "equivalent", "undecided", "first '
        'may be better" (not excluded), or by a name "new worse", "new may be worse".',
        "TEXT",
    )

    def conditions(self, answer: Any) -> dict[str, bool]:
        """Tell of each condition whether it is met; refuse names of others than the two."""
        excluded = 1 - answer.settings.threshold
        may_be = {"first": answer.prob_first_better, "second": answer.prob_second_better}
        holding = {answer.decision, *(f"{one} {_MAY_BE}" for one, prob in may_be.items() if prob > excluded)}
        return {one: _of_positions(one, answer) in holding for one in self.fail_if or ()}

    def fail_if_met(self, conditions: Mapping[str, bool]) -> None:
        """Say which conditions hold, and end with their exit code where one does."""
        for condition, holds in conditions.items():
            say(f"bayescmp: --fail-if '{condition}' {'holds' if holds else 'does not hold'}.", err=True)
        if any(conditions.values()):
            raise typer.Exit(CONDITION_MET)

    def check(self, kind: "type[Result]", inputs: Sequence[Path], more: Sequence[tuple[str, Path | None]] = ()) -> None:
        """Refuse, as `check_outputs` does, files of a result of a kind, those beside its report included."""
        from bayescmp._support._validation import check_choice
        from bayescmp.results import OUTCOMES, UNDECIDED

        known = [*OUTCOMES, UNDECIDED, f"first {_MAY_BE}", f"second {_MAY_BE}", "NAME better", "NAME may be worse"]
        for condition in self.fail_if or ():
            if _CONDITION.fullmatch(condition) is None:
                check_choice("--fail-if", condition, known)
        outputs: list[tuple[str, Path | None]] = [*self._files(), *more]
        outputs += [("`--save`", _over_tasks(path)) for path in self.save or ()]
        for path in [path for _, path in self._files() if path.suffix.lower() in _REPORTS]:
            beside = bc.reports.files_of_report("--save", path, kind)[1:]
            outputs += [(f"the {one.suffix} file beside `--save`", one) for one in beside]
        check_outputs(outputs, inputs)

    def _files(self) -> list[tuple[str, Path]]:
        """Return the files under the names of their options."""
        single = [("`--json`", self.json), ("`--changed`", self.changed)]
        return [*((name, path) for name, path in single if path), *(("`--save`", path) for path in self.save or ())]

    def write_then_say(
        self,
        result: "Result",
        over_tasks: "Callable[[], Result] | None" = None,
        texts: Iterable[tuple[Path, Callable[[], str]]] = (),
        by: str | None = None,
    ) -> None:
        """Write the files that were asked for, and print the result, then its slices, or the one over its tasks.

        The result over tasks is saved beside the other.
        """
        tasks, over, said = getattr(result, "tasks", None), None, ""
        is_silent = self.json == STANDARD_OUTPUT
        if over_tasks is not None and tasks is not None and len(tasks) > 1 and not is_silent:
            try:
                over = over_tasks()
            except ValueError as error:  # such as a task of one class, which tells no AUC
                said = str(error)
        writers = [_writer(result, name, path) for name, path in self._files()]
        writers += [_of_text(path, text) for path, text in texts]
        writers += [_writer(over, "`--save`", _over_tasks(path)) for path in self.save or () if over is not None]
        write_then_say(writers, self._screen(result, MORE), result.content.style())
        if by and tasks is not None and not self.details and not is_silent:
            say(f"\n{result.content.part('tasks')}")
        if over is not None:
            say(f"\n{OVER_TASKS}\n")
            say(self._screen(over, MORE_OF_TASKS), style=over.content.style())
        elif said:
            say(f"\n{OVER_TASKS}\n\n{said}")

    def _screen(self, result: "Result", more: str) -> str:
        """Return what is printed of a result, as wide as the terminal."""
        is_terminal = sys.stdout is not None and sys.stdout.isatty()  # it is None where it was closed
        width = min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST) if is_terminal else WIDTH
        return result.details() if self.details else result.content.screen(width, more)


def _of_positions(condition: str, answer: Any) -> str:
    """Return a condition on a system by its name as one on the first or the second, that it is better."""
    found = _CONDITION.fullmatch(condition)
    if found is None:
        return condition
    from bayescmp._support._validation import check_choice

    places = {answer.first: 0, answer.second: 1, "first": 0, "second": 1}
    place = places[check_choice("--fail-if", found[1], places)]
    is_first = (place == 0) == (found[3] == "better")
    return f"{'first' if is_first else 'second'}{found[2] or ''} better"


def _of_text(path: Path, text: Callable[[], str]) -> Writer:
    return [path], lambda: write_text(text(), path)


def _over_tasks(path: Path) -> Path:
    """Return the file of the result over tasks beside that of a result."""
    return path.with_name(f"{path.stem}-over-tasks{path.suffix}")


def _writer(result: Any, name: str, path: Path) -> Writer:
    """Return which files the path of an option stands for, and what writes them."""
    if name == "`--changed`":
        return _of_text(path, lambda: result.changed().to_csv(lineterminator="\n").rstrip())
    if path.suffix == ".nc":
        return [path], lambda: result.save(path)
    if path.suffix.lower() not in _REPORTS:  # JSON, which may go to standard output or a device
        return _of_text(path, result.to_json)
    return bc.reports.files_of_report("--save", path, result), lambda: bc.reports.write_report(result, path)


def check_outputs(outputs: Iterable[tuple[str, Path | None]], inputs: Sequence[Path]) -> None:
    """Refuse outputs, by option, in no folder, of another suffix, or that are an input or one another.

    A "-" is standard output, for JSON.
    """
    seen: list[tuple[str, Path]] = []
    for name, path in outputs:
        if path is None or (path == STANDARD_OUTPUT and name == "`--json`"):
            continue
        if not path.parent.is_dir():
            raise ValueError(f"{name} must be in a folder that exists, but got {str(path)!r}.")
        if path.is_dir():
            raise ValueError(f"{name} must be a file, but {str(path)!r} is a folder.")
        _check_not_read(name, path, inputs)
        for other, taken in seen:
            if is_same(path, taken) and not (name == other and path.suffix == ".bib"):  # works that both cite
                raise ValueError(f"{name} and {other} must be two files, but both are {str(path)!r}.")
        seen.append((name, path))
    for name, path in seen:
        suffixes = _SUFFIXES.get(name, (path.suffix,))
        is_known = path.suffix in suffixes or path.suffix.lower() in {*suffixes}.intersection(_REPORTS)
        if not is_known and not (len(suffixes) == 1 and is_stream(path)):
            raise ValueError(f"{name} must end in {', '.join(suffixes)}, but got {path.name!r}.")


def is_same(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file, whether it is there or not."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _check_not_read(name: str, path: Path, inputs: Sequence[Path]) -> None:
    """Refuse an output that would replace an input, or a file of a folder that is one."""
    if any(is_same(path, given) or bc.readers.is_beside(path, given) for given in inputs):
        raise ValueError(f"{name} must not be a file that is read, but got {str(path)!r}.")
    folders = [given.resolve() for given in inputs if given.is_dir()]
    if path.exists() and any(path.resolve().is_relative_to(folder) for folder in folders):
        raise ValueError(
            f"{name} must not replace a file of a folder that is read, but got {str(path)!r}. Write it elsewhere."
        )


def write_text(text: str, path: Path) -> None:
    """Write a text to a file, or print it where the path is that of standard output."""
    if path != STANDARD_OUTPUT:
        write_whole(f"{text}\n".encode(), path)
    elif sys.stdout is None:  # the shell closed it
        raise BrokenPipeError("standard output is closed")
    else:
        say(text)


def write_then_say(writers: Sequence[Writer], screen: str, style: str = "") -> None:
    """Write every file, print, and only then raise what went wrong: what is computed is kept where it can be.

    Nothing is printed where standard output is one of the files. Where nothing goes wrong but that whoever read one of
    them has gone, the exit code is 1. Files take their places together: where the command is interrupted, none does.
    """
    failures: list[Exception] = []
    written: list[Path] = []
    try:
        with together():
            for paths, write in writers:
                try:
                    write()
                    written.extend(paths)
                except Exception as error:  # noqa: BLE001 - raised below
                    failures.append(error)
    except OSError as error:  # one could not take its place, and all are as they were
        failures.append(error)
        written.clear()
    if STANDARD_OUTPUT not in [path for paths, _ in writers for path in paths]:
        say("\n\n".join(part for part in (screen, _lines_of(written)) if part), style=style)
    failures.sort(key=lambda error: isinstance(error, BrokenPipeError))
    if failures and isinstance(failures[0], BrokenPipeError):
        raise typer.Exit(1)
    if failures:
        for other in failures[1:]:
            failures[0].add_note(f"and: {other}")
        raise failures[0]


def _lines_of(written: Iterable[Path]) -> str:
    return "\n".join(f"Wrote {path}" for path in written)


@command("report", "result file Output: title")
def report_command(
    result: Path = argument("What `compare`, `rank` or `datasets compare` wrote with --save (.nc).", "RESULT"),
    file: Path = argument("Report to write: .html, .md, .tex or .txt.", "FILE"),
    *,
    title: str | None = option("Title of the report; the classifiers if not given.", "TEXT"),
) -> None:
    """Write a report of a saved result: the answer, its numbers, figures, tables and methods.

    Figures in HTML are {plots}.

    Examples:

    bayescmp report result.nc report.html
    """
    found = bc.load(result)
    if not isinstance(found, bc.Result):
        raise ValueError(f"RESULT must be a file, but {str(result)!r} is a folder: `bayescmp datasets rank` takes it.")  # noqa: TRY004
    written = bc.reports.files_of_report("FILE", file, found)
    check_outputs([(repr(str(path)), path) for path in written], [result])
    bc.reports.write_report(found, file, title=title)
    say(_lines_of(written))
