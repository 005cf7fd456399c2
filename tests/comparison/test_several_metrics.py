"""Several metrics in one call: what each says by itself, and one sentence on their number."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.evidence._fact import CUT_OFF
from tests.comparison.test_evaluate import LABELS, SHARES, Y, crossed

METRICS = ["accuracy", "f1_macro", "matthews_corrcoef"]


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch):
    for name in ("DRAWS", "_DRAWS_BY_FUNCTION"):
        monkeypatch.setattr(f"bayescmp.methods._label_counts_method.{name}", 1000)


@pytest.mark.parametrize("verb", [bc.compare, bc.evaluate, bc.rank])
def test_each_is_what_it_is_alone(verb):
    data = bc.labels(Y, LABELS)
    found = verb(data, metric=METRICS)
    for name in METRICS:
        assert found[name].to_dict() == verb(data, metric=name).to_dict()
    assert found.metrics.index.unique().tolist() == METRICS
    assert "observed" in found.summary() or "value_first" in found.summary()


def test_a_class_is_that_of_the_metrics_that_have_one():
    found = bc.compare(Y, LABELS, metric=["accuracy", "f1"], pos_label=0)
    assert found["f1"].evidence.metric.positive == 0


def test_one_call_takes_what_any_of_them_needs():
    found = bc.compare(Y, SHARES, metric=["neg_brier_score", "roc_auc"])
    assert list(found.results) == ["neg_brier_score", "roc_auc"]


def test_all_at_once_needs_the_threshold_of_bonferroni():
    found = bc.compare(bc.labels(Y, {"a": Y, "b": LABELS["b"]}), metric=METRICS)
    assert found.threshold_of_all == pytest.approx(1 - 0.025 / 3)
    assert "decided then: accuracy, macro F1 and Matthews correlation" in " ".join(str(found).split())


def test_better_by_all_is_a_share_of_joint_draws():
    found = bc.compare(bc.labels(Y, LABELS), metric=["f1_macro", "f1"])
    first, second = found.prob_better_in_all
    each = [one.prob_first_better for one in found.results.values()]
    assert sum(each) - 1 <= first <= min(each)
    assert first + second <= 1
    assert bc.compare(bc.labels(Y, LABELS), metric=METRICS).prob_better_in_all is None
    groups = bc.compare(bc.labels(Y, LABELS, group=np.arange(Y.size) // 3), metric=["f1_macro", "f1"])
    assert groups.prob_better_in_all is None  # their draws part


def test_all_pairs_of_a_ranking_count():
    ranking = bc.rank(Y, {**LABELS, "c": Y}, metric=["accuracy", "f1_macro"])
    assert ranking.threshold_of_all == pytest.approx(1 - 0.025 / 6)
    assert bc.evaluate(Y, LABELS, metric=["accuracy", "f1_macro"]).threshold_of_all is None


def share(y_true, y_pred, sample_weight=None):
    return float(np.average(np.asarray(y_true) == y_pred, weights=sample_weight))


def squared(y_true, y_pred, sample_weight=None):
    return share(y_true, y_pred, sample_weight) ** 2


def test_functions_are_given_again_as_a_list(tmp_path):
    found = bc.evaluate(Y, LABELS, metric=[share, squared])
    found.save(tmp_path / "f.nc")
    assert bc.load(tmp_path / "f.nc", metric=[squared, share]).to_json() == found.to_json()


def test_draws_without_a_seed_have_one(tmp_path):
    found = bc.rank(Y, LABELS, metric=["accuracy", "f1"], rng=None, draws=200)
    found.save(tmp_path / "r.nc")
    assert bc.load(tmp_path / "r.nc").to_json() == found.to_json()


@pytest.mark.parametrize("verb", [bc.compare, bc.evaluate, bc.rank])
def test_it_is_loaded_as_it_was_saved_and_shown(verb, tmp_path):
    found = verb(crossed(), metric=["accuracy", "f1_macro"])
    found.save(tmp_path / "s.nc")
    assert bc.load(tmp_path / "s.nc").to_json() == found.to_json()
    assert len(found.plot().child_axes) == 2
    bc.write_report(found, tmp_path / "s.md")
    assert "## By macro F1" in (tmp_path / "s.md").read_text("utf-8")
    assert [*found.to_datatree(draws=10)] == ["accuracy", "f1_macro"]


def test_data_of_one_metric_take_no_list():
    with pytest.raises(ValueError, match="must be left out for data that hold the values of one alone"):
        bc.evaluate(bc.losses({"a": [0.1, 0.2, 0.3, 0.5]}), metric=["loss"])


def test_a_class_that_no_metric_has_is_refused():
    with pytest.raises(ValueError, match="is for metrics of one class"):
        bc.compare(Y, LABELS, metric=["accuracy", "error"], pos_label=0)


@pytest.mark.parametrize(("metric", "message"), [
    ([], "must name a metric, or several"),
    (["f1_macro", "f1_macro"], "must name metrics that differ, but two are 'f1_macro'"),
    (["accuracy", "errors"], "Did you mean 'error'"),
])  # fmt: skip
def test_metrics_that_are_none_are_refused(metric, message):
    with pytest.raises(ValueError, match=message):
        bc.compare(Y, LABELS, metric=metric)


def lacking():
    known = {name: np.where(np.arange(Y.size) < 110, one == Y, np.nan) for name, one in LABELS.items()}
    return bc.verdicts({**known, "c": Y == 1}, on_missing="drop")


@pytest.mark.parametrize(("data", "metrics", "named"), [
    (lambda: bc.probabilities(Y, SHARES), ["accuracy", "f1_macro", "roc_auc", "neg_brier_score"], {}),
    (lambda: bc.probabilities(Y, SHARES), ["roc_auc", "f1_macro"], {"first": "b"}),
    (lambda: bc.labels(Y, {**LABELS, "c": 1 - Y}), METRICS, {"first": "c", "second": "a"}),
    (lambda: bc.labels(Y, LABELS, group=np.arange(Y.size) // 3), METRICS, {}),
    (crossed, METRICS, {"first": "b"}),
    (lacking, ["accuracy", "error"], {"first": "a", "second": "b"}),
])  # fmt: skip
def test_what_metrics_share_changes_nothing(data, metrics, named):
    found, given = bc.compare(data(), metric=metrics, **named), data()
    for name in metrics:
        alone = bc.compare(given, metric=name, **named)
        assert found[name].to_dict() == alone.to_dict()
        assert str(found[name]) == str(alone)
    assert data().identical(given)


@pytest.mark.parametrize("verb", [bc.compare, bc.evaluate, bc.rank])
def test_the_data_are_checked_and_copied_once(verb, monkeypatch):
    checked = []
    monkeypatch.setattr("bayescmp.predictions._check.check_answers", checked.append)
    data = bc.labels(Y, LABELS)
    checked.clear()
    found = verb(data, metric=METRICS)
    assert len(checked) == 1
    copies = {id(one.call.data) for one in found.results.values()}
    assert len(copies) == 1
    assert id(data) not in copies


def test_what_is_printed_of_the_metrics_has_the_answer_of_each():
    y = np.array([0, 1] * 40)
    found = bc.compare(y, {"a": y, "b": np.roll(y, 1)}, metric=["accuracy", "f1"]).metrics
    with pd.option_context("display.width", 80, "display.max_columns", 0):
        assert {"difference", "low", "prob_first_better", "decision"} <= {*str(found).splitlines()[0].split()}


@pytest.mark.parametrize(("rope", "by"), [(0.0, ""), (0.02, " by > 0.02"), ((-0.01, 0.02), " beyond the rope")])
def test_heads_of_probabilities_say_by_how_much(rope, by):
    right = {"tree": [1, 1, 0, 1] * 20, "svm": [1, 0, 1, 1] * 19 + [0] * 4}
    data = bc.verdicts(right, task=["a", "b"] * 40)
    head = f"P(tree better{by})"
    one, both = bc.compare(data, rope=rope), bc.compare(data, metric=["accuracy", "error"], rope=rope)
    assert f"  interval  {head}" in str(one)
    of_reports = {table.key: table.heads for part in one.content.sections for table in part.tables}
    assert all(head in of_reports[key] for key in ("methods", "tasks"))
    assert head in both.content.table()


def test_a_note_on_one_of_several_metrics_begins_with_its_name():
    found = bc.compare(Y, SHARES, metric=["accuracy", "roc_auc", "neg_brier_score"])
    of_all = set.intersection(*(set(one.notes) for one in found.results.values()))
    for one in found.results.values():
        for note in set(one.notes) - of_all:
            named = any(said.endswith(f": {note}") and one.evidence.metric.noun in said for said in found.notes)
            assert named or note == CUT_OFF.text or note.startswith(one.evidence.metric.noun)
    assert of_all <= set(found.notes)
