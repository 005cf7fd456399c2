"""Losses may be in any units: twice the losses have the same answers, and twice the numbers."""

import numpy as np
import pytest

import bayescmp as bc
from tests.data import gathered

ROPE, N = 0.3, 60
LOSSES = {name: np.random.default_rng(place).gamma(2.0, size=(5, N)) + place / 5 for place, name in enumerate("abc")}
SPLITS = list(bc.BlockRegularizedCV(5, random_state=0).split(np.zeros((N, 1)), np.arange(N) % 2))


def of_records(unit, **options):
    return gathered(loss={name: unit * one[0] for name, one in LOSSES.items()}, **options)


def cross_validated(unit):
    return bc.losses({name: unit * one for name, one in LOSSES.items()}, how=bc.splits(SPLITS))


def compared(data, unit, **options):
    found = bc.compare(data, first="a", second="b", rope=ROPE * unit, **options)
    ends = [*found.classifiers[["low", "high"]].to_numpy().ravel(), found.interval.low, found.interval.high]
    planned = bc.plan(found, n_records=[500, 2000]).table if found.design.n_repeats == 1 else None
    foreseen = [] if planned is None else [*planned["assurance"], *planned["assurance_equivalent"]]
    widths = [] if planned is None else [*planned["sd"], *planned["width"]]
    return [*found.probabilities, *foreseen], [*ends, found.difference.mean, found.ropes.equivalent_from, *widths]


def ranked(data, unit):
    found = bc.rank(data, rope=ROPE * unit)
    frame, pairs = found.classifiers, found.pairs
    probabilities = pairs.filter(like="prob_").to_numpy().ravel()
    return [*frame["prob_best"], *probabilities], [*frame["pooled_estimate"], *frame["low"], *pairs["low"]]


def over_datasets(unit):
    data = {f"{begin}": of_records(unit).isel(record=slice(begin, begin + 10)) for begin in range(0, N, 10)}
    found = bc.compare_datasets(data, first="a", second="b", rope=ROPE * unit)
    both, ranking = (found.average, found.next_dataset), bc.rank_datasets(data)
    ends = [end for one in both for end in (one.interval.low, one.interval.high)]
    lows = ranking.pairs[["average_low", "next_dataset_low"]].to_numpy().ravel()
    return [p for one in both for p in one.probabilities], [*ends, *lows]


CASES = {
    "hold-out": lambda unit: compared(of_records(unit), unit),
    "shortest interval": lambda unit: compared(of_records(unit), unit, ci_kind="hdi"),
    "groups": lambda unit: compared(of_records(unit, group=np.arange(N) // 3), unit),
    "5 x 2": lambda unit: compared(cross_validated(unit), unit),
    "ranking": lambda unit: ranked(of_records(unit), unit),
    "ranking of 5 x 2": lambda unit: ranked(cross_validated(unit), unit),
    "data sets": over_datasets,
}


@pytest.mark.parametrize("power", [-40, 40])
@pytest.mark.parametrize("found", CASES.values(), ids=CASES)
def test_answers_do_not_depend_on_them(found, power):
    unit = 2.0**power
    (answers, sizes), (others, scaled) = found(1.0), found(unit)
    np.testing.assert_allclose(others, answers, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(np.array(scaled, float) / unit, np.array(sizes, float), rtol=1e-6)


@pytest.mark.parametrize("power", [-40, 40])
def test_a_screen_shows_two_figures_in_any(power):
    unit = 2.0**power
    found = bc.compare(of_records(unit), first="a", second="b")
    for text, value in zip(found.content.table()["observed"], found.classifiers["observed"], strict=False):
        assert float(text) == pytest.approx(value, rel=0.05, abs=0)
    assert max(map(len, str(found).splitlines())) <= 80
    planned = bc.plan(found, n_records=[500])
    assert float(planned.columns()["sd"][0]) == pytest.approx(planned.table["sd"].item(), rel=0.01, abs=0)


@pytest.mark.parametrize("gap", [0.0, 1.0])
def test_values_are_shown_where_differences_do_not_vary(gap):
    loss = 2.0**-40 * LOSSES["a"][0]
    found = bc.compare(bc.losses({"a": loss, "b": loss + gap * 2.0**-40}))
    shown = map(float, found.content.table()["observed"])
    assert list(shown) == pytest.approx([*found.observed.values(), -gap * 2.0**-40], rel=0, abs=2.0**-43)
