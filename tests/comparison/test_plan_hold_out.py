"""How many records a hold-out needs, before there are data and after."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

import bayescmp as bc
from bayescmp._support._text import rounded_up
from bayescmp.posteriors import paired_posterior
from bayescmp.posteriors._pair_posteriors import MeanDifference
from bayescmp.posteriors._runs import with_runs
from tests.data import table

TRIALS = 2000
MORE_RUNS = {"sd_of_runs": 0.01, "n_records": [4000, 3000], "n_runs": [10, 50]}


def test_every_table_there_may_be_gives_the_power():
    """A posterior by the quadrature of `compare`, one-sided disagreements among them, where normal ones are far off."""
    cases = [(60, 0.0, 0.1, (-0.1, 0.1)), (100, 0.1, 0.1, (-0.02, 0.05)), (80, -0.1, 0.2, (-0.01, 0.03)),
             (150, 0.05, 0.05, (-0.01, 0.01)), (90, 0.02, 0.1, (-0.06, 0.1))]  # fmt: skip
    for n, difference, disagreement, rope in cases:
        one, other = (disagreement + difference) / 2, (disagreement - difference) / 2
        b, c = (cells.ravel() for cells in np.meshgrid(np.arange(26), np.arange(26)))
        probability = stats.multinomial.pmf(np.stack([b, c, n - b - c], -1), n, [one, other, 1 - disagreement])
        b, c, probability = (values[probability > 1e-9] for values in (b, c, probability))
        assert probability.sum() == pytest.approx(1, abs=1e-4)
        posterior = paired_posterior(table(0 * b, b, c, n - b - c, dims=("experiment",))).difference
        right = 0 if difference < rope[0] else 2 if difference > rope[1] else 1
        decides = posterior.probabilities(*rope)[right].to_numpy() >= 0.975
        planned = bc.plan_hold_out(difference=difference, disagreement=disagreement, rope=rope, n_records=[n])
        assert planned.table["power"].item() == pytest.approx(probability[decides].sum(), abs=2e-4)
        assert 0.01 < planned.table["power"].item() < 0.999


def test_where_nothing_differs_there_is_one_table_and_one_decision():
    planned = bc.plan_hold_out(difference=0.0, disagreement=0.0, rope=0.02)
    size = int(planned.needed[0.5])
    assert set(planned.needed.values()) == {size}
    for n, decision in ((size - 1, "undecided"), (size, "equivalent")):
        assert bc.compare(table(0, 0, 0, n), rope=0.02).decision == decision


def test_numbers_of_very_many_disagreements_are_few_and_have_nearly_the_power_of_all():
    n, disagreement, difference = 40_000, 0.2, 0.006
    m = np.arange(n // 5 - 500, n // 5 + 501)
    least = special.bdtrik(0.975, m + 1, 0.5).astype(int)  # from about here on, b decides
    least += special.betaincc(least + 1, m - least + 1, 0.5) < 0.975
    share = (1 + difference / disagreement) / 2
    found = stats.binom.pmf(m, n, disagreement) @ stats.binom.sf(least - 1, m, share)
    planned = bc.plan_hold_out(difference=difference, disagreement=disagreement, n_records=[n])
    assert planned.table["power"].item() == pytest.approx(found, abs=5e-4)


def test_as_many_records_are_needed_as_give_the_power():
    planned = bc.plan_hold_out(difference=0.02, disagreement=0.1)
    for power, size in planned.needed.items():
        around = bc.plan_hold_out(0.02, 0.1, n_records=[int(size) - 1, int(size)]).table["power"]
        assert around.iloc[0] < power <= around.iloc[1]
    assert [*planned.needed] == [0.5, 0.8, 0.9]


@pytest.mark.parametrize(("difference", "rope"), [(0.0, 0.05), (0.005, (-0.03, 0.06))])
def test_who_is_not_inferior_needs_fewer_records(difference, rope):
    planned = bc.plan_hold_out(difference=difference, disagreement=0.1, rope=rope)
    assert planned.right == "equivalent"
    size = int(planned.not_inferior[0.8])
    assert size < planned.needed[0.8]
    shown = [f"{rounded_up(planned.not_inferior[power], 3):,.0f} for {power}" for power in (0.5, 0.8)]
    assert f"To decide that the first is not inferior: {', '.join(shown)}" in " ".join(str(planned).split())
    around = bc.plan_hold_out(difference, 0.1, rope=rope, n_records=[size - 1, size])
    assert around.table["not_inferior"].iloc[0] < 0.8 <= around.table["not_inferior"].iloc[1]
    assert around.columns()["not inferior"] == [f"{share:.3f}" for share in around.table["not_inferior"]]
    only = (0.1 + np.array([1, -1]) * difference) / 2
    counts = np.random.default_rng(0).multinomial(size, [0.05, *only, 0.85], size=TRIALS)
    margin = rope if isinstance(rope, float) else rope[1]
    decided = paired_posterior(table(*counts.T, dims=("experiment",))).difference.cdf(margin) >= 0.975
    assert decided.mean().item() == pytest.approx(0.8, abs=4 * np.sqrt(0.8 * 0.2 / TRIALS))


@pytest.mark.parametrize(("difference", "rope", "said"), [(0.0, 0.0, "0 without a rope"), (0.02, 0.02, "an edge of")])
def test_where_no_decision_is_right_it_is_said(difference, rope, said):
    planned = bc.plan_hold_out(difference=difference, disagreement=0.1, rope=rope)
    assert planned.right == ""
    assert "power" not in str(planned)
    assert said in str(planned)
    assert "needed" not in str(planned)
    assert [*planned.needed.values()] == [np.inf] * 3
    assert not planned.not_inferior


@pytest.mark.parametrize("metric", ["error", "accuracy"])
def test_after_a_hold_out_decisions_are_those_of_its_classifiers(metric):
    result = bc.compare(table(65, 12, 28, 95), metric=metric)
    planned = bc.plan(result, n_records=[200, 800])
    row = planned.table.iloc[1]
    assert row["assurance_first_better"] > 0.75 > row["assurance_second_better"]
    assert planned.table["sd"].iloc[0] == pytest.approx(result.difference.sd)
    assert planned.table["sd"].iloc[1] == pytest.approx(result.difference.sd / 2)


@pytest.mark.parametrize(("arguments", "message"), [
    ({"difference": 0.02, "disagreement": 0.1, "n_runs": [5]}, "`n_runs` must be given with `sd_of_runs`"),
    ({"difference": 0.02, "disagreement": 0.1, "costs": (1, 1)}, "`costs` must be given with `sd_of_runs`"),
    ({"difference": 0.02, "disagreement": 0.1, "sd_of_runs": 0.0}, "`sd_of_runs` must be .*, but got 0"),
    ({"difference": 0.02, "disagreement": 0.1, "sd_of_runs": 0.1, "n_runs": [1]}, "`n_runs` must be at least 2"),
    ({"difference": 0.02, "disagreement": 0.1, "sd_of_runs": 0.1, "disagreement_of_runs": 0.2}, "at most `disagreem"),
    ({"difference": 0.02, "disagreement": 0.1, "n_records": [0]}, "`n_records` must be at least 1"),
    ({"difference": 0.2, "disagreement": 0.1}, "at least the size of `difference`"),
    ({"difference": 1, "disagreement": 1.0}, r"above -1 and below 1, but got 1\.$"),
])  # fmt: skip
def test_says_what_is_wrong(arguments, message):
    with pytest.raises(ValueError, match=message):
        bc.plan_hold_out(**arguments)


@pytest.mark.parametrize(("asked", "said"), [
    ({}, "1,950 records decide 'second better' with probability 0.8 if the difference is 0.02."),
    ({"rope": 0.01}, "decide 'second better' with probability 0.8 if the difference is 0.02; the rope is 0.01."),
    ({"difference": 0, "rope": (-0.03, 0.06)}, "if the difference is 0; the rope is from -0.03 to 0.06."),
    ({"sd_of_runs": 0.005, "n_runs": 5}, " records with 5 runs of each decide 'second better' with probability 0.8 if"),
    ({"sd_of_runs": 0.05, "n_runs": 3}, "No number of records with 3 runs of each decides 'second better' with"),
    ({"sd_of_runs": 0.01, "n_records": 200}, "No number of runs with 200 records decides 'second better' with"),
    ({"sd_of_runs": 0.01, "n_records": [200, 300]}, "No row decides 'second better' with probability 0.8 if the"),
    (MORE_RUNS, "3,000 records with 50 runs of each, the first row of 0.8 or more, decide"),
    (MORE_RUNS | {"costs": (1, 900)}, "4,000 records with 10 runs of each, the cheapest row of 0.8 or more, decide"),
])  # fmt: skip
def test_the_first_sentence_says_how_many(asked, said):
    planned = bc.plan_hold_out(**{"difference": 0.02, "disagreement": 0.1} | asked)
    assert said in planned.headline()
    assert " ".join(str(planned).split()).startswith(planned.headline())


def test_one_number_is_a_list_of_one():
    for name in ("n_records", "n_runs"):
        one, other = (bc.plan_hold_out(0.02, 0.1, sd_of_runs=0.01, **{name: value}) for value in (np.int64(30), [30]))
        assert one.table.equals(other.table)


@given(st.floats(1, 1e12), st.integers(1, 4))
def test_what_is_rounded_up_has_few_digits_and_is_hardly_more(number, digits):
    rounded = rounded_up(number, digits)
    assert max(number, 1) <= rounded <= max(number + 1, number * (1 + 10 ** (1 - digits)))
    assert len(f"{rounded:.0f}".rstrip("0")) <= digits or rounded < number + 1


class TestRuns:
    """Algorithms that are trained several times."""

    def test_runs_that_hardly_differ_are_a_hold_out(self):
        asked = {"difference": 0.02, "disagreement": 0.1, "n_records": [500, 2000]}
        alone, runs = bc.plan_hold_out(**asked), bc.plan_hold_out(**asked, sd_of_runs=1e-9, n_runs=[5])
        for name, near in (("sd", 1e-4), ("width", 1e-4), ("power", 0.005)):
            assert runs.table[name].to_numpy() == pytest.approx(alone.table[name].to_numpy(), abs=near)

    @pytest.mark.parametrize(("n_runs", "rope", "alike"), [(2, 0.01, 0.0), (3, 0.0, 0.08), (10, 0.01, 0.05)])
    def test_power_and_width_are_those_of_simulated_runs(self, n_runs, rope, alike):
        n, spread, stated, disagreement = 2000, 0.02, 0.03, 0.1
        rng, variance = np.random.default_rng(n_runs), disagreement - stated**2
        rest, trials = alike / 2 / n, 8000  # half of the runs' variance moves the power by more than four errors
        seen = xr.DataArray(
            (spread**2 + rest) * rng.chisquare(n_runs - 1, (trials, 2)) / (n_runs - 1), dims=("trial", "side")
        )
        of_records = (variance - (1 - 1 / n_runs) * alike) / n
        means = stated + rng.normal(size=trials) * np.sqrt(of_records + 2 * spread**2 / n_runs)
        mean = xr.DataArray(means, dims="trial")
        scale = (0 * mean + np.sqrt(of_records)).expand_dims("part", axis=-1)
        sampling = MeanDifference(mean=mean, scales=scale, weights=0 * scale + 1, df=np.inf)
        runs = xr.Dataset({"between": seen, "rest": 0 * seen + rest, "count": 0 * seen + n_runs})
        posterior = with_runs(sampling, runs).difference
        decided = float((posterior.cdf(rope) <= 0.025).mean())
        asked = {
            "disagreement": disagreement,
            "rope": rope,
            "n_records": [n],
            "sd_of_runs": spread,
            "n_runs": [n_runs],
            "disagreement_of_runs": alike,
        }
        row = bc.plan_hold_out(stated, **asked).table.iloc[0]
        assert row["power"] == pytest.approx(decided, abs=4 * np.sqrt(decided * (1 - decided) / trials))
        assert row["width"] == pytest.approx(float((posterior.ppf(0.975) - posterior.ppf(0.025)).mean()), rel=0.04)

    def test_runs_cost_and_more_of_them_help(self):
        planned = bc.plan_hold_out(0.02, 0.1, sd_of_runs=0.01, n_records=[100, 3000], costs=(2, 7))
        assert planned.table["n_runs"].tolist() == [3, 5, 10] * 2
        assert planned.table["cost"].tolist() == [221, 235, 270, 6021, 6035, 6070]
        assert planned.table["power"].iloc[3:].is_monotonic_increasing
        assert len(planned.plot().get_lines()) == 6  # three marks of powers, and a line for each number of runs
        assert not planned.needed

    @pytest.mark.parametrize("rope", [0.0, 0.02])
    def test_at_one_number_of_records_those_of_runs_are_needed(self, rope):
        stated = 0.0 if rope else 0.02
        asked = {"sd_of_runs": 0.01, "disagreement_of_runs": 0.05, "n_records": 2000, "rope": rope}
        planned = bc.plan_hold_out(stated, 0.1, **asked)
        for column, needed in (("power", planned.needed), ("not_inferior", planned.not_inferior)):
            for power, size in needed.items():
                around = bc.plan_hold_out(stated, 0.1, n_runs=[int(size) - 1, int(size)], **asked).table[column]
                assert around.iloc[0] < power <= around.iloc[1]
        assert bool(planned.not_inferior) == bool(rope)
        assert "Runs needed for a power" in str(planned)


def test_a_comparison_whose_records_all_differ_alike_plans_nothing():
    point = bc.compare(bc.losses({"a": np.ones(50), "b": np.zeros(50)}))
    with pytest.raises(ValueError, match="must tell how differences vary from record to record"):
        bc.plan(point)


def test_what_a_plan_says_is_one_table_in_every_form():
    planned = bc.plan_hold_out(difference=0.02, disagreement=0.1, n_records=[100, 2000])
    cells = planned.columns()
    assert cells["records"] == ["100", "2,000"]
    assert cells["power"] == [f"{power:.3f}" for power in planned.table["power"]]
    for said in (str(planned), planned.to_markdown(), planned.to_latex(), planned._repr_html_()):
        assert all(cell in said for column in cells.values() for cell in column)
        assert "963 for 0.5" in " ".join(said.split())
    assert "</svg>" in planned._repr_html_()
    assert r"\toprule" in planned.to_latex()
    assert planned.summary().equals(planned.table)


@pytest.mark.filterwarnings("error")
def test_many_runs_are_a_count_and_need_no_warning():
    planned = bc.plan_hold_out(difference=0.02, disagreement=0.25, sd_of_runs=0.02, n_records=1000, n_runs=[3, 1000])
    assert planned.columns()["runs"] == ["3", "1,000"]


def test_runs_that_always_err_alike_are_said_to_be_the_worst_case():
    told = {"difference": 0.01, "disagreement": 0.1, "sd_of_runs": 0.01, "n_records": 200}
    said = "All runs of an algorithm are taken to err on the same records, the worst case: give `disagreement_of_runs`"
    assert said in bc.plan_hold_out(**told).caveats()
    assert "worst case" not in bc.plan_hold_out(**told, disagreement_of_runs=0.05).caveats()
