"""Two systems while records come in: what is taken, what is refused, and that the order does not matter."""

import json
import math

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.frequentist import e_value
from tests.data import answered, gathered, hold_out, table

A, B = table(4, 2, 9, 85), table(11, 5, 24, 160)
CELLS = st.tuples(*[st.integers(0, 60)] * 4).filter(any)


def predictions(n, seed=0, first="q0", rates=None, **options):
    """Return a hold-out whose records are called from `first` on."""
    y, found = answered(rates or {"a": 0.1, "b": 0.2}, n, seed=seed)
    start = int(first[1:])
    frame = pd.DataFrame({"y": y, **found, "id": [f"q{start + i}" for i in range(n)]})
    return gathered(data=frame, y_true="y", y_pred=list(found), record="id", **options)


def same(one, other):
    """Tell whether two comparisons say the same of their records."""
    names = ("n_records", "e_value", "pvalue", "decision", "observed")
    ends = [(x.confidence_sequence.low, x.confidence_sequence.high) for x in (one, other)]
    return all(getattr(one, name) == getattr(other, name) for name in names) and ends[0] == ends[1]


def cross_validated():
    y = np.arange(40) % 2
    return bc.cross_val_predictions({"a": GaussianNB(), "b": DecisionTreeClassifier()}, np.c_[y, y], y, rng=0)


def answers():
    """Return three answers of each of two systems to the same records."""
    frame = pd.DataFrame({"id": np.repeat(np.arange(20), 3), "seed": np.tile([0, 1, 2], 20), "y": 1})
    frame = frame.assign(a=np.arange(60) % 2, b=np.arange(60) % 3 == 0)
    return bc.labels("y", ["a", "b"], data=frame.astype(int), record="id", how=bc.answers("seed"))


class TestState:
    """What is known depends on the records alone."""

    @pytest.mark.full
    @settings(max_examples=10)
    @given(st.lists(CELLS, min_size=1, max_size=4), st.sampled_from([0.0, 0.03]))
    def test_batches_in_any_order_give_the_state_of_all_at_once(self, batches, rope):
        begun = bc.SequentialComparison(rope=rope)
        forward = backward = begun
        for one, other in zip(batches, reversed(batches), strict=True):
            forward, backward = forward.update(table(*one)), backward.update(table(*other))
        at_once = begun.update(table(*np.sum(batches, axis=0)))
        assert same(forward, backward)
        assert same(forward, at_once)

    def test_it_is_the_e_value_of_the_table(self):
        both = bc.SequentialComparison(first="tree", second="svm").update(A).update(B)
        found = e_value(table(15, 7, 33, 245))
        interval = found.confidence_interval(0.95)
        assert (both.e_value, both.pvalue) == (pytest.approx(found.statistic), pytest.approx(found.pvalue))
        assert both.confidence_sequence.low == pytest.approx(interval.low)
        assert (both.decision, both.n_records, both.decided_at) == ("first better", 300, 300)
        assert both.observed == {"tree": 22 / 300, "svm": 48 / 300}
        assert both.difference == pytest.approx(-26 / 300)

    @given(CELLS, st.sampled_from([0.01, 0.05, 0.3]), st.sampled_from([(0.0, 0.0), (-0.1, 0.1), (-0.02, 0.2)]))
    def test_the_decision_says_where_the_sequence_lies(self, cells, alpha, rope):
        found = bc.SequentialComparison(alpha=alpha, rope=rope).update(table(*cells))
        low, high = found.confidence_sequence.low, found.confidence_sequence.high
        expected = {
            "first better": high < rope[0],
            "second better": low > rope[1],
            "equivalent": rope[0] < low and high < rope[1],
        }
        assert [name for name, holds in expected.items() if holds] == (
            [] if found.decision == "continue" else [found.decision]
        )
        assert (found.e_value >= 1 / alpha) == (found.decision in {"first better", "second better"})

    def test_an_earlier_one_stays_as_it_is_and_may_go_on_twice(self):
        begun = bc.SequentialComparison().update(predictions(40))
        one = begun.update(predictions(30, 1, "q40"))
        other = begun.update(predictions(50, 2, "q40"))
        assert [x.n_records for x in (begun, one, other)] == [40, 70, 90]
        assert one.update(predictions(9, 3, "q70")).n_records == 79
        with pytest.raises(ValueError, match=r"9 of 9 were seen before: \['q70'"):
            other.update(predictions(9, 3, "q70"))
        assert one.history["n_records"].tolist() == [40, 70]

    def test_before_there_are_records_nothing_is_known(self):
        begun = bc.SequentialComparison()
        assert (begun.e_value, begun.pvalue, begun.decision, begun.n_records) == (1.0, 1.0, "continue", 0)
        assert (begun.confidence_sequence.low, begun.confidence_sequence.high) == (-1, 1)
        assert "there are no records yet" in str(begun)
        assert begun.history.empty
        assert math.isnan(begun.difference)
        assert json.loads(begun.to_json())["difference"] is None

    def test_identical_systems_are_never_told_apart_and_become_equivalent(self):
        found = bc.SequentialComparison(rope=0.02)
        for start in range(0, 3000, 100):
            found = found.update(predictions(100, start, f"q{start}", rates={"a": 0.1}).pipe(twice))
        assert found.decision == "equivalent"
        assert found.e_value <= 1 + 1e-9
        assert found.history["decision"].isin(["continue", "equivalent"]).all()


