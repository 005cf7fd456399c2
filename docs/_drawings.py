"""The drawings of the pages on concepts: what they show is computed by the package or read from `docs/results`."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
import pandas as pd
from _svg import save
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle
from scipy import signal, stats

import bayescmp as bc

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_RESULTS = Path(__file__).parent / "results"
_WIDTH = 6.4  # inches, 640 pixels
_FIRST, _SECOND, _NEITHER = "#0b4f8a", "#f0a24a", "0.82"  # dark, middle and pale, in grey as well
_LEVEL = 0.05
_STYLE = {
    "svg.hashsalt": "bayescmp",
    "font.size": 9.5,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "hatch.linewidth": 0.6,
}
# One hold-out of 500 records, as on the pages: both wrong, only the first, only the second, both right.
_TABLE = (30, 12, 28, 430)


def write_drawings(app: "Sphinx") -> None:
    """Write every drawing as docs/generated/drawing-NAME.svg."""
    folder = Path(app.srcdir, "generated")
    folder.mkdir(exist_ok=True)
    for name, draw in DRAWINGS.items():
        with mpl.rc_context(_STYLE):
            figure = draw()
            save(figure, folder / f"drawing-{name}.svg", facecolor="white")


def draw_concepts() -> Figure:
    """Draw what varies, one in the other: records, training runs, training sets, data sets."""
    figure, ax = _blank(2.75)
    rows = (
        ("other data sets", "a benchmark of many data sets", "0.93"),
        ("other training sets", "a cross-validation of algorithms", "0.84"),
        ("other training runs", "several runs on one training set", "0.72"),
        ("other records", "a hold-out of two fitted classifiers", _FIRST),
    )
    for depth, (what, design, colour) in enumerate(rows):
        left, low, right, top = 0.3 * depth, 0.22 * depth, 10 - 0.3 * depth, 4.3 - 0.93 * depth
        box = FancyBboxPatch((left, low), right - left, top - low, boxstyle="round,pad=0,rounding_size=0.15")
        box.set(facecolor=colour, edgecolor="black", linewidth=0.8)
        ax.add_patch(box)
        ink = "white" if colour == _FIRST else "black"
        ax.text(left + 0.25, top - 0.46, what, color=ink, va="center", weight="bold")
        ax.text(right - 0.25, top - 0.46, design, color=ink, va="center", ha="right")
    ax.set(xlim=(-0.05, 10.05), ylim=(-0.05, 4.35))
    return figure


def draw_paired_table() -> Figure:
    """Draw a paired table, and the posteriors of the difference from it and from its two error rates alone."""
    both_wrong, only_first, only_second, both_right = _TABLE
    n = sum(_TABLE)
    figure, (left, right) = plt.subplots(1, 2, figsize=(_WIDTH, 3.0), width_ratios=(1, 1.35), layout="constrained")
    cells = (((both_wrong, "both wrong"), (only_first, "only first\nwrong")),
             ((only_second, "only second\nwrong"), (both_right, "both right")))  # fmt: skip
    colours = {"only first\nwrong": _SECOND, "only second\nwrong": _FIRST}
    for i, row in enumerate(cells):
        for j, (count, what) in enumerate(row):
            decides = what in colours
            face = colours.get(what, "white")
            ink = "white" if face == _FIRST else "black"
            edge = {"edgecolor": "black", "linewidth": 1.8 if decides else 0.6}
            left.add_patch(Rectangle((j, 1 - i), 1, 1, facecolor=face, zorder=2 if decides else 1, **edge))
            look = {"ha": "center", "va": "center", "zorder": 3, "color": ink if decides else "0.35"}
            left.text(j + 0.5, 1.66 - i, count, fontsize=18, weight="bold" if decides else "normal", **look)
            left.text(j + 0.5, 1.27 - i, what, fontsize=9, **look)
    left.set(xlim=(-0.02, 2.02), ylim=(-0.02, 2.02), aspect="equal", xticks=(0.5, 1.5), yticks=(1.5, 0.5))
    left.set_xticklabels(("wrong", "right"))
    left.set_yticklabels(("wrong", "right"), rotation=90, va="center")
    left.set(xlabel="second classifier", ylabel="first classifier", title=f"{n} records")
    left.xaxis.set_label_position("top")
    left.tick_params(length=0, labeltop=True, labelbottom=False)
    left.spines[:].set_visible(False)

    x = np.linspace(-0.1, 0.04, 561)
    paired = _difference(*_TABLE).pdf(x)
    alone = _of_two_rates(x, both_wrong + only_first, both_wrong + only_second, n)
    right.fill_between(x, paired, where=x <= 0, color=_FIRST, alpha=0.25, lw=0)
    right.plot(x, paired, color=_FIRST, lw=2)
    right.plot(x, alone, color="black", ls="--", lw=1.4)
    right.axvline(0, color="black", lw=0.8)
    top = paired.max()
    right.annotate("from the table", (-0.020, 0.62 * top), (-0.007, 0.88 * top), color=_FIRST, weight="bold",
                   ha="left", annotation_clip=False, arrowprops={"arrowstyle": "-", "color": _FIRST})  # fmt: skip
    right.annotate("from the two\nerror rates alone", (-0.0597, np.interp(-0.0597, x, alone)), (-0.099, 0.62 * top),
                   arrowprops={"arrowstyle": "-"})  # fmt: skip
    _density_axis(right)
    right.set(xlabel="difference in error, first \u2212 second", ylim=(0, 1.05 * top), title="Posterior")
    right.set_xticks((-0.1, -0.05, 0))
    return figure


def draw_cross_validation() -> Figure:
    """Draw the ten splits of a 5 x 2 cross-validation, and the variance of the mean difference by repeats."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(_WIDTH, 3.6), width_ratios=(1, 1.1), layout="constrained")
    blocks, repeats = 8, 5
    splits = bc.BlockRegularizedCV(repeats, random_state=0).split(np.zeros((blocks, 1)))
    places = []
    for fit, (train, _) in enumerate(splits):
        place = 1.25 * fit - 0.35 * (fit % 2)
        places.append(place)
        for block in range(blocks):
            trained = block in train
            face = {"facecolor": _FIRST if trained else "white", "edgecolor": "black", "linewidth": 0.6}
            left.add_patch(Rectangle((block, place), 1, 0.85, **face))
    left.set(xlim=(-0.05, blocks + 0.05), ylim=(places[-1] + 0.95, -0.1), xticks=())
    left.set_yticks([np.mean(places[2 * r : 2 * r + 2]) + 0.42 for r in range(repeats)])
    left.set_yticklabels([f"repeat {r + 1}" for r in range(repeats)])
    left.tick_params(length=0)
    left.spines[:].set_visible(False)
    left.set_title("5 x 2: ten training sets", pad=8)
    left.set_xlabel("records in eight blocks:\ndark = trained on, white = predicted")

    rows = pd.read_csv(_RESULTS / "frontier.csv").query("method == 'crossed-effects'")
    share, tau = rows["record_share"].median(), rows["between_repeats"].median()
    numbers = (1, 5, 15, 31)
    bottom = np.zeros(len(numbers))
    parts = (
        ("records", np.full(len(numbers), share), {"color": _FIRST}),
        ("training sets", np.full(len(numbers), tau), {"facecolor": _SECOND, "hatch": "////"}),
        ("rest", np.array([(1 - share) / m for m in numbers]), {"color": _NEITHER}),
    )
    for _, heights, look in parts:
        right.bar(range(len(numbers)), heights, bottom=bottom, width=0.62, **(look | {"edgecolor": "black", "lw": 0.6}))
        bottom += heights
    beside = len(numbers) - 0.55
    words = (
        ("records:\nmore records\nshrink this part", share / 2, _FIRST),
        ("training sets:\nno single run can\nmeasure this part", share + tau / 2 + 0.07, "black"),
    )
    for text, height, colour in words:
        right.text(beside, height, text, va="center", color=colour, fontsize=8.5)
    right.annotate("rest: more repeats\nshrink this part only", (0.33, 0.8), (0.75, 0.88), va="center", fontsize=8.5,
                   arrowprops={"arrowstyle": "-"})  # fmt: skip
    right.set_xticks(range(len(numbers)), [str(m) for m in numbers])
    right.set(xlabel="repeats", xlim=(-0.5, beside + 1.75), ylim=(0, 1.18))
    right.set_yticks((0, 0.5, 1), ("0", "0.5", "1"))
    right.set_title("Variance of the mean difference", pad=8)
    right.hlines(1, 0.31, beside + 1.7, color="0.4", lw=0.8, ls=":")
    right.text(beside + 1.7, 1.015, "a hold-out of as many records", fontsize=8.5, va="bottom", ha="right")
    right.spines["bottom"].set_bounds(-0.5, len(numbers) - 0.5)
    return figure


