"""Compare two classifiers: from data to a decision."""

import json
from collections.abc import Mapping
from typing import Any

import xarray as xr

from bayescmp._results import CI_KINDS
from bayescmp._validation import (
    RandomNumbers,
    about,
    check_choice,
    check_positive,
    check_probability,
    check_rope,
    generator,
)
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._design import TWO_FOLD, Design, design_of
from bayescmp.comparison._levels import (
    CROSSED,
    CROSSED_MCMC,
    FOLDS,
    INFERENCES,
    PAIRED,
    TABLE,
    AnyPosterior,
    decision_of,
    level_posterior,
    levels_for,
    levels_of,
    observed_errors,
    probabilities_of,
)
from bayescmp.comparison._tipping import tipping_point
from bayescmp.hierarchical import CrossedEffectsSample, crossed_effects_mcmc, run_correlations
from bayescmp.posteriors import (
    PRIORS,
    CrossedEffectsPosterior,
    EffectivePosterior,
    effective_posterior,
    paired_posterior,
    tau_grid,
    tau_words,
)
from bayescmp.predictions import versions

_EXACT = "exact: quadrature with an error below 1e-9 in probability (1e-7 at strengths below 0.5), no Monte Carlo"
DIAGNOSTICS = {
    PAIRED: _EXACT,
    TABLE: _EXACT,
    FOLDS: "prior-driven: ten folds of one run tell two combinations of three parameters; deterministic on a grid",
    CROSSED: "deterministic: quadrature over tau with an error below 1e-6 in probability, no Monte Carlo",
}


def compare(
    data: xr.Dataset | xr.DataArray,
    *,
    first: str | None = None,
    second: str | None = None,
    inference: str = "auto",
    rope: float | tuple[float, float] = 0.0,
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    threshold: float = 0.975,
    prior: str = "beta",
    strength: float = 1.0,
    tau: Any = "default",
    correlations: xr.DataTree | None = None,
    rng: RandomNumbers = None,
    **sampling: Any,
) -> Comparison:
    """Decide which of two classifiers errs less, by how much, and how sure that is.

    The estimand is err(first) - err(second) on new records; negative means that the first is better. A hold-out
    speaks of the two fitted classifiers, an m x 2 cross-validation of the algorithms trained on half the records.

    Parameters
    ----------
    data : Dataset or DataArray
        Predictions, or tables from `paired_table` with no dims besides repeat and fold.
    first, second : str, optional
        The classifiers to compare, in this order; may be left out where there are only two. For tables, the names
        to print.
    inference : {"auto", "paired", "effective-table", "crossed-effects", "fold-correlation", "crossed-effects-mcmc"}
        The inference level. "auto", the default, takes the exact paired posterior for a hold-out, and for any
        cross-validation the crossed effects of records and training sets; from tables alone, which do not tell the
        records, the effective table of a block-regularized m x 2 design. "fold-correlation" is the effective table
        with correlations of the folds that are known from other experiments, or else from this one run and a prior.
        "crossed-effects-mcmc" samples the full model of records and training sets on the scale of logits: some 5 s a
        comparison, 15 s the first of a process, and 30 s the first on a machine.
    rope : float or (float, float), default 0.0
        Region of practical equivalence: differences that do not matter, as a half-width or as (low, high), in
        proportions.
    ci_prob : float, default 0.95
        Probability of the credible interval.
    ci_kind : {"eti", "hdi"}, default "eti"
        Equal-tailed or shortest interval.
    threshold : float, default 0.975
        Probability that a decision needs, above 1/2. At .975 with no rope, the decision and the 95 % equal-tailed
        interval say the same.
    prior : {"beta", "dirichlet"}, default "beta"
        As in `paired_posterior`.
    strength : float, default 1.0
        As in `paired_posterior`.
    tau : {"default", "cautious"}, a number or a distribution, default "default"
        Prior of the variance that training sets add, for the crossed effects: as in `crossed_effects_posterior`.
    correlations : DataTree, optional
        What is known of the correlations of folds, from `fold_correlation` over several experiments; shows the level
        "fold-correlation" beside the others.
    rng : int, Generator or None
        Source of randomness for inferences that draw; the deterministic ones do not.
    **sampling
        Of `crossed_effects_mcmc`, for the inference that draws: `draws`, `tune`, `chains`, `cores`, `target_accept`,
        `nuts_sampler`, `progress`.

    Returns
    -------
    Comparison

    Raises
    ------
    TypeError
        If `data` is neither predictions nor tables, or an argument of the sampler has no meaning.
    ValueError
        If the names do not name two classifiers, an argument is out of range, or no inference
        supports the design; the message says what to do.

    Notes
    -----
    One run of a cross-validation cannot know its own variance: the effective table takes a conservative bound for
    the correlation of folds and none for the variance that training sets add. See the page on concepts.

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> result = bc.compare(table, first="tree", second="svm")
    >>> result.decision
    'first better'
    >>> round(result.prob_first_better, 4)
    0.9987
    """
    check_choice("inference", inference, INFERENCES)
    low, high = check_rope(rope)
    check_probability("ci_prob", ci_prob)
    check_choice("ci_kind", ci_kind, CI_KINDS)
    check_probability("threshold", threshold, low=0.5)
    check_choice("prior", prior, PRIORS)
    check_positive("strength", strength)
    generator(rng)
    tau_grid(tau)

    design = design_of(data, first, second)
    level = _level(inference, design)
    _check_applies(design, level, sampling, correlations)
    posteriors = _deterministic_posteriors(design, level, correlations, tau=tau, prior=prior, strength=strength)
    provenance: dict[str, Any] = {"predictions": dict(design.source), "versions": versions()}
    if level == CROSSED_MCMC and isinstance(data, xr.Dataset):
        tree = crossed_effects_mcmc(data, design.first, design.second, rng=rng, **sampling)
        posteriors[level] = CrossedEffectsSample.of(tree, design.tables)
        provenance["sampler"] = json.loads(tree.attrs["provenance"])
    if CROSSED in posteriors:
        provenance["tau"] = tau_words(tau)
    posteriors = {level: posteriors.pop(level), **posteriors}
    posterior, crossed = posteriors[level], posteriors.get(CROSSED)
    probabilities = probabilities_of(posterior, low, high)
    errors = observed_errors(design.tables)
    effective = posterior.table
    return Comparison(
        first=design.first,
        second=design.second,
        errors={design.first: errors[0], design.second: errors[1]},
        posterior=posterior,
        prob_first_better=probabilities[0],
        prob_equivalent=probabilities[1],
        prob_second_better=probabilities[2],
        decision=decision_of(probabilities, threshold),
        inference=level,
        levels=levels_of(
            design,
            posteriors,
            (low, high),
            ci_prob=ci_prob,
            ci_kind=ci_kind,
            known=correlations is not None,
        ),
        tables=design.tables,
        effective_size=float(effective.sum()),
        bayes_factor=paired_posterior(effective, prior=prior, strength=strength).bayes_factor,
        rope=(low, high),
        ci_prob=ci_prob,
        ci_kind=ci_kind,
        threshold=threshold,
        resampling=design.resampling,
        estimand=design.estimand,
        not_answered=design.not_answered,
        notes=design.notes,
        identical=design.identical,
        provenance=provenance,
        tipping_point=tipping_point(crossed, (low, high), threshold=threshold, ci_prob=ci_prob)
        if isinstance(crossed, CrossedEffectsPosterior)
        else None,
        **_trust(posterior, level, low, high, correlations),
    )


