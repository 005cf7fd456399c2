"""The crossed-effects posterior: records and training sets, from the outcomes of every record."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp._support._validation import MOST_RECORDS, check_choice, check_not_negative, check_number, check_positive
from bayescmp.evidence import crossed_sums
from bayescmp.posteriors._effective import PartsPosterior, parts_of
from bayescmp.posteriors._effective_size import effective_size_of_sums, inverse_given
from bayescmp.posteriors._paired_posterior import PRIORS, PairedPosterior
from bayescmp.results._interval import Values, in_one_line, plain
from bayescmp.tables import scaled_table


@dataclass(frozen=True, kw_only=True, eq=False)
class CrossedEffectsPosterior(PartsPosterior):
    r"""Posteriors of the quantities of a paired table, mixed over the variance that training sets add.

    Attributes
    ----------
    paired, effective_size, part_weights
        As in `PartsPosterior`.
    weights : DataArray, dims (..., tau)
        Posterior probabilities of the values of tau, in units of the sampling variance: at 1, training sets add as
        much variance to the mean difference as a sample of as many records.
    components : Dataset
        Posterior means: `records`, `training_sets` and `rest`, the shares of the variance of the difference on one
        validation set; `rho2`, its correlation between repeats; `phi`, its variance relative to independent records.
    inverse_size : Dataset
        One over the number of independent records that the experiment is worth: `fixed`, if training sets add no
        variance, and `per_tau`, what it grows by with every unit of tau.
    n_records : DataArray
        Number of records that were validated.
    """

    weights: xr.DataArray
    components: xr.Dataset
    inverse_size: xr.Dataset
    n_records: xr.DataArray
    __repr__ = in_one_line

    def given_tau(self, tau: float) -> PairedPosterior:
        """Return the posterior that holds if tau is known, in units of the variance of a sample of as many records."""
        check_not_negative("tau", tau, most=MOST_RECORDS)
        cells = self.paired.table.isel(part=0, drop=True)
        return replace(self.paired, table=scaled_table(cells, 1 / inverse_given(self.inverse_size, tau)))

    @property
    def tau(self) -> Values:
        """Posterior median of tau: half of its posterior probability lies at or below the value."""
        below = self.weights.cumsum("tau") >= 0.5
        return plain(self.weights["tau"].isel(tau=below.argmax("tau")).drop_vars("tau"))

    def prob_tau_above(self, tau: float) -> Values:
        """Posterior probability that training sets add more than `tau` times the variance of a sample.

        By linear interpolation between the points of the grid, each with half of its weight on either side.
        """
        check_number("tau", tau)
        values = self.weights["tau"].to_numpy()

        def above(weights: Floats) -> float:
            middle = np.cumsum(weights) - weights / 2
            middle = np.ones(1) if values.size == 1 else middle  # taken as known
            return 1 - float(np.interp(tau, values, middle, left=0.0, right=1.0))

        return plain(xr.apply_ufunc(above, self.weights, input_core_dims=[["tau"]], vectorize=True))


def crossed_effects_posterior(
    predictions: xr.Dataset,
    first: str | None = None,
    second: str | None = None,
    *,
    tau: Any = "default",
    prior: str = "dirichlet",
    strength: float = 1.0,
) -> CrossedEffectsPosterior:
    r"""Posterior of the error difference of two algorithms, from record-level outcomes of a cross-validation.

    The estimand of `difference` is err(first) - err(second) of the algorithms, at the training size of the design, on
    new records; negative means that the first is better.

    Parameters
    ----------
    predictions : Dataset
        As from `cross_val_predictions`, with any splitter that has more than one training set: m x 2 designs, K-fold,
        repeated K-fold, repeated hold-outs with `train`.
    first, second : str, optional
        The two classifiers; may be left out where there are only two.
    tau : {"default", "cautious"}, a number or a distribution, default "default"
        Prior of the variance that training sets add to the mean difference, relative to that of a sample of as many
        records. "default": the upper half of a t distribution with 2 degrees of freedom and scale 0.3; "cautious": the
        upper half of a Cauchy distribution with scale 0.6; a number is taken as known; or a distribution of scipy.
    prior, strength
        As in `paired_posterior`, for the table given tau.

    Returns
    -------
    CrossedEffectsPosterior

    Raises
    ------
    TypeError, ValueError
        If an argument is not what it must be, or there is only one training set.

    Notes
    -----
    The difference of the losses on record i in repeat r is

    .. math:: d_{ir} = \delta + u_i + v_S + e_{ir}

    with the training set S, and :math:`\mathrm{Cov}(v_S, v_{S'}) = \tau (\sigma_u^2 + \sigma_e^2)
    |S \cap S'| / (|S| |S'|)`: to first order an algorithm's fluctuation is a sum over its training records
    (status D; an upper bound of the correlations, hence cautious). The variances of records and rest are estimated
    from the data, tau is integrated out on a grid with the restricted likelihood of the sums over validation sets, and
    given tau the posterior is the exact one of `paired_posterior` for a table of

    .. math:: n_e(\tau) = (p_d - \delta^2) / \mathrm{Var}(\bar d \mid \tau)

    records with the observed proportions. So the posterior mean hardly depends on tau, and tau sets its spread. One run
    of a cross-validation says little about tau (its own variance has no unbiased estimator), so the prior matters:
    see the page on crossed effects for what was measured.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> X, y = load_iris(return_X_y=True)
    >>> p = bc.cross_val_predictions({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, X, y, random_state=0)
    >>> posterior = bc.posteriors.crossed_effects_posterior(p)
    >>> 0 < posterior.prob_first_better < 1
    True
    """
    sums = crossed_sums(predictions, first, second)
    return crossed_effects_of_sums(sums, tau=tau, prior=prior, strength=strength)


def crossed_effects_of_sums(
    sums: xr.Dataset, *, tau: Any = "default", prior: str = "dirichlet", strength: float = 1.0
) -> CrossedEffectsPosterior:
    """Posterior of the error difference from sums over training sets, for a batch of experiments.

    Parameters
    ----------
    sums : Dataset
        As from `crossed_sums` or `crossed_sums_of_losses`.
    tau, prior, strength
        As in `crossed_effects_posterior`.

    Returns
    -------
    CrossedEffectsPosterior

    Raises
    ------
    TypeError, ValueError
        If `sums` are something else, and as `crossed_effects_posterior`.
    """
    check_choice("prior", prior, PRIORS)
    check_positive("strength", strength, most=MOST_RECORDS)
    effective_size = effective_size_of_sums(sums, tau=tau, needed=("cells",))
    shares, size = effective_size.parts()
    return CrossedEffectsPosterior(
        paired=parts_of(sums["cells"], size, prior=prior, strength=strength),
        weights=effective_size.weights,
        components=effective_size.components,
        inverse_size=effective_size.inverse_size,
        effective_size=size,
        part_weights=shares,
        n_records=sums["n_records"] if "n_records" in sums else sums["records"].sum("times"),
    )
