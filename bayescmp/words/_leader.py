"""What is said of the classifier that leads a ranking: what choosing it costs, and how likely it is the best."""

from dataclasses import dataclass

import pandas as pd

from bayescmp._text import listed
from bayescmp.words._names import name_text
from bayescmp.words._numbers import has_rope
from bayescmp.words._ranking_numbers import RankingResult, probability_of, regret_text

DISTORTION = 0.25
"""Relative change of a standard deviation above which joint statements are approximate."""
EDGES = (0.3, 0.5, 0.7, 0.9)
"""Claims between which it was measured how often they come true."""
_MOST_NAMES = 3


@dataclass(frozen=True, kw_only=True)
class Measured:
    """Shares of real claims of P(best) of the leader that came true, the smaller of two claims, by `EDGES`."""

    where: str
    shares: tuple[float, ...]


MEASURED = {
    "pooled": Measured(where="real hold-outs", shares=(0.25, 0.40, 0.56, 0.74, 0.96)),
    "cautious": Measured(where="real cross-validations", shares=(0.30, 0.43, 0.57, 0.72, 0.96)),
}
"""By the prior of the other claim; rank-hold-out.csv and rank-real.csv of docs/results have them."""
_GIVEN = {
    "prob_best": "",
    "prob_best_pooled": " if all are pooled",
    "prob_best_cautious": " under the cautious prior",
}


def beside_best(result: RankingResult) -> dict[str, str]:
    """Return by its name each other prior under which there is P(best) of all, and the column that holds it."""
    columns = {name: f"prob_best_{name}" for name in MEASURED}
    return {name: column for name, column in columns.items() if result.classifiers[column].notna().all()}


def has_cautious(result: RankingResult) -> bool:
    """Tell whether there are probabilities under the cautious prior."""
    return "cautious" in beside_best(result)


def best_columns(result: RankingResult) -> dict[str, str]:
    """Return heads and columns of the probabilities of being the best or near to it, in order."""
    near = {"in rope": "prob_within_rope_of_best"} if has_rope(result) else {}
    heads = {"cautious": "cautious", "pooled": "pooled P"}
    return near | {"P(best)": "prob_best"} | {heads[name]: column for name, column in beside_best(result).items()}


def leader_words(result: RankingResult) -> str:
    """Say what the leader is expected to lose, and the smaller of the probabilities that it is the best."""
    table = result.classifiers
    if len(table) == 2:
        top = table["prob_best"].idxmax()
        return f"{name_text(top)} {_best(result, table.loc[top, ['prob_best']])}"
    leader, names = table.iloc[0], _alike(result)
    of = listed(names) if len(names) <= _MOST_NAMES else f"{len(names)} that predict the same"
    who = f"each of {of}" if len(names) > 1 else names[0]
    regret = f"has an expected regret of {regret_text(result, leader['expected_regret'])}"
    within = probability_of(result, leader["prob_within_rope_of_best"])
    rope = f", is within {result.settings.rope[1]:g} of the best with probability {within}," if has_rope(result) else ""
    claims = leader[["prob_best", *beside_best(result).values()]]
    meant = _meant(result, claims.min()) if len(names) == 1 else ""
    return f"{who} {regret}{rope} and {_best(result, claims)}{meant}"


def _best(result: RankingResult, claims: pd.Series) -> str:
    near = " (approximately, see trust)" if result.posterior.distortion > DISTORTION else ""
    return f"is best with probability {probability_of(result, claims.min())}{_GIVEN[claims.idxmin()]}{near}"


def _alike(result: RankingResult) -> list[str]:
    """Return the names of the first in the table, and of those that predict the same."""
    code = dict(zip(result.evidence.classifiers, result.evidence.alike.tolist(), strict=True))
    names = list(result.classifiers.index)
    return [name_text(name) for name in names if code[name] == code[names[0]]]


def _meant(result: RankingResult, claim: float) -> str:
    """Say how often such a claim came true, where it was measured."""
    measured = [MEASURED[name] for name in beside_best(result)] if result.evidence.metric.counts_errors else []
    place = sum(claim >= edge for edge in EDGES)
    return "".join(f" (on {one.where} such claims came true in {one.shares[place]:.2f})" for one in measured)
