"""Whether the draws of a sampler can be relied on, in sentences that name what fails."""

import json
import math
import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._text import percent, shown
from bayescmp._support._typing import Booleans
from bayescmp._support._validation import check_list

MAX_R_HAT = 1.01
MIN_ESS = 400.0
MIN_E_BFMI = 0.3
MAX_SATURATION = 0.01

_NAMED = 5  # parameters a list of failures names before it counts the rest
_TREE_DEPTH = ("reached_max_treedepth", "maxdepth_reached")  # PyMC's name and nutpie's

_DRAWS = ("chain", "draw")
_NUMBERS = ["r_hat", "ess_bulk", "ess_tail", "mcse_mean"]

Problems = list[tuple[str, str]]  # the kind of each problem, and a sentence about it


def _judge_parameters(draws: xr.Dataset) -> tuple[pd.DataFrame, Problems]:
    """Return the numbers of every scalar parameter, and what is wrong with them."""
    import arviz as az

    finite = draws.map(np.isfinite).all(_DRAWS)
    constant = finite & (draws == draws.isel(chain=0, draw=0)).all(_DRAWS)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # What cannot be computed is missing, and fails.
        warnings.simplefilter("ignore")
        table = az.summary(draws.where(finite, 0.0), kind="diagnostics", round_to="none")[_NUMBERS]
    infinite, same = ~_flat(finite), _flat(constant)
    table[infinite | same] = np.nan
    problems = _listed("missing", [f"{name} has draws that are not finite numbers" for name in table.index[infinite]])
    problems += _listed("missing", [f"{name} has the same value in every draw" for name in table.index[same]])
    problems += _judge_numbers(table[~infinite & ~same])
    return table.rename_axis("parameter").reset_index(), problems


def _flat(flags: xr.Dataset) -> Booleans:
    """Return one flag for each scalar parameter, in the order of ArviZ."""
    return np.concatenate([np.ravel(variable) for variable in flags.data_vars.values()])


def _judge_numbers(table: pd.DataFrame) -> Problems:
    problems: Problems = []
    rules = (
        ("r_hat", "R-hat", MAX_R_HAT, ".3f", -1),
        ("ess_bulk", "a bulk effective sample size", MIN_ESS, ".0f", 1),
        ("ess_tail", "a tail effective sample size", MIN_ESS, ".0f", 1),
    )
    for column, words, threshold, form, sign in rules:
        bad = table[~(sign * table[column] >= sign * threshold)]
        bad = bad.assign(order=(sign * bad[column]).fillna(-math.inf)).sort_values("order", kind="stable")
        said = [
            f"{name} has {words} of {value:{form}} (threshold {threshold:g})" for name, value in bad[column].items()
        ]
        problems += _listed("mixing", said)
    return problems


def _listed(kind: str, sentences: list[str]) -> Problems:
    """Return the first sentences as problems, and how many more there are."""
    rest = len(sentences) - _NAMED
    more = [(kind, f"{rest} more parameters fail likewise.")] if rest > 0 else []
    return [(kind, f"{sentence}.") for sentence in sentences[:_NAMED]] + more


def _divergence_problems(stats: xr.Dataset) -> tuple[int | None, Problems]:
    """Count the divergent transitions."""
    if "diverging" not in stats:
        return None, [("unknown", "Divergences (threshold 0) were not recorded.")]
    count, total = int(stats["diverging"].sum()), stats["diverging"].size
    problem = ("divergences", f"{count} of {total} transitions diverged (threshold 0).")
    return count, [problem] if count else []


def _energy_problems(stats: xr.Dataset) -> tuple[float, Problems]:
    """Return the least E-BFMI of the chains."""
    if "energy" not in stats:
        return math.nan, [("unknown", f"The energy was not recorded (E-BFMI threshold {MIN_E_BFMI:g}).")]
    import arviz as az

    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        per_chain = np.asarray(az.bfmi(stats[["energy"]].astype(float))["energy"].values, dtype=float)
    said = "The E-BFMI of chain {} is {:.2f} (threshold {:g})."
    bad = np.flatnonzero(~(per_chain >= MIN_E_BFMI))
    return float(per_chain.min()), [("energy", said.format(chain, per_chain[chain], MIN_E_BFMI)) for chain in bad]


def _depth_problems(stats: xr.Dataset) -> tuple[float, Problems]:
    """Return the share of transitions that the maximal tree depth stopped."""
    name = next((name for name in _TREE_DEPTH if name in stats), None)
    if name is None:
        return math.nan, [("unknown", f"The tree depth was not recorded (threshold {percent(MAX_SATURATION)}).")]
    share = float(stats[name].mean())
    said = f"{percent(share, 1)} of transitions stop at the maximal tree depth, above {percent(MAX_SATURATION)}."
    return share, [("depth", said)] if share > MAX_SATURATION else []


_REMEDIES = {
    "missing": "Do not use these draws: correct the model first.",
    "chains": "Draw at least two chains, better four.",
    "divergences": "Let the sampler take smaller steps (`target_accept` of 0.95 or 0.99), or reparametrise the model.",
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
            f"{percent(self.max_depth_share, 1)} of transitions at the maximal tree depth."
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
    draws = _judged_draws(tree, var_names)
    table, problems = _judge_parameters(draws)
    if draws.sizes["chain"] < 2:
        problems.append(("chains", "There is one chain only, so that R-hat (threshold 1.01) cannot compare chains."))
    stats = tree["sample_stats"].to_dataset() if "sample_stats" in tree.children else xr.Dataset()
    n_divergences, divergent = _divergence_problems(stats)
    min_e_bfmi, low_energy = _energy_problems(stats)
    share, saturated = _depth_problems(stats)
    problems += divergent + low_energy + saturated
    kinds = dict.fromkeys(kind for kind, _ in problems)
    return Verdict(
        passed=not problems, table=table, problems=tuple(sentence for _, sentence in problems),
        remedy=" ".join(remedy for kind, remedy in _REMEDIES.items() if kind in kinds), n_divergences=n_divergences,
        min_e_bfmi=min_e_bfmi, max_depth_share=share,
    )  # fmt: skip


def _judged_draws(tree: xr.DataTree, var_names: list[str] | None) -> xr.Dataset:
    if not isinstance(tree, xr.DataTree):
        raise TypeError(f"`tree` must be a DataTree, but got {type(tree).__name__}.")
    if "result" in tree.attrs:
        raise ValueError("`tree` must be of a sampler, but is computed, not sampled: there is nothing to diagnose.")
    posterior = tree["posterior"].to_dataset() if "posterior" in tree.children else xr.Dataset()
    if not {"chain", "draw"} <= set(posterior.dims):
        raise ValueError("`tree` must have a group `posterior` with the dims chain and draw.")
    wanted = [str(name) for name in posterior.data_vars] if var_names is None else check_list("var_names", var_names)
    unknown = [name for name in wanted if not isinstance(name, str) or name not in posterior]
    if unknown or not wanted:
        raise ValueError(
            f"`var_names` must be in the posterior ({list(posterior.data_vars)}), but got {shown(unknown)}."
        )
    return posterior[wanted].transpose("chain", "draw", ...).astype(float)


def _json_number(value: float) -> float | str:
    return float(value) if math.isfinite(value) else str(float(value))
