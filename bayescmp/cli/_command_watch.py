"""`bayescmp watch`: two classifiers while a log of their predictions grows, until a decision that looking allows."""

import hashlib
import json
import re
import tempfile
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._files import read_limited
from bayescmp._support._text import counted
from bayescmp.cli._group_data import Data
from bayescmp.cli._group_outputs import STANDARD_OUTPUT, Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import Pair, command, option
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    import xarray as xr

CODES = {"first better": 10, "second better": 11, "equivalent": 12, "continue": 13}
"""Exit codes; 0 is never one of them, and 1 and 2 are errors."""
_OF_JSON = (".jsonl", ".ndjson")
_GROWING = (".csv", ".tsv", *_OF_JSON)
_MOST_AT_FIRST = 20
_QUOTED = re.compile(rb'(?:^|[,;\t|\r\n])"(?:[^"]++|"")*+(?P<end>"?)')
"""A quoted text where a column begins; others may have quotes in them. Without an end it goes on."""


@command(
    "watch",
    """
    files
    Answers: y_true y_pred first second correct classifier record task hold_out
    Question: alpha rope every shuffle
    Following: follow pause
    Output: json save details
    """,
    save={
        "help": "State, a .nc that is kept after each look; where it is there, the watch goes on from it. Without "
        "--record, records are known by their rows. Other suffixes, repeatable, as of `compare`."
    },
)
def watch_command(
    *,
    alpha: float = option("Probability that a decision is ever wrong.", "NUMBER", default=0.05),
    every: int = option("Records between two looks.", "NUMBER", default=20, min=1),
    shuffle: int | None = option("Read the log, all of which is there, in random order, by this seed.", "SEED", min=0),
    follow: bool = option("Wait for more records at the end of the log, until a decision.", "", default=False),
    pause: float = option("Seconds between two reads of a log that is followed.", "NUMBER", default=2.0, min=0.05),
    pair: Pair,
    question: Question,
    data: Data,
    outputs: Outputs,
) -> None:
    """Compare two systems while their answers come in, and stop at a decision that stays valid however often one looks.

    The exit code is the decision. A record counts once both systems have answered it. Records have to come in random
    order: a log that is sorted by task, class or difficulty is read with --shuffle. With --task nothing is decided
    while tasks stand in blocks.

    Examples:

        bayescmp watch log.csv --y-true y --first tree --second svm

        bayescmp watch log.jsonl --classifier model --record id --correct ok --follow --save watch.nc

        bayescmp watch log.csv --y-true y --first a --second b --task task --shuffle 1

    Exit codes: 10 first better, 11 second better, 12 equivalent, 13 not decided; 2 an error.
    """
    _check_log(data, follow=follow, shuffle=shuffle)
    outputs.check(bc.SequentialComparison, data.paths())
    asked = {"alpha": alpha, "rope": question.rope, "first": pair.first, "second": pair.second, "shuffled": shuffle}
    save = next((path for path in outputs.save or () if path.suffix == ".nc"), None)
    state = _begun(save, asked)
    told, before = False, None
    while True:
        now = list(map(_stamp, data.paths()))
        if now != before:  # before it is read, so that what is written meanwhile is read the next time
            is_cut = not follow and any(map(_is_cut, data.paths()))
            found = _read(data, pair, growing=follow or is_cut)
            if found is None and not follow:  # which says what it lacks
                found = _read(data, pair, growing=False)
            fresh, before = [] if found is None else _fresh(found, state, waits=told and follow), now
        if not told and (found is None or state.n_records):
            again = f"Goes on from {counted(f'{state.n_records:,}', 'record')} that were counted before"
            say(f"Waits for records in {data.paths()[0]}" if found is None else again, err=True)
        told = True
        while found is not None and state.decision == "continue" and len(fresh) >= (every if follow else 1):
            size = _size_of_look(state, found, every)
            state = state.update(found.isel(record=fresh[:size]))
            fresh = fresh[size:]
            if save is not None:
                state.save(save)
            if outputs.json != STANDARD_OUTPUT:
                say(_line(state))
        if not follow or state.decision != "continue":
            break
        time.sleep(pause)
    if outputs.json != STANDARD_OUTPUT:
        after = f"{counted(f'{len(fresh):,}', 'record')} of the log came after the decision." if fresh else ""
        cut = "The last line of the log has no end and does not count: it may still be written." if is_cut else ""
        say("\n".join(["", *(one for one in (_left_out(found), after, cut) if one), ""]).rstrip("\n") + "\n")
    outputs.write_then_say(state)
    raise typer.Exit(CODES[state.decision])


