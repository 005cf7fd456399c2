"""The fold-correlation model: its prior, written once for PyMC, draws and densities, the model in PyMC, its sampler.

`fold_prior` names every variable through a reader, which makes a random variable of PyMC of it, or an array. PyMC can
do the latter too, but compiles each group of a tree anew: seconds, where arrays take milliseconds.
"""

import math
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy
import xarray as xr
from scipy import special

from bayescmp._support._caches import usable_caches
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import check_choice, check_flag, check_integer, check_probability
from bayescmp._support._versions import versions
from bayescmp.correlation import eigenvalues
from bayescmp.hierarchical._fold_data import Contrasts

if TYPE_CHECKING:
    import nutpie
    import pymc as pm

type ModelData = Mapping[str, Array | float]  # the data of a model, under their names in it

LINKS = {"rho1": (0.1, 0.2, 0.2), "rho2": (-0.5, 1.0, 0.8)}
"""Mean and deviation of the location of a population, and the median of its scale."""
PHI_SCALE = {"disagreement": 0.6, "difference": 0.3, "error": 0.6}
SCALE_SD = 0.5
"""Log-normal: a population without any spread is not plausible, and leaves the sampler no funnel to fall into."""
PHI_EFFECT_SCALE = 0.3
UNIT_SCALE_SD = 1.0
TAIL = 2.0  # degrees of freedom of the half-t


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What distinguishes one compiled model from another."""

    experiment: int
    dataset: int = 0
    pair: int = 0
    centred: bool = False
    has_phi: bool = True

    @property
    def crossed(self) -> tuple[str, ...]:
        """The dims of the crossed effects, () without them."""
        return ("dataset", "pair") if self.dataset else ()

    @property
    def sizes(self) -> dict[str, int]:
        """The dims of the variables, and their sizes."""
        return {dim: getattr(self, dim) for dim in ("experiment", *self.crossed)}

    @property
    def parameters(self) -> tuple[str, str, str]:
        """What every experiment has."""
        return "rho1", "rho2", "phi" if self.has_phi else "sigma2"


type Reader = ModelReader | ArrayReader


def fold_prior(reader: Reader, shape: Shape) -> tuple[Any, Any, Any]:
    """Read rho1, rho2 and the factor on the unit variance of every experiment."""
    # rho1 = tanh a, rho2 = (1 + rho1) / 2 logistic(b), phi = 1 + s e (docs/trust/formulas.md, "Effective tables")
    rho1 = reader.derived("rho1", reader.math.tanh(_linked(reader, shape, "rho1")))
    rho2 = reader.derived("rho2", (1 + rho1) / 2 * reader.math.sigmoid(_linked(reader, shape, "rho2")))
    if shape.has_phi:
        return rho1, rho2, reader.derived("phi", 1 + _excess(reader, shape))
    log_scale = reader.normal("log_scale", 0.0, UNIT_SCALE_SD, "experiment")
    return rho1, rho2, reader.derived("sigma2", reader.math.exp(log_scale) * reader.data["unit"])


def _linked(reader: Reader, shape: Shape, name: str) -> Any:
    location, sd, scale = LINKS[name]
    centre = reader.normal(f"{name}_location", location, sd)
    spread = reader.log_normal(f"{name}_scale", scale, SCALE_SD)
    centre = centre + _effects(reader, shape, name, scale)
    if shape.centred:
        return reader.normal(f"{name}_link", centre, spread, "experiment")
    return centre + spread * reader.normal(f"{name}_offset", 0.0, 1.0, "experiment")


def _effects(reader: Reader, shape: Shape, name: str, scale: float) -> Any:
    total: Any = 0.0
    for dim in shape.crossed:
        spread = reader.log_normal(f"{name}_{dim}_scale", scale, SCALE_SD)
        if shape.centred:
            effect = reader.normal(f"{name}_{dim}_effect", 0.0, spread, dim)
        else:
            effect = spread * reader.normal(f"{name}_{dim}_offset", 0.0, 1.0, dim)
        total = total + effect[..., reader.data[dim]]
    return total


def _excess(reader: Reader, shape: Shape) -> Any:
    scale = reader.log_normal("phi_scale", reader.data["phi_scale_centre"], SCALE_SD)
    if shape.crossed:
        scale = scale * reader.math.exp(_effects(reader, shape, "phi", PHI_EFFECT_SCALE))
    if shape.centred:
        return reader.half_t("phi_excess", scale, "experiment")
    return scale * reader.half_t("phi_excess_offset", 1.0, "experiment")


class ModelReader:
    """Make random variables of PyMC, in the model whose context is open."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        import pymc as pm

        self._pm, self.math, self.data = pm, pm.math, data

    def normal(self, name: str, location: Any, scale: Any, dim: str | None = None) -> Any:
        """Make a normal variable."""
        return self._pm.Normal(name, location, scale, dims=dim)

    def log_normal(self, name: str, centre: Any, scale: Any) -> Any:
        """Make a log-normal variable with the median `centre`."""
        return self._pm.LogNormal(name, self.math.log(centre), scale)

    def half_t(self, name: str, scale: Any, dim: str) -> Any:
        """Make the absolute value of a t variable."""
        return self._pm.HalfStudentT(name, nu=TAIL, sigma=scale, dims=dim)

    def derived(self, name: str, value: Any) -> Any:
        """Keep what other variables determine."""
        return self._pm.Deterministic(name, value, dims="experiment")


