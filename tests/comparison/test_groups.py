"""Comparisons of records that come in groups: against statsmodels, properties, refusals, words."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.model_selection import GroupKFold

import bayescmp as bc
from bayescmp.evidence import Evidence
from bayescmp.frequentist import cluster_t
from bayescmp.methods import Paired
from bayescmp.results import Settings
from tests.data import answered, gathered, probable, splits_of

SIZES = (1, 2, 3, 9, 4, 5, 7, 2, 2, 5)
GROUPS = np.repeat(np.arange(len(SIZES)), SIZES)
RATES = {"a": 0.2, "b": 0.35}
THREE = {**RATES, "c": 0.3}
NUMBERS = ["estimate", "low", "high", "prob_first_better", "prob_equivalent", "prob_second_better"]


def ends(result):
    return result.interval.low, result.interval.high


def spoken(result):
    return " ".join(str(result).split())


def losses(groups=GROUPS, seed=0, names="ab", **options):
    """Return losses of records of which groups share a part, and their predictions."""
    rng, codes = np.random.default_rng(seed), np.unique(groups, return_inverse=True)[1]
    shared = rng.normal(size=(len(names), codes.max() + 1))
    found = {name: 0.3 * k + rng.normal(size=codes.size) + shared[k][codes] for k, name in enumerate(names)}
    return found, gathered(loss=found, group=groups, **options)


def labels(groups=GROUPS, rates=RATES, cv=None, **options):
    """Return predictions of labels, on one test set, or by a cross-validation that keeps groups whole."""
    if cv is None:
        return bc.labels(*answered(rates, groups.size, **options), group=groups)
    splits = list(cv.split(np.zeros((groups.size, 1)), None, groups))
    repeats = len(splits) // 2 if isinstance(cv, bc.BlockRegularizedCV) else 1
    given_ = answered(rates, groups.size, repeats=repeats, **options)
    return bc.labels(*given_, group=groups, how=splits and bc.splits(splits))


def with_probabilities(n=60, cv=False, **options):
    data = probable(n=n)
    if not cv:
        return data.assign(options)
    y, shares = data["y_true"].to_numpy(), data["y_prob"][:, 0].to_numpy()
    names = data["classifier"].to_numpy().tolist()
    grid = {name: np.stack([share] * 2) for name, share in zip(names, shares, strict=True)}
    return bc.probabilities(y, grid, how=bc.splits(splits_of(n, 2))).assign(options)


class TestAgainstStatsmodels:
    """Intervals of means on one hold-out."""

    @pytest.mark.parametrize("sizes", [(5,) * 12, (1, 1, 1, 20)])
    def test_the_interval_of_mean_losses_is_that_of_clustered_errors(self, sizes):
        """Wider by a factor where groups differ in size, which is written out here."""
        api = pytest.importorskip("statsmodels.api")
        sizes = np.array(sizes)
        groups = np.repeat(np.arange(sizes.size), sizes)
        found, data = losses(groups)
        d, n, count = found["a"] - found["b"], groups.size, sizes.size
        fitted = api.OLS(d, np.ones(n)).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
        squares = (sizes**2).sum()
        widened = (count - 1) / count / (1 - 2 * (sizes**3).sum() / (n * squares) + squares / n**2)
        assert widened == pytest.approx(1) or len(set(sizes)) > 1
        expected = stats.t.interval(0.95, count - 1, d.mean(), fitted.bse[0] * np.sqrt(widened))
        result = bc.compare(data)
        assert ends(result) == pytest.approx(expected, abs=1e-8)
        if len(set(sizes)) == 1:
            assert ends(result) == pytest.approx(tuple(fitted.conf_int()[0]), abs=1e-8)
            assert 2 * min(result.probabilities[::2]) == pytest.approx(float(fitted.pvalues[0]), abs=1e-6)
        assert result.method.name == "mean-loss"
        assert result.observed == pytest.approx({name: values.mean() for name, values in found.items()})

    def test_of_probabilities_it_is_that_of_their_losses(self):
        data = with_probabilities(GROUPS.size, group=("record", GROUPS))
        y = data["y_true"].to_numpy()
        squares = {str(name): (data["y_prob"].sel(classifier=name)[0, :, 1].to_numpy() - y) ** 2 for name in "ab"}
        expected = bc.compare(bc.losses(squares, group=GROUPS))
        assert ends(bc.compare(data, metric="neg_brier_score")) == pytest.approx(ends(expected))

    def test_of_many_groups_the_posterior_of_the_error_has_that_spread(self):
        groups, pred = np.repeat(np.arange(200), 4), alike_answers(np.random.default_rng(1), 200, 4)
        result = bc.compare(bc.labels(np.zeros(800, int), pred, group=groups))
        test = cluster_t(pred["a"] - pred["b"], groups)
        error = abs(test.estimate / test.statistic)
        assert result.difference.sd == pytest.approx(error, rel=0.03)
        assert result.difference.mean == pytest.approx(test.estimate, abs=0.1 * error)


class TestGroupsOfOneRecord:
    """They are independent records: every number is that without groups."""

    @pytest.mark.full
    @pytest.mark.parametrize(("metric", "cv"), [("error", True), ("f1_macro", False)])
    def test_of_labels_and_probabilities(self, metric, cv):
        data = with_probabilities(cv=cv)
        one, other = (bc.compare(each, metric=metric) for each in (data, data.assign(group=("record", np.arange(60)))))
        assert other.methods.equals(one.methods)
        assert (ends(other), other.probabilities) == (ends(one), one.probabilities)
        assert (other.notes, other.resampling) == (one.notes, one.resampling)


@st.composite
def grouped_labels(draw):
    """Draw answers of two classifiers on records in two groups or more, of which one has several records."""
    sizes = draw(st.lists(st.integers(1, 6), min_size=2, max_size=8).filter(lambda sizes: max(sizes) > 1))
    groups = np.repeat(np.arange(len(sizes)), sizes)
    bits = st.lists(st.integers(0, 1), min_size=groups.size, max_size=groups.size)
    return groups, np.array(draw(bits)), {name: np.array(draw(bits)) for name in "ab"}


class TestProperties:
    """Of labels, and of other losses."""

    @given(data=grouped_labels())
    @settings(max_examples=10)
    def test_the_error_stays_within_its_bounds(self, data):
        """Also where all records of few groups say the same."""
        groups, y, pred = data
        result = bc.compare(bc.labels(y, pred, group=groups))
        assert -1 <= ends(result)[0] <= result.difference.mean <= ends(result)[1] <= 1
        assert ends(result)[0] < ends(result)[1]
        assert sum(result.probabilities) == pytest.approx(1)

    @given(data=grouped_labels())
    @settings(max_examples=6)
    def test_swapping_mirrors(self, data):
        groups, y, pred = data
        both = bc.labels(y, pred, group=groups)
        one, other = (bc.compare(both, first=a, second=b) for a, b in ("ab", "ba"))
        assert other.probabilities == pytest.approx(one.probabilities[::-1], abs=1e-12)
        assert ends(other) == pytest.approx(tuple(-end for end in ends(one)[::-1]), abs=1e-8)

    @given(data=grouped_labels(), seed=st.integers(0, 99))
    @settings(max_examples=6)
    def test_the_order_of_records_and_the_names_of_groups_change_nothing(self, data, seed):
        groups, y, pred = data
        order = np.random.default_rng(seed).permutation(y.size)
        names = np.array([f"group {7 - k}" for k in range(8)])[groups]
        shuffled = {name: values[order] for name, values in pred.items()}
        one = bc.compare(bc.labels(y, pred, group=groups))
        other = bc.compare(bc.labels(y[order], shuffled, group=names[order]))
        assert ends(other) == pytest.approx(ends(one), abs=1e-8)
        assert other.probabilities == pytest.approx(one.probabilities, abs=1e-9)


def test_a_ranking_of_two_is_their_comparison():
    data = labels(cv=bc.BlockRegularizedCV(3, random_state=0))
    row, result = bc.rank(data, draws=400).pairs.iloc[0], bc.compare(data)
    assert row[NUMBERS].tolist() == result.methods.iloc[0][NUMBERS].tolist()
    assert row["decision"] == result.decision


def test_a_task_has_the_answer_of_its_groups():
    groups = np.repeat(np.arange(20), 4)
    task = np.array(["x", "y"])[groups % 2]
    data = labels(groups).assign_coords(task=("record", task))
    tasks = bc.compare(data).tasks
    for name in "xy":
        expected = ends(bc.compare(data.isel(record=task == name)))
        assert tasks.loc[name, ["low", "high"]].tolist() == pytest.approx(list(expected), abs=1e-8)


class TestCrossValidation:
    """Training sets that hold whole groups."""

    @pytest.mark.parametrize(
        ("cv", "metric"), [(GroupKFold(4), "f1_macro"), (bc.BlockRegularizedCV(3, random_state=0), "error")]
    )
    def test_they_are_compared(self, cv, metric):
        result = bc.compare(labels(cv=cv), metric=metric)
        assert result.method.name == {"error": "crossed-effects", "f1_macro": "label-counts"}[metric]
        assert result.design.n_groups == len(SIZES)
        assert "cross-validation of 40 records in 10 groups" in result.resampling

    def test_losses_are_compared(self):
        splits = list(GroupKFold(4).split(np.zeros((GROUPS.size, 1)), None, GROUPS))
        found, hold_out = losses()
        data = bc.losses(found, group=GROUPS, how=splits and bc.splits(splits))
        result, once = bc.compare(data), bc.compare(hold_out)
        assert result.method.name == "mean-loss"
        assert np.isfinite(ends(result)).all()
        assert result.observed == pytest.approx(once.observed)
        assert np.diff(ends(result)) >= 0.99 * np.diff(ends(once))

    def test_outcomes_that_training_does_not_change_vary_as_in_a_hold_out(self):
        """And as little more as the prior of the variance that training sets add lets them."""
        y, once = answered(RATES, 160, seed=3)
        groups = np.repeat(np.arange(40), 4)
        splits = list(bc.BlockRegularizedCV(3, random_state=0).split(np.zeros((160, 1)), None, groups))
        grid = {name: np.stack([row] * 3) for name, row in once.items()}
        several = bc.compare(bc.labels(y, grid, group=groups, how=splits and bc.splits(splits)))
        hold_out = bc.compare(bc.labels(y, once, group=groups))
        assert several.difference.sd / hold_out.difference.sd == pytest.approx(1, abs=0.05)


BLOCKED, THREES = bc.BlockRegularizedCV(3, random_state=0), np.repeat(np.arange(5), 3)


def each_lacks_a_group():
    found, _ = losses(THREES)
    found["a"][:3] = found["b"][3:6] = np.nan
    return bc.losses(found, group=THREES, on_missing="drop")


class TestRefusals:
    """What groups cannot be given to."""

    @pytest.mark.parametrize(("make", "options", "message"), [
        (lambda: labels(cv=BLOCKED), {"method": "fold-correlation"}, r"'auto' or '\S+' for .* in 10 groups, but got"),
        (labels, {"method": "effective-table"}, r"`method` must be 'auto' or '\S+' for .* of 40 records in 10 groups"),
        (lambda: labels(np.zeros(12, int)), {}, "`data` must hold two groups or more .* but all records are in one"),
        (lambda: labels(np.zeros(12, int)), {"metric": "f1_macro"}, "two groups or more .* but all records are in one"),
        (lambda: losses(THREES[:9])[1], {}, "`data` must hold 4 groups or more to tell the spread .* but hold 3"),
        (each_lacks_a_group, {}, "`data` must hold 4 groups or more .* but hold 3"),
    ])  # fmt: skip
    def test_by_compare(self, make, options, message):
        with pytest.raises(ValueError, match=message):
            bc.compare(make(), **options)

    def test_few_groups_of_labels_are_not_refused(self):
        assert ends(bc.compare(labels(np.repeat(np.arange(3), 8))))[0] > -1

    def test_what_is_of_independent_records_refuses_them(self):
        data = labels(cv=bc.BlockRegularizedCV(3, random_state=0))
        with pytest.raises(ValueError, match="`predictions` must have independent records here, but have groups"):
            bc.evidence.crossed_sums(data)
        bc.evidence.crossed_sums(data.drop_vars("group"))


class TestWords:
    """What the screen says."""

    def test_it_says_groups_and_what_they_cost(self):
        groups = np.repeat(np.arange(20), 8)
        pred = alike_answers(np.random.default_rng(0))
        data = bc.labels(np.zeros(160, int), pred, group=groups)
        effect = Evidence.of(data).groups.effect(np.array([0]), np.array([1]))
        assert effect > 1.5
        text = spoken(bc.compare(data))
        assert "one hold-out of 160 records in 20 groups" in text
        assert (
            f"20 groups of 8 records each are the units: the variance of the difference is {effect:.2g} times that of "
            "independent records (design effect)" in text
        )

    def test_less_than_independent_records_is_said_as_the_interval_takes_it(self):
        pred = {"a": np.tile([0, 1, 0, 0], 20), "b": np.tile([1, 0, 0, 0], 20)}
        pred["a"][-3] = 0  # or else no group would differ
        data = bc.labels(np.zeros(80, int), pred, group=np.repeat(np.arange(20), 4))
        one, other = bc.compare(data.drop_vars("group")), bc.compare(data)
        assert ends(other) == pytest.approx(ends(one), abs=1e-6)
        assert "not above that of independent records, and taken for it (a design effect of 1)" in spoken(other)

    @pytest.mark.parametrize(("count", "warned"), [(9, True), (10, False)])
    def test_it_warns_below_ten_groups(self, count, warned):
        text = " ".join(bc.compare(labels(np.repeat(np.arange(count), 4))).notes)
        assert (f"{count} groups tell little of how much groups vary" in text) is warned


def test_data_sets_may_have_groups():
    sets = {f"set {seed}": labels(np.repeat(np.arange(12), 5), seed=seed) for seed in range(3)}
    found = bc.compare_datasets(sets).datasets
    for name, data in sets.items():
        result = bc.compare(data)
        numbers = [result.difference.mean, result.difference.sd, *ends(result)]
        assert found.loc[name, ["estimate", "sd", "low", "high"]].tolist() == pytest.approx(numbers, abs=1e-9)
        assert "groups of records" in found.loc[name, "assumes"]


def alike_answers(rng, count=20, size=8, share=0.5):
    """Draw answers, 0 where right, of two classifiers in groups of records with this intraclass correlation.

    The first errs alone on .25 of the records and the second on .1. A record has the outcome of its group with
    probability sqrt(share), so that two of a group have it with probability `share`.
    """
    shares = [0.1, 0.25, 0.1, 0.55]
    own, of_group = rng.choice(4, (count, size), p=shares), rng.choice(4, (count, 1), p=shares)
    outcome = np.where(rng.random((count, size)) < np.sqrt(share), of_group, own).ravel()
    return {"a": np.isin(outcome, (0, 1)).astype(int), "b": np.isin(outcome, (0, 2)).astype(int)}


def coverage(trials):
    """Share of simulated hold-outs of 20 groups of 8 records whose 95 % interval holds the difference, .15."""
    rng, groups, held = np.random.default_rng(1), np.repeat(np.arange(20), 8), 0
    for _ in range(trials):
        data = bc.labels(np.zeros(160, int), alike_answers(rng), group=groups)
        posterior = Paired().fit(Evidence.of(data).pair(), Settings.checked()).difference
        low, high = (float(posterior.ppf(share)) for share in (0.025, 0.975))
        held += low <= 0.15 <= high
    return held / trials


@pytest.mark.slow
def test_intervals_hold_as_often_as_they_say():
    assert 0.92 <= coverage(300) <= 1


def test_degrees_of_freedom_of_a_metric_of_order_are_those_that_the_methods_say():
    rng = np.random.default_rng(0)
    y, group = np.repeat([1, 0], [12, 108]), np.r_[np.repeat(np.arange(6), 2), np.arange(108) % 40]
    data = bc.probabilities(
        y, {name: np.clip(0.2 + 0.1 * y + 0.6 * rng.random(120), 0, 1) for name in "ab"}, group=group
    )
    for metric, with_records in (("roc_auc", 6), ("neg_brier_score", 40)):
        result = bc.compare(data, metric=metric)
        assert Evidence.of(data, result.evidence.metric).groups.df == with_records - 1
        assert "of a metric of order than there are groups with records of the class in fewest" in " ".join(
            result.details().split()
        )
