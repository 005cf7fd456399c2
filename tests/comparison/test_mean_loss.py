"""Comparisons by probabilities and losses: values, against scipy, cross-validations, files, facts, refusals."""

import copy

import numpy as np
import pytest
from scipy import stats
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC

import bayescmp as bc
from bayescmp.evidence import Evidence, evidence_of
from bayescmp.frequentist import delong
from bayescmp.metrics import METRICS, LogLoss
from tests.data import gathered, probable, splits_of

THREE = {"a": 1.0, "b": 1.5, "c": 2.0}
OF_PROBABILITIES = ["neg_log_loss", "roc_auc_ovo", "average_precision"]
X, Y = load_breast_cancer(return_X_y=True)
ESTIMATORS = {"bayes": GaussianNB(), "knn": KNeighborsClassifier(9), "1-nn": KNeighborsClassifier(1)}


@pytest.fixture(scope="module")
def cross_validated():
    return bc.cross_val_predictions(ESTIMATORS, X, Y, rng=0, probabilities=True)


def squares(predictions):
    y = predictions["y_true"].to_numpy()
    return {str(name): (predictions["y_prob"].sel(classifier=name)[0, :, 1].to_numpy() - y) ** 2 for name in "ab"}


class TestHoldOuts:
    """Of probabilities, and of losses that are the same."""

    def test_the_mean_of_losses_has_the_t_distribution_of_paired_differences(self):
        data = probable()
        losses = squares(data)
        reference = stats.ttest_rel(losses["a"], losses["b"])
        for result in (bc.compare(data, metric="neg_brier_score"), bc.compare(bc.losses(losses))):
            interval = reference.confidence_interval(0.95)
            assert (result.interval.low, result.interval.high) == pytest.approx((interval.low, interval.high))
            assert 2 * min(result.probabilities[::2]) == pytest.approx(reference.pvalue)
            assert result.observed == pytest.approx({name: values.mean() for name, values in losses.items()})
            assert result.method.name == "mean-loss"

    @pytest.mark.parametrize("form", ["answers", "groups", "area"])
    def test_what_never_varies_is_not_known_exactly(self, form):
        """No error in n records leaves one of some 3/n, whatever another classifier does there."""
        n, first, second = 40, np.ones(40), np.repeat([0.0, 1.0], [4, 36])
        if form == "answers":
            places = {"record": np.repeat(np.arange(n), 2), "answer": np.tile([0, 1], n)}
            correct = {"a": np.repeat(first == 1, 2), "b": np.repeat(second == 1, 2)}
            data, metric = gathered(correct=correct, **places), "accuracy"
        elif form == "area":
            y = np.arange(n) % 2
            prob = {"a": np.c_[1 - y, y] * 0.8 + 0.1, "b": np.c_[1 - y, y] * np.c_[second, second] * 0.8 + 0.1}
            prob["b"] /= prob["b"].sum(axis=1, keepdims=True)
            data, metric = bc.probabilities(y, prob), "roc_auc"
        else:
            group = np.arange(n) if form == "groups" else None
            scores = {"a": first, "b": second}
            data, metric = bc.scores(scores, bounds=(0, 1), group=group), None
        effective = n / 2 if form == "area" else n  # records of a class
        low, high = bc.compare(data, metric=metric).classifiers.loc["a", ["low", "high"]]
        assert high == 1
        assert 1 - low == pytest.approx(stats.t.ppf(0.975, effective - 1) * np.sqrt(2 / (effective + 4) / effective))
        ranked = bc.rank(data, metric=metric).classifiers.loc["a"]
        assert ranked["low"] == pytest.approx(low)

    @pytest.mark.parametrize("decimals", [1, 8])
    def test_areas_have_a_t_distribution_of_the_spread_of_delong(self, decimals):
        """With the degrees of freedom of the rarer class, and what few records leave unseen; on ties, too."""
        data = probable(n=100, prevalence=0.2)
        data = data.assign(y_prob=data["y_prob"].round(decimals))
        result, rare = bc.compare(data, metric="roc_auc"), int(data["y_true"].sum())
        test = delong(data["y_true"].to_numpy() == 1, *data["y_prob"][:, 0, :, 1].to_numpy())
        unseen = (2 / (rare + 4)) ** 2 / rare + (2 / (104 - rare)) ** 2 / (100 - rare)
        error = np.sqrt((test.estimate / test.statistic) ** 2 + unseen)
        expected = stats.t.interval(0.95, rare - 1, loc=test.estimate, scale=error)
        assert (result.interval.low, result.interval.high) == pytest.approx(expected)
        assert result.method.name == "mean-loss"
        drawn = result.methods.set_index("method").loc["bayesian-bootstrap"]
        assert drawn["high"] - drawn["low"] == pytest.approx(expected[1] - expected[0], rel=0.15)

    def test_few_records_tell_no_spread(self):
        with pytest.raises(ValueError, match="must hold 4 records or more to tell the spread of losses, but hold 3"):
            bc.compare(bc.losses({"a": np.arange(3), "b": np.ones(3)}))

    @pytest.mark.parametrize("name", OF_PROBABILITIES)
    def test_equal_probabilities_are_identical_though_labels_differ(self, name):
        data = probable()
        same = data.assign(y_prob=data["y_prob"].copy(data=data["y_prob"].isel(classifier=[0, 0]).to_numpy()))
        result = bc.compare(same, metric=name)
        assert result.identical
        assert result.probabilities == (0.5, 0.0, 0.5)
        assert result.decision == "undecided"
        has_bounds = result.evidence.metric.widest is not None
        assert bc.compare(same, metric=name, rope=0.1).decision == ("equivalent" if has_bounds else "undecided")
        assert bc.compare(same, metric=name, rope=0.001).decision == "undecided"  # few records do not show it

    def test_missing_answers_leave_out_records_of_the_pair(self):
        losses = {
            "a": [0.1, None, 0.4, 0.3, 0.5], "b": [0.2, 0.5, 0.1, 0.9, 0.1], "c": [0.3, 0.2, 0.4, 0.8, 0.2],
        }  # fmt: skip
        data = bc.losses(losses, on_missing="drop")
        kept = bc.compare(bc.losses({name: np.delete(losses[name], 1).astype(float) for name in "ab"}))
        assert bc.compare(data, first="a", second="b").interval.low == pytest.approx(kept.interval.low)
        pairs = Evidence(predictions=data, metric=kept.evidence.metric).pairs()
        assert pairs.sums["mean"].to_numpy()[0] == pytest.approx(kept.difference.mean)
        for row in bc.rank(data, draws=500).pairs.itertuples():
            alone = bc.compare(data, first=row.first, second=row.second)
            assert (row.low, row.high) == pytest.approx((alone.interval.low, alone.interval.high))


