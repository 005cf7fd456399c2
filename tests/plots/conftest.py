"""Comparisons to draw, and what every picture must hold: texts apart from each other and inside of the figure."""

import functools
import itertools
from types import SimpleNamespace

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from sklearn.model_selection import KFold, ShuffleSplit

import bayescmp as bc
from bayescmp import plots
from bayescmp.plots._calibration import probabilities_of_class

plt.switch_backend("agg")

COLUMN = 3.35  # 85 mm, the column of a journal
N = 120
HOSTILE = (
    "<script>alert(1)</script> $x^2$ and a_b & c% in a name as long as a sentence",
    r"$\frac{1}{2}$ \$5 & 100% {a}_b^c\ WWWWWWWWWWWWWWWW",
)
NAMES = ("tree", "svm")
Y = np.random.default_rng(0).integers(0, 2, N)


def splits_of(cv):
    return list(cv.split(np.zeros((N, 1))))


def predictions_of(splits=None, names=NAMES, errors=(0.1, 0.25)):
    """Return predictions with so many errors, each classifier wrong on records of its own in every repeat."""
    n_repeats = 0 if splits is None else round(sum(len(test) for _, test in splits) / N)
    rng, shape = np.random.default_rng(5), (n_repeats, N) if n_repeats > 1 else N
    wrong = [np.broadcast_to(rng.random(N) < error, shape) for error in errors]
    extra = [rng.random(shape) < error / 3 for error in errors]
    y_pred = {name: np.where(a | b, 1 - Y, Y) for name, a, b in zip(names, wrong, extra, strict=True)}
    return bc.labels(Y, y_pred, how=splits and bc.splits(splits))


def hold_outs():
    """Return predictions of 15 hold-outs, missing where a record is not validated."""
    splits = splits_of(ShuffleSplit(15, test_size=1 / 3, random_state=0))
    both = predictions_of()["y_pred"].isel(repeat=0).to_numpy()
    y_pred = {name: np.tile(one, (15, 1)) for name, one in zip(NAMES, both, strict=True)}
    return bc.labels(Y, y_pred, how=splits and bc.splits(splits))


TWO_FOLD, TEN_FOLD = bc.BlockRegularizedCV(random_state=0), KFold(10, shuffle=True, random_state=0)
DATA = {
    "hold-out": predictions_of,
    "5 x 2": lambda: predictions_of(splits_of(TWO_FOLD)),
    "10-fold": lambda: predictions_of(splits_of(TEN_FOLD)),
    "15 hold-outs": hold_outs,
    "hostile": lambda: predictions_of(splits_of(TWO_FOLD), HOSTILE),
    "dollars": lambda: predictions_of(splits_of(TWO_FOLD), ("$a_1$", "_$b")),
    "all right": lambda: predictions_of(splits_of(TWO_FOLD), errors=(0, 0)),
    "tables": lambda: bc.paired_tables(data_of("5 x 2")),
    "effective": lambda: bc.effective_table(bc.paired_tables(data_of("5 x 2"))),
    "undecided": lambda: predictions_of(splits_of(TEN_FOLD), errors=(0.2, 0.22)),
}


@functools.cache
def data_of(name):
    return DATA[name]()


@functools.cache
def compared(name, **options):
    return bc.compare(data_of(name), **{"rope": 0.02, **options})


LABELS = ("healthy", "ill")


@functools.cache
def probable(case="hold-out", n=60, labels=LABELS, names=NAMES, digits=6):
    """Return predictions with probabilities, of which the first classifier's are the better and the sharper ones."""
    rng, k, splits = np.random.default_rng(n), len(labels), None if case == "hold-out" else halves(n)
    shape = (1, n) if splits is None else (5, n)
    y, given, names_of_labels = rng.integers(0, k, n), {}, np.array(labels)
    for name, sharp in zip(names, (2.0, 1.0), strict=True):
        noise = rng.normal(size=(*shape, k)) + sharp * np.eye(k)[y]
        shares = np.round(np.exp(sharp * noise) / np.exp(sharp * noise).sum(-1, keepdims=True), digits)
        shares[..., 0] = np.round(1 - shares[..., 1:].sum(-1), digits)
        given[name] = np.clip(shares, 0, 1).squeeze()
    y_pred = {name: names_of_labels[one.argmax(-1)] for name, one in given.items()}
    return bc.probabilities(names_of_labels[y], given, y_pred=y_pred, how=splits and bc.splits(splits))


def halves(n):
    return list(bc.BlockRegularizedCV(random_state=0).split(np.zeros((n, 1))))


OF_PROBABILITIES = {
    "hold-out": probable,
    "5 x 2": lambda: probable("5 x 2"),
    "ties": lambda: probable(digits=1),
    "three": lambda: probable(n=90, labels=("cat", "ill", "worm")),
    "hostile": lambda: probable(names=HOSTILE, labels=("a class with a name as long as a sentence", "ill")),
    "dollars": lambda: probable(names=("$a_1$", "_$b")),
}


