"""Whether the draws of a sampler can be relied on, in a sentence that names what fails."""

import itertools
import json
import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._text import shown
from bayescmp._typing import Floats
from bayescmp._validation import check_list
from bayescmp.hierarchical._diagnostics import depth_problems, divergence_problems, energy_problems, judge_parameters

_REMEDIES = {
    "missing": "Do not use these draws: correct the model first.",
    "chains": "Draw at least two chains, better four.",
    "divergences": "Raise target_accept (to 0.95 or 0.99), or reparametrise the model.",
    "energy": "Raise tune, or reparametrise the model.",
    "depth": "Raise tune, or the sampler's maximal tree depth.",
    "mixing": "Raise tune and draws.",
    "unknown": "Sample with NUTS and keep its statistics.",
}


@dataclass(frozen=True, kw_only=True, eq=False)
class Verdict:
    """What the diagnostics of a sampler say.

    Attributes
    ----------
    passed : bool
        True if no diagnostic fails and each could be computed.
    table : DataFrame
        One row per scalar parameter: `parameter, r_hat, ess_bulk, ess_tail, mcse_mean`.
    problems : tuple of str
        A sentence per failing diagnostic, with the parameter, the number and the threshold.
    remedy : str
        What to do about them, empty if there are none.
    n_divergences : int or None
        Divergent transitions, None where the sampler did not record them.
    min_e_bfmi : float
        The least energy fraction of missing information over the chains; NaN where unknown.
    max_depth_share : float
        The share of transitions stopped at the maximal tree depth, a proportion; NaN where unknown.
    """

    passed: bool
    table: pd.DataFrame
    problems: tuple[str, ...]
    remedy: str
    n_divergences: int | None
    min_e_bfmi: float
    max_depth_share: float

    def __str__(self) -> str:
        if not self.passed:
            return f"NOT reliable: {' '.join(self.problems)} {self.remedy}"
        ess = min(self.table["ess_bulk"].min(), self.table["ess_tail"].min())
        return (
            f"The sampler's diagnostics pass: R-hat at most {self.table['r_hat'].max():.3f}, effective sample sizes at "
            f"least {math.floor(ess)}, no divergences, E-BFMI at least {self.min_e_bfmi:.2f}, "
            f"{self.max_depth_share:.1%} of transitions at the maximal tree depth."
        )

    def to_json(self) -> str:
        """Return the verdict, without its table, as JSON text; what is not finite is text in it."""
        ess = {f"min_{name}": _json_number(self.table[name].min()) for name in ("ess_bulk", "ess_tail")}
        content = {
            "passed": self.passed,
            "sentence": str(self),
            "problems": list(self.problems),
            "remedy": self.remedy,
            "max_r_hat": _json_number(self.table["r_hat"].max()),
            **ess,
            "n_divergences": self.n_divergences,
            "min_e_bfmi": _json_number(self.min_e_bfmi),
            "max_depth_share": _json_number(self.max_depth_share),
        }
        return json.dumps(content, allow_nan=False)


