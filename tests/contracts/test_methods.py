"""What every method promises, on all evidence that it fits."""

import json

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.design import CROSS_VALIDATION, EFFECTIVE, HOLD_OUT, RUNS, TWO_FOLD, Design
from bayescmp.evidence import evidence_of
from bayescmp.methods import METHODS, Analysis
from bayescmp.metrics import METRICS
from bayescmp.posteriors import DrawnPosterior
from bayescmp.posteriors._drawn_records import JudgedPosterior
from tests.data import WORKS

DESIGNS = {
    "hold-out": (HOLD_OUT, True), "judged": (HOLD_OUT, True), "one table": (HOLD_OUT, False),
    "effective table": (EFFECTIVE, False), "5 x 2 tables": (TWO_FOLD, False), "5 x 2 BCV": (TWO_FOLD, True),
    "5-fold": (CROSS_VALIDATION, True), "hold-outs": (CROSS_VALIDATION, True),
    "10-fold scores": (CROSS_VALIDATION, False), "runs": (RUNS, True), "scores of runs": (RUNS, False),
}  # fmt: skip
ERROR, LOSSES = (METRICS["error"], evidence_of(bc.losses({"a": [0.1, 0.2], "b": [0.3, 0.1]})).metric)
METRICS_OF = {True: [ERROR, METRICS["f1_macro"], METRICS["neg_brier_score"]], False: [ERROR, LOSSES]}
CASES = [
    (data, method.name)
    for data, (kind, has_records) in DESIGNS.items()
    for metric in (METRICS_OF[has_records] if data != "judged" else [ERROR])
    for method in METHODS.values()
    if method.fits(
        Design(
            kind=kind, n_records=90, has_records=has_records, test_to_train=1 / 9,
            n_judged=200 * (data == "judged"),
        ),
        metric,
    )
]  # fmt: skip
OTHER_PRIOR = {"prior": "dirichlet", "strength": 0.5}
each = pytest.mark.parametrize(("data", "method"), CASES, ids=lambda part: part)
DATA_OF = {method: data for data, method in CASES}
of_each_method = pytest.mark.parametrize(("method", "data"), DATA_OF.items(), ids=DATA_OF)


def is_drawn(comparison):
    """Tell whether a posterior is one of draws, be it of values or of losses."""
    return isinstance(
        getattr(comparison.posterior, "of_losses", comparison.posterior), (DrawnPosterior, JudgedPosterior)
    )


def ends(comparison):
    return comparison.interval.low, comparison.interval.high


def test_every_method_is_tried_and_every_design_has_one():
    assert {method for _, method in CASES} == set(METHODS)
    assert {data for data, _ in CASES} == set(DESIGNS)


def test_the_designs_are_those_of_the_data(compared):
    found = {data: (compared(data).design.kind, compared(data).design.has_records) for data in DESIGNS}
    assert found == DESIGNS


@each
def test_a_posterior_has_a_difference_a_table_and_probabilities(compared, data, method):
    comparison = compared(data, method)
    posterior = comparison.posterior
    assert -1 < posterior.difference.mean < 1
    assert 0 < posterior.difference.sd < 1
    if posterior.table is not None:
        assert set(posterior.table.dims) == {"first", "second"}
        assert 0 < float(posterior.table.sum()) == pytest.approx(comparison.effective_size)
    assert sum(comparison.probabilities) == pytest.approx(1, abs=1e-9)
    assert min(comparison.probabilities) >= 0
    assert 0 <= posterior.prob_first_better <= 1
    assert ends(comparison)[0] < posterior.difference.mean < ends(comparison)[1]


@each
def test_swapping_the_classifiers_mirrors(compared, data, method):
    one, other = (compared(data, method, rope=0.03, swapped=swapped) for swapped in (False, True))
    tolerance = 1e-7 if one.trust.prob_error == 0 else 0.02
    assert other.difference.mean == pytest.approx(-one.difference.mean, abs=tolerance)
    assert ends(other) == pytest.approx(tuple(-end for end in ends(one)[::-1]), abs=tolerance)
    assert other.probabilities == pytest.approx(one.probabilities[::-1], abs=tolerance)
    if one.posterior.table is None:
        return
    assert other.effective_size == pytest.approx(one.effective_size, rel=1e-9)
    assert other.posterior.first_error_on_disagreement.mean == pytest.approx(
        1 - one.posterior.first_error_on_disagreement.mean, abs=tolerance
    )


