"""`bayescmp watch`: two classifiers while a log of their predictions grows, until a decision that looking allows."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._text import counted
from bayescmp.cli._group_data import Data
from bayescmp.cli._group_outputs import STANDARD_OUTPUT, Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._growing_log import GROWING, contents_of
from bayescmp.cli._options import Pair, command, option
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    import xarray as xr

CODES = {"first better": 10, "second better": 11, "equivalent": 12, "continue": 13}
"""Exit codes; 0 is never one of them, and 1 and 2 are errors."""
_MOST_AT_FIRST = 20


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
    for place, (found, is_cut) in enumerate(contents_of(data, pair, pause if follow else None)):  # noqa: B007 - at the end
        fresh = [] if found is None else _fresh(found, state, waits=place > 0)
        if place == 0 and (found is None or state.n_records):
            again = f"Goes on from {counted(state.n_records, 'record')} that were counted before"
            say(f"Waits for records in {data.paths()[0]}" if found is None else again, err=True)
        while found is not None and state.decision == "continue" and len(fresh) >= (every if follow else 1):
            size = _size_of_look(state, found, every)
            state, fresh = state.update(found.isel(record=fresh[:size])), fresh[size:]
            _keep(state, save, outputs)
        if state.decision != "continue":
            break
    if outputs.json != STANDARD_OUTPUT:
        say("\n".join(["", *_uncounted(found, fresh, is_cut=is_cut), ""]).rstrip("\n") + "\n")
    outputs.write_then_say(state)
    raise typer.Exit(CODES[state.decision])


def _check_log(data: Data, *, follow: bool, shuffle: int | None) -> None:
    data.check_given("the log that is watched")
    if follow and shuffle is not None:
        raise ValueError("--shuffle must be of a log that is there, so that it cannot be given with --follow.")
    if follow and any(path.suffix.lower() not in GROWING for path in data.paths()):
        raise ValueError(f"--follow must be of a log of text, {', '.join(GROWING)}, but got {str(data.paths()[0])!r}.")


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


def _keep(state: "bc.SequentialComparison", save: Path | None, outputs: Outputs) -> None:
    """Save the state after a look, and print its line."""
    if save is not None:
        state.save(save)
    if outputs.json != STANDARD_OUTPUT:
        say(_line(state))


def _size_of_look(state: "bc.SequentialComparison", found: "xr.Dataset", every: int) -> int:
    """Return how many records the next look takes; a first one of many would hide that tasks stand in blocks."""
    is_first_of_tasks = not state.looks.n_looks and "task" in found.coords and state.shuffled is None
    return min(every, _MOST_AT_FIRST) if is_first_of_tasks else every


def _uncounted(found: "xr.Dataset | None", fresh: list[int], *, is_cut: bool) -> Iterator[str]:
    """Say what of the log did not count."""
    if found is not None and "missing" in found:
        lacking = int(found["missing"].any(("classifier", "repeat")).sum())
        if lacking:
            yield f"Left out, without an answer of one of them: {counted(lacking, 'record')}."
    if fresh:
        yield f"{counted(len(fresh), 'record')} of the log came after the decision."
    if is_cut:
        yield "The last line of the log has no end and does not count: it may still be written."


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
        lacking = counted(len(seen) - len(old), "record")
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
