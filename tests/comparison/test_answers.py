"""Several answers of the same systems to a record: their means are compared; by other metrics they are groups."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import bayescmp as bc
from bayescmp.evidence._fact import ANSWERS
from bayescmp.evidence._several_answers import shares_of_answers
from tests.data import gathered

N, K = 24, 4
ITEM, ANSWER = np.repeat(np.arange(N), K), np.tile(np.arange(K), N)
KEYS = {"record": ITEM, "answer": ANSWER}
GROUPS = np.repeat(np.arange(6), [2, 3, 4, 4, 5, 6])
NUMBERS = ["estimate", "low", "high", "prob_first_better", "prob_equivalent", "prob_second_better"]


def ends(result):
    return result.interval.low, result.interval.high


def drawn_losses(names="ab", seed=0, shared=1.0):
    """Return losses of K answers to each of N records, whose differences share a part, (N K)."""
    rng = np.random.default_rng(seed)
    return {
        name: 0.3 * k + (shared * rng.normal(size=N))[ITEM] + rng.normal(size=N * K) for k, name in enumerate(names)
    }


def means(values, item=ITEM):
    return {name: np.array([own[item == i].mean() for i in np.unique(item)]) for name, own in values.items()}


def drawn_labels(names="ab", seed=0, labels=3):
    """Return true labels of N records and K answers to each, for every answer."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, labels, N)[ITEM]
    right = {name: rng.random(N * K) < np.clip(rng.beta(2, 1 + k, N), 0.05, 0.95)[ITEM] for k, name in enumerate(names)}
    return y, {name: np.where(own, y, (y + 1) % labels) for name, own in right.items()}


def paired(values):
    interval = stats.ttest_rel(values["a"], values["b"]).confidence_interval(0.95)
    return interval.low, interval.high