def _check_log(data: Data, *, follow: bool, shuffle: int | None) -> None:
    data.check_given("the log that is watched")
    if follow and shuffle is not None:
        raise ValueError("--shuffle must be of a log that is there, so that it cannot be given with --follow.")
    if follow and any(path.suffix.lower() not in _GROWING for path in data.paths()):
        raise ValueError(f"--follow must be of a log of text, {', '.join(_GROWING)}, but got {str(data.paths()[0])!r}.")


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return size and time of a file, which tell whether it grew; None where it is not there yet."""
    if not path.exists():
        return None
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _begun(save: Path | None, asked: Mapping[str, Any]) -> "bc.SequentialComparison":
    """Return the state of an earlier watch, if there is one and it asked the same, or a new one."""
    new = bc.SequentialComparison(alpha=asked["alpha"], rope=asked["rope"], shuffled=asked["shuffled"])
    if save is None or not save.exists():
        return new
    found = bc.load(save)
    if not isinstance(found, bc.SequentialComparison):
        raise TypeError(f"--save must be a new file, or that of a watch, but {save.name!r} is not.")
    for name, given in {**asked, "rope": new.rope}.items():
        own = getattr(found, name)
        if given not in {None, own} and found.looks.n_looks:
            raise ValueError(f"--save must be of a watch that asked the same, but {name} of {save.name!r} is {own!r}.")
    return found


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
            if len(lines.splitlines()) <= (suffix not in _OF_JSON):
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
    if suffix not in _OF_JSON:
        last = deque(_QUOTED.finditer(content), maxlen=1)
        if last and not last[0]["end"]:
            content = content[: last[0].start() + 1]
    return content[: content.rfind(b"\n") + 1]


def _is_cut(path: Path) -> bool:
    """Tell whether a log of text ends within a line, which may still be written; JSON shows where it is whole."""
    if path.suffix.lower() not in _GROWING or not path.exists():
        return False
    content = read_limited(path)
    last = content[max(content.rfind(b"\n"), content.rfind(b"\r")) + 1 :]
    if path.suffix.lower() not in _OF_JSON:
        return bool(last)
    try:
        return bool(last.strip()) and not json.loads(last)
    except ValueError:
        return True
    except RecursionError:  # whoever reads the line says that it is nested too deeply
        return False


def _size_of_look(state: "bc.SequentialComparison", found: "xr.Dataset", every: int) -> int:
    """Return how many records the next look takes; a first one of many would hide that tasks stand in blocks."""
    is_first_of_tasks = not state.looks.n_looks and "task" in found.coords and state.shuffled is None
    return min(every, _MOST_AT_FIRST) if is_first_of_tasks else every


def _left_out(found: "xr.Dataset | None") -> str:
    """Say how many records one of the two has not answered."""
    if found is None or "missing" not in found:
        return ""
    lacking = int(found["missing"].any(("classifier", "repeat")).sum())
    return f"Left out, without an answer of one of them: {counted(f'{lacking:,}', 'record')}." if lacking else ""


def _two(found: "xr.Dataset", pair: Pair) -> "xr.Dataset":
    """Return the predictions of the two systems, in their order, unless a judge alone rated some."""
    from bayescmp.sequential._records import refuse_judge

    refuse_judge(bc.design.design_of(found))
    names = bc.predictions.pair_of_names(found["classifier"].to_numpy(), pair.first, pair.second)
    return found.sel(classifier=list(names))


def _fresh(found: "xr.Dataset", state: "bc.SequentialComparison", *, waits: bool) -> list[int]:
    """Return the places of the records that both have answered, and that were not seen before.

    Those that were have to be there, and as they were: a state of another log would be mixed with this one. A log that
    was seen before and has fewer is being written anew, if it `waits`.
    """
    import numpy as np

    from bayescmp.sequential._looks import keys_of
    from bayescmp.sequential._records import ids_of_all

    answered = (found["y_pred"] >= 0).all(("classifier", "repeat")).to_numpy()
    keys = keys_of(ids_of_all(found))
    places = {key: place for place, key in enumerate(keys) if answered[place]}
    seen, looks = state.looks.ids, state.looks
    old = [places.pop(one) for one in seen if one in places]
    if waits and len(old) < len(seen):
        lacking = counted(f"{len(seen) - len(old):,}", "record")
        say(f"Waits for {lacking} that were counted before and are not in the log now", err=True)
        return []
    if looks.n_looks:
        wrong = bc.predictions.wrong(found).sel(classifier=[state.first, state.second]).isel(record=old, repeat=0)
        first, second = wrong.transpose("classifier", "record").to_numpy().astype(int)
        cells = np.vstack([np.zeros((1, 4)), np.cumsum(np.eye(4)[3 - 2 * first - second], axis=0)])
        if len(old) < len(seen) or not np.array_equal(cells[looks.known], looks.cells):
            raise ValueError(
                f"FILE must hold the {state.n_records:,} records that were counted before, with the same "
                "answers. Append new records to the log, in which --record tells them apart, or name another --save "
                "file."
            )

    def drawn(key: str) -> bytes:  # by a hash, so that a watch that goes on has the order of one that does not stop
        return hashlib.sha256(f"{state.shuffled} {key}".encode(errors="surrogatepass")).digest()

    return [places[key] for key in (places if state.shuffled is None else sorted(places, key=drawn))]


def _line(state: "bc.SequentialComparison") -> str:
    """Return what is known after a look, in a line."""
    interval = state.content.interval(state.confidence_sequence.low, state.confidence_sequence.high)
    errors = ", ".join(f"{name} {error:.3f}" for name, error in state.observed.items())
    found = f"e-value {state.content.e_value_text()}; difference in {interval}; {state.decision}"
    found += " (tasks in blocks: nothing is decided)" * state.in_blocks
    return f"{state.n_records:>9,}  {errors}; {found}"
