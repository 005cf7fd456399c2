"""One run at a time in a folder: the kernel keeps the lock, and takes it back however the process ends."""

import errno
import fcntl
import json
import os
import platform
import warnings
from contextlib import suppress
from io import FileIO
from pathlib import Path

from bayescmp.runner._kept import json_or_none, misfit, open_own

LOCK = "lock"
_OWNER = {"process": int, "host": str}
_LENGTH = 1000
"""Bytes that are looked at: more is not ours."""
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP}


def locked(folder: Path, kind: str) -> FileIO:
    """Lock a folder of work of a kind against other runs, until the file that is returned is closed.

    Raises
    ------
    BlockingIOError
        If another process has the lock, with its number and host.
    """
    file = open_own(folder / LOCK)
    try:
        _lock(file, folder, kind)
        # For people only: what holds is the lock.
        with suppress(OSError):
            file.truncate(0)
            file.write(json.dumps({"process": os.getpid(), "host": platform.node()}).encode() + b"\n")
    except BaseException:
        file.close()
        raise
    return file


def is_lock(path: Path) -> bool:
    """Tell whether a file is one that `locked` leaves, and not one of the user's by that name."""
    with open_own(path) as file:
        return os.fstat(file.fileno()).st_size == 0 or _owner(file) is not None


def _lock(file: FileIO, folder: Path, kind: str) -> None:
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        owner = _owner(file)
        who = "another process" if owner is None else f"process {owner['process']} on {owner['host']}"
        raise BlockingIOError(
            f"{str(folder)!r} must be used by one run at a time, but {who} runs a {kind} there. Wait until it ends, or "
            "choose another folder."
        ) from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        said = f"{str(folder)!r} is on a file system without locks: start no second run of a {kind} there."
        warnings.warn(said, UserWarning, stacklevel=2)


def _owner(file: FileIO) -> dict[str, object] | None:
    file.seek(0)
    owner = json_or_none(file.read(_LENGTH))
    return None if misfit(owner, _OWNER) else owner
