"""The prior of the fold-correlation model, written once: PyMC, draws and densities all read it from here.

`fold_prior` names every variable through a `Reader`. What a reader does with a name is its own affair: it makes a
random variable of PyMC (`_fold_model`), draws from the prior, or looks values up and adds their density.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

RHO1_LOCATION = (0.1, 0.2)
RHO1_SCALE = 0.2
RHO2_LOCATION = (-0.5, 1.0)
RHO2_SCALE = 0.8
PHI_SCALE = {"disagreement": 0.6, "difference": 0.3, "error": 0.6}
SCALE_SD = 0.5
"""Log-normal: a population without any spread is not plausible, and leaves the sampler no funnel to fall into."""
PHI_EFFECT_SCALE = 0.3
UNIT_SCALE_SD = 1.0
TAIL = 2.0
"""Degrees of freedom of the half-t."""


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What distinguishes one compiled model from another."""

    experiment: int
    dataset: int = 0
    pair: int = 0
    centred: bool = False
    known: bool = True

    @property
    def crossed(self) -> tuple[str, ...]:
        """The dims of the crossed effects, () without them."""
        return ("dataset", "pair") if self.dataset else ()


class Reader(Protocol):
    """What `fold_prior` needs to know about the world it is read in."""

    def normal(self, name: str, location: Any, scale: Any, dim: str | None = None) -> Any: ...

    def log_normal(self, name: str, centre: Any, scale: Any) -> Any: ...

    def half_t(self, name: str, scale: Any, dim: str) -> Any: ...

    def derived(self, name: str, value: Any) -> Any: ...

    def data(self, name: str) -> Any: ...

    def exp(self, value: Any) -> Any: ...

    def tanh(self, value: Any) -> Any: ...

    def sigmoid(self, value: Any) -> Any: ...


def fold_prior(reader: Reader, shape: Shape) -> tuple[Any, Any, Any]:
    """Read rho1, rho2 and the factor on the unit variance of every experiment."""
    rho1 = reader.derived("rho1", reader.tanh(_linked(reader, shape, "rho1", RHO1_LOCATION, RHO1_SCALE)))
    share = reader.sigmoid(_linked(reader, shape, "rho2", RHO2_LOCATION, RHO2_SCALE))
    rho2 = reader.derived("rho2", (1 + rho1) / 2 * share)
    if shape.known:
        return rho1, rho2, reader.derived("phi", 1 + _excess(reader, shape))
    log_scale = reader.normal("log_scale", 0.0, UNIT_SCALE_SD, "experiment")
    return rho1, rho2, reader.derived("sigma2", reader.exp(log_scale) * reader.data("unit"))


def _linked(reader: Reader, shape: Shape, name: str, location: tuple[float, float], scale: float) -> Any:
    centre = reader.normal(f"{name}_location", *location)
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
        total = total + effect[..., reader.data(dim)]
    return total


def _excess(reader: Reader, shape: Shape) -> Any:
    scale = reader.log_normal("phi_scale", reader.data("phi_scale_centre"), SCALE_SD)
    if shape.crossed:
        scale = scale * reader.exp(_effects(reader, shape, "phi", PHI_EFFECT_SCALE))
    if shape.centred:
        return reader.half_t("phi_excess", scale, "experiment")
    return scale * reader.half_t("phi_excess_offset", 1.0, "experiment")


@dataclass(kw_only=True)
class _NumPyReader:
    values: Mapping[str, Any]
    """The data of the model."""
    derived_values: dict[str, Any] = field(default_factory=dict)

    def derived(self, name: str, value: Any) -> Any:
        self.derived_values[name] = value
        return value

    def data(self, name: str) -> Any:
        return self.values[name]

    def exp(self, value: Any) -> Any:
        return np.exp(value)

    def tanh(self, value: Any) -> Any:
        return np.tanh(value)

    def sigmoid(self, value: Any) -> Any:
        return special.expit(value)


@dataclass(kw_only=True)
class Draws(_NumPyReader):
    """Draw from the prior: arrays of shape (draws, size), size 1 for a parameter of the population."""

    draws: int
    sizes: Mapping[str, int]
    rng: np.random.Generator
    given: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    """Variables that are not drawn, of shape (draws, 1)."""
    drawn: dict[str, NDArray[np.float64]] = field(default_factory=dict)

    def _keep(self, name: str, value: NDArray[np.float64]) -> NDArray[np.float64]:
        self.drawn[name] = self.given.get(name, value)
        return self.drawn[name]

    def _shape(self, dim: str | None) -> tuple[int, int]:
        return self.draws, self.sizes[dim] if dim else 1

    def normal(self, name: str, location: Any, scale: Any, dim: str | None = None) -> Any:
        """Draw normal variates."""
        return self._keep(name, location + scale * self.rng.standard_normal(self._shape(dim)))

    def log_normal(self, name: str, centre: Any, scale: Any) -> Any:
        """Draw log-normal variates with the median `centre`."""
        return self._keep(name, centre * np.exp(scale * self.rng.standard_normal(self._shape(None))))

    def half_t(self, name: str, scale: Any, dim: str) -> Any:
        """Draw absolute values of t variates."""
        return self._keep(name, scale * abs(self.rng.standard_t(TAIL, self._shape(dim))))


@dataclass(kw_only=True)
class Densities(_NumPyReader):
    """Look the draws of every free variable up and keep their logarithmic prior densities."""

    drawn: Mapping[str, NDArray[np.float64]]
    densities: dict[str, NDArray[np.float64]] = field(default_factory=dict)

    def _keep(self, name: str, distribution: Any) -> NDArray[np.float64]:
        self.densities[name] = distribution.logpdf(self.drawn[name])
        return self.drawn[name]

    def normal(self, name: str, location: Any, scale: Any, dim: str | None = None) -> Any:  # noqa: ARG002
        """Look up a normal variable."""
        return self._keep(name, stats.norm(location, scale))

    def log_normal(self, name: str, centre: Any, scale: Any) -> Any:
        """Look up a log-normal variable."""
        return self._keep(name, stats.lognorm(scale, 0, centre))

    def half_t(self, name: str, scale: Any, dim: str) -> Any:  # noqa: ARG002
        """Look up a half-t variable."""
        value = self.drawn[name]
        self.densities[name] = np.log(2) + stats.t(TAIL, 0, scale).logpdf(value)
        return value
