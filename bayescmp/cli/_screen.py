"""How commands print and end, whatever names hold, wherever they print to, and whatever code of the user's does."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TextIO

import typer

from bayescmp._exits import no_exit
from bayescmp._text import visible


def say(text: object, *, err: bool = False) -> None:
    """Print a text, on standard output or standard error, in which every character prints."""
    stream: TextIO | None = sys.stderr if err else sys.stdout
    if stream is not None:  # as where the shell closed it
        stream.write(visible(text) + "\n")
        stream.flush()


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Say on a terminal what is being done; one short line, for the sampler's own table is wider than terminals."""
    from rich.console import Console  # noqa: PLC0415 - slow to import, rarely needed

    console = Console(stderr=True)
    with console.status(what) if console.is_terminal else nullcontext():
        yield


@contextmanager
def only_own_exits() -> Iterator[None]:
    """Make an error of an exit that code of the user's asks for; ours are by `typer.Exit`, and never with code 0."""
    try:
        with no_exit("in a command"):
            yield
    except typer.Exit as error:
        if error.exit_code:
            raise
        with no_exit("in a command"):
            raise SystemExit(0) from error


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
