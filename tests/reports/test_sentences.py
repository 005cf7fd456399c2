"""What the sentences say is what the result holds."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.metrics import Cost
from bayescmp.tables import effective_table
from tests.data import hold_out, table
from tests.reports.shown import agrees, report_of, words_of

OUTCOMES = ("first better", "equivalent", "second better")
CLAUSES = {
    "first better": "tree errs less than svm",
    "equivalent": "tree and svm are equivalent",
    "second better": "svm errs less than tree",
}
cheap = settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])

counts_up_to = st.sampled_from([5, 40, 1000, 10**6]).flatmap(lambda n: st.tuples(*[st.integers(0, n)] * 4))
# Near ties make undecided and equivalent outcomes common; all-agree and all-wrong data are among the first.
near_ties = st.tuples(st.integers(5, 60), st.integers(-15, 15)).map(lambda t: (9, t[0], max(0, sum(t)), 300))
agreeing = st.tuples(st.integers(0, 90), st.just(0), st.just(0), st.integers(0, 90))
counts = st.one_of(counts_up_to, near_ties, agreeing).filter(any)
ropes = st.one_of(st.just(0.0), st.floats(0.001, 0.9), st.tuples(st.floats(-0.5, 0.0), st.floats(0.0, 0.5)))
options = st.fixed_dictionaries(
    {
        "rope": ropes,
        "threshold": st.sampled_from([0.8, 0.975, 0.999]),
        "ci_prob": st.sampled_from([0.5, 0.9, 0.95]),
        "ci_kind": st.sampled_from(["eti", "hdi"]),
        "method": st.sampled_from([bc.methods.Auto(prior=prior) for prior in ("beta", "dirichlet")]),
    }
)


def check_sentences(result):
    """Compare the answer, the probabilities of the outcomes and the sentence on the difference with the result."""
    probabilities, answer = dict(zip(OUTCOMES, result.probabilities, strict=True)), report_of(result).answer
    is_weaker = "is not worse than" in answer
    undecided = answer.startswith("Undecided") or is_weaker
    assert undecided == (result.decision == "undecided")
    clause = answer.removeprefix("Undecided: ").removeprefix("most likely ").replace("Tree", "tree", 1)
    said = next((name for name, words in CLAUSES.items() if clause.startswith(words)), None)
    if is_weaker:
        assert max(probabilities.values()) < result.threshold
    elif said is None:
        assert clause == "the data favour neither tree nor svm."
        assert result.prob_first_better == pytest.approx(result.prob_second_better)
    else:
        assert probabilities[said] == max(probabilities.values())
        assert undecided or said == result.decision
        assert agrees(re.search(r"probability ((?:[<>] )?\d\.\d+)", clause)[1], probabilities[said])
    lines = dict(result.content.lines())
    assert lines["The difference"] == "tree - svm; negative where tree errs less"
    found = re.findall(r"(?:tree better|matter|svm better)[^:]*: ((?:[<>] )?[\d.]+)", lines.get("Probabilities", ""))
    assert len(found) == 3 * (result.rope != (0, 0))
    assert all(map(agrees, found, probabilities.values()))
    columns = result.content.table()
    mean = columns["posterior mean"][-1]
    low, high = columns[f"{100 * result.ci_prob:g} % interval"][-1].strip("[]").split(", ")
    ci_prob, kind = re.search(r"intervals are (\S+) % (\S+) credible intervals\.", words_of(result)).groups()
    assert agrees(mean, result.difference.mean)
    assert agrees(low, result.interval.low)
    assert agrees(high, result.interval.high)
    assert float(ci_prob) == 100 * result.ci_prob
    assert kind == {"eti": "equal-tailed", "hdi": "shortest"}[result.ci_kind]


@cheap
@given(counts, st.booleans(), options)
def test_sentences_say_what_the_result_holds(counts, cross_validated, options):
    data = table(*counts)
    if cross_validated:  # an effective table of the user's
        data = effective_table(table(*([[k] * 2] * 5 for k in counts), dims=("repeat", "fold")))
    check_sentences(bc.compare(data, first="tree", second="svm", **options))


@cheap
@given(counts, st.floats(0.001, 0.3))
def test_swapping_the_classifiers_mirrors_the_sentences(counts, rope):
    n00, n01, n10, n11 = counts
    one = bc.compare(table(*counts), first="tree", second="svm", rope=rope).content
    other = bc.compare(table(n00, n10, n01, n11), first="svm", second="tree", rope=rope).content
    mirrored = other.answer().replace("svm and tree", "tree and svm").replace("svm nor tree", "tree nor svm")
    assert mirrored == one.answer()
    likely, turned = (dict(content.lines())["Probabilities"].split("; ") for content in (one, other))
    assert turned[::-1] == likely
    assert other.number(other.result.difference.mean) == other.number(-one.result.difference.mean)


@pytest.mark.parametrize(("error", "decimals"), [(0.0008, 3), (0.02, 2), (0.3, 1)])
def test_probabilities_have_no_decimals_below_their_monte_carlo_error(error, decimals):
    result = bc.compare(table(9, 20, 31, 300), first="tree", second="svm", rope=0.01)
    drawn = replace(result, trust=replace(result.trust, prob_error=error)).content
    assert {len(drawn.prob(p).partition(".")[2]) for p in result.probabilities} == {decimals}


def test_margins_are_those_of_the_side_on_which_each_is_better():
    """Where more is better, the first is better above the rope; the same errors say it the other way round."""
    data = hold_out({"tree": 0.1, "svm": 0.25})
    by_accuracy = bc.compare(data, metric="accuracy", first="tree", second="svm", rope=(-0.01, 0.03))
    by_error = bc.compare(data, first="tree", second="svm", rope=(-0.03, 0.01))
    for result in (by_accuracy, by_error):
        said = words_of(result)
        assert f"tree better by > 0.03: {result.content.prob(result.prob_first_better)}" in said
        assert f"svm better by > 0.01: {result.content.prob(result.prob_second_better)}" in said


def test_ropes_of_losses_wider_than_1_are_those_of_the_decision():
    y = np.arange(100) % 2
    wrong = {name: np.where(np.arange(100) < count, 1 - y, y) for name, count in (("a", 90), ("b", 2))}
    result = bc.compare(bc.labels(y, wrong), metric=Cost({0: {1: 10.0}, 1: {0: 20.0}}))
    assert result.decision == "second better"
    assert 10 < result.ropes.second_better_to < result.ropes.equivalent_from < 20
    assert "a rope of 1" in words_of(result)
