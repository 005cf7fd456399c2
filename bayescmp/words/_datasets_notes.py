"""What is unusual about a comparison over data sets, in sentences."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._text import counted, listed
from bayescmp.evidence import Fact
from bayescmp.evidence._fact import BOUNDS_OF_SCORES, MIXED_SCALES, PLAIN_NUMBERS, SCALE_OF_DATA
from bayescmp.metrics import Metric
from bayescmp.words._datasets_result import DatasetsResult, unit_of
from bayescmp.words._facts import note_of
from bayescmp.words._names import name_text

FEW = 4
"""Data sets, below which the prior decides."""
_MOST_NAMED = 3


def notes_of_datasets(result: DatasetsResult) -> tuple[str, ...]:
    """Return what is unusual, in sentences."""
    unit, count = unit_of(result), len(result.datasets)
    notes = []
    if count < FEW:
        notes.append(
            f"{counted(count, unit)} {'do' if count > 1 else 'does'} not tell how far {unit}s vary: what is said of "
            f"others is driven by the prior"
        )
    elif _reaches_beyond(result):
        notes.append(
            f"the interval of the next {unit} reaches beyond what any {unit} at hand says: its ends are those of the "
            f"prior, which counts as {result.prior_share:.0%} of it; see `sensitivity`"
        )
    known = result.datasets.index[result.datasets["sd"] == 0]
    if 0 < len(known) < count:
        shown = listed([name_text(str(name)) for name in known[:_MOST_NAMED]])
        notes.append(
            f"{shown} {'has no spread and counts' if len(known) == 1 else 'have no spread and count'} as known exactly"
        )
    unknown = result.datasets.index[np.isinf(result.datasets["high"])]
    if len(unknown):
        shown = listed([name_text(str(name)) for name in unknown[:_MOST_NAMED]])
        notes.append(
            f"{shown} {'says nothing and is' if len(unknown) == 1 else 'say nothing and are'} left out: the "
            "differences there are all the same, of which no spread can be told, and the losses have no bounds"
        )
    same = _same_numbers(result.datasets)
    if same:
        notes.append(f"{listed([name_text(name) for name in same])} have the same numbers: is one of them there twice?")
    is_plain = bool(result.provenance.get(PLAIN_NUMBERS))
    if (result.datasets["sd"] == 0).all() and not is_plain:
        notes.append(f"no {unit} has any spread of its differences: they are taken as known exactly")
    return (*notes, *notes_of_numbers(result.provenance, result.metric, unit))


def _reaches_beyond(result: DatasetsResult) -> bool:
    """Tell whether an end of the interval of the next data set comes from the prior alone."""
    if result.prior_share is None:
        return False
    following, table = result.next_dataset.interval, result.datasets
    return following.low < float(table["low"].min()) or following.high > float(table["high"].max())


def notes_of_numbers(provenance: Mapping[str, Any], metric: Metric, unit: str) -> list[str]:
    """Say what was taken from the data or is not known of them: bounds, the scale of the prior, noise."""
    notes = []
    if provenance.get(SCALE_OF_DATA):
        notes.append(
            f"the {metric.noun} has no bounds: the scale of the prior is the root mean square of the observed "
            "differences; per cents are better divided by 100, for proportions have bounds"
        )
    if provenance.get(PLAIN_NUMBERS):
        better = "more is better" if metric.greater_is_better else "less is better"
        bounded = ", and as bounded by 0 and 1, between which they lie" if provenance.get(BOUNDS_OF_SCORES) else ""
        notes.append(
            f"one number for each {unit} and classifier ({metric.noun}: {better}): the noise within {unit}s is not "
            f"known, and the numbers are taken as exact{bounded}"
        )
    elif provenance.get(BOUNDS_OF_SCORES):
        notes.append(note_of(Fact(kind=BOUNDS_OF_SCORES)))
    if provenance.get(MIXED_SCALES):
        notes.append(f"the numbers of some {unit}s lie between 0 and 1 and those of others do not: are some per cents?")
    return notes


def _same_numbers(table: pd.DataFrame) -> list[str]:
    """Return the first data sets whose numbers are the same, though they differ between classifiers."""
    numbers = table[["observed", "sd", "n_records"]].fillna(0.0)
    twice = numbers[(numbers["observed"] != 0) & (numbers["sd"] > 0) & numbers.duplicated(keep=False)]
    if twice.empty:
        return []
    return [str(name) for name in twice.index[(twice == twice.iloc[0]).all(axis=1)]][:_MOST_NAMED]
