"""Differences that are the same everywhere: no decision from a spread of 0."""

import itertools

import numpy as np
import pytest
from scipy import stats

import bayescmp as bc
from tests.data import gathered, table

FOUR = {"a": [0.0] * 4, "b": [1.0] * 4}
FOLD = np.arange(60) % 6
BASE = np.random.default_rng(0).random(60)
APART = {"a": BASE, "b": BASE + 0.1}
FLAT = {"a": [0.8, 0.9, 0.85, 0.7], "b": [0.75, 0.85, 0.8, 0.65]}

UNBOUNDED = {
    "hold-out": lambda: bc.losses(APART),
    "cross-validation": lambda: bc.losses(APART, how=bc.folds(FOLD)),
    "one bound": lambda: bc.losses(APART, bounds=(0, None)),
    "scores": lambda: bc.scores(FLAT, bounds=(None, None), how=bc.validation_sets(60, 20)),
}


def by_table(one_sided, n):
    """P(first better) of n records of which one classifier alone errs on some, exactly."""
    return bc.posteriors.paired_posterior(table(0, 0, one_sided, n - one_sided), prior="dirichlet").prob_first_better


@pytest.mark.parametrize(("metric", "other"), [("roc_auc", "turned"), ("average_precision", "untied")])
def test_perfect_orders_have_the_spread_that_their_records_leave_open(metric, other):
    """Whatever the scores: rounding is no spread."""
    y, scores = np.repeat([0, 1], [30, 12]), np.linspace(0.05, 0.95, 42)
    others = {"tied": np.where(y, 0.9, 0.1), "turned": np.r_[scores[:30], scores[30:][::-1]], "untied": scores**2}
    data = bc.probabilities(y, {"a": scores, "b": others[other]})
    found, tied = (
        bc.compare(one, metric=metric, rope=0.001)
        for one in (data, bc.probabilities(y, dict.fromkeys("ab", others["tied"])))
    )
    assert found.decision == "undecided"
    assert found.interval.high == pytest.approx(tied.interval.high)
    assert found.classifiers["low"].tolist() == pytest.approx(tied.classifiers["low"].tolist())


@pytest.mark.parametrize(("n", "count"), [(4, 4), (200, 150), (30, 0)])
def test_the_spread_is_the_variance_at_the_posterior_mean_of_the_table(n, count):
    """The mean of Dirichlet(1, 1, 1, 1) and the counts, and the variance of the outcomes -1, 0, 1."""
    cells = np.array([1.0, count + 1, 1.0, n - count + 1]) / (n + 4)
    outcomes = np.array([0, -1, 1, 0])
    expected = cells @ outcomes**2 - (cells @ outcomes) ** 2
    for size, (first, second) in ((1.0, "ab"), (7.0, "ba")):
        losses = {first: np.zeros(n), second: np.full(n, size * count / n)}
        result = bc.compare(bc.losses(losses, bounds=(0, size)), first="a", second="b")
        half = result.interval.high - result.difference.mean
        assert n * (half / stats.t.ppf(0.975, n - 1)) ** 2 == pytest.approx(size**2 * expected)