def draw_rope() -> Figure:
    """Draw three posteriors over a region of practical equivalence, each with its three probabilities."""
    rope, cases = 0.01, ((0, 30, 75, 1395), (0, 18, 20, 1462), _TABLE)
    figure, axes = plt.subplots(len(cases), 1, figsize=(_WIDTH, 4.3), sharex=True, layout="constrained")
    x = np.linspace(-0.08, 0.03, 221)
    for ax, counts in zip(axes, cases, strict=True):
        both_wrong, only_first, only_second, both_right = counts
        table = bc.paired_table(
            both_wrong=both_wrong, only_first_wrong=only_first, only_second_wrong=only_second, both_right=both_right
        )
        result = bc.compare(table, rope=rope)
        density = _difference(*counts).pdf(x)
        ax.axvspan(-rope, rope, color="0.9", lw=0)
        for where, look in (
            (x <= -rope, {"color": _FIRST}),
            ((x >= -rope) & (x <= rope), {"facecolor": "0.65"}),
            (x >= rope, {"facecolor": _SECOND, "hatch": "////"}),
        ):
            ax.fill_between(x, density, where=where, lw=0, **look)
        ax.plot(x, density, color="black", lw=1)
        top = density.max()
        ax.plot([result.interval.low, result.interval.high], [-0.12 * top] * 2, color="black", lw=3, clip_on=False)
        _density_axis(ax)
        ax.set(ylim=(-0.2 * top, 1.1 * top))
        ax.text(0, 1.0, result.decision, transform=ax.transAxes, weight="bold", fontsize=10.5, va="top")
        first, same, second = result.probabilities
        pvalue = float(bc.frequentist.mcnemar(table).pvalue)
        for line, (what, prob) in enumerate((("first better", first), ("equivalent", same), ("second better", second))):
            ax.text(0, 0.68 - 0.17 * line, f"{what} {_prob(prob)}", transform=ax.transAxes, fontsize=9)
        ax.text(
            1,
            1.0,
            f"{'p' if ax is not axes[0] else 'McNemar: p'} {_prob(pvalue, sign='= ')}",
            transform=ax.transAxes,
            ha="right",
            va="top",
        )
        if ax is axes[0]:
            ax.text(0, 0.9 * top, "rope", ha="center", va="center")
            ax.text(result.interval.low - 0.0015, -0.12 * top, "95 % interval", ha="right", va="center", fontsize=8.5)
    axes[-1].set_xlabel("difference in error, first \u2212 second")
    axes[-1].set_xticks((-0.07, -0.05, -0.03, -0.01, 0.01, 0.03))
    return figure


