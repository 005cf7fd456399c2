"""Each classifier by itself: the margin of what `compare` tells, on whatever data there are."""

import json

import matplotlib as mpl
import numpy as np
import pytest
from scipy import stats

import bayescmp as bc
from tests.data import table

mpl.use("agg")
N = 120
Y = np.random.default_rng(1).integers(0, 2, N)


def labels(share, seed):
    return np.where(np.random.default_rng(seed).random(N) < share, 1 - Y, Y)


def shares(spread, seed):
    return np.clip(0.5 + 0.3 * (2 * Y - 1) + np.random.default_rng(seed).normal(0, spread, N), 0.01, 0.99)


LABELS, SHARES = {"a": labels(0.1, 2), "b": labels(0.2, 3)}, {"a": shares(0.3, 4), "b": shares(0.4, 5)}
SPLITS = bc.splits(list(bc.BlockRegularizedCV(random_state=0).split(np.zeros((N, 1)))))
GROUP = np.arange(N) // 3


def crossed():
    return bc.labels(Y, {name: np.tile(one, (5, 1)) for name, one in LABELS.items()}, how=SPLITS)


def judged():
    known = np.arange(N) < 40
    people = {name: np.where(known, one == Y, np.nan) for name, one in LABELS.items()}
    return bc.verdicts(people, judge={"a": labels(0.15, 6) == Y, "b": labels(0.2, 7) == Y})


def answers():
    rng, record = np.random.default_rng(8), np.repeat(np.arange(N), 2)
    right = {"a": rng.random(2 * N) < 0.7, "b": rng.random(2 * N) < 0.6}
    return bc.verdicts(right, record=record, how=bc.answers(np.tile([0, 1], N)), task=record % 3)


DATA = {
    "hold-out": (lambda: bc.labels(Y, LABELS), None),
    "F1": (lambda: bc.labels(Y, LABELS), "f1"),
    "groups": (lambda: bc.labels(Y, LABELS, group=GROUP), None),
    "F1 of groups": (lambda: bc.labels(Y, LABELS, group=GROUP), "f1"),
    "Brier score": (lambda: bc.probabilities(Y, SHARES), "neg_brier_score"),
    "area": (lambda: bc.probabilities(Y, SHARES), "roc_auc"),
    "cross-validation": (crossed, None),
    "F1, crossed": (crossed, "f1"),
    "answers": (answers, None),
    "judged": (judged, None),
    "table": (lambda: table(2, 4, 18, 76), None),
}


@pytest.mark.parametrize(("data", "metric"), DATA.values(), ids=DATA)
def test_it_is_the_table_of_classifiers_of_compare(data, metric):
    found, compared = bc.evaluate(data(), metric=metric), bc.compare(data(), metric=metric)
    assert found.classifiers.index.tolist() == compared.classifiers.index.tolist()
    apart = 0.05 if found.design.n_judged else 1e-12  # each beside itself, by all labels that it has
    np.testing.assert_allclose(found.classifiers, compared.classifiers, rtol=0, atol=apart)


@pytest.mark.parametrize("name", [name for name in DATA if name not in {"F1", "table"}])
def test_who_stands_beside_a_system_does_not_matter(name):
    data, metric = DATA[name]
    alone = bc.evaluate(data().sel(classifier=["b"]), metric=metric)
    np.testing.assert_allclose(alone.classifiers, bc.evaluate(data(), metric=metric).classifiers.loc[["b"]], atol=1e-12)


def test_who_stands_beside_moves_draws_by_their_error_alone():
    data, metric = DATA["F1"]
    alone = bc.evaluate(data().sel(classifier=["b"]), metric=metric)
    np.testing.assert_allclose(alone.classifiers, bc.evaluate(data(), metric=metric).classifiers.loc[["b"]], atol=0.01)


def test_of_one_hold_out_it_is_the_beta_posterior():
    found = bc.evaluate(Y, {"a": LABELS["a"]}, ci_prob=0.9).classifiers.loc["a"]
    wrong = int((LABELS["a"] != Y).sum())
    beta = stats.beta(wrong + 2, N - wrong + 2)
    assert found["observed"] == wrong / N
    np.testing.assert_allclose(
        found[["estimate", "low", "high"]].tolist(), [beta.mean(), *beta.ppf([0.05, 0.95])], rtol=1e-9
    )


