"""A log that may still be written: its whole lines, each time that it grew."""

import json
import re
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import bayescmp as bc
from bayescmp._support._files import read_limited
from bayescmp.cli._group_data import Data
from bayescmp.cli._options import Pair

if TYPE_CHECKING:
    import xarray as xr

OF_JSON = (".jsonl", ".ndjson")
GROWING = (".csv", ".tsv", *OF_JSON)
_QUOTED = re.compile(rb'(?:^|[,;\t|\r\n])"(?:[^"]++|"")*+(?P<end>"?)')
"""A quoted text where a column begins; others may have quotes in them. Without an end it goes on."""


def contents_of(data: Data, pair: Pair, pause: float | None) -> "Iterator[tuple[xr.Dataset | None, bool]]":
    """Yield what both systems answered, None where there is no record yet, and whether the last line has no end.

    Again and again whenever the log changed, which is looked at after each pause; once where there is none.
    """
    before, follow = None, pause is not None
    while True:
        now = list(map(_stamp, data.paths()))
        if now != before:  # before it is read, so that what is written meanwhile is read the next time
            is_cut, before = not follow and any(map(_is_cut, data.paths())), now
            found = _read(data, pair, growing=follow or is_cut)
            if found is None and not follow:  # which says what it lacks
                found = _read(data, pair, growing=False)
            yield found, is_cut
        if pause is None:
            return
        time.sleep(pause)


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return size and time of a file, which tell whether it grew; None where it is not there yet."""
    if not path.exists():
        return None
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _read(data: Data, pair: Pair, *, growing: bool) -> "xr.Dataset | None":
    """Read what is there, of a log that grows its whole lines; None where there is no record yet."""
    from bayescmp._support._table_files import suffix_of

    asked = data if data.are_saved() else replace(data, on_missing="drop")  # until both have answered
    if not growing:
        return _two(asked.read(None, pair), pair)
    with tempfile.TemporaryDirectory() as folder:
        copies = []
        for number, (name, path) in enumerate(data.by_name().items()):
            content = read_limited(path) if path.exists() else b""
            suffix = suffix_of(path)
            lines = _whole(content, suffix)
            if len(lines.splitlines()) <= (suffix not in OF_JSON):
                return None
            copy = Path(folder, str(number), path.name)
            copy.parent.mkdir()
            copy.write_bytes(lines)
            copies.append(f"{name}={copy}" if len(data.paths()) > 1 else str(copy))
        predictions = replace(asked, files=copies).read(None, pair)
        is_early = predictions.sizes["classifier"] < 2 and data.classifier is not None  # one has not answered yet
        return None if is_early else _two(predictions, pair)


def _whole(content: bytes, suffix: str) -> bytes:
    """Return the whole lines of a log that grows, of one with columns without those of a quoted text that goes on."""
    if suffix not in OF_JSON:
        last = deque(_QUOTED.finditer(content), maxlen=1)
        if last and not last[0]["end"]:
            content = content[: last[0].start() + 1]
    return content[: content.rfind(b"\n") + 1]


def _is_cut(path: Path) -> bool:
    """Tell whether a log of text ends within a line, which may still be written; JSON shows where it is whole."""
    if path.suffix.lower() not in GROWING or not path.exists():
        return False
    content = read_limited(path)
    last = content[max(content.rfind(b"\n"), content.rfind(b"\r")) + 1 :]
    if path.suffix.lower() not in OF_JSON:
        return bool(last)
    try:
        return bool(last.strip()) and not json.loads(last)
    except ValueError:
        return True
    except RecursionError:  # whoever reads the line says that it is nested too deeply
        return False


def _two(found: "xr.Dataset", pair: Pair) -> "xr.Dataset":
    """Return the predictions of the two systems, in their order, unless a judge alone rated some."""
    from bayescmp.sequential._records import refuse_judge

    refuse_judge(bc.design.design_of(found))
    names = bc.predictions.pair_of_names(found["classifier"].to_numpy(), pair.first, pair.second)
    return found.sel(classifier=list(names))