def draw_several_data_sets() -> Figure:
    """Draw the differences on many data sets, and the posteriors of their average and of the next one."""
    frame = pd.read_csv(_RESULTS / "accuracies.csv.gz").drop_duplicates(["classifier", "dataset"])
    columns = [f"s{k}" for k in range(100)]
    frame[columns] /= 100
    folds = bc.validation_sets(9, 1, n_repeats=10, dataset="dataset")
    data = bc.scores(columns, data=frame, classifier="classifier", how=folds, noun="accuracy")
    result = bc.compare_datasets(data, first="nbc", second="aode")
    rows = result.datasets.sort_values("estimate")
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(_WIDTH, 3.3), width_ratios=(1.6, 1), sharey=True, layout="constrained"
    )
    places = np.arange(len(rows))
    left.vlines(places, rows["low"], rows["high"], color="0.55", lw=1.4)
    left.plot(places, rows["estimate"], "o", color="black", ms=2.8)
    left.set(xticks=(), xlabel=f"{len(rows)} data sets, sorted", ylim=(-0.21, 0.11), title="Each data set")
    left.set_ylabel("difference in accuracy")
    y, edges = np.linspace(-0.21, 0.11, 1201), np.linspace(-0.21, 0.11, 33)
    average = result.average.posterior.pdf(y)
    following = np.diff(result.next_dataset.posterior.cdf(edges)) / np.diff(edges)
    right.fill_betweenx(y, average / average.max(), color=_FIRST, alpha=0.35, lw=0)
    right.plot(average / average.max(), y, color=_FIRST, lw=1.8)
    right.stairs(following / average.max(), edges, orientation="horizontal", color="black", lw=1.7)
    right.text(0.5, result.average.posterior.interval().low - 0.006, "the average", color=_FIRST, weight="bold",
               va="top")  # fmt: skip
    right.annotate("the next data set", (following[14] / average.max(), -0.066), (0.3, -0.1),
                   arrowprops={"arrowstyle": "-"})  # fmt: skip
    right.set(xticks=(), xlim=(0, 1.1), title="Posterior of")
    for ax in (left, right):
        ax.axhline(0, color="black", lw=0.8)
        ax.spines["bottom"].set_visible(False)
    right.text(1.1, 0.004, "no difference", ha="right", va="bottom", fontsize=8.5)
    return figure


