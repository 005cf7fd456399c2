"""The result of a comparison."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import xarray as xr

from bayescmp._results import Interval, Posterior
from bayescmp._text import visible
from bayescmp._validation import RandomNumbers, about, check_path
from bayescmp.comparison._levels import AnyPosterior
from bayescmp.comparison._storage import dict_of, fields_of, json_of, save
from bayescmp.comparison._tipping import TippingPoint
from bayescmp.comparison._words import html_of, screen_of


@dataclass(frozen=True, kw_only=True, eq=False)
class Comparison:
    """Which of two classifiers errs less, by how much, and how sure that is.

    Attributes
    ----------
    first, second : str
        Names of the classifiers. A difference is err(first) - err(second): negative means that the first is better.
    errors : dict of str to float
        Observed share of wrong predictions of each classifier, over all validation sets.
    posterior : PairedPosterior, CrossedEffectsPosterior or CrossedEffectsSample
        The posterior that the decision rests on; its `difference` is that of the error rates.
    prob_first_better, prob_equivalent, prob_second_better : float
        Posterior probabilities of a difference below, inside and above the rope; they sum to 1.
    decision : {"first better", "equivalent", "second better", "undecided"}
        The outcome whose probability reaches `threshold`.
    inference : str
        The inference level: "paired", "effective-table", "crossed-effects" or "crossed-effects-mcmc".
    levels : DataFrame
        One row per inference level and test that the data allow: estimate, interval and the three probabilities of a
        level, or estimate and p-value of a test, and what it assumes.
    tables : DataArray
        The observed counts.
    effective_size : float
        Variance of the difference on one record over that of the mean difference: the number of independent records
        that would be as precise. It may exceed the number of records where repeats average out noise.
    bayes_factor : float
        For unequal against equal error rates; above 1 favours unequal.
    rope : (float, float)
        Region of practical equivalence, in proportions.
    ci_prob, ci_kind, threshold
        As given to `compare`.
    resampling, estimand, not_answered : str
        In words: how records were split, the quantity estimated, and what the analysis says nothing about.
    notes : tuple of str
        What is unusual about the data: classes of one record, classes that were not trained on, order in time.
    identical : bool
        Whether both classifiers predict the same label for every validated record, as one compared with itself does.
    diagnostics : str
        How far the numbers can be trusted numerically; after sampling, the verdict on the draws.
    reliable : bool
        False where the diagnostics of a sampler fail: then no number of the posterior should be used.
    prob_error : float
        Monte Carlo standard error of the probabilities, the largest of the three; 0 where nothing is drawn.
    provenance : dict
        Schema, versions, and how the predictions came about.
    tipping_point : TippingPoint or None
        How large the variance of training sets would have to be for the decision to fall, by the deterministic
        crossed effects; None without the predictions of several training sets.
    """

    first: str
    second: str
    errors: dict[str, float]
    posterior: AnyPosterior
    prob_first_better: float
    prob_equivalent: float
    prob_second_better: float
    decision: str
    inference: str
    levels: pd.DataFrame
    tables: xr.DataArray
    effective_size: float
    bayes_factor: float
    rope: tuple[float, float]
    ci_prob: float
    ci_kind: str
    threshold: float
    resampling: str
    estimand: str
    not_answered: str
    diagnostics: str
    provenance: Mapping[str, Any]
    reliable: bool = True
    prob_error: float = 0.0
    tipping_point: TippingPoint | None = None
    notes: tuple[str, ...] = ()
    identical: bool = False

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """Posterior probabilities of first better, equivalent and second better, which sum to 1."""
        return self.prob_first_better, self.prob_equivalent, self.prob_second_better

    @property
    def difference(self) -> Posterior:
        """Posterior of err(first) - err(second)."""
        return self.posterior.difference

    @property
    def effective_table(self) -> xr.DataArray:
        """The table that the posterior counts: the observed one for a hold-out, else the effective one."""
        return self.posterior.table.assign_attrs(first_name=visible(self.first), second_name=visible(self.second))

    @property
    def interval(self) -> Interval:
        """Credible interval of the difference, as asked of `compare`."""
        row = self.levels.iloc[0]
        return Interval(low=float(row["low"]), high=float(row["high"]), ci_prob=self.ci_prob, ci_kind=self.ci_kind)

    def summary(self) -> pd.DataFrame:
        """One row for a table of several comparisons.

        Returns
        -------
        DataFrame
            With both names, errors, difference, interval, probabilities, decision, and the test's p-value.

        Examples
        --------
        >>> import bayescmp as bc
        >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        >>> bc.compare(table).summary()[["first", "second", "decision"]].values.tolist()
        [['first', 'second', 'first better']]
        """
        pvalues = self.levels["pvalue"].dropna()
        return pd.DataFrame(
            {
                "first": self.first,
                "second": self.second,
                "error_first": self.errors[self.first],
                "error_second": self.errors[self.second],
                "difference": self.difference.mean,
                "low": self.interval.low,
                "high": self.interval.high,
                "prob_first_better": self.prob_first_better,
                "prob_equivalent": self.prob_equivalent,
                "prob_second_better": self.prob_second_better,
                "decision": self.decision,
                "pvalue": pvalues.iloc[0] if len(pvalues) else float("nan"),
                "bayes_factor": self.bayes_factor,
                "effective_size": self.effective_size,
                "inference": self.inference,
            },
            index=[0],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the plain types of JSON, as documented on the page on the JSON schema.

        Returns
        -------
        dict
            Missing numbers are None, infinite ones the text "Infinity".
        """
        return dict_of(self)

    def to_json(self) -> str:
        """Return `to_dict` as strict JSON.

        Returns
        -------
        str
        """
        return json_of(self)

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Return draws of the posterior in the form that ArviZ takes.

        Parameters
        ----------
        draws : int, default 1000
            Independent draws in each of four chains; after sampling, the draws of the sampler as they are.
        rng : int, Generator or None
            Seed or source of the draws.

        Returns
        -------
        DataTree
            With the group `posterior`, dims (chain, draw, ...); `difference` is err(first) - err(second). The
            attributes `first_name` and `second_name` say who is who, `comparison` is the JSON of `to_json`.

        Examples
        --------
        >>> import bayescmp as bc
        >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        >>> tree = bc.compare(table).to_datatree(draws=100, rng=0)
        >>> dict(tree["posterior"]["difference"].sizes)
        {'chain': 4, 'draw': 100}
        """
        tree = self.posterior.to_datatree(draws, rng)
        names = {"first_name": visible(self.first), "second_name": visible(self.second)}
        tree.attrs = names | {"comparison": json_of(self, ascii_only=True)}
        return tree

    def save(self, path: str | Path) -> None:
        """Save the comparison as NetCDF, to be read by `Comparison.load`.

        Parameters
        ----------
        path : str or Path
            A file that ends in .nc; an old one is replaced only once the new one is complete.

        Raises
        ------
        ValueError
            If the suffix is not .nc.
        """
        with about("path"):
            save(self, check_path("path", path))

    @classmethod
    def load(cls, path: str | Path) -> "Comparison":
        """Load what `save` wrote.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        Comparison

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        ValueError
            If the file is not a saved comparison of a known schema, or its decision, probabilities, errors or settings
            are not what follows from its tables.

        Notes
        -----
        What follows from the tables, and at the crossed effects from the posterior of tau and the variance of the mean
        that the file holds, is computed again; p-values and words are taken as they stand. Files of schema 1 were
        written with a coarser quadrature; their numbers may differ by 2e-3, are replaced, and a note says so.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> import bayescmp as bc
        >>> path = pathlib.Path(tempfile.mkdtemp(), "result.nc")
        >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        >>> result = bc.compare(table)
        >>> result.save(path)
        >>> bc.Comparison.load(path).to_json() == result.to_json()
        True
        """
        with about("path"):
            return cls(**fields_of(check_path("path", path)))

    def __str__(self) -> str:
        return screen_of(self)

    def _repr_html_(self) -> str:
        return html_of(self)


def check_comparison(comparison: object, name: str = "comparison") -> Comparison:
    """Return `comparison` if it is one."""
    if not isinstance(comparison, Comparison):
        raise TypeError(
            f"`{name}` must be a Comparison, but got {type(comparison).__name__}. Make one with `compare`, or read one "
            "with `Comparison.load`."
        )
    return comparison
