"""Two classifiers over several data sets: questions, designs, degenerate data, refusals and files."""

import itertools
import re
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from scipy import stats
from sklearn.model_selection import KFold

import bayescmp as bc
import tests.data
from tests.data import cross_validated, disagreeing, hold_out

COUNTS = {"a": (2, 12), "b": (4, 9), "c": (3, 14), "d": (5, 11), "e": (1, 10)}
TABLES = {name: disagreeing(*counts) for name, counts in COUNTS.items()}
ROPE = 0.01
compare_datasets = partial(bc.compare_datasets, rope=ROPE)


@pytest.fixture(scope="module")
def result():
    return compare_datasets(TABLES, first="tree", second="svm", rope=ROPE)


@pytest.fixture(scope="module")
def by_baycomp():
    return compare_datasets(TABLES, first="tree", second="svm", population="baycomp")


def predictions(seed, task=None):
    found = hold_out({"tree": 0.15, "svm": 0.25}, 120, seed=seed)
    return found if task is None else found.assign_coords(task=("record", task))


def scores(seed, gap=0.03, **options):
    means = {"tree": 0.8 + gap, "svm": 0.8}
    return tests.data.scores(means, 20, sd=0.007, shared=0.03, seed=seed, n_test=30, n_repeats=5, **options)


def orders_of_scores():
    """Six pairs of orders of the same four scores, whose sums are rounded to different numbers."""
    orders = [np.array(one) for one in itertools.permutations([0.1, 0.2, 0.3, 0.4])]
    both = itertools.product(orders, repeat=2)
    return [(a, b) for a, b in both if np.mean(1 - a) > np.mean(1 - b) and np.mean(a) < np.mean(b)][:6]


class TestQuestions:
    def test_these_are_the_plain_mean(self, result):
        observed = [(first - second) / 200 for first, second in COUNTS.values()]
        assert result.these.estimate == pytest.approx(np.mean(observed), abs=0.002)
        assert list(result.datasets["observed"]) == pytest.approx(observed)

    @pytest.mark.parametrize("rope", [0.0, ROPE])
    def test_every_row_and_these_of_one_are_the_comparison(self, result, rope):
        for name, one in TABLES.items():
            own = bc.compare(one, first="tree", second="svm", rope=rope)
            alone = compare_datasets({name: one}, first="tree", second="svm", rope=rope)
            expected = (own.prob_first_better, own.prob_equivalent, own.prob_second_better)
            assert alone.these.probabilities == pytest.approx(expected, abs=1e-12)
            assert alone.these.estimate == pytest.approx(own.difference.mean, abs=1e-12)
            interval = alone.these.interval
            assert (interval.low, interval.high) == pytest.approx((own.interval.low, own.interval.high), abs=1e-12)
            assert alone.these.decision == own.decision
            if rope:
                row = result.datasets.loc[name]
                assert row["decision"] == own.decision
                assert (row["low"], row["high"]) == pytest.approx((own.interval.low, own.interval.high), abs=1e-9)

    def test_the_next_data_set_is_a_mixture(self, result):
        rows = result.datasets[["prob_first_better", "prob_equivalent", "prob_second_better"]].to_numpy()
        base = stats.t(3, scale=0.06)
        of_base = [base.cdf(-ROPE), 1 - 2 * base.cdf(-ROPE), base.cdf(-ROPE)]
        expected = (rows.sum(axis=0) + 2 * np.array(of_base)) / (len(rows) + 2)
        assert result.next_dataset.probabilities == pytest.approx(expected, abs=1e-12)
        low, high = result.next_dataset.interval.low, result.next_dataset.interval.high
        for end, share in ((low, 0.025), (high, 0.975)):
            own = [float(one.posterior.difference.cdf(end)) for one in result.entries]
            assert (sum(own) + 2 * base.cdf(end)) / 7 == pytest.approx(share, abs=0.004)

    def test_data_sets_without_which_another_decision_stands_are_left_out_one_at_a_time(self):
        means = pd.DataFrame({"a": 0.5, "b": [0.55, 0.55, 0.6, 0.6]}, index=list("wxyz"))
        result = bc.compare_datasets(means, metric="accuracy")
        changed = result.leave_one_out["average_decision"] != result.average.decision
        assert changed.all()
        assert "leaving out any one of w, x, y and z What" in " ".join(str(result).split())

    def test_the_signed_rank_and_the_sign_have_the_rope_that_is_asked_for(self, result):
        """Half-widths beyond all observed differences: nothing is outside the region, for both."""
        wide = compare_datasets(TABLES, first="tree", second="svm", rope=0.5).baselines.set_index("method")
        own = result.baselines.set_index("method")
        for method in ("Bayesian signed rank", "Bayesian sign"):
            assert own.loc[method, "prob_first_better"] > 0.9
            assert wide.loc[method, "prob_equivalent"] == pytest.approx(1)

    def test_baselines_are_named_with_their_questions(self, result, by_baycomp):
        table_of = result.baselines.set_index("method")
        assert table_of.loc["sign", "pvalue"] == pytest.approx(0.0625)
        assert table_of["answers"].str.len().min() > 10
        assert "largest region" not in table_of.index
        largest = by_baycomp.baselines.set_index("method").loc["largest region", "prob_first_better"]
        assert largest > by_baycomp.next_dataset.prob_first_better
        assert "move by less than 0.002 on a finer one" in by_baycomp.trust.sentence