class TestCrossValidations:
    """By influence, through the crossed effects."""

    @pytest.mark.parametrize("name", OF_PROBABILITIES)
    def test_the_centre_is_the_difference_of_values_over_all_validations(self, cross_validated, name):
        result = bc.compare(cross_validated, first="bayes", second="knn", metric=name)
        truth = np.broadcast_to(Y, (5, Y.size)).ravel()
        metric = result.evidence.metric
        fold = cross_validated["fold"].to_numpy()
        sets = {"sets": (fold + 2 * np.arange(5)[:, None]).ravel()} if metric.orders else {}
        for one in ("bayes", "knn"):
            probs = cross_validated["y_prob"].sel(classifier=one).to_numpy().reshape(-1, 2)
            assert result.observed[one] == pytest.approx(metric.value(truth, probs, **sets))
        a, b = result.observed.values()
        assert result.difference.mean == pytest.approx(a - b)
        assert result.method.name == "mean-loss"

    def test_the_error_as_a_loss_is_close_to_the_crossed_effects(self, cross_validated):
        wrong = {
            name: (cross_validated["y_pred"].sel(classifier=name) != cross_validated["y_true"]).to_numpy().astype(float)
            for name in ESTIMATORS
        }
        fold = cross_validated["fold"].to_numpy()
        splits = [(np.flatnonzero(one != k), np.flatnonzero(one == k)) for one in fold for k in (0, 1)]
        losses = bc.compare(bc.losses(wrong, noun="error", how=bc.splits(splits)), first="bayes", second="knn")
        error = bc.compare(cross_validated, first="bayes", second="knn")
        assert losses.difference.mean == pytest.approx(error.errors["bayes"] - error.errors["knn"])
        assert losses.difference.sd == pytest.approx(error.difference.sd, rel=0.03)
        assert losses.prob_first_better == pytest.approx(error.prob_first_better, abs=0.01)

    def test_levels_of_scores_that_differ_between_folds_do_not_count(self):
        """A constant classifier predicts the share of the class in each training set, which is no order."""
        rng = np.random.default_rng(0)
        y = (rng.random(300) < 0.4).astype(int)
        fold = rng.permutation(300) % 10
        share = np.array([y[fold != k].mean() for k in range(10)])[fold]
        noise = rng.random(300)
        y_prob = {"constant": np.stack([1 - share, share], -1), "noise": np.stack([1 - noise, noise], -1)}
        data = bc.probabilities(y, y_prob, y_pred=dict.fromkeys(y_prob, y), how=bc.folds(fold))
        own = np.bincount(fold, weights=y)
        for name, value in (("roc_auc", 0.5), ("average_precision", (own**2 / 30).sum() / own.sum())):
            result = bc.compare(data, metric=name)
            assert result.observed["constant"] == pytest.approx(value, abs=1e-9)
            assert result.decision == "undecided"

    def test_leave_one_out_has_no_pairs(self):
        data = bc.probabilities(
            [0, 1, 0, 1], {"a": [[0.5, 0.5]] * 4}, y_pred={"a": [0, 1, 0, 1]}, how=bc.folds([0, 1, 2, 3])
        )
        with pytest.raises(ValueError, match=r"in one validation set .* Leave-one-out has no pairs"):
            Evidence(predictions=data, metric=METRICS["roc_auc"]).observed  # noqa: B018

    def test_the_cautious_prior_is_wider(self, cross_validated):
        usual, cautious = (
            bc.compare(cross_validated, first="bayes", second="1-nn", metric="roc_auc", method=method).difference.sd
            for method in (bc.methods.MeanLoss(), bc.methods.MeanLoss(tau="cautious"))
        )
        assert cautious > usual

    def test_a_validation_set_of_one_class_leaves_out_the_tests(self):
        rng = np.random.default_rng(0)
        y = np.r_[np.ones(8, int), np.zeros(52, int)]
        y_prob = {name: (p := rng.random(60), np.stack([1 - p, p], -1))[1] for name in "ab"}
        fold = np.where(y == 1, np.arange(60) % 2, np.arange(60) % 5)
        data = bc.probabilities(y, y_prob, y_pred=dict.fromkeys("ab", y), how=bc.folds(fold))
        result = bc.compare(data, metric="roc_auc")
        assert result.methods["kind"].tolist() == ["posterior"]
        assert not result.evidence.has_differences