class TestMeans:
    """Of losses, scores and right answers."""

    @pytest.mark.parametrize("direction", ["loss", "score"])
    def test_the_interval_is_that_of_the_means_of_records(self, direction):
        """Also of partial credit."""
        values = drawn_losses()
        result = bc.compare(gathered(**{direction: values}, **KEYS))
        of_records = means(values)
        assert ends(result) == pytest.approx(paired(of_records))
        test = stats.ttest_rel(of_records["a"], of_records["b"])
        assert 2 * min(result.probabilities[::2]) == pytest.approx(test.pvalue)
        assert result.observed == pytest.approx({name: own.mean() for name, own in of_records.items()})
        assert (result.method.name, result.design.n_records) == ("mean-loss", N)
        sign = 1 if direction == "score" else -1
        assert np.sign(result.prob_first_better - 0.5) == sign * np.sign(test.statistic)

    def test_of_probabilities_it_is_that_of_their_mean_losses(self):
        rng = np.random.default_rng(0)
        y = rng.integers(0, 2, N)[ITEM]
        shares = {name: rng.uniform(0.05, 0.95, N * K) for name in "ab"}
        losses = {name: -np.log(np.where(y, p, 1 - p)) for name, p in shares.items()}
        result = bc.compare(gathered(y_true=y, y_prob=shares, **KEYS), metric="neg_log_loss")
        assert ends(result) == pytest.approx(paired(means(losses)))

    def test_tests_of_records_are_of_means(self):
        values = drawn_losses()
        rows = bc.compare(gathered(loss=values, **KEYS)).methods.set_index("method")
        of_records = means(values)
        expected = bc.frequentist.sign_flip(of_records["a"] - of_records["b"]).pvalue
        assert rows.loc["sign_flip", "pvalue"] == pytest.approx(expected)
        assert "holdout_mcnemar_exact" not in rows.index

    @given(keep=st.lists(st.booleans(), min_size=N * K, max_size=N * K), seed=st.integers(0, 99))
    @settings(max_examples=10)
    def test_records_may_have_unequal_numbers_in_any_order(self, keep, seed):
        """A row that is not there; each record keeps its first answer."""
        order = np.random.default_rng(seed).permutation(np.flatnonzero(np.array(keep) | (ANSWER == 0)))
        values = {name: own[order] for name, own in drawn_losses().items()}
        data = bc.losses(values, record=ITEM[order], how=bc.answers(ANSWER[order]))
        result = bc.compare(data)
        assert ends(result) == pytest.approx(paired(means(values, ITEM[order])), abs=1e-9)
        counts = np.bincount(ITEM[order])
        assert (result.design.answers.smallest, result.design.answers.largest) in {(counts.min(), counts.max()), (0, 0)}

    def test_systems_may_have_unequal_numbers(self):
        """An answer that is None, or NaN."""
        values = drawn_losses()
        values["a"][(ITEM % 3 == 0) & (ANSWER > 1)] = np.nan
        values["b"][(ITEM % 2 == 1) & (ANSWER == 0)] = np.nan
        result = bc.compare(gathered(loss=values, **KEYS))
        expected = {name: np.array([np.nanmean(own[i == ITEM]) for i in range(N)]) for name, own in values.items()}
        assert ends(result) == pytest.approx(paired(expected))
        assert result.observed == pytest.approx({name: own.mean() for name, own in expected.items()})

    def test_one_system_may_have_one_answer_to_each_record(self):
        values = drawn_losses()
        values["b"][ANSWER > 0] = np.nan
        result = bc.compare(gathered(loss=values, **KEYS))
        assert ends(result) == pytest.approx(paired({"a": means(values)["a"], "b": values["b"][ANSWER == 0]}))
        count = "1 to 4 answers (96 of a, 24 of b), those that are there, to each of 24 records"
        assert count in result.notes[0]
        assert "of the variance" not in result.notes[0]

    def test_swapping_mirrors(self):
        data = bc.labels(*drawn_labels(), record=ITEM, how=bc.answers(ANSWER))
        for metric in ("error", "f1_macro", "pass@2"):
            one, other = (bc.compare(data, first=a, second=b, metric=metric) for a, b in ("ab", "ba"))
            assert other.probabilities == pytest.approx(one.probabilities[::-1], abs=1e-12)
            assert other.difference.mean == pytest.approx(-one.difference.mean, abs=1e-12)


class TestOtherMetrics:
    """They are of all answers, in groups of those to a record."""

    def test_of_labels(self):
        y, pred = drawn_labels()
        order = np.lexsort((ITEM, ANSWER))  # the answers of a repeat after those of another, as they are kept
        by_hand = bc.labels(y[order], {k: v[order] for k, v in pred.items()}, group=ITEM[order])
        both = (gathered(y_true=y, y_pred=pred, **KEYS), by_hand)
        found, expected = (bc.compare(data, metric="f1_macro") for data in both)
        assert found.observed == expected.observed
        assert ends(found) == pytest.approx(ends(expected), abs=1e-9)
        assert found.probabilities == pytest.approx(expected.probabilities, abs=1e-9)
        assert (found.design.n_records, found.design.n_groups, found.design.has_groups) == (N, N, False)
        assert f"one hold-out of {N} records with {K} answers each" in found.resampling

    def test_answers_that_some_lack_are_refused(self):
        y, pred = drawn_labels()
        gap = {name: own.tolist() for name, own in pred.items()}
        gap["a"][5] = None
        data = gathered(y_true=y, y_pred=gap, **KEYS)
        with pytest.raises(ValueError, match="`metric` must be a mean over records where some have fewer answers"):
            bc.compare(data, metric="f1_macro")
        bc.compare(data)


class TestGroups:
    """Of records, each with several answers."""

    def test_they_are_those_of_the_means_of_records(self):
        values = drawn_losses()
        found = bc.compare(gathered(loss=values, group=GROUPS[ITEM], **KEYS))
        of_means = bc.compare(bc.losses(means(values), group=GROUPS))
        assert ends(found) == pytest.approx(ends(of_means), abs=1e-8)
        pvalues = [one.methods.set_index("method").loc["cluster_t", "pvalue"] for one in (found, of_means)]
        assert pvalues[0] == pytest.approx(pvalues[1])

    def test_a_group_for_each_record_changes_nothing(self):
        values = drawn_losses()
        one, other = (bc.compare(gathered(loss=values, **KEYS, **more)) for more in ({}, {"group": ITEM}))
        assert other.methods.equals(one.methods)