class TestBaycomp:
    """The population of that package."""

    def test_what_a_data_set_says_is_kept_in_the_cells(self):
        exact = {"tree": [0.9] * 9, "svm": [0.88] * 9}
        exact = bc.scores(exact, noun="accuracy", bounds=(None, None), how=bc.validation_sets(9, 1))
        data = {str(seed): scores(seed, noun="accuracy", bounds=(None, None)) for seed in range(3)}
        found = compare_datasets(data | {"says nothing": exact}, population="baycomp")
        cells, middles = found.posterior.student.masses, found.posterior.student.middles
        assert cells.sum(axis=1) == pytest.approx(1)
        assert (cells @ middles)[:3] == pytest.approx(found.datasets["estimate"].to_numpy()[:3], abs=1e-6)
        assert np.sqrt(cells @ middles**2 - (cells @ middles) ** 2)[:3] == pytest.approx(
            found.datasets["sd"].to_numpy()[:3], rel=0.01
        )
        assert np.ptp(cells[3]) == pytest.approx(0, abs=1e-12)

    @pytest.mark.parametrize("n", [1, 3])
    def test_one_exact_difference_tells_little_of_other_data_sets(self, n):
        frame = pd.DataFrame({"svm": [0.82] * n, "tree": [0.8] * n}, index=[f"set {place}" for place in range(n)])
        found = compare_datasets(frame, metric="accuracy", population="baycomp")
        assert found.average.interval.low < 0.02 < found.average.interval.high
        assert "too coarse for data sets that differ so little" in found.trust.sentence


def test_the_order_of_data_sets_does_not_count(result):
    other = compare_datasets(dict(reversed(TABLES.items())), first="tree", second="svm")
    for which in ("average", "next_dataset", "these"):
        assert getattr(other, which).probabilities == pytest.approx(getattr(result, which).probabilities, abs=1e-9)
    assert list(other.datasets.index) == list(reversed(TABLES))


