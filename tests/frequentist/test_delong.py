"""DeLong's test against all pairs of records, one by one."""

import numpy as np
import pytest
from scipy import special, stats

import bayescmp as bc
from bayescmp.evidence import evidence_of
from bayescmp.frequentist import TESTS, delong
from bayescmp.metrics import metric_of


def made(n=60, ties=False, seed=0):
    rng = np.random.default_rng(seed)
    positive = np.r_[np.ones(2, bool), np.zeros(2, bool), rng.random(n - 4) < 0.3]
    scores = [rng.normal(gap * positive) for gap in (1.5, 0.8)]
    return positive, *(np.round(one * 2) / 2 if ties else one for one in scores)


def by_pairs(positive, first, second):
    """Estimate and standard error from the (n1, n0) table of comparisons, as in the paper."""
    v10, v01, areas = [], [], []
    for scores in (first, second):
        own, other = scores[positive][:, None], scores[~positive][None]
        wins = (own > other) + 0.5 * (own == other)
        v10.append(wins.mean(1))
        v01.append(wins.mean(0))
        areas.append(wins.mean())
    variance = sum(np.cov(v, ddof=1) / len(v[0]) for v in (v10, v01))
    error = np.sqrt(variance[0, 0] + variance[1, 1] - 2 * variance[0, 1])
    return areas[0] - areas[1], error


@pytest.mark.parametrize(("ties", "seed"), [(False, 0), (True, 1)])
def test_is_that_of_all_pairs_of_records(ties, seed):
    positive, first, second = made(ties=ties, seed=seed)
    result = delong(positive, first, second)
    estimate, error = by_pairs(positive, first, second)
    assert result.estimate == pytest.approx(estimate, abs=1e-14)
    assert result.statistic == pytest.approx(estimate / error)
    assert result.pvalue == pytest.approx(2 * stats.norm.sf(abs(estimate / error)))
    interval = result.confidence_interval(0.9)
    assert (interval.low, interval.high) == pytest.approx(
        (estimate - special.ndtri(0.95) * error, estimate + special.ndtri(0.95) * error)
    )


def test_swapping_mirrors_and_equal_scores_differ_by_nothing():
    positive, first, second = made()
    one, other = delong(positive, first, second), delong(positive, second, first)
    assert (other.estimate, other.pvalue) == (-one.estimate, one.pvalue)
    same = delong(positive, first, 2 * first + 1)
    assert (same.estimate, same.statistic, same.pvalue) == (0, 0, 1)


def test_is_shown_by_a_comparison_of_a_hold_out():
    positive, first, second = made()
    y = np.where(positive, "ill", "well")
    probs = {name: np.stack([special.expit(z), special.expit(-z)], -1) for name, z in (("a", first), ("b", second))}
    labels = {name: np.where(p[:, 0] > 0.5, "ill", "well") for name, p in probs.items()}
    predictions = bc.probabilities(y, probs, y_pred=labels)
    result = bc.compare(predictions, metric="roc_auc", pos_label="ill")
    row = result.methods.set_index("method").loc["delong"]
    assert row["pvalue"] == pytest.approx(delong(positive, first, second).pvalue)
    assert row["estimate"] == pytest.approx(result.observed["a"] - result.observed["b"])
    assert TESTS["delong"].supports(metric_of("roc_auc"))
    assert not TESTS["delong"].supports(metric_of("average_precision"))