def draw_runs() -> Figure:
    """Draw the answers of several training runs of two algorithms to the same questions."""
    wrong = five_runs()
    hardness = sum(grid.mean(axis=0) for grid in wrong.values())
    shown = np.argsort(hardness, kind="stable")
    shown = shown[np.linspace(0.45 * shown.size, shown.size - 1, 44).astype(int)]
    figure, axes = plt.subplots(2, 2, figsize=(_WIDTH, 3.3), width_ratios=(3, 1), sharex="col", layout="constrained")
    for (left, right), (name, grid), colour in zip(axes, wrong.items(), (_FIRST, _SECOND), strict=True):
        runs = np.arange(len(grid))
        for run in runs:
            for place, question in enumerate(shown):
                face = colour if grid[run, question] else "white"
                box = {"facecolor": face, "edgecolor": "0.6", "linewidth": 0.4}
                left.add_patch(Rectangle((place, run - 0.4), 1, 0.8, **box))
        left.set(xlim=(-0.1, shown.size + 0.1), ylim=(len(runs) - 0.4, -0.6), xticks=(), title=name)
        left.set_yticks(runs, [f"run {run + 1}" for run in runs])
        left.tick_params(length=0)
        left.spines[:].set_visible(False)
        values = grid.mean(axis=1)
        right.plot(values, runs, "o", color=colour, mec="black", mew=0.6, ms=6)
        right.axvline(values.mean(), color="black", lw=1.4)
        right.set(ylim=(len(runs) - 0.4, -0.6), yticks=(), xlim=(0, 0.3))
        right.spines["left"].set_visible(False)
    axes[0, 1].set_title("Error of each run", fontweight="normal")
    axes[1, 0].set_xlabel(f"{shown.size} of {len(hardness)} questions, easy to hard; filled = wrong")
    axes[1, 1].set_xlabel("line: mean over runs")
    return figure


def draw_looking() -> Figure:
    """Draw how probable it is that two equal classifiers were decided, against the number of looks."""
    looks, found = false_decisions()
    figure, ax = plt.subplots(figsize=(_WIDTH, 3.3), layout="constrained")
    lines = (
        ("posterior", "posterior probability\nabove .975 at any look", {"color": _FIRST, "lw": 2.2}),
        ("e_value", "e-value above 20\nat any look", {"color": "black", "lw": 1.6, "ls": "--"}),
    )
    for name, words, look in lines:
        ax.plot(looks, found[name], **look)
        ax.text(looks[-1] * 1.06, found[name][-1], words, va="center", color=look["color"])
    ax.hlines(_LEVEL, 1, looks[-1], color="0.4", lw=1, ls=":")
    ax.text(looks[-1] * 1.06, _LEVEL + 0.004, "what was meant: 5 %", color="0.3", va="bottom")
    ax.set(xscale="log", xlim=(1, 480), ylim=(0, 0.35), xlabel="number of looks, one after every 20 records")
    ax.set_xticks((1, 2, 5, 10, 20, 50, 100), ("1", "2", "5", "10", "20", "50", "100"))
    ax.minorticks_off()
    ax.spines["bottom"].set_bounds(1, looks[-1])
    ax.set_yticks((0, 0.1, 0.2, 0.3), ("0", "10 %", "20 %", "30 %"))
    ax.set_title("Two equal classifiers: probability of a false decision", pad=8)
    return figure


