"""What is said of the classifier that leads a ranking: what choosing it costs, and how likely it is the best."""

from dataclasses import dataclass

import pandas as pd

from bayescmp._support._text import listed
from bayescmp.content._names import name_text
from bayescmp.content._numbers_of_several import NumbersOfSeveral
from bayescmp.posteriors._embedded import DISTORTION

EDGES = (0.3, 0.5, 0.7, 0.9)
"""Claims between which it was measured how often they come true."""
LEVEL = 0.01
"""Difference of probabilities of being the best that draws do not tell."""
_MOST_NAMES = 3


@dataclass(frozen=True, kw_only=True)
class Measured:
    """Shares of real claims of P(best) of the leader that came true, the smaller of two claims, by `EDGES`."""

    where: str
    shares: tuple[float, ...]


MEASURED = {
    "pooled": Measured(where="real hold-outs", shares=(0.25, 0.40, 0.56, 0.74, 0.96)),
    "cautious": Measured(where="real cross-validations", shares=(0.26, 0.43, 0.57, 0.72, 0.96)),
}
"""By the prior of the other claim; rank-hold-out.csv and rank-real.csv of docs/results have them."""
_GIVEN = {
    "prob_best": "",
    "prob_best_pooled": " if all are pooled",
    "prob_best_cautious": " under the cautious prior",
}


def leader_words(said: NumbersOfSeveral) -> str:
    """Give the smaller of the probabilities that the leader is the best."""
    table = said.classifiers
    if len(table) == 2:
        top = table["prob_best"].idxmax()
        who = f"each of {listed(_alike(said))}" if len(_alike(said)) > 1 else name_text(top)
        return f"{who} {_best(said, table.loc[top, ['prob_best']])}"
    leader, names = table.iloc[0], _level(said)
    many = "that cannot be told apart" if len(names) == len(_alike(said)) else "classifiers"
    of = listed(names) if len(names) <= _MOST_NAMES else f"{len(names)} {many}"
    who = f"each of {of}" if len(names) > 1 else names[0]
    within = said.prob(leader["prob_within_rope_of_best"])
    near = f"is within {said.settings.rope[1]:g} of the best with probability {within}, " if said.has_rope else ""
    return f"{who} {near}{_best(said, _claims(said))}"


def which_words(said: NumbersOfSeveral) -> str:
    """Say which probability is which where the first sentence gives another one than the table."""
    least = "prob_best" if len(said.classifiers) == 2 else _smallest(said, _claims(said))
    alike = ", that is, taken to be alike" * (least == "prob_best_pooled")
    shown = "in the table by the prior of the analysis"
    return _GIVEN[least] and f"{shown}; the first sentence has the one{_GIVEN[least]}{alike}, which is smaller"


def _claims(said: NumbersOfSeveral) -> pd.Series:
    """Return the probabilities that the leader is the best, by all priors."""
    return said.classifiers.iloc[0][["prob_best", *(f"prob_best_{name}" for name in said.priors)]]


def _best(said: NumbersOfSeveral, claims: pd.Series) -> str:
    near = " (approximately, see details)" if said.result.posterior.distortion > DISTORTION else ""
    least = _smallest(said, claims)
    return f"is best with probability {said.prob(claims[least])}{_GIVEN[least]}{near}"


def _smallest(said: NumbersOfSeveral, claims: pd.Series) -> str:
    """Return the name of the smallest claim, of those that look the same the first, which the table has."""
    shown = [said.prob(claim) for claim in claims]
    return str(claims.index[shown.index(said.prob(claims.min()))])


def _alike(said: NumbersOfSeveral) -> list[str]:
    """Return the names of the first in the table, and of those that cannot be told apart."""
    code = dict(zip(said.evidence.classifiers, said.evidence.alike.tolist(), strict=True))
    names = list(said.classifiers.index)
    return [name_text(name) for name in names if code[name] == code[names[0]]]


def _level(said: NumbersOfSeveral) -> list[str]:
    """Return the names of the classifiers that are as probably the best as the first in the table, or more."""
    claims = said.classifiers[_smallest(said, _claims(said))]
    return [name_text(name) for name in claims.index[claims >= claims.iloc[0] - LEVEL]]


def meant_words(said: NumbersOfSeveral) -> str:
    """Say how often claims like that of the leader came true, where it was measured: not of two, nor of copies."""
    like_measured = said.metric.counts_errors and len(said.classifiers) > 2 and len(_alike(said)) == 1
    measured = [MEASURED[name] for name in said.priors] if like_measured else []
    claim = _claims(said).min()
    place = sum(claim >= edge for edge in EDGES)
    return "".join(
        f"On {one.where} such claims of being the best came true in {one.shares[place]:.2f}." for one in measured
    )
