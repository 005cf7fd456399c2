"""What the sentences say is what the result holds."""

import itertools
import json
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.metrics import Cost
from bayescmp.tables import effective_table
from tests.data import drawn_tables, hold_out, known_correlations, table
from tests.reports.shown import agrees, page_of, without_pictures, words_of

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
        "level": st.sampled_from([bc.levels.Auto(prior=prior) for prior in ("beta", "dirichlet")]),
    }
)


def probabilities_of(result):
    values = (result.prob_first_better, result.prob_equivalent, result.prob_second_better)
    return dict(zip(OUTCOMES, values, strict=True))


def check_sentences(result, answer, likely, large):
    """Compare the answer, the three clauses on probabilities and the sentence on the difference with the result."""
    probabilities = probabilities_of(result)
    undecided = answer.startswith("Undecided: ")
    assert undecided == (result.decision == "undecided")
    clause = answer.removeprefix("Undecided: ")
    said = next((name for name, words in CLAUSES.items() if clause.startswith(words)), None)
    if said is None:
        assert clause == "the data favour neither tree nor svm."
        assert result.prob_first_better == result.prob_second_better
    else:
        assert probabilities[said] == max(probabilities.values())
        assert undecided or said == result.decision
        assert agrees(re.search(r"probability ((?:[<>] )?\d\.\d+)", clause)[1], probabilities[said])
    if result.rope == (0, 0):
        del probabilities["equivalent"]
    for sentence, (outcome, probability) in zip(likely, probabilities.items(), strict=True):
        assert sentence.startswith(CLAUSES[outcome])
        assert agrees(re.search(r"probability (.*)\.$", sentence)[1], probability)
    found = re.search(
        r"error of tree - error of svm is (\S+), with (\S+) % (\S+) credible interval \[(\S+), (\S+)\]; a negative "
        r"difference means that tree errs less\.",
        large,
    )
    mean, ci_prob, kind, low, high = found.groups()
    assert agrees(mean, result.difference.mean)
    assert agrees(low, result.interval.low)
    assert agrees(high, result.interval.high)
    assert float(ci_prob) == 100 * result.ci_prob
    assert kind == {"eti": "equal-tailed", "hdi": "shortest"}[result.ci_kind]


def of_text(report):
    """Return the answer, the items on how likely and the paragraph on how large of a text report."""
    blocks = [" ".join(block.split()) for block in report.split("\n\n")]
    start = blocks.index("How likely ----------")
    likely = [item.strip() for item in blocks[start + 1].split("* ")[1:]]
    return blocks[start - 1], likely, blocks[blocks.index("How large ---------") + 1]


def of_page(page):
    elements = [attributes for tag, attributes in page.elements if tag in {"p", "li", "title", "h1", "th", "td"}]
    answer = next(
        sentence
        for sentence, attributes in zip(page.sentences, elements, strict=True)
        if attributes.get("class") == "answer"
    )
    place = page.sentences.index(answer) + 1
    likely = list(itertools.takewhile(lambda sentence: ": probability " in sentence, page.sentences[place:]))
    return answer, likely, page.sentences[place + len(likely) + 1]


@cheap
@given(counts, st.booleans(), options)
def test_sentences_say_what_the_result_holds(counts, cross_validated, options):
    data = table(*counts)
    if cross_validated:  # an effective table of the user's
        data = effective_table(table(*([[k] * 2] * 5 for k in counts), dims=("repeat", "fold")))
    result = bc.compare(data, first="tree", second="svm", **options)
    check_sentences(result, *of_text(without_pictures(result, "text")))
    check_sentences(result, *of_page(page_of(without_pictures(result, "html"))))


@pytest.mark.full
@cheap
@given(counts, st.floats(0.001, 0.3))
def test_swapping_the_classifiers_mirrors_the_sentences(counts, rope):
    n00, n01, n10, n11 = counts
    one = bc.compare(table(*counts), first="tree", second="svm", rope=rope)
    other = bc.compare(table(n00, n10, n01, n11), first="svm", second="tree", rope=rope)
    answer, likely, _ = of_text(without_pictures(one, "text"))
    mirrored, likely_mirrored, large = of_text(without_pictures(other, "text"))
    assert mirrored.replace("svm and tree", "tree and svm").replace("svm nor tree", "tree nor svm") == answer
    assert [likely_mirrored[2], likely_mirrored[0]] == [likely[0], likely[2]]
    assert agrees(re.search(r"error of svm - error of tree is (\S+),", large)[1], -one.difference.mean)


