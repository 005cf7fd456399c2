"""The effective table with correlations that are known up to a distribution."""

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.correlation import effective_factor
from bayescmp.hierarchical import new_experiment, shipped_correlations
from bayescmp.posteriors import EffectivePosterior

CELLS = {"first": ["wrong", "right"], "second": ["wrong", "right"]}


def tables_of(seed=0, shares=(0.1, 0.12, 0.06, 0.72), shape=(5, 2)):
    counts = np.random.default_rng(seed).multinomial(150, shares, size=shape).reshape(*shape, 2, 2)
    dims = ("experiment", "repeat", "fold", *CELLS)[-len(shape) - 2 :]
    return xr.DataArray(counts, dims=dims, coords=CELLS)


def known(rho1, rho2, phi):
    values = np.broadcast_arrays(*np.atleast_1d(rho1, rho2, phi))
    return xr.Dataset({name: ("draw", value) for name, value in zip(("rho1", "rho2", "phi"), values, strict=True)})


@pytest.mark.parametrize(("rho1", "rho2", "phi"), [(0.5, 0.5, 1.0), (-0.2, 0.0, 3.0)])
def test_known_correlations_give_the_posterior_of_the_effective_table(rho1, rho2, phi):
    tables = tables_of()
    posterior = bc.posteriors.effective_posterior(tables, known(rho1, rho2, phi))
    size = 150 * effective_factor(5, rho1=rho1, rho2=rho2, phi=phi)
    assert posterior.n_effective == pytest.approx(size)
    mean = tables.mean(("repeat", "fold"))
    exact = bc.posteriors.paired_posterior((mean / mean.sum() * size).assign_attrs(effective=1))
    assert posterior.prob_first_better == pytest.approx(exact.prob_first_better)
    for name in ("disagreement", "first_error_on_disagreement", "first_error_given_second_right",
                 "first_error_given_second_wrong", "difference"):  # fmt: skip
        assert getattr(posterior, name).mean == pytest.approx(getattr(exact, name).mean)
        assert getattr(posterior, name).sd == pytest.approx(getattr(exact, name).sd)
    assert posterior.standard_error == pytest.approx(0)


def test_uncertain_correlations_are_a_mixture():
    rng = np.random.default_rng(1)
    correlations = known(rng.normal(0.1, 0.05, 3000), rng.uniform(0.1, 0.3, 3000), rng.gamma(2, 0.3, 3000) + 1)
    posterior = bc.posteriors.effective_posterior(tables_of(), correlations)
    factor = correlations["phi"] * (1 + correlations["rho1"] + 8 * correlations["rho2"]) / 10
    assert posterior.n_effective == pytest.approx(150 / float(factor.mean()))
    tables = tables_of().mean(("repeat", "fold"))
    sizes = xr.DataArray(150 / factor.to_numpy(), dims="draw")
    every = bc.posteriors.paired_posterior((tables / tables.sum() * sizes).assign_attrs(effective=1))
    # The parts are ten, the draws three thousand.
    assert posterior.prob_first_better == pytest.approx(float(every.prob_first_better.mean()), abs=1e-6)
    assert posterior.difference.sd == pytest.approx(float(np.sqrt((every.difference.sd**2).mean())), rel=5e-3)
    assert 0 < posterior.standard_error < 0.002


def test_the_standard_error_is_the_spread_over_other_draws():
    rng, found = np.random.default_rng(2), []
    for _ in range(60):
        drawn = known(rng.normal(0.1, 0.05, 200), rng.uniform(0.1, 0.3, 200), rng.gamma(2, 0.3, 200) + 1)
        posterior = bc.posteriors.effective_posterior(tables_of(), drawn)
        found.append((posterior.prob_first_better, posterior.standard_error))
    spread, error = np.std([p for p, _ in found], ddof=1), np.mean([e for _, e in found])
    assert error == pytest.approx(spread, rel=0.3)  # the spread of 60 is known to within 9 %


def test_weights_are_those_of_repeated_draws():
    repeated = bc.posteriors.effective_posterior(
        tables_of(), known([0.1, 0.1, 0.1, 0.3], [0.2, 0.2, 0.2, 0.4], [1, 1, 1, 2])
    )
    weighted = xr.Dataset(
        {
            "rho1": ("point", [0.3, 0.1]), "rho2": ("point", [0.4, 0.2]), "phi": ("point", [2.0, 1.0]),
            "weight": ("point", [0.25, 0.75]),
        }
    )  # fmt: skip
    posterior = bc.posteriors.effective_posterior(tables_of(), weighted)
    assert posterior.prob_first_better == pytest.approx(repeated.prob_first_better)
    assert posterior.mean_of("phi") == repeated.mean_of("phi") == 1.25


def test_a_batch_is_its_experiments_and_swapping_the_classifiers_mirrors():
    batch = tables_of(shape=(3, 5, 2))
    posterior = bc.posteriors.effective_posterior(batch, known([0.0, 0.2], [0.1, 0.4], [1.2, 1.5]))
    for k in range(3):
        one = bc.posteriors.effective_posterior(batch.isel(experiment=k), known([0.0, 0.2], [0.1, 0.4], [1.2, 1.5]))
        assert posterior.prob_first_better[k] == pytest.approx(one.prob_first_better)
        assert posterior.difference.interval().low[k] == pytest.approx(one.difference.interval().low)
    swapped = tables_of().rename(first="second", second="first")
    one, other = (
        bc.posteriors.effective_posterior(t, known([0, 0.2], [0.1, 0.4], 1.3)) for t in (tables_of(), swapped)
    )
    assert one.prob_first_better == pytest.approx(1 - other.prob_first_better)
    assert one.difference.mean == pytest.approx(-other.difference.mean)


def test_a_tree_of_one_experiment_is_taken_as_it_is():
    draws = known(np.full((4, 3), 0.1).ravel(), 0.2, 1.5)
    posterior = xr.Dataset(
        {name: (("chain", "draw", "experiment"), value.values.reshape(4, 3, 1)) for name, value in draws.items()}
    )
    found = bc.posteriors.effective_posterior(tables_of(), xr.DataTree.from_dict({"posterior": posterior}))
    assert isinstance(found, EffectivePosterior)
    assert found.n_effective == pytest.approx(bc.posteriors.effective_posterior(tables_of(), draws).n_effective)


@pytest.mark.parametrize(("correlations", "error", "message"), [
    ({"rho1": 1}, TypeError, "`correlations` must be a DataTree or a Dataset, but got dict"),
    (xr.Dataset({"rho1": ("draw", [0.1])}), ValueError, r"lacks \['rho2', 'phi'\]"),
    (new_experiment(shipped_correlations()), ValueError, r"`run_correlations\(tables, known\)` gives those of a run"),
    (known(0.1, 0.9, 1), ValueError, "must lie in the valid region, but got rho1 0.1, rho2 0.9, phi 1"),
    (known(0.1, 0.2, 1).expand_dims(experiment=2), ValueError, "must be of one experiment, but got 2"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(correlations, error, message):
    with pytest.raises(error, match=message):
        bc.posteriors.effective_posterior(tables_of(), correlations)


def test_tables_must_be_of_two_folds():
    with pytest.raises(ValueError, match="must have the dims repeat and fold, of size 2"):
        bc.posteriors.effective_posterior(tables_of().isel(fold=0), known(0.1, 0.2, 1))