class TestDesigns:
    def test_each_enters_by_its_own_method(self):
        from sklearn.datasets import make_classification
        from sklearn.naive_bayes import GaussianNB
        from sklearn.tree import DecisionTreeClassifier

        X, y = make_classification(150, random_state=0)
        validated = bc.cross_val_predictions(
            {"tree": DecisionTreeClassifier(max_depth=2, random_state=0), "svm": GaussianNB()}, X, y, rng=0
        )
        data = {"cv": validated, "hold-out": predictions(0)}
        found = compare_datasets(data, first="tree", second="svm")
        assert list(found.datasets["method"]) == ["crossed-effects", "paired"]
        assert np.isfinite(found.datasets["correlated_t_prob_first_better"]["cv"])
        assert np.isnan(found.datasets["correlated_t_prob_first_better"]["hold-out"])

    def test_scores_are_known_as_the_correlated_t_test_knows_them(self):
        data = {str(seed): scores(seed) for seed in range(5)}
        found = compare_datasets(data, rope=ROPE)
        own = bc.compare(data["0"], rope=ROPE)
        row = found.datasets.loc["0"]
        assert row["prob_first_better"] == pytest.approx(own.prob_first_better)
        assert row["correlated_t_prob_first_better"] == pytest.approx(own.prob_first_better)
        assert (row["low"], row["high"]) == pytest.approx((own.interval.low, own.interval.high))

    def test_bounds_of_scores_are_said_and_kept(self, tmp_path):
        data = {str(seed): scores(seed) for seed in range(5)}
        found = compare_datasets(data)
        assert found.posterior.scale == 0.06
        assert any("taken as their bounds" in note for note in found.notes)
        found.save(tmp_path / "all.nc")
        assert bc.load(tmp_path / "all.nc").notes == found.notes
        told = compare_datasets({seed: scores(int(seed), bounds=(None, None)) for seed in data})
        assert told.posterior.scale == pytest.approx(np.sqrt((found.datasets["observed"] ** 2).mean()))

    def test_bounds_are_not_taken_from_one_data_set_where_another_has_others(self):
        large = bc.scores({"tree": [1.2, 1.3, 1.1, 1.4], "svm": [1.0, 0.9, 1.2, 1.1]}, how=bc.validation_sets(9, 1))
        small = bc.scores({"tree": [0.2, 0.3, 0.1, 0.4], "svm": [0.1, 0.9, 0.2, 0.1]}, how=bc.validation_sets(9, 1))
        found = compare_datasets({"a": large, "b": small})
        assert found.metric.bounds == (None, None)
        assert not any("taken as their bounds" in note for note in found.notes)

    @pytest.mark.parametrize("verb", [compare_datasets, partial(bc.rank_datasets, draws=400)])
    def test_a_class_is_that_of_the_metric(self, tmp_path, verb):
        data = {name: hold_out({"tree": 0.15, "svm": 0.25}, 120, seed=seed) for seed, name in enumerate("abcd")}
        words = {name: one.assign_coords(label=["no", "yes"]) for name, one in data.items()}
        with pytest.raises(ValueError, match=r"'a': `pos_label` must .* no argument, `metric=metrics\.metric_of"):
            verb(words, metric="f1")
        found = verb(words, metric=bc.metrics.metric_of("f1", "no"))
        assert found.metric.noun == "F1 (no)"
        assert found.to_dict()["pos_label"] == "no"
        pd.testing.assert_frame_equal(found.summary(), verb(data, metric=bc.metrics.metric_of("f1", 0)).summary())
        found.save(tmp_path / "all.nc")
        assert bc.load(tmp_path / "all.nc").to_json() == found.to_json()

    def test_a_tree_and_a_dim_are_mappings(self, result):
        tree = xr.DataTree.from_dict({name: one.rename("table").to_dataset() for name, one in TABLES.items()})
        stacked = xr.concat(TABLES.values(), dim=xr.IndexVariable("dataset", list(TABLES)))
        for data in (tree, stacked):
            found = compare_datasets(data, first="tree", second="svm")
            assert found.next_dataset.probabilities == pytest.approx(result.next_dataset.probabilities)
            assert list(found.datasets.index) == list(TABLES)

    def test_tasks_of_one_hold_out(self):
        task = np.repeat(["add", "copy", "sort", "find"], [40, 20, 40, 20])
        data = predictions(1, task=task)
        found = compare_datasets(data, by="task")
        assert list(found.datasets.index) == ["add", "copy", "sort", "find"]
        assert found.these.estimate == pytest.approx(found.datasets["estimate"].mean())
        assert "Next task " in str(found)
        assert "these 4 tasks" in str(found)

    def test_the_values_shown_of_tasks_are_their_plain_means(self):
        task, place = np.repeat(["long", "short"], [80, 20]), np.arange(100)
        answers = {"tree": place < 40, "svm": (place < 24) | (place >= 96)}
        data = bc.labels(np.zeros(100, int), {name: one.astype(int) for name, one in answers.items()})
        found = compare_datasets(data.assign_coords(task=("record", task)), by="task")
        shown = re.findall(r"\d\.\d+", dict(found.content.lines())["Observed"])[:2]
        assert list(map(float, shown)) == pytest.approx([0.25, 0.25], abs=0.005)
        ranked = bc.rank_datasets(data.assign_coords(task=("record", task)), by="task", draws=400)
        assert list(map(float, re.findall(r" (0\.\d+)  ", str(ranked))[:1])) == pytest.approx([0.25], abs=0.005)


