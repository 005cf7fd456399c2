"""Ends of processes in mid-work, by code of the user's or by the system: errors, and never a success."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager


@contextmanager
def no_exit(where: str, code: str = "Code of a study or classifier") -> Iterator[None]:
    """Turn `sys.exit` into an error with a note of where it was called, and by which code."""
    try:
        yield
    except SystemExit as error:
        refused = RuntimeError(f"{code} must not end Python, but called sys.exit({error.code!r}).")
        refused.add_note(where)
        raise refused from error


@contextmanager
def no_lost_worker() -> Iterator[None]:
    """Turn the end of a worker process that nobody asked for into one sentence."""
    try:
        yield
    except BrokenExecutor as error:
        if error.__cause__ is not None:  # loky: what was sent to or from a process could not be read, as it says
            raise
        raise ChildProcessError(
            "A worker process must live until its work is done, but one ended unexpectedly, perhaps for lack of "
            "memory. Fewer processes (`n_jobs`, --jobs) need less."
        ) from error
