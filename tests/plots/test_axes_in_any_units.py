"""Numbers at the axes of very small and of very large losses."""

import numpy as np
import pytest

import bayescmp as bc

LOSSES = {name: np.random.default_rng(place).gamma(2.0, size=60) + place / 5 for place, name in enumerate("abc")}


@pytest.mark.parametrize("power", [-40, 0, pytest.param(40, marks=pytest.mark.full)])
@pytest.mark.parametrize("plot", ["difference", "levels", "ranking"])
def test_numbers_differ_and_stay_apart(power, plot, check_texts):
    data = bc.predictions_from_arrays(loss={name: 2.0**power * one for name, one in LOSSES.items()})
    result = bc.rank(data) if plot == "ranking" else bc.compare(data, first="a", second="b")
    ax = bc.plots.plot_levels(result) if plot == "levels" else result.plot()
    check_texts(ax)
    numbers = [tick.get_text() for tick in ax.get_xticklabels()]
    assert len(set(numbers)) == len(numbers) > 2
    assert ("e" in ax.xaxis.get_offset_text().get_text()) == (power != 0)
