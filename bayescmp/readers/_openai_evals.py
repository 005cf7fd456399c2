"""Logs of OpenAI evals: a line with the specification, then a line for each event, in any order."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xarray as xr

from bayescmp._files import MAX_BYTES
from bayescmp._text import shown
from bayescmp.readers._json import Lines, equal, key_of
from bayescmp.readers._log import Log, Reader, Wanted, choose
from bayescmp.readers._read import Names, OneOrMore, Paths, read_logs, wanted_of

_MATCH, _METRICS, _TARGET = "match", "metrics", "(target)"


@dataclass(frozen=True)
class OpenaiEvalsReader(Reader):
    """Events "match", which say whether a sample was right, and "metrics", which hold numbers of it."""

    name = "openai-evals"
    spoken = "OpenAI evals"
    patterns = ()
    others = ("*.jsonl",)
    options = ("score", "judged")

    def recognises(self, path: Path, start: bytes) -> bool:  # noqa: ARG002 - of every format
        """Tell whether the first line is a specification."""
        return start.lstrip().startswith(b"{") and b'"spec"' in start and b'"eval_name"' in start

    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the one run in a file."""
        spec, found, is_finished, duplicates = _events(path, wanted.max_bytes)
        task = str(spec.get("base_eval") or spec.get("eval_name") or path.stem)
        if not wanted.takes(task):
            return
        judged = [one for own in found.values() for one in own.items() if one[0] != _TARGET]
        numbers = [*dict.fromkeys(name for name, value in judged if isinstance(value, (bool, int, float)))]
        score = choose(wanted.argument, wanted.score, numbers or [name for name, _ in judged[:1]], "metric", path)
        systems = spec.get("completion_fns") or path.stem
        log = Log(
            system=systems[0] if isinstance(systems, list) else systems,
            task=task,
            path=path,
            score=score,
            is_finished=is_finished,
            greater_is_better=wanted.direction(score, None, path),
            duplicates=duplicates,
        )
        for sample, own in sorted(found.items()):
            value = own.get(score)
            if value is not None and not isinstance(value, (bool, int, float)):
                raise ValueError(f"{score!r} must be a number, but {sample!r} of {path.name!r} has {shown(value)}.")
            log.add(sample, math.nan if value is None else float(value), target=own.get(_TARGET, ""))
        yield log


def _events(path: Path, max_bytes: int) -> tuple[dict[str, Any], dict[str, dict[str, Any]], bool, int]:
    """Return the specification, what was judged of each sample, whether the run ended, and how often it is repeated."""
    spec: dict[str, Any] | None = None
    found: dict[str, dict[str, Any]] = {}
    is_finished, duplicates = False, 0
    for line in Lines(path, max_bytes):
        if isinstance(line.get("spec"), dict):
            if spec is not None:
                raise ValueError(f"{path.name!r} must hold one run, but has two specifications. Split it.")
            spec = line["spec"]
        is_finished |= "final_report" in line
        data = line.get("data")
        if line.get("type") not in {_MATCH, _METRICS} or not isinstance(data, dict):
            continue
        if not isinstance(line.get("sample_id"), str):
            raise ValueError(f"Each event of {path.name!r} must have a sample_id, but one has {shown(line)}.")  # noqa: TRY004 - read
        own = found.setdefault(line["sample_id"], {})
        scores = {"correct": data.get("correct")} if line["type"] == _MATCH else data
        if any(name in own and not equal(own[name], value) for name, value in scores.items()):
            raise ValueError(f"Each sample must be judged once in {path.name!r}, but {line['sample_id']!r} is twice.")
        duplicates += any(name in own for name in scores)
        own |= scores
        if "expected" in data:
            expected = data["expected"]
            own[_TARGET] = key_of(expected[0] if isinstance(expected, list) and len(expected) == 1 else expected)
    if spec is None:
        raise ValueError(f"{path.name!r} must hold a specification, a line with `spec`, but has none: whose run is it?")
    return spec, found, is_finished, duplicates


def read_openai_evals(
    paths: Paths,
    *,
    score: OneOrMore = None,
    judged: OneOrMore = None,
    task: OneOrMore = None,
    greater_is_better: bool | None = None,
    names: Names = None,
    on_missing: str = "error",
    max_bytes: int = MAX_BYTES,
) -> xr.Dataset:
    """Read logs of OpenAI evals as predictions.

    Samples are matched by their id, in whatever order events were written.

    Parameters
    ----------
    paths : str, Path or list of these
        Logs (.jsonl), or folders with them, of one system or several.
    score : str or list of str, optional
        What to take, where there are several: "correct" of events that match, or a number of the metrics.
    judged : str or list of str, optional
        With `score`, of people who judged some: the judgement of a judge that judged all answers, as `judged` of
        `predictions_from_arrays`.
    task : str or list of str, optional
        The tasks to take, or patterns such as "mmlu_*"; all if None. Several become the coordinate `task`.
    greater_is_better : bool, optional
        Whether more of the score is better, where neither the log nor its name tells.
    names : mapping from paths to str, optional
        Names of the systems of paths; else that of the completion function.
    on_missing : {"error", "drop", "wrong"}, default "error"
        What to do where a system has no judgement of a sample, as in `predictions_from_arrays`.
    max_bytes : int, default 2**28
        The most that a file may hold.

    Returns
    -------
    Dataset
        As from `predictions_from_arrays`; its provenance says what was matched.

    Raises
    ------
    FileNotFoundError
        If there is no such file or folder.
    TypeError, ValueError
        If an argument is no such thing, there are several scores and none is named, logs contradict each other, or
        answers are missing and `on_missing` is "error".

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> import bayescmp as bc
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> def write(system, right):
    ...     events = [{"spec": {"completion_fns": [system], "eval_name": "quiz.dev.v0", "base_eval": "quiz"}}]
    ...     events += [
    ...         {"sample_id": f"quiz.dev.{i}", "type": "match", "data": {"correct": one}} for i, one in enumerate(right)
    ...     ]
    ...     text = "".join(json.dumps(event) + chr(10) for event in [*events, {"final_report": {}}])
    ...     _ = (folder / f"{system}.jsonl").write_text(text)
    >>> write("small", [True, False, True])
    >>> write("large", [True, True, True])
    >>> bc.read_openai_evals(folder)["classifier"].values.tolist()
    ['large', 'small']
    """
    wanted = wanted_of(score=score, judged=judged, task=task, greater_is_better=greater_is_better, max_bytes=max_bytes)
    return read_logs(OpenaiEvalsReader(), paths, wanted, names=names, on_missing=on_missing)