class TestDegenerate:
    @pytest.mark.parametrize("rope", [0.0, 0.01])
    def test_identical_classifiers_everywhere_favour_nobody(self, rope):
        found = compare_datasets({str(place): disagreeing(0, 0, 100) for place in range(10)}, rope=rope)
        first, even, second = found.average.probabilities
        assert first == pytest.approx(second, abs=1e-9)
        assert found.average.decision == "undecided"
        assert even == pytest.approx(1 - 2 * first)
        assert (even > 0.5) is (rope > 0)
        assert found.next_dataset.prob_first_better == pytest.approx(found.next_dataset.prob_second_better)

    def test_scores_that_are_equal_but_for_rounding_are_no_difference(self):
        """Whichever way it goes: on all six data sets it goes the same."""
        data = {}
        for first, second in orders_of_scores():
            assert np.mean(1 - first) > np.mean(1 - second)
            own = {"a": first, "b": second}
            data[str(len(data))] = bc.scores(own, noun="accuracy", how=bc.validation_sets(90, 30))
        found = compare_datasets(data)
        assert (found.datasets["observed"] == 0).all()
        assert found.baselines.set_index("method").loc[["Wilcoxon signed rank", "sign"], "pvalue"].tolist() == [1, 1]
        details = " ".join(found.details().split())
        assert re.search(r"Wilcoxon signed rank .*?1\.000 .*? sign .*?1\.000", details)
        assert found.next_dataset.prob_first_better == pytest.approx(found.next_dataset.prob_second_better)
        ranking = bc.rank_datasets(data)
        assert (ranking.tests["pvalue"].dropna() == 1).all()
        assert (ranking.against_control[["mean_rank", "pvalue_holm"]] == [1.5, 1]).all(axis=None)

    def test_a_data_set_of_equal_scores_is_known_as_its_bounds_allow(self):
        flat = bc.scores({"tree": [0.9] * 10, "svm": [0.9] * 10}, noun="accuracy", how=bc.validation_sets(90, 10))
        data = {str(seed): scores(seed) for seed in range(4)} | {"flat": flat}
        found = compare_datasets(data)
        assert found.datasets.loc["flat", "sd"] == pytest.approx(bc.compare(flat).difference.sd)
        assert found.datasets.loc["flat", "estimate"] == 0

    def test_a_data_set_without_variance_or_bounds_says_nothing(self, tmp_path):
        large = {"tree": [12.0, 13.0, 11.0, 12.5], "svm": [11.0, 12.5, 12.0, 11.0]}
        data = {
            str(k): bc.scores({"tree": large["tree"], "svm": np.add(large["svm"], k)}, how=bc.validation_sets(9, 1))
            for k in range(4)
        }
        flat = bc.scores(large | {"svm": np.add(large["tree"], 1)}, how=bc.validation_sets(9, 1))
        found, without = (compare_datasets(one) for one in (data | {"flat": flat}, data))
        for which in ("next_dataset", "these"):
            one, other = (getattr(each, which).probabilities for each in (found, without))
            assert one == pytest.approx(other, abs=1e-9)
        assert found.average.estimate == pytest.approx(found.datasets["observed"].mean())
        assert found.datasets.loc["flat", "prob_first_better"] == 0.5
        assert any("flat says nothing by itself and counts on average alone" in note for note in found.notes)
        found.save(tmp_path / "all.nc")
        assert str(bc.load(tmp_path / "all.nc")) == str(found)
        alone = compare_datasets({"flat": flat})
        below = stats.t.cdf(-ROPE, 3)  # the scale of the base where nothing tells it is 1
        assert alone.next_dataset.probabilities == pytest.approx((below, 1 - 2 * below, below))
        assert alone.next_dataset.interval.high == pytest.approx(stats.t.ppf(0.975, 3))
        assert alone.average.decision == "undecided"