DRAW = {
    "difference": lambda name, ax: plots.plot_difference(compared(name), ax=ax),
    "methods": lambda name, ax: plots.plot_methods(compared(name), ax=ax),
    "folds": lambda name, ax: plots.plot_folds(compared(name), ax=ax),
    "tables": lambda name, ax: plots.plot_table(compared(name).tables, ax=ax),
    "effective table": lambda name, ax: plots.plot_table(compared(name).effective_table, ax=ax),
    "tau": lambda name, ax: plots.plot_sensitivity(compared(name), over="tau", ax=ax),
    "rope": lambda name, ax: plots.plot_sensitivity(compared(name), over="rope", ax=ax),
    "rho": lambda name, ax: plots.plot_sensitivity(compared(name), over="rho", ax=ax),
}
PICTURES = [
    *((plot, "hostile") for plot in DRAW),
    ("difference", "hold-out"),
    ("folds", "10-fold"),
    ("rope", "all right"),
]


@functools.cache
def picture(plot, name):
    """Draw a plot of a case at the width of a column, once for all tests."""
    data, settings = data_of(name), mpl.rcParams.copy()
    before, figures = data.copy(deep=True), plt.get_fignums()
    fig, ax = plt.subplots(figsize=(COLUMN, 2.8), layout="constrained")
    facts = {"returned": DRAW[plot](name, ax), "new_figures": len(plt.get_fignums()) - len(figures)}
    facts["unchanged"] = mpl.rcParams == settings and data.equals(before) and data.attrs == before.attrs
    fig.canvas.draw()  # while it is open
    return SimpleNamespace(fig=fig, ax=ax, **facts)


@pytest.fixture(params=PICTURES, ids=", ".join)
def drawn(request):
    """Every plot of every case."""
    return picture(*request.param)


@pytest.fixture(name="compared", scope="session")
def _compared():
    return compared


@pytest.fixture(scope="session")
def probabilities_of():
    """Return a function from the name of a case to its predictions with probabilities; look for the class "ill"."""
    return lambda case: OF_PROBABILITIES[case]()


@pytest.fixture(scope="session")
def of_class():
    """Return a function from predictions to what the plots of one class read of them."""
    return lambda predictions, label="ill": probabilities_of_class(predictions, None, None, label)


@pytest.fixture(params=["5 x 2", "ties", "three"])
def probable_case(request):
    """Every case of predictions with probabilities."""
    return OF_PROBABILITIES[request.param]()


@pytest.fixture(name="data_of", scope="session")
def _data_of():
    return data_of


@pytest.fixture
def draw_named():
    """Return every plot by its name."""
    return DRAW


@pytest.fixture(autouse=True)
def _figures_are_closed():
    yield
    plt.close("all")


def texts_of(ax):
    """Return all texts that are drawn in the axes and in axes inside of them."""
    legend = ax.get_legend()
    texts = [*ax.texts, ax.title, *(legend.get_texts() if legend else [])]
    if ax.axison:
        texts += [ax.xaxis.label, ax.yaxis.label, ax.xaxis.offsetText, ax.yaxis.offsetText]
        for axis in (ax.xaxis, ax.yaxis):
            low, high = sorted(axis.get_view_interval())
            ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
            texts += [label for tick in ticks for label in (tick.label1, tick.label2) if label.get_visible()]
    inside = [text for child in ax.child_axes for text in texts_of(child)]
    return [text for text in texts if text.get_text()] + inside


@pytest.fixture
def check_texts():
    """Return a check that no text of some axes of a figure covers another or leaves the figure."""

    def check(*axes):
        fig, texts = axes[0].get_figure(), [text for ax in axes for text in texts_of(ax)]
        fig.canvas.draw()
        boxes = {text: text.get_window_extent() for text in texts}
        assert len(boxes) > 3
        pairs = itertools.combinations(boxes, 2)
        assert [(a.get_text(), b.get_text()) for a, b in pairs if boxes[a].overlaps(boxes[b])] == []
        frame = fig.bbox.padded(0.5)
        ends = {text: ((box.x0, box.y0), (box.x1, box.y1)) for text, box in boxes.items()}
        outside = [text.get_text() for text, corners in ends.items() if not all(frame.contains(*c) for c in corners)]
        assert outside == []

    return check


@pytest.fixture
def names_of():
    """Return a function from texts of matplotlib to their strings."""
    return lambda texts: [text.get_text() for text in texts]


@pytest.fixture
def labelled():
    """Return a function that finds the artist of a label in the legend's handles."""

    def labelled(ax, label):
        handles, labels = ax.get_legend_handles_labels()
        return handles[labels.index(label)]

    return labelled
