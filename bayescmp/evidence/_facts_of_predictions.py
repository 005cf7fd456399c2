"""What is unusual about predictions, in words: labels, rare classes, classes that were not trained on, time order."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unicodedata import normalize

import numpy as np
import xarray as xr

from bayescmp._support._text import counted
from bayescmp._support._typing import Array
from bayescmp.evidence._fact import LOG, PREFERENCES, Fact
from bayescmp.predictions import IN_TIME, OF_ANSWERS, UNRATED, WRONG, groups_in_several, tells_only_what_is_right

_BOTH_SIGNS = 0.1  # share of losses on either side of 0


def facts_of(predictions: xr.Dataset, train: xr.DataArray, source: Mapping[str, Any]) -> Iterator[Fact]:
    """Find what is unusual about predictions of the classifiers that are compared; empty training sets are unknown."""
    sets, names = _sets_of(predictions, train), [str(name) for name in predictions["classifier"].to_numpy()]
    yield from _of_log(names, source.get(LOG))
    yield from _same_estimator(names, source)
    counts = source.get("counted_wrong", {})
    if listed := [f"{name} {counts[name]}" for name in names if name in counts]:
        yield Fact(kind="counted wrong", text=f"missing answers count as wrong, as asked: {', '.join(listed)}")
    if UNRATED in source:
        count, total = source[UNRATED]["count"], source[UNRATED]["total"]
        left_out = f"{count} of {counted(total, 'record')} left out"
        yield Fact(kind=UNRATED, text=f"{left_out}, which the judge did not rate for every classifier")
    if source.get(PREFERENCES):
        wins = "a win is a record on which the other one was not preferred; a tie is one of both"
        yield Fact(kind=PREFERENCES, text=wins)
    if "y_pred" in predictions:
        yield from labels_without_truth(predictions, source.get("no_answer"))
        yield from labels_alike(predictions)
    yield from _signed(predictions, source)
    if IN_TIME in source:
        blocks = f"records are in the order of time, and the groups blocks of some {source[IN_TIME]} that follow each"
        yield Fact(kind="blocks", text=f"{blocks} other: dependence over longer times is not allowed for")
    elif torn := groups_in_several(predictions, "task"):
        yield Fact(kind="groups in tasks", text=torn)
    if "y_true" in predictions:
        yield from _untrained_classes(predictions, sets)
    if "task" in predictions.coords and len(sets) > 1:
        everything = "the answer is over all records: tasks are told apart on a hold-out, not in a cross-validation"
        yield Fact(kind="tasks", text=everything)
    if len(sets) > 1 and all(trained[-1] < validated[0] for trained, validated in sets):  # as no partition can
        text = "training sets end before their validation sets begin; order in time is not modelled"
        yield Fact(kind="time order", text=text)


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
            whose = "both" if len(names) == 2 else ", ".join(same)
            yield Fact(
                kind="same estimator",
                text=f"{whose} are the same estimator with the same parameters; they differ by their random numbers, "
                "if at all",
            )


def _of_log(names: Sequence[str], log: Mapping[str, Any] | None) -> Iterator[Fact]:
    """Say which records of the logs of evaluations were matched, and what is odd about their runs."""
    if not log:
        return
    systems, score, records = log["systems"], log["score"], counted(log["records"], "record")
    of_all = f" are in the logs of all {len(systems)} systems" if len(systems) > 1 else ""
    yield Fact(kind=LOG, text=f"{log['matched']:,} of {records}{of_all} ({log['format']}, {score})")
    if odd := log.get("odd"):
        yield Fact(
            kind="log odd",
            text=f"{odd['count']:,} of {counted(odd['total'], 'value')} of {score} "
            f"{'is' if odd['count'] == 1 else 'are'} neither 0 nor 1, first {odd['value']:g} of record "
            f"{odd['record']!r} of {odd['system']!r}: all are taken as scores for that, and not as right and wrong; "
            "where that is a mistake of the log, mend it or leave the line out",
        )
    if log["prompts_differ"]:
        yield Fact(
            kind="log prompts",
            text=f"the prompts of {log['prompts_differ']:,} of {records} differ between the systems, as chat templates "
            "may make them: what is compared is system and prompt together",
        )
    if log["format"] == "HELM" and any(name in systems for name in names) and log.get("answers", 1) > 1:
        yield Fact(
            kind="log trials",
            text=f"{log['answers']} trials with other examples in the prompt, which all records share: intervals are "
            "of these examples, and leave out how others would do",
        )
    for kind, words in _OF_RUNS.items():
        if found := [f"{name} {systems[name][kind]}" for name in names if systems.get(name, {}).get(kind)]:
            yield Fact(kind=f"log {kind}", text=words.format(", ".join(found)))


_OF_RUNS = {
    "unscored": "answers without a judgement: {}",
    "errors": "answers that failed: {}",
    "duplicates": "rows that say again what another one says, which count once: {}",
    "unfinished": "runs that were not finished: {}; what they left out may be unlike what they answered",
}


def labels_without_truth(predictions: xr.Dataset, no_answer: object = None) -> Iterator[Fact]:
    """Find predicted labels that no record has, not those of ours."""
    labels, truth = predictions["label"].to_numpy(), np.unique(predictions["y_true"].to_numpy())
    known = {no_answer, WRONG if tells_only_what_is_right(predictions) else None}
    for name in predictions["classifier"].to_numpy():
        codes = predictions["y_pred"].sel(classifier=name).to_numpy()
        unknown = np.setdiff1d(codes[codes >= 0], truth)
        unknown = unknown[[label not in known for label in labels[unknown].tolist()]]
        if unknown.size:
            what = counted(int(np.isin(codes, unknown).sum()), "prediction")
            such = f"no record has the label, such as {label_of(predictions, unknown)}"
            yield Fact(kind="labels without truth", text=f"{what} of {name} counted as wrong: {such}")


def labels_alike(predictions: xr.Dataset) -> Iterator[Fact]:
    """Find two labels that are written almost alike, of which one is only true or only predicted."""
    labels = predictions["label"].to_numpy().tolist()
    folded = [normalize("NFKC", str(label)).strip().removeprefix("+").casefold() for label in labels]
    if len(set(folded)) == len(labels):
        return
    on_one_side = np.setxor1d(predictions["y_true"], predictions["y_pred"])
    for place in on_one_side[on_one_side >= 0].tolist():
        alike = [label for label, one in zip(labels, folded, strict=True) if one == folded[place]]
        if len(alike) > 1:
            text = f"the labels {' and '.join(map(repr, alike))} are written almost alike, and count as different ones"
            yield Fact(kind="labels alike", text=text)
            return


def _signed(predictions: xr.Dataset, source: Mapping[str, Any]) -> Iterator[Fact]:
    """Find losses about 0, as errors with their signs are, of which the least is not the best."""
    if source.get("loss", {}).get("greater_is_better") is False:
        values = predictions["loss"].transpose(*OF_ANSWERS).to_numpy()
        shares = np.minimum((values < 0).mean((1, 2)), (values > 0).mean((1, 2)))
        names = predictions["classifier"].to_numpy()[shares > _BOTH_SIGNS]
        if names.size:
            yield Fact(
                kind="signed",
                text=f"losses of {names[0]} are on both sides of 0, as errors with their signs are: of these give "
                "squares or absolute values, for lower counts as better",
            )


def _untrained_classes(predictions: xr.Dataset, sets: Sequence[tuple[Array, Array]]) -> Iterator[Fact]:
    """Find classes that are validated where they were not trained on, as when all members are in one fold."""
    y_true = predictions["y_true"].to_numpy()
    missing = [np.setdiff1d(y_true[validated], y_true[trained]) for trained, validated in sets]
    classes = np.unique(np.concatenate([*missing, np.empty(0, dtype=int)])).astype(int)
    if classes.size:
        count = sum(bool(found.size) for found in missing)
        total = sum(bool(np.isin(classes, y_true[validated]).any()) for _, validated in sets)
        yield Fact(
            kind="untrained classes",
            text=f"{classes_have(predictions, classes)} no record in the training set of {count} of "
            f"{counted(total, 'fold')} with such records: what is not trained on is not predicted",
        )


def label_of(predictions: xr.Dataset, codes: Array) -> str:
    """Write the first of some labels."""
    return repr(predictions["label"].to_numpy()[codes[0]].item())


def classes_have(predictions: xr.Dataset, codes: Array) -> str:
    """Name the first of some classes, and say how many more there are."""
    more = f" and {codes.size - 1} more have" if codes.size > 1 else " has"
    return f"class {label_of(predictions, codes)}{more}"
