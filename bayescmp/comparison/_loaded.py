"""What a saved comparison says, held against what follows from its tables."""

import math
from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._results import CI_KINDS
from bayescmp._text import visible
from bayescmp._validation import check_choice, check_probability, check_rope
from bayescmp.comparison._levels import (
    INFERENCES,
    OUTCOMES,
    PAIRED,
    Level,
    decision_of,
    observed_errors,
    prior_of,
    probabilities_of,
)
from bayescmp.comparison._tipping import TippingPoint, tipping_point
from bayescmp.hierarchical import CrossedEffectsSample
from bayescmp.posteriors import CrossedEffectsPosterior, paired_posterior
from bayescmp.tables import CELLS, cell

_ROUNDING, _OF_SCHEMA_1 = 1e-8, 2e-3  # other machines round differently; the quadrature of schema 1 was coarser
_TYPES: dict[str, type] = dict.fromkeys(
    ("first", "second", "inference", "resampling", "estimand", "not_answered", "diagnostics"), str
) | {"reliable": bool, "identical": bool, "provenance": dict}
_PROBABILITIES = ("prob_first_better", "prob_equivalent", "prob_second_better")


def checked_fields(fields: dict[str, Any], name: str, *, is_old: bool) -> dict[str, Any]:
    """Return the fields of a comparison if they follow from its tables; those of an old file are replaced.

    Parameters
    ----------
    fields : dict
        Of a `Comparison`, as a file has them.
    name : str
        Of the file, for messages.
    is_old : bool
        Whether the numbers are those of an earlier, coarser quadrature.

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        If settings are none, or a number or the decision is another.
    """
    _check_types(fields)
    _check_settings(fields, name)
    _check_tables(fields, name)
    derived = _derived(fields)
    tolerance = _OF_SCHEMA_1 if is_old else _ROUNDING
    furthest = 0.0
    pairs = _pairs(fields, derived)
    if not is_old:  # the first schema counted other shares
        pairs += _tipping_pairs(fields["tipping_point"], derived["tipping_point"])
    for what, found, expected in pairs:
        apart = _apart(found, expected)
        if not apart <= tolerance:
            raise ValueError(
                f"{name!r} must hold what follows from its tables, but {what} is {found!r} where they give "
                f"{expected!r}. Compare the data again."
            )
        furthest = max(furthest, apart)
    if fields["decision"] != derived["decision"] and not (is_old and _near(derived, fields["threshold"])):
        raise ValueError(
            f"{name!r} must hold what follows from its tables, but the decision is {fields['decision']!r} where they "
            f"give {derived['decision']!r}. Compare the data again."
        )
    if not is_old:
        return fields
    note = (
        "read from a file of an earlier version: its numbers were computed again and differ from those in the file by "
        f"at most {furthest:.1g}"
    )
    return fields | derived | {"notes": (*fields["notes"], note)}


def _check_types(fields: Mapping[str, Any]) -> None:
    """Refuse values of other types than a comparison has, on which screens and reports would stumble later."""
    tipping, levels = fields["tipping_point"], fields["levels"]
    held = [(name, fields[name], kind) for name, kind in _TYPES.items()]
    held += [("notes", note, str) for note in fields["notes"]]
    held += [(name, entry, str) for name in ("level", "kind", "assumes") for entry in levels[name]]
    held += [] if tipping is None else [("tipping_point", tipping.outcome, str)]
    held += [(f"provenance[{name!r}]", value, dict) for name, value in _parts(fields)]
    for name, value, kind in held:
        if not isinstance(value, kind):
            raise TypeError(f"`{name}` must be of type {kind.__name__}, but got {value!r}")
    missing = sorted({field.name for field in dataclass_fields(Level)} - set(levels))
    if missing:
        raise ValueError(f"`levels` must have the columns {missing}, but has only {list(levels)}")


def _parts(fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """List what the provenance must hold as mappings: the words on methods are made of it."""
    known = fields["provenance"] if isinstance(fields["provenance"], dict) else {}
    sampled = ["sampler"] if isinstance(fields["posterior"], CrossedEffectsSample) else []
    parts = [(name, known.get(name)) for name in ("versions", *sampled)]
    source = known.get("predictions", {})
    return parts + ([("predictions", source["estimators"])] if "estimators" in source else [])


def _check_settings(fields: Mapping[str, Any], name: str) -> None:
    try:
        check_rope(fields["rope"])
        check_probability("ci_prob", fields["ci_prob"])
        check_choice("ci_kind", fields["ci_kind"], CI_KINDS)
        check_probability("threshold", fields["threshold"], low=0.5)
        check_choice("inference", fields["inference"], INFERENCES)
        check_choice("decision", fields["decision"], ("undecided", *OUTCOMES))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name!r} must hold the settings of a comparison, but: {error}") from error
    if set(fields["errors"]) != {fields["first"], fields["second"]}:
        raise ValueError(
            f"{name!r} must hold the errors of {fields['first']!r} and {fields['second']!r}, but has those of "
            f"{sorted(fields['errors'])}."
        )
    if fields["levels"]["level"].iloc[0] != fields["inference"]:
        raise ValueError(
            f"{name!r} must name in `levels` first the inference {fields['inference']!r}, but has "
            f"{fields['levels']['level'].iloc[0]!r}."
        )


