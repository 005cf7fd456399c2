"""Judged evaluations: a judge has rated all answers, people some of them."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.comparison._judge import allotted, spread_of_labels
from bayescmp.evidence._judged_counts import unlike


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
    return bc.verdicts(correct, judge=judged)


def test_the_method_is_that_of_judges_and_labels_alone_stand_beside(data):
    result = bc.compare(data)
    assert result.method.name == "judged"
    rows = result.methods.set_index("method")
    alone = bc.compare(data.drop_vars("judged"))
    assert rows.loc["paired", "estimate"] == pytest.approx(alone.difference.mean)
    widths = rows["high"] - rows["low"]
    assert widths["judged"] < 0.9 * widths["paired"]
    said = " ".join(str(result).split())
    by_judge = data["judged"].mean("record").to_numpy().ravel()
    told = float(re.search(r"the difference by its verdicts alone, (\S+), is off by", said)[1])
    assert told == pytest.approx(by_judge[0] - by_judge[1], abs=0.002)
    assert "one hold-out of 600 records that a judge rated" in said
    assert "of which people labelled all answers to 80" in said
    assert "so few say little" not in said


def test_what_the_judge_did_not_rate_is_said():
    correct, judged, _ = world({"a": 0.1, "b": 0.25}, n=300)
    judged["a"] = np.where(np.arange(300) < 100, np.nan, judged["a"])

    def compared(on_missing):
        return bc.compare(bc.verdicts(correct, judge=judged, on_missing=on_missing))

    assert compared("drop").notes[0] == "100 of 300 records left out, which the judge did not rate for every classifier"
    assert compared("wrong").notes[0] == "missing answers count as wrong, as asked: a 100"


def test_what_no_label_tells_of_the_judge_is_given_by_its_limits():
    people = {name: np.where(np.arange(100) % 2, 1.0, np.nan) for name in "ab"}
    data = bc.verdicts(people, judge={name: np.ones(100) for name in "ab"})
    found = bc.compare(data, rng=0)
    assert re.search(
        r"it finds \d+ % to 100 % of the wrong answers of a, and calls 0 % of the right ones wrong",
        " ".join(found.details().split()),
    )
    assert "favour neither" in found.content.headline()


def test_other_draws_could_change_what_is_as_near_to_the_threshold_as_they_are_exact():
    correct, judged, full = world({"a": 0.1, "b": 0.15}, skill=0.9)
    data = bc.verdicts(correct, judge=judged)
    found = bc.compare(data)
    probability = max(found.probabilities)
    for distance, says in ((0.5, True), (-0.5, True), (3, False)):
        near = bc.compare(data, threshold=probability - distance * found.prob_error)
        assert ("other draws (`rng`)" in " ".join(str(near).split())) == says
    exact = bc.verdicts(full)
    assert "other draws" not in str(bc.compare(exact, threshold=max(bc.compare(exact).probabilities)))


def test_other_orders_of_systems_have_the_same_draws():
    correct, judged, _ = world({"a": 0.15, "b": 0.24, "c": 0.2}, n=400, labels=100, skill=0.88)

    def in_order(names):
        return bc.verdicts({n: correct[n] for n in names}, judge={n: judged[n] for n in names})

    one, other = (bc.compare(in_order("abc"), first=pair[0], second=pair[1]) for pair in ("ab", "ba"))
    assert one.prob_first_better == other.prob_second_better
    assert one.judge.bias == pytest.approx(-other.judge.bias, rel=1e-9)
    for names in ("abc", "cba"):
        ranking = bc.rank(in_order(names), draws=400)
        pairs = ranking.pairs.set_index(["first", "second"])["prob_first_better"]
        assert pairs.get(("a", "b"), 1 - pairs.get(("b", "a"), 0)) == pytest.approx(one.prob_first_better, abs=1e-12)


def test_all_labelled_is_as_without_a_judge():
    _, judged, full = world({"a": 0.1, "b": 0.2})
    both = bc.compare(bc.verdicts(full, judge=judged))
    alone = bc.compare(bc.verdicts(full))
    assert both.methods.equals(alone.methods)
    assert (both.interval.low, both.interval.high) == (alone.interval.low, alone.interval.high)
    assert both.judge.n_labelled == 600
    assert both.judge.labels_alone == pytest.approx(600, rel=0.02)
    assert "which adds nothing" in " ".join(both.notes)
    with pytest.raises(ValueError, match="people labelled all"):
        both.next_labels(1)
    assert "n_records" in bc.plan(both).table
    assert "labelled records alone" not in str(both)


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
    biased = bc.verdicts(correct, judge=judged)
    result = bc.compare(biased)
    assert result.judge.is_biased
    assert result.judge.bias > 0
    assert result.decision == "undecided"
    assert "in favour of a" in " ".join(str(result).split())
    assert "What the judge is worth" in result.details()
    error = bc.compare(biased, metric="error")
    assert error.judge.bias == pytest.approx(-result.judge.bias)
    assert "in favour of a" in " ".join(str(error).split())


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

    def test_need_a_judge_and_records(self, data):
        with pytest.raises(ValueError, match="`n` must be at most 520"):
            bc.compare(data).next_labels(521)
        with pytest.raises(ValueError, match="`next_labels` must be asked of a comparison with a judge"):
            bc.compare(data.drop_vars("judged")).next_labels(3)


@pytest.mark.full
class TestLabelsForeseen:
    """How many labels a decision needs."""

    def test_more_labels_tell_more_and_all_are_the_most(self, data):
        foreseen = bc.plan(bc.compare(data))
        table = foreseen.table
        assert (table["width"].diff().dropna() < 0).all()
        assert table["n_labels"].tolist() == [80, 130, 180, 280, 580, 600]
        assert table["assurance"].iloc[-1] >= table["assurance"].max() - 0.02
        assert "labelled so many of the same records" in str(foreseen).replace("\n", " ")
        assert foreseen.plot().get_xlabel() == "number of labels"

    def test_the_labels_needed_are_the_least(self):
        correct, judged, _ = world({"a": 0.12, "b": 0.19}, n=2000, labels=50, skill=0.8)
        result = bc.compare(bc.verdicts(correct, judge=judged))
        needed = bc.plan(result).needed
        assert 50 < needed[0.5] < needed[0.9] == np.inf
        for wanted, labels in ((wanted, labels) for wanted, labels in needed.items() if np.isfinite(labels)):
            below, at = bc.plan(result, n_labels=[int(0.9 * labels), int(labels)]).table["assurance"]
            assert below < wanted <= at

    def test_a_decision_needs_no_more_labels(self, data):
        assert bc.compare(data).decision == "first better"
        foreseen = bc.plan(bc.compare(data))
        assert foreseen.table["assurance"].iloc[0] == 1
        assert not foreseen.needed
        assert "It is decided with the labels that there are" in str(foreseen).replace("\n", " ")

    def test_what_is_foreseen_happens(self):
        correct, judged, _ = world({"a": 0.1, "b": 0.17}, labels=40, skill=0.85)
        result = bc.compare(bc.verdicts(correct, judge=judged))
        foreseen = bc.plan(result, n_labels=[100]).table.iloc[0]
        posterior, rng = result.of_judged, np.random.default_rng(0)
        cells = posterior.cells.transpose("draw", "judge", "people").to_numpy()
        left = posterior.judged.to_numpy() - posterior.labelled.sum("people").to_numpy()
        more = allotted(left * spread_of_labels(posterior), left, 60)
        decided, widths = [], []
        for run in range(200):
            share = cells[rng.integers(len(cells))]
            come = np.array([rng.multinomial(n, row / row.sum()) for n, row in zip(more, share, strict=True)])
            found = replace(posterior, labelled=posterior.labelled + come, rng=run, draws=1000)
            decided.append(not 0.025 < found.prob_first_better < 0.975)
            interval = found.difference.interval(0.95)
            widths.append(interval.high - interval.low)
        assert np.mean(decided) == pytest.approx(foreseen["assurance"], abs=0.13)  # 3 standard errors, and draws
        assert np.mean(widths) == pytest.approx(foreseen["width"], rel=0.03)

    def test_is_asked_of_labels_alone(self, data):
        result = bc.compare(data)
        for name, value in {"n_records": [5], "difference": 0.1, "costs": (1, 1)}.items():
            with pytest.raises(ValueError, match=f"`{name}` must be left out after a comparison with a judge"):
                bc.plan(result, **{name: value})
        with pytest.raises(ValueError, match="`n_labels` must be left out after a comparison without a judge"):
            bc.plan(bc.compare(data.drop_vars("judged")), n_labels=[100])
        with pytest.raises(ValueError, match="`n_labels` must be at least 80"):
            bc.plan(result, n_labels=[20])


class TestLabelsUnlikeOthers:
    """A note where labelled records differ from those that the judge called the same."""

    @staticmethod
    def notes(first_of, **coordinates):
        _, judged, full = world({"a": 0.1, "b": 0.25})
        correct = {name: np.where(first_of, one, np.nan) for name, one in full.items()}
        task = coordinates.pop("task", None)
        data = bc.verdicts(correct, judge=judged, task=task)
        told = {name: ("record", values) for name, values in coordinates.items()}
        return [note for note in bc.compare(data.assign_coords(told)).notes if "called the same" in note]

    def test_in_order_tasks_and_numbers(self):
        rng = np.random.default_rng(0)
        words, task = rng.poisson(20, 600), np.array(["sums", "prose"])[rng.integers(2, size=600)]
        assert "come before" in self.notes(np.arange(600) < 80)[0]
        assert "come after" in self.notes(np.arange(600) >= 520)[0]
        long = np.isin(np.arange(600), np.argsort(words + rng.normal(size=600))[-80:])
        assert "have more words than" in self.notes(long, words=words)[0]
        assert "are of other tasks" in self.notes((task == "sums") & (rng.random(600) < 0.3), task=task)[0]
        chosen = np.isin(np.arange(600), rng.permutation(600)[:80])
        assert self.notes(chosen, words=words, task=task) == []

    def test_labels_by_what_the_judge_said_are_like_others(self):
        p = []
        for seed in range(400):
            rng = np.random.default_rng(seed)
            strata = rng.integers(3, size=200)
            seen = rng.random(200) < np.array([0.05, 0.2, 0.6])[strata]
            p.append(unlike(strata, seen, (np.arange(200.0) + 100 * strata)[:, None])[0])
        assert 0.02 <= np.mean(np.array(p) < 0.05) <= 0.09
        assert 0.4 <= np.mean(np.array(p) < 0.5) <= 0.6
        with_all_seen = unlike(np.zeros(5, int), np.ones(5, bool), np.arange(5.0)[:, None])
        assert with_all_seen == (1.0, False)


class TestPreferences:
    """Which of two is preferred, by people or a judge."""

    PREFERRED = ("gpt", "llama", "tie", "gpt", "gpt", "tie", "llama", "gpt")

    def test_that_one_is_preferred_is_that_the_other_is_wrong(self):
        data = bc.preferences(list(self.PREFERRED))
        result = bc.compare(data)
        assert result.tables.to_numpy().squeeze().tolist() == [[0, 2], [4, 2]]
        assert result.first == "gpt"
        said = " ".join(str(result).split())
        assert "gpt wins more often than llama" in said
        assert "these two systems" in said
        assert "a tie is one of both" in said

    def test_as_verdicts_of_right_and_wrong(self, tmp_path):
        people = [*self.PREFERRED, None, None]
        judge = [*self.PREFERRED[:7], "tie", "gpt", "llama"]
        data = bc.preferences(people, judge=judge)
        right = {"gpt": [1, 0, 1, 1, 1, 1, 0, 1, None, None], "llama": [0, 1, 1, 0, 0, 1, 1, 0, None, None]}
        rated = {"gpt": [1, 0, 1, 1, 1, 1, 0, 1, 1, 0], "llama": [0, 1, 1, 0, 0, 1, 1, 1, 0, 1]}
        assert data.drop_attrs().identical(bc.verdicts(right, judge=rated).drop_attrs())
        result = bc.compare(data)
        assert "of the defeats of gpt" in " ".join(result.details().split())
        result.save(tmp_path / "result.nc")
        assert bc.load(tmp_path / "result.nc").to_json() == result.to_json()

    @pytest.mark.parametrize(("given", "said"), [
        ({"preferred": ["a", "b"], "judge": {"a": [1, 0]}}, "`judge` must be"),
        ({"preferred": ["a", None, "b"], "judge": ["a", "b", None]}, "missing"),
        ({"preferred": "p", "judge": "j", "data": pd.DataFrame({"p": ["a", "b"]})}, "must have a column 'j'"),
    ])  # fmt: skip
    def test_what_is_none_is_refused(self, given, said):
        with pytest.raises((KeyError, TypeError, ValueError), match=said):
            bc.preferences(**given)


class TestFramesAndRefusals:
    """Columns of people and of the judge, and what is no judge."""

    def test_columns_of_both_are_matched_by_their_order(self, data):
        correct, judged, _ = world({"a": 0.1, "b": 0.25}, skill=0.95)
        wide = pd.DataFrame({**correct, **{f"{name}_j": one for name, one in judged.items()}})
        assert bc.verdicts(["a", "b"], judge=["a_j", "b_j"], data=wide).equals(data)

    @pytest.mark.parametrize(("change", "said"), [
        ({"judge": {"a": [1, 0]}}, "`judge` must be of the classifiers of `correct`"),
        ({"judge": {"a": [1, None], "b": [1, 1]}}, "must have no missing values"),
        ({"judge": {"a": [1, 2], "b": [1, 1]}}, r"`judge\['a'\]` must hold 0 and 1, but got 2"),
        ({"correct": {"a": [None, None], "b": [1, 0]}}, "a judge alone is no truth"),
        ({"judge": {name: pd.Series([1, 0], [1, 0]) for name in "ab"}}, "must have the index"),
        ({"correct": {"a": pd.Series([1, None]), "b": pd.Series([0, 1], [1, 0])}}, "must have the index"),
    ])  # fmt: skip
    def test_what_is_no_judge_is_refused(self, change, said):
        people = {"a": pd.Series([1, None]), "b": pd.Series([0, 1])}
        given = {"correct": people, "judge": {"a": [1, 0], "b": [1, 1]}} | change
        with pytest.raises((TypeError, ValueError), match=said):
            bc.verdicts(**given)

    def test_what_a_judge_does_not_tell_is_refused(self, data):
        with pytest.raises(ValueError, match="must have independent records, but have groups"):
            bc.compare(data.assign(group=("record", np.arange(600) // 2)))
        with pytest.raises(ValueError, match="must be the error"):
            bc.compare(data, metric="f1_macro")
        with pytest.raises(ValueError, match="`judge` must name a column for each of"):
            bc.verdicts(["a", "b"], judge=["j"], data=pd.DataFrame({"a": [1, 0], "b": [1, 1], "j": [1, 1]}))


class TestPartsOfData:
    """Subsets, tasks, gaps of the judge, and what a third system tells."""

    def test_tasks_have_the_records_that_the_judge_rated_and_count_as_one(self):
        correct, judged, _ = world({"a": 0.1, "b": 0.25}, n=1000, labels=1000)
        task = np.repeat(["big", "small"], [900, 100])
        seen = np.arange(1000) % np.repeat([45, 5], [900, 100]) == 0  # 20 of each
        correct = {name: np.where(seen, one, np.nan) for name, one in correct.items()}
        data = bc.verdicts(correct, judge=judged, task=task)
        found = bc.compare_datasets(data, by="task")
        assert found.datasets["n_records"].tolist() == bc.compare(data).tasks["n_records"].tolist() == [900, 100]
        assert found.these.estimate == pytest.approx(found.datasets["estimate"].mean())
        for result in (found, bc.rank_datasets(data, by="task", draws=400)):
            note = next(note for note in result.notes if "judge" in note)
            assert "rated 1,000 records, of which people labelled all answers to 40, and what is observed is" in note
        assert ", of the 40 labelled records alone" in " ".join(str(bc.rank(data)).split())

    def test_judged_data_that_are_no_verdicts_are_refused(self, data):
        for change in (lambda one: 2 * one - 1, lambda one: one.astype(float).where(one["record"] > 5)):
            with pytest.raises(ValueError, match=r"`judged` of `.*` must be 1 \(right\) or 0 \(wrong\)"):
                bc.compare(data.assign(judged=change(data["judged"])))

    def test_labels_of_one_of_the_two_are_counted_and_not_read(self):
        correct, judged, full = world({"a": 0.1, "b": 0.25})
        more = correct | {"a": full["a"]}
        one, other = (bc.compare(bc.verdicts(own, judge=judged)) for own in (correct, more))
        assert other.interval.low == one.interval.low
        assert "80 (520 more in part, which is not read)" in " ".join(other.notes)

    def test_labels_that_were_chosen_for_another_pair_are_noted(self):
        rng = np.random.default_rng(9)
        a, c = rng.random((2, 1000)) < 0.25
        wrong = {"a": a, "b": np.where(rng.random(1000) < 0.9, a, rng.random(1000) < 0.25), "c": c}
        judged = {name: (own != (rng.random(1000) < 0.95)).astype(int) for name, own in wrong.items()}
        judged["a"] = np.where(a & (rng.random(1000) < 0.5), 1, judged["a"])
        seen = np.isin(np.arange(1000), rng.permutation(1000)[:60])

        def labelled():
            correct = {name: np.where(seen, ~own, np.nan) for name, own in wrong.items()}
            return bc.verdicts(correct, judge=judged)

        seen[bc.compare(labelled(), first="a", second="b").next_labels(200)] = True
        of_pair, of_other = (bc.compare(labelled(), first="a", second=other) for other in "bc")
        assert "by what the judge said of other systems" in " ".join(of_other.notes)
        assert "labels were chosen by what the judge said" in " ".join(of_pair.notes)
        assert "label at random for a ranking" in " ".join(bc.rank(labelled(), draws=500).notes)


def test_sensitivity_is_of_wrong_answers_and_specificity_of_right_ones():
    # The first 60 answers are right, of which the judge takes 15 for wrong; of the other 40 he takes 1 for right.
    right = np.arange(100) < 60
    said = np.where(right, np.arange(100) >= 15, np.arange(100) == 99)
    people, judge = ({"a": one.astype(int), "b": one[::-1].astype(int)} for one in (right, said))
    rows = bc.compare(bc.verdicts(people, judge=judge)).judge.classifiers
    assert rows["sensitivity"].to_numpy() == pytest.approx(39 / 40, abs=0.03)
    assert rows["specificity"].to_numpy() == pytest.approx(45 / 60, abs=0.03)