class TestBounded:
    """Losses and scores whose bounds are known."""

    def test_four_records_are_not_decided(self):
        result = bc.compare(bc.losses(FOUR, bounds=(0, 1)))
        assert result.prob_first_better == pytest.approx(stats.t.cdf(1 / np.sqrt(0.5 / 4), 3))
        assert result.prob_first_better == pytest.approx(by_table(4, 4), abs=0.003)
        assert result.decision == "undecided"
        assert (result.methods["prob_first_better"].dropna() < 0.975).all()

    def test_four_folds_are_not_decided(self):
        result = bc.compare(bc.scores(FLAT, how=bc.validation_sets(60, 20)))
        variance = (0.05 * 80 + 2) / 84 - (0.05 * 80 / 84) ** 2
        scale = np.sqrt((1 / 4 + 1 / 3) * variance / 20)
        assert result.prob_first_better == pytest.approx(stats.t.cdf(0.05 / scale, 3))
        assert result.decision == "undecided"
        assert "the least that so many records within the bounds of score" in " ".join(str(result).split())

    @pytest.mark.parametrize("n", [4, 60])
    def test_a_cross_validation_is_about_as_sure_as_of_labels(self, n):
        count, fold = max(1, n // 10), np.arange(n) % 2
        losses = {"a": np.zeros(n), "b": np.full(n, count / n)}
        found = bc.compare(bc.losses(losses, bounds=(0, 1), how=bc.folds(fold)))
        y, wrong = np.zeros(n, int), np.zeros(n, int)
        wrong[:count] = 1
        labels = bc.compare(bc.labels(y, {"a": y, "b": wrong}, how=bc.folds(fold)))
        assert found.method.name == "mean-loss"
        assert found.prob_first_better == pytest.approx(labels.prob_first_better, abs=0.06)

    @pytest.mark.parametrize("size", [1e-8, 1e6])
    def test_rounding_is_no_spread(self, size):
        losses = {name: size * (1000 + values) for name, values in APART.items()}
        assert len({*np.subtract(losses["a"], losses["b"])}) > 1
        found = bc.compare(bc.losses(losses, bounds=(0, 1002 * size)))
        assert found.decision == "undecided"
        scores = {name: size * (1000 + np.array(values)) for name, values in FLAT.items()}
        data = bc.scores(scores, bounds=(0, 1002 * size), how=bc.validation_sets(60, 20))
        assert bc.compare(data).decision == "undecided"

    @pytest.mark.parametrize(("n", "decision"), [(3, "undecided"), (50, "first better")])
    def test_a_perfect_order_against_none(self, n, decision):
        y = np.repeat([0, 1], n)
        y_prob = {"a": np.stack([1 - y, y], -1).astype(float), "b": np.full((2 * n, 2), 0.5)}
        labels = {"a": y, "b": y}
        for options in ({}, {"fold": np.tile(np.arange(n) % 2, 2)}):
            result = bc.compare(gathered(y_true=y, y_pred=labels, y_prob=y_prob, **options), metric="roc_auc")
            assert result.difference.mean == pytest.approx(0.5, abs=0.02)
            assert result.decision == decision

    @pytest.mark.parametrize("options", [{}, {"fold": FOLD}], ids=["hold-out", "cross-validation"])
    def test_a_ranking_is_as_sure_of_a_pair_as_compare(self, options):
        losses = APART | {"c": BASE + 0.3, "d": np.random.default_rng(1).random(60)}
        data = gathered(loss=losses, bounds=(0, 2), **options)
        ranking = bc.rank(data, draws=4000)
        for row in ranking.pairs.itertuples():
            alone = bc.compare(data, first=row.first, second=row.second)
            assert row.prob_first_better == pytest.approx(alone.prob_first_better, abs=1e-9)
        drawn = ranking.posterior.draw(4000, 0)
        for first, second in itertools.combinations("abc", 2):
            apart = drawn.sel(classifier=first) - drawn.sel(classifier=second)
            alone = bc.compare(data, first=first, second=second).difference
            assert float(apart.std()) > (0.97 - ranking.posterior.distortion) * alone.sd


class TestUnbounded:
    """Where nothing is known, nothing is decided."""

    @pytest.mark.parametrize(("name", "rope", "ci_kind"), [
        ("hold-out", 0, "eti"), ("cross-validation", 0.2, "hdi"), ("one bound", 0, "hdi"), ("scores", 0.2, "eti"),
    ])  # fmt: skip
    @pytest.mark.filterwarnings("error")
    def test_is_undecided_and_says_why(self, name, rope, ci_kind, tmp_path):
        result = bc.compare(UNBOUNDED[name](), rope=rope, ci_kind=ci_kind)
        assert result.probabilities == (0.5, 0.0, 0.5)
        assert result.decision == "undecided"
        assert (result.interval.low, result.interval.high) == (-np.inf, np.inf)
        shown = " ".join(str(result).split())
        assert shown.startswith("Undecided: the data do not tell how far the difference varies")
        assert "known: nothing is known of other records, and nothing is decided" in shown
        assert result.methods["kind"].tolist().count("posterior") == 1
        assert result.ropes.equivalent_from is None
        result.save(tmp_path / "one.nc")
        assert bc.load(tmp_path / "one.nc").to_json() == result.to_json()

    def test_no_method_knows_more(self):
        with pytest.raises(ValueError, match="must be another than 'bayesian-bootstrap' for losses without bounds"):
            bc.compare(UNBOUNDED["hold-out"](), method="bayesian-bootstrap")


@pytest.mark.parametrize(("bounds", "options"), [(None, {}), ((0, 2), {"fold": FOLD})])
def test_identical_losses_favour_nobody(bounds, options):
    result = bc.compare(gathered(loss={"a": BASE, "b": BASE}, bounds=bounds, **options))
    assert result.probabilities == pytest.approx((0.5, 0.0, 0.5), abs=1e-12)
    assert (result.interval.low, result.difference.mean) == pytest.approx((-result.interval.high, 0))
    assert np.isinf(result.interval.high) == (bounds is None)
    assert result.decision == "undecided"
    assert any("nothing is decided" in note for note in result.notes) is (bounds is None)


@pytest.mark.parametrize(("digits", "options"), [(6, {}), (12, {"fold": FOLD}), (15, {})])
def test_a_tiny_spread_is_taken_as_it_is_by_whatever_is_said(digits, options):
    """Differences that were the same before the numbers were rounded."""
    losses = {name: np.array([f"{one:.{digits}g}" for one in values], float) for name, values in APART.items()}
    data = gathered(loss=losses, **options)
    result = bc.compare(data)
    assert result.decision == ("first better" if digits < 15 else "undecided")
    assert ("(probability > 0.999)" in str(result)) is (digits < 15)
    assert np.isfinite(result.classifiers["low"]).all()  # each by itself has a spread
    if digits < 15:
        row = bc.rank(data, draws=100).pairs.iloc[0]
        assert (row["estimate"], row["low"]) == pytest.approx((result.difference.mean, result.interval.low))


def test_draws_of_weights_vary_as_much_as_the_mean():
    data = bc.losses(FOUR, bounds=(0, 1))
    drawn, exact = (
        bc.compare(data, method=one).difference.interval(0.5) for one in ("bayesian-bootstrap", "mean-loss")
    )
    assert drawn.high - drawn.low == pytest.approx(exact.high - exact.low, rel=0.1)
