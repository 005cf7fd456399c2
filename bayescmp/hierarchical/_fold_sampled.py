"""The fold-correlation model: rho1, rho2 and phi of one or many experiments."""

import json
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import RandomNumbers, generator
from bayescmp.hierarchical._fold_data import CONTRASTS, Contrasts, FoldData, contrasts, fold_data, labels_of
from bayescmp.hierarchical._fold_model import (
    ArrayReader,
    ModelData,
    Sampler,
    Shape,
    contrast_variances,
    model_data,
    shape_of,
    sum_log_density,
)
from bayescmp.hierarchical._verdict import diagnostics_verdict

_OF_SUMS = {"sum_of_squares": ("experiment", "contrast")}


def fold_correlation(
    data: xr.Dataset | xr.DataArray,
    *,
    statistic: str = "difference",
    n_validation: ArrayLike | None = None,
    first: str | None = None,
    second: str | None = None,
    draws: int = 1000,
    tune: int = 1000,
    chains: int = 4,
    cores: int | None = None,
    target_accept: float = 0.9,
    rng: RandomNumbers = None,
    nuts_sampler: str = "pymc",
    progress: bool = False,
) -> xr.DataTree:
    r"""Estimate the correlations of cross-validation folds over one or many experiments.

    The estimands are, for every experiment (one pair of classifiers on one population), `rho1`: correlation of the
    two folds of one repeat, `rho2`: correlation of folds of different repeats, and `phi`: variance of one fold's
    estimate relative to that of as many independent records.

    Parameters
    ----------
    data : Dataset or DataArray
        Predictions; tables of dims (..., repeat, fold, first, second); or estimates of the statistic, proportions of
        dims (..., repeat, fold). Tables and estimates may have the dims `experiment` and `replicate` (independent
        data sets of one population). Two folds, two or more repeats. With both coordinates `dataset` and `pair` along
        `experiment`, crossed effects of data sets and pairs are estimated.
    statistic : {"difference", "disagreement", "error"}, default "difference"
        err(first) - err(second), p_d, or the error of the first. Their correlations differ: decide on a difference
        with those of the difference.
    n_validation : float or one per experiment, optional
        Records of a validation set, for estimates; also read from their attribute of that name.
    first, second : str, optional
        The classifiers, for predictions of more than two.
    draws, tune, chains, cores, target_accept
        As in `pymc.sample`.
    rng : int, Generator or None
        Seed or source of the draws.
    nuts_sampler : {"pymc", "nutpie"}, default "pymc"
        The implementation of the No-U-Turn sampler. "nutpie", the extra `fast`, takes less time, and compiles a model
        of one shape once in a process.
    progress : bool, default False
        Whether to show the progress of the sampler.

    Returns
    -------
    DataTree
        Groups `posterior` (`rho1`, `rho2`, `phi` by experiment, and the parameters of the population: `*_location`
        and `*_scale` of the links below, `phi_scale`), `predictions` (rho1, rho2, phi of a new experiment of the
        population), `prior`, `prior_predictive`, `posterior_predictive`, `log_likelihood`, `log_prior`,
        `observed_data`, `constant_data`, `sample_stats`. The attribute `prior_driven` is 1 where there is one
        replicate: the data then inform two combinations of the three parameters, and only the prior tells them apart.

        Further `diagnostics`, the verdict on the draws (see `diagnostics_verdict`), and `provenance`, both JSON.

    Raises
    ------
    TypeError, ValueError
        If `data` has other dims, missing values, or values that are no proportions; if `n_validation` is missing; or
        if an argument of the sampler is out of bounds.
    ImportError
        If nutpie is asked for and not installed.

    Notes
    -----
    With R replicates of m repeats the estimates are multivariate normal around the experiment's mean. In orthonormal
    contrasts their likelihood is that of three sums of squares: of the mean (R - 1 degrees of freedom; the mean
    itself is integrated out under a flat prior), between repeats (R (m - 1)) and within repeats (R m), with variances

    .. math::

        \sigma^2 (1 + \rho_1 + 2(m-1)\rho_2) + h, \quad \sigma^2 (1 + \rho_1 - 2\rho_2) + h, \quad
        \sigma^2 (1 - \rho_1) + h,

    where :math:`\sigma^2 = \phi v / n_2`, :math:`h = 1 / (12 n_2^2)` is the resolution of a count, and v the
    variance of one record at the mean estimates (:math:`p (1 - p)`,
    or :math:`p_d - \delta^2` of a difference). For bare estimates of a difference v is unknown: `sigma2` is then
    estimated in place of phi, log-normal (1) around the observed variance. Priors:

    - :math:`\rho_1 = \tanh(a_j)`, :math:`a_j \sim N(A, S)`, :math:`A \sim N(.1, .2)`, S log-normal around .2;
    - :math:`\rho_2 = \frac{1 + \rho_1}{2} \operatorname{logistic}(b_j)`, :math:`b_j \sim N(B, T)`,
      :math:`B \sim N(-.5, 1)`, T log-normal around .8; this leaves out rho2 < 0;
    - :math:`\phi = 1 + \tau_j`, :math:`\tau_j` half-t with 2 degrees of freedom and a scale log-normal around .3
      for a difference, .6 for a disagreement or an error. phi < 1, as of stratified folds, is left out;
    - effects of data sets and of pairs on a and b with scales of the same priors as S and T, and on the logarithm of
      the scale of tau with scales log-normal around .3. All these log-normals have the sd .5 on the log scale.

    They imply, for an experiment (2.5, 50, 97.5 %; without crossed effects): rho1 -.50, .10, .63; rho2 .02, .19, .57;
    phi 1.02, 1.48, 5.7 (disagreement, error) and 1.01, 1.24, 3.3 (difference).

    The priors are those of this package, chosen to cover what 231 pairs of classifiers showed. rho2 reaches
    (1 + rho1)/2 where losses depend on the validation records only, which the folds of all repeats share.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.hierarchical import fold_correlation
    >>> tables = bc.paired_table(both_wrong=[[9, 8], [7, 9]], only_first_wrong=[[5, 7], [6, 6]],
    ...                          only_second_wrong=[[4, 2], [4, 3]], both_right=[[32, 33], [33, 32]],
    ...                          dims=("repeat", "fold"))
    >>> tree = fold_correlation(tables, draws=200, tune=300, rng=0)  # doctest: +SKIP
    >>> tree.attrs["prior_driven"]  # doctest: +SKIP
    1
    """
    folds = fold_data(data, statistic=statistic, n_validation=n_validation, first=first, second=second)
    sampler = Sampler(
        draws=draws, tune=tune, chains=chains, cores=cores, target_accept=target_accept, nuts_sampler=nuts_sampler,
        progress=progress,
    )  # fmt: skip
    source = generator(rng)
    observed = contrasts(folds)
    experiments, groups = labels_of(folds.estimates)
    shape, values = shape_of(observed, groups), model_data(observed, groups, statistic)
    seed = int(source.integers(2**31))
    sampled = sampler.sample(shape, values, seed)
    posterior = sampled["posterior"].to_dataset()
    coords = {"experiment": experiments, "contrast": np.array(CONTRASTS)[observed.degrees > 0]}
    coords |= {name: np.unique(labels) for name, labels in groups.items()}
    names = [str(name) for name in posterior.data_vars if name not in shape.parameters]
    ordered = [*shape.parameters, *sorted(names, key=lambda name: "_off" in name)]  # what is asked for first
    tree = {
        "posterior": posterior.assign_coords(_used(coords, posterior))[ordered],
        "sample_stats": sampled["sample_stats"].to_dataset(),
        **_prior_groups(shape, values, coords, draws, source),
        "predictions": _new_experiment(posterior, shape, values, source),
        **_posterior_groups(posterior, shape, values, coords, source),
        **_data_groups(folds, observed, coords, groups),
    }
    result = xr.DataTree.from_dict(tree)
    # Not the offsets that parameters are made of.
    judged = [str(name) for name in posterior.data_vars if not str(name).endswith("_offset")]
    result.attrs = {
        "statistic": statistic,
        "prior_driven": int(observed.n_replicates == 1),
        "n_experiments": len(experiments),
        "n_repeats": observed.n_repeats,
        "n_replicates": observed.n_replicates,
        "diagnostics": diagnostics_verdict(result, var_names=judged).to_json(),
        "provenance": json.dumps(sampler.provenance("fold_correlation", seed), allow_nan=False),
    }
    return result


