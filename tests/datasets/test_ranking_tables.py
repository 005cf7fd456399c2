"""The tables of a ranking over data sets, by hand from generated draws."""

import numpy as np
import pytest

from tests.data import drawn_ranking


@pytest.fixture(scope="module")
def ranking():
    return drawn_ranking(rope=0.02, missing=True)


@pytest.mark.parametrize("question", ["average", "next_dataset"])
def test_ranks_and_the_rope_are_counted_in_the_draws(ranking, question):
    draws = getattr(ranking.joint, question)
    names = ranking.observed["classifier"].to_numpy().tolist()
    frame = ranking.classifiers.loc[names]
    excess = draws - draws.min(axis=1, keepdims=True)
    ranks = 1 + draws.argsort(axis=1).argsort(axis=1)
    assert frame[f"{question}_expected_rank"].to_numpy() == pytest.approx(ranks.mean(axis=0))
    assert frame[f"{question}_prob_best"].to_numpy() == pytest.approx((ranks == 1).mean(axis=0))
    if question == "average":
        shares = (ranks[:, :, None] == [1, 2, 3]).mean(axis=0)
        np.testing.assert_allclose(ranking.rank_probabilities.sel(classifier=names), shares)
    assert frame[f"{question}_expected_regret"].to_numpy() == pytest.approx(excess.mean(axis=0))
    assert frame[f"{question}_prob_within_rope_of_best"].to_numpy() == pytest.approx((excess <= 0.02).mean(axis=0))


def test_the_control_is_the_one_with_the_least_mean_rank(ranking):
    against = ranking.against_control
    assert against["pvalue_holm"][against["mean_rank"].idxmin()] == 1
    assert against["pvalue_holm"].min() < 1
    asked = drawn_ranking(control="tree").against_control
    assert asked["pvalue_holm"]["tree"] == 1


def test_a_classifier_in_several_tiers_is_shown_in_the_first():
    found = next(
        one for one in (drawn_ranking(names=list("abcdef"), apart=apart) for apart in np.linspace(0.02, 0.1, 9))
        if any(set(tier) & set(other) for tier, other in zip(one.tiers, one.tiers[1:], strict=False))
    )  # fmt: skip
    shown = found.summary().set_index("classifier")["tier"]
    for name in shown.index:
        assert shown[name] == 1 + next(place for place, tier in enumerate(found.tiers) if name in tier)
