"""What a file says of its design, facts, rows and trust, held against what follows from its tables."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import xarray as xr

from bayescmp._result import infinite_of_plain
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp.design import CROSS_VALIDATION, Design, Sizes, design_of_tables
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist import TESTS
from bayescmp.levels import LEVELS, Level
from bayescmp.levels._decision import OUTCOMES
from bayescmp.levels._rows import POSTERIOR, PROBABILITIES, TEST, rows_of_tests
from bayescmp.runner._kept import is_number, misfit
from bayescmp.tables import CELLS, is_effective

_SIZES = {"smallest": float, "largest": float, "mean": float}
_DESIGN = {
    "kind": str, "n_records": float, "n_repeats": int, "n_folds": int, "n_sets": int, "train": _SIZES,
    "validation": _SIZES, "test_to_train": object, "has_records": bool,
}  # fmt: skip
_FACT = {
    "kind": str, "name": str, "alike": object, "label": str, "count": int, "total": int, "size": float,
}  # fmt: skip


def shape_faults(text: Mapping[str, Any]) -> Iterator[str]:
    """Say which parts of the JSON are not what a comparison has."""
    found: list[str | None] = [misfit(text["design"], _DESIGN, "the design")]
    found += [misfit(fact, _FACT, "a fact") for fact in text["facts"]]
    found += [None if type(text["prob_error"]) in {int, float} else "`prob_error` is no number"]
    yield from (one for one in found if one is not None)
    tipping = text["tipping_point"]
    if tipping is not None and (tipping["outcome"] not in OUTCOMES or not _is_training(tipping["level"])):
        yield f"the tipping point is one of {tipping['outcome']!r} by {tipping['level']!r}"
    names = [row["level"] for row in text["levels"]]
    if len(set(names)) < len(names):
        yield f"`levels` has a row twice: {names}"
    for row in text["levels"]:
        yield from _row_faults(row)


def _is_training(level: object) -> bool:
    return isinstance(level, str) and level in LEVELS and LEVELS[level].training is not None


def _row_faults(row: Mapping[str, Any]) -> Iterator[str]:
    name, listed = str(row["level"]), {POSTERIOR: list(LEVELS), TEST: list(TESTS)}
    if name not in listed.get(row["kind"], []):
        yield f"{name!r} is no {row['kind']} that is registered here"
    for column in (*PROBABILITIES, "pvalue"):
        if row[column] is not None and not (is_number(row[column]) and 0 <= row[column] <= 1):
            yield f"{column} of {name!r} is {row[column]!r}"
    numbers = [infinite_of_plain(row[column]) for column in ("low", "estimate", "high")]
    possible = [value is None or value in (-math.inf, math.inf) or is_number(value) for value in numbers]
    if not all(possible) or not is_number(numbers[1]):
        yield f"the estimate of {name!r} has no numbers, but {numbers}"
    elif row["kind"] == POSTERIOR and not (None not in numbers and numbers[0] <= numbers[2]):
        yield f"the interval of {name!r} is {numbers[0]!r} to {numbers[2]!r}"


def design_faults(design: Design, tables: xr.DataArray) -> Iterator[str]:
    """Say how a design contradicts its tables."""
    sizes = tables.sum(CELLS).to_numpy()
    shape = tables.sizes["repeat"], tables.sizes["fold"]
    if shape != design.shape:
        yield f"they have the shape {shape}, not {design.shape} of repeats and folds"
        return
    if not all(_is_ordered(one) for one in (design.train, design.validation)):
        yield "the sizes of its sets are none"
    expected: dict[str, Any] = {"validation": Sizes.of(sizes[sizes > 0]), "n_sets": int((sizes > 0).sum())}
    if design.kind != CROSS_VALIDATION:
        follows = design_of_tables(tables, effective=is_effective(tables))
        expected |= {name: getattr(follows, name) for name in ("kind", "n_records")}
    for name, value in expected.items():
        if repr(getattr(design, name)) != repr(value):
            yield f"the design has {name} {getattr(design, name)!r}, not {value!r}"
    if float(sizes.sum()) > design.n_records * design.n_repeats * (1 + 1e-9):
        yield f"there are more outcomes than {design.n_records:g} records have"


def _is_ordered(sizes: Sizes) -> bool:
    return 0 <= sizes.smallest <= sizes.mean * (1 + 1e-9) <= sizes.largest * (1 + 1e-9)


def row_faults(
    rows: list[Mapping[str, Any]], evidence: PairEvidence, settings: Settings, tolerance: float
) -> Iterator[str]:
    """Say which rows of levels do not fit the design, and which numbers of tests are others than the tables give."""
    again = {row.level: row for row in rows_of_tests(evidence, settings)}
    for row in rows:
        name = row["level"]
        if row["kind"] == POSTERIOR:
            if not LEVELS[name].fits(evidence.design, evidence.metric):
                yield f"the level {name!r} is none for a {evidence.design.kind}"
            continue
        test = TESTS[name]
        if test.needs_probabilities and test.supports(evidence.metric) and test.recognises(evidence.design):
            continue  # which files of comparisons do not hold
        if name not in again:
            yield f"the test {name!r} is none for them"
            continue
        for column in ("estimate", "pvalue", "low", "high"):
            kept, value = row[column], getattr(again[name], column)
            if kept is not None and (value is None or not abs(kept - value) <= tolerance):
                yield f"{column} of {name!r} is {kept!r}, not {value!r}"
        if row["alternative"] not in {None, again[name].alternative}:
            yield f"the alternative of {name!r} is {row['alternative']!r}"


def trust_of(text: Mapping[str, Any], level: Level, posterior: Any, settings: Settings) -> Trust:
    """Return how far the numbers can be trusted; what others knew of correlations stands in the file alone."""
    again = level.trust(posterior, settings)
    given = Trust(
        sentence=text["diagnostics"],
        reliable=text["reliable"],
        prob_error=float(text["prob_error"]),
        exact=again.exact,
    )
    knows_more = not level.samples and not level.runs_unasked(settings)
    if knows_more and given.prob_error > 0:
        return given
    if given.reliable != again.reliable or not abs(given.prob_error - again.prob_error) <= 1e-8:
        raise ValueError(f"it is not as reliable as it says: {again.sentence}")
    return again