def _prior_groups(
    shape: Shape, data: ModelData, coords: dict[str, Array], draws: int, rng: np.random.Generator
) -> dict[str, xr.Dataset]:
    reader = ArrayReader(shape, data, draws, rng)
    repeated = {"sum_of_squares": _repeated(_variances(reader, shape), data, rng)}
    return {
        "prior": _dataset(reader.values, reader.dims, (1, draws), coords),
        "prior_predictive": _dataset(repeated, _OF_SUMS, (1, draws), coords),
    }


def _new_experiment(posterior: xr.Dataset, shape: Shape, data: ModelData, rng: np.random.Generator) -> xr.Dataset:
    population = {str(name): value.values.reshape(-1, 1) for name, value in posterior.items() if value.ndim == 2}
    new = replace(shape, experiment=1, dataset=min(shape.dataset, 1), pair=min(shape.pair, 1))
    codes = dict.fromkeys(shape.crossed, np.array([0]))
    lead = (posterior.sizes["chain"], posterior.sizes["draw"])
    values = ArrayReader(new, {**data, **codes}, lead[0] * lead[1], rng, population).values
    known: dict[str, Floats] = {name: values[name] for name in ("rho1", "rho2", "phi") if name in values}
    return _dataset(known, dict.fromkeys(known, ()), lead, {})


