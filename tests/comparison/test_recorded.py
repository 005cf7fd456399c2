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


def differences(found, kept, where=""):
    """Yield the places in which two values differ: numbers by more than 1e-12, of large ones of their size."""
    if isinstance(kept, dict):
        for name in kept:  # what was added since is no difference
            yield from differences(found.get(name, "nothing"), kept[name], f"{where}.{name}")
    elif isinstance(kept, list):
        assert len(found) == len(kept), where
        for number, (one, other) in enumerate(zip(found, kept, strict=True)):
            yield from differences(one, other, f"{where}[{number}]")
    elif isinstance(kept, float) and isinstance(found, (int, float)):
        if found != pytest.approx(kept, rel=1e-12, abs=1e-12):
            yield f"{where} is {found!r} and was {kept!r}"
    elif found != kept:
        yield f"{where} is {found!r} and was {kept!r}"


def test_all_are_kept(cases):
    assert len(KEPT) == 50
    assert list(KEPT) == list(cases)


@pytest.mark.parametrize("name", KEPT)
def test_the_numbers_are_those_that_were_kept(name, cases):
    data, settings = cases[name]
    assert list(differences(RECORDED["numbers_of"](bc.compare(data, **settings)), KEPT[name])) == []


def test_a_difference_is_seen():
    kept = KEPT["hold-out 1"]
    assert list(differences(kept, kept)) == []
    for name in ("prob_first_better", "bayes_factor"):
        assert len(list(differences(kept | {name: kept[name] * (1 + 1e-11)}, kept))) == 1
    assert len(list(differences(kept | {"decision": "equivalent"}, kept))) == 1
