"""What holds for every comparison: mirrors, permutations, sums, defined answers."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bayescmp as bc
from tests.data import cross_validated, hold_out, swapped, table

MIRRORED = {"first better": "second better", "second better": "first better"}


@st.composite
def ten_tables(draw):
    n, n_repeats = draw(st.integers(4, 60)), draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    shares = rng.dirichlet([0.5] * 4)
    counts = np.stack([rng.multinomial(size, shares, size=n_repeats) for size in (n // 2, n - n // 2)], axis=1)
    return table(*np.moveaxis(counts, -1, 0), dims=("repeat", "fold"))


def predictions_of(seed, n_repeats):
    """Return random predictions of a hold-out (no repeats) or an m x 2 cross-validation of 24 records."""
    rates = dict(zip("ab", np.random.default_rng(seed).random(2), strict=True))
    return cross_validated(rates, 24, n_repeats, seed=seed) if n_repeats else hold_out(rates, 24, seed=seed)


one_table = st.tuples(*[st.integers(0, 200)] * 4).filter(any).map(lambda counts: table(*counts))
tables = st.one_of(one_table, ten_tables())
ropes = st.one_of(
    st.just(0.0), st.floats(0.001, 0.5), st.tuples(st.floats(-0.5, 0.0), st.floats(0.0, 0.5)), st.just((-0.05, 0))
)
priors, strengths = st.sampled_from(["beta", "dirichlet"]), st.sampled_from([0.5, 1.0, 3.0])
methods = st.builds(bc.methods.Auto, prior=priors, strength=strengths)
options = st.fixed_dictionaries({"method": methods, "threshold": st.sampled_from([0.8, 0.975])})


def near(value, abs_tol=1e-9):
    return pytest.approx(value, abs=abs_tol, rel=1e-9)


@given(tables, ropes, options)
def test_swapping_the_classifiers_mirrors_everything(data, rope, given_options):
    low, high = rope if isinstance(rope, tuple) else (-rope, rope)
    ours = bc.compare(data, first="a", second="b", rope=(low, high), **given_options)
    theirs = bc.compare(swapped(data), first="b", second="a", rope=(-high, -low), **given_options)
    probabilities = theirs.prob_second_better, theirs.prob_equivalent, theirs.prob_first_better
    assert (ours.prob_first_better, ours.prob_equivalent, ours.prob_second_better) == near(probabilities)
    assert ours.errors == theirs.errors
    assert ours.difference.mean == -theirs.difference.mean
    assert ours.difference.sd == near(theirs.difference.sd)
    assert (ours.interval.low, ours.interval.high) == near((-theirs.interval.high, -theirs.interval.low))
    assert ours.bayes_factor == pytest.approx(theirs.bayes_factor, rel=1e-12)
    assert ours.effective_size == pytest.approx(theirs.effective_size)
    if all(abs(p - ours.threshold) > 1e-9 for p in probabilities):
        assert ours.decision == MIRRORED.get(theirs.decision, theirs.decision)


@pytest.mark.parametrize(("only_wrong", "rope"), [(30, 0.02), (200, 0), (200, 0.02)])
def test_a_probability_is_the_same_however_small_it_is(only_wrong, rope):
    ours = bc.compare(table(0, only_wrong, 1, 9000), rope=rope)
    theirs = bc.compare(table(0, 1, only_wrong, 9000), rope=rope)
    assert theirs.prob_second_better == pytest.approx(ours.prob_first_better, rel=1e-6, abs=0)


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.integers(0, 5), st.randoms(use_true_random=False))
def test_the_order_of_records_and_repeats_does_not_matter(seed, n_repeats, random):
    data = predictions_of(seed, n_repeats)
    order = {dim: random.sample(range(data.sizes[dim]), data.sizes[dim]) for dim in ("record", "repeat")}
    one, other = bc.compare(data, rope=0.01), bc.compare(data.isel(order), rope=0.01)
    assert one.summary().to_dict("records") == [pytest.approx(row) for row in other.summary().to_dict("records")]
    assert one.estimand == other.estimand


@given(tables, options)
def test_without_a_rope_the_decision_and_the_interval_say_the_same(data, given_options):
    threshold = given_options["threshold"]
    result = bc.compare(data, ci_prob=2 * threshold - 1, **given_options)
    assume(all(abs(p - threshold) > 1e-9 for p in (result.prob_first_better, result.prob_second_better)))
    low, high = result.interval.low, result.interval.high
    assert result.decision == ("first better" if high < 0 else "second better" if low > 0 else "undecided")


@given(tables, ropes, options)
def test_the_decision_names_the_outcome_that_reaches_the_threshold(data, rope, given_options):
    result = bc.compare(data, rope=rope, **given_options)
    named = zip(("first better", "equivalent", "second better"), result.probabilities, strict=True)
    reached = [name for name, probability in named if probability >= result.threshold]
    assert [result.decision] == (reached or ["undecided"])


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.integers(0, 5))
def test_identical_classifiers_are_undecided_and_nobody_is_favoured(seed, n_repeats):
    data = predictions_of(seed, n_repeats)
    data["y_pred"][{"classifier": 1}] = data["y_pred"].isel(classifier=0)
    result = bc.compare(data)
    assert result.decision == "undecided"
    assert result.prob_first_better == result.prob_second_better == pytest.approx(0.5, abs=1e-14)
    assert result.difference.mean == 0
    assert result.bayes_factor <= 1
    assert result.summary()["pvalue"].item() == 1
    said = result.content.headline()
    assert said.startswith("a and b err on the same records. Undecided: the data favour neither a nor b.")


@pytest.mark.parametrize(("counts", "ci_kind", "rope", "repeated"), [
    ((9, 0, 0, 0), "eti", 0.1, True), ((0, 0, 0, 1), "hdi", 0, False), ((0, 1, 0, 0), "eti", 0, False),
    ((0, 0, 1, 0), "hdi", 0, True), ((0, 9, 0, 0), "eti", 0.1, False), ((0, 4, 4, 0), "eti", 0, True),
])  # fmt: skip
def test_extreme_tables_have_defined_answers(counts, ci_kind, rope, repeated):
    ones = np.ones((5, 2), dtype=int)
    data = table(*(k * ones for k in counts), dims=("repeat", "fold")) if repeated else table(*counts)
    result = bc.compare(data, ci_kind=ci_kind, rope=rope)
    numbers = result.summary().select_dtypes("number").to_numpy()
    assert np.isfinite(numbers).all()
    assert -1 <= result.interval.low < result.interval.high <= 1
    assert 0 <= result.summary()["pvalue"].item() <= 1
    if counts[1] == counts[2]:
        assert result.summary()["pvalue"].item() == 1
        assert result.prob_first_better == pytest.approx(result.prob_second_better, abs=1e-12)