class TestRefusals:
    @pytest.mark.parametrize(("data", "words"), [
        ({}, "a data set or more"),
        ([TABLES["a"]], "mapping"),
        (TABLES["a"], "compared by `compare`"),
        ({"a": 3}, "Data set 'a'"),
        ({1: TABLES["a"], "1": TABLES["b"]}, "differ as texts"),
        (predictions(0, task=["a\x01"] * 60 + ["a\\x01"] * 60), "One data set is compared by `compare`"),
        ({"a": TABLES["a"], "a ": TABLES["b"]}, "The names of the data sets of `data` must differ to a reader"),
        ({np.nan: TABLES["a"]}, "name that can be read"),
        (xr.concat([TABLES["a"], TABLES["b"]], "dataset").assign_coords(dataset=["a", "a"]), "differ as texts"),
        (xr.DataTree.from_dict({"a": predictions(0), "a/b": predictions(1)}), "has children itself"),
        ({"a": TABLES["a"], "b": scores(0)}, "Data set|of one metric|same two"),
    ])  # fmt: skip
    def test_data(self, data, words):
        with pytest.raises((TypeError, ValueError), match=words):
            compare_datasets(data)

    @pytest.mark.parametrize(("asked", "words"), [
        ({"population": "flat"}, "`population`"), ({"rope": 2.0}, "`rope`"),
        ({"method": "crossed-effects"}, "Data set 'a'"), ({"by": "task"}, "`data`"),
    ])  # fmt: skip
    def test_arguments(self, asked, words):
        with pytest.raises((TypeError, ValueError), match=words):
            compare_datasets(TABLES, **asked)

    def test_groups_with_records_in_several_tasks_are_refused(self):
        task = np.repeat(["a", "b"], 60)
        whole = predictions(0, task=task).assign_coords(group=("record", np.repeat(np.arange(40), 3)))
        assert compare_datasets(whole, by="task").these is not None
        torn = whole.assign_coords(group=("record", np.tile(np.arange(20), 6)))
        with pytest.raises(ValueError, match=r"within one task, .* but group 0 occurs in 2 tasks: .* name them apart"):
            compare_datasets(torn, by="task")

    def test_a_classifier_that_a_data_set_lacks(self):
        data = {"a": scores(0), "b": scores(1).sel(classifier=["tree"])}
        with pytest.warns(UserWarning, match="Left out of what holds over several: data set 'b', where fewer than two"):
            assert len(compare_datasets(data, first="tree", second="svm").entries) == 1
        with pytest.raises(ValueError, match="Data set 'b': There must be two classifiers to compare, but there is"):
            compare_datasets({"b": data["b"]}, first="tree", second="svm")

    def test_classifiers_that_differ(self):
        other = predictions(0).assign_coords(classifier=["tree", "knn"])
        with pytest.raises(ValueError, match="same two classifiers"):
            compare_datasets({"a": predictions(1), "b": other})


