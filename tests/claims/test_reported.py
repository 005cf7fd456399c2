"""Verdicts from reported numbers: exact sums over what is not told, and what is refused."""

import itertools
import json
import math
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, special, stats
from typer.testing import CliRunner

import bayescmp as bc
from bayescmp.cli import app
from bayescmp.posteriors import BetaPosterior, paired_posterior
from bayescmp.posteriors._untold import IndependentDifference, tables_of_margins
from tests.data import table


def printed(value, decimals):
    return f"{value:.{decimals}f}"


class TestOneTestSet:
    """Two rates on the same records, whose overlap is not told."""

    @pytest.mark.parametrize(("first", "second", "n"), [(8, 11, 40), (0, 4, 30), (20, 25, 40)])
    def test_it_is_the_sum_over_all_tables(self, first, second, n):
        claim = bc.reported(error={"A": printed(first / n, 6), "B": printed(second / n, 6)}, n=n)
        overlaps = range(max(0, first + second - n), min(first, second) + 1)
        tables = [(j, first - j, second - j, n - first - second + j) for j in overlaps]
        better = np.array([paired_posterior(table(*one)).prob_first_better for one in tables])
        assert claim.each["prob_first_better"].to_numpy() == pytest.approx(better, abs=1e-12)
        assert claim.range == pytest.approx((better.min(), better.max()), abs=1e-12)
        # Dirichlet(1, 1, 1, 1): all tables of n records are alike
        assert claim.priors.loc["all alike", "prob_first_better"] == pytest.approx(better.mean(), abs=1e-12)
        # Fisher's noncentral hypergeometric distribution under the odds ratio's prior
        ratios = 3 + 2 * special.ndtri((np.arange(61) + 0.5) / 61)
        chances = [stats.nchypergeom_fisher(n, first, second, math.exp(psi)) for psi in ratios if first]
        measured = np.mean([one.pmf(list(overlaps)) for one in chances], axis=0) if chances else np.ones(1)
        assert claim.prob_first_better == pytest.approx(float(measured @ better), abs=1e-9)

    def test_all_counts_that_round_so_are_there(self):
        claim = bc.reported(accuracy={"A": "0.91", "B": "0.88"}, n=200)
        assert claim.readings.told == "181 to 183 and 175 to 177 right of 200 records"
        counts = itertools.product(range(181, 184), range(175, 178))
        texts = ({"A": printed(a / 200, 6), "B": printed(b / 200, 6)} for a, b in counts)
        alone = [bc.reported(accuracy=one, n=200) for one in texts]
        assert claim.range == pytest.approx((min(one.range[0] for one in alone), max(one.range[1] for one in alone)))
        measured = np.mean([one.prob_first_better for one in alone])
        assert claim.prob_first_better == pytest.approx(measured, abs=1e-12)

    def test_with_the_disagreement_it_is_that_of_the_table(self):
        told, n, counts = {"A": ".912", "B": ".905"}, 1000, (72, 16, 23, 889)
        claim = bc.reported(accuracy=told, n=n, disagreement=39)
        same = bc.compare(table(*counts), metric="accuracy")
        assert len(claim.each) == 1
        assert claim.probabilities == pytest.approx(same.probabilities, abs=1e-12)
        assert (claim.interval.low, claim.interval.high) == pytest.approx((same.interval.low, same.interval.high))
        assert claim.pvalue == pytest.approx((stats.binomtest(16, 39).pvalue,) * 2)
        typed = [
            "reported",
            "--accuracy",
            "A=.912",
            "--accuracy",
            "B=.905",
            "--records",
            "1000",
            "--disagreement",
            "39",
        ]
        assert str(claim).splitlines()[:9] == CliRunner().invoke(app, typed).output.splitlines()[:9]
        for share in (0.039, "3.9 %", "39/1000", "39"):
            assert bc.reported(accuracy=told, n=n, disagreement=share).each.equals(claim.each)

    def test_a_disagreement_weighs_what_rounds_so(self, monkeypatch):
        told, n, differ = {"A": ".03", "B": ".05"}, 400, range(22, 27)
        claim = bc.reported(error=told, n=n, disagreement=".06")
        ratios, found = 3 + 2 * special.ndtri((np.arange(61) + 0.5) / 61), []
        for a, b, both in itertools.product(range(10, 15), range(18, 23), range(15)):
            if a + b - 2 * both in differ and both <= a:
                chance = np.mean([stats.nchypergeom_fisher(n, a, b, math.exp(psi)).pmf(both) for psi in ratios])
                found.append(
                    (chance, paired_posterior(table(both, a - both, b - both, n - a - b + both)).prob_first_better)
                )
        chances, better = np.transpose(found)
        assert claim.prob_first_better == pytest.approx(chances @ better / chances.sum(), abs=1e-9)
        assert claim.causes == ("rounding",)
        monkeypatch.setattr("bayescmp.posteriors._untold._MOST_TABLES", 60)
        few = bc.reported(error=told, n=n, disagreement=".06")
        assert few.prob_first_better == pytest.approx(claim.prob_first_better, abs=0.002)

    def test_some_numbers_of_one_alone_stand_for_all(self, monkeypatch):
        asked = partial(tables_of_margins, np.array([300]), np.array([340]), 2000, only_one=np.arange(40, 301))
        every_table, *every = asked()
        monkeypatch.setattr("bayescmp.posteriors._untold._MOST_TABLES", 66)
        tables, *some = asked()
        assert len(tables) == 66 < len(every_table) == 131
        for few, chances in zip(some, every, strict=True):
            both, both_of_all = (each @ found[:, 0] for each, found in ((few, tables), (chances, every_table)))
            assert both == pytest.approx(both_of_all, abs=0.5)
            spread, of_all = (np.sqrt(w @ (t[:, 0] - m) ** 2) for w, t, m in (
                (few, tables, both), (chances, every_table, both_of_all)))  # fmt: skip
            assert spread == pytest.approx(of_all, rel=0.005)

    def test_tables_between_others_weigh_as_if_all_were_there(self, monkeypatch):
        asked = partial(bc.reported, error={"A": "180/2000", "B": "196/2000"}, n=2000, disagreement=".08")
        every = asked().prob_first_better
        monkeypatch.setattr("bayescmp.posteriors._untold._MOST_TABLES", 25)
        assert asked().prob_first_better == pytest.approx(every, abs=1e-5)

    def test_few_of_many_tables_stand_for_all(self, monkeypatch):
        every = bc.reported(error={"A": ".0812", "B": ".0850"}, n=6000)
        monkeypatch.setattr("bayescmp.posteriors._untold._MOST_TABLES", 60)
        few = bc.reported(error={"A": ".0812", "B": ".0850"}, n=6000)
        assert len(few.each) < len(every.each)
        assert few.probabilities == pytest.approx(every.probabilities, abs=2e-4)
        assert few.range == pytest.approx(every.range, abs=1e-12)

    def test_where_decimals_decide_more_of_them_are_asked_for(self):
        claim = bc.reported(accuracy={"A": "91 %", "B": "90 %"}, n=100_000)
        said = " ".join(str(claim).split())
        assert claim.verdict == "depends"
        assert "how the numbers were rounded" in said
        assert "What to ask for more decimals" in said
        assert "What would decide it" not in said

    def test_a_number_of_python_has_the_decimals_of_the_one_with_most(self):
        told = [{"A": 0.912, "B": 0.9}, {"A": "0.912", "B": "0.900"}]
        one, other = (bc.reported(accuracy=values, n=1000) for values in told)
        assert one.probabilities == other.probabilities

    def test_words_of_a_rope_are_of_its_outcomes(self):
        said = " ".join(str(bc.reported(error={"A": "0.080", "B": "0.110"}, n=1000, rope=0.05)).split())
        assert "A and B are equivalent (difference from -0.05 to 0.05) with probability 0.974" in said
        assert "P(equivalent)" in said

    @settings(max_examples=25)
    @given(n=st.integers(2, 60), data=st.data())
    def test_the_two_the_other_way_round_mirror(self, n, data):
        first, second = (data.draw(st.integers(0, n)) for _ in range(2))
        one = bc.reported(error={"A": first / n, "B": second / n}, n=n)
        other = bc.reported(error={"B": second / n, "A": first / n}, n=n)
        right = bc.reported(accuracy={"A": 1 - first / n, "B": 1 - second / n}, n=n)
        assert one.probabilities == pytest.approx(other.probabilities[::-1], abs=1e-12)
        assert right.probabilities == pytest.approx(one.probabilities, abs=1e-9)
        assert one.interval.low == pytest.approx(-other.interval.high, abs=1e-7)
        assert sum(one.probabilities) == pytest.approx(1)
        low, high = one.range
        assert low - 1e-12 <= one.prob_first_better <= high + 1e-12
        weights = [weight.sum() for weight in one.readings.weights.values()]
        assert weights == pytest.approx([1, 1])

    def test_a_plan_takes_the_same_numbers(self):
        claim = bc.reported(accuracy={"A": ".912", "B": ".905"}, n=1000)
        planned = claim.plan(n_records=[1000, 20_000])
        assert planned.table["power"].is_monotonic_increasing
        assert planned.difference == pytest.approx(0.007)  # of the accuracy
        assert claim.plan(n_records=100, rope=(-0.001, 0.003)).rope == (-0.003, 0.001)  # of the accuracy, too


