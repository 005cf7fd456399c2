"""A comparison from a file: what follows from its tables is computed again, and held against what the file says."""

import math
from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._result import SCHEMA, infinite_of_plain
from bayescmp._settings import Settings
from bayescmp._text import visible
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._earlier import kept_tables, with_schema
from bayescmp.comparison._held import design_faults, row_faults, shape_faults, trust_of
from bayescmp.design import Design
from bayescmp.evidence import Fact, PairEvidence
from bayescmp.levels import LEVELS, Packed, TippingPoint, tipping_point
from bayescmp.levels._rows import PROBABILITIES, Row, frame_of_rows
from bayescmp.metrics import Metric
from bayescmp.metrics._kept import metric_of_plain
from bayescmp.runner._kept import is_number
from bayescmp.tables import CELLS, cell
from bayescmp.words import note_of

_ROUNDING, _OF_SCHEMA_1 = 1e-8, 2e-3  # other machines round differently; the quadrature of schema 1 was coarser
_TEXTS = ("first", "second", "inference", "diagnostics", "decision", "metric")


def comparison_of_file(data: xr.Dataset, text: dict[str, Any], name: str) -> Comparison:
    """Return the comparison that a file holds, if its numbers follow from its tables.

    Parameters
    ----------
    data : Dataset
        The arrays of the file.
    text : dict
        Its JSON.
    name : str
        Of the file, for messages.

    Returns
    -------
    Comparison

    Raises
    ------
    ValueError
        If its schema is not known, settings are none, or a number or the decision is another than what follows.
    """
    is_old, first_schema = text.get("schema") != SCHEMA, text.get("schema") == 1
    text = with_schema(text, data, name)
    _check_types(text, name)
    for fault in shape_faults(text):
        raise ValueError(f"{name!r} must be as it was written, but {fault}.")
    found = _comparison(data, text, name)
    _check_tables(found, text, name)
    tolerance = _OF_SCHEMA_1 if first_schema else _ROUNDING
    furthest = _check_numbers(found, text, name, tolerance=tolerance)
    for fault in row_faults(text["levels"], found.evidence, found.settings, _ROUNDING):
        raise ValueError(f"{name!r} must hold what follows from its tables, but by them {fault}.")
    if not is_old or not first_schema:
        return found
    fact = Fact(kind="earlier version", size=furthest)
    return replace(found, evidence=replace(found.evidence, facts=(*found.evidence.facts, fact)))


def _comparison(data: xr.Dataset, text: Mapping[str, Any], name: str) -> Comparison:
    settings = _settings(text, name)
    evidence = _evidence(data, text)
    level = LEVELS[LEVELS.check("inference", text["inference"])]
    if not level.fits(evidence.design, evidence.metric):
        raise ValueError(
            f"{name!r} must hold what follows from its tables, but {level.name!r} is no inference for a "
            f"{evidence.design.kind}."
        )
    packed = Packed(numbers=text["posterior"] or {}, arrays=data)
    for fault in () if evidence.tables is None else design_faults(evidence.design, evidence.tables):
        raise ValueError(f"{name!r} must hold what follows from its tables, but by them {fault}.")
    posterior = level.unpack(evidence.tables, packed, settings)
    tipping = tipping_point([(level, posterior)], settings) or _tipping_point(text["tipping_point"])
    found = Comparison(
        evidence=evidence,
        settings=settings,
        inference=level.name,
        posterior=posterior,
        levels=frame_of_rows(text["levels"]),
        trust=trust_of(text, level, posterior, settings),
        tipping_point=tipping,
        provenance=text["provenance"],
    )
    return replace(found, levels=_levels_again(found))


def _settings(text: Mapping[str, Any], name: str) -> Settings:
    asked = ("rope", "ci_prob", "ci_kind", "threshold", "prior", "strength")
    try:
        widest = metric_of_plain(text).widest
        return Settings.checked(widest=widest, **{one: text[one] for one in asked})
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name!r} must hold the settings of a comparison, but: {error}") from error


def _evidence(data: xr.Dataset, text: Mapping[str, Any]) -> PairEvidence:
    tables = _tables(data)
    facts = tuple(Fact(**fact) for fact in text["facts"])
    for fact in facts:
        note_of(fact)  # as they will be shown
    metric = metric_of_plain(text)
    design = Design.from_dict(text["design"])
    losses = None if metric.counts_errors else _differences(data, design)
    values = None if metric.counts_errors else _values(text)
    if losses is not None and values is not None:
        _check_values(values, losses, metric)
    return PairEvidence(
        design=design,
        tables=tables,
        first=text["first"],
        second=text["second"],
        metric=metric,
        losses=losses,
        values=values,
        facts=facts,
        identical=text["identical"],
        source=text["provenance"].get("predictions", {}),
    )