def test_pairs_that_differ_by_the_same_have_no_spread_in_a_ranking():
    """Sums of all pairs come from products of large numbers, whose rounding is no spread."""
    losses = 1e3 * np.random.default_rng(0).random(200)
    other = 1e3 * np.random.default_rng(1).random(200)
    data = bc.losses({"a": losses, "b": losses + 1, "c": other})
    found = Evidence(predictions=data, metric=evidence_of(data, "a", "b").metric).pairs().sums["squares"]
    assert float(found[0]) == 0
    assert float(found[1]) > 0


@pytest.mark.filterwarnings("error")
def test_a_ranking_of_a_cross_validation_takes_classifiers_that_are_the_same():
    values = np.random.default_rng(0).exponential(size=(2, 60))
    losses = {"a": values[0], "same": values[0], "further": values[0] + 0.01, "other": values[1]}
    fold = np.arange(60) % 6
    ranking = bc.rank(bc.losses(losses, bounds=(0, 10), how=bc.folds(fold)), draws=500)
    best = ranking.classifiers["prob_best"]
    assert best["a"] == best["same"]
    assert best["a"] + best["same"] > best["further"] > 0.05  # by .01 everywhere, which says little within such bounds
    assert ranking.posterior.distortion < 0.3
    with pytest.raises(ValueError, match="those of 'a' and 'further' differ by the same everywhere, and have no"):
        bc.rank(bc.losses(losses, how=bc.folds(fold)), draws=500)
    del losses["further"]
    assert bc.rank(bc.losses(losses, how=bc.folds(fold)), draws=500).posterior.distortion < 0.3