class TestOthers:
    """Two test sets, runs and folds."""

    def test_two_test_sets_are_independent(self):
        claim = bc.reported(error={"A": ".100", "B": ".1500"}, n={"A": 100, "B": 80})
        ref = integrate.quad(lambda p: stats.beta.pdf(p, 12, 92) * stats.beta.sf(p, 14, 70), 0, 1, epsabs=1e-12)[0]
        assert claim.prob_first_better == pytest.approx(ref, abs=1e-9)
        assert claim.priors.shape[0] == 1
        assert "test sets differ" in str(claim).replace("\n", " ")

    @pytest.mark.parametrize(("a", "b", "c", "d"), [(2, 12, 3, 9), (5000, 300, 4900, 410)])
    def test_the_difference_of_two_rates_is_that_of_another_quadrature(self, a, b, c, d):
        one, other = (BetaPosterior(name="rate", a=float(x), b=float(y)) for x, y in ((a, b), (c, d)))
        found = IndependentDifference(first=one, second=other)
        for q in (0.025, 0.5, 0.9):
            x = float(found.ppf(q))
            mean = partial(lambda u, x: stats.beta.sf(stats.beta.ppf(u, a, b) - x, c, d), x=x)
            ref = integrate.quad(mean, 0, 1, epsabs=1e-11, limit=500)[0]
            assert found.cdf(x) == pytest.approx(ref, abs=1e-8) == pytest.approx(q, abs=1e-7)
            assert found.sf(x) == pytest.approx(1 - ref, abs=1e-8)
            step = 1e-5 * found.sd
            assert found.pdf(x) == pytest.approx((found.cdf(x + step) - found.cdf(x - step)) / (2 * step), rel=1e-4)
        drawn = found.draw(40_000, 0).to_numpy()
        assert (drawn.mean(), drawn.std()) == (
            pytest.approx(found.mean, abs=4 * found.sd / 200),
            pytest.approx(found.sd, rel=0.03),
        )
        assert found.mirrored.cdf(-0.01) == pytest.approx(found.sf(0.01), abs=1e-9)

    def test_runs_are_read_by_the_test_of_welch(self):
        claim = bc.reported(mean={"A": 84.8, "B": 83.4}, sd={"A": 1.2, "B": 1.1}, runs={"A": 5, "B": 7})
        ref = stats.ttest_ind_from_stats(84.8, 1.2, 5, 83.4, 1.1, 7, equal_var=False)
        printed_so = claim.each.loc[claim.readings.as_printed, "prob_second_better"]
        assert 2 * printed_so.to_numpy() == pytest.approx([ref.pvalue], abs=1e-9)
        corners = [
            stats.ttest_ind_from_stats(84.8, 1.2 + a, 5, 83.4 + d, 1.1 + b, 7, equal_var=False).pvalue / 2
            for a, b, d in itertools.product((-0.05, 0, 0.05), (-0.05, 0, 0.05), (-0.1, 0, 0.1))
        ]
        assert sorted(claim.each["prob_second_better"]) == pytest.approx(sorted(corners), abs=1e-9)
        off = (np.arange(12) + 0.5) / 120 - 0.05  # what rounds to one decimal
        first, second, a, b = np.meshgrid(off, off, off, off)
        parts = (1.2 + a) ** 2 / 5, (1.1 + b) ** 2 / 7
        df = sum(parts) ** 2 / (parts[0] ** 2 / 4 + parts[1] ** 2 / 6)
        every = stats.t.cdf((-1.4 - first + second) / np.sqrt(sum(parts)), df)
        assert claim.prob_second_better == pytest.approx(every.mean(), abs=2e-5)

    @pytest.mark.parametrize("told", [{"runs": 2}, {"runs": {"A": 2, "B": 3}}, {"folds": 2}, {"folds": 3}])
    def test_few_runs_have_an_interval(self, told):
        for values in (
            {"mean": {"A": 84.8, "B": 83.4}, "sd": {"A": 0.4, "B": 0.3}},
            {"mean": {"A": "84.8 ± 0.4", "B": "83.4 ± 0.3"}},
        ):
            claim = bc.reported(**values, **told)
            for q in (0.025, 0.6):
                assert claim.difference.cdf(claim.difference.ppf(q)) == pytest.approx(q, abs=1e-6)
            assert "not known" not in str(claim)

    def test_runs_by_their_numbers_are_those_of_all_their_values(self):
        values = {"a": [0.8, 0.83, 0.79, 0.81], "b": [0.78, 0.8, 0.79, 0.75]}
        scores = bc.compare(bc.scores(values, noun="accuracy", how=bc.one_test_set()))
        told = {name: dict(zip(values, map(how, values.values()), strict=True)) for name, how in
                (("mean", np.mean), ("sd", lambda x: np.std(x, ddof=1)))}  # fmt: skip
        claim = bc.reported(**told, runs=4)
        printed_so = claim.each.loc[claim.readings.as_printed, "prob_first_better"]
        assert printed_so.to_numpy() == pytest.approx([scores.prob_first_better], abs=1e-9)

    def test_what_stands_behind_a_sign_is_read_in_three_ways(self):
        claim = bc.reported(mean={"A": "84.8 ± 1.2", "B": "83.4 +/- 1.1"}, runs=5)
        by = {"sd": claim.priors.loc["standard deviation"], "se": claim.priors.loc["standard error"]}
        for name, row in by.items():
            told = bc.reported(mean={"A": 84.8, "B": 83.4}, **{name: {"A": 1.2, "B": 1.1}}, runs=5)
            assert row["prob_first_better"] == pytest.approx(told.prob_first_better, abs=1e-9)
        assert claim.prob_first_better == claim.priors.loc["standard error", "prob_first_better"]
        assert claim.verdict == "depends"

    def test_folds_are_the_corrected_t_of_their_values_at_their_correlation(self):
        rng = np.random.default_rng(0)
        a = 0.8 + 0.02 * rng.normal(size=10)
        b = a + 0.01 * rng.normal(size=10) - 0.01
        told = {"mean": {"A": a.mean(), "B": b.mean()}, "sd": {"A": a.std(ddof=1), "B": b.std(ddof=1)}}
        claim = bc.reported(**told, folds=10)
        whole = bc.compare(
            bc.scores({"A": a, "B": b}, noun="accuracy", how=bc.validation_sets(n_train=900, n_test=100))
        )
        near = np.interp(np.corrcoef(a, b)[0, 1], claim.each["untold"], claim.each["prob_first_better"])
        assert near == pytest.approx(whole.prob_first_better, abs=1e-3)
        assert claim.range[0] <= whole.prob_first_better <= claim.range[1]
        wide = bc.reported(**told, folds=10, sizes=(100, 100))
        assert wide.difference.sd > claim.difference.sd


