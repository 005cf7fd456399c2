"""What is unusual about predictions: labels, rare classes, classes that were not trained on, time order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

import numpy as np
import xarray as xr

from bayescmp._support._typing import Array, Integers
from bayescmp.design import HOLD_OUT, Design
from bayescmp.evidence._groups import GroupSums
from bayescmp.predictions import IN_TIME, UNRATED, WRONG, as_seen, tells_only_what_is_right

SAME_ESTIMATOR = "same estimator"
"""The kind of the fact that stands first on a screen, for it may make any answer moot."""


MISSING, MISSING_OF_PAIR = "missing answers", "missing answers of a pair"
"""Kinds of facts on records that are left out because not every classifier answered them."""

UNKNOWN_SPREAD = "unknown spread"
"""The kind of the fact that no method can tell how far differences vary."""
PLAIN_NUMBERS, SCALE_OF_DATA, MIXED_SCALES = "plain numbers", "scale of data", "mixed scales"
"""Facts about several data sets: one number each, a prior whose scale is theirs, and scores of which some are large."""
GROUPS, FEW_GROUPS, SIZES_TELL = "groups", "few groups", "sizes tell"
"""Facts about groups of dependent records: what they cost, that there are few, and that their sizes tell something."""
BLOCKS = "blocks"
"""The kind of the fact that groups are blocks of records that follow each other in time."""
IN_ORDER = "in order"
"""The kind of the fact that units which follow each other differ alike."""
ANSWERS = "answers"
"""The kind of the fact that there are several answers of the same systems to a record."""
JUDGED = "judged"
"""The kind of the fact that a judge has rated all records, and people some."""
LABELS_CHOSEN, LABELS_UNLIKE = "labels chosen", "labels unlike"
"""Facts that labels were chosen by what the judge said, and that labelled records are unlike others it called so."""
ORDER, OTHERS, TASK = "order", "others", "task"
"""What is told of records besides coordinates, in which they may be unlike."""
PREFERENCES = "preferences"
"""The kind of the fact that verdicts are which of two is preferred, and its key in the provenance of predictions."""
LOG = "log"
"""The kind of the fact that answers are from logs of evaluations, and its key in the provenance of predictions."""
BOUNDS_OF_SCORES = "bounds of scores"
"""The kind of the fact that bounds were taken from scores, and its key in the provenance of results over data sets."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Something unusual about data, which is no error.

    Attributes
    ----------
    kind : str
        What it is; `words.note_of` has the sentence on each.
    name : str
        The classifier or class, "" where there is none.
    alike : str or None
        A class that is written almost alike.
    count, total : int
        How many, and of how many.
    size : float
        By how much numbers differ.
    least : float
        What `size` is taken for where it is less.
    df : float
        Degrees of freedom of what `size` is estimated from.
    """

    kind: str
    name: str = ""
    alike: str | None = None
    label: str = ""
    count: int = 0
    total: int = 0
    size: float = 0.0
    least: float = 0.0
    df: float = 0.0


def facts_of(predictions: xr.Dataset, train: xr.DataArray, source: Mapping[str, Any]) -> tuple[Fact, ...]:
    """Find what is unusual about predictions of the classifiers that are compared; empty training sets are unknown."""
    sets, names = _sets_of(predictions, train), [str(name) for name in predictions["classifier"].to_numpy()]
    tasks = (Fact(kind="tasks"),) if "task" in predictions.coords and len(sets) > 1 else ()
    log = tuple(_of_log(names, source.get(LOG)))
    if "y_true" not in predictions:
        counted = _counted_wrong(names, source)
        told = (*counted, *_signed(predictions, source), *_blocks(source))
        return *_same_estimator(names, source), *log, *told, *tasks, *_time_order(sets)
    return (
        *log,
        *_same_estimator(names, source),
        *_counted_wrong(names, source),
        *([Fact(kind=UNRATED, **source[UNRATED])] if UNRATED in source else []),
        *([Fact(kind=PREFERENCES)] if source.get(PREFERENCES) else []),
        *(labels_without_truth(predictions, source.get("no_answer")) if "y_pred" in predictions else ()),
        *(truths_alike(predictions) if "y_pred" in predictions else ()),
        *_blocks(source),
        *_untrained_classes(predictions, sets),
        *tasks,
        *_time_order(sets),
    )


def _sets_of(predictions: xr.Dataset, train: xr.DataArray) -> list[tuple[Array, Array]]:
    """Return the records of every training set that is known, and of its validation set."""
    fold, members = predictions["fold"].to_numpy(), train.to_numpy()
    return [
        (np.flatnonzero(members[place]), np.flatnonzero(fold[place[0]] == place[1]))
        for place in np.ndindex(members.shape[:2])
        if members[place].any() and (fold[place[0]] == place[1]).any()
    ]


def _same_estimator(names: Sequence[str], source: Mapping[str, Any]) -> Iterator[Fact]:
    kinds = [source.get("estimators", {}).get(name) for name in names]
    for kind in dict.fromkeys(kinds):
        same = [name for name, own in zip(names, kinds, strict=True) if own == kind]
        if kind is not None and len(same) > 1:
            yield Fact(kind=SAME_ESTIMATOR, name="" if len(names) == 2 else ", ".join(same))


def _counted_wrong(names: Sequence[str], source: Mapping[str, Any]) -> Iterator[Fact]:
    """Find answers that were missing and count as wrong, for that was asked for."""
    counts = {name: count for name, count in source.get("counted_wrong", {}).items() if name in names}
    if counts:
        listed = ", ".join(f"{name} {counts[name]}" for name in names if name in counts)
        yield Fact(kind="counted wrong", name=listed, count=sum(counts.values()))


_BOTH_SIGNS = 0.1  # share of losses on either side of 0
_FEW = 10  # groups, below which they tell little of how groups vary
_SEVERAL, _CHANCE = 8, 0.01  # groups, of fewer of which sizes tell nothing, and what is beyond chance


def facts_of_groups(
    design: Design, first: Integers, second: Integers, groups: GroupSums, *, counted: bool
) -> Iterator[Fact]:
    """Say of groups of dependent records what they cost, of several pairs at most, and where they are few.

    `counted`: whether outcomes are, which a hold-out has no more of than records, however alike its groups are.
    Of eight groups or more, too, where their sizes tell of their mean differences: where the rank correlation of both
    is beyond chance, with a p-value below .01 after Bonferroni for several pairs.
    """
    if not design.has_groups:
        return
    sizes = sorted({f"{size:.0f}" for size in (design.groups.smallest, design.groups.largest)}, key=int)
    most = "at most " if len(first) > 1 else ""
    differ = bool((groups.difference(first, second)["per_record"] > 0).any())
    yield Fact(
        kind=GROUPS, name=most, label=" to ".join(sizes), count=design.n_groups, total=int(differ),
        size=groups.effect(first, second), least=float(counted and design.kind == HOLD_OUT),
    )  # fmt: skip
    if groups.df + 1 < _FEW:
        yield Fact(kind=FEW_GROUPS, count=int(groups.df) + 1, total=design.n_groups)
    if design.n_groups >= _SEVERAL:
        correlation, p = groups.told_by_sizes(first, second)
        if p < _CHANCE:
            yield Fact(kind=SIZES_TELL, name=most, size=abs(correlation))


def _of_log(names: Sequence[str], log: Mapping[str, Any] | None) -> Iterator[Fact]:
    """Say which records of the logs of evaluations were matched, and what is odd about their runs."""
    if not log:
        return
    yield Fact(
        kind=LOG, name=log["format"], label=log["score"], count=log["matched"], total=log["records"],
        size=len(log["systems"]),
    )  # fmt: skip
    if odd := log.get("odd"):
        label = f"{odd['value']:g} of record {odd['record']!r} of {odd['system']!r}"
        yield Fact(kind="log odd", name=log["score"], label=label, count=odd["count"], total=odd["total"])
    if log["prompts_differ"]:
        yield Fact(kind="log prompts", count=log["prompts_differ"], total=log["records"])
    if log["format"] == "HELM" and any(name in log["systems"] for name in names) and log.get("answers", 1) > 1:
        yield Fact(kind="log trials", count=log["answers"])
    for kind in ("unscored", "errors", "duplicates", "unfinished"):
        found = {name: log["systems"][name][kind] for name in names if log["systems"].get(name, {}).get(kind)}
        if found:
            listed = ", ".join(f"{name} {count}" for name, count in found.items())
            yield Fact(kind=f"log {kind}", name=listed, count=sum(found.values()))


def labels_without_truth(predictions: xr.Dataset, no_answer: object = None) -> Iterator[Fact]:
    """Find predicted labels that no record has, as when they are written in another way; not those of ours."""
    labels, truth = predictions["label"].to_numpy(), np.unique(predictions["y_true"].to_numpy())
    known = {no_answer, WRONG if tells_only_what_is_right(predictions) else None}
    alike = {_folded(true): true.item() for true in labels[truth]}
    for name in predictions["classifier"].to_numpy():
        codes = predictions["y_pred"].sel(classifier=name).to_numpy()
        unknown = np.setdiff1d(codes[codes >= 0], truth)
        unknown = unknown[[label not in known for label in labels[unknown].tolist()]]
        if not unknown.size:
            continue
        shown = next((label for label in labels[unknown] if _folded(label) in alike), labels[unknown[0]]).item()
        near = alike.get(_folded(shown))
        yield Fact(
            kind="labels without truth",
            name=str(name),
            label=_spelt(shown, near),
            alike=None if near is None else _spelt(near, shown),
            count=int(np.isin(codes, unknown).sum()),
        )


def truths_alike(predictions: xr.Dataset, *, look_the_same: bool = False) -> Iterator[Fact]:
    """Find true labels that no classifier predicts, and that are written almost as one that is predicted.

    If they have to look the same, they differ in blanks or in how letters are encoded alone.
    """
    labels = predictions["label"].to_numpy().tolist()
    form = as_seen if look_the_same else _folded
    if len(set(map(form, labels))) == len(labels):
        return
    predicted = np.unique(predictions["y_pred"].to_numpy())
    codes, counts = np.unique(predictions["y_true"].to_numpy(), return_counts=True)
    usual = {form(labels[code]): labels[code] for code in predicted[predicted >= 0].tolist()}
    unpredicted = np.flatnonzero(~np.isin(codes, predicted)).tolist()
    near = {place: usual.get(form(labels[codes[place]])) for place in unpredicted}
    odd = [
        (int(counts[place]), _spelt(labels[codes[place]], other), _spelt(other, labels[codes[place]]))
        for place, other in near.items()
        if other is not None
    ]
    if odd:
        _, label, alike = max(odd, key=lambda one: one[0])
        count = sum(one[0] for one in odd)
        yield Fact(kind="truths alike", label=label, alike=alike, count=count, total=int(counts.sum()))


def _folded(label: Any) -> str:
    return normalize("NFKC", str(label)).strip().removeprefix("+").casefold()


def _spelt(label: Any, other: Any) -> str:
    """Write a label so that a reader sees how it differs from another one."""
    same = normalize("NFC", str(label)) == normalize("NFC", str(other))
    return ascii(label) if same else repr(label)


def _signed(predictions: xr.Dataset, source: Mapping[str, Any]) -> Iterator[Fact]:
    """Find losses about 0, as errors with their signs are, of which the least is not the best."""
    if source.get("loss", {}).get("greater_is_better") is False:
        values = predictions["loss"].to_numpy()
        for place, own in enumerate(values):
            if min(np.nanmean(own < 0), np.nanmean(own > 0)) > _BOTH_SIGNS:
                yield Fact(kind="signed", name=str(predictions["classifier"].to_numpy()[place]))
                return


def _blocks(source: Mapping[str, Any]) -> Iterator[Fact]:
    if IN_TIME in source:
        yield Fact(kind=BLOCKS, count=source[IN_TIME])


def _untrained_classes(predictions: xr.Dataset, sets: Sequence[tuple[Array, Array]]) -> Iterator[Fact]:
    """Find classes that are validated where they were not trained on, as when all members are in one fold."""
    y_true = predictions["y_true"].to_numpy()
    missing = [np.setdiff1d(y_true[validated], y_true[trained]) for trained, validated in sets]
    classes = np.unique(np.concatenate([*missing, np.empty(0, dtype=int)])).astype(int)
    if classes.size:
        yield Fact(
            kind="untrained classes",
            label=label_of(predictions, classes),
            size=classes.size,
            count=sum(bool(found.size) for found in missing),
            total=sum(bool(np.isin(classes, y_true[validated]).any()) for _, validated in sets),
        )


def _time_order(sets: Sequence[tuple[Array, Array]]) -> Iterator[Fact]:
    """Recognise training sets that end before their validation sets begin, as no partition of records can."""
    if len(sets) > 1 and all(trained[-1] < validated[0] for trained, validated in sets):
        yield Fact(kind="time order")


def label_of(predictions: xr.Dataset, codes: Array) -> str:
    """Write the first of some labels."""
    return repr(predictions["label"].to_numpy()[codes[0]].item())
