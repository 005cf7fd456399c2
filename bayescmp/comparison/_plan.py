"""How sure another experiment would be: more records, more repeats, before there are data or after."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import scipy

from bayescmp._support._arguments import known_arguments
from bayescmp._support._validation import MOST_RECORDS, check_integer, check_numbers
from bayescmp.comparison._assurance import Assurance
from bayescmp.comparison._checked import check_comparison, check_errors
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._foreseen import cells_of, foreseen, pooled_scale, right_decision
from bayescmp.comparison._labels_foreseen import labels_foreseen
from bayescmp.comparison._of_records import OfRecords, OfRuns
from bayescmp.comparison._plan_hold_out import checked_difference, cost_of, numbers_asked, of_hold_out
from bayescmp.design import HOLD_OUT
from bayescmp.evidence._fact import ANSWERS
from bayescmp.evidence._runs import welch_df
from bayescmp.evidence._several_answers import shares_of_answers
from bayescmp.methods import CrossedEffects, VarianceParts
from bayescmp.methods._crossed_effects_method import variance_parts
from bayescmp.results import OUTCOMES, Settings

_FACTORS = (1, 2, 4)
_SHARES = (np.arange(64) + 0.5) / 64
"""Of a distribution, the middles of equal parts."""


@known_arguments
def plan(
    comparison: Comparison,
    *,
    n_records: int | Sequence[int] | None = None,
    n_repeats: float | Sequence[float] | None = None,
    n_answers: float | Sequence[float] | None = None,
    n_runs: float | Sequence[float] | None = None,
    n_labels: int | Sequence[int] | None = None,
    costs: tuple[float, float] | None = None,
    difference: float | None = None,
) -> Assurance:
    r"""Foresee how wide the interval of a larger experiment would be, and how probably it would decide.

    Before there are data, `plan_hold_out` and `plan_sequential` say how many records a comparison takes.

    Parameters
    ----------
    comparison : Comparison
        Of a hold-out or a table by any metric, or of a cross-validation by the error with `method="crossed-effects"`.
        Of one with a judge, more labels are foreseen, and not more records.
    n_records : int or sequence of int, optional
        Numbers of records to foresee, all validated in every repeat; once, twice and four times those of the comparison
        by default.
    n_repeats : int or sequence of int, optional
        Numbers of repeats of the cross-validation; `math.inf` shows what no number of repeats goes beyond. By default
        once, twice and four times those of the comparison, and infinitely many.
    n_answers : int or sequence of int, optional
        Where systems answered several times, numbers of answers of each to a record, in the same form; by default half,
        once, twice and four times those of the comparison.
    n_runs : int or sequence of int, optional
        Where algorithms were trained several times, numbers of runs of each, in the same form. After scores of runs on
        one test set, Welch's test on that test set is foreseen, at `difference`, with the spreads that there are.
    n_labels : int or sequence of int, optional
        After a comparison with a judge, numbers of labels in all: what it would say once people have labelled so many
        of the same records, chosen as `next_labels` does. By default those that there are, 50 to 5,000 more, and all.
    costs : (float, float), optional
        What a record costs, and an answer of both systems to it, or a run of both algorithms: the table then has the
        column `cost`.
    difference : float, optional
        True difference value(first) - value(second) at which to state the power as well.

    Returns
    -------
    Assurance
        Its `table` has a row per number of records and of repeats.

    Raises
    ------
    TypeError
        If `comparison` is not a Comparison, or a number is of the wrong kind.
    ValueError
        If the comparison was made by another method or does not validate every record in every repeat, a number is out
        of range, or other numbers of repeats are asked for after one repeat, which cannot tell the effects of records
        from chance.

    Notes
    -----
    The variance of the mean difference over n records in m repeats, given tau, is

    .. math:: (\sigma_u^2 + \sigma_e^2) \left(\frac{s}{n} + \frac{1 - s}{n m} + \frac{\tau}{n}\right)

    for two-fold designs, with the share s of the record effects: more repeats shrink the middle term only. Its parts
    are those of the comparison, tau has its posterior there and is taken to stay the same as training sets grow, and
    posteriors are taken to be normal given tau, an approximation. It is multiplied by :math:`1 + b n_0 / n`, where b
    is the share by which the variance of the comparison's own posterior, of :math:`n_0` records, is larger: most of
    that is of the records of the prior (status D). What is foreseen is a new experiment on new records, decided by
    itself, at the interval and threshold of the comparison.

    On a hold-out the variance is that of one record over their number, as the posterior of the comparison tells it.
    Records in groups are taken to come in more groups of such sizes, whose variance is then known well. Of K answers
    to a record, with the share w of the variance that comes from :math:`K_0` answers in the comparison, the harmonic
    mean of their numbers, it is :math:`\sigma^2 (1 - w + w K_0 / K) / n`; that w is estimated is averaged over, by the
    F distribution of such estimates.

    After a comparison with a judge, a row is of one look at a number of labels that is set beforehand: whoever labels
    until it is decided looks many times. Worlds are drawn from its posterior, and in each the labels to come; the mean
    and the variance of the difference are then in closed form, and its probabilities are taken to be normal. The number
    of labels needed is the least, within a hundredth, for an assurance of .5, .8 and .9, infinite where all of the
    records are too few.

    The assurance is an average over the posterior of the difference [1]_: over worlds like this one, it is the share of
    the experiments that decide. Between classifiers that are nearly equal a flat prior promises far more than happens,
    for the difference of a pilot is mostly chance. The posterior is therefore weighted by a second prior as well,
    :math:`N(0,2\sigma^2)` with a half-Cauchy prior of :math:`\sigma` of scale .05, relative to the widest difference or
    else to the mean loss, as `rank` has for the probability of being best; of each probability the smaller is stated
    (status D; measured on the page on many classifiers). Power is the probability of the right decision at a stated
    difference. Neither knows that the difference itself changes with the size of the training sets: see the page on
    crossed effects for what was promised and what happened.

    References
    ----------
    .. [1] A. O'Hagan, J. W. Stevens and M. J. Campbell, "Assurance in clinical trial design", Pharmaceutical
       Statistics 4(3), 2005. :doi:`10.1002/pst.175`

    Examples
    --------
    >>> import math
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> X, y = load_iris(return_X_y=True)
    >>> p = bc.cross_val_predictions({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, X, y, rng=0)
    >>> foreseen = bc.plan(bc.compare(p), n_records=[150, 600], n_repeats=[5, math.inf], difference=0.02)
    >>> bool((foreseen.table["width"].diff().dropna() < 0).all())
    True
    """
    design, metric = check_comparison(comparison).design, comparison.evidence.metric
    of_records = {"n_records": n_records, "n_repeats": n_repeats, "n_answers": n_answers, "costs": costs}
    if design.n_judged:
        _check_left_out(of_records | {"difference": difference}, "after a comparison with a judge: give `n_labels`")
        table, needed = labels_foreseen(comparison, n_labels)
        return Assurance(table=table, difference=None, needed=needed, rope=comparison.settings.rope, is_hold_out=True)
    _check_left_out({"n_labels": n_labels}, "after a comparison without a judge (`judge=`)")
    if design.are_scores_of_runs:
        _check_left_out(of_records, "after scores of runs on one test set: give `n_runs` and `difference`")
        return _of_scores(comparison, n_runs, difference)
    parts = _parts_of(comparison)
    records = numbers_asked("n_records", n_records, [parts.n_records * k for k in _FACTORS])
    given = {"n_repeats": n_repeats, "n_answers": n_answers, "n_runs": n_runs}
    of = "n_runs" if design.runs.largest else "n_answers" if design.answers.largest > 1 else "n_repeats"
    numbers = given.pop(of)
    _check_left_out(given, f"of {comparison.resampling}, of which `{of}` is foreseen")
    repeats = _repeats(parts, numbers) if of == "n_repeats" else _answers(parts, of, numbers, metric.noun)
    stated = None if difference is None else checked_difference(difference, metric.widest)
    settings, likely = comparison.settings, cells_of(comparison.difference, metric.widest, pooled_scale(comparison))
    table = pd.DataFrame([foreseen(settings, parts, n, m, likely, stated) for n in records for m in repeats])
    if of != "n_repeats":
        table.insert(2, of, table["n_repeats"])
        table["n_repeats"] = 1
    if costs is not None:
        table["cost"] = cost_of(costs, table, of)
    if not isinstance(parts, OfRecords):
        return Assurance(table=table, difference=stated, right=right_decision(settings, stated), rope=settings.rope)
    name = "assurance" if stated is None else "power"
    found = of_hold_out(settings, table, stated, lambda asked, n, m: foreseen(asked, parts, n, m, likely, stated)[name])
    return replace(found, group_size=design.groups.mean)


def _of_scores(comparison: Comparison, n_runs: object, difference: float | None) -> Assurance:
    """Return the power of Welch's test by the number of runs, whose scores vary as those that there are."""
    settings, runs = comparison.settings, comparison.evidence.runs
    assert runs is not None  # noqa: S101 - of which the scores are
    variances = runs["between"].to_numpy()
    stated = checked_difference(difference or 0.0, comparison.evidence.metric.widest)
    if right_decision(settings, stated) not in OUTCOMES[::2]:
        raise ValueError("`difference` must be given after scores of runs, beyond the rope.")
    usual = [round(comparison.design.runs.mean * k) for k in _FACTORS]
    sizes = numbers_asked("n_runs", n_runs, usual, least=2)

    def row(settings: Settings, size: float) -> dict[str, float]:
        """Average over the variances that so many runs may show, a chi-squared distribution of each."""
        first, second = np.multiply.outer(variances, scipy.stats.chi2.ppf(_SHARES, size - 1) / (size - 1))
        both = np.stack(np.meshgrid(first, second), axis=-1)
        total, df, sd = both.sum(-1), welch_df(both, np.full(2, size - 1)), np.sqrt(variances.sum() / size)
        needs, half = (scipy.stats.t.ppf(one, df) for one in (settings.threshold, (1 + settings.ci_prob) / 2))
        seen, (low, high) = np.sqrt(total / size), settings.rope
        beyond = stated - high if stated > high else low - stated
        power = scipy.stats.norm.sf((needs * seen - beyond) / sd).mean()
        return {"n_runs": size, "n_repeats": 1, "sd": sd, "width": 2 * (half * seen).mean(), "power": power}

    table = pd.DataFrame([row(settings, size) for size in sizes])
    return of_hold_out(settings, table, stated, lambda own, _, size: row(own, size)["power"] if size > 1 else 0.0)


def _check_left_out(given: Mapping[str, object], why: str) -> None:
    for name, value in given.items():
        if value is not None:
            raise ValueError(f"`{name}` must be left out {why}.")


def _answers(parts: VarianceParts | OfRecords, name: str, numbers: object, noun: str) -> list[float]:
    """Return numbers of answers, or of runs."""
    unknown = isinstance(parts, OfRecords) and bool(np.isnan(parts.of_answers).any())
    if numbers is not None and unknown:
        raise ValueError(f"`{name}` must be left out for {noun}, of which nothing tells how it varies with them.")
    if numbers is not None:
        return [_number(name, value) for value in check_numbers(name, numbers)]
    if unknown:
        return [parts.n_repeats]
    return sorted({parts.n_repeats, *(max(1, round(parts.n_repeats * k)) for k in (0.5, *_FACTORS[1:]))})


def _parts_of(comparison: Comparison) -> VarianceParts | OfRecords:
    if not 0 < comparison.difference.sd < np.inf:
        raise ValueError(
            "`comparison` must tell how differences vary from record to record, but all of its own are the same. Plan "
            "from one whose records differ, or by `plan_hold_out`."
        )
    if comparison.design.kind == HOLD_OUT:
        n_records, given = int(comparison.design.n_records), comparison.evidence.predictions
        answers = np.ones(1) if given is None or "n_answers" not in given else given["n_answers"].to_numpy()
        df = comparison.design.n_groups - 1  # of a t distribution, which more groups make a normal one
        known = np.sqrt((df - 2) / df) if df > 2 else 1.0
        facts = (fact for fact in comparison.evidence.facts if fact.kind == ANSWERS)
        shares = next(map(shares_of_answers, facts), np.zeros(1))
        return OfRecords(
            n_records=n_records,
            per_record=float(comparison.difference.sd) * known * np.sqrt(n_records),
            n_repeats=float(1 / np.mean(1 / answers[answers > 0])),
            of_answers=shares,
            weights=np.full(shares.size, 1 / shares.size),
        )
    if comparison.design.runs.largest and comparison.design.has_records:
        return _of_runs(comparison)
    check_errors(comparison)
    if not comparison.method.has_given_tau:
        raise ValueError(
            f"`comparison` must be of a hold-out, or made with method={CrossedEffects.name!r}, but it is "
            f"{comparison.method.name!r}: only that method tells what records, repeats and training sets add. Compare "
            "the predictions of a cross-validation."
        )
    n_repeats = comparison.design.n_repeats
    if comparison.design.n_records * n_repeats != int(comparison.evidence.counts.sum()):
        raise ValueError(
            f"`comparison` must validate every record in every repeat, but got {comparison.resampling}: what more "
            "hold-outs add is not known. Compare a cross-validation."
        )
    posterior: Any = comparison.posterior
    return variance_parts(getattr(posterior, "of_losses", posterior), n_repeats)


def _of_runs(comparison: Comparison) -> OfRuns:
    """Return the parts of a comparison of runs, by its posterior."""
    method: Any = comparison.method
    posterior: Any = comparison.posterior
    runs = comparison.evidence.runs
    assert runs is not None  # noqa: S101 - asked for before
    count, squared = runs["count"].to_numpy(), posterior.scales.to_numpy() ** 2
    added = np.where(count > 1, runs["between"].to_numpy() / count, 0.0)  # by each side, of which one run adds nothing
    share = added / added.sum() if added.any() else np.full(count.size, 1 / count.size)
    sampling = float(method.sampling(comparison.evidence).scales[0]) ** 2
    return OfRuns(
        n_records=int(comparison.design.n_records),
        per_record=np.nan,
        n_repeats=float(share @ count),
        weights=posterior.weights.to_numpy(),
        sampling=sampling,
        rest=min(float((runs["rest"] / runs["count"]).sum()), sampling),
        added=squared - sampling,
    )


def _repeats(parts: VarianceParts | OfRecords, n_repeats: object) -> list[float]:
    if n_repeats is None:
        return [parts.n_repeats] if parts.n_repeats == 1 else [*(parts.n_repeats * k for k in _FACTORS), np.inf]
    asked = [_number("n_repeats", m) for m in check_numbers("n_repeats", n_repeats)]
    if parts.n_repeats == 1 and any(m != 1 for m in asked):
        raise ValueError(
            f"`n_repeats` must be 1 after one repeat, but got {asked}: one repeat cannot tell the effects of "
            "records from chance. Add a repeat with `cross_val_predictions(start=...)` first."
        )
    return asked


def _number(name: str, value: object) -> float:
    is_endless = isinstance(value, float) and value == np.inf
    return np.inf if is_endless else check_integer(name, value, least=1, most=MOST_RECORDS)
