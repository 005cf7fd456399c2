"""The records on which two classifiers differ."""

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from tests.comparison.test_evaluate import DATA, LABELS, SHARES, Y
from tests.data import table


def test_labels_are_those_that_were_said():
    task = np.where(Y == 1, "x", "y")
    found = bc.compare(bc.labels(Y, LABELS, task=task, record=[f"r{place}" for place in range(Y.size)])).changed()
    differ = np.flatnonzero(LABELS["a"] != LABELS["b"])
    assert sorted(found.index) == sorted(f"r{place}" for place in differ)
    for row in found.itertuples():
        place = int(row.Index[1:])
        assert (row.task, row.truth, row.first, row.second) == (
            task[place],
            Y[place],
            LABELS["a"][place],
            LABELS["b"][place],
        )
        assert row.better == ("first better" if LABELS["a"][place] == Y[place] else "second better")
        assert row.difference == (-1 if row.better == "first better" else 1)


@pytest.mark.parametrize("name", [name for name in DATA if "F1" not in name and name != "table"])
def test_differences_add_up_to_that_of_the_metric(name):
    data, metric = DATA[name]
    result = bc.compare(data(), metric=metric)
    first, second = result.observed.values()
    assert result.changed()["difference"].sum() / result.design.n_records == pytest.approx(first - second, abs=1e-9)


def test_the_largest_come_first_and_values_can_be_subtracted():
    found = bc.compare(bc.probabilities(Y, SHARES), metric="neg_brier_score").changed()
    np.testing.assert_allclose(found["first"] - found["second"], found["difference"], atol=1e-9)
    assert (np.diff(found["difference"].abs()) <= 0).all()


def test_both_may_be_wrong_otherwise():
    found = bc.compare([0, 1, 2, 2], {"a": [0, 0, 2, 2], "b": [0, 2, 2, 1]}).changed()
    assert found["better"].tolist() == ["first better", "neither better"]


def test_a_ranking_has_those_of_two_and_swapped_they_turn():
    ranking = bc.rank(Y, {**LABELS, "c": Y})
    found, turned = ranking.changed("a", "c"), ranking.changed("c", "a")
    assert (found["difference"] == -turned["difference"]).all()
    assert found.equals(bc.compare(bc.labels(Y, {**LABELS, "c": Y}), first="a", second="c").changed())


def test_what_one_of_them_did_not_answer_is_left_out():
    a = [0.0, 1.0, np.nan, 1.0]
    found = bc.compare(bc.labels([0, 0, 0, 1], {"a": a, "b": [0.0, 0.0, 1.0, 0.0]}, on_missing="drop")).changed()
    assert found.index.tolist() == [1, 3]


def test_tables_tell_of_no_record():
    with pytest.raises(TypeError, match="needs predictions of records"):
        bc.compare(table(2, 4, 18, 76)).changed()


@pytest.mark.parametrize(
    "counts",
    [(2, 4, 18, 76), (2, 18, 4, 76), (0, 0, 9, 60), (3, 30, 80, 400), (5, 3, 60, 5), (50, 20, 2, 3), (0, 40, 0, 0)],
)
@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_fragility_is_how_many_wrong_answers_more_undo_the_decision(counts, rope):
    result = bc.compare(table(*counts), rope=rope)
    both, first, second, right = counts
    decided = result.decision
    if decided == "undecided":
        assert result.fragility is None
        return
    is_first = decided == "first better"
    alone = second if is_first else first

    def undone(more):
        """Whether any way to let so many right answers of the better one be wrong undoes the decision."""
        for of_both in range(max(0, more - alone), min(more, right) + 1):
            own = more - of_both
            cells = (first + of_both, second - own) if is_first else (first - own, second + of_both)
            if bc.compare(table(both + own, *cells, right - of_both), rope=rope).decision != decided:
                return True
        return False

    assert undone(result.fragility)
    assert not undone(result.fragility - 1)
    assert f"{result.fragility} more record" in " ".join(str(result).split())


def test_of_a_cross_validation_it_moves_the_difference_alone():
    data = DATA["cross-validation"][0]()
    result = bc.compare(data.assign(y_pred=xr.where(data["classifier"] == "a", data["y_true"], data["y_pred"])))
    end = result.ropes.first_better_to
    assert result.fragility == np.ceil(end * Y.size)
    assert bc.compare(DATA["area"][0](), metric="roc_auc").fragility is None


def test_a_report_counts_by_label_and_task():
    task = np.where(np.arange(Y.size) < 60, "x", "y")
    result = bc.compare(bc.labels(Y, LABELS, task=task))
    counts = result.changed().groupby("truth")["better"].value_counts()
    sections = {one.key: one for one in result.content.sections}
    by_label, by_task = sections["changed"].tables
    assert by_label.heads == ("label", "a better", "b better", "records")
    assert [cell.text for cell in by_label.rows[0]][:2] == ["0", str(counts.get((0, "first better"), 0))]
    assert [row[0].text for row in by_task.rows] == ["x", "y"]


def placements(y, risk, label, against):
    """The share of pairs of a label and others that each record is ordered right in, NaN of those in none."""
    above = (risk[:, None] > risk) + (risk[:, None] == risk) / 2
    one, other = y == label, np.isin(y, against)
    found = np.where(one, above[:, other].mean(axis=1), (1 - above)[:, one].mean(axis=1))
    return np.where(one | other, found, np.nan)


def own_values(metric, y, risks):
    """What each record adds to a metric of order, from all pairs of records."""
    if metric == "average_precision":
        at_least = risks[:, 1] >= risks[:, 1][:, None]
        return np.where(y == 1, at_least[:, y == 1].sum(axis=1) / at_least.sum(axis=1), 0) * y.size / (y == 1).sum()
    if metric == "roc_auc":
        return placements(y, risks[:, 1], 1, [0])
    labels = np.unique(y)
    if metric == "roc_auc_ovr":
        return np.mean([placements(y, risks[:, one], one, labels[labels != one]) for one in labels], axis=0)
    pairs = [(one, other) for one in labels for other in labels if one != other]
    of_pairs = [placements(y, risks[:, one], one, [other]) for one, other in pairs]
    return np.sum([np.nan_to_num(own * y.size / np.isfinite(own).sum()) for own in of_pairs], axis=0) / len(pairs)


@pytest.mark.parametrize(("metric", "shares"), [
    ("roc_auc", [60, 20]), ("average_precision", [70, 20]),
    ("roc_auc_ovr", [40, 30, 20]), ("roc_auc_ovo", [40, 30, 20]),
])  # fmt: skip
def test_to_a_metric_of_order_only_records_that_others_pass_add_something_else(metric, shares):
    rng, n = np.random.default_rng(5), sum(shares)
    y = rng.permutation(np.repeat(np.arange(len(shares)), shares))
    risks = rng.dirichlet(np.ones(len(shares)), n).round(2) + 0.3 * np.eye(len(shares))[y]
    risks /= risks.sum(axis=1, keepdims=True)
    once = risks.copy()
    once[y.argmax()] = risks[y.argmin()]  # one record is changed
    given = {"a": risks, "b": once}
    result = bc.compare(bc.probabilities(y, given), metric=metric)
    own = {name: own_values(metric, y, one) for name, one in given.items()}
    apart = np.abs(own["a"] - own["b"]) > 1e-12
    assert 0 < apart.sum() < n
    found = result.changed().sort_index()
    assert found.index.tolist() == np.flatnonzero(apart).tolist()
    assert found["difference"].to_numpy() == pytest.approx((own["a"] - own["b"])[apart])
    assert found["difference"].sum() / n == pytest.approx(result.observed["a"] - result.observed["b"])