@pytest.mark.full
@cheap
@given(counts, ropes)
def test_the_half_widths_hold_on_the_side_that_they_name(counts, rope):
    def decided(width):
        return bc.compare(table(*counts), first="tree", second="svm", rope=width).decision

    result = bc.compare(table(*counts), first="tree", second="svm", rope=rope)
    text = " ".join(without_pictures(result, "text").split())
    said = re.search(r"Equivalence is decided from a rope of half-width ([\d.e-]+)\.", text)
    if said and float(said[1]) > 1e-6:
        width = float(said[1]) * 1.001  # the root is sought to a ten-thousandth
        assert decided(width) == "equivalent"
    for name, outcome in (("tree", "first better"), ("svm", "second better")):
        said = re.search(rf"That {name} errs less is decided up to a rope of half-width ([\d.e-]+)\.", text)
        no_rope = decided(0)
        assert bool(said) == (no_rope == outcome)
        if said and float(said[1]) > 1e-6:
            width = float(said[1]) * 0.999
            assert decided(width) == outcome


@pytest.mark.parametrize(("error", "decimals"), [(0.0, 3), (0.0008, 3), (0.004, 2), (0.02, 2), (0.3, 1)])
def test_probabilities_have_no_decimals_below_their_monte_carlo_error(error, decimals):
    from dataclasses import replace

    result = bc.compare(table(9, 20, 31, 300), first="tree", second="svm", rope=0.01)
    drawn = replace(result, trust=replace(result.trust, prob_error=error))
    _, likely, _ = of_text(without_pictures(drawn, "text"))
    shown = [re.search(r"probability (?:[<>] )?\d\.(\d+)\.", sentence)[1] for sentence in likely]
    assert {len(digits) for digits in shown} == {decimals}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("GaussianNB()", "GaussianNB"),
        (
            "Pipeline(steps=[('standardscaler', StandardScaler()), ('svc', SVC(C=10))])",
            "SVC(C=10) after StandardScaler",
        ),
        ("Pipeline(steps=[('a', A(b=[1])), ('c', C()), ('d', D())])", "D after A, C"),
        ("Pipeline(steps=[('a', A()), ...cut", "Pipeline(steps=[('a', A()), ...cut"),
        ("Pipeline(steps=[1])", "Pipeline(steps=[1])"),
    ],
)
def test_a_pipeline_is_its_last_step_after_the_others(text, shown):
    data = hold_out({"tree": 0.1, "svm": 0.25})
    source = json.loads(data.attrs["provenance"]) | {"estimators": {"tree": text, "svm": "SVC()"}}
    result = bc.compare(data.assign_attrs(provenance=json.dumps(source)))
    assert f"Estimators: tree is {shown}; svm is SVC." in words_of(result)


def test_margins_are_those_of_the_side_on_which_each_is_better():
    """Where more is better, the first is better above the rope; the same errors say it the other way round."""
    data = hold_out({"tree": 0.1, "svm": 0.25})
    by_accuracy = bc.compare(data, metric="accuracy", first="tree", second="svm", rope=(-0.01, 0.03))
    by_error = bc.compare(data, first="tree", second="svm", rope=(-0.03, 0.01))
    for result, better in ((by_accuracy, "has the higher accuracy"), (by_error, "errs less")):
        said, screen = words_of(result), " ".join(str(result).split())
        assert f"tree {better} than svm by more than 0.03" in said
        assert f"svm {better} than tree by more than 0.01" in said
        probs = [result.content.prob(one) for one in (result.prob_first_better, result.prob_second_better)]
        assert f"tree better by > 0.03: {probs[0]}" in screen
        assert f"svm better by > 0.01: {probs[1]}" in screen


@pytest.mark.parametrize("known", [None, known_correlations()], ids=["one run", "known"])
def test_correlations_of_folds_are_from_where_they_are(known):
    tables = drawn_tables((0.1, 0.12, 0.05, 0.73), 150)
    said = words_of(bc.compare(tables, level=bc.levels.FoldCorrelation(known=known)))
    assert ("known from other experiments" in said) is (known is not None)
    assert ("known from this run and a prior" in said) is (known is None)


def test_ropes_of_losses_wider_than_1_are_those_of_the_decision():
    """The section says up to which rope a decision stands, and denies none."""
    y = np.arange(100) % 2
    wrong = {name: np.where(np.arange(100) < count, 1 - y, y) for name, count in (("a", 90), ("b", 2))}
    result = bc.compare(bc.predictions_from_arrays(y, wrong), metric=Cost({0: {1: 10.0}, 1: {0: 20.0}}))
    assert result.decision == "second better"
    assert 10 < result.ropes.second_better_to < result.ropes.equivalent_from < 20
    said = words_of(result)
    assert "is decided up to a rope of half-width 1" in said
    assert "neither classifier is decided" not in said
    assert "if differences of more than 1" in " ".join(str(result).split())
