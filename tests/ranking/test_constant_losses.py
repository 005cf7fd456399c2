"""Losses without any spread are ranked, shown and reported; no cell of a report is "nan"."""

import re

import numpy as np
import pytest

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


def test_a_comparison_of_draws_that_are_all_the_same_is_reported():
    y = np.arange(N) % 2
    same = np.full((N, 2), 0.5)
    data = bc.probabilities(y, {"a": same, "b": same}, y_pred={"a": y, "b": y})
    result = bc.compare(data, metric="roc_auc", pos_label=1)
    assert not NO_NUMBER.search(words_of(result, "text"))
    assert "better" in render(result, "html")  # with its pictures


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
