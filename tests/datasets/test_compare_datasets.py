"""Two classifiers over several data sets: questions, designs, degenerate data, refusals and files."""

import itertools
import json
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp.datasets._compare_datasets import _trust
from bayescmp.datasets._gather import gathered
from bayescmp.datasets._moments import arrays_of_losses, losses_of
from bayescmp.datasets._ranking_frames import frame_against_control, frame_of_tests
from bayescmp.metrics._of_data import without_bounds


def table(first, second, n=200):
    return bc.paired_table(
        both_wrong=8, only_first_wrong=first, only_second_wrong=second, both_right=n - 8 - first - second
    )


COUNTS = {"a": (2, 12), "b": (4, 9), "c": (3, 14), "d": (5, 11), "e": (1, 10)}
TABLES = {name: table(*counts) for name, counts in COUNTS.items()}
ROPE = 0.01
compare_datasets = partial(bc.compare_datasets, rope=ROPE)


@pytest.fixture(scope="module")
def result():
    return compare_datasets(TABLES, first="tree", second="svm", rope=ROPE)


def predictions(seed, n=120, gap=0.1, task=None):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    one, other = (np.where(rng.random(n) < p, 1 - y, y) for p in (0.15, 0.15 + gap))
    found = bc.predictions_from_arrays(y, {"tree": one, "svm": other})
    return found if task is None else found.assign_coords(task=("record", task))


def scores(seed, gap=0.03, repeats=5, folds=4):
    rng = np.random.default_rng(seed)
    base = rng.normal(0.8, 0.03, (repeats, folds))
    own = {"tree": base + rng.normal(gap, 0.01, base.shape), "svm": base}
    return bc.scores_from_arrays(own, n_train=90, n_test=30, noun="accuracy")


def orders_of_scores():
    """Six pairs of orders of the same four scores, whose sums are rounded to different numbers."""
    orders = [np.array(one) for one in itertools.permutations([0.1, 0.2, 0.3, 0.4])]
    found = [(a, b) for a, b in itertools.product(orders, repeat=2) if np.mean(1 - a) > np.mean(1 - b)]
    return found[:6]


def neighbours_of_scores():
    """Six pairs of scores near 1 that are next to each other, whose losses differ by 1e-12 of their size or more."""
    scores = 1 - 1e-5 * np.array([1.0, 2.0, 3.0, 4.0])
    return [(np.nextafter(scores - k * 1e-5, 0), scores - k * 1e-5) for k in range(6)]


