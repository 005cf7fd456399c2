"""What the members of every registry promise: names, and words and pictures that can be shown."""

import dataclasses
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from typer.testing import CliRunner

from bayescmp.cli import app
from bayescmp.content import plain
from bayescmp.frequentist import TESTS
from bayescmp.methods import METHODS
from bayescmp.metrics import METRICS
from bayescmp.model_selection import PLANS
from bayescmp.plots import PLOTS
from bayescmp.readers import READERS
from tests.data import WORKS

COMMANDS = {
    "compare": (METHODS, METRICS, READERS), "datasets compare": (METHODS, METRICS), "report": (PLOTS,),
}  # fmt: skip
REGISTRIES = (METHODS, PLANS, METRICS, READERS, TESTS, PLOTS)
DATA = ("hold-out", "judged", "one table", "effective table", "5 x 2 tables", "5 x 2 BCV", "5-fold", "hold-outs")
OTHERS = (
    "ranked", "over_datasets", "ranked_over_datasets", "watched", "evaluated", "by_area", "by_metrics", "claim",
    "claims", "gated",
)  # fmt: skip
each = pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.kind)
of_labels = [metric for metric in METRICS.values() if metric.needs == "labels"]
each_data = pytest.mark.parametrize(
    "data",
    [*DATA[:-1], pytest.param(DATA[-1], marks=pytest.mark.full)],  # whose methods are those of 5-fold
)


def is_one_line(text):
    return isinstance(text, str) and bool(text) and text == text.strip() and "\n" not in text


class TestNames:
    """Of members, in their registries and in the help."""

    @each
    def test_are_unique_and_cannot_be_changed(self, registry):
        assert {name: member.name for name, member in registry.items()} == {name: name for name in registry}
        assert len({id(member) for member in registry.values()}) == len(registry) > 0
        assert all(map(is_one_line, registry))
        member = next(iter(registry.values()))
        with pytest.raises(dataclasses.FrozenInstanceError):
            member.name = "another"
        assert registry.register(member) is member
        with pytest.raises(ValueError, match=f"A {registry.kind} must have a new name"):
            registry.register(dataclasses.replace(member))

    @pytest.mark.parametrize("command", COMMANDS)
    def test_stand_in_the_help(self, command):
        shown = CliRunner().invoke(app, [*command.split(), "--help" if command == "report" else "--help-all"]).output
        unwrapped = re.sub(r"[\s│]+", "", shown)
        for registry in COMMANDS[command]:
            assert ",".join(registry).replace(" ", "") in unwrapped
        assert not re.search(r"\{(methods|metrics|plans|tests|plots|sections)\}", unwrapped)


def test_tests_cite_works_and_name_plans_and_methods_a_plan_or_none():
    for test in TESTS.values():
        assert test.reference in WORKS
        assert test.plan in PLANS
        assert is_one_line(test.null)
        assert is_one_line(test.faults)
    assert {method.plan for method in METHODS.values()} <= {None, *PLANS}


class TestMetrics:
    """Their losses are lower the better, and their words say which way values are."""

    def test_have_words(self):
        for metric in METRICS.values():
            sign = metric.sign_words("tree")
            assert all(map(is_one_line, (metric.noun, metric.of("tree"), metric.better_words(), sign)))
            assert metric.of("tree") == f"{metric.symbol or metric.noun} of tree"
            assert sign.startswith(f"a {'positive' if metric.greater_is_better else 'negative'} difference")
            assert sign.endswith(f"means that tree {metric.better_words()}")

    @given(pairs=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=30))
    def test_stay_within_their_bounds_and_are_best_where_everything_is_right(self, pairs):
        for metric in of_labels:
            y, predicted = np.array(pairs).T if metric.of_class is None else np.minimum(pairs, 1).T
            low, high = metric.bounds
            loss = metric.loss(y, predicted)
            assert np.isfinite(loss)
            assert low is None or low <= loss
            assert high is None or loss <= high
            assert loss >= metric.loss(y, y)
            both = np.array([0, 1, *y])
            assert metric.loss(both, both) == pytest.approx(0 if low is None else low)

    @given(value=st.floats(-2, 2))
    def test_turn_into_values_and_back(self, value):
        for metric in METRICS.values():
            assert metric.loss_of_value(metric.loss_of_value(value)) == pytest.approx(value, abs=1e-15)
            better = value + (0.1 if metric.greater_is_better else -0.1)
            assert metric.loss_of_value(better) < metric.loss_of_value(value)

    @given(pairs=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=30))
    def test_influences_add_up_to_nothing(self, pairs):
        y, predicted = np.array(pairs).T
        for metric in (one for one in of_labels if one.influence is not None):
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
            assert plot.section in {section.key for section in result.content.sections}

    @pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
    def test_draw_and_have_captions(self, request, compared, plot):
        results = [compared(data, rope=0.01) for data in ("hold-out", "judged", "one table", "5 x 2 BCV")]
        results = filter(plot.applies, [*results, *map(request.getfixturevalue, OTHERS)])
        for result in results:
            height = plot.height(result)
            ax = Figure(figsize=(3.35, height), layout="constrained").subplots()
            assert 0 < height < 12
            assert plot.draw(result, ax=ax) is ax
            assert ax.has_data() or ax.child_axes
            caption = plot.caption(result)
            assert is_one_line(caption)
            assert caption.endswith(".")
            assert "None" not in caption


def check_sections(result):
    sections = list(result.content.sections)
    keys = [section.key for section in sections]
    tables = [table for section in sections for table in section.tables]
    assert len(set(keys)) == len(keys)
    assert len({table.key for table in tables}) == len(tables)
    assert {"found", "figure", "diagnostics", "methods"} <= set(keys)
    for section in sections:
        assert is_one_line(section.heading) == (section.key != "figure")
        for sentence in (*section.paragraphs, *section.lines):
            text = "".join(part if isinstance(part, str) else part.key for part in sentence)
            assert is_one_line(text)
            assert not re.search(r"(?<!=)\bNone\b|\bnan\b|[{}]", text)  # `size=None` is how a splitter is written
            assert {part.key for part in sentence if not isinstance(part, str)} <= WORKS
    for table in tables:
        assert all(len(row) == len(table.heads) for row in table.rows)
        assert not {"nan", "None"} & {cell.text for row in table.rows for cell in row}
    assert all(one.paragraphs or one.lines or one.tables for one in sections)
    (methods,) = (one for one in sections if one.key == "methods")
    assert len(" ".join(map(plain, methods.paragraphs)).split()) <= 100


class TestSections:
    """Of every comparison by every method that fits, and of other results."""

    @pytest.mark.full
    @each_data
    def test_write_sentences_on_comparisons(self, compared, data):
        evidence = compared(data).evidence
        for method in (one for one in METHODS.values() if one.fits(evidence.design, evidence.metric)):
            check_sections(compared(data, method.name))

    @pytest.mark.parametrize("other", OTHERS)
    def test_write_sentences_on_other_results(self, request, other):
        check_sections(request.getfixturevalue(other))