def _check_applies(design: Design, level: str, sampling: Mapping[str, Any], correlations: xr.DataTree | None) -> None:
    if sampling and level != CROSSED_MCMC:
        raise TypeError(f"{', '.join(sampling)}: for `inference` {CROSSED_MCMC!r} only, but it is {level!r}.")
    if correlations is not None and design.kind != TWO_FOLD:
        raise ValueError(f"`correlations` are for an m x 2 cross-validation, but got {design.resampling}.")


def _deterministic_posteriors(
    design: Design, level: str, correlations: xr.DataTree | None, *, tau: Any, prior: str, strength: float
) -> dict[str, AnyPosterior]:
    """Return the posterior of every level that the data allow and that needs no sampling."""
    posteriors: dict[str, AnyPosterior] = {
        name: level_posterior(name, design.tables, design.sums, tau=tau, prior=prior, strength=strength)
        for name in levels_for(design)
    }
    if level == FOLDS or correlations is not None:
        with about("correlations"):
            known = run_correlations(design.tables, correlations)
        posteriors[FOLDS] = effective_posterior(design.tables, known, prior=prior, strength=strength)
    return posteriors


def _trust(
    posterior: AnyPosterior, level: str, low: float, high: float, correlations: xr.DataTree | None
) -> dict[str, Any]:
    """Say how far the numbers can be trusted: exact ones by their method, draws by their verdict."""
    if isinstance(posterior, EffectivePosterior) and correlations is not None:
        verdict = json.loads(correlations.attrs["diagnostics"])
        return {
            "diagnostics": f"correlations from other experiments: {verdict['sentence']}",
            "reliable": verdict["passed"],
            "prob_error": posterior.standard_error,
        }
    if not isinstance(posterior, CrossedEffectsSample):
        return {"diagnostics": DIAGNOSTICS[level]}
    return {
        "diagnostics": posterior.verdict["sentence"],
        "reliable": posterior.verdict["passed"],
        "prob_error": max(posterior.difference.standard_error_of_cdf(bound) for bound in (low, high)),
    }


def _level(inference: str, design: Design) -> str:
    """Return the level that fits the design, or say why the one asked for does not."""
    named = {FOLDS: design.kind == TWO_FOLD, CROSSED_MCMC: design.sums is not None}
    fitting = levels_for(design) + tuple(name for name, fits in named.items() if fits)
    if inference not in {"auto", *fitting}:
        listed = " or ".join(map(repr, ("auto", *fitting)))
        raise ValueError(f"`inference` must be {listed} for {design.resampling}, but got {inference!r}.")
    return fitting[0] if inference == "auto" else inference