class TestQuestions:
    def test_three_probabilities_sum_to_one_everywhere(self, result):
        for answer in (result.next_dataset, result.average, result.these):
            assert sum(answer.probabilities) == pytest.approx(1)
            assert answer.interval.low < answer.estimate < answer.interval.high
        for prefix in ("", "raw_"):
            columns = [f"{prefix}{name}" for name in ("prob_first_better", "prob_equivalent", "prob_second_better")]
            np.testing.assert_allclose(result.datasets[columns].sum(axis=1), 1, atol=1e-9)

    def test_the_next_data_set_is_less_certain_than_the_average(self, result):
        ahead, average = result.next_dataset.interval, result.average.interval
        assert ahead.low < average.low < average.high < ahead.high

    def test_these_are_the_weighted_mean(self, result):
        observed = [(first - second) / 200 for first, second in COUNTS.values()]
        assert result.these.estimate == pytest.approx(np.mean(observed), abs=0.002)
        assert list(result.datasets["raw"]) == pytest.approx(observed)

    def test_differences_are_drawn_towards_the_average(self, result):
        apart = np.abs(result.datasets["raw"] - result.average.estimate)
        assert (np.abs(result.datasets["estimate"] - result.average.estimate) < apart).all()

    def test_leaving_one_out_is_comparing_the_others(self, result):
        for left in COUNTS:
            others = compare_datasets({name: one for name, one in TABLES.items() if name != left})
            row = result.leave_one_out.loc[left]
            assert row["next_dataset_prob_first_better"] == pytest.approx(
                others.next_dataset.prob_first_better, abs=3e-3
            )
            assert row["average_prob_first_better"] == pytest.approx(others.average.prob_first_better, abs=3e-3)

    def test_sensitivity_is_asking_with_that_prior(self, result):
        row = result.sensitivity.set_index("prior").loc["twice the spread"]
        other = compare_datasets(TABLES, prior=bc.PopulationPrior(spread=0.12))
        assert row["next_dataset_prob_first_better"] == pytest.approx(other.next_dataset.prob_first_better, abs=2e-3)
        assert row["average_prob_first_better"] == pytest.approx(other.average.prob_first_better, abs=2e-3)

    def test_every_row_of_the_sensitivity_is_the_answer_under_its_prior(self, result):
        priors = {
            "as asked": {},
            "half the spread": {"spread": 0.03},
            "twice the spread": {"spread": 0.12},
            "twice the average": {"average": 0.2},
            "flat average": {"average": np.inf},
            "normal over data sets (df inf)": {"df_probs": (0.0, 0.0, 0.0, 0.0, 1.0)},
            "heavy tails over data sets (df 2)": {"df_probs": (1.0, 0.0, 0.0, 0.0, 0.0)},
        }
        rows = result.sensitivity.set_index("prior")
        assert list(rows.index) == list(priors)
        for name, changed in priors.items():
            other = replace(result.posterior, prior=replace(result.prior, **changed))
            assert rows.loc[name, "next_dataset_prob_first_better"] == pytest.approx(other.next_dataset.cdf(-ROPE))
            assert rows.loc[name, "average_prob_first_better"] == pytest.approx(other.average.cdf(-ROPE))

    def test_baselines_are_named_with_their_questions(self, result):
        table_of = result.baselines.set_index("method")
        assert table_of.loc["sign", "pvalue"] == pytest.approx(0.0625)
        assert table_of["answers"].str.len().min() > 10
        assert (
            table_of.loc["largest region of the next data set", "prob_first_better"]
            > result.next_dataset.prob_first_better
        )

    def test_a_data_set_far_from_the_others_is_named(self):
        odd = {name: table(10, 10, 1000) for name in "abcdefg"} | {"odd": table(10, 300, 1000)}
        found = compare_datasets(odd)
        assert found.leave_one_out["surprise"].idxmin() == "odd"
        assert any("odd" in note for note in found.notes)

    def test_the_screen_says_which_question_every_number_answers(self, result):
        text = str(result)
        assert max(map(len, text.splitlines())) <= 81
        for words in ("On the next data set", "On average over data sets", "these 5 data sets", "other methods"):
            assert " ".join(words.split()) in " ".join(text.split())
        assert "&lt;" not in text
        assert result._repr_html_().startswith("<div>")
        assert type(result._repr_html_()) is str


class TestLargeAndOdd:
    """What a prior for small differences must not hide, and what the notes say."""

    def test_large_differences_are_not_drawn_to_nothing(self):
        data = {str(place): scores(place, gap) for place, gap in enumerate((0.5, 0.6, 0.3, 0.7))}
        found = compare_datasets(data, prior=bc.PopulationPrior())
        assert found.next_dataset.prob_first_better > 0.95
        assert found.average.estimate < -0.35

    def test_a_mean_that_lies_elsewhere_is_said_in_the_headline(self):
        data = {f"same {place}": table(5, 5, 1000) for place in range(20)}
        data |= {f"odd {place}": table(0, 150, 1000) for place in range(4)}
        found = compare_datasets(data)
        assert not found.average.interval.low <= found.these.estimate <= found.average.interval.high
        assert "The mean over these lies elsewhere" in " ".join(str(found).split())
        assert any("lies outside the interval" in note for note in found.notes)

    def test_a_data_set_that_is_there_twice_is_noted(self):
        found = compare_datasets(TABLES | {"again": TABLES["a"]})
        assert "a and again have the same numbers: is one of them there twice?" in found.notes

    def test_a_data_set_that_is_known_better_than_the_grid_is_said(self):
        data = TABLES | {
            "huge": bc.paired_table(
                both_wrong=10**8, only_first_wrong=10**7, only_second_wrong=2 * 10**7, both_right=10**9
            )
        }
        assert "numbers of huge given all are rough" in compare_datasets(data).trust.sentence

    def test_a_prior_that_is_narrower_than_the_grid_is_said(self):
        tiny = bc.PopulationPrior(average=1e-6, spread=1e-6)
        assert "too coarse for the prior" in compare_datasets(TABLES, prior=tiny).trust.sentence


