"""The model of a difference over data sets in PyMC."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from bayescmp._population import PRIOR_DF, PopulationPrior
from bayescmp._typing import Floats

if TYPE_CHECKING:
    import pymc as pm

_STEP, _FAR = 0.02, 21.0  # of the hyperbolic arc sine, where tails are tabulated: up to 6e8 spreads
_SOFT = 0.005  # of the width of the grid, over which differences are clipped at its ends
DATA = ("grid", "log_likelihood", "degrees", "tail")


def data_of_shape(n_datasets: int, n_points: int, n_degrees: int, *, has_covariate: bool) -> dict[str, Floats]:
    """Return data to compile the model for."""
    return {
        "grid": np.array([-1.0, 2.0 / (n_points - 1)]),
        "log_likelihood": np.zeros((n_datasets, n_points)),
        "degrees": np.ones((n_degrees, 3)),
        "tail": log_tails(PopulationPrior(df=(1.0,) * n_degrees, df_probs=(1.0 / n_degrees,) * n_degrees)),
        "about": np.ones((2, n_datasets)),
        "scales": np.ones(2),
        **({"covariate": np.zeros(n_datasets)} if has_covariate else {}),
    }


def log_tails(prior: PopulationPrior) -> Floats:
    """Return log probabilities that a t number is above x >= 0, and their slopes by asinh x, in a table per df.

    Shape (degrees of freedom, points + 1, 2); the first row has the step between points.
    """
    place = np.arange(0, _FAR, _STEP)
    x = np.sinh(place)
    tables = []
    for df in prior.df:
        law = stats.norm if np.isinf(df) else stats.t(df)
        log_tail = law.logsf(x)
        slope = -np.exp(law.logpdf(x) - log_tail) * np.cosh(place)
        tables.append(np.vstack([[_STEP, 0.0], np.column_stack([log_tail, slope])]))
    return np.stack(tables)


def datasets_model(values: Mapping[str, Floats]) -> "pm.Model":
    """Build the PyMC model; its data can be exchanged for others of the same shape.

    `about` has the mean and the standard deviation of each likelihood. Given the center and the spread, differences are
    near to normal ones with the mean and variance that these give, and are sampled in units of those; a smooth clip
    keeps them within the grid.
    """
    import pymc as pm
    import pytensor.tensor as pt

    from bayescmp.hierarchical._datasets_operation import LogDensity

    n_datasets, n_points = np.shape(values["log_likelihood"])
    with pm.Model() as model:
        data = {name: pm.Data(name, value) for name, value in values.items()}
        unit = pm.StudentT("unit_average", nu=PRIOR_DF, mu=0.0, sigma=1.0)
        average = pm.Deterministic("average", data["scales"][0] * unit)
        spread = pm.Deterministic("spread", data["scales"][1] * pm.HalfStudentT("unit_spread", nu=PRIOR_DF, sigma=1.0))
        center = pt.zeros(n_datasets) + average
        if "covariate" in values:
            unit_slope = pm.StudentT("unit_slope", nu=PRIOR_DF, mu=0.0, sigma=1.0)
            slope = pm.Deterministic("slope", data["scales"][0] * unit_slope)
            center += slope * data["covariate"]
        sd = pt.sqrt(1 / (1 / data["about"][1] ** 2 + 1 / spread**2))
        mean = center + (sd / data["about"][1]) ** 2 * (data["about"][0] - center)
        position = mean + sd * pm.Flat("offset", shape=n_datasets)
        low, width = data["grid"][0], data["grid"][1] * (n_points - 1)
        above_low, above_high = (position - low) / (_SOFT * width), (position - low - width) / (_SOFT * width)
        pm.Potential("jacobian", (pt.log(sd) - pt.softplus(-above_low) - pt.softplus(above_high)).sum())
        difference = low + _SOFT * width * (pt.softplus(above_low) - pt.softplus(above_high))
        difference = pm.Deterministic("difference", difference)
        pm.Potential("differences", LogDensity().value(difference, center, spread, *(data[name] for name in DATA)))
    return model
