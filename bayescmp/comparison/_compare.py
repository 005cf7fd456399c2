"""Compare two classifiers: from data to a decision."""

import xarray as xr

from bayescmp._results import CI_KINDS
from bayescmp._validation import (
    RandomNumbers,
    check_choice,
    check_positive,
    check_probability,
    check_rope,
    generator,
)
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._design import Design, design_of
from bayescmp.comparison._levels import INFERENCES, LEVEL_OF_DESIGN, level_posterior, levels_of, observed_errors
from bayescmp.posteriors import PRIORS, PairedPosterior
from bayescmp.predictions import versions


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
    rng: RandomNumbers = None,
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
    inference : {"auto", "paired", "effective-table"}, default "auto"
        The inference level. "auto" takes the exact paired posterior for a hold-out and the effective table for a
        block-regularized m x 2 cross-validation.
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
    rng : int, Generator or None
        Source of randomness for inferences that draw. The exact ones of this version do not.

    Returns
    -------
    Comparison

    Raises
    ------
    TypeError
        If `data` is neither predictions nor tables.
    ValueError
        If the names do not name two classifiers, an argument is out of range, or the design (such as K-fold) is
        one that no inference supports; the message says what to do.

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

    design = design_of(data, first, second)
    level = _level(inference, design)
    posterior = level_posterior(level, design.tables, prior=prior, strength=strength)
    probabilities = _probabilities(posterior, low, high)
    errors = observed_errors(design.tables)
    return Comparison(
        first=design.first,
        second=design.second,
        errors={design.first: errors[0], design.second: errors[1]},
        posterior=posterior,
        prob_first_better=probabilities[0],
        prob_equivalent=probabilities[1],
        prob_second_better=probabilities[2],
        decision=_decision(probabilities, threshold),
        inference=level,
        levels=levels_of(design, posterior, probabilities[0], ci_prob=ci_prob, ci_kind=ci_kind),
        tables=design.tables,
        effective_size=float(posterior.table.sum()),
        bayes_factor=posterior.bayes_factor,
        rope=(low, high),
        ci_prob=ci_prob,
        ci_kind=ci_kind,
        threshold=threshold,
        resampling=design.resampling,
        estimand=design.estimand,
        not_answered=design.not_answered,
        diagnostics="exact: quadrature with an error below 1e-9 in probability, no Monte Carlo",
        provenance={"predictions": dict(design.source), "versions": versions()},
    )


def _level(inference: str, design: Design) -> str:
    """Return the level that fits the design, or say why the one asked for does not."""
    fitting = LEVEL_OF_DESIGN[design.kind]
    if inference not in {"auto", fitting}:
        raise ValueError(f"`inference` must be 'auto' or {fitting!r} for {design.resampling}, but got {inference!r}.")
    return fitting


def _probabilities(posterior: PairedPosterior, low: float, high: float) -> tuple[float, float, float]:
    """Posterior probabilities of a difference below, inside and above the rope; they sum to 1."""
    if low == high == 0:
        return posterior.prob_first_better, 0.0, posterior.first_error_on_disagreement.sf(0.5)
    first_better, second_better = posterior.difference.cdf(low), posterior.difference.sf(high)
    return first_better, max(0.0, 1 - first_better - second_better), second_better


def _decision(probabilities: tuple[float, float, float], threshold: float) -> str:
    """Name the outcome whose probability reaches the threshold; at most one can."""
    named = zip(("first better", "equivalent", "second better"), probabilities, strict=True)
    return next((name for name, probability in named if probability >= threshold), "undecided")
