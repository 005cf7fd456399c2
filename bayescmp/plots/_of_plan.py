"""The plot of a plan: power and assurance by the number of records."""

import numpy as np

from bayescmp._support._text import rounded_up
from bayescmp._support._typing import Floats
from bayescmp.comparison import Assurance
from bayescmp.plots._axes import NOMINAL, TEXT_SIZE, Axes, axes_or_new, finish, look_of_mark
from bayescmp.plots._plot import Plot, check_kind

_POWERS = (0.5, 0.8, 0.9)
_ROOM = 1.6
_LOOKS = {"power": {"ls": "-"}, "not_inferior": {"ls": "-.", "markerfacecolor": "white"}, "assurance": {"ls": "--"}}


def plot_plan(assurance: Assurance, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot how probably larger experiments would decide, by the number of records, or of what alone varies.

    A line for the power, where a difference is stated, one of dots and dashes for deciding that the first is not
    inferior, where it is inside the rope, a dashed one for the assurance, where there were data; one of each for every
    number of repeats, answers or runs. Dotted lines mark a probability of .5, .8 and .9, and numbers
    what each needs.

    Parameters
    ----------
    assurance : Assurance
        As from `plan` or `plan_hold_out`.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> ax = bc.plan_hold_out(difference=0.02, disagreement=0.1).plot()
    >>> ax.get_xlabel()
    'number of records'
    >>> plt.close(ax.get_figure())
    """
    from matplotlib.ticker import NullLocator, StrMethodFormatter

    check_kind("assurance", assurance, Assurance, "plan")
    ax = axes_or_new(ax, size, PLAN_PLOT.height(assurance))
    for power in _POWERS:
        ax.axhline(power, zorder=1, **NOMINAL)
    along, which, *_ = *assurance.sizes, "n_repeats"
    table = assurance.table if which in assurance.table else assurance.table.assign(**{which: 1})
    repeats = list(dict.fromkeys(table[which]))
    for number, m in enumerate(repeats):
        rows = table[table[which] == m].sort_values(along)
        of = f", {m:g} {which.removeprefix('n_')}" if len(repeats) > 1 else ""
        for name in (name for name in _LOOKS if name in rows):
            at = "" if name == "assurance" else f" at a difference of {assurance.difference:g}"
            words = f"{name.replace('_', ' ')}{at}{of}"
            look = look_of_mark(number) | _LOOKS[name] | {"linewidth": 1.0}
            ax.plot(rows[along], rows[name], label=words.replace(" inf ", " infinitely many "), **look)
    for power, least in assurance.needed.items():
        if table[along].min() <= least <= table[along].max():
            ax.plot([least, least], [-0.03, power], zorder=1, **NOMINAL)
            ax.annotate(
                f"{rounded_up(least, 3 if assurance.right else 2):,.0f}", (least, power), (-4, 2),
                textcoords="offset points", fontsize=TEXT_SIZE, ha="right",
            )  # fmt: skip
    finish(ax, xlabel=f"number of {along.removeprefix('n_')}", ylabel="probability of a decision")
    ax.set_xscale("log")
    ax.set_xticks(_apart(np.unique(table[along])))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    ax.set_yticks([0, *_POWERS, 1])
    ax.set_ylim(-0.03, 1.03)
    return ax


def _apart(sizes: Floats) -> list[float]:
    """Return the sizes that have room for their numbers: each at least so many times the one before."""
    kept: list[float] = []
    for size in sizes.tolist():
        if not kept or size >= _ROOM * kept[-1]:
            kept.append(size)
    return kept


PLAN_PLOT = Plot(
    name="plan", draw=plot_plan, applies=lambda assurance: isinstance(assurance, Assurance),
    height=lambda assurance: 2.2 + 0.15 * (len(assurance.table) / assurance.table[assurance.sizes[0]].nunique() - 1),
    caption=lambda assurance: (
        f"Probability of a decision by the number of {assurance.sizes[0].removeprefix('n_')}{assurance.fixed}"
        f"{assurance.rope_words()}; dotted: 0.5, 0.8 and 0.9."
    ),
)  # fmt: skip
"""The picture of a plan, which is no result and so in no report."""
