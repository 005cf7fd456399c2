"""Rank several classifiers: from predictions to who is best, and who cannot be told apart."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._shared import shared
from bayescmp._support._text import percent, shown
from bayescmp._support._validation import RandomNumbers, check_choice, check_integer, seed_of
from bayescmp._support._versions import versions
from bayescmp.comparison._compare import joint_method, settings_of
from bayescmp.comparison._in_one_call import data_of, own_copy
from bayescmp.comparison._several_metrics import by_metrics
from bayescmp.design import HOLD_OUT
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.frequentist import cochran_q
from bayescmp.methods import Auto, Method
from bayescmp.methods._registry import AUTO, asked_method
from bayescmp.metrics import Metric, holds_scores, metric_of_data
from bayescmp.posteriors import JointPosterior
from bayescmp.posteriors._embedded import DISTORTION
from bayescmp.posteriors._mixture import scale_of
from bayescmp.posteriors._pair_posteriors import in_values
from bayescmp.predictions import check_equal_records, provenance
from bayescmp.ranking._draws import of_draws, optimism, prob_best, simultaneous_prob
from bayescmp.ranking._frames import frame_of_classifiers, frame_of_pairs, frame_to_best
from bayescmp.ranking._pooled import pooled
from bayescmp.ranking._ranking import Ranking
from bayescmp.results import Call, Settings, SignificanceResult, Trust

PRIOR = "dirichlet"
"""Form of the prior of every pair's table: the one that the joint prior of all classifiers has as its margin."""
CAUTIOUS = "cautious"
_SHOWN = 5e-4  # of a relative change of standard deviations
_MOST_NUMBERS = 10**8  # of a draw for each classifier: 0.8 GB


