"""What is said of the classifier that leads a ranking: what choosing it costs, and how likely it is the best."""

import pandas as pd

from bayescmp._support._text import listed
from bayescmp.content._names import name_text
from bayescmp.content._numbers_of_several import NumbersOfSeveral
from bayescmp.posteriors._embedded import DISTORTION

EDGES = (0.3, 0.5, 0.7, 0.9)
"""Claims between which it was measured how often they come true."""
LEVEL = 0.01
"""Difference of probabilities of being the best that draws do not tell."""
MOST_NAMES = 3
"""Classifiers that are named, not counted."""
MEASURED = {
    "pooled": ("real hold-outs", (0.25, 0.40, 0.56, 0.74, 0.96)),
    "cautious": ("real cross-validations", (0.26, 0.43, 0.57, 0.72, 0.96)),
}
"""Where claims of P(best) of the leader were tried, and which shares came true, by the prior of the other claim.

The claim is the smaller of both, by `EDGES`; rank-hold-out.csv and rank-real.csv of docs/results have the shares.
"""
_GIVEN = {
    "prob_best": "", "prob_best_pooled": "under a prior by which all are alike",
    "prob_best_cautious": "under a prior by which training sets may add more variance",
}  # fmt: skip


def leader_words(said: NumbersOfSeveral) -> str:
    """Give the probability of the table that the leader is the best."""
    table, alike, column = said.classifiers, _alike(said), stated(said)
    distorted = " (approximately, see details)" if said.result.posterior.distortion > DISTORTION else ""
    of_two = len(table) == 2
    claim = table[column].max() if of_two else table[column].iloc[0]
    best = f"is best with probability {said.prob(claim)}{distorted}"
    if of_two:
        return f"{f'each of {listed(alike)}' if len(alike) > 1 else name_text(str(_claims(said).name))} {best}"
    names = list(map(name_text, table.index[table[column] >= claim - LEVEL]))  # as probably the best, or more
    many = "that cannot be told apart" if len(names) == len(alike) else "classifiers"
    of = listed(names) if len(names) <= MOST_NAMES else f"{len(names)} {many}"
    who = f"each of {of}" if len(names) > 1 else names[0]
    within = said.prob(table["prob_within_rope_of_best"].iloc[0])
    near = f"is within {said.settings.rope[1]:g} of the best with probability {within} and " if said.has_rope else ""
    return f"{who} {near}{best}"


def other_words(said: NumbersOfSeveral) -> str:
    """Say under which prior the table has P(best), and what the leader's is otherwise; nothing under that of pairs."""
    given, pairs = _GIVEN[stated(said)], said.prob(_claims(said)["prob_best"])
    pairs = f"it is {pairs} for the leader under the prior of the pairs, by which ranks are drawn"
    return given and f"{given}; {pairs}: the table has the smaller"


def meant_words(said: NumbersOfSeveral) -> str:
    """Say how often claims like that of the leader came true, where it was measured: not of two, nor of copies."""
    if not said.metric.counts_errors or len(said.classifiers) == 2 or len(_alike(said)) > 1:
        return ""
    claim = _claims(said).min()
    like = f"such as {said.prob(claim)}, the smallest by any prior, came true"
    place = sum(claim >= edge for edge in EDGES)
    tried = [MEASURED[name] for name in said.priors]
    return "".join(f"On {where} claims of being the best {like} in {of[place]:.2f}." for where, of in tried)


def _claims(said: NumbersOfSeveral) -> pd.Series:
    """Return the probabilities that the leader is the best by all priors; of two, by that of the analysis."""
    table = said.classifiers
    if len(table) == 2:
        return table.loc[table["prob_best"].idxmax(), ["prob_best"]]
    return table.iloc[0][["prob_best", *(f"prob_best_{name}" for name in said.priors)]]


def stated(said: NumbersOfSeveral) -> str:
    """Return the column of P(best) that is stated: the leader's smallest claim, of those that look alike the first."""
    claims = _claims(said)
    shown = [said.prob(claim) for claim in claims]
    return str(claims.index[shown.index(said.prob(claims.min()))])


def _alike(said: NumbersOfSeveral) -> list[str]:
    """Return the names of the first in the table, and of those that cannot be told apart."""
    code = dict(zip(said.evidence.classifiers, said.evidence.alike.tolist(), strict=True))
    return [name_text(name) for name in said.short if code[name] == code[next(iter(said.short))]]
