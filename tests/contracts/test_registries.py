"""What the members of every registry promise: names, and words and pictures that can be shown."""

import dataclasses
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from typer.testing import CliRunner

from bayescmp.cli import app
from bayescmp.frequentist import TESTS
from bayescmp.levels import LEVELS
from bayescmp.metrics import METRICS
from bayescmp.model_selection import PLANS
from bayescmp.plots import PLOTS
from bayescmp.readers import READERS
from tests.data import WORKS

COMMANDS = {
    "compare": (LEVELS, METRICS, READERS),
    "datasets compare": (LEVELS, METRICS),
    "report": (PLOTS,),
}
REGISTRIES = (LEVELS, PLANS, METRICS, READERS, TESTS, PLOTS)
DATA = ("hold-out", "judged", "one table", "effective table", "5 x 2 tables", "5 x 2 BCV", "5-fold", "hold-outs")
OTHERS = ("ranked", "over_datasets", "ranked_over_datasets", "watched")
each = pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.kind)
each_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
of_labels = pytest.mark.parametrize(
    "metric", [metric for metric in METRICS.values() if metric.needs == "labels"], ids=lambda metric: metric.name
)
each_data = pytest.mark.parametrize(
    "data",
    [*DATA[:-1], pytest.param(DATA[-1], marks=pytest.mark.full)],  # whose levels are those of 5-fold
)


def is_one_line(text):
    return isinstance(text, str) and bool(text) and text == text.strip() and "\n" not in text


class TestNames:
    """Of members, in their registries and in the help."""

    @each
    def test_are_those_under_which_they_are_stored(self, registry):
        assert {name: member.name for name, member in registry.items()} == {name: name for name in registry}
        assert len({id(member) for member in registry.values()}) == len(registry) > 0
        assert all(map(is_one_line, registry))

    @each
    def test_cannot_be_changed(self, registry):
        for member in registry.values():
            with pytest.raises(dataclasses.FrozenInstanceError):
                member.name = "another"

    @each
    def test_are_taken_once(self, registry):
        member = next(iter(registry.values()))
        assert registry.register(member) is member
        with pytest.raises(ValueError, match=f"A {registry.kind} must have a new name"):
            registry.register(dataclasses.replace(member))

    @pytest.mark.parametrize("command", COMMANDS)
    def test_stand_in_the_help(self, command):
        shown = CliRunner().invoke(app, [*command.split(), "--help"]).output
        unwrapped = re.sub(r"[\s│]+", "", shown)
        for registry in COMMANDS[command]:
            assert ",".join(registry).replace(" ", "") in unwrapped
        assert not re.search(r"\{(levels|metrics|plans|tests|plots|sections)\}", unwrapped)


@pytest.mark.parametrize("test", TESTS.values(), ids=TESTS)
def test_a_test_cites_a_work_and_names_a_plan(test):
    assert test.reference in WORKS
    assert test.plan in PLANS
    assert is_one_line(test.null)
    assert is_one_line(test.faults)


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_a_level_names_a_plan_or_none(level):
    assert level.plan is None or level.plan in PLANS


