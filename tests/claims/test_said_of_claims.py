"""What reports and pictures of reported numbers say: only what was measured of them, and all that is not told."""

import numpy as np
import pytest
from scipy import stats

import bayescmp as bc
from bayescmp.reports import files_of_report, render
from tests.data import table

SD, FOLDS = {"sd": {"A": "2.4", "B": "2.6"}}, {"folds": 10}
RATES = {"accuracy": {"A": ".875", "B": ".852"}}
MEANS = {"mean": {"A": "87.5", "B": "85.2"}}
SIGNS = {"mean": {"A": "87.5 ± 2.4", "B": "85.2 ± 2.6"}}


def said(result):
    return " ".join(str(result).split())


@pytest.mark.parametrize(("told", "measured"), [
    (RATES | {"n": 1000}, True),
    ({"accuracy": RATES["accuracy"] | {"C": ".8"}, "n": 1000}, True),
    (RATES | {"n": {"A": 1000, "B": 800}}, False),
    (MEANS | SD | FOLDS, False),
    (MEANS | SD | {"runs": 5}, False),
    (SIGNS | FOLDS, False),
])  # fmt: skip
def test_a_report_quotes_only_what_was_measured_of_its_kind(told, measured):
    text = " ".join(render(bc.reported(**told), "text").split())
    assert ("(30 real cases)" in text) == measured
    assert ("How often such intervals hold was not measured for this kind of comparison." in text) != measured


def test_all_that_is_not_told_is_named():
    claim = bc.reported(**SIGNS, **FOLDS)
    untold = 'what stands behind "+-" and how the folds of both correlate'
    assert f"depending on {untold}, which is not told" in said(claim)
    assert f"p from < 0.001 to 0.773 by {untold}" in said(claim)
    assert "an interval, and the score of each on every fold" in said(claim)
    methods = " ".join(claim.content.part("methods").split())
    assert "correlation is normal with mean 0.5 and standard deviation 0.5, as measured" in methods
    assert 'leave open whether A has a higher mean than B; please report whether "+-" is' in methods
    assert claim.to_dict()["untold"] == "spread"


@pytest.mark.parametrize(("told", "verdict", "line"), [
    (RATES | {"n": 1000}, "depends", "some 1,800 records (power 0.8)"),
    (RATES | {"n": {"A": 1000, "B": 800}}, "not shown", "some 3,500 records on each test set (power 0.8)"),
    (SIGNS | FOLDS, "depends", "more records or runs; how many"),
    ({"error": {"A": "0.080", "B": "0.110"}, "n": 1000}, "holds", None),
])  # fmt: skip
def test_what_would_decide_and_what_to_report_is_said_unless_it_holds(told, verdict, line):
    claim = bc.reported(**told)
    assert claim.verdict == verdict
    assert ("please report" in claim.content.part("methods")) == (line is not None)
    assert "What would decide it" not in said(claim) if line is None else f"What would decide it {line}" in said(claim)


CLOSE = {"accuracy": {"A": ".912", "B": ".905"}, "sd": {"A": ".02", "B": ".02"}} | FOLDS
FEW = "how the folds of both correlate"
BOTH = "how many records both get wrong and how the numbers were rounded"


@pytest.mark.parametrize(("told", "untold"), [
    (CLOSE, f"{FEW} and how the numbers were rounded"),
    (CLOSE | {"rope": 0.01}, f"{FEW} and how the numbers were rounded"),
    ({"accuracy": {"A": ".912", "B": ".88"}, "n": 1000}, BOTH),
    ({"accuracy": {"A": ".912", "B": ".905"}, "n": 1000}, "how many records both get wrong"),
    ({"accuracy": {"A": "91 %", "B": "90 %"}, "n": 100_000}, "how the numbers were rounded"),
])  # fmt: skip
def test_every_cause_that_matters_by_itself_is_named(told, untold):
    assert f"depending on {untold}, which is not told" in said(bc.reported(**told))


def test_the_screen_of_several_names_the_causes_of_all():
    claims = bc.reported(accuracy={"A": ".912", "B": ".88", "C": ".880"}, n=1000)
    assert f"What is not told {BOTH} What it leaves open" in said(claims)


def test_the_number_of_records_of_two_test_sets_is_that_of_the_normal_formula():
    claim = bc.reported(accuracy={"A": ".912", "B": ".905"}, n={"A": 1000, "B": 1000}, rope=0.001)
    p, d = np.array([0.912, 0.905]), 0.006
    assert claim.needed == pytest.approx((1.959964 + 0.841621) ** 2 * (p * (1 - p)).sum() / d**2, rel=1e-5)
    assert bc.reported(**MEANS, **SD, **FOLDS).needed is None
    assert bc.reported(accuracy={"A": ".9", "B": ".9"}, n={"A": 100, "B": 100}).needed == np.inf


