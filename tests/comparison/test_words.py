"""What the screen and the details say is what the result holds."""

import math
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.content._numbers import probability_text
from tests.data import splits_of, table
from tests.reports.shown import agrees

OUTCOMES = ("first better", "equivalent", "second better")
counts_up_to = st.sampled_from([5, 40, 1000, 50_000, 10**7]).flatmap(lambda n: st.tuples(*[st.integers(0, n)] * 4))
ropes = st.one_of(st.just(0.0), st.floats(0.001, 0.9), st.tuples(st.floats(-0.5, 0.0), st.floats(0.0, 0.5)))
thresholds = st.sampled_from([0.8, 0.975, 0.999])


def repeated(counts):
    ones = np.ones((5, 2), dtype=int)
    return table(*(k * ones for k in counts), dims=("repeat", "fold"))


one_table = counts_up_to.filter(any).map(lambda counts: table(*counts))
# Near ties make undecided and equivalent outcomes common.
near_ties = st.tuples(st.integers(5, 60), st.integers(-15, 15)).map(lambda t: table(9, t[0], max(0, sum(t)), 300))
ten_tables = counts_up_to.filter(any).map(repeated)
tables = st.one_of(one_table, near_ties, ten_tables)


@cache
def compared(number):
    """Compare one of many tables; settings are exchanged later, for which nothing but the words is made again."""
    sizes, rng = (5, 40, 1000, 50_000, 10**7), np.random.default_rng(number)
    data = table(*rng.integers(0, sizes[number % 5], 3), 1 + rng.integers(0, 10**7))
    if number % 3 == 0:  # near ties make undecided and equivalent outcomes common
        half = int(rng.integers(5, 60))
        data = table(9, half, half + rng.integers(-4, 15), 300)
    return bc.compare(data, first="tree", second="svm")


def with_settings(number, rope, threshold):
    result = compared(number)
    low, high = rope if isinstance(rope, tuple) else (-rope, rope)
    return replace(result, settings=replace(result.settings, rope=(low, high), threshold=threshold))


numbers = st.integers(0, 14)  # every size with and without near ties
few = settings(max_examples=8)


def words_of(text):
    return " ".join(text.split())


def cells_of(result):
    """Return the rows of the table of a screen by what they name, without the blanks between cells."""
    rows = str(result).split("\n\n")[1].splitlines()
    return {cells[0]: cells[1:] for cells in (re.split(r" {2,}", row.strip()) for row in rows)}


def headline_of(result):
    return " ".join(str(result).split("\n\n")[0].split())


def parsed(headline):
    """Return the outcome, the probability as printed, and whether it is decided."""
    probability = re.search(r"probability ((?:[<>] )?\d\.\d+)", headline)
    undecided = headline.startswith("Undecided: ") or "is not worse than" in headline
    clause = headline.removeprefix("Undecided: most likely ")
    if clause.startswith("tree errs less than svm"):
        outcome = "first better"
    elif clause.startswith("svm errs less than tree"):
        outcome = "second better"
    elif clause.startswith("tree and svm are equivalent"):
        outcome = "equivalent"
    else:
        outcome = None
    return outcome, probability and probability[1], not undecided


@settings(max_examples=30)
@given(numbers, ropes, thresholds)
def test_who_is_not_inferior_is_said_where_nothing_is_decided(number, rope, threshold):
    result = with_settings(number, rope, threshold)
    said = re.match(
        r"(tree|svm) is not worse than (tree|svm)(?: by more than ([\d.e-]+))? \(probability (.*?)\)(.*)",
        headline_of(result),
    )
    worse = {"tree": result.prob_second_better, "svm": result.prob_first_better}
    is_told = any(result.rope) and result.decision not in OUTCOMES and not result.evidence.identical
    assert (said is not None) == (is_told and min(worse.values()) <= 1 - threshold)
    if said:
        who, other, margin, probability, more = said.groups()
        assert {who, other} == {*worse}
        assert worse[who] == min(worse.values())
        assert float(margin or 0) == pytest.approx(result.settings.margins[who == "tree"], rel=1e-5)
        assert agrees(probability, 1 - worse[who])
        at_zero = replace(result, settings=replace(result.settings, rope=(0.0, 0.0)))
        place = 2 * (who == "svm")
        if at_zero.probabilities[place] >= threshold:
            better, beyond, shown = re.fullmatch(
                r", and errs less \(probability (.*)\); better by more than (.*) is not shown \((.*)\)\.", more
            ).groups()
            assert float(beyond) == pytest.approx(result.settings.margins[who == "svm"], rel=1e-5)
            assert agrees(shown, result.probabilities[place])
        else:
            better = re.fullmatch(r"; whether it errs less is undecided \(probability (.*)\)\.", more)[1]
        assert agrees(better, at_zero.probabilities[place])


