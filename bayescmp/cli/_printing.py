"""How commands print and end: any characters, wherever it goes, and what went wrong in one sentence."""

import errno
import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, TextIO

from bayescmp._support._arguments import called_here
from bayescmp._support._text import cut, names_argument, one_line, visible

_LONGEST = 490
OF_PYTHON = (
    ("rng", "--seed"), ("n", "--records"),
    ("n_jobs", "--jobs"), ("pos_label", "--labels"), ("verdicts", "--correct"), ("prior", "--method prior"),
    ("strength", "--method strength"), ("tau", "--method tau"), ("n_train", "--sets"), ("n_test", "--sets"),
    ("probabilities", "--y-prob"), ("decision_values", "--y-score"), ("losses", "--loss"), ("scores", "--score"),
    ("values", "--scores"), ("values", "--loss"), ("values", "--score"), ("greater_is_better", "--losses"),
    ("greater_is_better", "--score or --loss"), ("greater_is_better", "--score"), ("greater_is_better", "--loss"),
)  # fmt: skip
"""Parameters of Python, and options: the first that a command has, or the last that stands on the command line."""
_WAYS = {"folds": "--fold", "runs": "--run", "answers": "--answer", "in_time": "--time", "hold_out": "--hold-out"}
_SETTINGS = {
    r" \(where that is no argument, .*?`\)": "",
    r"how=folds\(fold, repeat=\.\.\.\), runs\(ids\) of algorithms or answers\(ids\) of systems": (
        "--repeat, --run of algorithms or --answer of systems"
    ),
    r"folds\(repeat=\.\.\.\) tells repeats apart, runs\(ids\) (.*?), answers\(ids\)": (
        r"--repeat tells repeats apart, --run \1, --answer"
    ),
    **{rf"how={way}\([^()]*\)": option for way, option in _WAYS.items()},
    r"names=\{[^{}]*\}": "NAME=FILE",
    "greater_is_better=False": "--losses",
    "greater_is_better=True": "--no-losses",
}
"""What Python says, and the command line."""


def say(text: object, *, err: bool = False, style: str = "") -> None:
    """Print a text, on standard output or standard error, in which every character prints.

    On a terminal that takes colours its first paragraph has the style, in the words of rich.
    """
    stream: TextIO | None = sys.stderr if err else sys.stdout
    if stream is None:  # as where the shell closed it
        return
    head, gap, rest = visible(text).partition("\n\n")
    if style and stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        from rich.console import Console
        from rich.text import Text

        Console(file=stream, force_terminal=True).print(Text(head, style), soft_wrap=True, end="")
        head = ""
    stream.write(f"{head}{gap}{rest}\n")
    stream.flush()


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Say on a terminal what is being done; one short line, for the sampler's own table is wider than terminals."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status(what) if console.is_terminal else nullcontext():
        yield


class _Lasting:
    """A stream that lets work go on where its device is full or its reader has gone, and keeps the error.

    A character that the terminal cannot show becomes its escape.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.failure: OSError | None = None

    def write(self, text: str) -> int:
        try:
            self._stream.write(text)
        except UnicodeEncodeError:
            code = self._stream.encoding
            self._stream.write(text.encode(code, "backslashreplace").decode(code))
        except OSError as error:
            self._give_up(error)
        return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self.failure = self.failure or error
        with suppress(OSError):  # of a stream without a number
            nowhere = os.open(os.devnull, os.O_WRONLY)  # takes what is left in the buffer when Python ends
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def lasting_streams() -> Iterator[None]:
    """Let no failure to print end the work; when all is done, the exit code tells of it.

    The code is 1 where whoever read standard output has gone, as `head` does, else 2 with a sentence.
    """
    before = sys.stdout, sys.stderr
    out, err = (None if stream is None else _Lasting(stream) for stream in before)
    sys.stdout, sys.stderr = out, err
    try:
        yield
    except SystemExit as ended:
        if ended.code:
            raise
    finally:
        failure = _flushed(out)
        if failure is not None and failure.errno != errno.EPIPE:
            say(f"bayescmp: Not everything could be printed: {failure.strerror}.", err=True)
        _flushed(err)
        sys.stdout, sys.stderr = before
    raise SystemExit(0 if failure is None else 1 if failure.errno == errno.EPIPE else 2)


def _flushed(stream: _Lasting | None) -> OSError | None:
    """Flush a stream, and return what went wrong with it so far."""
    if stream is None:
        return None
    stream.flush()
    return stream.failure


def sentence_of(error: Exception, options: Mapping[str, str]) -> str:
    """Return what an error says, with its notes, in one line; parameters of Python by the names of their options."""
    message = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    if isinstance(error, OSError) and error.strerror:  # without the number
        names_file = error.filename is None or repr(Path(error.filename).name) in error.strerror
        message = error.strerror if names_file else f"{error.strerror}: {error.filename!r}"
    message = message or f"The data are too large ({type(error).__name__})."
    notes = [f"({note})" for note in getattr(error, "__notes__", []) if not names_argument(note)]
    return _short(_with_options(one_line(" ".join([message, *notes])), options))


def usage_sentence(error: Any, options: Mapping[str, str]) -> str:
    """Return what is wrong with how a command was called, an error of Typer's, and where to look."""
    said, context = error.format_message(), error.ctx
    name = getattr(error, "option_name", "").lstrip("-").replace("-", "_")
    if f"--{name}" not in options.values() and (hint := called_here(name, options)):
        said = f"{error.message}.{_with_options(hint, options)}"
    elif said.startswith("Missing"):
        said = f"{said.rstrip('.')}: {error.param.help[0].lower()}{error.param.help[1:].rstrip('.')}"
    said = said if said.endswith((".", "?")) else f"{said}."
    help_of = f" `{context.command_path} --help` lists what there is." if context is not None else ""
    return _short(one_line(said) + help_of)


def _with_options(text: str, options: Mapping[str, str]) -> str:
    def option(found: re.Match[str]) -> str:
        name = found[1] if found[1] in options else found[1].removeprefix("n_")  # `n_records` is --records
        return f"`{options[name]}`" if name in options else found[0]

    def setting(found: re.Match[str]) -> str:
        values = [one.strip(" '\"") for one in found[2].strip("[]").split(",") if one.strip() != "..."]
        option = options.get(found[1], "--method ")  # which takes its options as they are
        return found[0] if " " in option else " ".join(f"{option} {one}" for one in values)

    for said, written in _SETTINGS.items():
        text = re.sub(said, written, text)
    return re.sub(r"\b(\w+)=(\[[^\]]*\]|'[^']*'|\"[^\"]*\"|[\w.]+)", setting, re.sub(r"`(\w+)`", option, text))


def _short(text: str) -> str:
    return cut(text, _LONGEST)  # in the middle: what was got, and what was meant, stand last


@contextmanager
def warnings_as_sentences() -> Iterator[None]:
    """Show each warning once, in a sentence on standard error, instead of with a line of Python."""
    printed = set()

    def show(message: Warning | str, *_: object, **__: object) -> None:
        if sys.stderr is not None and (said := _short(one_line(message))) not in printed:
            printed.add(said)
            say(f"Warning: {said}", err=True)

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield
