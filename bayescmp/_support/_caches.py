"""Folders in which PyTensor and Numba keep what they compiled: temporary ones where the home cannot be written to."""

import atexit
import os
import shutil
import tempfile
import warnings
from functools import cache
from pathlib import Path


@cache
def usable_caches() -> None:
    """Give PyTensor and Numba a temporary folder where theirs cannot be written to; call it before they are imported.

    Without one, importing PyTensor is an error, and Numba cannot define functions that it would keep. Matplotlib
    does the same for itself. It warns that compiling takes its time again in every process.
    """
    home, named = Path.home(), ("PYTENSOR_FLAGS", "NUMBA_CACHE_DIR")
    if os.environ.keys() >= set(named) or _can_be_written(home):
        return
    folder = tempfile.mkdtemp(prefix="bayescmp-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, value in zip(named, (f"base_compiledir={folder}", folder), strict=True):
        os.environ.setdefault(name, value)
    warnings.warn(
        f"{str(home)!r} cannot be written to: compiled code is kept in a temporary folder and compiled anew by every "
        "process. PYTENSOR_FLAGS=base_compiledir=... and NUMBA_CACHE_DIR name folders that stay.",
        RuntimeWarning,
        stacklevel=2,
    )


def _can_be_written(folder: Path) -> bool:
    """Tell whether files can be made in a folder, or in the nearest one above it that there is."""
    while not folder.exists():
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
