"""Judged evaluations: a judge has rated all answers, people some of them."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc


def world(errors, n=600, labels=80, skill=0.9, seed=0):
    """Return what people say of some records and a judge of all, and what is true."""
    rng = np.random.default_rng(seed)
    wrong = {name: rng.random(n) < error for name, error in errors.items()}
    judged = {name: np.where(rng.random(n) < skill, ~one, one).astype(int) for name, one in wrong.items()}
    seen = np.zeros(n, bool)
    seen[rng.permutation(n)[:labels]] = True
    correct = {name: np.where(seen, ~one, np.nan) for name, one in wrong.items()}
    return correct, judged, {name: (~one).astype(int) for name, one in wrong.items()}


@pytest.fixture(scope="module")
def data():
    correct, judged, _ = world({"a": 0.1, "b": 0.25}, skill=0.95)
    return bc.predictions_from_arrays(correct=correct, judged=judged)


def test_the_level_is_that_of_judges_and_labels_alone_stand_beside(data):
    result = bc.compare(data)
    assert result.level.name == "judged"
    rows = result.levels.set_index("level")
    alone = bc.compare(data.drop_vars("judged"))
    assert rows.loc["paired", "estimate"] == pytest.approx(alone.difference.mean)
    widths = rows["high"] - rows["low"]
    assert widths["judged"] < 0.9 * widths["paired"]
    said = " ".join(str(result).split())
    assert "one hold-out of 600 records that a judge rated" in said
    assert "of which people labelled 80" in said


def test_all_labelled_is_as_without_a_judge():
    _, judged, full = world({"a": 0.1, "b": 0.2})
    both = bc.compare(bc.predictions_from_arrays(correct=full, judged=judged))
    assert both.to_json() == bc.compare(bc.predictions_from_arrays(correct=full)).to_json()
    assert both.judge is None


def test_what_the_judge_is_worth(data):
    judge = bc.compare(data).judge
    rows = judge.classifiers
    assert ((rows["sensitivity_low"] < 0.95) & (rows["sensitivity_high"] > 0.85)).all()
    assert ((rows["specificity_low"] < 0.95) & (rows["specificity_high"] > 0.9)).all()
    assert judge.n_labelled == 80
    assert 100 < judge.labels_alone < 600
    assert judge.is_biased == (not judge.bias_interval.low <= 0 <= judge.bias_interval.high)
    correct, judged, _ = world({"a": 0.2, "b": 0.2}, labels=300)
    judged["a"] = np.ones(600, int)  # the judge likes whatever a says
    biased = bc.predictions_from_arrays(correct=correct, judged=judged)
    result = bc.compare(biased)
    assert result.judge.is_biased
    assert result.judge.bias < 0
    assert result.decision == "undecided"
    assert "in favour of a" in " ".join(str(result).split())
    assert "What the judge is worth" in result.details()
    accuracy = bc.compare(biased, metric="accuracy")
    assert accuracy.judge.bias == pytest.approx(-result.judge.bias)
    assert "in favour of a" in " ".join(str(accuracy).split())


def test_rankings_take_judges_as_well():
    correct, judged, _ = world({"a": 0.08, "b": 0.22, "c": 0.35}, n=1500, labels=250)
    data = bc.predictions_from_arrays(correct=correct, judged=judged)
    ranking = bc.rank(data, draws=2000)
    assert ranking.best == "a"
    pair = ranking.pairs.set_index(["first", "second"]).loc[("a", "b")]
    alone = bc.compare(data, first="a", second="b")
    assert pair["estimate"] == pytest.approx(alone.difference.mean, abs=0.005)
    assert (ranking.classifiers["high"] - ranking.classifiers["low"] < 0.15).all()


def test_results_are_saved_and_loaded(data, tmp_path):
    result = bc.compare(data, rng=3)
    result.save(tmp_path / "judged.nc")
    assert bc.load(tmp_path / "judged.nc").to_json() == result.to_json()
    bc.save_predictions(data, tmp_path / "data.nc")
    assert bc.read_predictions(tmp_path / "data.nc").identical(data)


class TestNextLabels:
    """Which answers people should label next."""

    def test_are_records_that_nobody_labelled_where_they_tell_most(self, data):
        result = bc.compare(data)
        found = result.next_labels(200)
        assert len(set(found)) == 200
        assert data["missing"].any("classifier").isel(repeat=0).sel(record=found).all()
        judged = data["judged"].isel(repeat=0)
        differ = (judged[0] != judged[1]).to_numpy()
        chosen = np.isin(data["record"].to_numpy(), found)
        assert differ[chosen].mean() > 1.2 * differ.mean()
        assert result.next_labels(200) == found
        assert result.next_labels(200, rng=1) != found
        assert len(result.next_labels(520)) == 520

    def test_two_stages_hold(self):
        held = 0
        for seed in range(30):
            correct, judged, full = world({"a": 0.2, "b": 0.2}, labels=40, skill=0.8, seed=seed)
            data = bc.predictions_from_arrays(correct=correct, judged=judged)
            more = bc.compare(data, rng=seed).next_labels(60, rng=seed)
            for name, own in correct.items():
                own[more] = full[name][more]
            interval = bc.compare(bc.predictions_from_arrays(correct=correct, judged=judged), rng=seed).interval
            held += interval.low <= 0 <= interval.high
        assert held >= 25  # of 30: .99 of binomials of .95

    def test_need_a_judge_and_records(self, data):
        with pytest.raises(ValueError, match="`n` must be at most 520"):
            bc.compare(data).next_labels(521)
        with pytest.raises(ValueError, match="`next_labels` must be asked of a comparison with a judge"):
            bc.compare(data.drop_vars("judged")).next_labels(3)


class TestFramesAndRefusals:
    """Columns of people and of the judge, and what is no judge."""

    def test_long_and_wide_frames_are_the_arrays(self, data):
        correct, judged, _ = world({"a": 0.1, "b": 0.25}, skill=0.95)
        wide = pd.DataFrame({f"{name}_p": one for name, one in correct.items()})
        wide = wide.assign(**{f"{name}_j": one for name, one in judged.items()})
        columns = {"correct": {"a": "a_p", "b": "b_p"}, "judged": {"a": "a_j", "b": "b_j"}}
        assert bc.predictions_from_frame(wide, **columns).equals(data)
        by_order = bc.predictions_from_frame(wide, correct=["a_p", "b_p"], judged=["a_j", "b_j"])
        assert np.array_equal(by_order["judged"], data["judged"])
        rows = [
            {"model": name, "id": place, "people": correct[name][place], "judge": judged[name][place]}
            for name in correct
            for place in range(600)
        ]
        long = bc.predictions_from_frame(
            pd.DataFrame(rows), classifier="model", record="id", correct="people", judged="judge"
        )
        assert long.equals(data)

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"correct": None}, "`judged` must be given with `correct`"),
            ({"judged": {"a": [1, 0]}}, "`judged` must be of the classifiers of `correct`"),
            ({"judged": {"a": [1, None], "b": [1, 1]}}, "must have no missing values"),
            ({"judged": {"a": [1, 2], "b": [1, 1]}}, r"`judged\['a'\]` must hold 0 and 1, but got 2"),
            ({"correct": {"a": [None, None], "b": [1, 0]}}, "a judge alone is no truth"),
            ({"judged": {"a": [1, 1, 1], "b": [1, 1, 1]}}, "must"),
            ({"judged": 3}, "`judged` must be"),
        ],
    )
    def test_what_is_no_judge_is_refused(self, change, said):
        given = {"correct": {"a": [1, None], "b": [0, 1]}, "judged": {"a": [1, 0], "b": [1, 1]}} | change
        with pytest.raises((TypeError, ValueError), match=said):
            bc.predictions_from_arrays(**given)

    def test_what_a_judge_does_not_tell_is_refused(self, data):
        with pytest.raises(ValueError, match="must have independent records, but have groups"):
            bc.compare(data.assign(group=("record", np.arange(600) // 2)))
        with pytest.raises(ValueError, match="must be the error"):
            bc.compare(data, metric="f1_macro")
        with pytest.raises(ValueError, match="`judged` must name a column for each"):
            bc.predictions_from_frame(
                pd.DataFrame({"a": [1, 0], "b": [1, 1], "j": [1, 1]}), correct=["a", "b"], judged=["j"]
            )
