"""The settings of the No-U-Turn sampler, and its two implementations."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import xarray as xr

from bayescmp._support._caches import usable_caches
from bayescmp._support._typing import Array
from bayescmp._support._validation import check_choice, check_flag, check_integer, check_probability
from bayescmp._support._versions import versions

if TYPE_CHECKING:
    import pymc as pm
    from nutpie import CompiledPyMCModel as CompiledModel

type ModelData = Mapping[str, Array | float]
"""The data of a model, under their names in it."""

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

    def sample(
        self, seed: int, values: ModelData, *, compiled: Callable[[], "CompiledModel"], model: Callable[[], "pm.Model"]
    ) -> xr.DataTree:
        """Sample with nutpie from the model that is compiled for any data of its shape, or with PyMC from the model."""
        usable_caches()
        kept = ("draws", "tune", "chains", "cores", "target_accept")
        settings: dict[str, Any] = {name: getattr(self, name) for name in kept}
        if self.nuts_sampler == "nutpie":
            try:
                import nutpie
            except ImportError as error:
                raise ImportError("`nuts_sampler='nutpie'` needs the extra: pip install 'bayescmp[fast]'.") from error
            with _COMPILING:
                prepared = compiled()
            used = {var.name for var in prepared.shared_var_keys}
            prepared = prepared.with_data(**{name: value for name, value in values.items() if name in used})
            return nutpie.sample(prepared, seed=seed, progress_bar=self.progress, save_warmup=False, **settings)
        import pymc as pm

        return pm.sample(
            model=model(),
            nuts_sampler="pymc",
            random_seed=seed,
            progressbar=self.progress,
            quiet=not self.progress,
            compute_convergence_checks=False,
            **settings,
        )

    def provenance(self, made_by: str, seed: int) -> dict[str, Any]:
        """Return what the draws depend on, for the provenance of a result."""
        settings = {name: value for name, value in asdict(self).items() if name not in {"cores", "progress"}}
        libraries = {name: version(name) for name in sorted({"pymc", "arviz", self.nuts_sampler})}
        return {"made_by": made_by, "seed": seed, **settings, "versions": versions() | libraries}
