"""The estimates of every method and test that the data allow."""

import re
from functools import partial
from typing import Any

from bayescmp.comparison import Comparison
from bayescmp.comparison._checked import check_comparison
from bayescmp.content import PAPER, pvalue_text, row_words
from bayescmp.methods._rows import TEST
from bayescmp.plots._axes import LETTERS, Axes, axes_or_new, names_apart
from bayescmp.plots._interval_rows import draw_rows, finish_rows, height_of, intervals_of
from bayescmp.plots._of_comparison import difference_label
from bayescmp.plots._plot import Plot

_SPECIFICS = re.compile(r"(,| (?:for|of|by|within|with)) .*?(?=$| \(equiv)")  # of a test, after its name
_LOOK: dict[str, Any] = {"color": "black", "markerfacecolor": "white", "markersize": 4.5, "capsize": 2.0}


def plot_methods(comparison: Comparison, *, ax: Axes | None = None, size: str | None = None) -> Axes:
    """Plot the estimate of value(first) - value(second) of every method and test, as a forest.

    One row per row of ``comparison.methods``, in their order: a posterior mean with its credible interval and the
    probability that the first classifier is better, with a rope by more than it, or the estimate of a test with its
    p-value and, where it has one, its confidence interval. The row that the decision rests on is in bold, with a filled
    mark. The first classifier is better left of 0, where more is better right of it.

    Parameters
    ----------
    comparison, ax, size
        As in `plot_difference`; a new figure is as high as the rows need.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> ax = bc.plots.plot_methods(bc.compare(table, first="tree", second="svm"))
    >>> [label.get_text() for label in ax.get_yticklabels()][:2]
    ['paired', "McNemar's exact test"]
    >>> plt.close(ax.get_figure())
    """
    methods = check_comparison(comparison).methods.reset_index(drop=True)
    ax = axes_or_new(ax, size, METHODS_PLOT.height(comparison))
    tests = methods["kind"] == TEST
    decides = methods.index == 0
    several = intervals_of(
        methods,
        (decides, _LOOK | {"marker": "D", "markerfacecolor": "black", "label": "decides"}),
        (~tests & ~decides, _LOOK | {"marker": "o", "label": "other method"}),
        (tests & ~decides, _LOOK | {"marker": "s", "label": "test"}),
    )
    draw_rows(ax, names_apart(map(_name, methods.itertuples()), ax), several, rope=comparison.rope)
    ax.get_yticklabels()[0].set_fontweight("bold")
    answers = [  # a small probability says the opposite of a small p-value
        f"p {pvalue_text(float(row.pvalue))}"
        if row.kind == TEST
        else f"P {comparison.content.prob(row.prob_first_better)}"
        for row in methods.itertuples()
    ]
    ax.margins(x=0.08)
    finish_rows(ax, partial(difference_label, comparison), answers, share=0.4)
    ax.child_axes[-1].get_yticklabels()[0].set_fontweight("bold")
    return ax


def _name(row: Any) -> str:
    words = row_words(row)
    words = words.replace("two one-sided tests of equivalence", "TOST")
    return words if len(words) <= LETTERS or row.kind != TEST else _SPECIFICS.sub("", words)


def _caption(comparison: Comparison) -> str:
    said, has_test = comparison.content, comparison.methods["pvalue"].notna().any()
    tests = f", p-values of tests, and their {100 * comparison.ci_prob:g} % confidence intervals" if has_test else ""
    return (
        f"Difference in {said.metric.noun} by every method, {said.direction(PAPER)}: posterior means with "
        f"{said.interval_words()} intervals and the probability P that {said.first} is better{tests}. The decision "
        "rests on the row in bold."
    )


METHODS_PLOT = Plot(
    name="methods", draw=plot_methods, section="methods-and-tests",
    height=lambda comparison: height_of(len(comparison.methods)),
    caption=_caption,
)  # fmt: skip