class TestResult:
    """What every result has."""

    @pytest.mark.parametrize("told", [
        {"accuracy": {"A": ".912", "B": ".905"}, "n": 1000},
        {"accuracy": {"A": ".91", "B": ".88"}, "n": 1000, "disagreement": "5 %"},
        {"mean": {"A": "84.8 +- 1.2", "B": "83.4 +- 1.1"}, "runs": 5},
        {"accuracy": {"A": ".91", "B": ".90", "C": ".85"}, "n": 100, "threshold": 0.9},
    ])  # fmt: skip
    def test_files_and_every_form(self, tmp_path, told):
        claim = bc.reported(**told)
        claim.save(tmp_path / "claim.nc")
        assert bc.load(tmp_path / "claim.nc").to_json() == claim.to_json()
        assert json.loads(claim.to_json())["result"] == type(claim).__name__
        assert max(map(len, str(claim).splitlines())) <= 80
        first = next(iter(claim.observed))
        assert all(first in form for form in (claim.to_latex(), claim.to_markdown(), claim.details()))
        assert "</svg>" in claim._repr_html_()
        assert first in claim.summary()["first"].to_list()
        bc.write_report(claim, tmp_path / "claim.html")
        assert claim.to_datatree(50, 0).children

    def test_several_are_each_two(self):
        values = {"A": ".912", "B": ".905", "C": ".85"}
        claims = bc.reported(accuracy=values, n=1000)
        assert [*claims.claims] == [*itertools.combinations(values, 2)]
        alone = bc.reported(accuracy={name: values[name] for name in "AC"}, n=1000)
        assert claims.claims["A", "C"].probabilities == alone.probabilities
        assert claims["A", "C"] is claims.claims["A", "C"]
        with pytest.raises(KeyError, match=r"in this order, but got \('C', 'A'\)"):
            claims["C", "A"]
        assert alone.verdict == "holds"
        assert str(claims).startswith("2 of 3 claims can be shown whatever is not told, 1 for some of it.")