def test_data_sets_that_are_not_reliable_make_the_comparison_so(result, monkeypatch):
    verdict = bc.methods.Trust(sentence="", reliable=False, prob_error=0.1)
    monkeypatch.setattr(type(result.entries[0].method), "trust", lambda *_: verdict)
    found = replace(result, entries=result.entries[:2]).trust
    assert (found.reliable, found.prob_error) == (False, 0.1)
    assert found.sentence.startswith("NOT reliable on a, b, whose draws are not; deterministic")


@pytest.mark.full
class TestFiles:
    def test_data_are_kept_as_they_were(self, tmp_path):
        tasks, tables = predictions(1, task=np.repeat(["add", "copy"], 60)), {"a": TABLES["a"].copy(deep=True)}
        found = [compare_datasets(tasks, by="task"), compare_datasets(tables)]
        tasks["y_pred"][:], tables["a"][:] = 0, 7
        for one, result in enumerate(found):
            result.save(tmp_path / f"{one}.nc")
            assert bc.load(tmp_path / f"{one}.nc").to_json() == result.to_json()
        assert found[1].these.estimate == pytest.approx(compare_datasets({"a": TABLES["a"]}).these.estimate)

    def test_draws_in_the_form_of_arviz(self, result):
        tree = result.to_datatree(500, rng=0)
        posterior = tree["posterior"]
        assert posterior["difference"].dims == ("chain", "draw", "dataset")
        assert float(posterior["average"].mean()) == pytest.approx(result.average.estimate, abs=0.002)


@pytest.mark.parametrize(
    ("first", "said"), [(0.1, "differences of 0.100, standard"), (3e-5, "differences of 0.0000300")]
)
def test_differences_that_are_the_same_are_shown_in_three_figures(first, said):
    frame = pd.DataFrame({"a": [0.2 + first, 0.7 + first, 0.4 + first], "b": [0.2, 0.7, 0.4]})
    assert said in " ".join(str(bc.compare_datasets(frame, metric="accuracy")).split())


def test_a_table_among_predictions_says_whose_its_first_is():
    data = {"log": predictions(0), "paper": TABLES["a"]}
    for first, second in (("tree", "svm"), ("svm", "tree")):
        notes = compare_datasets(data, first=first, second=second).notes
        assert f"paper is a table without names of classifiers: the first of a table is taken to be {first}" in notes
    assert not any("without names" in note for note in compare_datasets(TABLES, first="x", second="y").notes)


def test_a_task_of_which_nothing_is_validated_is_no_data_set():
    data = predictions(0, task=np.repeat(["a", "b", "c"], 40))
    validated = data["task"] != "c"
    part = data.assign(fold=data["fold"].where(validated, -1), y_pred=data["y_pred"].where(validated, -1))
    assert list(compare_datasets(part, by="task").datasets.index) == ["a", "b"]


