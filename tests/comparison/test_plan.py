"""What a larger experiment would show: against the variance it is made of, larger experiments and measured ones."""

import math
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.model_selection import KFold

import bayescmp as bc
from bayescmp.comparison._foreseen import cells_of
from bayescmp.methods import measured_repeats
from bayescmp.posteriors import Moments
from bayescmp.posteriors._mixture import POOLED_SCALE
from bayescmp.ranking._pooled import pooled
from tests.data import cross_validated, splits_of, table


def predictions_of(n, *, seed=0, repeats=5, difference=0.05, spread=0.25, cv=None):
    """Return predictions with record effects, and none of training sets."""
    rng = np.random.default_rng(seed)
    record = rng.uniform(0.3 - spread, 0.3 + spread, n)
    shape = (repeats, n)
    first = rng.random(shape) < record + difference / 2
    second = rng.random(shape) < record[::-1] - difference / 2
    labels = {"a": first.astype(int), "b": second.astype(int)}
    return bc.labels(np.zeros(n, int), labels, how=bc.splits(splits_of(n, cv or repeats)))


@pytest.fixture(scope="module")
def comparison():
    return bc.compare(predictions_of(300), rope=0.02)


@pytest.mark.parametrize("n", [40, 300])  # of few records the prior is a part that is seen
def test_the_same_experiment_is_foreseen_as_it_is(n):
    comparison = bc.compare(predictions_of(n))
    row = bc.plan(comparison, n_records=[n], n_repeats=[5]).table.iloc[0]
    interval = comparison.interval
    assert row["sd"] == pytest.approx(comparison.difference.sd, rel=1e-9)
    assert row["width"] == pytest.approx(interval.high - interval.low, rel=0.03)


def test_more_records_narrow_the_interval_without_end_and_more_repeats_do_not(comparison):
    asked = {"n_records": [300, 1200, 300_000, 1_200_000]}
    table = bc.plan(comparison, **asked).table.pivot_table("width", "n_records", "n_repeats")
    assert table.loc[1200].to_numpy() == pytest.approx(table.loc[300].to_numpy() / 2, rel=0.01)  # but for the prior
    assert table.loc[1_200_000].to_numpy() == pytest.approx(table.loc[300_000].to_numpy() / 2, rel=1e-4)
    assert (table.diff(axis=1).iloc[:, 1:] < 0).all(axis=None)
    floor = bc.plan(comparison, **asked, n_repeats=[10**9]).table["width"]
    assert floor.to_numpy() == pytest.approx(table[math.inf].to_numpy(), rel=1e-6)


def shares_decided(comparison, sd, means, weights=None):
    """Shares of normal posteriors around these means that reach the threshold, for each outcome."""
    low, high = comparison.rope
    below, above = stats.norm.cdf((low - means) / sd), stats.norm.sf((high - means) / sd)
    decided = (p >= comparison.threshold for p in (below, 1 - below - above, above))
    return [np.average(one, weights=weights) for one in decided]


@pytest.mark.parametrize(("difference", "true"), [(-0.17, 0), (0.04, 1), (0.15, 2)])
def test_power_is_the_share_of_normal_means_that_are_decided_as_is_true(difference, true):
    comparison = bc.compare(predictions_of(300), rope=0.1, method=bc.methods.CrossedEffects(tau=0.3))
    row = bc.plan(comparison, n_records=[1200], n_repeats=[5], difference=difference).table.iloc[0]
    means = np.random.default_rng(0).normal(difference, row["sd"], 40_000)
    share = shares_decided(comparison, row["sd"], means)[true]
    assert row["power"] == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / 40_000) + 1e-3)


def test_assurance_is_the_smaller_share_over_the_posterior_of_the_difference_under_two_priors():
    comparison = bc.compare(predictions_of(300), rope=0.1, method=bc.methods.CrossedEffects(tau=0.3))
    row = bc.plan(comparison, n_records=[1200], n_repeats=[5]).table.iloc[0]
    rng = np.random.default_rng(0)
    true = comparison.difference.draw(40_000, rng).to_numpy()
    means = true + rng.normal(0, row["sd"], 40_000)
    spread = np.sqrt(2) * 0.05 * np.tan(np.pi / 2 * rng.random(400))  # of the pooled prior, half-Cauchy
    alike = stats.norm.pdf(true[:, None] / spread) @ (1 / spread)
    by_flat, by_pooled = (shares_decided(comparison, row["sd"], means, weights) for weights in (None, alike))
    shares = np.minimum(by_flat, by_pooled)
    assert not np.array_equal(shares, by_flat)
    assert not np.array_equal(shares, by_pooled)  # equivalence is likelier if both are alike
    for name, share in zip(("first_better", "equivalent", "second_better"), shares, strict=True):
        assert row[f"assurance_{name}"] == pytest.approx(share, abs=0.02)
    assert row["assurance"] == pytest.approx(min(sum(by_flat), sum(by_pooled)), abs=0.02)
    assert "power" not in row