class TestSymmetry:
    @settings(max_examples=4)
    @given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=5))
    def test_swapping_mirrors(self, counts):
        one = compare_datasets({str(place): table(a, b) for place, (a, b) in enumerate(counts)})
        other = compare_datasets({str(place): table(b, a) for place, (a, b) in enumerate(counts)})
        for which in ("next_dataset", "average", "these"):
            assert getattr(one, which).probabilities == pytest.approx(
                getattr(other, which).probabilities[::-1], abs=1e-6
            )

    def test_the_order_of_data_sets_does_not_count(self, result):
        other = compare_datasets(dict(reversed(TABLES.items())), first="tree", second="svm")
        assert other.next_dataset.probabilities == pytest.approx(result.next_dataset.probabilities, abs=1e-9)
        assert list(other.datasets.index) == list(reversed(TABLES))

    def test_the_unit_of_the_loss_does_not_count(self):
        rng = np.random.default_rng(0)
        losses = {name: rng.gamma(2, 0.1, (2, 80)) for name in "abcde"}

        def compared(factor):
            data = {
                name: bc.losses_from_arrays({"tree": factor * one, "svm": factor * other})
                for name, (one, other) in losses.items()
            }
            prior = bc.PopulationPrior().scaled(factor)
            return compare_datasets(data, prior=prior, rope=0.01 * factor)

        one, other = compared(1.0), compared(1000.0)
        assert one.next_dataset.probabilities == pytest.approx(other.next_dataset.probabilities, abs=1e-6)
        assert 1000 * one.average.estimate == pytest.approx(other.average.estimate, rel=1e-5)


class TestDesigns:
    def test_each_enters_by_its_own_level(self):
        from sklearn.datasets import make_classification
        from sklearn.naive_bayes import GaussianNB
        from sklearn.tree import DecisionTreeClassifier

        X, y = make_classification(150, random_state=0)
        validated = bc.cross_val_predictions(
            {"tree": DecisionTreeClassifier(max_depth=2, random_state=0), "svm": GaussianNB()}, X, y, random_state=0
        )
        table_of = (
            bc.paired_table(
                both_wrong=2,
                only_first_wrong=3,
                only_second_wrong=6,
                both_right=89,
                first_name="tree",
                second_name="svm",
            )
            if "first_name" in bc.paired_table.__kwdefaults__
            else None
        )
        data = {"cv": validated, "hold-out": predictions(0)}
        if table_of is not None:
            data["paper"] = table_of
        found = compare_datasets(data, first="tree", second="svm")
        assert list(found.datasets["level"][:2]) == ["crossed-effects", "paired"]
        assert np.isfinite(found.datasets["correlated_t_prob_first_better"]["cv"])
        assert np.isnan(found.datasets["correlated_t_prob_first_better"]["hold-out"])

    def test_scores_are_known_as_the_correlated_t_test_knows_them(self):
        data = {str(seed): scores(seed) for seed in range(5)}
        found = compare_datasets(data, prior="default", rope=ROPE)
        own = bc.compare(data["0"], rope=ROPE)
        row = found.datasets.loc["0"]
        assert row["raw_prob_first_better"] == pytest.approx(own.prob_first_better)
        assert row["correlated_t_prob_first_better"] == pytest.approx(own.prob_first_better)
        assert (row["raw_low"], row["raw_high"]) == pytest.approx((own.interval.low, own.interval.high))

    def test_scores_between_0_and_1_need_no_prior(self, tmp_path):
        data = {str(seed): scores(seed) for seed in range(5)}
        found = compare_datasets(data)
        assert found.prior == compare_datasets(data, prior="default").prior == bc.PopulationPrior()
        assert any("taken as their bounds" in note for note in found.notes)
        found.save(tmp_path / "all.nc")
        assert bc.load(tmp_path / "all.nc").notes == found.notes
        told = {name: without_bounds(one) for name, one in data.items()}
        with pytest.raises(ValueError, match="`prior` must be given"):
            compare_datasets(told)

    def test_bounds_are_not_taken_from_one_data_set_where_another_has_others(self):
        large = bc.scores_from_arrays({"tree": [1.2, 1.3, 1.1, 1.4], "svm": [1.0, 0.9, 1.2, 1.1]}, n_train=9, n_test=1)
        small = bc.scores_from_arrays({"tree": [0.2, 0.3, 0.1, 0.4], "svm": [0.1, 0.9, 0.2, 0.1]}, n_train=9, n_test=1)
        found = compare_datasets({"a": large, "b": small}, prior=bc.PopulationPrior())
        assert found.metric.bounds == (None, None)
        assert not any("taken as their bounds" in note for note in found.notes)

    def test_other_metrics(self):
        data = {str(seed): predictions(seed) for seed in range(4)}
        found = compare_datasets(data, metric="f1_macro")
        assert found.metric.name == "f1_macro"
        assert set(found.datasets["level"]) == {"cells"}
        assert found.average.decision == "first better"

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
        whole = bc.compare(data)
        assert list(found.datasets.index) == ["add", "copy", "sort", "find"]
        assert list(found.datasets["weight"]) == pytest.approx([1 / 3, 1 / 6, 1 / 3, 1 / 6])
        assert found.these.estimate == pytest.approx(whole.evidence.errors[0] - whole.evidence.errors[1], abs=0.005)
        assert "On the next task" in str(found)
        assert "these 4 tasks" in str(found)


