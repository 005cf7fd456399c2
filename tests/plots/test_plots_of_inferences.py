"""Comparisons at every inference level can be drawn, and those whose sampler failed say so."""

import re
from dataclasses import replace

import numpy as np
import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp import plots

PLOTS = {
    "difference": plots.plot_difference,
    "levels": plots.plot_levels,
    "folds": plots.plot_folds,
    "rope": lambda comparison, ax=None: plots.plot_sensitivity(comparison, over="rope", ax=ax),
    "rho": lambda comparison, ax=None: plots.plot_sensitivity(comparison, over="rho", ax=ax),
    "table": lambda comparison, ax=None: plots.plot_table(comparison.effective_table, ax=ax),
}
EVERY_PLOT = pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)


@pytest.fixture(scope="module")
def result(data_of):
    return bc.compare(data_of("5 x 2"), rope=0.01, level="fold-correlation")


@pytest.mark.full
@EVERY_PLOT
def test_every_inference_is_drawn(plot, result, check_texts):
    _, ax = plt.subplots(figsize=(3.35, 2.8), layout="constrained")
    plot(result, ax=ax)
    check_texts(ax)


def test_the_density_of_draws_is_smooth_and_theirs(result):
    x, density = max(plots.plot_difference(result).lines, key=lambda line: len(line.get_xdata())).get_data()
    np.testing.assert_allclose(density, result.difference.pdf(x))
    assert np.average(x, weights=density * np.gradient(x)) == pytest.approx(result.difference.mean, abs=1e-3)


def test_over_tau_needs_the_deterministic_crossed_effects(result):
    message = f"`over` must be 'rope' or 'rho' for {result.resampling} and the level {result.level.name!r}"
    with pytest.raises(ValueError, match=re.escape(message)):
        plots.plot_sensitivity(result, over="tau")


def unreliable(comparison):
    return replace(comparison, trust=replace(comparison.trust, reliable=False))


@pytest.mark.full
@pytest.mark.parametrize("plot", ["difference", "levels", "folds", "rope"])
def test_failed_diagnostics_are_said_in_the_picture(plot, compared, check_texts):
    _, ax = plt.subplots(figsize=(3.35, 2.8), layout="constrained")
    PLOTS[plot](unreliable(compared("hold-out")), ax=ax)
    assert ax.get_xlabel().startswith("NOT RELIABLE, see its diagnostics\n")
    assert "RELIABLE" not in PLOTS[plot](compared("hold-out")).get_xlabel()
    check_texts(ax)
