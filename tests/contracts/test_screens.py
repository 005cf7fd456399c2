"""What stands on a screen, of every result: no more than that, in words that people know."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.content import row_words
from bayescmp.frequentist import TESTS
from bayescmp.methods import METHODS
from bayescmp.metrics import METRICS
from tests.data import answered

WIDTH, HEIGHT = 80, 24
CODE = [name for name in (*METHODS, *TESTS) if re.search(r"[-_]", name)]


def predictions(n=120):
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, n)
    shares = {name: np.clip(rng.normal(0.5 + 0.3 * (y - 0.5) * k, 0.2), 0.01, 0.99) for name, k in (("a", 2), ("b", 1))}
    return bc.probabilities(y, shares)


@pytest.fixture(scope="module")
def data():
    return predictions()


def of_data_sets():
    rng = np.random.default_rng(1)
    columns = {"tree": 0.8, "forest": 0.82, "bayes": 0.78}
    values = {name: (mean + rng.normal(0, 0.03, 10)).round(3) for name, mean in columns.items()}
    return pd.DataFrame(values, index=[f"set {number}" for number in range(10)])


@pytest.mark.parametrize("rope", [0.0, 0.02, (-0.01, 0.03)])
@pytest.mark.parametrize("metric", ["error", "accuracy", "f1", "roc_auc", "neg_brier_score"])
def test_of_two_is_small_and_speaks_no_code(data, metric, rope):
    screen = str(bc.compare(data, metric=metric, rope=rope))
    lines = screen.splitlines()
    assert len(lines) <= HEIGHT
    assert max(map(len, lines)) <= WIDTH
    assert [name for name in CODE if name in screen] == []
    assert not re.search(r"\bfirst\b|\bsecond\b", screen)


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_the_difference_is_the_rounded_truth_near_what_the_values_above_it_give(data, metric):
    result = bc.compare(data, metric=metric)
    first, second, difference = (float(text) for text in result.content.table()["observed"])
    shown = result.content.table()["observed"][2]
    assert shown == f"{np.subtract(*result.observed.values()):.{len(shown.partition('.')[2])}f}"
    assert first - second == pytest.approx(difference, abs=1.01 * 10.0 ** -len(shown.partition(".")[2]))
    shown = dict(zip(("a", "b"), (first, second), strict=True))
    assert shown == pytest.approx(result.observed, abs=0.5 * 10.0**-result.content.digits + 1e-12)


@pytest.mark.parametrize("result", [
    lambda: bc.rank(predictions(), draws=500),
    lambda: bc.compare_datasets(of_data_sets(), first="tree", second="forest", metric="accuracy", rope=0.01),
    lambda: bc.rank_datasets(of_data_sets(), metric="accuracy", draws=400),
    lambda: bc.compare(bc.paired_table(both_wrong=65, only_first_wrong=12, only_second_wrong=28, both_right=95)),
], ids=["ranking", "two over data sets", "several over data sets", "table"])  # fmt: skip
def test_of_other_results_speaks_no_code_either(result):
    screen = str(result())
    assert max(map(len, screen.splitlines())) <= WIDTH
    assert [name for name in CODE if name in screen] == []


MANY = 22
"""Classifiers, two more than a screen shows."""
LONG = [f"classifier {number:02} {'of many ' * 6}"[:60] for number in range(MANY)]
ALIKE = ["L" * 200 + f"{number:02}" + "L" * 200 for number in range(MANY)]
SHORT = [f"c{number}" for number in range(MANY)]


class TestOfMany:
    """Screens of many classifiers, whose names may be long, have 80 columns, and no two names become one."""

    @pytest.fixture(autouse=True)
    def _few_draws(self, monkeypatch):
        monkeypatch.setattr("bayescmp.methods._label_counts_method.DRAWS", 100)

    def check(self, result):
        assert max(map(len, str(result).splitlines())) <= WIDTH
        assert max(map(len, result.details().splitlines())) <= WIDTH
        table = result.content.table()
        shown = next(iter(table.values()))
        assert len(set(shown)) == len(shown) == 20
        assert table["beaten by"][0] == "-"
        assert re.fullmatch(r"\d+( others)?( \(\d+†\))?", table["beaten by"][-1])
        return table

    @pytest.mark.full
    @pytest.mark.parametrize(("names", "metric"), [
        pytest.param(LONG, "error", id="long"),
        pytest.param(SHORT, "error", id="short"),
        pytest.param(ALIKE, "jaccard_weighted", id="alike, by a long word"),
    ])  # fmt: skip
    def test_on_one_data_set(self, names, metric):
        rates = {name: 0.02 + 0.02 * place for place, name in enumerate(names)}
        y, answers = answered(rates, 200, hard=0.3)
        ranking = bc.rank(bc.labels(y, answers), metric=metric, draws=200)
        table, frame = self.check(ranking), ranking.pairs
        first, second = (frame["decision"] == f"{side} better" for side in ("first", "second"))
        for name, said in zip(ranking.classifiers.index, table["beaten by"], strict=False):
            by = int((first & (frame["second"] == name)).sum() + (second & (frame["first"] == name)).sum())
            count = re.fullmatch(r"(\d+)( others?)?( \(\d+†\))?", said)
            assert by == (int(count[1]) if count else 0 if said == "-" else 1 + said.count(","))

    @pytest.mark.full
    @pytest.mark.parametrize("names", [ALIKE, SHORT], ids=["alike", "short"])
    def test_over_data_sets(self, names):
        noise = np.random.default_rng(0).normal(0, 0.01, (6, MANY))
        frame = pd.DataFrame(0.3 + 0.02 * np.arange(MANY) + noise, columns=names)
        frame.index = [f"set {number}" for number in range(6)]
        frame.iloc[0, 3] = np.nan
        self.check(bc.rank_datasets(frame, metric="jaccard_weighted", draws=400))


@pytest.mark.full
def test_of_two_with_long_names_over_data_sets_is_as_wide():
    frame = of_data_sets()[["tree", "forest"]].set_axis(ALIKE[:2], axis=1)
    frame.index = LONG[:10]
    result = bc.compare_datasets(frame, metric="jaccard_weighted", rope=0.01)
    for one in (result, replace(result, by="tasks_" * 12)):
        assert max(map(len, str(one).splitlines())) <= WIDTH
        assert max(map(len, one.details().splitlines())) <= WIDTH
        assert len(set(one.content.table()["difference"])) == 3


def test_is_as_wide_as_it_is_asked_to_be(data):
    content = bc.compare(data).content
    assert max(map(len, content.screen(60).splitlines())) <= 60
    assert len(content.screen(120).splitlines()) < len(content.screen(60).splitlines())


def test_an_asymmetric_rope_is_that_of_values(data):
    higher = bc.compare(data, metric="accuracy", rope=(-0.01, 0.03))
    said = dict(higher.content.lines())["Probabilities"]
    assert said.startswith(f"a better by > 0.03: {higher.content.prob(higher.prob_first_better)}")
    assert said.endswith(f"b better by > 0.01: {higher.content.prob(higher.prob_second_better)}")


def test_details_have_every_method_and_test(data):
    result = bc.compare(data)
    details = result.details()
    assert all(row_words(row) in " ".join(details.split()) for row in result.methods.itertuples())
    assert max(map(len, details.splitlines())) <= WIDTH


def test_a_notebook_has_the_table_and_the_picture(data):
    page = bc.compare(data)._repr_html_()
    assert page.count("<table") == 1
    assert page.count("<svg") == 1
    assert "What it is about" in page


class TestClassifiers:
    def test_are_those_of_a_ranking(self, data):
        for metric in ("error", "accuracy", "f1_macro", "roc_auc", "neg_brier_score"):
            alone, ranked = bc.compare(data, metric=metric).classifiers, bc.rank(data, metric=metric).classifiers
            columns = ["estimate", "low", "high"]
            np.testing.assert_allclose(alone[columns], ranked.loc[alone.index, columns], rtol=0, atol=1e-12)

    def test_of_a_table_are_beta_posteriors(self):
        table = bc.paired_table(both_wrong=65, only_first_wrong=12, only_second_wrong=28, both_right=95)
        frame = bc.compare(table, ci_prob=0.9).classifiers
        assert frame["observed"].tolist() == pytest.approx([77 / 200, 93 / 200])
        assert frame["estimate"].tolist() == pytest.approx([79 / 204, 95 / 204])
        from scipy import stats

        assert frame[["low", "high"]].to_numpy() == pytest.approx(
            np.array([stats.beta(79, 125).ppf([0.05, 0.95]), stats.beta(95, 109).ppf([0.05, 0.95])])
        )

    def test_are_not_known_where_there_are_scores_alone(self):
        scores = {"a": [0.9, 0.8, 0.85, 0.7], "b": [0.6, 0.7, 0.65, 0.6]}
        frame = bc.compare(bc.scores(scores, how=bc.validation_sets(30, 10))).classifiers
        assert frame["observed"].tolist() == pytest.approx([0.8125, 0.6375])
        assert frame[["estimate", "low", "high"]].isna().all(axis=None)


@pytest.mark.parametrize(("counts", "shown"), [
    ((5, 27, 568), ["0.0083", "0.0450", "-0.0367"]),  # 5/600 - 27/600 as rounded
    ((10, 32, 558), ["0.017", "0.053", "-0.037"]),  # in no decimals: the truth
])  # fmt: skip
def test_differences_are_rounded_truths(counts, shown):
    from bayescmp.content._numbers import subtracted

    first, second, _ = (count / 600 for count in counts)
    assert subtracted(first, second, 4 if shown[0] == "0.0083" else 3) == shown