class TestDegenerate:
    def test_one_data_set_is_driven_by_the_prior_and_says_so(self):
        found = compare_datasets({"only": table(2, 30)})
        assert str(found).startswith("Driven by the prior (1 data set).")
        assert found.next_dataset.decision == "undecided"
        assert any("does not tell how far" in note for note in found.notes)

    @pytest.mark.parametrize("rope", [0.0, 0.01])
    def test_identical_classifiers_everywhere_favour_nobody(self, rope):
        found = compare_datasets({str(place): table(0, 0, 100) for place in range(10)}, rope=rope)
        first, even, second = found.average.probabilities
        assert first == pytest.approx(second, abs=1e-9)
        assert found.average.decision == ("equivalent" if rope else "undecided")
        assert even == pytest.approx(1 - 2 * first)

    @pytest.mark.parametrize("make", [orders_of_scores, neighbours_of_scores])
    def test_scores_that_are_equal_but_for_rounding_are_no_difference(self, make):
        """Whichever way it goes: on all six data sets it goes the same."""
        data = {}
        for first, second in make():
            assert np.mean(1 - first) > np.mean(1 - second)
            own = {"a": first, "b": second}
            data[str(len(data))] = bc.scores_from_arrays(own, n_train=90, n_test=30, noun="accuracy")
        found = compare_datasets(data)
        assert (found.datasets["raw"] == 0).all()
        assert found.baselines.set_index("method").loc[["Wilcoxon signed rank", "sign"], "pvalue"].tolist() == [1, 1]
        assert "Wilcoxon signed rank p = 1.000; sign p = 1.000" in " ".join(str(found).split())
        means, _ = arrays_of_losses(losses_of(data, metric="error", pos_label=None, inference="auto", settings=None))
        assert (frame_of_tests(means)["pvalue"].dropna() == 1).all()
        assert (frame_against_control(means, None) == [1.5, 1]).all(axis=None)

    def test_a_data_set_of_equal_scores_is_a_point(self):
        flat = bc.scores_from_arrays({"tree": [0.9] * 10, "svm": [0.9] * 10}, n_train=90, n_test=10, noun="accuracy")
        data = {str(seed): scores(seed) for seed in range(4)} | {"flat": flat}
        found = compare_datasets(data, prior="default")
        assert found.datasets.loc["flat", "raw_sd"] == 0
        assert found.datasets.loc["flat", "estimate"] == pytest.approx(0, abs=1e-3)
        assert any("flat has no spread" in note for note in found.notes)
        alone = compare_datasets({"flat": flat, "same": flat}, prior="default")
        assert any("no spread" in note or "any spread" in note for note in alone.notes)

    def test_a_data_set_without_variance_is_known_as_its_bounds_allow(self):
        flat = bc.scores_from_arrays({"tree": [0.9] * 10, "svm": [0.88] * 10}, n_train=90, n_test=10, noun="accuracy")
        data = {str(seed): scores(seed) for seed in range(4)}
        found = compare_datasets(data | {"flat": flat})
        own = bc.compare(flat)
        assert found.datasets.loc["flat", "raw_sd"] == pytest.approx(own.difference.sd)
        assert own.difference.sd > 0.02
        assert own.decision == "undecided"
        ranked = losses_of(
            data | {"flat": flat},
            metric="error",
            pos_label=None,
            inference="auto",
            settings=Settings(prior="dirichlet"),
        )
        covariance = ranked["flat"].covariance
        assert covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1] == pytest.approx(own.difference.sd**2)

    def test_a_data_set_without_variance_or_bounds_says_nothing(self, tmp_path):
        large = {"tree": [12.0, 13.0, 11.0, 12.5], "svm": [11.0, 12.5, 12.0, 11.0]}
        data = {
            str(k): bc.scores_from_arrays({"tree": large["tree"], "svm": np.add(large["svm"], k)}, n_train=9, n_test=1)
            for k in range(4)
        }
        flat = bc.scores_from_arrays(large | {"svm": np.add(large["tree"], 1)}, n_train=9, n_test=1)
        prior = bc.PopulationPrior(average=1.0, spread=0.6)
        found, without = (compare_datasets(one, prior=prior) for one in (data | {"flat": flat}, data))
        assert found.average.probabilities == pytest.approx(without.average.probabilities, abs=2e-3)
        assert found.datasets.loc["flat", "raw_prob_first_better"] == 0.5
        assert any("flat says nothing" in note for note in found.notes)
        found.save(tmp_path / "all.nc")
        assert str(bc.load(tmp_path / "all.nc")) == str(found)
        assert compare_datasets({"flat": flat}, prior=prior).next_dataset.decision == "undecided"
        with pytest.raises(ValueError, match=r"Data set 'flat': .* those of 'tree' and 'svm' differ by the same"):
            bc.rank_datasets(data | {"flat": flat}, prior=prior, draws=20, tune=5, chains=4)

    def test_differences_far_smaller_than_the_rope_of_others(self):
        rng = np.random.default_rng(0)
        data = {
            str(place): bc.losses_from_arrays(
                {
                    "tree": (base := rng.normal(0.5, 1e-4, 4000)),
                    "svm": base + 2e-5 + 1e-5 * rng.normal() + 1e-7 * rng.normal(size=4000),
                },
                bounds=(0.0, 1.0),
            )
            for place in range(8)
        }
        small = bc.PopulationPrior(average=1e-4, spread=6e-5)
        found = compare_datasets(data, rope=0.0, prior=small)
        assert found.average.decision == "first better"
        assert "too coarse" not in found.trust.sentence
        assert "too coarse" in compare_datasets(data, rope=0.0).trust.sentence


