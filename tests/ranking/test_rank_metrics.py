"""Rankings by metrics of labels: pairs are those of `compare`, and the joint goes with them."""

from functools import partial

import numpy as np
import pytest

import bayescmp as bc
from tests.data import answered, splits_of

N = 150
OWN = ["estimate", "low", "high", "prob_first_better", "prob_equivalent", "prob_second_better"]
DESIGNS = {"hold-out": None, "cross-validation": 5}
OPTIONS = {"metric": "f1_macro", "draws": 1000, "rope": 0.01}


def labels(names, repeats=None):
    rates = {name: 0.05 + 0.06 * place for place, name in enumerate(names)}
    return answered(rates, N, labels=3, hard=0.3, repeats=repeats, seed=5)


@pytest.fixture(scope="module", params=DESIGNS)
def design(request):
    repeats = DESIGNS[request.param]
    make = partial(bc.labels, how=bc.splits(splits_of(N)) if repeats else None)
    y, named = labels("abc", repeats)
    return make, y, named, bc.rank(make(y, named), **OPTIONS)


def of_pairs(ranking):
    return ranking.pairs.set_index(["first", "second"])[OWN]


@pytest.mark.full
def test_pairs_are_those_of_compare(design):
    make, y, named, ranking = design
    for row in ranking.pairs.iloc[::2].itertuples():
        result = bc.compare(make(y, named), first=row.first, second=row.second, metric="f1_macro", rope=0.01)
        expected = (result.difference.mean, result.interval.low, result.interval.high, *result.probabilities)
        assert [getattr(row, name) for name in OWN] == pytest.approx(expected, abs=1e-12)
        again = ranking.comparison(row.first, row.second)
        assert again.probabilities == result.probabilities


@pytest.mark.full
def test_the_comparison_of_a_pair_has_the_seed_of_the_ranking(design):
    make, y, named, of_seed_0 = design
    ranking = bc.rank(make(y, named), **OPTIONS | {"draws": 200}, rng=3)
    row = ranking.pairs.iloc[1]
    own = ranking.comparison(row["first"], row["second"])
    assert own.probabilities == tuple(row[["prob_first_better", "prob_equivalent", "prob_second_better"]])
    assert ranking.comparison("a", "b").difference.mean != of_seed_0.pairs["estimate"].iloc[0]


@pytest.mark.full
def test_the_joint_has_the_differences_of_the_pairs(design):
    *_, ranking = design
    assert ranking.best == "a"
    assert ranking.observed[ranking.best] == max(ranking.observed.values())
    assert ranking.pairs["pvalue"].isna().all()
    drawn = ranking.posterior.draw(10_000, 1).to_numpy()
    for row in ranking.pairs.itertuples():
        apart = drawn[:, "abc".index(row.first)] - drawn[:, "abc".index(row.second)]
        sd = (row.high - row.low) / 3.92
        assert -apart.mean() == pytest.approx(row.estimate, abs=0.1 * sd)  # the joint is of losses
        assert apart.std() == pytest.approx(sd, rel=0.08)


def test_the_same_errors_by_other_labels_are_not_the_same():
    """The control: by the error these two are one classifier, by macro F1 they are not."""
    y = np.arange(90) % 3
    one = np.where(np.arange(90) < 20, (y + 1) % 3, y)
    other = np.where(np.arange(90) < 20, np.where(y == 0, 1, 0), y)
    data = bc.labels(y, {"one": one, "other": other})
    by_error, by_f1 = bc.rank(data, draws=500), bc.rank(data, metric="f1_macro", draws=500)
    assert by_error.classifiers["prob_best"].tolist() == [0.5, 0.5]
    assert by_f1.classifiers["prob_best"].nunique() == 2


def test_a_positive_label_is_asked_for_and_kept(tmp_path):
    y, named = labels("abc")
    words = np.array(["no", "yes"])
    data = bc.labels(words[(y > 0).astype(int)], {name: words[(one > 0).astype(int)] for name, one in named.items()})
    with pytest.raises(ValueError, match="`pos_label` must be given for the metric 'f1'"):
        bc.rank(data, metric="f1")
    ranking = bc.rank(data, metric="f1", pos_label="yes", draws=500)
    assert ranking.to_dict()["pos_label"] == "yes"
    ranking.save(tmp_path / "ranking.nc")
    assert bc.load(tmp_path / "ranking.nc").observed == ranking.observed


def test_the_joint_has_the_prior_of_the_method():
    y, named = labels("ab")
    method = bc.methods.LabelCounts(strength=20.0)
    ranking = bc.rank(bc.labels(y, named), metric="f1_macro", method=method, draws=200)
    pair, drawn = ranking.comparison("a", "b").difference, ranking.posterior.draw(8000, 1).to_numpy()
    apart = drawn[:, 1] - drawn[:, 0]  # the joint is of losses
    assert apart.mean() == pytest.approx(pair.mean, abs=5 * pair.sd / np.sqrt(8000))
    assert apart.std() == pytest.approx(pair.sd, rel=0.05)