DRAWINGS: dict[str, Callable[[], Figure]] = {
    "concepts": draw_concepts,
    "paired-table": draw_paired_table,
    "cross-validation": draw_cross_validation,
    "rope": draw_rope,
    "several-data-sets": draw_several_data_sets,
    "runs": draw_runs,
    "looking": draw_looking,
}


def five_runs() -> dict[str, np.ndarray]:
    """Return which of 300 questions five runs of two algorithms get wrong, as on the page on runs."""
    rng = np.random.default_rng(1)
    hard = rng.normal(size=300)
    return {
        name: hard + rng.normal(0, 0.3, (5, 1)) + rng.normal(size=(5, 300)) > at
        for name, at in {"mine": 1.5, "theirs": 1.0}.items()
    }


def false_decisions(
    disagreement: float = 0.1, every: int = 20, n_looks: int = 100
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return how probable it is that equal classifiers are decided by each look: by the posterior, by the e-value.

    Exact: the counts that decide (a and b records that only the first, and only the second gets wrong) are a Markov
    chain over the looks, and what is decided at one leaves it.
    """
    expected = n_looks * every * disagreement / 2
    most = int(expected + 8 * np.sqrt(expected))  # all but 1e-14 of either count
    a, b = np.meshgrid(np.arange(most + 1), np.arange(most + 1), indexing="ij")
    none = np.zeros_like(a)
    table = bc.paired_table(both_wrong=none, only_first_wrong=a, only_second_wrong=b, both_right=none, dims=("a", "b"))
    prob = bc.posteriors.paired_posterior(table).prob_first_better
    decided = {
        "posterior": np.asarray((prob >= 0.975) | (prob <= 0.025)),
        "e_value": np.asarray(bc.frequentist.e_value(table).statistic >= 1 / _LEVEL),
    }
    near = np.arange(every + 1)
    step = stats.multinomial.pmf(
        np.stack(np.broadcast_arrays(near[:, None], near, every - near[:, None] - near), axis=-1),
        every,
        [disagreement / 2, disagreement / 2, 1 - disagreement],
    )
    found = {}
    for name, stops in decided.items():
        going, shares = np.zeros(stops.shape), []
        going[0, 0] = 1
        for _ in range(n_looks):
            going = signal.fftconvolve(going, step)[: most + 1, : most + 1]
            shares.append(going[stops].sum())
            going[stops] = 0
        found[name] = np.cumsum(shares)
    return np.arange(1, n_looks + 1), found


def _difference(
    both_wrong: int, only_first: int, only_second: int, both_right: int
) -> bc.posteriors.DifferencePosterior:
    table = bc.paired_table(
        both_wrong=both_wrong, only_first_wrong=only_first, only_second_wrong=only_second, both_right=both_right
    )
    return bc.posteriors.paired_posterior(table).difference


def _of_two_rates(x: np.ndarray, first: int, second: int, n: int) -> np.ndarray:
    """Return the density of the difference of two rates that are taken as independent, under the same prior."""
    of_first, of_second = (stats.beta(wrong + 2, n - wrong + 2) for wrong in (first, second))
    rate = np.linspace(0, 0.4, 2001)
    return np.array([np.trapezoid(of_first.pdf(rate + shift) * of_second.pdf(rate), rate) for shift in x])


def _prob(value: float, sign: str = "") -> str:
    least, most = 0.001, 0.9995
    return "< .001" if value < least else "> .999" if value > most else sign + f"{value:.3f}".removeprefix("0")


def _blank(height: float) -> tuple[Figure, Axes]:
    figure, ax = plt.subplots(figsize=(_WIDTH, height), layout="constrained")
    ax.set_axis_off()
    return figure, ax


def _density_axis(ax: Axes) -> None:
    ax.set(yticks=())
    ax.spines["left"].set_visible(False)
