"""Simulated worlds of the calibration card, whose truth is known: what a result says of one, beside what is so.

    python docs/results/card_worlds.py [TRIALS [SEED]] > docs/results/card-worlds.csv

TRIALS samples of each world (1,200 if left out) with equal classifiers, and as many with different ones. One row a
world and method, with the columns of the card.
"""

import sys
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from scipy import special

import bayescmp as bc
from bayescmp.frequentist import tests_of
from bayescmp.methods._rows import interval_seen
from bayescmp.metrics import F1, ROC_AUC
from bayescmp.metrics._of_probabilities import NEG_BRIER_SCORE
from bayescmp.posteriors._pair_posteriors import in_values
from bayescmp.results._three_probabilities import Answer
from bayescmp.studies import card
from bayescmp.studies._card import told_of

COVERAGES = (0.5, 0.8, 0.95)
ALPHA = 0.05
DECIDES = 0.975
ROUNDING = 9
"""Digits of probabilities in which two that are tied may differ no more."""
SHARED = 0.8
"""Correlation of what decides of the answers of one classifier to one record in two repeats."""
TAU = 0.5
"""Variance that training sets add, in units of the variance of a sample of as many records."""


@dataclass(frozen=True)
class Seen:
    """What one sample of a world says.

    Attributes
    ----------
    holds : tuple of bool
        Whether the intervals of the probabilities `COVERAGES` hold the true difference.
    claims : tuple of float
        The probabilities that the first is better and that the second is.
    about : mapping of str to str
        The method, the verb that was called, the metric, and what the card says of the design.
    beside : tuple of tuple
        Name, whether it decides, and whether its intervals hold the truth (nan without one) of all that stands beside.
    """

    holds: tuple[bool, ...]
    claims: tuple[float, float]
    about: dict[str, str]
    beside: tuple[tuple[str, bool, tuple[float, ...]], ...] = ()


def _of_comparison(result, truth):
    """Return what a comparison says, and the methods and tests beside it."""
    claims = result.prob_first_better, result.prob_second_better
    about = {"method": result.method.name, "verb": result.call.verb, "metric": result.evidence.metric.name}
    return Seen(_holds(result.difference, truth), claims, about | told_of(result.design), tuple(_beside(result, truth)))


def _holds(posterior, truth):
    found = [posterior.interval(probability) for probability in COVERAGES]
    return tuple(bool(one.low <= truth <= one.high) for one in found)


def _beside(result, truth):
    """Yield what stands beside: its name, whether it decides, and whether its intervals hold the truth."""
    evidence, settings = result.evidence, result.settings
    for method in result.beside:
        answer = Answer(
            posterior=in_values(method.fit(evidence, settings), evidence.metric).difference, settings=settings
        )
        decides = max(answer.prob_first_better, answer.prob_second_better) >= DECIDES
        yield method.name, decides, tuple(map(float, _holds(answer.posterior, truth)))
    for test, found, _ in tests_of(evidence, settings):
        intervals = [interval_seen(found, probability) for probability in COVERAGES]
        held = tuple(np.nan if one is None else float(one.low <= truth <= one.high) for one in intervals)
        yield test.name, bool(found.pvalue <= ALPHA), held


def _latent(n_groups, size, icc, rng):
    """Draw what decides of the answers of two classifiers to records in groups, (2, n), each standard normal."""
    common, own = rng.normal(size=n_groups).repeat(size), rng.normal(size=(2, n_groups)).repeat(size, axis=1)
    record, rest = rng.normal(size=n_groups * size), rng.normal(size=(2, n_groups * size))
    return np.sqrt(icc / 2) * (common + own) + np.sqrt((1 - icc) / 2) * (record + rest)


def _of_two(values):
    return dict(zip("ab", values, strict=True))


def _errors(*, apart):
    return np.array([0.10, 0.15 if apart else 0.10])


def _wrong(n, rng, *, apart):
    return _latent(n, 1, 0.0, rng) < special.ndtri(_errors(apart=apart))[:, None]


def hold_out(rng, *, apart):
    """100 records, errors of .10 and .15, or .10 of both."""
    right = _of_two(1 - _wrong(100, rng, apart=apart))
    return _of_comparison(bc.compare(bc.verdicts(right), metric="error"), -0.05 * apart)


def few_records(rng, *, apart):
    """20 records, errors of .10 and .15, or .10 of both."""
    right = _of_two(1 - _wrong(20, rng, apart=apart))
    return _of_comparison(bc.compare(bc.verdicts(right), metric="error"), -0.05 * apart)