class TestPlainNumbers:
    """One number for each data set and classifier, as other packages take."""

    @pytest.mark.parametrize("unit", [0.01, 1000])
    def test_a_mean_of_nothing_but_rounding_is_no_difference(self, unit):
        rng = np.random.default_rng(0)
        for _ in range(5):
            a, b = rng.integers(30, 70, (2, 6))
            b[-1] += (a - b).sum()
            frame = pd.DataFrame({"a": a * unit, "b": b * unit}, index=list("uvwxyz"))
            found = bc.compare_datasets(frame, greater_is_better=True).these
            assert (found.probabilities, found.estimate, found.decision) == ((0.5, 0.0, 0.5), 0.0, "undecided")

    @pytest.mark.parametrize(("rope", "sign"), [(0.01, -1), (0.07, 1), (0.1, -1)])
    def test_a_mean_on_the_bound_of_the_rope_lies_within(self, rope, sign):
        a = np.array([0.62, 0.83, 0.71])
        frame = pd.DataFrame({"a": a, "b": (a + sign * rope).round(2)}, index=list("xyz"))
        found = bc.compare_datasets(frame, metric="accuracy", rope=rope)
        assert set(found.datasets["decision"]) == {found.these.decision} == {"equivalent"}
        beyond = bc.compare_datasets(frame, metric="accuracy", rope=rope - 0.001).these
        assert beyond.decision == ("first better" if sign < 0 else "second better")

    def test_small_differences_count_beside_large_numbers(self):
        frame = pd.DataFrame({"a": [1e9, 0.0005, 0.0004], "b": [1e9, 0.0001, 0.0002]}, index=list("xyz"))
        assert bc.compare_datasets(frame, greater_is_better=True).these.probabilities == (1, 0, 0)

    frame = pd.DataFrame(
        {"tree": [0.81, 0.92, 0.75, 0.66], "svm": [0.86, 0.925, 0.80, 0.70], "knn": [0.8, 0.9, np.nan, 0.7]},
        index=["iris", "wine", "glass", "car"],
    )

    def test_are_known_exactly_and_say_so(self):
        found = compare_datasets(self.frame, first="tree", second="svm")
        assert list(found.datasets["observed"]) == pytest.approx([-0.05, -0.005, -0.05, -0.04])
        assert (found.datasets["sd"] == 0).all()
        assert found.datasets["prob_second_better"].tolist() == [1.0, 0.0, 1.0, 1.0]
        assert found.these.estimate == pytest.approx(-0.03625)
        assert any("taken as exact" in note and "more is better" in note for note in found.notes)
        assert set(found.datasets["method"]) == {"plain numbers"}

    def test_a_mapping_of_mappings_is_the_same(self):
        nested = {
            name: {k: v for k, v in row.items() if not np.isnan(v)} for name, row in self.frame.T.to_dict().items()
        }
        one, other = (compare_datasets(each, first="tree", second="svm") for each in (self.frame, nested))
        assert one.next_dataset.probabilities == other.next_dataset.probabilities


def test_parts_of_a_cross_validation_are_no_data_sets():
    cv = KFold(4)
    data = cross_validated({"tree": 0.15, "svm": 0.25}, 40, cv).assign_coords(task=("record", ["one", "two"] * 20))
    with pytest.raises(ValueError, match="`by` must be given for one hold-out only: in a cross-validation"):
        compare_datasets(data, by="task")


SIZED = [("ab", "these 2 of 100 records, 1 of unknown size"), ("b", "this one of unknown sizes")]


@pytest.mark.parametrize(("kept", "said"), SIZED)
def test_sizes_that_are_not_known_are_said_where_others_are(kept, said):
    of_errors = {"noun": "error", "greater_is_better": False, "bounds": (0, 1)}
    known = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    data = {"a": known, "b": tests.data.scores({"first": 0.2, "second": 0.25}, **of_errors)}
    lines = compare_datasets({name: data[name] for name in kept}).content.lines()
    assert dict(lines)["What it is about"] == f"other data sets like {said}"


def test_tasks_that_one_of_the_two_lacks_are_left_out_with_a_warning():
    rng, tasks = np.random.default_rng(0), np.repeat(list("wxyz"), 30)
    right = {name: rng.integers(0, 2, tasks.size).astype(float) for name in "abc"}
    right["b"][tasks == "z"] = np.nan
    found = bc.verdicts(right, task=tasks, on_missing="drop")
    with pytest.warns(UserWarning, match="Left out of what holds over several: task 'z', where fewer than two"):
        result = bc.compare_datasets(found, first="a", second="b", by="task")
    assert result.datasets.index.tolist() == ["w", "x", "y"]
    whole = bc.compare_datasets(found, first="a", second="c", by="task")
    assert whole.datasets.index.tolist() == list("wxyz")
    assert bc.rank_datasets(found, by="task", draws=400).classifiers["n_datasets"].to_dict() == {"a": 4, "b": 3, "c": 4}