def test_a_note_on_groups_says_nothing_of_a_difference():
    found = bc.evaluate(bc.labels(Y, LABELS, group=GROUP))
    assert any(note.endswith("are the units, as intervals allow for") for note in found.notes)


def test_scores_are_those_of_the_corrected_t():
    values = np.random.default_rng(9).random(10)
    scores = bc.scores({"a": values}, noun="accuracy", bounds=(0, 1), how=bc.validation_sets(90, 10))
    found = bc.evaluate(scores).classifiers.loc["a"]
    half = stats.t.ppf(0.975, 9) * values.std(ddof=1) * np.sqrt(1 / 10 + 10 / 90)
    np.testing.assert_allclose(found[["low", "high"]].tolist(), [values.mean() - half, values.mean() + half], rtol=1e-9)


def test_a_task_is_evaluated_as_if_it_were_alone():
    data = answers()
    found, metric = bc.evaluate(data), "accuracy"
    task = data.isel(record=(data["task"] == 1).to_numpy())
    np.testing.assert_allclose(
        found.tasks.loc[1].drop(columns="n_records"), bc.evaluate(task, metric=metric).classifiers
    )
    assert found.tasks["n_records"].tolist() == [40] * 6


def test_it_is_loaded_as_it_was_saved_and_shown(tmp_path):
    found = bc.evaluate(answers())
    found.save(tmp_path / "e.nc")
    assert bc.load(tmp_path / "e.nc").to_json() == found.to_json()
    assert "overlapping intervals do not tell" in str(found)
    plain = json.loads(found.to_json())
    assert plain["classifiers"][0]["classifier"] == "a"
    assert (plain["tasks"][0]["task"], plain["tasks"][0]["classifier"]) == (0, "a")
    bc.write_report(found, tmp_path / "e.html")
    for kind in ("text", "markdown", "html", "latex-document"):
        said = bc.reports.render(found, kind)
        assert "References" not in said  # nothing is cited
        assert "thebibliography" not in said
    marks = found.plot().get_lines()
    np.testing.assert_allclose(sorted(marks[-1].get_xdata()), sorted(found.observed.values()))


def test_each_is_evaluated_on_all_that_it_answered():
    b = LABELS["b"].astype(float)
    b[:50] = np.nan
    both = bc.evaluate(bc.labels(Y, {"a": LABELS["a"].astype(float), "b": b}, on_missing="drop"))
    whole, later = bc.evaluate(Y, {"a": LABELS["a"]}), bc.evaluate(Y[50:], {"b": LABELS["b"][50:]})
    np.testing.assert_allclose(both.classifiers.loc[["a"]], whole.classifiers, atol=1e-12)
    np.testing.assert_allclose(both.classifiers.loc[["b"]], later.classifiers, atol=1e-12)
    assert both.to_datatree(draws=10)["posterior"]["value"].sizes == {"chain": 4, "draw": 10, "classifier": 2}
    assert "a" in str(both)


def test_what_never_varies_is_not_known():
    found = bc.evaluate(bc.losses({"a": [0.3] * 10})).classifiers.loc["a"]
    assert np.isinf(found[["low", "high"]].tolist()).all()


@pytest.mark.parametrize(("data", "asked", "kind", "message"), [
    (lambda: (bc.losses({"a": [0.3]}),), {}, ValueError, "must hold 4 records or more"),
    (lambda: ([0] * 20, {"a": [0] * 19 + [1]}), {"metric": "f1"}, ValueError, "must have a record of the class 1"),
    (lambda: (1, 2, 3, 4), {}, TypeError, "4 arguments"),
    (lambda: (bc.labels(Y, LABELS),), {"method": "bayesian-bootstrap"}, ValueError, "must be 'auto' or 'paired'"),
    (lambda: (bc.labels(Y, LABELS),), {"metric": "roc_auc"}, ValueError, "needs predicted probabilities"),
    (lambda: (bc.labels(Y, LABELS),), {"ci_prob": 1.2}, ValueError, "`ci_prob`"),
])  # fmt: skip
def test_what_cannot_be_evaluated_is_refused(data, asked, kind, message):
    with pytest.raises(kind, match=message):
        bc.evaluate(*data(), **asked)
