"""The formats of logs of evaluations."""

from pathlib import Path

from bayescmp._support._registry import Registry
from bayescmp.readers._every_eval import EveryEvalReader
from bayescmp.readers._helm import HelmReader
from bayescmp.readers._inspect import InspectReader
from bayescmp.readers._lm_eval import LmEvalReader
from bayescmp.readers._log import Reader
from bayescmp.readers._log_files import files_of
from bayescmp.readers._mlflow import MlflowReader
from bayescmp.readers._nemo import NemoReader
from bayescmp.readers._promptfoo import PromptfooReader

READERS: Registry[Reader] = Registry(
    "reader",
    [
        LmEvalReader(), InspectReader(), HelmReader(), EveryEvalReader(), MlflowReader(), NemoReader(),
        PromptfooReader(),
    ],
)  # fmt: skip


def reader_of(paths: list[Path]) -> Reader:
    """Return the reader of the format of logs, known by what is in the first of them."""
    for path in paths:
        for reader in READERS.values():
            if any(files_of(reader, path, known=True)):
                return reader
    known = ", ".join(reader.spoken for reader in READERS.values())
    hint = "Tables are files of the command line, and `data=` of `bc.labels`, `bc.verdicts` and `bc.scores`."
    raise ValueError(f"{str(paths[0])!r} must be a log, or a folder of logs, of {known}, but is none of these. {hint}")


def is_log(path: Path) -> bool:
    """Tell whether a file, or one in a folder, is a log of a known format."""
    return path.exists() and any(any(files_of(reader, path, known=True)) for reader in READERS.values())


def is_beside(path: Path, log: Path) -> bool:
    """Tell whether a file is one that some reader reads beside a log."""
    is_there = path.exists() and path.resolve().parent == log.resolve().parent
    return is_there and any(path.match(pattern) for reader in READERS.values() for pattern in reader.companions)
