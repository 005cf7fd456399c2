"""The formats of logs of evaluations."""

from pathlib import Path

from bayescmp._support._registry import Registry
from bayescmp.readers._helm import HelmReader
from bayescmp.readers._inspect import InspectReader
from bayescmp.readers._lm_eval import LmEvalReader
from bayescmp.readers._log import Reader
from bayescmp.readers._read import files_of

READERS: Registry[Reader] = Registry("reader", [LmEvalReader(), InspectReader(), HelmReader()])


def _check_no_other(reader: Reader, paths: list[Path]) -> None:
    """Refuse folders that have logs of another format as well, which would be left out."""
    for folder in (path for path in paths if path.is_dir()):
        own = {*files_of(reader, folder)}
        for other in (one for one in READERS.values() if one is not reader):
            odd = next((file for file in files_of(other, folder, known=True) if file not in own), None)
            if odd is not None:
                raise ValueError(
                    f"All logs in {str(folder)!r} must be of one format, but {odd.name!r} is of {other.spoken} beside "
                    f"others of {reader.spoken}. Name the logs, or the format (--format)."
                )


def reader_of(paths: list[Path]) -> Reader:
    """Return the reader of the format of logs, known by what is in the first of them."""
    for path in paths:
        for reader in READERS.values():
            if next(files_of(reader, path, known=True), None) is not None:
                _check_no_other(reader, paths)
                return reader
    known = ", ".join(reader.spoken for reader in READERS.values())
    raise ValueError(
        f"{str(paths[0])!r} must be a log, or a folder of logs, of {known}, but is none that is known. "
        "A table of answers, a row for each, is read by `read_predictions` (--predictions)."
    )
