"""What is unusual about the data sets on which two classifiers are compared, in sentences."""

from collections.abc import Iterator, Sequence

import numpy as np

from bayescmp._support._text import listed, percent
from bayescmp.content._names import few_words, name_text
from bayescmp.content._over_datasets import MOST_NAMED, ContentOverDatasets
from bayescmp.datasets import DatasetsComparison
from bayescmp.datasets._entry import Entry
from bayescmp.evidence._fact import PLAIN_NUMBERS
from bayescmp.posteriors._laws_over_datasets import MASS


def notes_of_datasets(said: ContentOverDatasets, result: DatasetsComparison) -> Iterator[str]:
    """Yield what is unusual."""
    unit, count, table = said.unit, said.count, result.datasets
    if (count == 1 or result.average.is_known) and (few := said.note_of_few()):
        yield few
    if said.scale is not None and (ends := _ends_of_base(result)):
        yield (
            f"the interval of the next {unit} reaches beyond what any {unit} at hand says: {ends} of the base, which "
            f"counts as {percent(MASS / (count + MASS))} of it"
        )
    if said.scale is not None and count > 1 and not np.ptp(result.differences):
        instead = "how well each is known takes the place of how far they vary"
        instead = instead if result.average.is_known else "nothing tells how far others vary"
        yield f"the differences are the same on all {unit}s: {instead}"
    known, unknown = table.index[table["sd"] == 0], table.index[np.isinf(table["high"])]
    if 0 < len(known) < count:
        yield f"{_first_of(known, 'has no spread and counts', 'have no spread and count')} as known exactly"
    if len(unknown):
        yield (
            f"{_first_of(unknown, 'says nothing by itself and counts', 'say nothing by themselves and count')} on "
            "average alone: the differences there are all the same, of which no spread can be told, and nothing bounds "
            "them"
        )
    if same := _same_numbers(result):
        yield f"{listed(same)} have the same numbers; one of them may be there twice"
    if len(known) == count and not result.provenance.get(PLAIN_NUMBERS):
        yield f"no {unit} has any spread of its differences: they are taken as known exactly"
    nameless = [name for name, one in zip(table.index, result.entries, strict=True) if _is_table(one)]
    if 0 < len(nameless) < count:
        yield (
            f"{_first_of(nameless, 'is a table', 'are tables')} without names of classifiers: the first of a table is "
            f"taken to be {name_text(result.first)}"
        )


def _first_of(names: Sequence[str], one: str, several: str) -> str:
    """Name the first data sets, and what they do."""
    return f"{few_words(list(map(name_text, names)), MOST_NAMED)} {one if len(names) == 1 else several}"


def _is_table(entry: Entry) -> bool:
    """Tell whether a data set has counts alone, and so no names of classifiers."""
    evidence = entry.evidence
    return evidence is not None and evidence.predictions is None and evidence.tables is not None


def _ends_of_base(result: DatasetsComparison) -> str:
    """Say which ends of the interval of the next data set come from the base alone, "" for none."""
    following, table = result.next_dataset.interval, result.datasets
    below, above = following.low < float(table["low"].min()), following.high > float(table["high"].max())
    if not (below or above):
        return ""
    return "its ends are those" if below and above else f"its {'lower' if below else 'upper'} end is that"


def _same_numbers(result: DatasetsComparison) -> list[str]:
    """Return the first data sets whose numbers are the same, though they differ between classifiers."""
    numbers = result.datasets[["observed", "sd", "n_records"]].fillna(0.0)
    numbers = numbers.assign(first=[float(one.as_observed[0]) for one in result.entries])
    twice = numbers[(numbers["observed"] != 0) & (numbers["sd"] > 0) & numbers.duplicated(keep=False)]
    same = twice.index[(twice == twice.iloc[0]).all(axis=1)] if len(twice) else twice.index
    return list(map(name_text, same[:MOST_NAMED]))
