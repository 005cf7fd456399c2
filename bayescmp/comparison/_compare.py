"""Compare two classifiers: from data to a decision."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from inspect import signature
from typing import Any

import xarray as xr

from bayescmp._registry import did_you_mean
from bayescmp._settings import Settings
from bayescmp._text import shown
from bayescmp._validation import RandomNumbers
from bayescmp.comparison._comparison import Comparison
from bayescmp.design import TWO_FOLD
from bayescmp.evidence import PairEvidence, evidence_of
from bayescmp.evidence._facts import UNKNOWN_SPREAD
from bayescmp.hierarchical._sampler import Sampler
from bayescmp.levels import LEVELS, Level, tipping_point
from bayescmp.levels._registry import AUTO, levels_for, levels_shown
from bayescmp.levels._rows import rows_of
from bayescmp.metrics import Metric
from bayescmp.metrics._of_data import metric_of_data
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.posteriors._training_variance import tau_grid
from bayescmp.predictions._dataset import versions
from bayescmp.words import resampling_words


def compare(
    data: xr.Dataset | xr.DataArray,
    *,
    first: str | None = None,
    second: str | None = None,
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC.name,
    pos_label: object = None,
    inference: str = AUTO,
    rope: float | tuple[float, float] = 0.0,
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    threshold: float = 0.975,
    prior: str = "dirichlet",
    strength: float = 1.0,
    tau: Any = "default",
    correlations: xr.DataTree | None = None,
    rng: RandomNumbers = None,
    **sampling: Any,
) -> Comparison:
    """Decide which of two classifiers is better, by how much, and how sure that is.

    The estimand is loss(first) - loss(second) on new records, by default err(first) - err(second); negative means that
    the first is better. A hold-out
    speaks of the two fitted classifiers, an m x 2 cross-validation of the algorithms trained on half the records.

    Parameters
    ----------
    data : Dataset or DataArray
        Predictions; losses of records, from `losses_from_arrays`; tables from `paired_table` with no dims besides
        repeat and fold; or scores, from `scores_from_arrays`.
    first, second : str, optional
        The classifiers to compare, in this order; may be left out where there are only two. For tables, the names
        to print.
    metric : str, callable or Metric, default "error"
        What is compared: a name from `bayescmp.metrics.METRICS`, which are those of scikit-learn's scorers, or as in
        `bayescmp.metrics.metric_of`. Losses and scores are compared by themselves, without it.
    pos_label : label, optional
        The class that a metric of one class, such as "f1", is of; may be left out where the labels are 0 and 1.
    inference : str, default "auto"
        The inference level, a name from `bayescmp.levels.LEVELS`. "auto" takes the exact paired posterior for a
        hold-out, and for any cross-validation the crossed effects of records and training sets; from tables alone,
        which do not tell the records, the effective table of a block-regularized m x 2 design. "fold-correlation" is
        the effective table with correlations of the folds that are known from other experiments, or else from this one
        run and a prior. "crossed-effects-mcmc" samples the full model of records and training sets on the scale of
        logits: some 5 s a comparison, 15 s the first of a process, and 30 s the first on a machine.
    rope : float or (float, float), default 0.0
        Region of practical equivalence: differences that do not matter, as a half-width or as (low, high), in units
        of the loss, for the error proportions.
    ci_prob : float, default 0.95
        Probability of the credible interval.
    ci_kind : {"eti", "hdi"}, default "eti"
        Equal-tailed or shortest interval.
    threshold : float, default 0.975
        Probability that a decision needs, above 1/2. At .975 with no rope, the decision and the 95 % equal-tailed
        interval say the same.
    prior : {"dirichlet", "beta"}, default "dirichlet"
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
    LEVELS.check("inference", inference, also=[AUTO])
    _check_keywords(sampling)
    metric = metric_of_data(data, metric, pos_label)
    settings = Settings.checked(
        rope=rope,
        widest=metric.widest,
        ci_prob=ci_prob,
        ci_kind=ci_kind,
        threshold=threshold,
        prior=prior,
        strength=strength,
        tau=tau,
        correlations=correlations,
        rng=rng,
        sampling=sampling,
    )
    tau_grid(tau)
    evidence = evidence_of(data, first, second, metric=metric)
    level = chosen_level(inference, evidence)
    _check_applies(level, evidence, settings)
    unknown = any(fact.kind == UNKNOWN_SPREAD for fact in evidence.facts)  # and no level knows more
    others = () if unknown else levels_shown(evidence.design, evidence.metric, settings)
    shown = [level, *(other for other in others if other is not level)]
    fitted = [(one, one.fit(evidence, settings)) for one in shown]
    provenance: dict[str, Any] = {"predictions": dict(evidence.source), "versions": versions()}
    for one, posterior in fitted:
        provenance |= one.provenance(posterior, settings)
    return Comparison(
        evidence=evidence,
        settings=settings,
        inference=level.name,
        posterior=fitted[0][1],
        levels=rows_of(evidence, fitted, settings),
        trust=level.trust(fitted[0][1], settings),
        tipping_point=tipping_point(fitted, settings),
        provenance=provenance,
    )


def _check_keywords(sampling: Mapping[str, object]) -> None:
    """Refuse keywords that are neither of `compare` nor of the sampler."""
    samplers = [field.name for field in fields(Sampler)]
    for name in sampling:
        if name not in samplers:
            own = [known for known in signature(compare).parameters if known != "sampling"]
            raise TypeError(f"`compare` has no keyword `{name}`.{did_you_mean(name, [*own, *samplers])}")


def chosen_level(inference: str, evidence: PairEvidence) -> Level:
    """Return the level that fits, or say why the one asked for does not."""
    fitting = {level.name: level for level in levels_for(evidence.design, evidence.metric)}
    resampling = resampling_words(evidence.design)
    if not fitting:
        hint = "" if evidence.design.has_records else " Tables tell of errors only: give the predictions."
        raise ValueError(
            f"`metric` must be one that an inference level supports for {resampling}, but none supports "
            f"{evidence.metric.name!r}.{hint}"
        )
    if inference not in {AUTO, *fitting}:
        listed = " or ".join(map(repr, (AUTO, *fitting)))
        by = "" if evidence.metric.counts_errors else f" by {evidence.metric.noun}"
        raise ValueError(f"`inference` must be {listed} for {resampling}{by}, but got {shown(inference)}.")
    return next(iter(fitting.values())) if inference == AUTO else fitting[inference]


def _check_applies(level: Level, evidence: PairEvidence, settings: Settings) -> None:
    if settings.sampling and not level.samples:
        names = " or ".join(repr(other.name) for other in LEVELS.values() if other.samples)
        raise TypeError(f"{', '.join(settings.sampling)}: for `inference` {names} only, but it is {level.name!r}.")
    if settings.correlations is not None and evidence.design.kind != TWO_FOLD:
        raise ValueError(
            f"`correlations` are for an m x 2 cross-validation, but got {resampling_words(evidence.design)}."
        )