@of_each_method
def test_draws_agree_with_the_distribution(compared, data, method):
    posterior = compared(data, method).posterior
    tree = posterior.to_datatree(draws=4000, rng=1)
    both = posterior.difference.draw(16_000, rng=1).to_numpy(), tree["posterior"]["difference"].to_numpy().ravel()
    for drawn in both:
        n = drawn.size
        assert abs(drawn.mean() - posterior.difference.mean) < 5 * posterior.difference.sd / np.sqrt(n)
        assert drawn.std() == pytest.approx(posterior.difference.sd, rel=0.05)
        for q in (0.05, 0.5, 0.9):
            at = posterior.difference.ppf(q)
            assert posterior.difference.cdf(at) == pytest.approx(q, abs=1e-3)
            assert abs((drawn <= at).mean() - q) < 5 * np.sqrt(q * (1 - q) / n)


@pytest.mark.full
@pytest.mark.parametrize(("data", "method", "options"), [
    *(pytest.param(data, method, {"rope": 0.02} | OTHER_PRIOR, id=method) for method, data in DATA_OF.items()),
    pytest.param("one table", "paired", {"rope": 0.02, "ci_kind": "hdi"}, id="hdi"),
])  # fmt: skip
def test_a_comparison_is_loaded_as_it_was_saved(compared, tmp_path, data, method, options):
    comparison = compared(data, method, **options)
    comparison.save(tmp_path / "comparison.nc")
    loaded = bc.load(tmp_path / "comparison.nc")
    assert loaded.to_json() == comparison.to_json()
    assert str(loaded) == str(comparison)
    loaded.save(tmp_path / "again.nc")
    one, other = (xr.load_dataset(tmp_path / f"{name}.nc", engine="h5netcdf") for name in ("comparison", "again"))
    assert json.loads(other.attrs["result"]) == json.loads(one.attrs["result"])
    xr.testing.assert_allclose(other, one, rtol=1e-12)


class TestWords:
    """Sentences of a method are texts, and cite works that there are."""

    @of_each_method
    def test_of_trust_and_assumptions(self, compared, data, method):
        comparison = compared(data, method)
        found = METHODS[method].assumes(comparison.design)
        for text in (found, comparison.trust.sentence):
            assert text.strip() == text != ""
            assert "\n" not in text
            assert "None" not in text
        assert not found.endswith(".")
        assert 0 <= comparison.trust.prob_error < 0.1
        assert (comparison.trust.prob_error > 0) == is_drawn(comparison)

    @of_each_method
    def test_of_methods(self, compared, data, method):
        comparison = compared(data, method)
        own = {name: getattr(comparison, name) for name in ("posterior", "trust", "provenance", "design")}
        analysis = Analysis(**own, metric=comparison.evidence.metric, size="72")
        sentences = comparison.method.sentences(analysis)
        assert sentences
        for sentence in sentences:
            text = "".join(part if isinstance(part, str) else "CITED" for part in sentence)
            assert text.endswith(".")
            assert text[0].isupper()
            assert "None" not in text
            assert {part.key for part in sentence if not isinstance(part, str)} <= WORKS
        assert any(not isinstance(part, str) for sentence in sentences for part in sentence)
        found = comparison.to_dict()["provenance"]
        assert comparison.method.provenance(comparison.posterior).keys() <= found.keys()

    def test_summaries_are_clauses_of_their_own(self):
        summaries = [method.summary for method in METHODS.values()]
        assert len(set(summaries)) == len(summaries)
        for summary in summaries:
            assert summary.strip() == summary != ""
            assert not summary.endswith(".")


def test_a_method_is_of_some_metric_and_not_of_all_designs():
    kinds = (HOLD_OUT, TWO_FOLD, CROSS_VALIDATION, EFFECTIVE, RUNS)
    known = {"n_records": 60, "test_to_train": 1 / 9}
    designs = [Design(kind=kind, has_records=has, **known) for kind in kinds for has in (False, True)]
    designs += [Design(kind=HOLD_OUT, has_records=True, n_judged=90, **known)]
    for method in METHODS.values():
        fits = [any(method.fits(design, metric) for metric in (*METRICS.values(), LOSSES)) for design in designs]
        assert any(fits)
        assert not all(fits)
