"""Several classifiers over several data sets."""

import re

import numpy as np
import pandas as pd
import pytest
import scipy

import bayescmp as bc
from bayescmp.content import PAPER
from bayescmp.datasets import _own
from bayescmp.datasets._entry import of_several
from bayescmp.metrics import metric_of_data
from tests.data import gathered_sets, hold_out, table


def scores(seed, names=("tree", "svm", "knn"), shift=(0.0, -0.02, 0.03), **options):
    rng = np.random.default_rng(seed)
    base = rng.normal(0.8, 0.03, 20)
    found = {
        name: base + rng.normal(by, 0.015) + rng.normal(0, 0.01, 20)
        for name, by in zip(("tree", "svm", "knn"), shift, strict=True)
    }
    told = {"noun": "accuracy", **options}
    return gathered_sets({name: found[name] for name in names}, n_train=90, n_test=10, n_repeats=2, **told)


DATA = {f"set {seed}": scores(seed) for seed in range(12)} | {"without": scores(20, ("tree", "knn"))}


@pytest.fixture(scope="module")
def ranking():
    return bc.rank_datasets(DATA)


def test_the_best_is_found_for_both_questions(ranking):
    assert ranking.best == "knn"
    frame = ranking.classifiers
    for question in ("next_dataset", "average"):
        assert frame[f"{question}_prob_best"].sum() == pytest.approx(1)
        assert frame[f"{question}_expected_rank"].sum() == pytest.approx(6)
    assert frame.loc["knn", "average_prob_best"] > frame.loc["knn", "next_dataset_prob_best"] > 0.6
    assert frame["estimate"].sum() == pytest.approx(0, abs=1e-9)
    assert ranking.trust.reliable


@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_a_pair_is_the_comparison_of_two(rope):
    pairs = bc.rank_datasets(DATA, rope=rope).pairs.set_index(["first", "second"])
    for first, second in pairs.index:
        both = {name: one for name, one in DATA.items() if {first, second} <= set(one["classifier"].values)}
        row, found = pairs.loc[first, second], bc.compare_datasets(both, first=first, second=second, rope=rope)
        assert row["n_datasets"] == len(both)
        for question in ("next_dataset", "average"):
            for name, value in getattr(found, question).to_dict().items():
                own = row[f"{question}_{name}"]
                assert own == value if name == "decision" else own == pytest.approx(value, abs=1e-9)


def test_two_classifiers_on_one_data_set_are_these_two():
    data = {"x": table(2, 4, 18, 76)}
    found, own = bc.rank_datasets(data), bc.compare_datasets(data)
    assert found.pairs["average_prob_first_better"].item() == pytest.approx(own.average.prob_first_better)
    assert found.best == "first"


def test_who_is_best_of_two_is_the_pair():
    two = {name: one.sel(classifier=["tree", "knn"]) for name, one in DATA.items()}
    found = bc.rank_datasets(two, draws=20_000)
    for question in ("next_dataset", "average"):
        expected = found.pairs[f"{question}_prob_second_better"].item()
        assert found.classifiers.loc["knn", f"{question}_prob_best"] == pytest.approx(expected, abs=0.015)


def test_no_data_set_with_all_classifiers():
    data = {"a": scores(0, ("tree", "svm")), "b": scores(1, ("svm", "knn")), "c": scores(2, ("tree", "knn"))}
    found = bc.rank_datasets(data)
    assert np.isnan(found.classifiers["average_prob_best"]).all()
    assert np.isfinite(found.classifiers["estimate"]).all()
    assert "who is the best of all is not" in " ".join(found.details().split())
    assert "nobody is named the best" in " ".join(str(found).split())
    assert found._repr_html_().startswith("<div>")
    with pytest.raises(ValueError, match="has all classifiers"):
        found.to_datatree()


def test_the_order_of_classifiers_within_a_data_set_does_not_count():
    turned = {
        name: one.isel(classifier=slice(None, None, -1 if number % 2 else 1))
        for number, (name, one) in enumerate(DATA.items())
    }
    one, other = (bc.rank_datasets(data).pairs for data in (DATA, turned))
    assert one["average_prob_first_better"].to_numpy() == pytest.approx(other["average_prob_first_better"], abs=1e-9)


def test_draws_in_the_form_of_arviz(ranking):
    tree = ranking.to_datatree(200, rng=0)
    assert tree["posterior"]["average"].dims == ("chain", "draw", "classifier")
    assert tree["posterior"]["next_dataset"].sizes == {"chain": 4, "draw": 200, "classifier": 3}


