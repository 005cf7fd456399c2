"""Results of promptfoo in JSON: `promptfoo eval --output results.json`, of several providers and prompts."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from bayescmp.readers._json import checked, is_whole, key_of, object_in, whole_of
from bayescmp.readers._log import Log, Reader, Row, Wanted, check_holds, choose, number_of

_OWN = ("success", "score")
_ERROR = 2  # as failureReason: it is no assertion that failed
_NUMBERS, _OBJECTS = ("promptIdx", "testIdx"), ("provider", "prompt", "testCase")


@dataclass(frozen=True)
class PromptfooReader(Reader):
    """Test cases, known by their variables; repeats are answers."""

    name = "promptfoo"
    spoken = "promptfoo"
    patterns = ()
    others = ("*.json",)
    options = ("score", "judge", "group", "by")

    def recognises(self, path: Path, start: bytes) -> bool:  # noqa: ARG002 - of every format
        """Tell whether a file begins as results do."""
        head = b"".join(start[:400].split())
        return head.startswith(b'{"evalId":') and b'"results":{"version":' in head

    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the runs in a file: of each provider, and of each prompt where there are several."""
        found = whole_of(path, wanted.max_bytes, dict)
        config = object_in(found, "config")
        task = str(config.get("description") or self.name)
        if not wanted.takes(task):
            return
        results = object_in(found, "results").get("results")
        entries = results if isinstance(results, list) else []
        rows = check_holds([checked(one, path, numbers=_NUMBERS, objects=_OBJECTS) for one in entries], path)
        named = [key for row in rows for key in object_in(row, "namedScores")]
        is_same = not wanted.score and all(row.get("score") == row.get("success") for row in rows)
        scores = [*dict.fromkeys([*(_OWN[:1] if is_same else _OWN), *named])]
        score = choose(wanted.argument, wanted.score, scores, "score", path)
        is_known = score in _OWN or wanted.greater_is_better is None
        greater = wanted.direction(score, is_known or None, path)
        repeats = [object_in(found, "runtimeOptions"), object_in(config, "evaluateOptions")]
        asked = _asked(rows, next((one["repeat"] for one in repeats if _is_count(one.get("repeat"))), 1))
        for place, system in _systems(rows).items():
            log = Log(system=system, task=task, path=path, score=score, greater_is_better=greater)
            for row in rows:
                if row["promptIdx"] == place:
                    _add(log, row, *asked[row["testIdx"]], wanted)
            yield log


def _vars(row: Mapping[str, Any]) -> dict[str, Any]:
    return object_in(row["testCase"], "vars") or object_in(row, "vars")


def _is_count(value: Any) -> TypeGuard[int]:
    return is_whole(value) and value > 0


def _asked(rows: Sequence[Mapping[str, Any]], repeat: int) -> dict[int, tuple[str, int]]:
    """Return record and answer of each test: of those of the same variables, repeats follow each other."""
    tests = {row["testIdx"]: row for row in rows}
    seen = Counter[str]()
    found = {}
    for place in sorted(tests):
        key = key_of(_vars(tests[place]))
        own = object_in(tests[place]["testCase"], "options").get("repeat")
        number, answer = divmod(seen[key], own if _is_count(own) else repeat)
        found[place] = (f"{key}-{number}" if number else key, answer + 1)
        seen[key] += 1
    return found


def _systems(rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Return the names of the systems by the places of their columns."""
    columns = {row["promptIdx"]: row for row in rows}
    prompts = {place: " ".join(str(row["prompt"].get("label") or "").split()) for place, row in columns.items()}
    found = {}
    for place in sorted(columns):
        provider = columns[place]["provider"]
        name = str(provider.get("label") or provider.get("id") or "")
        found[place] = f"{name}, {prompts[place]}" if len({*prompts.values()}) > 1 else name
    return found


def _add(log: Log, row: Mapping[str, Any], record: str, answer: int, wanted: Wanted) -> None:
    case, reason = row["testCase"], row.get("failureReason")
    failed = reason == _ERROR or (reason is None and bool(row.get("error")) and not row.get("gradingResult"))
    found = (row if log.score in _OWN else object_in(row, "namedScores")).get(log.score)
    value = math.nan if failed else number_of(found, log, record)
    target, prompt = key_of([case.get("assert"), case.get("threshold")]), key_of(row["prompt"].get("raw"))
    told = wanted.told(_vars(row) | object_in(case, "metadata"))
    log.rows.append(Row(record, value, answer, target, prompt, **told))
    log.errors += failed
