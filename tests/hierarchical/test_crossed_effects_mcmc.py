"""The sampled crossed-effects model: its likelihood, its invariances, its answers.

What samples is slow, because the model takes half a minute to compile where Numba has kept nothing; what evaluates the
compiled likelihood alone is full.
"""

import json

import numpy as np
import pytest
import xarray as xr
from scipy import stats
from scipy.special import expit
from sklearn.model_selection import KFold, RepeatedKFold, ShuffleSplit

import bayescmp as bc
from bayescmp.hierarchical import crossed_effects_mcmc
from bayescmp.hierarchical._crossed_model import correlation, data_of, intercept_and_scale, mixed, quantities
from bayescmp.predictions import wrong
from tests.data import patterns_of

N = 80
CV = bc.BlockRegularizedCV(3, random_state=0)
TYPICAL = {
    "logit_error": np.array([-1.2, -0.6]),
    "record_sd": np.array([2.0, 1.5]),
    "training_ratio": np.array([0.3, 0.2]),
    "correlation_share": np.array([0.8, 0.5]),
}
SHORT = {"draws": 250, "tune": 300, "chains": 2, "cores": 1}


def predictions_of(wrong, splits, names=("a", "b")):
    """Return predictions that are wrong where `wrong`, shape (2, n_repeats, n_records), says so."""
    n = wrong.shape[-1]
    return bc.predictions_from_arrays(np.zeros(n, int), dict(zip(names, wrong.astype(int), strict=True)), splits=splits)


def splits_of(cv, n):
    return list(cv.split(np.zeros((n, 1)), np.arange(n) % 2))


def draw_parameters(rng, n_directions):
    return {
        "logit_error": rng.normal(0, 1.5, 2),
        "record_sd": np.abs(rng.normal(0, 3, 2)),
        "training_ratio": 0.3 * np.abs(rng.standard_t(2, 2)),
        "correlation_share": rng.beta(2, 2, 2),
        "direction_effect": rng.normal(size=(2, n_directions)),
    }


def draw_predictions(parameters, splits, n, rng, names=("a", "b")):
    n_repeats = round(sum(len(test) for _, test in splits) / n)
    design = patterns_of(predictions_of(np.zeros((2, n_repeats, n)), splits), "a", "b")
    record, training = correlation(parameters["correlation_share"])
    intercept, scale = intercept_and_scale(
        np, parameters["logit_error"], parameters["record_sd"], parameters["training_ratio"]
    )
    direction = mixed(parameters["direction_effect"], training)
    effect = scale[:, None] / np.sqrt(design.n_train) * (direction @ design.factor.T)
    u = parameters["record_sd"][:, None] * mixed(rng.normal(size=(2, n)), record)
    wrong = np.zeros((2, n_repeats, n), bool)
    for s, (_, test) in enumerate(splits):
        repeat = s * n_repeats // len(splits)
        p = expit(intercept[:, None] + effect[:, s, None] + u[:, test])
        wrong[:, repeat, test] = rng.random(p.shape) < p
    return predictions_of(wrong, splits, names), design


def as_draws(parameters):
    dims = {
        "logit_error": ("classifier",), "record_sd": ("classifier",), "training_ratio": ("classifier",),
        "correlation_share": ("share",), "direction_effect": ("classifier", "direction"),
    }  # fmt: skip
    draws = xr.Dataset({name: (dims[name], value) for name, value in parameters.items()})
    return draws.expand_dims(chain=1, draw=1)


