"""The decision over the region of possible correlations."""

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from tests.data import drawn_tables, table


@pytest.fixture(scope="module")
def comparison():
    return bc.compare(drawn_tables((0.1, 0.09, 0.04, 0.77), 150, seed=1), first="a", second="b")


@pytest.mark.parametrize(("rope", "prior"), [(0.0, {}), (0.01, {}), (0.01, {"prior": "dirichlet", "strength": 9.0})])
def test_every_point_is_the_effective_table_with_its_correlations(comparison, rope, prior):
    comparison = bc.compare(comparison.tables, rope=rope, method=bc.methods.Auto(**prior))
    data = bc.comparison.correlation_sensitivity(comparison, phi=1.3, size=21)
    for i, j in ((5, 5), (8, 10), (14, 12)):
        at = data.isel(rho1=i, rho2=j)
        known = xr.Dataset(
            {"rho1": ("draw", [float(at.rho1)]), "rho2": ("draw", [float(at.rho2)]), "phi": ("draw", [1.3])}
        )
        posterior = bc.posteriors.effective_posterior(comparison.tables, known, **prior)
        assert float(at["effective_size"]) == pytest.approx(posterior.n_effective)
        assert float(at["prob_first_better"]) == pytest.approx(float(posterior.difference.cdf(-rope)), abs=1e-9)
        largest = max(float(at[f"prob_{name}"]) for name in ("first_better", "equivalent", "second_better"))
        assert bool(at["decided"]) == (largest >= comparison.threshold)


def test_probabilities_stand_inside_the_region_only(comparison):
    data = bc.comparison.correlation_sensitivity(comparison, size=31)
    inside = np.isfinite(data["prob_first_better"])
    rho1, rho2 = xr.broadcast(data["rho1"], data["rho2"])
    assert (inside == ((rho2 <= (1 + rho1) / 2) & (1 + rho1 + 8 * rho2 > 1e-3))).all()
    assert not data["decided"].where(~inside, other=False).any()
    total = sum(data[f"prob_{name}"] for name in ("first_better", "equivalent", "second_better"))
    assert total.values[inside] == pytest.approx(1)
    assert data["decided"].any()
    assert not data["decided"].where(inside, other=True).all()


def test_what_makes_no_sense_is_refused(comparison):
    with pytest.raises(TypeError, match=r"`comparison` must be a Comparison, .* but got int"):
        bc.comparison.correlation_sensitivity(1)
    with pytest.raises(ValueError, match="`phi` must be above 0"):
        bc.comparison.correlation_sensitivity(comparison, phi=0)
    with pytest.raises(ValueError, match="must be of an m x 2 cross-validation, but got one hold-out of 100 records"):
        bc.comparison.correlation_sensitivity(bc.compare(table(2, 4, 18, 76)))
