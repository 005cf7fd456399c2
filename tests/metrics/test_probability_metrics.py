"""Metrics of probabilities: values as scikit-learn's, weights, influence, what is refused."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score

import bayescmp as bc
from bayescmp.metrics import METRICS, LogLoss, answers_of, fold_values, metric_of, metric_of_plain, plain_metric

RNG = np.random.default_rng(0)
N = 120
OF_TWO = {
    "neg_brier_score": brier_score_loss, "roc_auc": roc_auc_score, "roc_auc_ovr": roc_auc_score,
    "roc_auc_ovo": roc_auc_score, "average_precision": average_precision_score,
}  # fmt: skip
PROBABILITIES = [metric for metric in METRICS.values() if metric.needs == "probabilities"]
ORDERING = [metric for metric in PROBABILITIES if metric.orders]
each = pytest.mark.parametrize("metric", [*PROBABILITIES, LogLoss()], ids=lambda metric: metric.name)
ordering = pytest.mark.parametrize("metric", ORDERING, ids=lambda metric: metric.name)


def data(ties=False, seed=1):
    rng = np.random.default_rng(seed)
    y, p = rng.integers(0, 2, N), rng.random(N)
    p = np.round(p, 1) if ties else p
    return y, np.stack([1 - p, p], axis=-1), rng.exponential(size=N)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("name", OF_TWO)
def test_values_of_two_classes_are_those_of_scikit_learn(name, ties):
    y, both, weights = data(ties)
    metric, reference = METRICS[name], OF_TWO[name]
    assert metric.value(y, both) == pytest.approx(reference(y, both[:, 1]), abs=1e-12)
    weighted = metric.value(y, both, np.stack([weights, np.ones(N)]))
    expected = [reference(y, both[:, 1], sample_weight=weights), reference(y, both[:, 1])]
    np.testing.assert_allclose(weighted, expected, atol=1e-12)


def test_values_of_several_classes_are_those_of_scikit_learn():
    y, probs = RNG.integers(0, 4, N), RNG.dirichlet(np.ones(4), N)
    assert METRICS["neg_brier_score"].value(y, probs) == pytest.approx(brier_score_loss(y, probs))
    assert METRICS["roc_auc_ovr"].value(y, probs) == pytest.approx(roc_auc_score(y, probs, multi_class="ovr"))
    assert METRICS["roc_auc_ovo"].value(y, probs) == pytest.approx(roc_auc_score(y, probs, multi_class="ovo"))
    of_one = metric_of("roc_auc", pos_label=2)
    assert of_one.value(y, probs) == pytest.approx(roc_auc_score(y == 2, probs[:, 2]))


def test_the_log_loss_clips_probabilities_and_divides_them_by_their_sum():
    y, probs = np.array([0, 1, 1]), np.array([[0.5, 0.5], [1.0, 0.0], [0.99, 0.01]])
    expected = -np.log(np.clip(probs, 0.02, 0.98)[np.arange(3), y]).mean()
    assert LogLoss(0.02).value(y, probs) == pytest.approx(expected)
    assert LogLoss().noun == "log loss (clipped at 0.02)"
    assert LogLoss(0.02).name == "LogLoss(0.02)"
    four = np.array([[1.0, 0, 0, 0], [0, 1, 0, 0]])
    clipped = np.clip(four, 0.01, 0.99) / (0.99 + 0.03)
    assert LogLoss(0.02).value([0, 3], four, labels=range(4)) == pytest.approx(-np.log(clipped[[0, 1], [0, 3]]).mean())


@pytest.mark.parametrize(("n_labels", "kind"), [(2, np.float32), (3, np.float64)])
def test_the_log_loss_is_that_of_scikit_learn_also_of_0_and_1(n_labels, kind):
    rng = np.random.default_rng(n_labels)
    y = rng.integers(0, n_labels, N)
    probs = rng.dirichlet(np.ones(n_labels), N)
    probs[: N // 4] = np.eye(n_labels)[y[: N // 4]]  # certain and right
    probs[-5:] = np.eye(n_labels)[(y[-5:] + 1) % n_labels]  # certain and wrong
    probs, metric = probs.astype(kind), METRICS["neg_log_loss"]
    digits = 1e-14 if kind is np.float64 else 1e-6
    weights = rng.exponential(size=N)
    named = {"labels": np.arange(n_labels)}
    assert metric.value(y, probs, **named) == pytest.approx(log_loss(y, probs, **named), rel=digits)
    weighted = log_loss(y, probs, sample_weight=weights, **named)
    assert metric.value(y, probs, weights, **named) == pytest.approx(weighted, rel=digits)
    most = -np.log(np.finfo(kind).eps)
    assert metric.value(y[-5:], probs[-5:], **named) == pytest.approx(most)
    assert LogLoss(0) is metric
    assert metric.noun == "log loss"


@pytest.mark.parametrize("chance", [0.005, 0.2])
@pytest.mark.parametrize(
    "metric", [METRICS["neg_brier_score"], METRICS["neg_log_loss"], LogLoss()], ids=lambda metric: metric.name
)
def test_honest_probabilities_of_two_classes_are_among_the_best(metric, chance):
    def expected(said):
        both = np.array([[1 - said, said]])
        return (1 - chance) * metric.value([0], both, labels=[0, 1]) + chance * metric.value([1], both, labels=[0, 1])

    assert min(map(expected, np.linspace(0, 1, 201))) >= expected(chance) - 1e-9


@pytest.mark.parametrize("clip", [-0.1, 0.6])
def test_a_clip_is_from_0_to_a_half(clip):
    with pytest.raises((TypeError, ValueError), match="`clip` must be"):
        LogLoss(clip)


@each
def test_influence_is_the_derivative_by_the_weight_of_a_record(metric):
    y, both, _ = data(ties=True)
    influence = metric.influence(y, both)
    assert influence.mean() == pytest.approx(0, abs=1e-12)
    step = 1e-4
    for place in range(0, N, 17):
        moved = np.ones((2, N))
        moved[:, place] += step, -step
        up, down = metric.loss_of_value(metric.value(y, both, moved))
        assert influence[place] == pytest.approx(N * (up - down) / (2 * step), abs=1e-5)


@ordering
@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=8, max_size=30), st.integers(0, 2**16))
def test_only_the_order_of_scores_counts(metric, ranks, seed):
    y = np.random.default_rng(seed).integers(0, 2, len(ranks))
    y[:2] = 0, 1
    p = np.array(ranks) / 10
    one, other = (np.stack([1 - q, q], axis=-1) for q in (p, p**2 / 2))
    assert metric.value(y, one) == pytest.approx(metric.value(y, other))


@each
def test_a_record_of_weight_2_is_two_records(metric):
    y, both, _ = data(ties=True)
    twice = np.r_[np.arange(N), np.arange(30)]
    weights = np.ones(N) + (np.arange(N) < 30)
    assert metric.value(y[twice], both[twice]) == pytest.approx(metric.value(y, both, weights), abs=1e-12)


def test_classes_that_do_not_occur_change_nothing():
    y, both, _ = data()
    three = np.c_[both, np.zeros(N)]
    for metric in (*ORDERING, METRICS["neg_brier_score"], METRICS["neg_log_loss"]):
        own = metric if metric.of_class is None else metric.of_class(1)
        value = own.value(y, three, labels=[0, 1, 2])
        if metric.name == "neg_brier_score":  # three labels are judged by the whole sum of squares
            value /= 2
        assert value == pytest.approx(metric.value(y, both))


@ordering
def test_scores_of_one_validation_set_are_compared_only(metric):
    n_sets = 4
    y, both, _ = data(ties=True)
    sets = np.arange(N) % n_sets
    moved = both / (1 + sets[:, None])  # scores of a set keep their order
    assert metric.value(y, moved, sets=sets) == pytest.approx(metric.value(y, both, sets=sets))
    size = {
        k: y[sets == k].sum() * (1 if metric.name == "average_precision" else (1 - y[sets == k]).sum()) for k in sets
    }
    values = {k: metric.value(y[sets == k], both[sets == k]) for k in size}
    mean = sum(size[k] * values[k] for k in size) / sum(size.values())
    assert metric.value(y, both, sets=sets) == pytest.approx(mean)
    influence = metric.influence(y, both, sets=sets)
    assert influence.mean() == pytest.approx(0, abs=1e-12)
    for k, value in values.items():  # the records of a set add up to what it adds
        added = size[k] * (mean - value) / sum(size.values())
        assert influence[sets == k].sum() / N == pytest.approx(added, abs=1e-12)


@pytest.mark.parametrize(("name", "n_sets"), [("roc_auc_ovr", 1), ("roc_auc_ovo", 3)])
def test_the_influence_of_several_classes_is_the_derivative_by_the_weight_of_a_record(name, n_sets):
    rng, metric = np.random.default_rng(3), METRICS[name]
    y, probs, sets = rng.integers(0, 3, 45), rng.dirichlet(np.ones(3), 45), np.zeros(45, dtype=int)
    if n_sets > 1:  # of several sets the influences of the records of one add up to what the set adds
        y, probs, sets = (np.concatenate([part] * n_sets) for part in (y, probs, sets))
        sets = np.repeat(np.arange(n_sets), 45)
    step = 1e-5
    heavier = metric.value(y, probs, 1 + step * np.eye(len(y)), sets=sets)
    lighter = metric.value(y, probs, 1 - step * np.eye(len(y)), sets=sets)
    derivative = (heavier - lighter) / (2 * step) * len(y)
    np.testing.assert_allclose(metric.influence(y, probs, sets=sets), -derivative, atol=1e-6)


@ordering
def test_records_of_one_class_have_no_order(metric):
    y, both, _ = data()
    value = metric.value(np.zeros_like(y), both, labels=[0, 1])
    assert np.isnan(value) or metric.name == "average_precision"


def test_columns_and_labels_must_fit_in_any_order():
    y, both, _ = data()
    with pytest.raises(ValueError, match=r"must have a row for each record and a column for each label, \(120, 2\)"):
        METRICS["neg_brier_score"].value(y, both[:, :1])
    with pytest.raises(ValueError, match="`labels` must hold every true label"):
        METRICS["neg_brier_score"].value(y, both, labels=[0, 7])
    y, both, _ = data()
    turned = METRICS["roc_auc"].value(y, both[:, ::-1], labels=[1, 0])
    assert turned == METRICS["roc_auc"].value(y, both)


@each
def test_a_metric_is_kept_by_its_name(metric):
    assert plain_metric(metric)["metric_words"] is None
    again = metric_of_plain(plain_metric(metric))
    y, both, _ = data()
    assert again.value(y, both) == metric.value(y, both)


class TestFoldValues:
    """Of probabilities."""

    @staticmethod
    def predictions(fold):
        y, both, _ = data()
        labels = (both[:, 1] > 0.5).astype(int)
        return bc.probabilities(y, {"a": both}, y_pred={"a": labels}, how=bc.folds(fold))

    @pytest.mark.parametrize("metric", [ORDERING[0], LogLoss()], ids=lambda metric: metric.name)
    def test_are_those_of_every_validation_set(self, metric):
        y, both, _ = data()
        fold = np.arange(N) % 3
        found = fold_values(self.predictions(fold), metric=metric)
        for k in range(3):
            rows = fold == k
            expected = metric.value(y[rows], both[rows])
            assert float(found.sel(classifier="a")[0, k]) == pytest.approx(expected)
        assert found["n_test"].values.tolist() == [[40, 40, 40]]
        assert found["n_train"].values.tolist() == [[80, 80, 80]]

    def test_are_nan_where_a_validation_set_has_one_class(self):
        y, _, _ = data()
        found = fold_values(self.predictions(np.where(y == 1, 0, np.arange(N) % 2)), metric="roc_auc")
        assert np.isfinite(found[0, 0, 0])
        assert np.isnan(found[0, 0, 1])


@pytest.mark.parametrize("function", [roc_auc_score, log_loss])
def test_functions_of_probabilities_are_not_given_labels(function):
    for metric in (function, partial(function, pos_label=1)):
        with pytest.raises(ValueError, match=f"{function.__name__} is one of probabilities: give its name, '"):
            metric_of(metric)


def test_labels_alone_are_refused_with_what_to_do():
    labels = bc.labels([0, 1, 1], {"a": [0, 1, 0]})
    with pytest.raises(ValueError, match=r"needs predicted probabilities, but .* probabilities=True\)`"):
        answers_of(labels, METRICS["roc_auc"])