class TestMissing:
    """Records to which a system has no answer at all."""

    @staticmethod
    def given_(count=K):
        """Return labels, and answers of which the first has none, or only some, to the third record."""
        y, pred = drawn_labels()
        gap = {name: own.tolist() for name, own in pred.items()}
        for place in np.flatnonzero((ITEM == 2) & (count > ANSWER)):
            gap["a"][place] = None
        return y, pred, gap

    def test_dropped_they_are_left_out_of_pairs(self):
        y, pred, gap = self.given_()
        result = bc.compare(gathered(y_true=y, y_pred=gap, on_missing="drop", **KEYS))
        kept = ITEM != 2
        of_records = means({name: (own != y)[kept] for name, own in pred.items()}, ITEM[kept])
        assert ends(result) == pytest.approx(paired(of_records))
        assert result.design.n_records == N - 1
        assert "1 of 24 records left out, which one of the two did not answer" in " ".join(result.notes)

    def test_counted_as_wrong_they_are(self):
        y, pred, gap = self.given_()
        result = bc.compare(gathered(y_true=y, y_pred=gap, on_missing="wrong", **KEYS))
        of_records = means({"a": (pred["a"] != y) | (ITEM == 2), "b": pred["b"] != y})
        assert ends(result) == pytest.approx(paired(of_records))


class TestNotes:
    """How much of the variance comes from answers to the same record."""

    @staticmethod
    def share(values):
        """One-way analysis of variance by hand: within records over that of the differences of means."""
        within = sum(
            np.mean([own[i == ITEM].var(ddof=1) / K for i in range(N)]) for own in values.values()
        )  # fmt: skip
        of_records = means(values)
        return within / (of_records["a"] - of_records["b"]).var(ddof=1)

    @staticmethod
    def limits(share, df=2 * N * (K - 1)):
        """What the share may be, by quantiles of the F distribution below 1."""
        f = stats.f(N - 1, df)
        return [share * f.ppf(at * f.cdf(1 / share)) for at in (0.025, 0.975)]

    @pytest.mark.parametrize("shared", [0.5, 2.0])
    def test_the_share_is_that_of_an_analysis_of_variance(self, shared):
        values = drawn_losses(shared=shared)
        expected = self.share(values)
        assert 0 < expected < 0.9
        result = bc.compare(gathered(loss=values, **KEYS))
        assert [fact.size for fact in result.evidence.facts if fact.kind == "answers"] == [pytest.approx(expected)]
        low, high = self.limits(expected)
        said = re.search(
            f"4 answers to each of 24 records, which are the units; {100 * expected:.0f} % "
            r"\((\d+) % to (\d+) %\) of the variance of the difference is estimated to come from answers to the same "
            "record: more of them can make "
            r"intervals (\d+) % to (\d+) % shorter at most, twice as many records 29 %",
            " ".join(result.notes),
        )
        shorter = [1 - np.sqrt(1 - limit) for limit in (low, high)]
        assert [int(one) for one in said.groups()] == pytest.approx([100 * one for one in (low, high, *shorter)], abs=1)

    def test_it_is_no_more_than_all(self):
        values = {name: np.tile([0.0, 1.0, 2.0, 3.0 + k], N) + 0.01 * (ITEM % 5) * k for k, name in enumerate("ab")}
        result = bc.compare(gathered(loss=values, **KEYS))
        assert re.search(r"; at least \d\d % of the variance of the difference", result.notes[0])
        (fact,) = (one for one in result.evidence.facts if one.kind == "answers")
        assert fact.size > 1
        shares = shares_of_answers(fact)
        assert 0 < shares.min() <= shares.max() < 1

    def test_answers_that_never_vary_have_no_share(self):
        y, pred = drawn_labels()
        same = {name: np.repeat(own[ANSWER == 0], K) for name, own in pred.items()}
        notes = bc.compare(gathered(y_true=y, y_pred=same, **KEYS), metric="error").notes
        assert "; 0 % of the variance" in " ".join(notes)

    def test_of_preferences_it_is_that_of_the_difference_that_a_rater_makes(self):
        rng = np.random.default_rng(2)
        drawn = rng.choice(["x", "y", "tie"], p=[0.5, 0.4, 0.1], size=(200, 4))
        rows = pd.DataFrame({"q": np.repeat(np.arange(200), 4), "r": np.tile(np.arange(4), 200), "p": drawn.ravel()})
        found = bc.compare(bc.preferences("p", data=rows, record="q", how=bc.answers("r")))
        fact = next(fact for fact in found.content.evidence.facts if fact.kind == ANSWERS)
        lost = (drawn == "y").astype(float) - (drawn == "x")
        expected = lost.var(axis=1, ddof=1).mean() / 4 / lost.mean(axis=1).var(ddof=1)
        assert fact.size == pytest.approx(expected)
        assert fact.df == 200 * 3  # raters, each once

    def test_of_several_it_is_the_largest(self):
        values = drawn_losses("abc", shared=1.5)
        values["c"] = means(values)["c"][ITEM]
        shares = [self.share({"a": values[a], "b": values[b]}) for a, b in ("ab", "ac", "bc")]
        assert max(shares) < 1
        note = " ".join(bc.rank(gathered(loss=values, **KEYS), draws=400).notes)
        assert f"at most {100 * max(shares):.0f} % (" in note