@pytest.mark.full
@pytest.mark.parametrize(("name", "folds"), [("roc_auc_ovo", 1), ("average_precision", 2)])
def test_a_class_of_one_or_two_records_is_refused_in_every_design(name, folds):
    data = probable(THREE, 50)
    y_prob = {one: data["y_prob"].sel(classifier=one)[0].to_numpy() for one in "abc"}
    given = {"fold": np.arange(50) % folds} if folds > 1 else {}
    for n in (2, 3, 48):
        y = (np.arange(50) < n).astype(int)
        data = gathered(y_true=y, y_pred=dict.fromkeys("abc", y), y_prob=y_prob, **given)
        if n == 3:
            assert np.isfinite(bc.compare(data, first="a", second="b", metric=name).difference.sd)
            continue
        refused = r"must have 3 records or more of every class .* have 2 of class"
        with pytest.raises(ValueError, match=refused):
            bc.compare(data, first="a", second="b", metric=name)
        with pytest.raises(ValueError, match=refused):
            bc.rank(data, metric=name)


def test_losses_whose_squares_are_no_numbers_are_refused():
    values = {name: 1e160 * np.random.default_rng(0).random(10) for name in "ab"}
    with pytest.raises(ValueError, match="Give it in another unit"):
        bc.losses(values)
    with pytest.raises(ValueError, match="in another unit"):
        bc.scores(values, how=bc.validation_sets(9, 1))


def test_a_small_difference_of_large_losses_is_not_lost():
    rng = np.random.default_rng(0)
    a, noise = 1e3 * rng.random(200), 1e-6 * rng.normal(size=200)
    fold = np.arange(200) % 10
    one, other = (
        bc.compare(bc.losses(data, how=bc.folds(fold))).difference.sd
        for data in ({"a": a, "b": a + noise}, {"a": 0 * a, "b": noise})
    )
    assert one == pytest.approx(other, rel=1e-3)