@pytest.mark.parametrize(("arguments", "message"), [
    (([1, 0, 2, 0], [0.1] * 4, [0.2] * 4), "`positive` must be a row of True and False"),
    (([True, False, False, False], [0.1] * 4, [0.2] * 4), "2 records or more of each kind"),
    (([True, True, False, False], [0.1] * 3, [0.2] * 4), "`first` must hold a finite number for each of the 4"),
    (([True, True, False, False], [0.1] * 4, [0.2, 0.1, np.nan, 0]), "`second` must hold a finite number"),
])  # fmt: skip
def test_other_arguments_are_refused(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        delong(*arguments)


@pytest.mark.parametrize("label", ["calm", "well"])
def test_the_registered_test_is_of_the_class_that_is_asked_for(label):
    rng, names = np.random.default_rng(0), ["calm", "ill", "well"]
    y = rng.choice(names, 60)
    probs = {
        name: rng.dirichlet(np.ones(3), 60) + (y[:, None] == names) * size for name, size in (("a", 0.1), ("b", 0.3))
    }
    probs = {name: p / p.sum(axis=1, keepdims=True) for name, p in probs.items()}
    labels = {name: np.array(names)[p.argmax(axis=1)] for name, p in probs.items()}
    data = bc.probabilities(y, probs, y_pred=labels)
    found = TESTS["delong"].of(evidence_of(data, metric=metric_of("roc_auc", label)), bc.methods.Settings())
    place = names.index(label)
    expected = delong(y == label, probs["a"][:, place], probs["b"][:, place])
    assert expected.estimate != 0
    assert (found.estimate, found.pvalue) == pytest.approx((expected.estimate, expected.pvalue))


def obuchowski(positive, first, second, groups):
    """Variance of the difference of two areas from S10, S01 and S11 of each and both, by loops as in the paper."""
    names, m, n = np.unique(groups), positive.sum(), (~positive).sum()
    v10, v01 = {}, {}
    for k, scores in enumerate((first, second)):
        wins = (scores[:, None] > scores) + 0.5 * (scores[:, None] == scores)
        v10[k] = {i: wins[i, ~positive].mean() for i in np.flatnonzero(positive)}
        v01[k] = {j: wins[positive, j].mean() for j in np.flatnonzero(~positive)}
    areas = [np.mean(list(v10[k].values())) for k in (0, 1)]

    def deviation(v, k, name):
        own = [value for i, value in v[k].items() if groups[i] == name]
        return sum(own) - len(own) * areas[k]

    def s(v, w, k, h, used):
        return used / (used - 1) * sum(deviation(v, k, name) * deviation(w, h, name) for name in names)

    used10, used01 = (np.unique(groups[kind]).size for kind in (positive, ~positive))

    def covariance(k, h):
        s10, s01 = s(v10, v10, k, h, used10) / m, s(v01, v01, k, h, used01) / n
        s11 = s(v10, v01, k, h, names.size) / m, s(v10, v01, h, k, names.size) / m
        return s10 / m + s01 / n + sum(s11) / n

    return areas[0] - areas[1], covariance(0, 0) + covariance(1, 1) - 2 * covariance(0, 1)


class TestGroups:
    """Records that come in groups: Obuchowski's variance."""

    @pytest.mark.parametrize("ties", [False, True])
    def test_the_variance_is_that_of_the_paper(self, ties):
        positive, first, second = made(ties=ties, seed=2)
        groups = np.random.default_rng(0).integers(0, 17, positive.size)
        estimate, variance = obuchowski(positive, first, second, groups)
        found = delong(positive, first, second, group=groups)
        assert (found.estimate, found.statistic) == pytest.approx((estimate, estimate / np.sqrt(variance)))

    def test_of_groups_of_one_record_it_is_delongs_and_records_twice_are_no_more(self):
        positive, first, second = made()
        alone, of_one = delong(positive, first, second), delong(positive, first, second, group=np.arange(60))
        assert of_one.pvalue == pytest.approx(alone.pvalue, rel=1e-12)
        twice = [np.tile(one, 2) for one in (positive, first, second)]
        assert delong(*twice, group=np.tile(np.arange(60), 2)).pvalue == pytest.approx(alone.pvalue, rel=1e-12)
        assert delong(*twice).pvalue < alone.pvalue

    def test_few_groups_of_a_kind_are_refused(self):
        positive, first, second = made()
        with pytest.raises(ValueError, match="two groups or more with records of each kind"):
            delong(positive, first, second, group=np.where(positive, 0, np.arange(60)))

    def test_it_stands_beside_comparisons_of_grouped_records(self):
        positive, first, second = made(90)
        groups, risks = np.arange(90) // 3, {"a": special.expit(first), "b": special.expit(second)}
        result = bc.compare(bc.probabilities(positive.astype(int), risks, group=groups), metric="roc_auc")
        assert result.pvalue == pytest.approx(delong(positive, first, second, group=groups).pvalue)
        assert result.methods.query("kind == 'test'")["method"].tolist() == ["cluster_delong", "cluster_t"]