class TestRefusals:
    @pytest.mark.parametrize(
        ("data", "words"),
        [
            ({}, "a data set or more"),
            ([TABLES["a"]], "mapping"),
            (TABLES["a"], "compared by `compare`"),
            ({"a": 3}, "Data set 'a'"),
            ({1: TABLES["a"], "1": TABLES["b"]}, "differ as texts"),
            ({"": TABLES["a"]}, "name that can be read"),
            ({np.nan: TABLES["a"]}, "name that can be read"),
            (xr.concat([TABLES["a"], TABLES["b"]], "dataset").assign_coords(dataset=["a", "a"]), "there twice"),
            (xr.DataTree.from_dict({"a": predictions(0), "a/b": predictions(1)}), "has children itself"),
            ({"a": TABLES["a"], "b": scores(0)}, "Data set|of one metric|same two"),
        ],
    )
    def test_data(self, data, words):
        with pytest.raises((TypeError, ValueError), match=words):
            compare_datasets(data)

    def test_losses_without_bounds_need_a_prior(self):
        data = {
            name: bc.losses_from_arrays({"tree": [1.0, 2.0, 3.5, 5.0], "svm": [2.0, 2.5, 4.0, 5.5]}) for name in "ab"
        }
        with pytest.raises(ValueError, match="PopulationPrior"):
            compare_datasets(data)
        assert compare_datasets(data, prior=bc.PopulationPrior(average=1.0, spread=0.6)).prior.spread == 0.6

    @pytest.mark.parametrize(
        ("asked", "words"),
        [
            ({"prior": "flat"}, "`prior`"),
            ({"prior": 3}, "`prior`"),
            ({"rope": 2.0}, "`rope`"),
            ({"inference": "crossed-effects"}, "Data set 'a'"),
            ({"by": "task"}, "`data`"),
            ({"threshold": 0.4}, "`threshold`"),
        ],
    )
    def test_arguments(self, asked, words):
        with pytest.raises((TypeError, ValueError), match=words):
            compare_datasets(TABLES, **asked)

    def test_by_needs_a_coordinate_and_a_hold_out(self):
        with pytest.raises(ValueError, match="`by` must be a coordinate"):
            compare_datasets(predictions(0), by="task")

    def test_tasks_whose_names_look_the_same(self):
        data = predictions(0, task=["a\x01"] * 60 + ["a\\x01"] * 60)
        with pytest.raises(ValueError, match="there twice"):
            compare_datasets(data, by="task")

    def test_per_cents_are_no_proportions(self):
        data = {str(seed): 1 - 100 * (1 - scores(seed)) for seed in range(4)}
        with pytest.raises(ValueError, match="Per cents have to be divided by 100"):
            compare_datasets(data, prior="default")

    def test_a_classifier_that_a_data_set_lacks(self):
        data = {"a": scores(0), "b": scores(1).sel(classifier=["tree"])}
        with pytest.raises(ValueError, match="Data set 'b': `second` must be one of the classifiers tree"):
            compare_datasets(data, first="tree", second="svm", prior="default")

    def test_classifiers_that_differ(self):
        other = predictions(0).assign_coords(classifier=["tree", "knn"])
        with pytest.raises(ValueError, match="same two classifiers"):
            compare_datasets({"a": predictions(1), "b": other})


