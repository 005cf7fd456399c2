"""The example files of the page on contributing run, and each makes a member that a registry of its kind takes."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from matplotlib import pyplot as plt
from sklearn.model_selection import KFold

import bayescmp as bc
from bayescmp.design import CROSS_VALIDATION, Design
from bayescmp.evidence import evidence_of
from bayescmp.frequentist import TESTS, RegisteredTest
from bayescmp.methods import METHODS, Method
from bayescmp.metrics import METRICS, Metric
from bayescmp.model_selection import PLANS, Plan
from bayescmp.plots import PLOTS, Plot
from bayescmp.studies import LossScenario
from tests.data import cross_validated

DOCS = Path(__file__).parents[2] / "docs"
PACKAGE = DOCS.parent / "bayescmp"
PAGE = (DOCS / "contributing.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"`bayescmp/(?P<file>\w+/_\w+\.py)`, and `(?P<line>[^`]+)` in `(?P<registry>\w+)` of `(?P<home>\w+\.py)`"
    r"[^`]*```python\n(?P<code>.*?)```",
    re.DOTALL,
)
EXAMPLES = {found["registry"]: found for found in EXAMPLE.finditer(PAGE)}
KINDS = {
    "TESTS": (TESTS, RegisteredTest),
    "METHODS": (METHODS, Method),
    "PLANS": (PLANS, Plan),
    "METRICS": (METRICS, Metric),
    "PLOTS": (PLOTS, Plot),
}


def member_of(registry):
    """Run the file of an example, and return what its line in the registry makes."""
    found = EXAMPLES[registry]
    namespace = {"__name__": "example"}
    exec(compile(found["code"], found["file"], "exec"), namespace)  # noqa: S102 - our own page
    return eval(found["line"], namespace)  # noqa: S307


@pytest.fixture(scope="module")
def predictions():
    return cross_validated(cv=KFold(10))


@pytest.fixture(scope="module")
def comparison(predictions):
    return bc.compare(predictions, rope=0.01)


def test_there_is_an_example_of_every_kind():
    assert set(EXAMPLES) == set(KINDS)
    assert PAGE.count("```python") == len(EXAMPLES) + 1  # and a scenario, which is in no registry


@pytest.mark.parametrize("registry", KINDS)
def test_a_member_can_be_registered(registry):
    known, kind = KINDS[registry]
    member = member_of(registry)
    assert isinstance(member, kind)
    again = type(known)(known.kind, known.values())
    again.register(member)
    assert list(again) == [*known, member.name]

    file = EXAMPLES[registry]["file"]
    home = PACKAGE / Path(file).parent / EXAMPLES[registry]["home"]
    assert f"{registry}:" in home.read_text(encoding="utf-8") or f"{registry} =" in home.read_text(encoding="utf-8")
    assert not (PACKAGE / file).exists()


def test_the_significance_test_of_the_page(predictions):
    evidence = evidence_of(predictions)
    test = member_of("TESTS")
    assert test.recognises(evidence.design)
    result = test.assess(evidence, bc.methods.Settings())
    assert result.estimate == pytest.approx(float(evidence.differences.mean()))
    assert 0 < result.pvalue < 1
    assert test.assess(evidence_of(predictions, "svm", "tree"), bc.methods.Settings()).pvalue == result.pvalue
    same = replace(evidence, given_differences=xr.zeros_like(evidence.differences))
    assert test.assess(same, bc.methods.Settings()).pvalue == 1


def test_the_method_of_the_page(predictions):
    evidence, method, settings = evidence_of(predictions), member_of("METHODS"), bc.methods.Settings()
    assert method.fits(evidence.design, METRICS["error"])
    posterior = method.fit(evidence, settings)
    assert float(posterior.table.sum()) == 60
    weaker = replace(method, strength=0.5).fit(evidence, settings)
    assert abs(weaker.difference.mean) > abs(posterior.difference.mean)


def test_the_method_of_the_page_decides_where_it_is_registered(predictions, monkeypatch, tmp_path):
    method = member_of("METHODS")
    monkeypatch.setattr(METHODS, "_members", {**METHODS, method.name: method})
    result = bc.compare(predictions, method=method.name)
    assert result.method == method
    assert "average table" in " ".join(bc.reports.render(result, "text").split())
    result.save(tmp_path / "result.nc")
    assert bc.load(tmp_path / "result.nc").to_json() == result.to_json()


def test_the_plan_of_the_page():
    plan = member_of("PLANS")
    assert len(list(plan.splitter(0).split(np.zeros((30, 1))))) == plan.n_repeats * plan.n_folds
    assert plan.recognises(Design(kind=CROSS_VALIDATION, n_records=30, n_repeats=3, n_folds=3))
    assert plan.kind == CROSS_VALIDATION


def test_the_metric_of_the_page():
    metric = member_of("METRICS")
    assert metric.value([0, 1, 1], [0, 1, 0]) == pytest.approx(0.5)
    assert metric.loss([0, 1], [0, 1]) == 0
    assert metric.better_words() == "has a higher informedness"
    wrong = bc.labels([0, 1] * 20, {"a": [0, 1] * 20, "b": [0, 0] * 20})
    assert bc.compare(wrong, metric=metric).decision == "first better"


def test_the_plot_of_the_page(comparison):
    plot = member_of("PLOTS")
    figure, ax = plt.subplots(figsize=(3, plot.height(comparison)))
    assert [bar.get_width() for bar in plot.draw(comparison, ax).patches] == list(comparison.probabilities)
    assert plot.section in {section.key for section in comparison.content.sections}
    assert plot.caption(comparison).endswith(".")
    plt.close(figure)


def test_the_scenario_of_the_page():
    code = re.search(r"### A scenario\n.*?```python\n(.*?)```", PAGE, re.DOTALL)[1]
    namespace = {"__name__": "example"}
    exec(compile(code, "_coins.py", "exec"), namespace)  # noqa: S102 - our own page
    scenario = namespace["Coins"](first=0.2, second=0.2)
    assert isinstance(scenario, LossScenario)
    assert scenario.truth(100).difference == 0
    assert float(scenario.draw(50, rng=0).mean()) == pytest.approx(0.2, abs=0.02)