class ArrayReader:
    """Look variables up, or draw those that are not given; keep all, and the logarithms of their prior densities."""

    math = SimpleNamespace(exp=np.exp, tanh=np.tanh, sigmoid=special.expit)

    def __init__(
        self,
        shape: Shape,
        data: ModelData,
        draws: int,
        rng: np.random.Generator,
        given: Mapping[str, Floats] | None = None,
    ) -> None:
        self.data: Mapping[str, Any] = data
        self._draws, self._sizes, self._rng, self._given = draws, shape.sizes, rng, given or {}
        self.values: dict[str, Floats] = {}  # (draws, size), size 1 for a parameter of the population
        self.densities: dict[str, Floats] = {}
        self.dims: dict[str, tuple[str, ...]] = {}
        fold_prior(self, shape)

    def normal(self, name: str, location: Floats | float, scale: Floats | float, dim: str | None = None) -> Floats:
        """Read a normal variable."""
        return self._read(name, scipy.stats.norm(location, scale), dim)

    def log_normal(self, name: str, centre: float, scale: float) -> Floats:
        """Read a log-normal variable with the median `centre`."""
        return self._read(name, scipy.stats.lognorm(scale, 0, centre))

    def half_t(self, name: str, scale: Floats | float, dim: str) -> Floats:
        """Read the absolute value of a t variable."""
        return self._read(name, scipy.stats.t(TAIL, 0, scale), dim, sides=2)

    def derived(self, name: str, value: Floats) -> Floats:
        """Keep what other variables determine."""
        self.values[name], self.dims[name] = value, ("experiment",)
        return value

    def _read(self, name: str, distribution: Any, dim: str | None = None, *, sides: int = 1) -> Floats:
        size = (self._draws, self._sizes[dim] if dim else 1)
        value = self._given[name] if name in self._given else distribution.rvs(size, self._rng)
        value = value if sides == 1 else abs(value)
        self.values[name], self.dims[name] = value, (dim,) if dim else ()
        self.densities[name] = distribution.logpdf(value) + np.log(sides)
        return value


def prior_of_one(axes: list[Floats], shape: Shape, statistic: str) -> Floats:
    """Return the log density of one experiment on a grid of its links and of log(phi - 1) or the scale's logarithm."""
    prior = _of_link(axes[0], "rho1")[:, None, None] + _of_link(axes[1], "rho2")[:, None]
    if not shape.has_phi:
        return prior + scipy.stats.norm.logpdf(axes[2], 0, UNIT_SCALE_SD)
    factors, weights = _population_scales()
    scaled = np.exp(axes[2])[:, None] / (PHI_SCALE[statistic] * factors)
    return prior + np.log(scipy.stats.t.pdf(scaled, TAIL) * scaled @ weights)


def _of_link(values: Floats, name: str) -> Floats:
    (location, sd, scale), (factors, weights) = LINKS[name], _population_scales()
    return np.log(scipy.stats.norm.pdf(values[:, None], location, np.hypot(sd, scale * factors)) @ weights)


