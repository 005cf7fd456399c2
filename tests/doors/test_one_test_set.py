"""Scores of runs on one test set, without the answers to its records."""

import numpy as np
import pandas as pd
import pytest
import scipy
from scipy import stats

import bayescmp as bc
from bayescmp.reports import render
from tests.data import write_csv

SCORES = {"mine": [0.81, 0.84, 0.82, 0.83], "theirs": [0.79, 0.80, 0.78]}


def compared(values=SCORES, how=None, **told):
    return bc.compare(bc.scores(values, how=how or bc.one_test_set(), **told))


def ends(result):
    return result.interval.low, result.interval.high


def test_the_posterior_and_the_test_are_those_of_two_samples_with_unequal_variances():
    result, found = compared(), stats.ttest_ind(*SCORES.values(), equal_var=False)
    low, high = found.confidence_interval()
    assert ends(result) == pytest.approx((low, high))
    assert result.methods["pvalue"].dropna().tolist() == pytest.approx([found.pvalue])
    assert result.observed == pytest.approx({"mine": 0.825, "theirs": 0.79})
    own = bc.evaluate(bc.scores(SCORES, how=bc.one_test_set())).classifiers.loc["mine"]
    assert own["high"] - 0.825 == pytest.approx(stats.t.ppf(0.975, 3) * scipy.stats.sem(SCORES["mine"]))


def test_losses_mirror_scores_and_swapping_the_two_mirrors():
    turned = bc.compare(bc.losses({name: 1 - np.array(own) for name, own in SCORES.items()}, how=bc.one_test_set()))
    assert turned.probabilities == pytest.approx(compared().probabilities)
    swapped = bc.compare(bc.scores(SCORES, how=bc.one_test_set()), first="theirs")
    assert swapped.probabilities[::-1] == pytest.approx(compared().probabilities)


@pytest.mark.parametrize("form", ["wide", "long", "file"])
def test_tables_tell_the_same(form, tmp_path):
    wide = pd.DataFrame({name: pd.Series(own) for name, own in SCORES.items()})
    long = wide.melt(var_name="model", value_name="accuracy").dropna()
    data = write_csv(tmp_path / "runs.csv", long) if form == "file" else wide if form == "wide" else long
    told = {} if form == "wide" else {"classifier": "model"}
    found = bc.scores([*SCORES] if form == "wide" else ["accuracy"], data=data, how=bc.one_test_set(), **told)
    assert ends(bc.compare(found)) == pytest.approx(ends(compared()))


def test_new_records_may_widen_the_interval_by_what_no_overlap_exceeds():
    note = next(text for text in compared(how=bc.one_test_set(1000), noun="accuracy").notes if "new records" in text)
    between = sum(np.var(own, ddof=1) / len(own) for own in SCORES.values())
    p, q = (1 - np.mean(own) for own in SCORES.values())  # disjoint errors
    largest = sum(np.sqrt(one * (1 - one)) for one in (p, q)) ** 2 / 1000  # of losses between 0 and 1
    assert f"up to {np.sqrt(1 + largest / between):.2g} times" in compared(how=bc.one_test_set(1000)).notes[0]
    disjoint = np.repeat([1, -1, 0], np.rint(np.array([p, q, 1 - p - q]) * 1e6).astype(int))
    assert f"up to {np.sqrt(1 + disjoint.var() / 1000 / between):.2g} times as wide" in note
    cents = {name: 100 * np.array(own) for name, own in SCORES.items()}
    of_cents = bc.scores(cents, noun="accuracy", bounds=(0, 100), how=bc.one_test_set(1000))
    assert note in bc.compare(of_cents).notes
    assert "times as wide" not in " ".join(compared().notes)


def test_the_screen_and_the_sentence_say_of_what_runs_tell():
    result = compared(how=bc.one_test_set(1000))
    screen = " ".join(str(result).split())
    sds = [np.std(own, ddof=1) for own in SCORES.values()]
    assert "the standard deviation of their values is {:.3f} of mine and {:.3f} of theirs".format(*sds) in screen
    assert "score observed 95 % interval mine 0.825 theirs" in screen
    assert result.sentence().startswith("On one test set of 1,000 records, 3 to 4 runs of each")
    assert compared().sentence().startswith("On one test set, 3 to 4 runs of each")
    undecided = bc.compare(bc.scores({"a": [0.8, 0.81, 0.79], "b": [0.8, 0.82, 0.78]}, how=bc.one_test_set()))
    assert "What could change it more runs" in " ".join(str(undecided).split())
    assert "more runs or records" not in str(undecided)
    report = " ".join(render(result, "text").split())
    assert "For new records 95 % intervals of the runs alone held the truth in 87.0 % on average" in report


def test_the_picture_has_no_means_where_none_are_known():
    ax = bc.plots.plot_values(compared())
    assert "posterior mean" not in ax.get_legend_handles_labels()[1]
    assert "nan" not in " ".join(text.get_text() for axes in ax.child_axes for text in axes.get_yticklabels())


def test_it_is_loaded_as_it_was_saved(tmp_path):
    compared().save(tmp_path / "result.nc")
    assert ends(bc.load(tmp_path / "result.nc")) == pytest.approx(ends(compared()))


@pytest.mark.parametrize(("make", "error", "message"), [
    (lambda: compared(record=[1, 2, 3]), ValueError, "`record` must be left out of scores"),
    (lambda: compared({"a": [0.5], "b": [0.1, 0.2]}), ValueError, "with two scores or more"),
    (lambda: compared({"a": [0.5, 0.5], "b": [0.4, 0.4]}), ValueError, "vary from run to run, but neither"),
    (lambda: bc.one_test_set(0), ValueError, "`n_records` must be"),
    (lambda: bc.scores("a", how=bc.one_test_set(), classifier="m"), ValueError, "there is no `data`"),
    (lambda: bc.rank(bc.scores(SCORES, how=bc.one_test_set())), TypeError, "compare two at a time"),
    (lambda: bc.rank_datasets({"x": bc.scores({**SCORES, "c": [0, 0.2]}, how=bc.one_test_set())}), ValueError,
     "tell nothing of new records"),
])  # fmt: skip
def test_what_does_not_go_is_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