class TestFacts:
    """What makes an interval less sure than it looks is said."""

    @pytest.mark.parametrize(("power", "count"), [(1, 1), (2, 0)])
    def test_errors_with_their_signs_are_no_losses(self, power, count):
        errors = np.random.default_rng(0).normal(0, [[1.0], [3.0]], (2, 100)) ** power
        notes = bc.compare(bc.losses(dict(zip("ab", errors, strict=True)))).notes
        assert sum("losses of a are on both sides of 0" in note for note in notes) == count

    @pytest.mark.parametrize(
        ("name", "said"), [("roc_auc", "ROC AUCs by mean-loss held"), ("neg_brier_score", "worst")]
    )
    def test_fewer_than_thirty_records_of_a_class(self, name, said):
        probs = probable(n=90)["y_prob"]
        y_prob = {one: probs.sel(classifier=one)[0].to_numpy() for one in "ab"}
        for n in (29, 30):
            y = (np.arange(90) < n).astype(int)
            data = bc.probabilities(y, y_prob, y_pred=dict.fromkeys("ab", y))
            found = [note for note in bc.compare(data, metric=name).notes if "only 29 records of class 1" in note]
            assert len(found) == (n < 30)
            assert all(said in note for note in found)

    def test_a_heavy_tail(self):
        rng = np.random.default_rng(0)
        losses = {name: rng.exponential(size=300) for name in "ab"}
        assert not bc.compare(bc.losses(losses)).notes
        losses["a"][7] = 1000.0
        notes = bc.compare(bc.losses(losses)).notes
        assert any("a hundredth of the records carries 100 % of the squared differences" in note for note in notes)

    def test_few_rows_may_be_of_folds_or_data_sets(self):
        found = bc.compare(bc.losses({"a": [0.1, 0.3, 0.2, 0.7], "b": [0.2, 0.4, 0.5, 0.8]}, bounds=(0, 1)))
        (rows,) = (note for note in found.notes if note.startswith("each of the 4 rows is taken as a record"))
        assert next(found.content.lines()) == ("The rows", rows)
        assert str(found).count("rows is taken as a record") == 1
        assert copy.deepcopy(rows).label == "The rows"
        assert "`how=one_test_set(...)` for seeds, `how=validation_sets(...)` for folds" in rows

    def test_a_perfect_order(self):
        p = np.linspace(0, 1, 40)
        y = (p > 0.5).astype(int)
        noise = p[np.random.default_rng(0).permutation(40)]
        y_prob = {"sure": np.stack([1 - p, p], -1), "chance": np.stack([1 - noise, noise], -1)}
        result = bc.compare(bc.probabilities(y, y_prob, y_pred=dict.fromkeys(y_prob, y)), metric="roc_auc")
        assert any(note.startswith("sure orders all records perfectly") for note in result.notes)

    @pytest.mark.parametrize("metric", ["error", "neg_brier_score", "roc_auc_ovr"])
    def test_answers_that_are_turned_round(self, metric):
        rng = np.random.default_rng(0)
        y = rng.integers(0, 2, 200)
        p, noise = 0.2 + 0.3 * y + 0.4 * rng.random(200), rng.random(200)
        for labels, says in (([0, 1], False), ([1, 0], True)):
            found = bc.probabilities(y, {"turned": p, "chance": noise}, labels=labels)
            notes = bc.compare(found, metric=metric).notes
            said = "the probabilities of label 1 by turned are lower where it is the true one"
            assert any(said in note for note in notes) == says
        values = bc.decision_values(y, {"turned": -9 * p, "chance": noise})
        said = "the decision values of label 1 by turned are lower where it is the true one"
        assert any(said in note for note in bc.compare(values, metric="roc_auc").notes)
        constant = {name: np.full(200, share) for name, share in (("one", y.mean()), ("other", 0.7))}
        for same, of in (
            (bc.probabilities(y, constant), "neg_brier_score"),
            (bc.decision_values(y, constant), "roc_auc"),
        ):
            assert not any("lower where it is the true one" in note for note in bc.compare(same, metric=of).notes)

    @pytest.mark.parametrize("metric", ["error", "neg_log_loss"])
    def test_probabilities_in_another_order_of_three_labels(self, metric):
        rng = np.random.default_rng(0)
        y = rng.integers(0, 3, 200)
        known = 0.1 + 0.7 * np.eye(3)[np.where(rng.random(200) < 0.8, y, rng.integers(0, 3, 200))]
        for order, says in (([0, 1, 2], False), ([1, 2, 0], True), ([0, 2, 1], True)):
            y_prob = {"turned": known[:, order], "chance": rng.dirichlet(np.ones(3), 200)}
            notes = bc.compare(bc.probabilities(y, y_prob), metric=metric).notes
            assert any("by turned are lower where it is the true one" in note for note in notes) == says
            assert not any("chance are lower" in note for note in notes)

    def test_columns_that_nobody_gave_are_in_order(self):
        """Classes that are sorted and not trained on have low probabilities, too."""
        X, y = load_iris(return_X_y=True)
        models = {"bayes": GaussianNB(), "svm": LogisticRegression()}
        data = bc.cross_val_predictions(models, X, y, cv=KFold(3), probabilities=True)
        assert not any("lower where it is the true one" in note for note in bc.compare(data).notes)
        told = data.assign_attrs(provenance="{}")
        assert any("lower where it is the true one" in note for note in bc.compare(told).notes)

    def test_the_clip_is_on_the_screen_and_the_lack_of_one_in_the_notes(self, cross_validated):
        assert "clipped at 0.02" in str(bc.compare(probable(), metric=LogLoss()))
        assert not bc.compare(probable(), metric=LogLoss()).notes
        of_folds = bc.compare(cross_validated, first="bayes", second="knn", metric="neg_log_loss")
        for result in (bc.compare(probable(), metric="neg_log_loss"), of_folds):
            assert "clipped at" not in str(result)
            assert any("`metrics.LogLoss(0.02)` clips" in note for note in result.notes)

    def test_an_impossible_label_has_a_finite_loss(self):
        data = probable()
        probs = data["y_prob"].transpose("classifier", "repeat", "record", "label").to_numpy().copy()
        true = int(data["y_true"][0])
        probs[0, 0, 0] = np.eye(2)[1 - true]
        result = bc.compare(data.assign(y_prob=data["y_prob"].copy(data=probs)), metric="neg_log_loss")
        assert result.observed["a"] == pytest.approx(log_loss(data["y_true"], probs[0, 0]), rel=1e-14)
        assert np.isfinite([result.interval.low, result.interval.high]).all()