class TestResults:
    """Rankings, files, methods."""

    @pytest.mark.parametrize("metric", ["error", "f1_macro"])
    def test_a_ranking_of_two_is_their_comparison(self, metric):
        data = bc.labels(*drawn_labels(), record=ITEM, how=bc.answers(ANSWER))
        row, result = bc.rank(data, metric=metric, draws=400).pairs.iloc[0], bc.compare(data, metric=metric)
        tolerance = {"rel": 1e-8} if metric == "error" else {"rel": 0.2, "abs": 0.01}  # of draws
        assert row[NUMBERS].tolist() == pytest.approx(result.methods.iloc[0][NUMBERS].tolist(), **tolerance)

    @pytest.mark.parametrize("of", ["loss", "pass@2"])
    def test_a_task_has_the_answer_of_its_records(self, of):
        task = np.array(["x", "y"])[ITEM % 2]
        y, pred = drawn_labels(labels=2)
        given_ = {"loss": drawn_losses()} if of == "loss" else {"y_true": y, "y_pred": pred}
        options = {} if of == "loss" else {"metric": of}
        tasks = bc.compare(gathered(**given_, task=task, **KEYS), **options).tasks
        for name in "xy":
            own = task == name
            part = {key: {k: v[own] for k, v in value.items()} if isinstance(value, dict) else value[own]
                    for key, value in given_.items()}  # fmt: skip
            alone = gathered(**part, record=ITEM[own], answer=ANSWER[own])
            expected = ends(bc.compare(alone, **options))
            assert tasks.loc[name, ["low", "high"]].tolist() == pytest.approx(list(expected), abs=1e-6)
            assert tasks.loc[name, "n_records"] == N / 2


@pytest.fixture(scope="module")
def result():
    return bc.compare(gathered(loss=drawn_losses(shared=0.5), **KEYS))


