"""What a judge is worth, and which answers people should label next."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.evidence import PairEvidence
from bayescmp.posteriors._drawn_records import DIFFERENCE, WRONG, JudgedPosterior
from bayescmp.predictions import lacks_answers
from bayescmp.results import Interval, Settings, in_one_line

_SKILLS = ("sensitivity", "specificity")


@dataclass(frozen=True, kw_only=True, eq=False)
class Judge:
    """What a judge is worth, by the labels of people.

    Attributes
    ----------
    classifiers : DataFrame
        A row per system: `sensitivity`, the share of its wrong answers that the judge calls wrong, and `specificity`,
        that of its right answers that the judge calls right; posterior means, with `_low` and `_high`.
    bias : float
        By how much the judge would shift the difference: that of its verdicts less the true one, in units of the
        metric.
    bias_interval : Interval
        Its credible interval; a bias is decided where it leaves out 0.
    n_labelled : int
        Records that people labelled.
    labels_alone : float
        How many labels alone would tell as much about the difference.
    """

    classifiers: pd.DataFrame
    bias: float
    bias_interval: Interval
    n_labelled: int
    labels_alone: float
    __repr__ = in_one_line

    @property
    def is_biased(self) -> bool:
        """Whether the judge is known to favour one of the two."""
        return not self.bias_interval.low <= 0 <= self.bias_interval.high


class WithJudge:
    """What a comparison tells of a judge, if there is one."""

    evidence: PairEvidence
    settings: Settings
    posterior: Any
    call: Any

    @cached_property
    def judge(self) -> Judge | None:
        """What the judge is worth that rated all records; None without one."""
        return None if self.of_judged is None else judge_of(self.of_judged, self.evidence, self.settings)

    def next_labels(self, n: int, rng: RandomNumbers = 0) -> list[Any]:
        """Return the records that people should label next, of those that a judge rated.

        Parameters
        ----------
        n : int
            How many.
        rng : int, Generator or None, default 0
            Seed or source of the choice.

        Returns
        -------
        list
            Their ids, drawn at random within what the judge said of both, in proportion to what labels would tell.

        Raises
        ------
        TypeError, ValueError
            If there is no judge, or `n` is no number of records that are left to label.

        Notes
        -----
        Of the records with the judge's pattern j, :math:`N_j` are left, and take labels in proportion to :math:`N_j`
        times the posterior standard deviation of the difference on one of them (Neyman's allocation). Labels that were
        chosen so are as good as random ones to the comparison of these two, which knows what the judge said of them,
        where some 60 others were labelled at random before. For a ranking, label at random.
        """
        posterior = self.of_judged
        if posterior is None:
            raise ValueError("`next_labels` must be asked of a comparison with a judge, `judge=`, but this has none.")
        pair = self.call.data.sel(classifier=[self.evidence.first, self.evidence.second]).isel(repeat=0)
        judge = 2 * (pair["judged"].isel(classifier=0) == 0) + (pair["judged"].isel(classifier=1) == 0)
        unseen = pair["missing"].any("classifier") if lacks_answers(pair) else pair["fold"] < -1
        free = (unseen & (pair["fold"] >= 0)).to_numpy()
        if not free.any():
            raise ValueError("`next_labels` must be asked where records are left to label, but people labelled all.")
        check_integer("n", n, least=1, most=int(free.sum()))
        places = [np.flatnonzero(free & (judge == pattern).to_numpy()) for pattern in range(4)]
        left = np.array([one.size for one in places])
        wanted, source = allotted(left * spread_of_labels(posterior), left, n), generator(rng)
        found = [source.choice(one, size=count, replace=False) for one, count in zip(places, wanted, strict=True)]
        return pair["record"].to_numpy()[np.sort(np.concatenate(found))].tolist()

    @cached_property
    def of_judged(self) -> JudgedPosterior | None:
        """The posterior of both error rates by a judge and people, whatever the method; None without a judge."""
        counts = self.evidence.judged
        if counts is None:
            return None
        return JudgedPosterior(judged=counts["judged"], labelled=counts["labelled"], rng=self.settings.seed)


def judge_of(posterior: JudgedPosterior, evidence: PairEvidence, settings: Settings) -> Judge:
    """Return what the judge is worth, by the posterior of a pair."""
    cells = posterior.cells.transpose("draw", "judge", "people").to_numpy()
    rows = [_skills(cells, place, settings) for place in (0, 1)]
    bias = evidence.metric.sign * (cells.sum(axis=2) - cells.sum(axis=1)) @ DIFFERENCE
    low, high = np.quantile(bias, [(1 - settings.ci_prob) / 2, (1 + settings.ci_prob) / 2])
    patterns = cells.sum(axis=1).mean(axis=0)
    mean, variance = (float(part) for part in posterior.moments())
    return Judge(
        classifiers=pd.DataFrame(rows, index=pd.Index([evidence.first, evidence.second], name="classifier")),
        bias=float(bias.mean()),
        bias_interval=Interval(low=float(low), high=float(high), ci_prob=settings.ci_prob, ci_kind="eti"),
        n_labelled=int(posterior.labelled.sum()),
        labels_alone=float((patterns[1] + patterns[2] - mean**2) / variance),
    )


def _skills(cells: Floats, place: int, settings: Settings) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, wrong in zip(_SKILLS, (1, 0), strict=True):
        chosen = WRONG[:, place] == wrong
        share = cells[:, chosen][:, :, chosen].sum(axis=(1, 2)) / cells[:, :, chosen].sum(axis=(1, 2))
        ends = np.quantile(share, [(1 - settings.ci_prob) / 2, (1 + settings.ci_prob) / 2])
        found |= {name: float(share.mean()), f"{name}_low": float(ends[0]), f"{name}_high": float(ends[1])}
    return found


def spread_of_labels(posterior: JudgedPosterior) -> Floats:
    """Return the standard deviation of the difference on a record, by what the judge said of it."""
    share = posterior.shares
    found: Floats = np.sqrt(share @ np.square(DIFFERENCE) - (share @ DIFFERENCE) ** 2)
    return found


def allotted(weights: Floats, most: Any, n: int) -> list[int]:
    """Share n out in proportion to weights, by largest remainders, none more than there are."""
    given = np.zeros(len(most), dtype=int)
    while given.sum() < n:
        room = np.where(given < most, np.maximum(weights, 1e-12), 0.0)
        ideal = room / room.sum() * (n - given.sum())
        step = np.minimum(np.floor(ideal).astype(int), most - given)
        if not step.any():
            step[np.argmax(np.where(given < most, ideal, -1))] = 1
        given += step
    return given.tolist()