class TestMetrics:
    """Their losses are lower the better, and their words say which way values are."""

    @each_metric
    def test_have_words(self, metric):
        sign = metric.sign_words("tree")
        assert all(map(is_one_line, (metric.noun, metric.of("tree"), metric.better_words(), sign)))
        assert metric.of("tree") == f"{metric.symbol or metric.noun} of tree"
        assert ("a positive difference" in sign) == metric.greater_is_better
        assert ("a negative difference" in sign) != metric.greater_is_better
        assert sign.endswith(f"means that tree {metric.better_words()}")

    @of_labels
    @given(labels=st.lists(st.integers(0, 2), max_size=30))
    def test_are_best_where_everything_is_right(self, metric, labels):
        y = np.array([0, 1, *labels]) if metric.of_class is None else np.array([0, 1, *np.minimum(labels, 1)], int)
        assert metric.loss(y, y) == pytest.approx(0 if metric.bounds[0] is None else metric.bounds[0])

    @of_labels
    @given(pairs=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=30))
    def test_stay_within_their_bounds(self, metric, pairs):
        y, predicted = np.array(pairs).T if metric.of_class is None else np.minimum(pairs, 1).T
        low, high = metric.bounds
        loss = metric.loss(y, predicted)
        assert np.isfinite(loss)
        assert low is None or low <= loss
        assert high is None or loss <= high
        assert loss >= metric.loss(y, y)

    @each_metric
    @given(value=st.floats(-2, 2))
    def test_turn_into_values_and_back(self, metric, value):
        assert metric.loss_of_value(metric.loss_of_value(value)) == pytest.approx(value, abs=1e-15)
        better = value + (0.1 if metric.greater_is_better else -0.1)
        assert metric.loss_of_value(better) < metric.loss_of_value(value)

    @of_labels
    @given(pairs=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=30))
    def test_influences_add_up_to_nothing(self, metric, pairs):
        if metric.influence is None:
            return
        y, predicted = np.array(pairs).T
        found = np.asarray(metric.influence(y, predicted))
        assert found.shape == y.shape
        assert found.sum() == pytest.approx(0, abs=1e-9)


class TestPlots:
    """Of every result that they apply to."""

    @pytest.mark.full
    @pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
    def test_stand_in_a_section_and_apply_somewhere(self, request, compared, plot):
        others = map(request.getfixturevalue, OTHERS)
        kinds = [[*map(compared, DATA)], *([result] for result in others)]
        applies = [next(filter(plot.applies, results), None) for results in kinds]
        found = [one for one in applies if one is not None]  # of two classifiers, or of several, or over data sets
        assert found
        for result in found:
            assert plot.section in {section.key for section in result.content.sections()}

    @pytest.mark.parametrize("data", [*DATA, *OTHERS])
    @pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
    def test_draw_and_have_words(self, request, compared, plot, data):
        result = request.getfixturevalue(data) if data in OTHERS else compared(data, rope=0.01)
        if not plot.applies(result):
            return
        height = plot.height(result)
        ax = Figure(figsize=(3.35, height), layout="constrained").subplots()
        assert 0 < height < 12
        assert plot.draw(result, ax) is ax
        assert isinstance(ax, Axes)
        assert ax.has_data()
        for text in (plot.caption(result), plot.words(result)):
            assert is_one_line(text)
            assert text.endswith(".")
            assert "None" not in text


def check_sections(result):
    sections = list(result.content.sections())
    keys = [section.key for section in sections]
    tables = [table for section in sections for table in section.tables]
    assert len(set(keys)) == len(keys)
    assert len({table.key for table in tables}) == len(tables)
    assert {"figure", "notes", "diagnostics", "methods", "not-answered"} <= set(keys)
    for section in sections:
        assert is_one_line(section.heading)
        for sentence in (*section.paragraphs, *section.items):
            text = "".join(part if isinstance(part, str) else part.key for part in sentence)
            assert is_one_line(text)
            assert not re.search(r"(?<!=)\bNone\b|\bnan\b|[{}]", text)  # `size=None` is how a splitter is written
            assert {part.key for part in sentence if not isinstance(part, str)} <= WORKS
    for table in tables:
        assert all(len(row) == len(table.heads) for row in table.rows)
        assert not {"nan", "None"} & {cell.text for row in table.rows for cell in row}
    silent = [one for one in sections if not (one.paragraphs or one.items or one.tables)]
    assert {section.key for section in silent} <= {"figure", "notes"}


class TestSections:
    """Of every comparison at every level that fits, and of other results."""

    @pytest.mark.full
    @each_data
    def test_write_sentences_on_comparisons(self, compared, data):
        evidence = compared(data).evidence
        for level in (one for one in LEVELS.values() if one.fits(evidence.design, evidence.metric)):
            check_sections(compared(data, level.name))

    @pytest.mark.parametrize("other", OTHERS)
    def test_write_sentences_on_other_results(self, request, other):
        check_sections(request.getfixturevalue(other))