def _check_tables(fields: Mapping[str, Any], name: str) -> None:
    """Refuse what the tables contradict: names of the axes, a hold-out of many folds, identical predictions."""
    tables = fields["tables"]
    kept = [tables.attrs.get(f"{axis}_name", visible(fields[axis])) for axis in CELLS]
    differ = float((cell(tables, "wrong", "right") + cell(tables, "right", "wrong")).sum())
    wrong = {
        f"the classifiers are {kept}, not {[fields[axis] for axis in CELLS]}": kept
        != [visible(fields[axis]) for axis in CELLS],
        "they are those of several folds, not of one hold-out": fields["inference"] == PAIRED and "fold" in tables.dims,
        "the predictions differ, and are not identical": fields["identical"] and differ > 0,
    }
    for what, is_so in wrong.items():
        if is_so:
            raise ValueError(f"{name!r} must hold what follows from its tables, but by them {what}.")


def _derived(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Compute again what follows from tables, posterior and settings."""
    posterior, rope = fields["posterior"], tuple(fields["rope"])
    first_better, equivalent, second_better = probabilities_of(posterior, *rope)
    probabilities = float(first_better), float(equivalent), float(second_better)
    errors = observed_errors(fields["tables"])
    tipping = fields["tipping_point"]
    if isinstance(posterior, CrossedEffectsPosterior):
        tipping = tipping_point(posterior, rope, threshold=fields["threshold"], ci_prob=fields["ci_prob"])
    return {
        "errors": dict(zip((fields["first"], fields["second"]), errors, strict=True)),
        **dict(zip(_PROBABILITIES, probabilities, strict=True)),
        "decision": decision_of(probabilities, fields["threshold"]),
        "effective_size": float(posterior.table.sum()),
        "bayes_factor": paired_posterior(posterior.table, **prior_of(posterior)).bayes_factor,
        "levels": _levels_again(fields, probabilities),
        "tipping_point": tipping,
    }


def _levels_again(fields: Mapping[str, Any], probabilities: tuple[float, ...]) -> pd.DataFrame:
    levels, difference = fields["levels"].copy(), fields["posterior"].difference
    interval = difference.interval(fields["ci_prob"], fields["ci_kind"])
    row = dict(zip(_PROBABILITIES, probabilities, strict=True))
    row |= {"estimate": float(difference.mean), "low": float(interval.low), "high": float(interval.high)}
    for column, value in row.items():
        levels.loc[levels.index[0], column] = value
    return levels


def _pairs(fields: Mapping[str, Any], derived: Mapping[str, Any]) -> list[tuple[str, float, float]]:
    """List the numbers of the file beside those that follow from its tables."""
    rows: list[tuple[str, float, float]] = [(name, fields[name], derived[name]) for name in _PROBABILITIES]
    rows += [(f"the error of {name!r}", fields["errors"][name], derived["errors"][name]) for name in derived["errors"]]
    first, again = fields["levels"].iloc[0], derived["levels"].iloc[0]
    columns = ("estimate", "low", "high", "prob_first_better")
    rows += [(f"{column} of the first level", float(first[column]), float(again[column])) for column in columns]
    # Sizes and factors have no bound: what counts is by which share they are off.
    rows.append(("the logarithm of the effective size", *_logs("effective_size", fields, derived)))
    rows.append(("the logarithm of the Bayes factor", *_logs("bayes_factor", fields, derived)))
    return rows


def _tipping_pairs(found: TippingPoint | None, again: TippingPoint | None) -> list[tuple[str, float, float]]:
    """List the numbers of both tipping points; tau, which may be infinite, as tau/(1 + tau)."""
    if found is None or again is None:
        return []
    pairs = [
        (f"{name}/(1 + {name}) of the tipping point", *(1 - 1 / (1 + getattr(one, name)) for one in (found, again)))
        for name in ("tau", "interval_tau")
    ]
    shares = ("share_above", "prob_above", "n_pairs")
    return pairs + [(f"{name} of the tipping point", getattr(found, name), getattr(again, name)) for name in shares]


def _logs(name: str, fields: Mapping[str, Any], derived: Mapping[str, Any]) -> tuple[float, float]:
    """Return logarithms, those of infinite numbers by the largest float."""
    largest = np.finfo(float).max
    found, again = (float(np.log(np.clip(numbers[name], 1e-300, largest))) for numbers in (fields, derived))
    return found, again


def _apart(found: Any, expected: float) -> float:
    return abs(found - expected) if isinstance(found, (int, float)) else math.inf


def _near(derived: Mapping[str, Any], threshold: float) -> bool:
    """Tell whether a coarser probability may have been on the other side of the threshold."""
    return bool(np.min(np.abs(np.array([derived[name] for name in _PROBABILITIES]) - threshold)) <= _OF_SCHEMA_1)
