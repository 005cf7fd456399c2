"""Losses without any spread are ranked, shown and reported; no cell of a report is "nan"."""

import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.reports import render
from tests.data import gathered

N = 20
FOLDS = {"hold-out": {}, "5 folds": {"fold": np.arange(N) % 5}}
NO_NUMBER = re.compile(r"\b(?:nan|NaN|None|inf)\b")


def words_of(result, kind):
    """Everything that a result says in a format, without its pictures."""
    return re.sub(r"data:image[^\"]*|<svg.*?</svg>", "", render(result, kind), flags=re.DOTALL)


@pytest.mark.parametrize(("design", "values", "rope"), [
    ("hold-out", [0.1, 0.1, 0.2], 0.05), ("5 folds", [0, 0], 0.0), ("hold-out", [0.3, 0.3, 0.3], 0.0),
])  # fmt: skip
def test_losses_that_never_vary_are_ranked_as_far_as_bounds_tell(design, values, rope):
    losses = {f"c{number}": np.full(N, float(value)) for number, value in enumerate(values)}
    ranking = bc.rank(gathered(loss=losses, bounds=(0, 1), **FOLDS[design]), rope=rope, draws=2000)
    table, best = ranking.classifiers.sort_index(), np.array(values) == min(values)
    np.testing.assert_allclose(table["estimate"], values, atol=0.01)
    if not best.all():
        assert ((table["prob_best"] > 1 / len(values)) == best).all()
    else:
        np.testing.assert_allclose(table["prob_best"], 1 / len(values))
        assert table["expected_regret"].nunique() == 1
        assert 0 < table["expected_regret"].iloc[0] < 0.06
        assert (ranking.pairs["decision"] == "undecided").all()  # few records do not show that they are equal
    assert max(map(len, str(ranking).splitlines())) <= 80
    for shown in (str(ranking), ranking._repr_html_(), ranking.to_json()):
        assert not re.search(r"\b(?:nan|NaN)\b", shown)


def test_what_never_varies_and_has_no_bounds_is_refused_where_it_differs():
    losses = {"a": np.full(N, 0.1), "b": np.full(N, 0.2), "c": np.full(N, 0.2)}
    with pytest.raises(ValueError, match="those of 'a' and 'b' differ by the same everywhere, and have no bounds"):
        bc.rank(bc.losses(losses))


def test_decimals_are_those_of_the_classifier_that_varies():
    losses = {"a": np.random.default_rng(0).random(N), "b": np.full(N, 0.5), "c": np.full(N, 0.5)}
    ranking = bc.rank(bc.losses(losses), draws=500)
    sd = (ranking.classifiers.loc["a", "high"] - ranking.classifiers.loc["a", "low"]) / 4
    assert 0.03 < sd < 0.2
    shown = next(line.split() for line in str(ranking).splitlines() if line.split()[:1] == ["b"])
    assert shown[1:4] == ["0.500", "[0.500,", "0.500]"] if sd < 0.1 else ["0.50", "[0.50,", "0.50]"]


def test_a_comparison_of_draws_that_are_all_the_same_is_reported():
    y = np.arange(N) % 2
    same = np.full((N, 2), 0.5)
    data = bc.probabilities(y, {"a": same, "b": same}, y_pred={"a": y, "b": y})
    result = bc.compare(data, metric="roc_auc", pos_label=1)
    assert not NO_NUMBER.search(words_of(result, "text"))
    assert "better" in render(result, "html")  # with its pictures


@pytest.mark.full
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    design=st.sampled_from(["hold-out", "5 folds"]),
    values=st.lists(st.sampled_from([0.0, 0.1, 0.3, None]), min_size=2, max_size=4),
    missing=st.booleans(),
    metric=st.sampled_from(["error", "f1_macro", "loss"]),
    kind=st.sampled_from(["text", "markdown", "latex"]),
)
def test_no_cell_is_nan(seed, design, values, missing, metric, kind):
    """A value is the share of wrong records or the loss of each; with None both vary."""
    rng = np.random.default_rng(seed)
    rates = [rng.random(N) if value is None else np.full(N, value) for value in values]
    if metric == "loss":
        named = {f"c{i}": one for i, one in enumerate(rates)}
        data, asked = gathered(loss=named, bounds=(0, 1), **FOLDS[design]), {}
    else:
        y, asked = np.arange(N) % 2, {"metric": metric}
        labels = {f"c{i}": np.where(np.linspace(0, 1, N) < one, 1.0 - y, y) for i, one in enumerate(rates)}
        if missing and design == "hold-out":
            labels["c0"][:3] = np.nan
        drop = "drop" if missing and design == "hold-out" else "error"
        data = gathered(y_true=y, y_pred=labels, on_missing=drop, **FOLDS[design])
    for result in (bc.rank(data, draws=200, **asked), bc.compare(data, first="c0", second="c1", **asked)):
        assert not NO_NUMBER.search(words_of(result, kind)), kind


def test_what_is_identical_on_few_records_is_not_known_to_be_the_same():
    """Of one of two, P(within the rope of the best) is (1 + P(equivalent)) / 2, as far as its prior is symmetric."""
    y = np.arange(20) % 2
    ranking = bc.rank(bc.labels(y, {"a": y, "b": y}), rope=0.05, draws=100_000)
    (pair,) = ranking.pairs.itertuples()
    table = ranking.classifiers
    assert table["prob_best"].tolist() == [0.5, 0.5]
    np.testing.assert_allclose(table["prob_within_rope_of_best"], (1 + pair.prob_equivalent) / 2, atol=0.01)
    said = " ".join(str(ranking).split())
    assert said.startswith(
        "Undecided: none of 2 classifiers is beaten by more than 0.05 with probability 0.975 or more; each of a and b"
    )