@pytest.mark.parametrize("told", [
    {"accuracy": {"A": ".912", "B": ".912"}, "n": 1000},
    {"mean": {"A": "84.8", "B": "84.8"}, "sd": {"A": "1.2", "B": "1.1"}, "folds": 10},
])  # fmt: skip
def test_equal_numbers_favour_neither(told):
    claim = bc.reported(**told)
    assert "the data favour neither A nor B." in said(claim)
    assert "the data favour neither A nor B" in claim.sentence()
    (name, values), *_ = told.items()
    claims = bc.reported(**told | {name: values | {"C": values["A"]}, "sd": told.get("sd") and told["sd"] | {"C": "1"}})
    assert claims.content.table()["likeliest"] == ["neither"] * 3


def test_runs_that_are_needed_have_that_power_in_tests_of_welch():
    claim = bc.reported(mean={"A": "85.4", "B": "84.0"}, sd={"A": "1.2", "B": "1.1"}, runs=3)
    # as by the formula of the z test, and a quarter of z^2
    assert claim.needed == pytest.approx(7.84888 * 2.65 / 1.96 + 0.96036, rel=1e-5)
    assert "What would decide it some 12 runs of each (power 0.8), at this difference" in said(claim)
    rng, size = np.random.default_rng(1), (20_000, 12)
    runs = rng.normal(1.4, 1.2, size), rng.normal(0, 1.1, size)
    rejected = stats.ttest_ind(*runs, axis=1, equal_var=False).pvalue < 0.05
    assert rejected.mean() == pytest.approx(0.81, abs=0.012)
    widest = bc.reported(mean={"A": "85.4 ± 1.2", "B": "84.0 ± 1.1"}, runs=3)
    assert widest.needed == pytest.approx(7.84888 * 3 * 2.65 / 1.96 + 0.96036, rel=1e-5)
    assert 'runs of each (power 0.8), at this difference if "+-" is the standard error' in said(widest)
    assert bc.reported(mean={"A": 1, "B": 1}, sd={"A": 1, "B": 1}, runs=3).needed == np.inf


def test_a_spread_beside_n_is_told_what_takes_its_place():
    with pytest.raises(ValueError, match="Give `runs` or `folds` in place of `n`"):
        bc.reported(accuracy={"A": ".912 ± .02", "B": ".905 ± .02"}, n=1000)


def test_verdicts_on_several_name_no_pair_to_report_of():
    claims = bc.reported(accuracy=RATES["accuracy"] | {"C": ".8"}, n=1000)
    assert "please report" not in claims.content.part("methods")


def test_p_at_the_printed_digits_comes_first_where_only_rounding_is_not_told():
    claim = bc.reported(**MEANS, **SD, runs=10)
    assert "p = 0.055 as printed (p from 0.042 to 0.070 by how the numbers were rounded)" in said(claim)
    assert "p = 0.165, the z test" in said(bc.reported(**RATES, n={"A": 1000, "B": 800}))


def test_a_count_is_exact():
    claim = bc.reported(accuracy={"A": "1747/2000", "B": ".852"}, n=2000)
    assert claim.readings.told == "1,747 and 1,703 to 1,705 right of 2,000 records"
    with pytest.raises(ValueError, match="must be a number as it is printed"):
        bc.reported(accuracy={"A": "1/0", "B": ".8"}, n=10)


@pytest.mark.parametrize(("given", "named", "message"), [
    ([[0.875, 0.852]], {"n": 1000}, "It is called as `bc.reported.accuracy={.A.: ..920., .B.: ..890.}, n=1000.`"),
    ([], MEANS | {"std": 1, "runs": 3}, "no argument `std`. It is called `sd`"),
    ([], MEANS | {"seeds": 3}, "It is called `runs`"),
    ([], {"auc": {"A": 0.9, "B": 0.8}}, "It is called `mean`"),
])  # fmt: skip
def test_arguments_of_other_names_are_told_what_they_are_called(given, named, message):
    with pytest.raises(TypeError, match=message):
        bc.reported(*given, **named)


def test_the_picture_marks_where_it_is_decided_and_shows_little_else():
    claim = bc.reported(**RATES, n=1000)
    ax = claim.plot()
    low, high = ax.get_ylim()
    assert 0.9 < low < claim.range[0] < claim.range[1] < high < 1.02
    assert "decided from 68" in [text.get_text() for text in ax.texts]
    assert any(line.get_ydata()[0] == claim.prob_first_better for line in ax.lines)
    of_rope = bc.reported(error={"A": "0.080", "B": "0.090"}, n=1000, rope=0.03).plot()
    assert of_rope.get_ylabel() == "P(equivalent)"
    rows = bc.reported(**SIGNS, **FOLDS).plot()
    assert next(text.get_text() for text in rows.get_yticklabels()) == "standard error"


@pytest.mark.parametrize("suffix", ["md", "tex"])
def test_no_bibliography_is_written_where_nothing_is_cited(tmp_path, suffix):
    for rope, cites in ((0.0, False), (0.01, True)):
        claim, path = bc.reported(**RATES, n=1000, rope=rope), tmp_path / f"{cites}.{suffix}"
        bc.write_report(claim, path)
        written = {one.name for one in tmp_path.glob(f"{cites}*")}
        assert written == {one.name for one in files_of_report("path", path, claim)}
        assert (f"{cites}-references.bib" in written) == cites


def test_a_name_that_is_the_place_is_not_said_twice():
    assert "First and second were compared" in bc.compare(table(2, 4, 18, 76)).content.part("methods")
