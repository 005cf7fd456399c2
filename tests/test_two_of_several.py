"""What is said of two classifiers is the same, whether they are compared or ranked."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.methods import Auto
from tests.data import cross_validated, hold_out

NUMBERS = ["estimate", "low", "high", "prob_first_better", "prob_equivalent", "prob_second_better"]
DATA = {
    "hold-out": lambda: hold_out({"tree": 0.1, "svm": 0.2}, 90),
    "5 x 2": lambda: cross_validated({"tree": 0.1, "svm": 0.2}, 60),
    "losses": lambda: bc.losses({name: np.random.default_rng(3).exponential(k + 1, 50) for k, name in enumerate("ab")}),
}


ASKED = {"rope": 0.02, "method": Auto(tau="cautious", strength=0.5)}
SHORTEST = ASKED | {"ci_kind": "hdi"}


@pytest.mark.full
@pytest.mark.parametrize(("name", "options"), [
    *((name, {}) for name in DATA),
    ("5 x 2", ASKED),
    ("hold-out", SHORTEST),
    ("losses", SHORTEST),
])  # fmt: skip
def test_a_ranking_of_two_is_their_comparison(name, options):
    data = DATA[name]()
    row, result = bc.rank(data, draws=400, **options).pairs.iloc[0], bc.compare(data, **options)
    found, expected = row[NUMBERS].tolist(), result.methods.iloc[0][NUMBERS].tolist()
    # To the last digit where counts are added; sums of losses of a pair are taken from the differences themselves.
    assert found == (pytest.approx(expected, rel=1e-8) if name == "losses" else expected)
    assert row["decision"] == result.decision


def test_a_prior_that_several_cannot_have_is_refused_where_the_method_has_it():
    three = hold_out({"a": 0.1, "b": 0.2, "c": 0.3}, 60)
    with pytest.raises(ValueError, match="`prior` of the method must be 'dirichlet' for several classifiers"):
        bc.rank(three, method=Auto(prior="beta"))
    with pytest.raises(ValueError, match="`prior` of the method must be 'dirichlet' for several classifiers"):
        bc.rank_datasets({"one": three, "two": three}, method=Auto(prior="beta"), draws=400)
    assert bc.rank(three, metric="f1", method=Auto(prior="beta"), draws=400).best == "a"