@pytest.mark.parametrize(("told", "message"), [
    ({}, "One of `accuracy`, `error` and `mean` must be given, but got none"),
    ({"accuracy": {"A": 0.9, "B": 0.8}}, "Two values alone tell no doubt. Give `n`"),
    ({"accuracy": {"A": 0.9}, "n": 10}, "`accuracy` must be two numbers or more by name"),
    ({"accuracy": {"A": 91.2, "B": 0.8}, "n": 1000}, 'from 0 to 1, but got 91.2. Of per cent give "91.2 %"'),
    ({"accuracy": {"A": "x", "B": 0.8}, "n": 1000}, "must be a number as it is printed"),
    ({"accuracy": {"A": "0.912", "B": "0.8"}, "n": 100}, "whole number of 100 records, but 0.912 is of none"),
    ({"mean": {"A": 0.9, "B": 0.8}, "n": 100}, "Ask the authors for the predictions"),
    ({"mean": {"A": 0.9, "B": 0.8}, "sd": {"A": 0.1, "C": 0.1}, "runs": 5}, "`sd` must be given of both systems"),
    ({"mean": {"A": 0.9, "B": 0.8}, "sd": {"A": 0.1, "B": 0.0}, "runs": 5}, "`sd` must be above 0, but got 0"),
    ({"mean": {"A": 1, "B": 2}, "sd": {"A": 0.1, "B": 0.1}, "runs": 3, "sizes": (2, 1)}, "maybe with `sizes`"),
    ({"accuracy": {"A": 0.9, "B": 0.8}, "n": {"A": 10}}, "has none of 'B'"),
    ({"accuracy": {"A": ".90", "B": ".88"}, "n": 50, "disagreement": 4}, "1, 3, 5 or so, up to 11, as .* got 4"),
    ({"accuracy": {"A": ".90", "B": ".88"}, "n": {"A": 50, "B": 50}, "disagreement": 1}, "with two test sets"),
    ({"accuracy": {"A": 0.9, "B": 0.8, "C": 0.7}, "n": 10, "disagreement": 1}, "with more than two systems"),
    ({"mean": {"A": 1, "B": 2}, "sd": {"A": 1, "B": 1}, "runs": 3, "disagreement": 1}, "sd, runs, disagreement"),
    ({"accuracy": {1: 0.9, "1": 0.8}, "n": 10}, "must have names that differ as texts"),
    ({"mean": {"A": 0.9, "B": 0.8}, "sd": {"A": 0.1, "B": 0.1}, "folds": 100}, "with more than 10 folds: they"),
    ({"accuracy": {"A": "9 %", "B": "8 %"}, "sd": {"A": 0.1, "B": 0.1}, "runs": 5}, "a per cent sign where values"),
])  # fmt: skip
def test_says_what_to_type(told, message):
    with pytest.raises((TypeError, ValueError), match=message):
        bc.reported(**told)