class TestLosses:
    """Of regressions and whatever else."""

    def test_greater_is_better_turns_who_is_better_and_keeps_the_values(self):
        rewards = {"a": [1.0, 2.0, 3.5, 2.0], "b": [0.5, 1.0, 3.0, 2.5]}
        result = bc.compare(bc.scores(rewards, noun="reward"))
        assert result.observed == {"a": 2.125, "b": 1.75}
        assert result.difference.mean == pytest.approx(0.375)
        assert result.prob_first_better > 0.5 > result.prob_second_better
        assert "a has a higher reward than b" in str(result)

    def test_bounds_bound_the_rope(self):
        data = {"a": [0.1, 0.5, 0.9, 0.2], "b": [0.3, 0.2, 0.9, 0.4]}
        with pytest.raises(ValueError, match="rope"):
            bc.compare(bc.losses(data, bounds=(0, 1)), rope=1.5)
        assert bc.compare(bc.losses(data), rope=1.5).decision == "equivalent"
        with pytest.raises(ValueError, match=r"`bounds` must hold all losses, but \(0.0, 0.5\) leave out 0.9"):
            bc.losses(data, bounds=(0, 0.5))

    def test_another_metric_is_refused(self):
        data = bc.losses({"a": [0.1, 0.5], "b": [0.3, 0.2]}, noun="squared error")
        for metric in ("roc_auc", "f1", "error", METRICS["error"]):
            with pytest.raises(ValueError, match="`metric` must be left out for data that hold the squared error"):
                bc.compare(data, metric=metric)


class TestFits:
    """Probabilities of estimators."""

    def test_classes_that_were_not_trained_on_have_probability_0(self):
        y = np.array(["a"] * 10 + ["b"] * 10 + ["c"])
        cv = KFold(3, shuffle=True, random_state=0)
        data = bc.cross_val_predictions({"n": GaussianNB()}, np.eye(21), y, cv=cv, rng=0, probabilities=True)
        assert data["y_prob"].shape == (1, 1, 21, 3)
        assert float(data["y_prob"].sel(label="c")[0, 0, 20]) == 0

    def test_extended_ones_are_those_made_at_once(self, cross_validated):
        cv, asked = bc.BlockRegularizedCV(3), {"rng": 0, "probabilities": True}
        two = bc.cross_val_predictions(ESTIMATORS, X, Y, cv=bc.BlockRegularizedCV(2), **asked)
        three = bc.cross_val_predictions(ESTIMATORS, X, Y, cv=cv, start=two, probabilities=True)
        np.testing.assert_array_equal(three["y_prob"], cross_validated["y_prob"][:, :3])
        with pytest.raises(ValueError, match="`start` must have what `probabilities` asks for, False, but has probab"):
            bc.cross_val_predictions(ESTIMATORS, X, Y, cv=cv, start=two)


def test_a_screen_and_a_summary_draw_nothing_for_the_methods_beside(monkeypatch):
    result = bc.compare(probable(), metric="neg_brier_score")

    def fit(*_):
        raise AssertionError("drawn")

    monkeypatch.setattr(bc.methods.BayesianBootstrap, "fit", fit)
    assert "paired permutation test of the mean" in " ".join(str(result).split())
    assert result.summary()["pvalue"].between(0, 1).all()
    with pytest.raises(AssertionError, match="drawn"):
        _ = result.methods


def test_a_joint_of_losses_is_exact_where_one_classifier_loses_nothing():
    """The loss of another one is its difference to that one, and as sure, however much training sets add."""
    rng = np.random.default_rng(0)
    losses = {"a": rng.gamma(2, 1.0, (5, 40)), "b": rng.gamma(2, 1.2, (5, 40)), "none": np.zeros((5, 40))}
    joint = bc.rank(bc.losses(losses, noun="cost", how=bc.splits(splits_of(40))), draws=200).posterior
    assert joint.distortion < 1e-4


def test_labels_that_were_ordered_anew_are_refused():
    data = probable(n=20)
    with pytest.raises(ValueError, match="`label` of `predictions` must be in ascending order"):
        bc.compare(data.isel(label=[1, 0]), metric="neg_brier_score")


def test_a_classifier_without_probabilities_is_refused_with_the_remedy():
    with pytest.raises(TypeError, match=r"must have `predict_proba` .* CalibratedClassifierCV"):
        bc.cross_val_predictions({"svm": LinearSVC()}, X, Y, probabilities=True)


def test_are_those_of_the_estimators(cross_validated):
    fold = cross_validated["fold"].to_numpy()[0]
    fitted = GaussianNB().fit(X[fold != 0], Y[fold != 0])
    kept = cross_validated["y_prob"].sel(classifier="bayes").to_numpy()[0, fold == 0]
    np.testing.assert_allclose(kept, fitted.predict_proba(X[fold == 0]))