class TestPlan:
    """How sure more answers would be, and what they cost."""

    def test_only_the_part_of_answers_shrinks(self, result):
        share = TestNotes.share(drawn_losses(shared=0.5))
        f = stats.f(N - 1, 2 * N * (K - 1))
        mean = share * f.expect(lambda x: x, ub=1 / share, conditional=True)
        planned = bc.plan(result, n_records=[N, 100], n_answers=[1, 4, 10, np.inf], difference=0.2).table
        assert list(planned.columns[:3]) == ["n_records", "n_repeats", "n_answers"]
        assert (planned["n_repeats"] == 1).all()
        for _, row in planned.iterrows():
            factor = 1 - mean + mean * K / row["n_answers"]
            expected = result.difference.sd * np.sqrt(factor * N / row["n_records"])
            assert row["sd"] == pytest.approx(expected, rel=2e-3)
            if row["n_answers"] == K:  # else a mixture over shares
                assert row["width"] == pytest.approx(2 * stats.norm.ppf(0.975) * expected)
                assert row["power"] == pytest.approx(stats.norm.sf(stats.norm.ppf(0.975) - 0.2 / expected))

    def test_unequal_numbers_count_by_their_harmonic_mean(self):
        values = drawn_losses(shared=0.5)
        for own in values.values():
            own[(ITEM < N // 2) & (ANSWER > 1)] = np.nan
        result = bc.compare(gathered(loss=values, **KEYS))
        table = bc.plan(result, n_records=[N]).table.set_index("n_answers")
        harmonic = 1 / np.mean(np.where(np.arange(N) < N // 2, 1 / 2, 1 / K))
        assert table["sd"][harmonic] == pytest.approx(result.difference.sd)

    def test_costs_are_of_records_and_answers(self, result):
        planned = bc.plan(result, n_records=[10, 30], n_answers=[1, 5], costs=(2, 0.5)).table
        assert planned["cost"].tolist() == [10 * 2.5, 10 * 4.5, 30 * 2.5, 30 * 4.5]
        assert "cost" in str(bc.plan(result, costs=(2, 0.5)))

    def test_records_in_groups_are_planned_for_too(self):
        data = gathered(loss=drawn_losses(shared=0.5), group=GROUPS[ITEM], **KEYS)
        result = bc.compare(data)
        sd = bc.plan(result, n_records=[N, 4 * N], n_answers=[K]).table["sd"]
        own = float(result.posterior.scales.max())  # of a t distribution, which many groups make a normal one
        assert sd.tolist() == pytest.approx([own, own / 2])

    def test_of_values_that_are_no_means_nothing_is_foreseen_of_more_answers(self):
        y, pred = drawn_labels()
        result = bc.compare(gathered(y_true=y, y_pred=pred, **KEYS), metric="pass@2")
        assert bc.plan(result, n_records=[N]).table["n_answers"].tolist() == [K]

    @pytest.mark.parametrize(("options", "message"), [
        ({"n_repeats": [1]}, "`n_repeats` must be left out of one hold-out of 24 records with 4 answers each"),
        ({"n_answers": [0]}, "`n_answers` must be at least 1, but got 0"),
        ({"costs": 3}, r"`costs` must be \(of a record, of an answer to it or a run\), but got 3"),
        ({"costs": (1, -1)}, "`costs` must be 0 or more, but got -1"),
    ])  # fmt: skip
    def test_other_arguments_are_refused(self, result, options, message):
        with pytest.raises((TypeError, ValueError), match=message):
            bc.plan(result, **options)


def held(trials, n=40, k=5):
    """Share of simulated hold-outs whose 95 % interval holds the difference, 0.

    How often a system is wrong about a record is drawn for each record and system.
    """
    rng, count, item = np.random.default_rng(0), 0, np.repeat(np.arange(n), k)
    keys = {"record": item, "answer": np.tile(np.arange(k), n)}
    for _ in range(trials):
        wrong = {name: (rng.random(n * k) < rng.beta(0.5, 0.5, n)[item]).astype(float) for name in "ab"}
        low, high = ends(bc.compare(gathered(loss=wrong, **keys)))
        count += low <= 0 <= high
    return count / trials


@pytest.mark.slow
def test_intervals_hold_as_often_as_they_say():
    assert held(400) == pytest.approx(0.95, abs=3.5 * np.sqrt(0.95 * 0.05 / 400))