@pytest.mark.parametrize("told", [
    {"accuracy": {"A": np.float32(0.912), "B": np.float64(0.905)}, "n": np.int32(1000)},
    {"accuracy": {1: Fraction(114, 125), 2: "−0.0"}, "n": {1: np.int64(1000), 2: 10}},
    {"mean": {"A": 1, "B": 2}, "sd": {"B": np.float32(0.5), "A": 1}, "folds": 20, "sizes": np.array([95, 5])},
])  # fmt: skip
def test_numbers_of_any_kind_are_kept_in_files(tmp_path, told):
    claim = bc.reported(**told, rope=Fraction(1, 100))
    told.clear()
    claim.save(tmp_path / "claim.nc")
    assert bc.load(tmp_path / "claim.nc").to_json() == claim.to_json()


def test_a_claim_over_folds_holds_only_if_it_does_at_a_correlation_of_minus_1():
    claim = bc.reported(mean={"A": "86.5", "B": "83.4"}, sd={"A": "1.4", "B": "1.4"}, folds=10)
    worst = stats.t(9).cdf(3.0 / (2.9 * np.sqrt(1 / 10 + 1 / 9)))
    assert claim.range[0] == pytest.approx(worst, abs=1e-9)
    assert worst < 0.975
    assert claim.verdict == "depends"