def test_a_missing_classifier_is_used_where_it_is_and_said(ranking):
    assert ranking.classifiers["n_datasets"].to_dict() == {"tree": 13, "svm": 12, "knn": 13}
    assert "svm (12)" in " ".join(ranking.notes)
    assert np.isnan(ranking.observed.sel(dataset="without", classifier="svm"))
    assert "on the 12 data sets with all" in " ".join(str(ranking).split())


def test_mean_ranks_stand_beside_it(ranking):
    from bayescmp.frequentist import friedman, holm_against_control

    complete = 1 - ranking.observed.dropna("dataset")
    row = ranking.tests.set_index("test").loc["friedman"]
    assert row["pvalue"] == pytest.approx(friedman(complete).pvalue)
    expected = holm_against_control(complete, control="knn").to_series()
    assert ranking.against_control["pvalue_holm"].to_dict() == pytest.approx(expected.to_dict())


class TestOfSeveral:
    @staticmethod
    def of(data):
        settings = bc.methods.Settings(rng=0)
        return of_several("x", data, metric_of_data(data, None), order=["a", "b", "c", "tree", "svm", "knn"],
                          method=bc.methods.Auto(), settings=settings)  # fmt: skip

    def test_joint_draws_have_the_pairs_of_compare(self):
        for data, names in ((hold_out({"a": 0.1, "b": 0.2, "c": 0.3}, 200), "ac"), (scores(1), ("tree", "knn"))):
            entry = self.of(data)
            result = bc.compare(data, first=names[0], second=names[1])
            pair, draws = result.difference, entry.draw(20_000, 0)
            losses = draws[:, 0] - draws[:, 2]
            apart = result.evidence.metric.sign * losses
            assert apart.mean() == pytest.approx(pair.mean, abs=4 * pair.sd / np.sqrt(20_000))
            assert apart.std() == pytest.approx(pair.sd, rel=0.02)
            assert np.mean(losses < 0) == pytest.approx(result.prob_first_better, abs=0.015)

    def test_a_place_without_a_validation_set_does_not_count(self):
        plain = scores(1)
        wider = plain.pad(fold=(0, 1), constant_values=0.5).assign_coords(
            {size: plain[size].pad(fold=(0, 1), constant_values=0) for size in ("n_train", "n_test")}
        )
        one, other = self.of(plain), self.of(wider)
        assert other.losses == pytest.approx(one.losses)
        assert other.joint.scale.to_numpy() == pytest.approx(one.joint.scale.to_numpy())

    def test_of_other_metrics_do_not_mix(self):
        with pytest.raises(ValueError, match="of one metric"):
            bc.rank_datasets({"x": scores(1), "y": table(2, 4, 18, 76)})

    def test_preferences_are_no_errors(self):
        preferred = bc.preferences(["first"] * 20 + ["second"] * 10)
        data = {"x": preferred, "y": table(2, 4, 18, 76)}
        with pytest.raises(ValueError, match=r"of one metric.* share of wins"):
            bc.compare_datasets(data)


@pytest.mark.parametrize(("asked", "words"), [
    ({"rope": (-0.1, 0.2)}, "symmetric"), ({"control": "nobody"}, "`control`"), ({"draws": 1}, "`draws`"),
])  # fmt: skip
def test_arguments(asked, words):
    with pytest.raises((TypeError, ValueError), match=words):
        bc.rank_datasets(DATA, **asked)


def test_losses_without_bounds_take_the_scale_from_the_data():
    told = {f"set {seed}": scores(seed, bounds=(None, None)) for seed in range(12)}
    found = bc.rank_datasets(told)
    assert "root mean square" in " ".join(found.details().split())
    pair = bc.compare_datasets(told, first="tree", second="knn")
    row = found.pairs.set_index(["first", "second"]).loc["tree", "knn"]
    assert row["average_prob_second_better"] == pytest.approx(pair.average.prob_second_better)


def test_what_is_no_data_set_is_refused_by_its_name():
    with pytest.raises(TypeError, match=r"Data set 'a': `data` must be predictions \(a Dataset\), or tables"):
        bc.rank_datasets({"a": [1, 2]})


def test_what_is_like_the_best_is_what_a_comparison_does_not_decide_against_it():
    rng = np.random.default_rng(1)
    data = {}
    rates = np.array([[0.1], [0.13], [0.2], [0.4]])
    for name, n in (("large", 900), ("small", 60), ("two", 300), ("reversed", 900)):
        wrong = rng.random((4, n)) < (rates[::-1] if name == "reversed" else rates)
        answers = {one: (~own).astype(int) for one, own in zip("abcd", wrong, strict=True)}
        data[name] = bc.labels(np.ones(n, int), answers if name != "two" else dict(list(answers.items())[1:3]))
    ranking = bc.rank_datasets(data)
    assert ranking.like_the_best.sel(dataset="two", classifier=["a", "d"]).sum() == 0
    for name, predictions in data.items():
        names = predictions["classifier"].to_numpy().tolist()
        best = ranking.observed.sel(dataset=name, classifier=names).idxmin("classifier").item()
        for other in set(names) - {best}:
            decided = bc.compare(predictions, first=best, second=other).decision == "first better"
            assert bool(ranking.like_the_best.sel(dataset=name, classifier=other)) == (not decided)
    marks = {bool(one) for one in ranking.like_the_best.sel(dataset="large").to_numpy()}
    assert marks == {True, False}