@cache
def _population_scales() -> tuple[Floats, Floats]:
    """Nodes and weights of the log-normal of a population's scale, relative to its median."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(24)
    return np.exp(SCALE_SD * nodes), weights / weights.sum()


_CENTRED_FROM = 10  # with this many replicates an experiment says more about itself than its population does


def shape_of(observed: Contrasts, groups: Mapping[str, Array]) -> Shape:
    """Return the shape of the model of these data."""
    return Shape(
        experiment=len(observed.unit),
        centred=observed.n_replicates >= _CENTRED_FROM,
        has_phi=observed.has_phi,
        **{name: len(np.unique(labels)) for name, labels in groups.items()},
    )


def model_data(observed: Contrasts, groups: Mapping[str, Array], statistic: str) -> dict[str, Array | float]:
    """Return the data of the model by name."""
    codes = {name: np.unique(labels, return_inverse=True)[1] for name, labels in groups.items()}
    arrays = {name: getattr(observed, name) for name in ("sums", "degrees", "unit", "resolution")}
    return arrays | {"n_repeats": float(observed.n_repeats), "phi_scale_centre": PHI_SCALE[statistic]} | codes


def contrast_variances(data: Mapping[str, Any], rho1: Any, rho2: Any, factor: Any, *, has_phi: bool) -> list[Any]:
    """Variances of the contrasts of the mean, between and within repeats."""
    sigma2 = factor * data["unit"] if has_phi else factor
    return [sigma2 * eigenvalue + data["resolution"] for eigenvalue in eigenvalues(rho1, rho2, data["n_repeats"])]


def sum_log_density(sums: Any, variance: Any, degrees: Any, log: Any) -> Any:
    """Log density of `degrees` independent normal contrasts whose squares add to `sums`; 0 if there are none."""
    return -0.5 * (degrees * (log(variance) + math.log(2 * math.pi)) + sums / variance)


def build_model(shape: Shape, data: ModelData) -> "pm.Model":
    """Write the model down in PyMC."""
    import pymc as pm

    with pm.Model(coords={dim: np.arange(size) for dim, size in shape.sizes.items()}) as model:
        tensors = {name: pm.Data(f"data_{name}", np.asarray(value)) for name, value in data.items()}
        parameters = fold_prior(ModelReader(tensors), shape)
        variance = pm.math.stack(contrast_variances(tensors, *parameters, has_phi=shape.has_phi), axis=-1)
        pm.CustomDist(
            "sum_of_squares",
            variance,
            tensors["degrees"],
            logp=lambda sums, variance, degrees: sum_log_density(sums, variance, degrees, pm.math.log),
            observed=tensors["sums"],
        )
    return model


@lru_cache(maxsize=8)
def _compiled(shape: Shape) -> "nutpie.CompiledPyMCModel":
    import nutpie

    blank: dict[str, Array | float] = {
        "sums": np.ones((shape.experiment, 3)), "degrees": np.ones(3), "unit": np.ones(shape.experiment),
        "resolution": np.ones(shape.experiment), "n_repeats": 5.0, "phi_scale_centre": 1.0,
        **{dim: np.arange(shape.experiment) % shape.sizes[dim] for dim in shape.crossed},
    }  # fmt: skip
    return nutpie.compile_pymc_model(build_model(shape, blank))


_SAMPLERS = ("pymc", "nutpie")
_FEWEST, _MOST = 4, 10**6  # draws that the diagnostics need, and that memory holds
_MOST_CHAINS = 1000
_COMPILING = threading.Lock()


@dataclass(frozen=True, kw_only=True)
class Sampler:
    """How to sample; no draw depends on the number of cores, nor on `progress`."""

    draws: int
    tune: int
    chains: int
    cores: int | None
    target_accept: float
    nuts_sampler: str
    progress: bool

    def __post_init__(self) -> None:
        check_integer("draws", self.draws, least=_FEWEST, most=_MOST)
        check_integer("tune", self.tune, least=1, most=_MOST)
        check_integer("chains", self.chains, least=1, most=_MOST_CHAINS)
        if self.cores is not None:
            check_integer("cores", self.cores, least=1, most=_MOST_CHAINS)
        check_probability("target_accept", self.target_accept)
        check_choice("nuts_sampler", self.nuts_sampler, _SAMPLERS)
        check_flag("progress", self.progress)

    def sample(self, shape: Shape, data: ModelData, seed: int) -> xr.DataTree:
        """Sample the model; with nutpie from the model compiled before, if it had this shape."""
        usable_caches()
        names = ("draws", "tune", "chains", "cores", "target_accept")
        settings: dict[str, Any] = {name: getattr(self, name) for name in names}
        if self.nuts_sampler == "nutpie":
            try:
                import nutpie
            except ImportError as error:
                raise ImportError("`nuts_sampler='nutpie'` needs the extra: pip install 'bayescmp[fast]'.") from error
            with _COMPILING:
                compiled = _compiled(shape)
            used = {variable.name for variable in compiled.shared_var_keys}
            values = {f"data_{name}": value for name, value in data.items() if f"data_{name}" in used}
            model = compiled.with_data(**values)
            return nutpie.sample(model, seed=seed, progress_bar=self.progress, save_warmup=False, **settings)
        import pymc as pm

        return pm.sample(
            model=build_model(shape, data), nuts_sampler="pymc", random_seed=seed, progressbar=self.progress,
            quiet=not self.progress, compute_convergence_checks=False, **settings,
        )  # fmt: skip

    def provenance(self, made_by: str, seed: int) -> dict[str, Any]:
        """Return what the draws depend on, for the provenance of a result."""
        settings = {name: value for name, value in asdict(self).items() if name not in {"cores", "progress"}}
        libraries = {name: version(name) for name in sorted({"pymc", "arviz", self.nuts_sampler})}
        return {"made_by": made_by, "seed": seed, **settings, "versions": versions() | libraries}