def _tables(data: xr.Dataset) -> xr.DataArray | None:
    """Return the tables, dims (repeat, fold, first, second), None where there were no labels."""
    if "tables" not in data:
        return None
    tables = kept_tables(data)
    tables = tables if "repeat" in tables.dims else tables.expand_dims(("repeat", "fold"))
    return tables.transpose("repeat", "fold", *CELLS)


def _differences(data: xr.Dataset, design: Design) -> xr.DataArray:
    """Return differences of losses on the validation sets, which tables do not tell."""
    if "differences" not in data:
        raise ValueError("`differences` of the validation sets must be there for a metric that tables do not tell")
    found = data["differences"].rename({f"differences_{dim}": dim for dim in ("repeat", "fold")})
    if found.sizes != dict(zip(("repeat", "fold"), design.shape, strict=True)):
        raise ValueError("`differences` must have a number for each validation set")
    if found.dtype.kind != "f" or np.isinf(found).any() or np.isnan(found).all():
        raise ValueError("`differences` must be finite numbers")
    return found.transpose("repeat", "fold")


def _check_values(values: tuple[float, float], differences: xr.DataArray, metric: Metric) -> None:
    """Refuse values that are none of the metric, or, on one validation set, not those of its difference."""
    first, second = map(metric.loss_of_value, values)
    low, high = metric.bounds
    for loss in (first, second):
        if (low is not None and loss < low - _ROUNDING) or (high is not None and loss > high + _ROUNDING):
            raise ValueError(f"`observed` must hold values of {metric.name!r}, but got {list(values)}")
    apart = abs(float(differences.mean()) - (first - second))
    if differences.size == 1 and not apart <= _ROUNDING * max(1, abs(first)):
        raise ValueError(f"`observed` must be what `differences` are of, but got {list(values)}")


def _values(text: Mapping[str, Any]) -> tuple[float, float]:
    """Return the observed values of a metric that tables do not tell."""
    values = [text["observed"][text[name]] for name in CELLS]
    if not all(map(is_number, values)):
        raise ValueError(f"`observed` must hold a finite number for each classifier, but got {values}")
    return float(values[0]), float(values[1])


def _tipping_point(found: Mapping[str, Any] | None) -> TippingPoint | None:
    """Return the tipping point of another level than the one that decides, which tables do not tell."""
    if found is None:
        return None
    numbers = {name: float(found[name]) for name in ("tau", "interval_tau", "share_above")}
    # The first schema had none.
    numbers["prob_above"] = math.nan if found["prob_above"] is None else float(found["prob_above"])
    for name in ("outcome", "level"):
        if not isinstance(found[name], str):
            raise TypeError(f"`tipping_point` must hold texts, but got {found[name]!r}")  # becomes one sentence
    LEVELS.check("level", found["level"])
    return TippingPoint(outcome=found["outcome"], level=found["level"], n_pairs=int(found["n_pairs"]), **numbers)


def _levels_again(found: Comparison) -> pd.DataFrame:
    """Return the rows with the first one computed anew."""
    levels, difference = found.levels.copy(), found.difference
    interval = difference.interval(found.settings.ci_prob, found.settings.ci_kind)
    row = dict(zip(PROBABILITIES, map(float, found.probabilities), strict=True))
    row |= {"estimate": float(difference.mean), "low": float(interval.low), "high": float(interval.high)}
    for column, value in row.items():
        levels.loc[levels.index[0], column] = value
    return levels


def _check_types(text: Mapping[str, Any], name: str) -> None:
    """Refuse values of other types than a comparison has, on which screens and reports would stumble later."""
    held: list[tuple[str, Any, type]] = [(one, text[one], str) for one in _TEXTS]
    held += [(one, text[one], bool) for one in ("reliable", "identical")] + [("provenance", text["provenance"], dict)]
    held += [(one, row[one], str) for one in ("level", "kind", "assumes") for row in text["levels"]]
    held += [(f"provenance[{one!r}]", value, dict) for one, value in _mappings(text)]
    for one, value, kind in held:
        if not isinstance(value, kind):
            raise TypeError(f"`{one}` must be of type {kind.__name__}, but got {value!r}")
    missing = sorted({field.name for field in dataclass_fields(Row)} - set(text["levels"][0]))
    if missing:
        raise ValueError(f"`levels` must have the columns {missing}, but has only {list(text['levels'][0])}")
    if text["errors"] is not None and set(text["errors"]) != {text["first"], text["second"]}:
        raise ValueError(
            f"{name!r} must hold the errors of {text['first']!r} and {text['second']!r}, but has those of "
            f"{sorted(text['errors'])}."
        )
    if text["levels"][0]["level"] != text["inference"]:
        raise ValueError(
            f"{name!r} must name in `levels` first the inference {text['inference']!r}, but has "
            f"{text['levels'][0]['level']!r}."
        )