def twice(data):
    """Return predictions of a classifier and its copy."""
    return xr.concat([data, data.assign_coords(classifier=["copy"])], "classifier", data_vars="minimal")


class TestRecords:
    """Records count once, and only those that are independent and right or wrong."""

    def test_records_that_were_seen_are_refused(self):
        found = bc.SequentialComparison().update(predictions(20))
        with pytest.raises(ValueError, match=r"5 of 10 were seen before: \['q15', 'q16', 'q17'\]\. Give only"):
            found.update(predictions(10, 1, "q15"))
        found = bc.SequentialComparison().update(hold_out(n=10))
        with pytest.raises(ValueError, match="10 of 10 were seen before"):  # numbers that nobody gave are ids as well
            found.update(hold_out(n=10, seed=1))

    @pytest.mark.parametrize(
        ("ids", "again"), [(["\u00e9", "x"], ["e\u0301"]), ([False, True], [0]), (["a b"], ["a  b"])]
    )
    def test_ids_that_look_the_same_or_are_0_and_1_are_seen(self, ids, again):
        def batch(ids):
            return bc.verdicts({"a": [1] * len(ids), "b": [0] * len(ids)}, record=ids)

        with pytest.raises(ValueError, match="1 of 1 were seen before"):
            bc.SequentialComparison().update(batch(ids)).update(batch(again))

    @pytest.mark.parametrize("task", ["t  1", "e\u0301"])
    def test_tasks_are_known_by_what_is_seen_of_them_in_files_as_well(self, task, tmp_path):
        def batch(task):
            return bc.verdicts({"a": [1, 1], "b": [0, 0]}, record=["p", "q"], task=[task] * 2)

        watch = bc.SequentialComparison().update(batch(task))
        watch.save(tmp_path / "watch.nc")
        for state in (watch, bc.load(tmp_path / "watch.nc")):
            for again in (task, "t 1" if task.startswith("t") else "\u00e9"):
                with pytest.raises(ValueError, match="2 of 2 were seen before"):
                    state.update(batch(again))

    @pytest.mark.parametrize("kind", [str, float])
    def test_a_record_is_known_by_its_task_and_id_whatever_comes_with_it(self, kind):
        y, found = answered({"a": 0.1, "b": 0.2}, 24)
        ids, task = np.tile(np.arange(12), 2).astype(kind), np.repeat(["x", "y"], 12)

        def batch(chosen):
            own = {name: one[chosen] for name, one in found.items()}
            return bc.labels(y[chosen], own, record=ids[chosen], task=task[chosen])

        of_x = bc.SequentialComparison().update(batch(task == "x"))
        both = of_x.update(batch(task == "y"))
        at_once = bc.SequentialComparison().update(batch(task != ""))
        assert both.n_records == 24
        assert same(both, at_once)
        for watch, again in ((of_x, task != ""), (at_once, task == "x"), (at_once, task == "y")):
            with pytest.raises(ValueError, match=f"12 of {again.sum()} were seen before"):
                watch.update(batch(again))

    def test_a_record_with_a_task_is_the_one_without(self, tmp_path):
        y, found = answered({"a": 0.1, "b": 0.2}, 12)
        bare = bc.labels(y, found, record=np.arange(12))
        of_task = bc.labels(y, found, record=np.arange(12), task=["t"] * 12)
        for first, second in ((bare, of_task), (of_task, bare), (of_task, of_task)):
            watch = bc.SequentialComparison().update(first)
            watch.save(tmp_path / "watch.nc")
            for state in (watch, bc.load(tmp_path / "watch.nc")):
                with pytest.raises(ValueError, match="12 of 12 were seen before"):
                    state.update(second)

    def test_tasks_and_ids_are_told_apart_wherever_there_is_a_slash(self):
        def batch(ids, tasks):
            return bc.verdicts({"a": [1, 0], "b": [0, 1]}, record=ids, task=tasks)

        watch = bc.SequentialComparison().update(batch(["u/1", "x"], ["t", "t"]))
        assert watch.update(batch(["1", "y"], ["t/u", "t/u"])).n_records == 4
        assert watch.update(batch(["t/1", "1"], ["t", "t"])).n_records == 4

    @pytest.mark.parametrize("form", ["{}.00".format, " {}".format, float])
    def test_numbers_that_became_text_or_floats_are_the_same_ids(self, form):
        y, found = answered({"a": 0.1, "b": 0.2}, 12)
        watch = bc.SequentialComparison().update(bc.labels(y, found, record=np.arange(-3, 9)))
        again = bc.labels(y, found, record=[form(n) for n in range(-3, 9)])
        with pytest.raises(ValueError, match="12 of 12 were seen before"):
            watch.update(again)
        others = bc.labels(y, found, record=[f"{n}.5" for n in range(-3, 9)])
        assert watch.update(others).n_records == 24

    def test_what_one_has_not_answered_does_not_count_yet(self):
        y, found = answered({"a": 0.1, "b": 0.2}, 12)
        late = found["b"].astype(float)
        late[[2, 7]] = np.nan
        part = bc.labels(y, {"a": found["a"], "b": late}, on_missing="drop")
        watch = bc.SequentialComparison().update(part)
        assert watch.n_records == 10
        whole = bc.labels(y, found)
        assert watch.update(whole.isel(record=[2, 7])).n_records == 12

    def test_names_are_those_of_the_first_data_and_stay(self):
        watch = bc.SequentialComparison().update(predictions(20))
        assert (watch.first, watch.second) == ("a", "b")
        turned = bc.SequentialComparison(first="b", second="a").update(predictions(20))
        assert turned.difference == -watch.difference
        with pytest.raises(ValueError, match="`first` must be one of the classifiers"):
            watch.update(predictions(20, 1, "q20", rates={"c": 0.1, "d": 0.2}))
        three = predictions(20, 1, "q20", rates={"a": 0.1, "b": 0.2, "c": 0.1})
        assert watch.update(three).n_records == 40
        with pytest.raises(ValueError, match="`first` and `second` must be named"):
            bc.SequentialComparison().update(three)

    @pytest.mark.parametrize(("data", "said"), [
        (cross_validated, "are of a .*, whose repeats try the same records again"),
        (lambda: bc.effective_table(table(*np.full((4, 5, 2), 9), dims=("repeat", "fold"))), "an? effective table"),
        (answers, "must have one answer of each system to a record, but have several"),
        (lambda: predictions(20).assign(group=("record", np.arange(20) // 2)), "have groups of dependent ones"),
        (lambda: bc.losses({"a": [0.1, 0.2], "b": [0.3, 0.1]}), "which answers are right"),
        (lambda: bc.preferences(["a", "b", "tie"]), "share of wins. Give data of"),
        (lambda: [1, 2], "must be predictions"),
    ])  # fmt: skip
    def test_what_is_no_record_by_itself_is_refused(self, data, said):
        with pytest.raises((TypeError, ValueError), match=said):
            bc.SequentialComparison().update(data())

    @pytest.mark.parametrize(("asked", "said"), [
        ({"alpha": 0}, "`alpha` must be a proportion"),
        ({"rope": 1}, "`rope` must contain 0"),
        ({"first": "a", "second": "a"}, "must be two names, but both are 'a'"),
        ({"first": 3}, "`first` must be"),
        ({"looks": 3}, "`looks` must be left out"),
    ])  # fmt: skip
    def test_other_questions_are_refused(self, asked, said):
        with pytest.raises((TypeError, ValueError), match=said):
            bc.SequentialComparison(**asked)


class TestResult:
    """It is a result as every other."""

    def watch(self):
        found = bc.SequentialComparison(rope=(-0.01, 0.03), alpha=0.1)
        for start in (0, 50, 110):
            rates = {"a": 0.2, "b": 0.2}
            found = found.update(predictions(60 if start else 50, start, f"q{start}", rates))
        return found.update(table(4, 8, 9, 79).assign_attrs(first_name="a", second_name="b"))

    def test_a_file_goes_on_where_it_was(self, tmp_path):
        found = self.watch()
        found.save(tmp_path / "watch.nc")
        again = bc.load(tmp_path / "watch.nc")
        assert again.to_json() == found.to_json()
        assert again.history.equals(found.history)
        with pytest.raises(ValueError, match="were seen before"):
            again.update(predictions(10))
        more = predictions(30, 9, "q500")
        assert same(again.update(more), found.update(more))

    def test_a_file_that_says_otherwise_is_refused(self, tmp_path):
        from bayescmp._support._netcdf import read_datatree, write_datatree

        self.watch().save(tmp_path / "watch.nc")
        tree = read_datatree(tmp_path / "watch.nc")
        tree.attrs["result"] = tree.attrs["result"].replace('"continue"', '"first better"')
        write_datatree(tree, tmp_path / "forged.nc")
        with pytest.raises(ValueError, match="must hold what follows from its data"):
            bc.load(tmp_path / "forged.nc")

    @pytest.mark.full
    @pytest.mark.parametrize(("cells", "known", "ids"), [
        ([[0, 0, 30, 0], [0, 0, 1, 1]], [0, 0], []), ([[1, 2, 3, 4]], [2], [1, 1]),
    ])  # fmt: skip
    def test_looks_that_cannot_be_are_refused(self, tmp_path, cells, known, ids):
        from bayescmp._support._netcdf import read_datatree, write_datatree

        self.watch().save(tmp_path / "watch.nc")
        tree = read_datatree(tmp_path / "watch.nc")
        looks = xr.Dataset({"records": (("look", "cell"), np.array(cells)), "known": ("look", np.array(known))})
        tree["data/0"] = xr.DataTree(looks.assign_attrs(ids=json.dumps(ids)))
        write_datatree(tree, tmp_path / "odd.nc")
        with pytest.raises(ValueError, match="the looks must have counts that grow"):
            bc.load(tmp_path / "odd.nc")

    def test_some_looks_end_with_the_last(self):
        found = self.watch()
        assert found.some_looks(2)["n_records"].tolist() == [50, 270]
        some = found.some_looks(3)
        pd.testing.assert_frame_equal(some, found.history.loc[some.index], rtol=1e-9)
        assert found.some_looks(0).empty

    @pytest.mark.full
    def test_screen_report_table_and_plot(self, tmp_path):
        found = self.watch()
        screen = " ".join(str(found).split())
        assert "Continue: after 270 records it is not decided whether a or b errs less" in screen
        assert "100 records came in tables, so that nobody could see whether one came twice" in screen
        assert "90 % confidence sequence" in screen
        bc.write_report(found, tmp_path / "report.md")
        report = (tmp_path / "report.md").read_text()
        assert "What was known at each look" in report
        assert "posterior" not in report
        assert "credible" not in report
        assert "\\begin{tabular}" in found.to_latex()
        assert found.summary()["decision"].tolist() == ["continue"]
        assert found.to_datatree()["looks"].sizes == {"look": 4}
        ax = found.plot()
        assert ax.lines[-1].get_xdata().tolist() == [50, 110, 170, 270]

    def test_a_decision_that_passed_is_said(self):
        found = bc.SequentialComparison().update(table(0, 0, 30, 70)).update(table(0, 28, 0, 100))
        assert (found.decision, found.decided_at) == ("continue", 100)
        assert any("decided at 100 records" in note for note in found.notes)

    def test_two_decisions_that_differ_speak_against_what_is_assumed(self):
        found = bc.SequentialComparison().update(table(0, 60, 0, 0)).update(table(0, 0, 200, 0))
        assert list(found.decided.items()) == [("second better", 60), ("first better", 260)]
        assert (found.decision, found.to_dict()["decided_at"]) == ("first better", 60)
        (note,) = [one for one in found.notes if "claim neither" in one]
        assert "60 records that second errs less than first, and at 260 records that first errs less" in note
        for text in (str(found), found.to_latex(), found.to_markdown()):
            assert "Looks contradict each other, at 60 records that second errs less" in " ".join(text.split())

    def test_ids_that_become_one_as_numbers_are_refused_and_change_nothing(self):
        watch = bc.SequentialComparison().update(bc.verdicts({"a": [1, 0], "b": [0, 1]}, record=["x", "y"]))
        alike = bc.verdicts({"a": [1, 0], "b": [0, 1]}, record=["1.0", "1"])
        with pytest.raises(ValueError, match=r"'1\.0' and '1' are not"):
            watch.update(alike)
        apart = bc.verdicts({"a": [1, 0], "b": [0, 1]}, record=["1", "2"])
        assert watch.update(apart).looks.known == [2, 4]


def test_labels_that_came_since_the_last_look_are_taken_without_the_judge():
    rng = np.random.default_rng(0)
    right = {name: rng.random(400) > error for name, error in (("a", 0.05), ("b", 0.3))}
    order, watch = rng.permutation(400), bc.SequentialComparison()
    for labels in (60, 120, 180):
        looked = np.isin(np.arange(400), order[:labels])
        people = {name: np.where(looked, own, np.nan) for name, own in right.items()}
        data = bc.verdicts(people, judge=right)
        with pytest.raises(ValueError, match=r"`data.drop_vars\('judged'\)` takes the labelled records"):
            watch.update(data)
        watch = watch.update(data.drop_vars("judged").sel(record=order[labels - 60 : labels]))
        assert watch.n_records == labels
    counts = bc.compare(data.drop_vars("judged")).tables.squeeze(drop=True)
    assert watch.e_value == pytest.approx(e_value(counts).statistic)
    assert watch.decision == "first better"