def _posterior_groups(
    posterior: xr.Dataset, shape: Shape, data: ModelData, coords: dict[str, Array], rng: np.random.Generator
) -> dict[str, xr.Dataset]:
    lead = (posterior.sizes["chain"], posterior.sizes["draw"])
    draws = lead[0] * lead[1]
    given = {str(name): value.values.reshape(draws, -1) for name, value in posterior.items()}
    reader = ArrayReader(shape, data, draws, rng, given)
    variance = _variances(reader, shape)
    likelihood = sum_log_density(data["sums"], variance, data["degrees"], np.log)[..., np.greater(data["degrees"], 0)]
    return {
        "log_prior": _dataset(reader.densities, reader.dims, lead, coords),
        "log_likelihood": _dataset({"sum_of_squares": likelihood}, _OF_SUMS, lead, coords),
        "posterior_predictive": _dataset({"sum_of_squares": _repeated(variance, data, rng)}, _OF_SUMS, lead, coords),
    }


def _variances(reader: ArrayReader, shape: Shape) -> Floats:
    """Return the variances of the contrasts, shape (draws, experiments, contrasts)."""
    parameters = (reader.values[name] for name in shape.parameters)
    return np.stack(contrast_variances(reader.data, *parameters, has_phi=shape.has_phi), axis=-1)


def _repeated(variance: Floats, data: ModelData, rng: np.random.Generator) -> Floats:
    """Draw sums of squares of the contrasts that there are."""
    present = np.greater(data["degrees"], 0)
    return (variance * rng.chisquare(np.where(present, data["degrees"], 1), variance.shape))[..., present]


def _dataset(
    arrays: Mapping[str, Floats], dims: Mapping[str, tuple[str, ...]], lead: tuple[int, int], coords: dict[str, Array]
) -> xr.Dataset:
    """Label arrays of shape (draws of all chains, ...) that have these dims besides chain and draw."""
    data = xr.Dataset(coords={"chain": np.arange(lead[0]), "draw": np.arange(lead[1])})
    for name, array in arrays.items():
        data[name] = (("chain", "draw", *dims[name]), array.reshape(*lead, *array.shape[1 : 1 + len(dims[name])]))
    return data.assign_coords(_used(coords, data))


def _used(coords: dict[str, Array], data: xr.Dataset) -> dict[str, Array]:
    return {dim: labels for dim, labels in coords.items() if dim in data.dims}


def _data_groups(
    folds: FoldData, observed: Contrasts, coords: dict[str, Array], groups: Mapping[str, Array]
) -> dict[str, xr.Dataset]:
    present = observed.degrees > 0
    labels = {name: coords[name] for name in ("experiment", "contrast")}
    constants = {
        "mean": ("experiment", folds.estimates.mean(("replicate", "repeat", "fold")).values),
        "n_validation": ("experiment", folds.n_validation.values),
        "unit_variance": ("experiment", observed.unit),
        "degrees_of_freedom": ("contrast", observed.degrees[present]),
        **{f"{name}_of_experiment": ("experiment", labels) for name, labels in groups.items()},
    }
    sums = {"sum_of_squares": (("experiment", "contrast"), observed.sums[:, present])}
    return {"observed_data": xr.Dataset(sums, labels), "constant_data": xr.Dataset(constants, labels)}