def diagnostics_verdict(tree: xr.DataTree, *, var_names: list[str] | None = None) -> Verdict:
    """Judge the draws of a Hamiltonian sampler by the usual thresholds.

    Parameters
    ----------
    tree : DataTree
        With the groups `posterior` and `sample_stats`, as `pymc.sample` returns it with either of the samplers
        "pymc" and "nutpie".
    var_names : list of str, optional
        The variables of `posterior` to judge; all by default. Leave out those that are constant by construction.

    Returns
    -------
    Verdict

    Raises
    ------
    TypeError
        If `tree` is not a DataTree.
    ValueError
        If it has no `posterior` with the dims chain and draw, or `var_names` are not in it.

    Notes
    -----
    A parameter passes with R-hat <= 1.01 and bulk and tail effective sample sizes >= 400 [1]_; the chains pass
    without divergences, with an energy fraction of missing information (E-BFMI) >= 0.3 [2]_ and at most 1 % of
    transitions at the maximal tree depth (a convention: saturation costs efficiency, not validity). What
    cannot be computed (draws that are not numbers or never change, one chain, statistics that were not kept)
    fails. The numbers are ArviZ's.

    References
    ----------
    .. [1] A. Vehtari, A. Gelman, D. Simpson, B. Carpenter and P.-C. Bürkner, "Rank-Normalization, Folding, and
       Localization: An Improved R-hat for Assessing Convergence of MCMC", Bayesian Analysis 16(2), 2021.
       :doi:`10.1214/20-BA1221`
    .. [2] M. Betancourt, "Diagnosing Suboptimal Cotangent Disintegrations in Hamiltonian Monte Carlo", 2016.
       :doi:`10.48550/arXiv.1604.00695`

    Examples
    --------
    >>> import numpy as np, xarray as xr
    >>> from bayescmp.hierarchical import diagnostics_verdict
    >>> rng = np.random.default_rng(0)
    >>> dims = ("chain", "draw")
    >>> draws = xr.Dataset({"delta": (dims, rng.normal(size=(4, 1000)))})
    >>> stats = {"diverging": (dims, np.zeros((4, 1000), bool)), "energy": (dims, rng.normal(size=(4, 1000)))}
    >>> stats["reached_max_treedepth"] = stats["diverging"]
    >>> tree = xr.DataTree.from_dict({"posterior": draws, "sample_stats": xr.Dataset(stats)})
    >>> diagnostics_verdict(tree).passed
    True
    """
    draws = _scalar_draws(tree, var_names)
    table, problems = judge_parameters(draws)
    if draws.shape[0] < 2:
        problems.append(("chains", "There is one chain only, so that R-hat (threshold 1.01) cannot compare chains."))
    stats = tree["sample_stats"].to_dataset() if "sample_stats" in tree.children else xr.Dataset()
    n_divergences, found = divergence_problems(stats)
    min_e_bfmi, low_energy = energy_problems(stats)
    share, saturated = depth_problems(stats)
    problems += found + low_energy + saturated
    kinds = dict.fromkeys(kind for kind, _ in problems)
    return Verdict(
        passed=not problems,
        table=table,
        problems=tuple(sentence for _, sentence in problems),
        remedy=" ".join(remedy for kind, remedy in _REMEDIES.items() if kind in kinds),
        n_divergences=n_divergences,
        min_e_bfmi=min_e_bfmi,
        max_depth_share=share,
    )


def _scalar_draws(tree: xr.DataTree, var_names: list[str] | None) -> xr.DataArray:
    """Return the draws of every scalar parameter, dims (chain, draw, parameter)."""
    if not isinstance(tree, xr.DataTree):
        raise TypeError(f"`tree` must be a DataTree, but got {type(tree).__name__}.")
    posterior = tree["posterior"].to_dataset() if "posterior" in tree.children else xr.Dataset()
    if not {"chain", "draw"} <= set(posterior.dims):
        raise ValueError("`tree` must have a group `posterior` with the dims chain and draw.")
    wanted = [str(name) for name in posterior.data_vars] if var_names is None else check_list("var_names", var_names)
    unknown = [name for name in wanted if not isinstance(name, str) or name not in posterior]
    if unknown or not wanted:
        raise ValueError(
            f"`var_names` must be in the posterior ({list(posterior.data_vars)}), but got {shown(unknown)}."
        )
    columns = {name: draws for variable in wanted for name, draws in _elements(posterior[variable])}
    values = np.stack(list(columns.values()), axis=-1)
    return xr.DataArray(values, dims=("chain", "draw", "parameter"), coords={"parameter": list(columns)})


def _elements(variable: xr.DataArray) -> list[tuple[str, Floats]]:
    """Return each scalar element of a variable under the name that ArviZ gives it."""
    ordered = variable.transpose("chain", "draw", ...)
    draws = np.asarray(ordered, dtype=float).reshape((*ordered.shape[:2], -1))
    positions = itertools.product(*(np.asarray(ordered[dim]).tolist() for dim in ordered.dims[2:]))
    inner = [", ".join(str(key) for key in position) for position in positions]
    return [(f"{variable.name}[{keys}]" if keys else str(variable.name), draws[..., i]) for i, keys in enumerate(inner)]


def _json_number(value: float) -> float | str:
    return float(value) if math.isfinite(value) else str(float(value))
