"""What a ranking says: who is beaten, how many pairs are decided, in the digits that its draws support."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import bayescmp as bc
from bayescmp._support._text import listed
from bayescmp.ranking._rank import _trust
from bayescmp.reports import render
from tests.data import hold_out


def text(ranking):
    return " ".join(str(ranking).split())


@pytest.mark.parametrize(
    ("data", "options"), [("hold-out", {"k": 22}), ("hold-out", {"k": 2}), ("5 x 2", {"rope": 0.05})]
)
def test_one_screen_of_80_columns(ranked, data, options):
    ranking = ranked(data, **options)
    assert max(map(len, str(ranking).splitlines())) <= 80
    assert "\n" not in repr(ranking)
    assert repr(ranking).startswith("<Ranking: ")
    assert ("A test of all" in str(ranking)) == (data == "hold-out")
    assert ("Cochran's Q" in str(ranking)) == (data == "hold-out")
    details = ranking.details()
    assert max(map(len, details.splitlines())) <= 80
    assert ("In rope: " in details) == ("rope" in options)
    assert ("cautious" in details) == (data == "5 x 2")


def test_numbers_of_the_screen_and_the_details_are_those_of_the_frames(ranked):
    ranking = ranked("hold-out")
    pairs, shown = ranking.pairs, text(ranking)
    decided = pairs["decision"].str.endswith("better")
    kept = int((decided & (pairs["posterior_holm"] <= 0.05)).sum())
    assert f"Pairs decided {int(decided.sum())} of 6; {kept} after adjustment" in shown
    for name, row in ranking.classifiers.iterrows():
        line = next(line for line in str(ranking).splitlines() if line.split()[:1] == [name])
        observed, low, high, best = map(float, re.findall(r"(?<=[ \[])\d\.\d+", line))
        assert observed == pytest.approx(ranking.observed[name], abs=6e-4)
        assert (low, high) == pytest.approx((row["low"], row["high"]), abs=6e-4)
        assert best == pytest.approx(row["prob_best_pooled"], abs=0.011)
        below = ranking.details().partition("The classifiers and their")[2]  # not in the table of the screen
        of_details = next(line.split() for line in below.splitlines() if line.split()[:1] == [name])
        assert float(of_details[2]) == pytest.approx(row["estimate"], abs=6e-4)


def test_a_control_is_named_on_the_screen(ranked):
    ranking = ranked("hold-out", k=8, control="c7")
    rows = ranking.against_control
    apart = rows["first"][rows["posterior_holm"] <= 0.05].to_list()
    assert 0 < len(apart) < 6
    assert f"Against the control apart from c7 after Holm at 0.05: {listed(apart)} What" in text(ranking)
    details = " ".join(ranking.details().split())
    assert all(f"{name} - c7" in details for name in rows["first"])
    assert "over all pairs, and over those with c7 alone, is of" in " ".join(render(ranking, "text").split())
    assert "control" not in f"{ranked('hold-out')} {ranked('hold-out').details()}"
    with pytest.raises(ValueError, match="`control` must be one of"):
        ranked("hold-out", control="c9")


def test_the_one_that_beats_all_is_named():
    y = np.arange(60) % 2
    ranking = bc.rank(bc.labels(y, {"right": y, "ones": np.ones(60, int), "never": 1 - y}), draws=500)
    assert ranking.unbeaten == ("right",)
    assert ranking.tiers == (("right",), ("ones",), ("never",))
    assert "right errs less than each of 2 others, each with probability 0.975 or more" in text(ranking)


@pytest.mark.parametrize(("options", "message"), [
    ({"method": "fold-correlation"}, "`method` must be 'auto' or 'crossed-effects' or 'effective-table'"),
    ({"method": bc.methods.Auto(prior="beta")}, "`prior` of the method must be 'dirichlet'"),
    ({"draws": 3}, "`draws` must be"),
    ({"draws": 10**8}, "`draws` must be at most 25,000,000, but got"),
    ({"threshold": 0.4}, "`threshold` must be"),
    ({"rope": (0.0, 0.1)}, "`rope` must be symmetric"),
])  # fmt: skip
def test_what_it_does_not_take_is_refused(data_of, options, message):
    with pytest.raises(ValueError, match=message):
        bc.rank(data_of("5 x 2"), **options)


def test_one_classifier_is_too_few(data_of):
    with pytest.raises(ValueError, match="`data` must hold two classifiers or more, but hold 1"):
        bc.rank(data_of("hold-out").isel(classifier=[0]))


def test_decisions_on_different_records_may_go_round_in_a_circle(circle):
    ranking = bc.rank(circle, draws=200)
    assert ranking.unbeaten == ()
    assert "Undecided: everyone is beaten by someone" in text(ranking)


def test_the_one_that_is_unbeaten_need_not_beat_all():
    rng, n = np.random.default_rng(1), 700
    place = np.arange(n)
    wrong = {name: (rng.random(n) < error).astype(float) for name, error in (("a", 0.05), ("b", 0.2), ("c", 0.45))}
    wrong["a"][330:] = np.nan
    wrong["c"][:320] = np.nan
    ranking = bc.rank(bc.labels(0.0 * place, wrong, on_missing="drop"), draws=500)
    assert ranking.unbeaten == ("a",)
    assert "Undecided: a is not beaten with probability 0.975 or more, but does not beat every other" in text(ranking)


@pytest.mark.parametrize(
    ("names", "words"), [("ab", "between a and b: neither is"), ("abc", "among c, a and b: none of them is")]
)
def test_the_unbeaten_are_named_with_what_makes_them_so(names, words):
    ranking = bc.rank(hold_out({**dict.fromkeys(names, 0.1), "last": 0.8}, 100), draws=200)
    assert f"Undecided {words} beaten with probability 0.975 or more" in text(ranking)


def test_the_screen_has_one_probability_of_the_best_and_details_the_other_one():
    ranking = bc.rank(hold_out({"a": 0.1, "b": 0.15, "c": 0.3}, 100), draws=200)
    which = "P(best): under a prior by which all are alike; it is"
    assert which in " ".join(ranking.details().split())
    assert which not in text(ranking)
    two = bc.rank(hold_out({"a": 0.1, "b": 0.15}, 100), draws=200)
    sure = bc.rank(hold_out({"a": 0.05, "b": 0.4, "c": 0.5}, 300), draws=200)  # which looks the same by both
    for other in (two, sure):
        assert which not in " ".join(other.details().split())


def one_ahead(only_others, **options):
    """Where `a` errs on 3 of 200 records, and each of two others on so many more, all of them different."""
    place = np.arange(200)
    wrong = {"a": place < 3, "b": (place >= 20) & (place < 20 + only_others)}
    wrong["d"] = (place >= 60) & (place < 60 + only_others)
    data = bc.labels(np.zeros(200, int), {name: one.astype(int) for name, one in wrong.items()})
    return bc.rank(data, draws=200, **options)


@pytest.mark.parametrize(("only_others", "after_holm"), [(12, False), (13, True)])
def test_holms_caveat_stands_in_the_headline_where_it_holds(only_others, after_holm):
    """Three times what the order of a pair lacks, on either side, is above .05 or not."""
    lacking = 2 * stats.beta(1 + only_others, 1 + 3).cdf(0.5)
    assert lacking < 0.05
    assert (3 * lacking <= 0.05) == after_holm
    ranking = one_ahead(only_others)
    said = ranking.content.headline()
    assert "a errs less than each of 2 others, each with probability 0.975 or more" in said
    assert ("(not than b and d after Holm's adjustment)" in said) != after_holm
    assert ("Holm" in said) != after_holm
    assert ranking.content.decided().startswith(f"2 of 3; {2 * after_holm} after adjustment")


def test_holms_level_goes_with_the_threshold():
    content = one_ahead(12, threshold=0.9).content
    assert content.decided().startswith("2 of 3; 2 after adjustment")
    assert "Holm" not in content.headline()
    assert one_ahead(12, threshold=0.98).content.decided().startswith("2 of 3; 0 after adjustment")


@pytest.mark.parametrize("data", ["hold-out", "5 x 2"])
def test_what_training_sets_do_to_holms_adjustment_is_said_where_they_vary(ranked, data):
    said = "where training sets add much variance, Holm's adjustment does not protect either"
    assert (said in " ".join(render(ranked(data), "text").split())) == (data == "5 x 2")


@pytest.mark.parametrize(("distortion", "is_far"), [(0.25, False), (0.26, True)])
def test_what_is_approximate_is_said_to_be(ranked, distortion, is_far):
    ranking = ranked("5 x 2")
    assert ranking.posterior.distortion < 0.25
    far = replace(ranking, posterior=replace(ranking.posterior, distortion=distortion))
    assert ("(approximately, see details)" in far.content.headline()) == is_far
    assert "approximately" not in ranking.content.headline()
    trust = _trust(ranking.trust, far.posterior, ranking.rank_probabilities.to_numpy(), 0.001, 500)
    assert ("too far, so statements on all classifiers are approximate" in trust.sentence) == is_far