def test_one_data_set_that_is_not_reliable_makes_the_comparison_so(result):
    verdicts = {"good": Trust(sentence="", reliable=True, prob_error=0.0)}
    verdicts |= {
        name: Trust(sentence="", reliable=False, prob_error=error) for name, error in (("b", 0.1), ("c", 0.03))
    }

    def trust_of(*names):
        entries = [
            SimpleNamespace(
                name=name, level=SimpleNamespace(trust=lambda *_, n=name: verdicts[n]), posterior=None, sd=0.1
            )
            for name in names
        ]
        return _trust(entries, result.posterior, result.settings)

    found = trust_of("good", "b", "c")
    assert not found.reliable
    assert found.prob_error == 0.1
    assert found.sentence.startswith("NOT reliable on b, c, whose draws are not; deterministic, on a grid")
    assert trust_of("good").reliable


class TestFiles:
    def test_a_file_gives_the_same_result(self, result, tmp_path):
        result.save(tmp_path / "a.nc")
        read = bc.load(tmp_path / "a.nc")
        assert type(read) is type(result)
        assert read.to_json() == result.to_json()
        assert str(read) == str(result)

    def test_scores_and_priors_are_kept(self, tmp_path):
        found = compare_datasets({str(seed): scores(seed) for seed in range(4)}, prior="baycomp")
        found.save(tmp_path / "a.nc")
        assert bc.load(tmp_path / "a.nc").to_json() == found.to_json()

    @pytest.mark.parametrize(
        "forge",
        [
            lambda text: text["next_dataset"].update(prob_first_better=0.999),
            lambda text: text["average"].update(decision="equivalent"),
            lambda text: text["datasets"][0].update(estimate=-0.4),
            lambda text: text["sensitivity"][0].update(average_prob_first_better=0.1),
            lambda text: text.update(prior={"average": 0.1, "spread": 0.5, "df": [2.0], "df_probs": [1.0]}),
            lambda text: text.update(scale="x"),
            lambda text: text["datasets"][0].update(weight=7.0),
            lambda text: text["datasets"][0].update(raw_low=0.9),
            lambda text: text["datasets"][0].update(n_records=0),
        ],
    )
    def test_forged_numbers_are_refused(self, result, tmp_path, forge):
        text = json.loads(result.to_json())
        forge(text)
        from bayescmp._netcdf import write_netcdf

        write_netcdf(result._arrays().assign_attrs(result=json.dumps(text)), tmp_path / "b.nc")
        with pytest.raises(ValueError, match="must"):
            bc.load(tmp_path / "b.nc")

    def test_draws_in_the_form_of_arviz(self, result):
        tree = result.to_datatree(500, rng=0)
        posterior = tree["posterior"]
        assert posterior["difference"].dims == ("chain", "draw", "dataset")
        assert float(posterior["average"].mean()) == pytest.approx(result.average.estimate, abs=0.002)


def test_names_of_data_sets_are_texts():
    assert list(gathered({1: TABLES["a"], "b": TABLES["b"]})) == ["1", "b"]


def test_a_task_of_which_nothing_is_validated_is_no_data_set():
    data = predictions(0, task=np.repeat(["a", "b", "c"], 40))
    validated = data["task"] != "c"
    part = data.assign(fold=data["fold"].where(validated, -1), y_pred=data["y_pred"].where(validated, -1))
    assert list(gathered(part, "task")) == ["a", "b"]


def test_a_grid_does_not_reach_beyond_what_is_possible():
    found = compare_datasets(TABLES, prior=bc.PopulationPrior(average=1.0, spread=1.0))
    assert found.posterior.grid.middles[-1] == 1