@pytest.mark.parametrize("rope", [0.0, 0.02])
def test_the_second_prior_is_the_one_of_rankings(rope):
    """In normal form, for a posterior of a pair that is normal."""
    mean, sd = -0.03, 0.02
    middle, likely = cells_of(SimpleNamespace(mean=mean, sd=sd, cdf=stats.norm(mean, sd).cdf), 1.0, POOLED_SCALE)
    seen = Moments.of(["a", "b"], np.ones(1), np.array([[0.1, 0.1 - mean]]), np.eye(2)[None] * sd**2 / 2)
    below, _, above = pooled(seen, (-rope, rope)).probabilities[0]
    assert likely[middle < -rope, 1].sum() == pytest.approx(below, abs=0.01)
    assert likely[middle > rope, 1].sum() == pytest.approx(above, abs=0.01)
    assert (likely[:, 0] @ middle, likely[:, 0].sum()) == pytest.approx((mean, 1))


def test_an_undecided_pilot_is_promised_less_than_by_a_flat_prior():
    """Twelve disagreements of a hundred records, of which nothing is known but that they are few."""
    row = bc.plan(bc.compare(table(10, 6, 6, 78)), n_records=[100]).table.iloc[0]
    assert row["assurance"] < 0.12  # by the flat prior it is above .16


def test_the_screen_tells_assurance_from_power_and_what_neither_knows(comparison):
    screen = " ".join(str(bc.plan(comparison)).split())
    assert "averaged over the posterior of the difference: the smaller of those under a flat prior and" in screen
    screen = " ".join(str(bc.plan(comparison, difference=0.03)).split())
    assert "assurance" not in screen.lower()  # what is not at the stated difference
    assert "Power is that of deciding 'second better', as is right at a difference of 0.03." in screen
    assert "algorithms trained on more differ by another amount" in screen
    assert "power" not in str(bc.plan(comparison)).lower()
    assert max(map(len, str(bc.plan(comparison)).splitlines())) <= 80


def test_swapping_the_classifiers_mirrors(comparison):
    one = bc.plan(comparison).table
    other = bc.plan(bc.compare(predictions_of(300), first="b", second="a", rope=0.02)).table
    assert one["width"].to_numpy() == pytest.approx(other["width"].to_numpy())
    assert one["assurance_first_better"].to_numpy() == pytest.approx(
        other["assurance_second_better"].to_numpy(), abs=1e-6
    )


def test_classifiers_that_always_agree_have_a_plan():
    result = bc.compare(cross_validated({"a": 0.0, "b": 0.0}, 100))
    table = bc.plan(result).table
    assert np.isfinite(table.drop(columns="n_repeats")).all(axis=None)
    assert (table["width"] > 0).all()


def test_one_repeat_foresees_records_only():
    result = bc.compare(predictions_of(100, repeats=1, cv=KFold(5)))
    assert bc.plan(result).table["n_repeats"].tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match="`n_repeats` must be 1 after one repeat, but got"):
        bc.plan(result, n_repeats=[1, 2])


def test_what_makes_no_sense_is_refused(comparison):
    with pytest.raises(TypeError, match=r"`comparison` must be a Comparison, .* but got int"):
        bc.plan(3)
    effective = bc.compare(predictions_of(300), method="effective-table")
    with pytest.raises(ValueError, match="made with method='crossed-effects', but it is 'effective-table'"):
        bc.plan(effective)
    with pytest.raises(ValueError, match=r"`difference` must be above -1 and below 1, but got 5\."):
        bc.plan(comparison, difference=5)


def test_repeats_without_end_leave_the_share_of_the_records():
    result = bc.compare(predictions_of(300), method=bc.methods.CrossedEffects(tau=0))
    one, endless = bc.plan(result, n_records=[300], n_repeats=[1, math.inf]).table["sd"]
    assert (endless / one) ** 2 == pytest.approx(float(result.posterior.components["records"]))


def test_a_rope_too_narrow_for_the_interval_is_never_decided(comparison):
    assert comparison.interval.high - comparison.interval.low > 0.04
    assert bc.plan(comparison, n_records=[300], n_repeats=[5]).table["assurance_equivalent"].item() == 0


