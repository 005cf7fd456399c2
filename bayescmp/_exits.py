"""Exits that code of the user's asks for: errors, so that a program never ends with success in mid-work."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_exit(where: str) -> Iterator[None]:
    """Turn `sys.exit` into an error with a note of where it was called."""
    try:
        yield
    except SystemExit as error:
        refused = RuntimeError(
            f"Code of a study or classifier must not end Python, but called sys.exit({error.code!r})."
        )
        refused.add_note(where)
        raise refused from error
