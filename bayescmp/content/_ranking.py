"""What rankings on one data set and over several say alike: who is beaten, tiers, pairs, and the table of a screen."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial

import numpy as np
import pandas as pd

from bayescmp._support._screen import width_of
from bayescmp._support._text import WIDTH, counted, listed
from bayescmp.content._content import Content
from bayescmp.content._names import IN_REPORT, SCREEN, Room, few_words, name_text, row_names
from bayescmp.content._numbers import bounds_text, decimal_text, decimals_of
from bayescmp.content._parts import HEADS, Cell, Table, Written, table_of
from bayescmp.ranking import Ranking
from bayescmp.ranking._ranked import MOST_PAIRS, places_of, shown_pairs
from bayescmp.results import OUTCOMES

MOST_ROWS = SCREEN.rows
"""Classifiers on a screen."""
_LOST = "†"
"""Beside those who beat one, but not after Holm's adjustment for all pairs."""
_MOST_TIERS, _LONGEST_TIER, _MOST_NAMED = 10, 8, 2


class ContentOfRanking(Content):
    """Names, decisions, tiers and pairs."""

    where = ""
    """Where numbers hold, besides on the data."""

    @cached_property
    def short(self) -> dict[str, str]:
        """Short name in a table by classifier, the best first."""
        names = list(map(str, self.result.classifiers.index))
        return dict(zip(names, row_names(names, IN_REPORT), strict=True))

    # Who is better by decision.

    @cached_property
    def decisions(self) -> pd.DataFrame:
        """The decision of every pair, over data sets on average."""
        one_set = isinstance(self.result, Ranking)
        pairs: pd.DataFrame = self.result.pairs if one_set else self.result.decided
        return pairs.rename(columns=lambda name: name.removeprefix("average_"))

    @cached_property
    def _winners(self) -> dict[str, dict[str, str]]:
        """Those who beat a classifier, with a mark where they do not after Holm's adjustment."""
        pairs = self.decisions
        first, second = (pairs["decision"] == outcome for outcome in OUTCOMES[::2])
        told, losers = first | second, pairs["second"].where(first, pairs["first"])
        winners: pd.Series = pairs["first"].where(first, pairs["second"])
        found: dict[str, dict[str, str]] = {}
        for loser, winner, survives in zip(losers[told], winners[told], pairs["survives_holm"][told], strict=True):
            found.setdefault(loser, {})[winner] = "" if survives else _LOST
        return found

    @property
    def is_decided(self) -> bool:
        unbeaten = self.result.unbeaten
        return bool(unbeaten) and (self.beats_all(unbeaten[0]) or self.all_equivalent(unbeaten))

    def beats_all(self, name: str) -> bool:
        """Tell whether a classifier is better than all others."""
        return all(name in self._winners.get(other, ()) for other in self.short if other != name)

    def all_equivalent(self, names: Sequence[str]) -> bool:
        """Tell whether every two of some classifiers are equivalent."""
        inside = self.decisions["first"].isin(names) & self.decisions["second"].isin(names)
        return len(names) > 1 and bool((self.decisions["decision"][inside] == OUTCOMES[1]).all())

    def with_beaten(self, columns: dict[str, list[str]], room: Room) -> dict[str, list[str]]:
        """Put who beats each behind other columns: names, cut, or how many where there is no room, or "-".

        In a report the column finds room below others, and of those that are counted it names those with a mark.
        """
        names, on_screen = list(self.short), room.rows == MOST_ROWS
        shown = [dict(zip(names, row_names(names, width), strict=True)) for width in (room.name, room.narrow)]
        most = room.width - width_of(columns if on_screen else dict([*columns.items()][:1])) - 2

        def words(loser: str) -> str:
            marks = self._winners.get(loser, {})
            lost = [name for name in names if marks.get(name)]
            several, of_them = counted(len(marks), "other"), f" ({len(lost)}{_LOST})" * bool(lost)
            texts = [", ".join(short[name] + marks[name] for name in names if name in marks) or "-" for short in shown]
            texts *= len(marks) <= _MOST_NAMED or not on_screen
            marked = f"{several} ({', '.join(shown[1][name] + _LOST for name in lost)})"
            texts += [*[marked] * (bool(lost) and not on_screen), several + of_them]
            return next((text for text in texts if len(text) <= most), f"{len(marks)}{of_them}")

        return columns | {"beaten by": list(map(words, names[: room.rows]))}

    @property
    def needed(self) -> str:
        """How probable a decision is."""
        return f"with probability {self.settings.threshold:g} or more"

    def undecided(self, joined: Callable[[list[str]], str], where: str = "") -> str:
        """Say that nobody beats all others, and who is not beaten, names joined in a way."""
        names, beaten = list(map(name_text, self.result.unbeaten)), f"beaten{self.margin} {self.needed}"
        if not names:
            return f"Undecided: {where}everyone is beaten by someone {self.needed}"
        whom = joined(names)
        if len(names) == 1:
            return f"Undecided: {where}{whom} is not {beaten}, but does not beat every other"
        between, nobody = ("between", "neither") if len(names) == 2 else ("among", "none of them")
        return f"Undecided {between} {whom}: {where}{nobody} is {beaten}"

    @property
    def test_level(self) -> float:
        """The level of tests that goes with the threshold of decisions."""
        return 2 * (1 - self.settings.threshold)

    @property
    def highest(self) -> str:
        """Say which value is the best."""
        return "highest" if self.metric.greater_is_better else "lowest"

    @property
    def margin(self) -> str:
        """By how much one has to be better to beat another, where there is a rope."""
        return f" by more than {self.settings.rope[1]:g}" if self.settings.rope[1] else ""

    def more_classifiers(self) -> str:
        """Say in the last line of a screen where the classifiers are that its table leaves out, if there are such."""
        left_out = len(self.short) - MOST_ROWS
        return f"`classifiers` has {left_out} more, " if left_out > 0 else ""

    # Tiers.

    def tiers(self) -> list[Cell]:
        """Return the numbers of the tiers that each classifier is in, as cells of a table."""
        tiers = [[number for number, tier in enumerate(self.result.tiers, 1) if name in tier] for name in self.short]
        return [Cell(text=", ".join(map(str, numbers)), value=numbers[0]) for numbers in tiers]

    def apart_words(self) -> str:
        """List runs of neighbours of which no two are told apart, and pairs in no such run; of two, nothing."""
        if len(self.short) == 2:
            return ""
        runs = [_run_words(list(map(name_text, tier))) for tier in self.result.tiers if len(tier) > 1]
        words = [*runs, *(f"also {pair}" for pair in self._apart_from_runs())]
        more = len(words) - _MOST_TIERS
        return "; ".join([*words[:_MOST_TIERS], *[f"{more} more"] * (more > 0)]) or "none: all are told apart"

    def _apart_from_runs(self) -> Iterator[str]:
        """Name the pairs that are not told apart, though in no run of neighbours both are."""
        names = list(self.short)
        last = {name: names.index(tier[-1]) for tier in self.result.tiers for name in tier}
        apart = self.decisions[~self.decisions["decision"].isin(OUTCOMES[::2])]
        for first, second in sorted(np.sort(places_of(apart, names), axis=0).T.tolist()):
            if second > last[names[first]]:
                yield f"{name_text(names[first])} and {name_text(names[second])}"

    def meanings(self, columns: Sequence[str]) -> list[str]:
        """Say what the heads of tables of classifiers mean."""
        rope = self.settings.rope[1]
        said = {
            "prob_within_rope_of_best": f"In rope: probability of being worse than the best by at most {rope:g}.",
            "prob_best": f"P(best): probability of the {self.highest} {self.metric.noun}.",
            "expected_rank": "Rank and regret: expected rank, and by how much worse than the best on average.",
            "pooled_estimate": "Pooled: the estimate if all classifiers are taken to be alike.",
        }
        tier = f"Tier: a run of neighbours, the best first, in no pair of which one is better{self.where} by decision"
        return [*(said[one] for one in columns if one in said), f"{tier}, which is no proof of being equal."]

    # Pairs.

    def to_next(self, question: str = "") -> str:
        """Give the difference of the best two, behind what is said of the best; nothing where it is not known."""
        best, pairs, written = [*self.short][:2], self.result.pairs, self.written_of_differences(question)
        row = pairs[pairs["first"].isin(best) & pairs["second"].isin(best)].iloc[0]
        estimate, low, high = (float(row[f"{question}{one}"]) for one in ("estimate", "low", "high"))
        if not np.isfinite(low):
            return ""
        basis = f"{HEADS['posterior']}{self.where}; {self.credible(written['interval'](low, high))}"
        first, second = map(name_text, row[["first", "second"]])
        return f"; against the next best, {self.difference_words(first, second, written['number'](estimate), basis)}"

    @abstractmethod
    def prob_of_pair(self, probability: float) -> str:
        """Write a probability of a pair by itself."""

    def decimals(self, question: str = "") -> int:
        """Decimals that show two figures of the standard deviation of a difference, the median of all pairs."""
        low, high = (self.result.pairs[f"{question.replace(':', '_')}{end}"] for end in ("low", "high"))
        return decimals_of(float((high - low).median()) / 4)

    def written_of_differences(self, question: str = "") -> Written:
        """Return how tables write differences and their intervals."""
        digits = self.decimals(question)
        interval = partial(bounds_text, usual=digits, rope=self.settings.rope)
        return {"prob": self.prob_of_pair, "interval": interval, "number": partial(decimal_text, digits=digits)}

    def pairs_words(self) -> str:
        """Say which pairs are shown."""
        all_are = len(self.result.pairs) <= MOST_PAIRS
        return "All pairs" if all_are else "Pairs of the best one, and of neighbours (`pairs` has all)"

    def pairs_in_order(self) -> pd.DataFrame:
        """Return the rows of pairs that are shown, those of the first names first."""
        pairs = shown_pairs(self.result.pairs, list(self.short))
        places = np.sort(places_of(pairs, list(self.short)), axis=0)
        return pairs.iloc[np.lexsort((places[1], places[0]))]

    def table_of_pairs(
        self, key: str, caption: str, pairs: pd.DataFrame, parts: Sequence[str], question: str = ""
    ) -> Table:
        """Return a table with a row per pair, of the answers to a question, as "average:", where there are several."""
        both = zip(pairs["first"].map(self.short), pairs["second"].map(self.short), strict=True)
        pairs = pairs.assign(pair=list(map(" - ".join, both)))
        columns = ["pair", *(part if part in pairs else f"{question}{part}" for part in parts)]
        heads = {"pair": "first - second"}
        return table_of(key, caption, pairs, columns, self.written_of_differences(question), heads)

    def after_holm(self, survives: "pd.Series[bool]") -> str:
        """Say of how many pairs one is still better once looking at all of them is accounted for."""
        marked = f"; {_LOST} not after it" if self._some_are_lost() else ""
        return f"; {survives.sum()} after adjustment for all pairs (Holm){marked}" if len(survives) > 1 else ""

    def _some_are_lost(self) -> bool:
        return any(mark for marks in self._winners.values() for mark in marks.values())

    def table_words(self, room: Room) -> str:
        after = f" ({_LOST} not after Holm's adjustment of posterior probabilities)" if self._some_are_lost() else ""
        return f"{super().table_words(room)}{after}"

    def apart_from_control(self, adjusted: pd.Series, level: float) -> str:
        """Name those that differ from the control, by what Holm's procedure makes of them."""
        names = list(map(name_text, adjusted.index[adjusted <= level]))
        control = name_text(str(self.result.control))
        return f"apart from {control} after Holm at {level:.3g}: {few_words(names) if names else 'none'}"


def decided_words(decisions: "pd.Series[str]", of: object) -> str:
    """Count the pairs of which one is better by decision, and those that are equivalent."""
    better, even = (int(decisions.isin(which).sum()) for which in (OUTCOMES[::2], OUTCOMES[1:2]))
    return f"{better} of {of}{f', {even} more equivalent' if even else ''}"


def _run_words(names: Sequence[str]) -> str:
    """List names, or their ends where they are many or long."""
    words = listed(names)
    short = len(names) <= _LONGEST_TIER and (len(names) == 2 or len(words) <= 2 * WIDTH)
    return words if short else f"{names[0]} to {names[-1]} ({len(names)})"
