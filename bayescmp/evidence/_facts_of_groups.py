"""What a note says of groups of dependent records: what they cost, and where they are few."""

from collections.abc import Iterator

from bayescmp._support._text import counted
from bayescmp._support._typing import Integers
from bayescmp.design import HOLD_OUT, Design
from bayescmp.evidence._fact import Fact
from bayescmp.evidence._groups import GroupSums

_FEW = 10  # groups, below which they tell little of how groups vary
_SEVERAL, _CHANCE = 8, 0.01  # groups, of fewer of which sizes tell nothing, and what is beyond chance


def facts_of_groups(
    design: Design, first: Integers, second: Integers, groups: GroupSums, *, are_counted: bool
) -> Iterator[Fact]:
    """Say of groups of dependent records what they cost, of several pairs at most, and where they are few.

    `are_counted`: whether outcomes are, which a hold-out has no more of than records, however alike its groups are.
    Of eight groups or more, too, where their sizes tell of their mean differences: where the rank correlation of both
    is beyond chance, with a p-value below .01 after Bonferroni for several pairs.
    """
    if not design.has_groups:
        return
    sizes = sorted({f"{size:.0f}" for size in (design.groups.smallest, design.groups.largest)}, key=int)
    each = f"of {sizes[0]} to {sizes[-1]} records" if len(sizes) > 1 else f"of {counted(sizes[0], 'record')} each"
    of, most = ("a pair's difference", "at most ") if len(first) > 1 else ("the difference", "")
    effect = groups.effect(first, second)
    if (groups.difference(first, second)["per_record"] > 0).any():
        least = float(are_counted and design.kind == HOLD_OUT)
        said = f"the variance of {of} is {_times(effect, least, most)}"
        if effect < 1 and design.n_groups < _FEW:
            said += "; the interval allows for how badly so few groups tell it"
    else:
        said = (
            "no difference tells how alike the records of a group are, which are taken to be wholly so, "
            f"{effect:.2g} times the variance of independent ones"
        )
    yield Fact(kind="groups", text=f"{counted(design.n_groups, 'group')} {each} are the units: {said}", size=effect)
    if groups.df + 1 < _FEW:
        few = counted(int(groups.df) + 1, "group")
        all_few = int(groups.df) + 1 == design.n_groups
        who = f"{few} tell" if all_few else f"the rarest class is in {few} or fewer, which tell"
        wide = "with fewer than 10, intervals are wide, and may hold less often than they say where groups differ much"
        yield Fact(kind="few groups", text=f"{who} little of how much groups vary: {wide} in size")
    if design.n_groups >= _SEVERAL:
        correlation, p = groups.told_by_sizes(first, second)
        if p < _CHANCE:
            yield Fact(
                kind="sizes tell",
                text=f"larger groups differ otherwise than smaller ones{' in a pair' * (len(first) > 1)} (rank "
                f"correlation of the sizes of groups and differences {abs(correlation):.2f}): few large ones decide, "
                "and intervals may be too narrow",
            )


def _times(effect: float, least: float, most: str) -> str:
    """Say how many times the variance of independent records the variance is."""
    size = f"{max(effect, least):.2g}"
    if size == "1" != f"{effect:.2g}":
        return "not above that of independent records, and taken for it (a design effect of 1)"
    if size == "1":
        return "that of independent records (a design effect of 1)"
    return f"{most}{size} times that of independent records (design effect)"
