"""Logs of Inspect AI: .eval, a ZIP archive of which the summaries of samples are read, and .json."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bayescmp._support._text import shown
from bayescmp.readers._archive import Archive
from bayescmp.readers._json import is_id, is_whole, key_of, parsed, whole_of
from bayescmp.readers._log import Log, Reader, Row, Wanted, choose

_LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_DECIMAL = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_HEADER, _SUMMARIES = "header.json", "summaries.json"
_START, _PARTS = "_journal/start.json", "_journal/summaries/"
_LONG, _COMPARED = 4500, 2000  # summaries shorten texts of more than 5120 characters, at the end of a word


@dataclass(frozen=True)
class InspectReader(Reader):
    """Samples, each with the values of scorers; epochs are answers."""

    name = "inspect"
    spoken = "Inspect"
    patterns = ("*.eval",)
    others = ("*.json",)
    options = ("score", "judge", "filter", "group", "by")

    def recognises(self, path: Path, start: bytes) -> bool:
        """Tell whether a file is an .eval archive or begins as a log in JSON does."""
        if path.suffix == ".eval":
            return start.startswith(b"PK")
        head = "".join(start[:400].decode("utf-8-sig", "ignore").split())
        return head.startswith('{"version":') and '"eval":' in head

    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the one run in a file."""
        header, read = _of_archive(path, wanted) if path.suffix == ".eval" else _of_json(path, wanted)
        about = header.get("eval")
        if not isinstance(about, dict):
            raise ValueError(f"{path.name!r} must be a log of Inspect, but has no `eval`.")  # noqa: TRY004 - read
        task = str(about.get("task", path.stem))
        if not wanted.takes(task):
            return
        samples = list(read)
        names = [*dict.fromkeys(name for sample in samples for name in sample.scores or ())]
        if header.get("invalidated") and not any(sample.is_invalid for sample in samples):
            raise ValueError(
                f"{path.name!r} says that samples were invalidated, but not which. Run these again, or leave it out."
            )
        score = choose(wanted.argument, wanted.score, names, "scorer", path)
        value = _value(score, samples, wanted, path)
        log = Log(
            system=about.get("model", path.stem), task=task, path=path, score=score, filter=value or "",
            greater_is_better=wanted.greater_is_better is not False, is_finished=header.get("status") == "success",
            is_numbered=all(isinstance(sample.id, int) for sample in samples),
        )  # fmt: skip
        for sample in samples:
            _add(log, sample, value)
        yield log


class _Sample(NamedTuple):
    """What is needed of a sample."""

    id: str | int
    scores: dict[str, Any] | None
    error: bool
    is_invalid: bool
    row: Row  # whose value is not known yet


def _of_archive(path: Path, wanted: Wanted) -> tuple[dict[str, Any], Iterator[_Sample]]:
    """Return what a log says of its run, and the summaries of samples, which are read when they are asked for."""
    archive = Archive(path, wanted.max_bytes)
    head = next((name for name in (_HEADER, _START) if name in archive.names()), None)
    if head is None:
        raise ValueError(f"{path.name!r} must be a log of Inspect, but has neither {_HEADER} nor {_START}.")
    names = [_SUMMARIES] if _SUMMARIES in archive.names() else sorted(archive.names(_PARTS), key=_number)
    samples = (_kept(one, wanted) for name in names for one in parsed(archive.read(name), list))
    return parsed(archive.read(head), dict), samples


def _number(name: str) -> int:
    digits = name.rsplit("/", 1)[-1].partition(".")[0]
    return int(digits) if digits.isdecimal() else 0


def _of_json(path: Path, wanted: Wanted) -> tuple[dict[str, Any], Iterator[_Sample]]:
    found = whole_of(path, wanted.max_bytes, dict)
    samples = found.pop("samples", [])
    if not isinstance(samples, list):
        raise ValueError(f"samples must be an array, but are {shown(samples)}")  # noqa: TRY004 - read
    return found, (_kept(one, wanted) for one in samples)


def _kept(sample: Any, wanted: Wanted) -> _Sample:
    """Return what is needed of a sample."""
    known: Any = sample if isinstance(sample, dict) else {}
    epoch, scores, told = known.get("epoch"), known.get("scores") or {}, known.get("metadata") or {}
    needed = {
        "an id, a text or a whole number": is_id(known.get("id")),
        "its input and target": {"input", "target"} <= known.keys(),
        "an epoch, 1 or more": is_whole(epoch) and epoch >= 1,
        "objects as scores and metadata": isinstance(scores, dict) and isinstance(told, dict),
    }
    if lacking := next((what for what, is_there in needed.items() if not is_there), None):
        raise ValueError(f"each sample must have {lacking}, but one is {shown(sample)}")
    values = {name: one.get("value") if isinstance(one, dict) else one for name, one in scores.items()}
    target, prompt = (key_of(_as_in_summaries(sample[name])) for name in ("target", "input"))
    row = Row(str(sample["id"]), math.nan, epoch, target, prompt, **wanted.told(told))
    return _Sample(sample["id"], values or None, bool(sample.get("error")), bool(sample.get("invalidation")), row)


def _as_in_summaries(value: Any) -> Any:
    """Return what is the same in a summary, which shortens texts, and in a log; of messages who says what."""
    if isinstance(value, str):
        words = " ".join(value.split())
        return words[:_COMPARED] if len(words) > _LONG else words
    if isinstance(value, list):
        return [_as_in_summaries(one) for one in value]
    if isinstance(value, dict):
        return {name: _as_in_summaries(value[name]) for name in ("role", "content", "text") if name in value}
    return value


def _value(score: str, samples: Sequence[_Sample], wanted: Wanted, path: Path) -> str | None:
    """Return which of several values of a scorer to take; None where it gives one."""
    given = [sample.scores[score] for sample in samples if sample.scores and score in sample.scores]
    names = [*dict.fromkeys(name for one in given if isinstance(one, dict) for name in one)]
    if names:
        return choose("filter", wanted.filter, names, "value", path)
    if wanted.filter and not wanted.judge:
        raise ValueError(f"`filter` must be left out: the scorer {score!r} has one value for each sample.")
    return None


def _add(log: Log, sample: _Sample, key: str | None) -> None:
    found = None if sample.error or sample.is_invalid or not sample.scores else sample.scores.get(log.score)
    if isinstance(found, dict):
        found = found.get(key)
    elif key is not None and found is not None:
        raise ValueError(f"The scorer {log.score!r} must give several values in all samples, or one in all.")
    value = math.nan if found is None else _number_of(found, log, sample)
    log.rows.append(sample.row._replace(value=value))
    log.errors += sample.error or sample.is_invalid


def _number_of(value: object, log: Log, sample: _Sample) -> float:
    """Return the number that a value of a score stands for, NaN where it says that there is none."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    if isinstance(value, str):
        plain = value.strip()
        known = _LETTERS.get(value, _WORDS.get(plain.lower()))
        if known is not None or _DECIMAL.fullmatch(plain):
            return float(plain) if known is None else known
    raise ValueError(
        f"The scorer {log.score!r} must give numbers, C, I, P, N, yes or no, but sample {sample.id!r} of "
        f"{log.path.name!r} has {shown(value)}."
    )