def test_where_no_table_has_the_printed_counts_the_nearest_are_as_printed():
    claim = bc.reported(accuracy={"A": ".91", "B": ".90"}, n=1000, disagreement=39)
    assert "nan" not in str(claim)
    assert 0 < claim.readings.as_printed.sum() < len(claim.each)


def test_what_is_told_is_copied(tmp_path):
    values = {"A": ".912", "B": ".905"}
    claim = bc.reported(accuracy=values, n=1000)
    values["A"] = ".5"
    claim.save(tmp_path / "claim.nc")
    assert bc.load(tmp_path / "claim.nc").observed == {"A": 0.912, "B": 0.905}


def test_many_counts_of_two_test_sets_are_some():
    claim = bc.reported(accuracy={"A": ".91", "B": ".88"}, n={"A": 10**8, "B": 10**8})
    assert len(claim.each) < 200
    assert claim.verdict == "holds"


def test_a_saved_claim_is_planned_from_and_other_options_are_refused(tmp_path):
    path = tmp_path / "claim.nc"
    bc.reported(accuracy={"A": ".912", "B": ".905"}, n=1000).save(path)
    planned = CliRunner().invoke(app, ["plan", str(path), "--records", "20000"])
    assert "20,000" in planned.output
    refused = CliRunner().invoke(app, ["plan", str(path), "--runs", "5"])
    assert "--runs must be left out of reported numbers" in str(refused.exception)


def test_rates_of_nothing_and_all_are_shown():
    assert "A has a higher accuracy" in str(bc.reported(accuracy={"A": "1", "B": "0"}, n=100))


def test_margins_that_other_priors_give_are_other():
    _, near, _ = tables_of_margins(np.array([10]), np.array([12]), 60, (6.0, 0.5))
    _, far, _ = tables_of_margins(np.array([10]), np.array([12]), 60, (0.0, 0.5))
    assert near @ np.arange(11) > 7
    assert far @ np.arange(11) < 4


def test_p_values_are_those_of_the_tests_that_papers_report():
    of_runs = {"sd": {"a": "1.2", "b": "1.1"}, "runs": 5}
    welch = bc.reported(mean={"a": "84.8", "b": "83.4"}, **of_runs).each["pvalue"]
    expected = stats.ttest_ind_from_stats(84.8, 1.2, 5, 83.4, 1.1, 5, equal_var=False).pvalue
    assert welch[len(welch) // 2] == pytest.approx(expected)
    z = bc.reported(accuracy={"a": 0.912, "b": 0.905}, n={"a": 1000, "b": 800}).each["pvalue"][0]
    chi2 = stats.chi2_contingency([[912, 88], [724, 76]], correction=False)
    assert z == pytest.approx(chi2.pvalue)  # the square of z
    claim = bc.reported(error={"a": "0.100", "b": "0.200"}, n=50)  # 5 and 10 wrong
    exact = [stats.binomtest(5 - both, 15 - 2 * both).pvalue for both in claim.each["untold"]]
    assert claim.each["pvalue"].to_numpy() == pytest.approx(exact)
    assert f"p from {min(exact):.3f} to {max(exact):.3f} by how many" in " ".join(str(claim).split())


@pytest.mark.full
def test_some_counts_stand_for_all_that_round_so():
    claim = bc.reported(accuracy={"A": ".91", "B": ".90"}, n=2000)
    every = [  # second of 21 counts each
        bc.reported(accuracy={"A": f"{1820 + a}/2000", "B": f"{1800 + b}/2000"}, n=2000).prob_first_better
        for a, b in itertools.product(range(-10, 11, 2), repeat=2)
    ]
    of_counts = np.where(np.abs(np.arange(-10, 11, 2)) == 10, 1.5, 2) / 21
    assert claim.prob_first_better == pytest.approx(of_counts @ np.reshape(every, (11, 11)) @ of_counts, abs=0.001)
    as_ends = np.where(np.abs(np.arange(-10, 11, 2)) == 10, 0.5, 0)
    assert as_ends @ np.reshape(every, (11, 11)) @ as_ends < claim.prob_first_better - 0.05
