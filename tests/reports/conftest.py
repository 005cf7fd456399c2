"""Comparisons to report on, reports without pictures, and a page's text."""

from html.parser import HTMLParser

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.reports._content import report_of
from bayescmp.reports._render import rendered

CELLS = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")


class _Text(HTMLParser):
    """The elements of a page, and the text of its sentences."""

    def __init__(self):
        super().__init__()
        self.elements, self.sentences, self.scripts, self._open = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._open.append(tag)
        if tag in {"p", "li", "title", "h1", "th", "td"}:
            self.sentences.append("")
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag):
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data):
        if "script" in self._open:
            self.scripts[-1] += data
        elif {"p", "li", "title", "h1", "th", "td"} & set(self._open):
            self.sentences[-1] += data.replace("\u200b", "")


@pytest.fixture(scope="session")
def page_of():
    """Return a function from HTML to its elements, sentences and scripts."""

    def page_of(text):
        parser = _Text()
        parser.feed(text)
        parser.close()
        return parser

    return page_of


@pytest.fixture(scope="session")
def without_pictures():
    """Return a function that renders a comparison as `render` does, but draws nothing."""
    return lambda comparison, kind: rendered(report_of(comparison), kind)


@pytest.fixture(scope="session")
def table():
    def table(*counts, **options):
        return bc.paired_table(**dict(zip(CELLS, counts, strict=True)), **options)

    return table


@pytest.fixture(scope="session")
def predictions():
    """Return predictions of a 3 x 2 cross-validation of two made-up classifiers."""
    rng = np.random.default_rng(0)
    y = np.arange(80) % 2
    hard = rng.random(80)
    splits = list(bc.BlockRegularizedCV(3, random_state=0).split(np.zeros(80), y))

    def predicted(threshold):
        return [np.where(hard + 0.3 * rng.random(80) > threshold, 1 - y, y) for _ in range(3)]

    tree, svm = predicted(0.85), predicted(1.05)
    return bc.predictions_from_arrays(y, {"tree": np.array(tree), "svm": np.array(svm)}, splits=splits)


@pytest.fixture(scope="session")
def crossed(predictions):
    return bc.compare(predictions, rope=0.01)


@pytest.fixture(scope="session")
def sampled(predictions):
    """Return a comparison by far too few draws, which are not reliable."""
    few = {"draws": 60, "tune": 60, "chains": 2, "cores": 1, "progress": False}
    return bc.compare(predictions, inference="crossed-effects-mcmc", rng=0, rope=0.01, **few)