def typical(seed=0, names=("a", "b"), n=N, cv=CV):
    rng = np.random.default_rng(seed)
    splits = splits_of(cv, n)
    n_directions = patterns_of(predictions_of(np.zeros((2, len(splits) // 2, n)), splits), "a", "b").factor.shape[1]
    parameters = TYPICAL | {"direction_effect": rng.normal(size=(2, n_directions))}
    return draw_predictions(parameters, splits, n, rng, names)[0]


def raw_difference(predictions, first="a", second="b"):
    error = wrong(predictions).mean(("repeat", "record"))
    return float(error.sel(classifier=first) - error.sel(classifier=second))


@pytest.fixture(scope="module")
def tree():
    return crossed_effects_mcmc(typical(), draws=500, tune=400, chains=4, cores=1, rng=0)


def log_likelihood(*arguments):
    """Evaluate on contiguous arrays: Numba compiles anew for every other layout."""
    from bayescmp.hierarchical import _crossed_likelihood

    return _crossed_likelihood.log_likelihood(*(np.ascontiguousarray(each) for each in arguments))


def aggregated(data, predictor, record_sd, record_correlation):
    """Evaluate the likelihood at a linear predictor, every training set being a direction of its own."""
    n_sets = predictor.shape[1]
    sets = np.column_stack([data["training_sets"][:, :2], np.eye(n_sets)])
    correlation = np.array([record_correlation, 0.0])
    value, *_ = log_likelihood(
        np.zeros(2), record_sd, np.ones(2), correlation, predictor, sets, data["rows"], data["patterns"]
    )
    return float(value)


def brute_force(predictions, predictor, record_sd, record_correlation):
    """Integrate the record effects of one record after the other, with no aggregation, by the trapezoidal rule."""
    mistakes = wrong(predictions).transpose("classifier", "repeat", "record").values
    fold = predictions["fold"].values
    number = {
        key: s for s, key in enumerate((r, k) for r in range(len(fold)) for k in np.unique(fold[r][fold[r] >= 0]))
    }
    z = np.arange(-9, 9.01, 0.05)
    z1, z2 = z[:, None], z[None, :]
    weight = np.exp(-(z1**2 + z2**2) / 2) / (2 * np.pi) * 0.05**2
    second = record_correlation * z1 + np.sqrt(1 - record_correlation**2) * z2
    effects = record_sd[:, None, None] * np.stack([z1 + 0 * z2, second])
    total = 0.0
    for i in range(mistakes.shape[-1]):
        validated = [(r, number[r, fold[r, i]]) for r in range(len(fold)) if fold[r, i] >= 0]
        sets = [s for _, s in validated]
        outcome = mistakes[:, [r for r, _ in validated], i]
        p = expit(predictor[:, sets, None, None] + effects[:, None])
        total += np.log((np.where(outcome[..., None, None], p, 1 - p).prod((0, 1)) * weight).sum())
    return total


@pytest.mark.full
@pytest.mark.parametrize(
    "cv",
    [CV, RepeatedKFold(n_splits=3, n_repeats=2, random_state=0), ShuffleSplit(3, test_size=0.5, random_state=0)],
    ids=["block-regularized", "repeated K-fold", "overlapping hold-outs"],
)
def test_the_aggregated_likelihood_is_the_integral_over_every_record(cv):
    rng = np.random.default_rng(0)
    splits = splits_of(cv, 8)
    n_repeats = 2 if isinstance(cv, RepeatedKFold) else 3
    predictions = predictions_of(rng.random((2, n_repeats, 8)) < 0.4, splits)
    predictor = rng.normal(-0.5, 1, (2, len(splits)))
    expected = brute_force(predictions, predictor, np.array([1.5, 0.8]), 0.6)
    data = data_of(patterns_of(predictions, "a", "b"))
    assert aggregated(data, predictor, np.array([1.5, 0.8]), 0.6) == pytest.approx(expected, abs=1e-6)


def parameters_of_likelihood(n_directions, seed=0):
    rng = np.random.default_rng(seed)
    correlation = rng.uniform(-0.9, 0.9, 2)
    scales = rng.uniform(0.2, 3, (2, 2))
    return [rng.normal(-0.5, 1, 2), scales[0], scales[1], correlation, rng.normal(size=(2, n_directions))]


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3))
def test_the_derivatives_are_those_of_the_value(seed):
    from scipy.differentiate import jacobian

    patterns = patterns_of(typical(seed), "a", "b")
    data = data_of(patterns).values()
    parameters = parameters_of_likelihood(patterns.factor.shape[1], seed)
    for number, derivative in enumerate(log_likelihood(*parameters, *data)[1:]):

        def value(changed, number=number):
            of = [
                [*parameters[:number], point.reshape(parameters[number].shape), *parameters[number + 1 :]]
                for point in changed.reshape(parameters[number].size, -1).T
            ]
            return np.array([float(log_likelihood(*arguments, *data)[0]) for arguments in of]).reshape(
                changed.shape[1:]
            )

        found = jacobian(value, parameters[number].ravel(), initial_step=0.01).df
        np.testing.assert_allclose(derivative.ravel(), found, rtol=1e-6, atol=1e-6)


@pytest.mark.full
def test_pytensor_carries_the_derivatives_through_a_graph():
    import pytensor
    import pytensor.tensor as pt

    from bayescmp.hierarchical._operation import outcomes_log_likelihood

    patterns = patterns_of(typical(), "a", "b")
    parameters, data = parameters_of_likelihood(patterns.factor.shape[1]), data_of(patterns)
    roots = [pt.as_tensor(values) for values in parameters]
    value = outcomes_log_likelihood(*(root / 2 for root in roots), data)
    found = pytensor.function([], [value, *pytensor.grad(3 * value, roots)], mode="FAST_COMPILE")()
    expected = log_likelihood(*(values / 2 for values in parameters), *data.values())
    np.testing.assert_allclose(found[0], expected[0])
    for derivative, known in zip(found[1:], expected[1:], strict=True):
        np.testing.assert_allclose(derivative, 3 * known / 2)


def fine_grid(outcome, predictor, record_sd, record_correlation):
    """Probability of the outcomes of one record, on a grid ten times as fine, along and across the correlation."""
    z = np.arange(-9, 9.01, 0.02)
    weights = np.exp(-(z**2) / 2) * 0.02 / np.sqrt(2 * np.pi)
    second = record_correlation * z[:, None] + np.sqrt(1 - record_correlation**2) * z
    curve = [1.0, 1.0]
    for c, u in enumerate((z, second)):
        for mistake, eta in zip(outcome[c], predictor[c], strict=True):
            curve[c] = curve[c] * expit((1 if mistake else -1) * (eta + record_sd * u))
    return np.log((weights * curve[0]) @ (curve[1] @ weights))


@pytest.mark.full
@pytest.mark.parametrize(
    ("record_sd", "record_correlation", "error"),
    [(0.1, 0.5, 1e-8), (3, 0, 1e-7), (3, -0.9, 1e-6), (3, 0.98, 1e-4), (8, 0.5, 1e-2), (8, 0.98, 1e-2)],
)
def test_the_grid_resolves_wide_and_tied_record_effects(record_sd, record_correlation, error):
    predictor = np.array([[-1.0, 0.5, 0.3], [0.4, -0.2, -3.0]])
    for outcome in ([[0, 0, 0], [0, 0, 0]], [[1, 1, 1], [1, 1, 1]], [[0, 1, 0], [1, 0, 1]], [[1, 1, 1], [0, 0, 0]]):
        data = {
            "training_sets": np.transpose(outcome).astype(float),
            "rows": np.column_stack([np.diag(np.sum(outcome, axis=1)), np.kron(np.eye(2), np.ones(3))]).astype(float),
            "patterns": np.array([[0.0, 1.0, 1.0]]),
        }
        found = aggregated(data, predictor, np.full(2, float(record_sd)), float(record_correlation))
        assert found == pytest.approx(fine_grid(outcome, predictor, record_sd, record_correlation), abs=error)


@pytest.mark.full
def test_parameters_that_cannot_be_are_no_error():
    data = {
        "training_sets": np.array([[1.0, 0.0]]),
        "rows": np.array([[1.0, 0, 1, 0], [0, 0, 0, 1]]),
        "patterns": np.array([[0.0, 1.0, 1.0]]),
    }
    assert aggregated(data, np.array([[-2500.0], [2500.0]]), np.full(2, 500.0), 0.98) == -np.inf


def test_the_quantities_are_means_over_new_records_and_new_training_sets():
    rng = np.random.default_rng(1)
    patterns = patterns_of(typical(), "a", "b")
    parameters = TYPICAL | {"direction_effect": np.zeros((2, patterns.factor.shape[1]))}
    found = quantities(as_draws(parameters), patterns).isel(chain=0, draw=0)
    record, training = correlation(parameters["correlation_share"])
    intercept, scale = intercept_and_scale(
        np, parameters["logit_error"], parameters["record_sd"], parameters["training_ratio"]
    )
    u = parameters["record_sd"][:, None, None] * mixed(rng.normal(size=(2, 1, 2000)), record)
    v = scale[:, None, None] / np.sqrt(patterns.n_train) * mixed(rng.normal(size=(2, 2000, 1)), training)
    p = expit(intercept[:, None, None] + u + v)
    assert np.allclose(found["error"], p.mean((1, 2)), atol=0.01)
    assert float(found["disagreement"]) == pytest.approx((p[0] * (1 - p[1]) + p[1] * (1 - p[0])).mean(), abs=0.01)
    of_sets = (p[0] - p[1]).mean(axis=1)
    rest = float(found["disagreement"] - found["difference"] ** 2) - of_sets.var()
    assert float(found["tau"]) == pytest.approx(patterns.n_train * of_sets.var() / rest, rel=0.1)


@pytest.mark.slow
def test_the_posterior_mean_is_near_the_raw_difference(tree):
    difference = tree["posterior"]["difference"]
    assert abs(float(difference.mean()) - raw_difference(typical())) < 0.3 * float(difference.std())


@pytest.mark.slow
def test_the_tree_has_what_arviz_and_readers_need(tree):
    assert {"posterior", "sample_stats", "observed_data", "constant_data"} <= set(tree.children)
    posterior = tree["posterior"].to_dataset()
    assert not {"model", "sample", "column", "variable", "label"} & set(posterior.dims)
    assert np.allclose(
        posterior["difference"], posterior["error"].sel(classifier="a") - posterior["error"].sel(classifier="b")
    )
    assert (tree.attrs["first_name"], tree.attrs["second_name"]) == ("a", "b")
    assert json.loads(tree.attrs["diagnostics"])["n_divergences"] == 0
    assert set(json.loads(tree.attrs["provenance"])) >= {"prior", "seed", "versions", "draws"}
    assert int(tree["observed_data"]["errors"].sum()) == int(wrong(typical()).sum())
    assert int(tree["observed_data"]["pattern_count"].sum()) == N


@pytest.mark.slow
def test_arviz_takes_the_tree(tree):
    import arviz as az

    table = az.summary(tree, var_names=["difference", "error"], ci_prob=0.95, ci_kind="eti")
    assert list(table.index) == ["difference", "error[a]", "error[b]"]


@pytest.mark.slow
def test_swapping_the_classifiers_mirrors():
    one = crossed_effects_mcmc(typical(), "a", "b", rng=1, **SHORT)["posterior"]
    other = crossed_effects_mcmc(typical(), "b", "a", rng=1, **SHORT)["posterior"]
    assert np.array_equal(one["difference"], -other["difference"])
    assert other["classifier"].values.tolist() == ["b", "a"]
    assert np.array_equal(one["error"].sel(classifier="a"), other["error"].sel(classifier="a"))


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_differences_are_those_of_the_errors_in_either_order(monkeypatch, names):
    """No sampler is needed: the draws are made up."""
    n_directions = patterns_of(typical(), "a", "b").factor.shape[1]
    draws = as_draws(TYPICAL | {"direction_effect": np.zeros((2, n_directions))}).isel(chain=[0, 0], draw=[0] * 4)
    stats = {name: (("chain", "draw"), np.zeros((2, 4), bool)) for name in ("diverging", "reached_max_treedepth")}
    raw = xr.DataTree.from_dict({"posterior": draws, "sample_stats": xr.Dataset(stats)})
    monkeypatch.setattr("bayescmp.hierarchical._sampler.Sampler.sample", lambda *_, **__: raw)
    posterior = crossed_effects_mcmc(typical(), *names, rng=0)["posterior"].to_dataset()
    first, second = (posterior["error"].sel(classifier=name, drop=True) for name in names)
    assert posterior["classifier"].values.tolist() == list(names)
    assert (first != second).all()
    np.testing.assert_allclose(posterior["difference"], first - second)


@pytest.mark.slow
def test_permuting_the_records_changes_nothing():
    order = np.random.default_rng(2).permutation(N)
    one = crossed_effects_mcmc(typical(), rng=1, **SHORT)["posterior"]
    other = crossed_effects_mcmc(typical().isel(record=order), rng=1, **SHORT)["posterior"]
    assert one.to_dataset().identical(other.to_dataset())


@pytest.mark.slow
def test_the_draws_depend_on_the_seed_and_not_on_the_cores():
    first = crossed_effects_mcmc(typical(), rng=1, **SHORT)["posterior"]["difference"]
    again = crossed_effects_mcmc(typical(), rng=1, **SHORT | {"cores": 2})["posterior"]["difference"]
    other = crossed_effects_mcmc(typical(), rng=2, **SHORT)["posterior"]["difference"]
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_classifiers_that_always_agree_have_an_answer(share):
    mistakes = np.broadcast_to(np.arange(N) < share * N, (2, 3, N))
    predictions = predictions_of(mistakes, splits_of(CV, N))
    posterior = crossed_effects_mcmc(predictions, rng=3, **SHORT)["posterior"]
    assert abs(float(posterior["difference"].mean())) < 0.02
    assert 0 < float(posterior["difference"].std()) < 0.1
    assert np.isfinite(posterior.to_dataset().to_array()).all()


def test_what_the_model_cannot_answer_is_refused():
    hold_out = bc.predictions_from_arrays([0, 1, 1], {"a": [0, 1, 0], "b": [1, 1, 1]})
    with pytest.raises(ValueError, match="at least two different training sets"):
        crossed_effects_mcmc(hold_out)
    with pytest.raises(ValueError, match="at least two different training sets"):
        crossed_effects_mcmc(predictions_of(np.zeros((2, 1, 8)), [(np.arange(4), np.arange(4, 8))]))
    with pytest.raises(ValueError, match="repeat 0 has one fold with every record"):
        crossed_effects_mcmc(predictions_of(np.zeros((2, 2, 8)), [([], np.arange(8)), *splits_of(KFold(2), 8)]))
    with pytest.raises(TypeError, match="must be a Dataset of predictions"):
        crossed_effects_mcmc([1, 2])
    with pytest.raises(ValueError, match="`nuts_sampler` must be one of 'nutpie', 'pymc'"):
        crossed_effects_mcmc(typical(), nuts_sampler="stan")
    with pytest.raises(ValueError, match="`target_accept` must be a proportion"):
        crossed_effects_mcmc(typical(), target_accept=90)
    with pytest.raises(ValueError, match="`draws` must be at least 4"):
        crossed_effects_mcmc(typical(), draws=0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "cv", [KFold(10), RepeatedKFold(n_splits=5, n_repeats=3, random_state=0)], ids=["K-fold", "repeated K-fold"]
)
def test_other_designs_have_an_answer(cv):
    splits = splits_of(cv, 150)
    mistakes = np.random.default_rng(0).random((2, len(splits) * len(splits[0][1]) // 150, 150)) < [[[0.3]], [[0.2]]]
    predictions = predictions_of(mistakes, splits)
    # Patterns without effects of records: small steps where their scale is near 0.
    tree = crossed_effects_mcmc(predictions, rng=0, target_accept=0.98)
    assert json.loads(tree.attrs["diagnostics"])["passed"]
    difference = tree["posterior"]["difference"]
    assert abs(float(difference.mean()) - raw_difference(predictions)) < 0.3 * float(difference.std())


@pytest.mark.slow
def test_both_samplers_agree(tree):
    other = crossed_effects_mcmc(typical(), draws=500, tune=400, chains=4, cores=1, rng=0, nuts_sampler="pymc")
    one, two = tree["posterior"]["difference"], other["posterior"]["difference"]
    assert abs(float(one.mean() - two.mean())) < 0.25 * float(one.std())
    assert float(one.std() / two.std()) == pytest.approx(1, abs=0.15)


@pytest.mark.slow
def test_ranks_of_prior_draws_are_uniform():
    """Simulation-based calibration; the control, draws of half the spread, must fail."""
    ranks = {name: [] for name in ("difference", "error", "record_sd", "training_sd", "tau", "control")}
    splits = splits_of(CV, N)
    n_directions = patterns_of(typical(), "a", "b").factor.shape[1]
    for trial in range(120):
        rng = np.random.default_rng([7, trial])
        parameters = draw_parameters(rng, n_directions)
        predictions, patterns = draw_predictions(parameters, splits, N, rng)
        truth = quantities(as_draws(parameters), patterns).isel(chain=0, draw=0)
        tree = crossed_effects_mcmc(predictions, draws=495, tune=400, chains=1, cores=1, rng=rng)
        draws = tree["posterior"].to_dataset().isel(chain=0, draw=slice(0, None, 5))
        for name in ("difference", "error", "record_sd", "training_sd", "tau"):
            below = (draws[name] < truth[name]).mean("draw").values
            ranks[name].append(below if below.ndim == 0 else below[0])
        shrunk = draws["difference"].mean() + (draws["difference"] - draws["difference"].mean()) / 2
        ranks["control"].append(float((shrunk < truth["difference"]).mean()))
    pvalues = {name: uniform_pvalue(np.array(values, dtype=float)) for name, values in ranks.items()}
    assert pvalues.pop("control") < 1e-3, pvalues
    assert min(pvalues.values()) > 0.002, pvalues


def uniform_pvalue(ranks):
    counts, _ = np.histogram(ranks, bins=np.linspace(0, 1 + 1e-9, 11))
    return stats.chisquare(counts).pvalue