@by_metrics
def rank(
    *data: Any,
    metric: str | Callable[[Any, Any], float] | Metric | None = None,
    pos_label: object = None,
    rope: float | tuple[float, float] = 0.0,
    method: str | Method | Auto = AUTO,
    control: str | None = None,
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    threshold: float = 0.975,
    draws: int = 20_000,
    rng: RandomNumbers = 0,
) -> Ranking:
    """Say which of several classifiers is best, how sure that is, and which cannot be told apart.

    The estimand is the value of the metric of each classifier on new records, by default its error, of answers that are
    right or wrong its accuracy, and of every pair the difference value(first) - value(second), in the units of the
    metric. A hold-out speaks of the fitted classifiers, a cross-validation of the algorithms trained on as many records
    as its training sets have.

    Parameters
    ----------
    *data : Dataset; or (y_true, answers); or (estimators, X, y)
        Predictions, as from `labels` or `losses`, of two classifiers or more, of a hold-out or a cross-validation; or
        what they are made of, as in `compare`.
    metric, pos_label
        As in `compare`.
    rope, ci_prob, ci_kind, threshold
        As in `compare`, of each pair by itself; no pair comes first, so that a rope is a half-width or (-x, x).
    method : str, Method or Auto, default "auto"
        How all pairs are analysed, as in `compare`; a method that has a joint posterior, under a Dirichlet prior.
    control : str, optional
        The classifier that all others are compared with, such as a baseline: Holm's procedure is then over these pairs
        as well.
    draws : int, default 20000
        Number of joint draws.
    rng : int, Generator or None, default 0
        Seed or source of the draws.

    Returns
    -------
    Ranking

    Raises
    ------
    TypeError
        If `data` are no predictions.
    ValueError
        If there are fewer than two classifiers, an argument is out of range, or the method has no joint posterior;
        the message says what to do.

    Notes
    -----
    It is meant for one look that was planned, and not valid where one looks again and again and stops once something
    is decided: see `sequential.e_values_of_pairs`.

    Pairs, tiers and who is unbeaten come from the pairs' own posteriors, those of `compare`, so that a classifier more
    or less changes no pair. The joint posterior serves probabilities of being best, ranks, regret and simultaneous
    intervals: on a hold-out `dirichlet_process_posterior`, else `embedded_posterior`. See the page on many classifiers
    for what each protects against.

    Examples
    --------
    >>> import bayescmp as bc
    >>> y = [0, 1] * 20
    >>> wrong_first = [1, 0] * 20
    >>> p = bc.labels(y, {"all": y, "none": wrong_first, "ones": [1] * 40})
    >>> ranking = bc.rank(p)
    >>> ranking.best, ranking.unbeaten
    ('all', ('all',))
    >>> ranking.tiers
    (('all',), ('ones',), ('none',))
    """
    begin = perf_counter()
    asked = asked_method(method)
    seed = seed_of(rng)
    whole = data_of(data, metric, rng)
    metric = metric_of_data(whole, metric, pos_label)
    settings = settings_of_several(metric, rope=rope, ci_prob=ci_prob, ci_kind=ci_kind, threshold=threshold, rng=seed)
    own = _own(whole)
    if control is not None:
        check_choice("control", control, own["classifier"].to_numpy().tolist())
    evidence = Evidence.of_checked(own, metric)
    draws = check_integer("draws", draws, least=100, most=_MOST_NUMBERS // len(evidence.classifiers))
    chosen = method_of(asked, evidence)
    of_pairs = evidence.pairs()
    posterior = chosen.fit(of_pairs, settings)
    joint = chosen.joint(evidence.answered_by_all, posterior, settings)
    losses = joint.draw(draws, seed).to_numpy()
    found = of_draws(losses, settings.rope[1], evidence.alike)
    shrunk = pooled(
        joint.moments,
        settings.rope,
        scale_of(metric.widest, joint.moments.expected),
        alike=evidence.alike,
        draws=draws if pools_best(evidence) else 0,
        rng=seed,
    )
    apart = in_values(posterior, metric)
    pairs = frame_of_pairs(of_pairs, apart, shrunk, settings)
    cautious = _cautious(chosen, evidence, of_pairs, settings, draws)
    classifiers = frame_of_classifiers(joint, found, cautious, shrunk, evidence, settings)
    together = simultaneous_prob(losses, settings.ci_prob)
    of_best = evidence.pairs(classifiers.index[0])
    return Ranking(
        evidence=evidence,
        settings=settings,
        control=control,
        draws=draws,
        method=chosen,
        posterior=joint,
        classifiers=classifiers,
        rank_probabilities=found.rank_probabilities(evidence.classifiers),
        pairs=pairs,
        to_best=frame_to_best(of_best, in_values(chosen.fit(of_best, settings), metric), together, classifiers.index),
        simultaneous_prob=together,
        optimism=optimism(losses[:, evidence.alike]),
        omnibus=_omnibus(evidence),
        trust=_trust(chosen.trust(apart, settings), joint, found.ranks, found.regret_error, draws),
        provenance={
            "predictions": provenance(evidence.predictions),
            "versions": versions(),
            **chosen.provenance(posterior),
        },
        call=Call(
            verb="rank",
            data=own,
            arguments={"metric": metric, "method": chosen, "control": control, "draws": draws} | settings.asked(),
            seconds=perf_counter() - begin,
        ),
    )


@shared
def _own(data: object) -> xr.Dataset:
    """Return a copy of predictions of two classifiers or more, for the result is computed from them later, too."""
    if holds_scores(data):
        raise TypeError("`data` must be of records, but are scores: compare two at a time by `compare`.")
    predictions = check_equal_records(data, "data", may_lack=True, losses=True)
    if predictions.sizes["classifier"] < 2:
        raise ValueError(f"`data` must hold two classifiers or more, but hold {predictions.sizes['classifier']}.")
    return own_copy(predictions).assign_coords(classifier=predictions["classifier"].astype(str))


def settings_of_several(metric: Metric, **asked: Any) -> Settings:
    """Return settings whose rope is symmetric, for no classifier of a ranking comes first."""
    settings = settings_of(metric, **asked)
    if settings.rope[0] != -settings.rope[1]:
        raise ValueError(
            f"`rope` must be symmetric, for none comes first, but got {shown(settings.rope)}. Give a half-width."
        )
    return settings


def method_of(asked: Method | Auto, evidence: Evidence) -> Method:
    """Return the method that fits and has a joint posterior, or say why the one asked for does not."""
    found = joint_method(asked, evidence, "has a joint posterior of all losses", "several classifiers")
    if found.options().get("prior", PRIOR) != PRIOR:
        raise ValueError(f"`prior` of the method must be {PRIOR!r} for several classifiers, whose joint prior has it.")
    return found


def _cautious(method: Method, evidence: Evidence, of_pairs: PairEvidence, settings: Settings, draws: int) -> Any:
    """Return the probabilities of being best under the cautious prior of tau, NaN where there is no tau."""
    if "tau" not in method.options() or evidence.design.is_one_test_set:
        return np.full(len(evidence.classifiers), np.nan)
    cautious = method.with_options({"tau": CAUTIOUS})
    joint = cautious.joint(evidence.answered_by_all, cautious.fit(of_pairs, settings), settings)
    return prob_best(joint.draw(draws, settings.rng).to_numpy()[:, evidence.alike])


def pools_best(evidence: Evidence) -> bool:
    """Tell whether P(best) is also given if all are pooled: of errors of several on a hold-out, where it helps.

    Where classifiers are known unequally well, as by losses without bounds, the worst known has the best chances.
    """
    is_several = evidence.design.kind == HOLD_OUT and len(evidence.classifiers) > 2
    return is_several and evidence.metric.counts_errors


def _omnibus(evidence: Evidence) -> SignificanceResult | None:
    """Test equality of all errors on a hold-out; no valid test is known for cross-validations, and here of groups."""
    if evidence.design.kind != HOLD_OUT or not evidence.metric.counts_errors or evidence.design.n_groups:
        return None
    return cochran_q(evidence.answered_by_all.wrong.isel(repeat=0, drop=True))


def _trust(pairs: Trust, joint: JointPosterior, ranks: Any, regret_error: float, draws: int) -> Trust:
    error = float(np.sqrt((ranks * (1 - ranks)).max() / draws))
    within = f"standard deviations of differences within {percent(joint.distortion, 1)} of the pairs' own"
    near = f", normal in parts, {within}" if joint.distortion >= _SHOWN else ""
    warning = "" if joint.distortion <= DISTORTION else "; too far, so statements on all classifiers are approximate"
    of_pairs = f"pairs: {pairs.sentence}" if pairs.prob_error else "numbers of pairs are computed without draws"
    return Trust(
        sentence=f"{of_pairs}; statements on all classifiers at once rest on {draws:,} draws, Monte Carlo error of a "
        f"probability at most {error:.2g} and of an expected regret {regret_error:.2g}{near}{warning}",
        prob_error=max(error, pairs.prob_error),
    )
