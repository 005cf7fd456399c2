"""What the screen says is what the result holds."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc

CELLS = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
OUTCOMES = ("first better", "equivalent", "second better")
counts_up_to = st.sampled_from([5, 40, 1000, 50_000, 10**7]).flatmap(lambda n: st.tuples(*[st.integers(0, n)] * 4))
ropes = st.one_of(st.just(0.0), st.floats(0.001, 0.9), st.tuples(st.floats(-0.5, 0.0), st.floats(0.0, 0.5)))
thresholds = st.sampled_from([0.8, 0.975, 0.999])


def table(*counts, **options):
    return bc.paired_table(**dict(zip(CELLS, counts, strict=True)), **options)


def repeated(counts):
    ones = np.ones((5, 2), dtype=int)
    return table(*(k * ones for k in counts), dims=("repeat", "fold"))


one_table = counts_up_to.filter(any).map(lambda counts: table(*counts))
# Near ties make undecided and equivalent outcomes common.
near_ties = st.tuples(st.integers(5, 60), st.integers(-15, 15)).map(lambda t: table(9, t[0], max(0, sum(t)), 300))
ten_tables = counts_up_to.filter(any).map(repeated)
tables = st.one_of(one_table, near_ties, ten_tables)
# Anything a person can type, of any length that fits a label; line breaks have a test of their own.
names = st.one_of(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=150),
    st.lists(st.text("abc(),=_'", min_size=1, max_size=50), min_size=1, max_size=4).map(" ".join),
    st.sampled_from(
        ["x" * 150, "RandomForestClassifier(n_estimators=100, max_depth=3)", "Entscheidungsbäume der Länge nach"]
    ),
)
pairs = st.tuples(names, names).filter(lambda pair: pair[0] != pair[1])


def headline_of(result):
    return " ".join(str(result).split("\n\n")[0].split())


def parsed(headline):
    """Return the outcome, the probability as printed, and whether it is decided."""
    probability = re.search(r"probability (> |< )?(\d\.\d+)", headline)
    undecided = headline.startswith("Undecided: ")
    clause = headline.removeprefix("Undecided: ")
    if clause.startswith("tree errs less than svm"):
        outcome = "first better"
    elif clause.startswith("svm errs less than tree"):
        outcome = "second better"
    elif clause.startswith("tree and svm are equivalent"):
        outcome = "equivalent"
    else:
        outcome = None
    return outcome, probability and probability.groups(), not undecided


def agrees(shown, value):
    """Tell whether a printed number, such as ('> ', '0.999'), is the value to the digits shown."""
    sign, digits = shown
    half = 0.5 * 10.0 ** -len(digits.partition(".")[2])
    if sign:
        return value >= float(digits) - half if sign[0] == ">" else value < float(digits) + half
    return abs(value - float(digits)) <= half * (1 + 1e-9)


@settings(max_examples=200)
@given(tables, ropes, thresholds)
def test_the_headline_says_what_was_decided(data, rope, threshold):
    result = bc.compare(data, first="tree", second="svm", rope=rope, threshold=threshold)
    probabilities = dict(
        zip(OUTCOMES, (result.prob_first_better, result.prob_equivalent, result.prob_second_better), strict=True)
    )
    outcome, probability, decided = parsed(headline_of(result))
    assert decided == (result.decision != "undecided")
    if outcome is None:
        assert "favour neither tree nor svm" in headline_of(result)
        assert result.prob_first_better == result.prob_second_better
    else:
        assert probabilities[outcome] == max(probabilities.values())
        assert agrees(probability, probabilities[outcome])
    if decided:
        assert outcome == result.decision


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize(
    ("counts", "threshold"),
    [((1, 10, 21, 50), 0.975), ((1, 29, 46, 50), 0.975), ((0, 2, 8, 50), 0.968), ((0, 476, 576, 0), 0.999)],
)
def test_an_undecided_probability_does_not_print_as_the_threshold(counts, threshold, swap):
    n00, n01, n10, n11 = counts
    result = bc.compare(table(n00, n10, n01, n11) if swap else table(*counts), threshold=threshold)
    assert result.decision == "undecided"
    probability, needed = re.findall(r"0\.\d+", headline_of(result))
    assert float(probability) < float(needed)
    assert agrees((None, probability), max(result.prob_first_better, result.prob_second_better))


@given(tables, pairs, ropes, st.sampled_from([(0.5, 0.8), (0.95, 0.975), (0.999, 0.97725)]))
def test_the_screen_has_80_columns_and_40_lines(data, pair, rope, probabilities):
    options = dict(zip(("ci_prob", "threshold"), probabilities, strict=True))
    lines = str(bc.compare(data, first=pair[0], second=pair[1], rope=rope, **options)).split("\n")
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 40


@pytest.mark.parametrize("counts", [(3, 1, 2, 4), (30, 100, 2, 4 * 10**7), (0, 3000, 0, 4 * 10**7), (0, 0, 0, 10**9)])
def test_small_differences_fit_the_screen(counts):
    assert max(map(len, str(bc.compare(table(*counts))).splitlines())) <= 80


@pytest.mark.parametrize("name", ["a\nb", "a\r\nb", "a\tb", "a\u2028b"])
def test_white_space_in_a_name_does_not_break_the_screen(name):
    plain, odd = (str(bc.compare(table(3, 1, 2, 4), first=first, second="x")) for first in ("a b", name))
    assert odd.splitlines() == plain.splitlines()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("DecisionTreeClassifier(max_depth=3)", "DecisionTreeClassifier(max_depth=5)"),
        (
            "RandomForestClassifier(n_estimators=100, max_depth=3)",
            "RandomForestClassifier(n_estimators=100, max_depth=5)",
        ),
        ("LogisticRegression(C=1, max_iter=1000, tol=0.1)", "LogisticRegression(C=9, max_iter=1000, tol=0.1)"),
    ],
)
def test_long_names_stay_apart(first, second):
    numbers, probabilities = str(bc.compare(table(3, 1, 2, 4), first=first, second=second)).split("\n\n")[1:3]
    errors = re.findall(r"error of (.*?)\s+\d", numbers)
    assert len(set(errors)) == 2
    assert len(set(re.findall(r"probability that (.*) errs less", probabilities))) == 2


@given(tables, ropes)
def test_the_numbers_shown_are_those_of_the_result(data, rope):
    result = bc.compare(data, first="tree", second="svm", rope=rope)
    screen = str(result)
    shown = {
        "error of tree": result.errors["tree"],
        "error of svm": result.errors["svm"],
        r"difference \(first - second\)": result.difference.mean,
        r"probability that tree errs less.*?": result.prob_first_better,
        r"equivalen\w+ \(rope.*?": result.prob_equivalent,
        r"probability that svm errs less.*?": result.prob_second_better,
    }
    for label, value in shown.items():
        found = re.search(rf"{label}\s+([<>] )?(-?\d\.\d+)(?:$|\s{{3}}\d)", screen, re.MULTILINE)
        assert agrees(found.groups(), value), (label, found.group(), value)
    low, high = re.search(r"eti\s+\[(\S+), (\S+)\]", screen).groups()
    assert agrees((None, low), result.interval.low)
    assert agrees((None, high), result.interval.high)
    answers = re.findall(r"^  [\w-]+ .*? [Pp] (?:= )?([<>] )?(\d\.\d+)$", screen, re.MULTILINE)
    assert len(answers) == len(result.levels)
    assert agrees(answers[0], result.prob_first_better)
    assert all(agrees(shown, p) for shown, p in zip(answers[1:], result.levels["pvalue"][1:], strict=True))
    assert result.summary()["pvalue"].item() == result.levels["pvalue"][1]


@given(tables, ropes)
def test_no_number_is_a_negative_zero(data, rope):
    assert not re.search(r"-0(\.0+)?(?![.\d])", str(bc.compare(data, rope=rope)))


@given(tables)
def test_the_screen_of_the_swapped_pair_has_the_same_probabilities(data):
    swapped = data.rename(first="second", second="first").transpose(..., "first", "second")
    ours, theirs = (
        re.findall(r"(probability that \w+ errs less) +(.*)", str(bc.compare(d, first=a, second=b)))
        for d, a, b in ((data, "tree", "svm"), (swapped, "svm", "tree"))
    )
    assert sorted(ours) == sorted(theirs)


def test_both_margins_of_a_rope_are_named():
    result = bc.compare(table(2, 40, 180, 760), first="tree", second="svm", rope=(-0.01, 0.02))
    assert headline_of(result) == "tree errs less than svm by more than 0.01 (probability > 0.999)."
    assert "tree errs less by > 0.01" in str(result)
    assert "svm errs less by > 0.02" in str(result)


@pytest.mark.parametrize("data", [table(3, 1, 2, 4), repeated((3, 1, 2, 4))], ids=["hold-out", "5 x 2"])
def test_the_screen_says_what_is_asked_assumed_and_not_answered(data):
    result = bc.compare(data, first="tree", second="svm")
    screen = " ".join(str(result).split())
    for text in (result.resampling, result.estimand, result.not_answered, result.levels["assumes"][0]):
        assert text in screen
    for level in result.levels["level"]:
        assert level in screen