def _mappings(text: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """List what the provenance must hold as mappings: the words on methods are made of it."""
    provenance = text["provenance"] if isinstance(text["provenance"], dict) else {}
    level = LEVELS.get(str(text["inference"]))
    sampled = ["sampler"] if level is not None and level.samples else []
    parts = [(name, provenance.get(name)) for name in ("versions", *sampled)]
    source = provenance.get("predictions", {})
    if not isinstance(source, dict):
        return [*parts, ("predictions", source)]
    return parts + ([("predictions", source["estimators"])] if "estimators" in source else [])


def _check_tables(found: Comparison, text: Mapping[str, Any], name: str) -> None:
    """Refuse what the tables contradict: names of the axes, the design, identical predictions."""
    tables, counts = found.evidence.tables, found.evidence.metric.counts_errors
    if not counts and found.identical and (found.difference.mean, found.difference.sd) != (0.0, 0.0):
        raise ValueError(f"{name!r} must hold what follows from its posterior, by which the losses are not identical.")
    if tables is None:
        return
    names = [visible(text[axis]) for axis in CELLS]
    kept = [tables.attrs.get(f"{axis}_name", visible(text[axis])) for axis in CELLS]
    differ = float((cell(tables, "wrong", "right") + cell(tables, "right", "wrong")).sum())
    wrong = {
        f"the classifiers are {kept}, not {names}": kept != names,
        "the predictions differ, and are not identical": counts and found.identical and differ > 0,
    }
    for what, is_so in wrong.items():
        if is_so:
            raise ValueError(f"{name!r} must hold what follows from its tables, but by them {what}.")


def _check_numbers(found: Comparison, text: Mapping[str, Any], name: str, *, tolerance: float) -> float:
    """Return by how much numbers of the file differ from those that follow; refuse too large a difference."""
    furthest = 0.0
    for what, kept, expected in _pairs(found, text, with_tipping=tolerance == _ROUNDING):
        apart = 0.0 if kept == expected else abs(kept - expected) if isinstance(kept, (int, float)) else math.inf
        if not apart <= tolerance:
            raise ValueError(
                f"{name!r} must hold what follows from its tables, but {what} is {kept!r} where they give "
                f"{expected!r}. Compare the data again."
            )
        furthest = max(furthest, apart)
    near = np.min(np.abs(np.array(found.probabilities) - found.threshold)) <= tolerance
    if text["decision"] != found.decision and not (tolerance > _ROUNDING and near):
        raise ValueError(
            f"{name!r} must hold what follows from its tables, but the decision is {text['decision']!r} where they "
            f"give {found.decision!r}. Compare the data again."
        )
    return furthest


def _pairs(found: Comparison, text: Mapping[str, Any], *, with_tipping: bool) -> list[tuple[str, Any, float]]:
    """List the numbers of the file beside those that follow from its tables."""
    rows: list[tuple[str, Any, float]] = [(name, text[name], float(getattr(found, name))) for name in PROBABILITIES]
    rows += [(f"the error of {name!r}", text["errors"][name], value) for name, value in (found.errors or {}).items()]
    first, again = text["levels"][0], found.levels.iloc[0]
    columns = ("estimate", "low", "high", "prob_first_better")
    rows += [
        (f"{column} of the first level", infinite_of_plain(first[column]), float(again[column])) for column in columns
    ]
    # Sizes and factors have no bound: what counts is by which share they are off.
    rows += [
        (f"the logarithm of the {what}", _log(text[key]), _log(getattr(found, key)))
        for what, key in (("effective size", "effective_size"), ("Bayes factor", "bayes_factor"))
        if getattr(found, key) is not None
    ]
    kept, tipping = text["tipping_point"], found.tipping_point
    if LEVELS[found.inference].training is None or kept is None or tipping is None or not with_tipping:
        return rows
    for name in ("tau", "interval_tau"):  # which may be infinite
        one, other = (1 - 1 / (1 + float(value)) for value in (kept[name], getattr(tipping, name)))
        rows.append((f"{name}/(1 + {name}) of the tipping point", one, other))
    shares = ("share_above", "prob_above", "n_pairs")
    return rows + [(f"{name} of the tipping point", float(kept[name]), getattr(tipping, name)) for name in shares]


def _log(number: Any) -> float:
    """Return the logarithm, that of an infinite number by the largest float."""
    return float(np.log(np.clip(float(number), 1e-300, np.finfo(float).max)))
