"""Compare two classifiers: from data to a decision."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from bayescmp._support._validation import RandomNumbers, seed_of
from bayescmp._support._versions import versions
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._in_one_call import data_of, own_copy
from bayescmp.comparison._several_metrics import by_metrics
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.evidence._design_words import resampling_words
from bayescmp.evidence._evidence_of import evidence_by
from bayescmp.evidence._fact import UNKNOWN_SPREAD
from bayescmp.methods import Auto, Method
from bayescmp.methods._registry import AUTO, asked_method, chosen_of, methods_for
from bayescmp.metrics import Metric, metric_of_data
from bayescmp.posteriors._pair_posteriors import in_values
from bayescmp.results import Call, Settings


@by_metrics
def compare(
    *data: Any,
    first: str | None = None,
    second: str | None = None,
    metric: str | Callable[[Any, Any], float] | Metric | None = None,
    pos_label: object = None,
    method: str | Method | Auto = AUTO,
    rope: float | tuple[float, float] = 0.0,
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    threshold: float = 0.975,
    rng: RandomNumbers = None,
) -> Comparison:
    """Decide which of two classifiers is better, by how much, and how sure that is.

    The estimand is value(first) - value(second) on new records in the units of the metric, by default of the error, of
    answers that are right or wrong of the accuracy; only the metric knows whether more is better. A hold-out speaks of
    the two fitted classifiers, an m x 2 cross-validation of the algorithms trained on half the records.

    Parameters
    ----------
    *data : Dataset or DataArray; or (y_true, answers); or (estimators, X, y)
        Predictions, as from `labels`, `losses` and their like; tables from `paired_table` with no dims besides
        repeat and fold; or scores of validation sets, from `scores`. True labels, and a mapping of classifiers to
        predicted ones, or to probabilities or decision values where the metric needs them, are given to these;
        a mapping of estimators with features and labels to `cross_val_predictions`, by the seed `rng`.
    first, second : str, optional
        The classifiers to compare, in this order; may be left out where there are only two. For tables, the names
        to print.
    metric : str, callable or Metric, optional
        What is compared: a name from `bayescmp.metrics.METRICS`, which are those of scikit-learn's scorers, or as in
        `bayescmp.metrics.metric_of`; by default the error of labels, and the accuracy of data that tell only what is
        right, as from `verdicts`. Losses, scores and preferences are compared by themselves, without it.
    pos_label : label, optional
        The class that a metric of one class, such as "f1", is of; may be left out where the labels are 0 and 1.
    method : str, Method or Auto, default "auto"
        How the data are analysed: a name from `bayescmp.methods.METHODS`, or a method with options of its own, such as
        ``methods.CrossedEffects(tau="cautious")``. "auto" takes the exact paired posterior for a hold-out, and for any
        cross-validation the crossed effects of records and training sets; from tables alone, which do not tell the
        records, the effective table of a block-regularized m x 2 design; ``methods.Auto(prior="beta")`` is the same
        with another prior. The other methods that fit stand beside, with the same options as far as they
        have them; `fold-correlation`, of which one run tells little, runs only if it is named.
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
    rng : int, Generator or None
        Source of randomness for inferences that draw; the deterministic ones do not.

    Returns
    -------
    Comparison

    Raises
    ------
    TypeError
        If `data` is neither predictions nor tables, or an argument is of another type.
    ValueError
        If the names do not name two classifiers, an argument is out of range, or no inference
        supports the design; the message says what to do.

    Notes
    -----
    A decision is meant for one look that was planned: who looks again and again, and stops once something is decided,
    takes `SequentialComparison`.

    One run of a cross-validation cannot know its own variance: the effective table takes a conservative bound for
    the correlation of folds and none for the variance that training sets add. See the page on
    cross-validation.

    Examples
    --------
    Of predictions, here of 100 records:

    >>> import bayescmp as bc
    >>> y = [0, 1] * 50
    >>> tree, svm = [1 - y[0], *y[1:]], [1 - label for label in y[:12]] + y[12:]
    >>> result = bc.compare(y, {"tree": tree, "svm": svm})
    >>> result.decision
    'first better'
    >>> round(result.prob_first_better, 4)
    0.9998

    Of the table of a paper:

    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> round(bc.compare(table, first="tree", second="svm").prob_first_better, 4)
    0.9987
    """
    begin = perf_counter()
    asked = asked_method(method)
    whole = data_of(data, metric, rng)
    metric = metric_of_data(whole, metric, pos_label)
    seed = None if rng is None else seed_of(rng)
    settings = settings_of(metric, rope=rope, ci_prob=ci_prob, ci_kind=ci_kind, threshold=threshold, rng=seed)
    own = own_copy(whole, first, second)
    evidence = evidence_by(metric, own, first, second)
    chosen, *beside = chosen_methods(asked, evidence)
    posterior = chosen.fit(evidence, settings)
    return Comparison(
        evidence=evidence,
        settings=settings,
        method=chosen,
        posterior=in_values(posterior, metric),
        beside=tuple(beside),
        trust=chosen.trust(in_values(posterior, metric), settings),
        provenance={"predictions": dict(evidence.source), "versions": versions(), **chosen.provenance(posterior)},
        call=Call(
            verb="compare",
            data=own,
            arguments={"first": evidence.first, "second": evidence.second, "metric": metric, "method": chosen}
            | settings.asked(),
            seconds=perf_counter() - begin,
        ),
    )


def settings_of(metric: Metric, **asked: Any) -> Settings:
    """Return settings in the units of a metric."""
    return Settings.checked(widest=metric.widest, greater_is_better=metric.greater_is_better, **asked)


def chosen_methods(asked: Method | Auto, evidence: PairEvidence) -> list[Method]:
    """Return the method that fits and those to show beside it, or say why the one asked for does not."""
    design, metric = evidence.design, evidence.metric
    fitting = methods_for(design, metric)
    if not fitting:
        hint = "" if design.has_records else " Tables tell of errors only: give the predictions."
        raise ValueError(
            f"`metric` must be one that a method supports for {resampling_words(design)}, but none supports "
            f"{metric.name!r}.{hint}"
        )
    by = "" if metric.counts_errors else f" by {metric.noun}"
    chosen = chosen_of(asked, fitting, lambda: f"{resampling_words(design)}{by}")
    if UNKNOWN_SPREAD in {fact.kind for fact in evidence.facts}:  # and no method knows more
        return [chosen]
    others = [one for one in fitting if one.name != chosen.name and one.unasked]
    return [chosen, *(one.with_options(asked.options()) for one in others)]


def joint_method(asked: Method | Auto, evidence: Evidence, tells: str, what: str) -> Method:
    """Return the method that fits and speaks of all classifiers, or say why the one asked for does not."""
    fitting = [one for one in methods_for(evidence.design, evidence.metric) if one.has_joint]
    if not fitting:
        raise ValueError(f"`data` must be of a design that {tells}, but are {resampling_words(evidence.design)}.")
    return chosen_of(asked, fitting, lambda: f"{what} on {resampling_words(evidence.design)}")
