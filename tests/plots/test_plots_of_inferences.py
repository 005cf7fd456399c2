"""Comparisons by every method can be drawn, and those whose sampler failed say so."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp import plots

PLOTS = {
    "difference": plots.plot_difference,
    "methods": plots.plot_methods,
    "folds": plots.plot_folds,
    "rope": lambda comparison, ax=None: plots.plot_sensitivity(comparison, over="rope", ax=ax),
    "rho": lambda comparison, ax=None: plots.plot_sensitivity(comparison, over="rho", ax=ax),
    "table": lambda comparison, ax=None: plots.plot_table(comparison.effective_table, ax=ax),
}


@pytest.fixture(scope="module")
def result(data_of):
    return bc.compare(data_of("5 x 2"), rope=0.01, method="fold-correlation")


def test_every_inference_is_drawn(result, check_texts):
    for plot in PLOTS.values():
        _, ax = plt.subplots(figsize=(3.35, 2.8), layout="constrained")
        plot(result, ax=ax)
        check_texts(ax)


def test_the_density_of_draws_is_smooth_and_theirs(result):
    x, density = max(plots.plot_difference(result).lines, key=lambda line: len(line.get_xdata())).get_data()
    np.testing.assert_allclose(density, result.difference.pdf(x))
    assert np.average(x, weights=density * np.gradient(x)) == pytest.approx(result.difference.mean, abs=1e-3)


def test_failed_diagnostics_are_said_in_the_picture(compared):
    result = compared("hold-out")
    unreliable = replace(result, trust=replace(result.trust, reliable=False))
    for plot in ("difference", "methods", "folds", "rope"):
        assert PLOTS[plot](unreliable).get_xlabel().startswith("NOT RELIABLE, see its diagnostics\n")
        assert "RELIABLE" not in PLOTS[plot](compared("hold-out")).get_xlabel()
