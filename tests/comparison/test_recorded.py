"""Fifty recorded comparisons have the numbers that they had."""

import json
import runpy
from pathlib import Path

import pytest

import bayescmp as bc

RECORDED = runpy.run_path(str(Path(__file__).with_name("recorded.py")))
KEPT = json.loads(RECORDED["FILE"].read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def cases():
    return RECORDED["cases"]()


def differences(found, kept, where="", *, shortest=False):
    """Yield the places in which two values differ: numbers by more than 1e-12, of large ones of their size.

    The ends of a shortest interval are where a length is least, which rounding leaves open to the root of its own size.
    """
    if isinstance(kept, dict):
        for name in kept.keys() - {"assumes"}:  # what was added since is no difference, nor are other words
            yield from differences(found.get(name, "nothing"), kept[name], f"{where}.{name}", shortest=shortest)
    elif isinstance(kept, list):
        assert len(found) == len(kept), where
        for number, (one, other) in enumerate(zip(found, kept, strict=True)):
            yield from differences(one, other, f"{where}[{number}]", shortest=shortest)
    elif isinstance(kept, float) and isinstance(found, (int, float)):
        tolerance = 1e-7 if shortest and where.endswith((".low", ".high")) else 1e-12
        if found != pytest.approx(kept, rel=tolerance, abs=tolerance):
            yield f"{where} is {found!r} and was {kept!r}"
    elif found != kept:
        yield f"{where} is {found!r} and was {kept!r}"


def test_all_are_kept(cases):
    assert len(KEPT) == 50
    assert list(KEPT) == list(cases)


@pytest.mark.parametrize("name", KEPT)
def test_the_numbers_are_those_that_were_kept(name, cases):
    data, settings = cases[name]
    found = RECORDED["numbers_of"](bc.compare(data, **settings))
    assert list(differences(found, KEPT[name], shortest=settings.get("ci_kind") == "hdi")) == []


def test_a_difference_is_seen():
    kept = KEPT["hold-out 1"]
    assert list(differences(kept, kept)) == []
    for name in ("prob_first_better", "bayes_factor"):
        assert len(list(differences(kept | {name: kept[name] * (1 + 1e-11)}, kept))) == 1
    assert len(list(differences(kept | {"decision": "equivalent"}, kept))) == 1