RESULTS = Path(__file__).parents[2] / "docs" / "results"


def test_what_was_measured_is_what_the_study_found():
    rows = pd.read_csv(RESULTS / "frontier-repeats.csv").query("method == 'crossed-effects'").groupby("repeats")
    rows = rows.agg(size=("size", "mean"), worst=("size", "max"), power=("power", "mean"))
    for one in measured_repeats():
        assert (one.size, one.worst, one.power) == pytest.approx(tuple(rows.loc[one.n_repeats]), abs=5e-5)
    assert len(rows) == len(measured_repeats())


def test_the_plan_says_it_for_more_repeats_alone(comparison):
    said = " ".join(str(bc.plan(comparison)).split())
    assert "miss the difference in 4.0 % (m = 5)" in said
    assert "on average, and in 22 %, 19 %, 18 % and 16 % with the worst pair" in said
    assert "miss the difference" not in str(bc.plan(comparison, n_repeats=[5]))


SCORES = {"a": [0.80, 0.81, 0.79, 0.80, 0.82], "b": [0.76, 0.79, 0.77, 0.80, 0.75]}


def of_scores(**asked):
    return bc.compare(bc.scores(SCORES, how=bc.one_test_set(1000)), **asked)


def test_more_runs_by_scores_have_the_power_of_the_t_test_with_unequal_variances():
    table = bc.plan(of_scores(rope=0.005), n_runs=[2, 5, 12], difference=-0.025).table
    variances = np.array([np.var(one, ddof=1) for one in SCORES.values()])
    for row in table.itertuples():
        seeds = np.random.default_rng(0)
        means = seeds.normal(0.02, np.sqrt(variances.sum() / row.n_runs), 40_000)  # beyond the rope
        seen = variances[:, None] * seeds.chisquare(row.n_runs - 1, (2, 40_000)) / (row.n_runs - 1) / row.n_runs
        df = seen.sum(axis=0) ** 2 / (seen**2).sum(axis=0) * (row.n_runs - 1)
        assert row.power == pytest.approx(
            (means > stats.t.ppf(0.975, df) * np.sqrt(seen.sum(axis=0))).mean(), abs=0.006
        )


def test_the_power_of_many_runs_that_vary_alike_is_that_of_statsmodels():
    power = pytest.importorskip("statsmodels.stats.power").TTestIndPower().power
    alike = {"a": np.array(SCORES["a"]), "b": np.array(SCORES["a"]) - 0.01}
    foreseen = bc.plan(bc.compare(bc.scores(alike, how=bc.one_test_set())), difference=0.01, n_runs=[20, 40])
    for row in foreseen.table.itertuples():
        pooled = power(0.01 / np.std(SCORES["a"], ddof=1), row.n_runs, 0.025, alternative="larger")
        assert row.power == pytest.approx(pooled, abs=0.003)
    assert foreseen.needed[0.8] == 22
    assert "new runs on this test set" in " ".join(str(foreseen).split())


@pytest.mark.parametrize(("scores", "asked", "message"), [
    (SCORES, {}, "`difference` must be given after scores of runs, beyond the rope"),
    (SCORES, {"difference": 0.0}, "`difference` must be given after scores of runs, beyond the rope"),
    (SCORES, {"difference": 0.1, "n_records": 10}, "`n_records` must be left out after scores of runs"),
    (SCORES, {"difference": 0.1, "n_runs": 1}, "`n_runs` must be"),
])  # fmt: skip
def test_scores_of_runs_that_tell_no_power_are_refused(scores, asked, message):
    with pytest.raises(ValueError, match=message):
        bc.plan(bc.compare(bc.scores(scores, how=bc.one_test_set(1000))), **asked)


def test_after_groups_the_groups_are_counted_and_without_a_rope_nothing_is_equivalent():
    found = predictions_of(300, repeats=1, cv=None).isel(repeat=[0])
    truth, labels = np.zeros(300, int), dict(zip("ab", found["y_pred"].isel(repeat=0).to_numpy(), strict=True))
    planned = bc.plan(bc.compare(bc.labels(truth, labels, group=np.arange(300) // 3)))
    assert re.match(r"([\d,]+) records in some ([\d,]+) groups like those here decide", planned.headline())
    assert "equivalent" not in planned.columns()
    assert "give a `difference`" not in planned.headline()


def test_where_no_number_reaches_it_on_average_a_difference_is_asked_for(comparison):
    assert "No row decides" in bc.plan(comparison).headline()
    assert "small ones take too many; give a `difference`" in bc.plan(comparison).headline()