def test_pairs_are_asked_in_portions_that_change_nothing(monkeypatch):
    rng = np.random.default_rng(2)
    answers = [{one: rng.integers(0, 2, 80) for one in "abcde"} for _ in range(3)]
    data = {str(k): bc.labels(np.ones(80, int), one) for k, one in enumerate(answers)}
    whole = bc.rank_datasets(data, draws=400).pairs
    monkeypatch.setattr(_own, "_PAIRS", 3)
    pd.testing.assert_frame_equal(bc.rank_datasets(data, draws=400).pairs, whole)


GAPS = pd.DataFrame(
    np.random.default_rng(8).normal([0.62, 0.61, 0.60, 0.58], 0.02, (12, 4)).round(4),
    columns=["forest", "boosting", "svm", "tree"],
    index=[f"set {number}" for number in range(12)],
)
GAPS.loc["set 3", "svm"] = np.nan


def test_pairs_have_the_signed_rank_test_of_scipy_on_the_sets_with_both_and_holm_over_them():
    pairs = bc.rank_datasets(GAPS, metric="accuracy", draws=400).pairs.set_index(["first", "second"])
    by_hand = {}
    for first, second in pairs.index:
        differences = (GAPS[first] - GAPS[second]).dropna().round(4)
        by_hand[first, second] = scipy.stats.wilcoxon(differences, method="exact").pvalue
    assert pairs["wilcoxon"].to_dict() == pytest.approx(by_hand, abs=1e-12)
    running, expected = 0.0, {}
    for place, pair in enumerate(sorted(by_hand, key=by_hand.get)):
        expected[pair] = running = max(running, min(1.0, (6 - place) * by_hand[pair]))
    assert pairs["wilcoxon_holm"].to_dict() == pytest.approx(expected, abs=1e-12)


def test_a_probability_to_be_best_above_that_of_a_pair_is_explained_and_says_on_which_sets_it_rests():
    frame = GAPS.copy()
    frame.loc["set 3", ["forest", "boosting"]] = 0.5, 0.75  # what the pair alone knows
    ranking = bc.rank_datasets(frame, metric="accuracy")
    pair = ranking.pairs.iloc[0]
    least = pair["average_prob_first_better"]
    assert ranking.classifiers.loc["forest", "average_prob_best"] > least + 0.01
    said = " ".join(str(ranking).split())
    assert f"P(best) of forest is more than its probability of not being worse than boosting, {least:.2f}: who" in said
    assert "the pair on those with both" in said
    for text in (str(ranking), ranking.sentence()):
        assert re.search(r"best with probability [.\d]+ \(on the 11 data sets with all\)", " ".join(text.split()))
    assert "P(best), means and mean ranks on the 11 data sets with all" in ranking.to_latex()
    assert "P(best) of" not in str(bc.rank_datasets(GAPS.dropna(), metric="accuracy"))


def test_who_is_beaten_only_before_holms_adjustment_has_a_mark_that_is_explained():
    ranking = bc.rank_datasets(GAPS.assign(tree=GAPS["tree"] + 0.012), metric="accuracy", draws=400)
    pairs = ranking.pairs
    beaten = pairs[pairs["average_decision"] == "first better"]
    table = dict(zip(ranking.classifiers.index, ranking.content.table()["beaten by"], strict=True))
    assert set(beaten["average_survives_holm"]) == {True, False}
    for name in GAPS:
        rows = beaten[beaten["second"] == name]
        marked = [f"{one.first}{'' if one.average_survives_holm else '†'}" for one in rows.itertuples()]
        lost = int((~rows["average_survives_holm"]).sum())
        several = f"{len(rows)} others" + (f" ({lost}†)" if lost else "")
        assert table[name] in {", ".join(marked) or "-", several}
        assert ranking.content.table(PAPER)["beaten by"][list(table).index(name)] == (", ".join(marked) or "-")
    assert "† not after it" in " ".join(str(ranking).split())
    assert r"(\textdagger{} not after Holm's adjustment of posterior probabilities)" in ranking.to_latex()
    assert "after Holm" in ranking.details()
