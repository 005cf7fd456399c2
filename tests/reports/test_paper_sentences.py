"""The sentence of a result for a paper, and its table as a file."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

import bayescmp as bc
from tests.data import cross_validated

COUNTS = {"both_wrong": 21, "only_first_wrong": 19, "only_second_wrong": 41, "both_right": 519}
ACCURACIES = pd.DataFrame(
    {"svm": [0.95, 0.97, 0.71, 0.84], "tree": [0.93, 0.89, 0.66, 0.75], "forest": [0.96, 0.98, 0.75, 0.82]},
    index=["iris", "wine", "glass", "heart"],
)


def compared(first="tree", second="svm", **asked):
    return bc.compare(bc.paired_table(**COUNTS), first=first, second=second, **asked)


def labelled(*names):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 120)
    return bc.labels(y, {name: np.where(rng.random(120) < 0.1 * (k + 1), 1 - y, y) for k, name in enumerate(names)})


def watched():
    return bc.SequentialComparison(first="tree", second="svm").update(bc.paired_table(**COUNTS))


RESULTS = {
    "comparison": compared,
    "evaluation": lambda: bc.evaluate(labelled("tree", "svm")),
    "metrics": lambda: bc.compare(labelled("tree", "svm"), metric=["accuracy", "f1_macro"]),
    "ranking": lambda: bc.rank(labelled("tree", "svm", "knn"), rng=0),
    "two over data sets": lambda: bc.compare_datasets(ACCURACIES[["tree", "svm"]], metric="accuracy"),
    "several over data sets": lambda: bc.rank_datasets(ACCURACIES, metric="accuracy", rng=0),
    "claim": lambda: bc.reported(accuracy={"tree": 0.92, "svm": 0.9}, n=1000),
    "claims": lambda: bc.reported(accuracy={"tree": 0.92, "svm": 0.9, "knn": 0.5}, n=1000),
    "gate": lambda: bc.gate(labelled("tree", "svm"), {"default": {"drop": 0.02}}, baseline="svm"),
    "looks": watched,
}
SAMPLE_SIZES = {
    "comparison": "On 600 records", "evaluation": "On 120 records", "ranking": "On 120 records",
    "two over data sets": "On 4 data sets", "several over data sets": "On 4 data sets", "looks": "On 600 records",
}  # fmt: skip


@pytest.mark.parametrize("kind", RESULTS)
def test_every_result_has_a_sentence_with_numbers_that_is_in_its_report(kind):
    result = RESULTS[kind]()
    sentence = result.sentence()
    assert sentence.startswith(SAMPLE_SIZES.get(kind, ""))
    assert "tree" in sentence
    assert re.search(r"\d\.\d", sentence)
    assert sentence.endswith(".")
    assert not re.search(r"\bnan\b|None|[-][0-9]| - |\n", sentence)
    (paper,) = (one for one in result.content.sections if one.key == "methods")
    assert dict(paper.lines)["Result"] == result.content.sentence()


def test_numbers_and_sign_are_those_of_the_result_and_p_that_of_the_binomial():
    result = compared(rope=0.01)
    mean, low, high = (f"\N{MINUS SIGN}{-one:.3f}" for one in (
        result.difference.mean, result.interval.low, result.interval.high
    ))  # fmt: skip
    pvalue = binomtest(19, 60).pvalue
    assert result.sentence() == (
        f"On 600 records, the error rate of tree was {40 / 600:.3f} and that of svm {62 / 600:.3f}; the difference "
        "tree \N{MINUS SIGN} svm is \N{MINUS SIGN}0.037, in favour of tree (posterior mean "
        f"{mean}; 95 % credible interval [{low}, {high}]). "
        f"Tree errs less than svm by more than 0.01 (probability {result.prob_first_better:.3f}); p = {pvalue:.3f}, "
        "McNemar's exact test, two-sided, with 19 against 41 records on which one alone is wrong."
    )


def test_whom_a_difference_favours_follows_the_metric_and_not_the_order():
    data = labelled("tree", "svm")
    for metric in ("accuracy", "error"):
        for names in (("tree", "svm"), ("svm", "tree")):
            found = bc.compare(data, first=names[0], second=names[1], metric=metric)
            assert ("\N{MINUS SIGN}" in found.sentence().split(" is ")[1][:2]) == (found.difference.mean < 0)
            assert "in favour of tree" in found.sentence()


def test_undecided_equal_and_equivalent_have_their_words():
    undecided = compared(threshold=0.9999).sentence()
    assert "The outcome is undecided: most likely tree errs less than svm (probability 0.99" in undecided
    equal = bc.compare(bc.paired_table(both_wrong=9, only_first_wrong=8, only_second_wrong=8, both_right=75)).sentence()
    assert "is 0.000 (posterior mean" in equal
    assert "The outcome is undecided: the data favour neither" in equal
    even = bc.paired_table(both_wrong=210, only_first_wrong=30, only_second_wrong=33, both_right=5190)
    equivalent = bc.compare(even, rope=0.01).sentence()
    assert "are equivalent (difference from \N{MINUS SIGN}0.01 to 0.01; probability > 0.999); p = 0.801" in equivalent
    assert equivalent.endswith("two-sided, with 30 against 33 records on which one alone is wrong.")
    over = bc.compare_datasets(ACCURACIES[["svm", "forest"]], metric="accuracy").sentence()
    assert "On average over such data sets the outcome is undecided: most likely forest" in over
    assert "After 600 records it is not decided" in watched().sentence() or "Tree errs less" in watched().sentence()


def test_names_and_per_cents_are_written_for_where_they_are_pasted():
    result = compared(first="a_b\x1b[31m", second="50%")
    assert "a_b\\x1b[31m" in result.sentence()
    latex = result.sentence("latex")
    assert re.search(r"a\\_b.*50\\% .*95 \\% credible", latex)
    assert not re.search(r"(?<!\\)%", latex)
    assert r"a\_b" in result.sentence("markdown")
    with pytest.raises(ValueError, match="`format` must be one of 'text', 'latex', 'markdown', but got 'html'"):
        result.sentence("html")


def test_a_table_is_returned_and_written(tmp_path):
    result = compared()
    for write, name in ((result.to_latex, "table.tex"), (result.to_markdown, "table.md")):
        text = write(tmp_path / name)
        assert text == write()
        assert (tmp_path / name).read_text(encoding="utf-8") == f"{text}\n"


@pytest.mark.parametrize("kind", ["ranking", "several over data sets"])
def test_pairs_that_survive_holm_are_decided_and_below_the_level(kind):
    pairs = RESULTS[kind]().pairs
    of = "" if kind == "ranking" else "average_"
    tails = pairs[[f"{of}prob_first_better", f"{of}prob_second_better"]].min(axis=1) + pairs[f"{of}prob_equivalent"]
    steps, running = (2 * tails).sort_values(), 0.0
    for place, (row, tail) in enumerate(steps.items()):
        running = max(running, min(1.0, tail * (len(steps) - place)))
        assert pairs.loc[row, f"{of}posterior_holm"] == pytest.approx(running)
        better = pairs.loc[row, f"{of}decision"] in {"first better", "second better"}
        assert pairs.loc[row, f"{of}survives_holm"] == (better and running <= 0.05)


def test_a_cross_validation_says_that_it_is_one_and_tables_name_what_they_assume():
    result = bc.compare(cross_validated(cv=bc.model_selection.BlockRegularizedCV(random_state=0)))
    assert result.sentence().startswith(
        "In 5 \N{MULTIPLICATION SIGN} 2 block-regularized cross-validation of 60 records, the"
    )
    assert (
        "in 5 \N{MULTIPLICATION SIGN} 2 block-regularized cross-validation of 60 records: observed"
        in result.to_markdown()
    )
    tables = bc.compare(result.tables)
    assert "assumes that training sets add no variance; give predictions for the default method" in str(tables).replace(
        "\n                        ", " "
    )
    assert "add no variance" not in str(result).replace("\n                        ", " ")