def test_a_sentence_of_who_is_not_inferior_is_that_of_a_decision():
    counts = {"both_wrong": 20, "only_first_wrong": 14, "only_second_wrong": 40, "both_right": 720}
    result = bc.compare(bc.paired_table(**counts), first="new", second="old", rope=0.02)
    assert result.decision == "undecided"
    assert result.sentence().split("). ")[1] == (
        "new is not worse than old by more than 0.02 (probability > 0.999), and errs less (probability > 0.999); "
        f"better by more than 0.02 is not shown ({result.prob_first_better:.3f}); p < 0.001, McNemar's exact test, "
        "two-sided, with 14 against 40 records on which one alone is wrong."
    )


@settings(max_examples=30)
@given(numbers, ropes, thresholds)
def test_the_headline_says_what_was_decided(number, rope, threshold):
    result = with_settings(number, rope, threshold)
    probabilities = dict(
        zip(OUTCOMES, (result.prob_first_better, result.prob_equivalent, result.prob_second_better), strict=True)
    )
    outcome, probability, decided = parsed(headline_of(result))
    assert decided == (result.decision != "undecided")
    if "is not worse than" in headline_of(result):
        assert not decided
    elif outcome is None:
        assert "favour neither tree nor svm" in headline_of(result)
        assert result.prob_first_better == result.prob_second_better
        assert result.prob_first_better > result.prob_equivalent
    else:
        assert probabilities[outcome] == max(probabilities.values())
        assert agrees(probability, probabilities[outcome])
    if decided:
        assert outcome == result.decision


@few
@given(tables, ropes)
def test_no_number_is_a_negative_zero(data, rope):
    result = bc.compare(data, rope=rope)
    for text in (str(result), result.details()):
        assert not re.search(r"(?<![e\d])-0(\.0+)?(?![.\d])", text)


@few
@given(tables, ropes, thresholds)
def test_rounded_numbers_are_on_the_side_of_the_threshold_of_0_and_of_the_rope_that_they_are_on(data, rope, threshold):
    result = bc.compare(data, first="tree", second="svm", rope=rope, threshold=threshold)
    screen, details = words_of(str(result)), words_of(result.details())
    for probability in result.probabilities if result.rope != (0, 0) else result.probabilities[::2]:
        shown = result.content.prob(probability)
        assert shown in details
        assert result.rope == (0, 0) or shown in screen
        if shown[0] not in "<>":
            assert (float(shown) >= threshold) == (probability >= threshold)
    low, high = cells_of(result)["difference"][-1].strip("[]").split(", ")
    for shown, bound in ((low, result.interval.low), (high, result.interval.high)):
        assert np.sign(float(shown)) == np.sign(bound)


@pytest.mark.parametrize("k", [0, 7, pytest.param(403, marks=pytest.mark.full)])
def test_a_tie_of_the_counts_names_no_winner(k):
    counts = 3, k, k, 100 + k
    for data in (table(*counts), repeated(counts), tied_records(*counts)):
        result = bc.compare(data)
        assert "favour neither" in headline_of(result)
        assert result.prob_first_better == result.prob_second_better == pytest.approx(0.5, abs=1e-14)


def tied_records(n00, n01, n10, n11):
    wrong = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], [n00, n01, n10, n11], axis=0).T
    n = wrong.shape[1]
    labels = dict(zip(("a", "b"), (np.tile(row, (5, 1)) for row in wrong), strict=True))
    return bc.labels(np.zeros(n, int), labels, how=bc.splits(splits_of(n)))


@pytest.mark.parametrize("counts", [(20, 5, 40, 135), (2, 8, 31, 900)])
def test_beyond_the_rope_that_could_change_it_the_decision_is_lost(counts):
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    data = bc.paired_table(**dict(zip(names, counts, strict=True)))
    result = bc.compare(data)
    said = " ".join(str(result).split())
    width = float(re.search(r"a rope of (\S+) or more", said)[1])
    assert bc.compare(data, rope=width).decision != result.decision
    below = width - 10 ** (math.floor(math.log10(width)) - 1)
    assert bc.compare(data, rope=below).decision == result.decision


def test_a_smaller_rope_with_which_something_would_be_decided_is_named():
    """The nearest change of what is undecided with a rope, as the ropes say it where it is looked for."""
    cells = {"both_wrong": 65, "only_first_wrong": 12, "only_second_wrong": 28, "both_right": 95}
    table = bc.paired_table(**cells)
    said = dict(bc.compare(table, first="tree", second="svm", rope=0.02).content.lines())["What could change it"]
    limit = float(re.search(r"a rope of (0\.\d+) or less \(then tree better\)", said)[1])
    assert bc.compare(table, rope=limit).decision == "first better"
    assert bc.compare(table, rope=limit + 0.001).decision == "undecided"
    assert said.index("or less") < said.index("or more (then equivalent)")
    assert "or less" not in dict(bc.compare(table, rope=limit).content.lines())["What could change it"]


@pytest.mark.parametrize(("probability", "threshold", "text"), [
    (0.99996, 0.9995, "> 0.9999"), (0.99996, 0.99999, "0.99996"), (1.0, 1.0, "> 0.999"), (0.97496, 0.975, "0.97496"),
    (1e-5, 0.9999, "< 0.001"), (0.0, 0.975, "< 0.001"),
])  # fmt: skip
def test_a_probability_is_never_written_as_one(probability, threshold, text):
    assert probability_text(probability, 3, threshold) == text