def five_by_two(rng, *, apart):
    """5 x 2 block-regularized cross-validation of 100 records, training sets adding variance."""
    n, limits = 100, special.ndtri(_errors(apart=apart))
    splitter = bc.BlockRegularizedCV(random_state=int(rng.integers(2**31)))
    splits = list(splitter.split(np.zeros((n, 1))))
    base, effect = _latent(n, 1, 0.0, rng), np.sqrt(TAU) * rng.normal(size=(2, n))
    right = np.empty((2, 5, n), dtype=int)
    for number, (train, test) in enumerate(splits):
        noise = np.sqrt(SHARED) * base[:, test] + np.sqrt(1 - SHARED) * rng.normal(size=(2, test.size))
        right[:, number // 2, test] = noise + effect[:, train].mean(1)[:, None] >= limits[:, None]
    first, second = special.ndtr(limits / np.sqrt(1 + TAU / (n / 2)))
    data = bc.labels(np.ones(n, dtype=int), _of_two(right), how=bc.splits(splits))
    return _of_comparison(bc.compare(data, rng=rng), first - second)


def groups(rng, *, apart):
    """10 groups of 8 records, of an intraclass correlation of .2; errors of .10 and .15, or .10 of both."""
    wrong = _latent(10, 8, 0.2, rng) < special.ndtri(_errors(apart=apart))[:, None]
    data = bc.verdicts(_of_two(1 - wrong), group=np.arange(10).repeat(8))
    return _of_comparison(bc.compare(data, metric="error"), -0.05 * apart)


def answers(rng, *, apart):
    """30 records with 3 answers of each; the logit of being right is 1, or 1 and .5, and an effect of the record."""
    n, times = 30, 3
    effects = 1.5 * np.sqrt(0.5) * (rng.normal(size=n) + rng.normal(size=(2, n)))
    logits = np.array([1.0, 0.5 if apart else 1.0])
    right = rng.random((2, n, times)) < special.expit(logits[:, None] + effects)[..., None]
    answer, record = np.tile(np.arange(times), n), np.arange(n).repeat(times)
    data = bc.verdicts(_of_two(right.reshape(2, -1).astype(int)), record=record, how=bc.answers(answer))
    nodes, weights = special.roots_hermitenorm(60)
    first, second = special.expit(logits[:, None] + 1.5 * nodes) @ weights / weights.sum()
    return _of_comparison(bc.compare(data, metric="error"), second - first)


def f1(rng, *, apart):
    """F1 on 100 records of two equal classes, both as often mistaken; errors of .10 and .15, or .10 of both."""
    wrong, y = _wrong(100, rng, apart=apart), rng.integers(0, 2, 100)
    data = bc.labels(y, _of_two(np.where(wrong, 1 - y, y)))
    return _of_comparison(bc.compare(data, metric=F1[0].name, rng=rng), 0.05 * apart)


def brier_score(rng, *, apart):
    """100 records whose probabilities are off by .1, and of the second by .2 where they are apart."""
    true = rng.uniform(0.2, 0.8, 100)
    off = np.array([0.1, 0.2 if apart else 0.1])[:, None] * rng.choice([-1, 1], (2, 100))
    y = (rng.random(100) < true).astype(int)
    data = bc.probabilities(y, _of_two(true + off))
    return _of_comparison(bc.compare(data, metric=NEG_BRIER_SCORE.name, rng=rng), -0.03 * apart)


def area_under_curve(rng, *, apart):
    """100 records of two equal classes; normal scores of areas .85 and .75, or .80 of both."""
    areas = np.array([0.85, 0.75] if apart else [0.8, 0.8])
    y = np.arange(100) % 2
    score = np.sqrt(2) * special.ndtri(areas)[:, None] * y + _latent(100, 1, 0.0, rng)
    result = bc.compare(bc.decision_values(y, _of_two(score)), metric=ROC_AUC.name, rng=rng)
    return _of_comparison(result, areas[0] - areas[1])


def judge(rng, *, apart):
    """300 records that a judge rates, right in 8 of 10, of which people label 50."""
    wrong = _wrong(300, rng, apart=apart)
    right, agrees = 1 - wrong, rng.random((2, 300)) < 0.8
    labelled = np.where(rng.permutation(300) < 50, right, np.nan)
    data = bc.verdicts(_of_two(labelled), judge=_of_two(np.where(agrees, right, 1 - right)))
    # The methods beside it see the labels by people alone: a plain hold-out.
    return replace(_of_comparison(bc.compare(data, metric="error", rng=rng), -0.05 * apart), beside=())


def scores(rng, *, apart):
    """Scores of ten hold-outs of a tenth of the records, correlated as the method assumes; .005 or nothing apart."""
    share, sd = 0.1, 0.01
    common = np.sqrt(share) * rng.normal() + np.sqrt(1 - share) * rng.normal(size=10)
    difference = 0.005 * apart + sd * common
    data = bc.scores({"a": 0.8 + difference, "b": np.full(10, 0.8)}, how=bc.validation_sets(90, 10))
    return _of_comparison(bc.compare(data), 0.005 * apart)


def data_sets(rng, *, apart):
    """Average over data sets like ten whose differences are known, t distributed about 0 or .04, of scale .06."""
    average = 0.04 * apart
    frame = pd.DataFrame({"a": np.clip(0.5 + average + 0.06 * rng.standard_t(4, 10), 0, 1), "b": 0.5})
    result = bc.compare_datasets(frame, first="a", second="b")
    found = result.average
    about = {"method": "normal, average", "verb": result.call.verb, "metric": "any"}
    return Seen(_holds(found.posterior, average), (found.prob_first_better, found.prob_second_better), about)


def recall(rng, *, apart):
    """Recall on 200 records, of which 60 are of the class; errors of .10 and .15, or .10 of both, in either class."""
    wrong, y = _wrong(200, rng, apart=apart), (np.arange(200) < 60).astype(int)
    data = bc.labels(y, _of_two(np.where(wrong, 1 - y, y)))
    return _of_comparison(bc.compare(data, metric="recall", rng=rng), 0.05 * apart)


def area_in_groups(rng, *, apart):
    """30 groups of 8 records, 4 of either class, of an intraclass correlation of .2; areas as above."""
    areas = np.array([0.85, 0.75] if apart else [0.8, 0.8])
    y, group = np.arange(240) % 2, np.arange(30).repeat(8)
    score = np.sqrt(2) * special.ndtri(areas)[:, None] * y + _latent(30, 8, 0.2, rng)
    data = bc.decision_values(y, _of_two(score), group=group)
    return _of_comparison(bc.compare(data, metric=ROC_AUC.name, rng=rng), areas[0] - areas[1])


WORLDS = {
    one.__name__.replace("_", " "): one
    for one in (
        hold_out, few_records, five_by_two, groups, answers, f1, brier_score, area_under_curve, judge, scores,
        data_sets, recall, area_in_groups,
    )
}  # fmt: skip


def measured(world, trials, seed):
    """Yield a row of the card for what answers, and for every method and test beside it.

    Classifiers are equal in one cell, and in the other the first is better.
    """
    place = list(WORLDS).index(world)
    equal, apart = (
        [WORLDS[world](rng, apart=is_apart) for _ in range(trials)]
        for is_apart in (False, True)
        for rng in [np.random.default_rng([seed, place, is_apart])]
    )
    about = dict(equal[0].about) | {"data": f"simulated: {world}", "truth": "simulated", "cells": 2, "trials": trials}
    cells = equal, apart
    held = [np.mean([one.holds for one in seen], 0) for seen in cells]
    claims = [np.array([one.claims for one in seen]) for seen in cells]
    yield about | _of_cells(held, [(one.max(1) >= DECIDES).mean() for one in claims], trials) | {
        "claimed": claims[1].max(1).mean(), "happened": share_led(claims[1]),
    }  # fmt: skip
    for number, (name, _, _) in enumerate(equal[0].beside):
        held = [np.mean([one.beside[number][2] for one in seen], 0) for seen in cells]
        decided = [np.mean([one.beside[number][1] for one in seen]) for seen in cells]
        yield about | {"method": name} | _of_cells(held, decided, trials)


def share_led(claims):
    """Return how often the first one leads by what is claimed of the two; of a tie it has half."""
    return float(0.5 + 0.5 * np.sign((claims[:, 0] - claims[:, 1]).round(ROUNDING)).mean())


def _of_cells(held, decided, trials):
    """Return what a row has of the cell of equal classifiers and that of different ones.

    `held` has for each cell how often intervals of the probabilities `COVERAGES` hold the truth, NaN without them.
    """
    size = {"size": decided[0], "worst_size": decided[0], "worst_size_cell": "equal", "power": decided[1]}
    narrow, middle, wide = np.transpose(held)
    if np.isnan(wide).any():
        return size
    least = 0.95 - 2 * np.sqrt(0.95 * 0.05 / trials)
    worst = int(np.argmin(wide))
    return size | {
        "covered_50": narrow.mean(), "covered_80": middle.mean(), "covered": wide.mean(),
        "kept": int(np.sum(wide >= least)), "worst_covered": wide[worst],
        "worst_covered_cell": ("equal", "apart")[worst],
    }  # fmt: skip


def rows_of(worlds, trials, seed):
    """Return the rows of worlds."""
    rows = pd.DataFrame([row for world in worlds for row in measured(world, trials, seed)])
    return rows.assign(source="card-worlds").reindex(columns=list(card())).round(4)


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    rows_of(WORLDS, *given, *(1200, 0)[len(given) :]).to_csv(sys.stdout, index=False)
