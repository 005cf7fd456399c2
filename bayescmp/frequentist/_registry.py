"""The named tests: each binds a formula to a resampling plan and its constants."""

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
import xarray as xr

from bayescmp._bibliography import reference
from bayescmp._results import SignificanceResult
from bayescmp.frequentist._evidence import Array, Evidence
from bayescmp.frequentist._f import combined_f
from bayescmp.frequentist._mcnemar import bcv_mcnemar, mcnemar, naive_kfold_mcnemar
from bayescmp.frequentist._resampling import bootstrap, permutation
from bayescmp.frequentist._t import blocked_3x2_t, combined_5x2_t, paired_t, t_5x2
from bayescmp.frequentist._z import conservative_z, kfold_ci_z, proportions

ALGORITHMS = "equal expected loss of the algorithms at the training size"
CLASSIFIERS = "equal error rates of the two fitted classifiers"

_DIETTERICH = "dietterich1998"
_NADEAU_BENGIO = "nadeau2003"
_YANG = "yang2023"
_BOUCKAERT = "bouckaert2004"
_MCNEMAR = "mcnemar1947"


@dataclass(frozen=True, kw_only=True)
class RegisteredTest:
    """A named test.

    Attributes
    ----------
    name : str
        Its name, unique.
    family : str
        "McNemar", "t", "F", "Z" or "resampling".
    plan : str
        The resampling plan it needs, a key of `model_selection.PLANS`.
    null : str
        The null hypothesis.
    reference : str
        Source, a key of `references.bib`.
    metrics : str
        "error", or "any label metric".
    status : str
        How sure the formula and its constants are: S read in a source, D derived, F identified by printed numbers.
    faults : str
        What is known against it, in one sentence.
    assess : callable
        From `Evidence` to a `SignificanceResult`.
    recommended : bool
        Whether it is among the tests that `run_tests` takes by default.
    """

    name: str
    family: str
    plan: str
    null: str
    reference: str
    metrics: str
    status: str
    faults: str
    assess: Callable[[Evidence], SignificanceResult]
    recommended: bool = False


def _one(tables: xr.DataArray) -> xr.DataArray:
    """Return the first table of a plan."""
    return tables.isel(repeat=0, fold=0, drop=True)


def _conservative_z(evidence: Evidence) -> SignificanceResult:
    d = evidence.differences.isel(fold=0, drop=True)
    mean = d.isel(repeat=slice(0, 15)).mean("repeat")
    halves = [
        xr.concat([d.isel(repeat=slice(15 * k, 15 * k + 15)).mean("repeat") for k in (1 + 2 * m, 2 + 2 * m)], "half")
        for m in range(10)
    ]
    return conservative_z(mean, xr.concat(halves, "split"))


def _bootstrap(evidence: Evidence) -> SignificanceResult:
    y, a, b = _labels_of(evidence)
    return bootstrap(y, a, b, metric=evidence.metric, alpha=evidence.alpha, rng=evidence.rng)


def _permutation(evidence: Evidence) -> SignificanceResult:
    y, a, b = _labels_of(evidence)
    return permutation(y, a, b, metric=evidence.metric, rng=evidence.rng)


def _labels_of(evidence: Evidence) -> tuple[Array, Array, Array]:
    if evidence.labels is None:
        raise ValueError("This test needs the predicted labels, but there are only tables.")
    return evidence.labels


TESTS: tuple[RegisteredTest, ...] = (
    RegisteredTest(
        name="bcv_mcnemar",
        family="McNemar",
        plan="5 x 2 block-regularized",
        null=ALGORITHMS,
        reference=_YANG,
        metrics="error",
        status="F",
        faults="size .024 on Epsilon, conservative; too large where training sets add much variance",
        assess=lambda e: bcv_mcnemar(e.tables),
        recommended=True,
    ),
    RegisteredTest(
        name="calibrated_5x2_bcv_f",
        family="F",
        plan="5 x 2 block-regularized",
        null=ALGORITHMS,
        reference="wang2017",
        metrics="any label metric",
        status="S, reading D",
        faults="the size depends on the algorithms (.029 on Epsilon)",
        assess=lambda e: combined_f(e.differences, df=(7, 5)),
        recommended=True,
    ),
    RegisteredTest(
        name="blocked_3x2_t",
        family="t",
        plan="3 x 2 block-regularized",
        null=ALGORITHMS,
        reference="wang2014",
        metrics="any label metric",
        status="S",
        faults="size .080 on Epsilon, above .05",
        assess=lambda e: blocked_3x2_t(e.differences),
    ),
    RegisteredTest(
        name="t_5x2",
        family="t",
        plan="5 x 2 random",
        null=ALGORITHMS,
        reference=_DIETTERICH,
        metrics="any label metric",
        status="S",
        faults="low power, and the answer depends on which fold comes first",
        assess=lambda e: t_5x2(e.differences),
    ),
    RegisteredTest(
        name="combined_5x2_t",
        family="t",
        plan="5 x 2 random",
        null=ALGORITHMS,
        reference="yildiz2013",
        metrics="any label metric",
        status="S",
        faults="size .290 on Epsilon: takes dependent differences as independent",
        assess=lambda e: combined_5x2_t(e.differences),
    ),
    RegisteredTest(
        name="combined_5x2_f",
        family="F",
        plan="5 x 2 random",
        null=ALGORITHMS,
        reference="alpaydin1999",
        metrics="any label metric",
        status="S",
        faults="the overlap of random partitions varies; size up to .27 in hard cases",
        assess=lambda e: combined_f(e.differences, df=(10, 5)),
    ),
    RegisteredTest(
        name="repeated_holdout_t",
        family="t",
        plan="15 hold-outs 2/3",
        null=ALGORITHMS,
        reference=_DIETTERICH,
        metrics="any label metric",
        status="F",
        faults="size .463 on Epsilon: overlapping hold-outs are taken as independent",
        assess=lambda e: paired_t(e.differences),
    ),
    RegisteredTest(
        name="resampled_t",
        family="t",
        plan="30 hold-outs 2/3",
        null=ALGORITHMS,
        reference=_DIETTERICH,
        metrics="any label metric",
        status="S",
        faults="as repeated_holdout_t, and worse with more splits",
        assess=lambda e: paired_t(e.differences),
    ),
    RegisteredTest(
        name="corrected_repeated_holdout_t",
        family="t",
        plan="15 hold-outs 9/10",
        null=ALGORITHMS,
        reference=_NADEAU_BENGIO,
        metrics="any label metric",
        status="S, fraction F",
        faults="the correction is a rule of thumb for the correlation of hold-outs",
        assess=lambda e: paired_t(e.differences, test_to_train=e.test_to_train),
    ),
    RegisteredTest(
        name="kfold_t",
        family="t",
        plan="10-fold",
        null=ALGORITHMS,
        reference=_DIETTERICH,
        metrics="any label metric",
        status="F",
        faults="training sets share eight ninths: too large a size where they matter",
        assess=lambda e: paired_t(e.differences),
    ),
    RegisteredTest(
        name="corrected_repeated_kfold_t",
        family="t",
        plan="10 x 10-fold",
        null=ALGORITHMS,
        reference=_BOUCKAERT,
        metrics="any label metric",
        status="F",
        faults="a hundred fits, and the correction is a rule of thumb",
        assess=lambda e: paired_t(e.differences, test_to_train=1 / 9),
    ),
    RegisteredTest(
        name="kfold_ci_z",
        family="Z",
        plan="5-fold",
        null="zero mean difference of the K fitted pairs, for stable algorithms that of the algorithms",
        reference="bayle2020",
        metrics="error",
        status="S, K F",
        faults="too large a size for algorithms that are not stable",
        assess=lambda e: kfold_ci_z(e.tables.isel(repeat=0, drop=True)),
    ),
    RegisteredTest(
        name="naive_kfold_mcnemar",
        family="McNemar",
        plan="10-fold",
        null="equal error rates of the fitted pair in every fold",
        reference=_YANG,
        metrics="error",
        status="S, K open",
        faults="almost no power: size .0001 on Epsilon",
        assess=lambda e: naive_kfold_mcnemar(e.tables.isel(repeat=0, drop=True)),
    ),
    RegisteredTest(
        name="conservative_z",
        family="Z",
        plan="half-splits",
        null=ALGORITHMS,
        reference=_NADEAU_BENGIO,
        metrics="any label metric",
        status="S",
        faults="300 additional fits, conservative, low power",
        assess=_conservative_z,
    ),
    RegisteredTest(
        name="holdout_mcnemar_exact",
        family="McNemar",
        plan="hold-out 2/3",
        null=CLASSIFIERS,
        reference=_MCNEMAR,
        metrics="error",
        status="S",
        faults="one hold-out: training variance is not included, and the power is low",
        assess=lambda e: mcnemar(_one(e.tables), method="exact"),
    ),
    RegisteredTest(
        name="holdout_mcnemar",
        family="McNemar",
        plan="hold-out 2/3",
        null=CLASSIFIERS,
        reference=_MCNEMAR,
        metrics="error",
        status="S, correction F",
        faults="as holdout_mcnemar_exact; an approximation to it",
        assess=lambda e: mcnemar(_one(e.tables), method="chi2"),
    ),
    RegisteredTest(
        name="holdout_mcnemar_midp",
        family="McNemar",
        plan="hold-out 2/3",
        null=CLASSIFIERS,
        reference="fagerland2013",
        metrics="error",
        status="S",
        faults="as holdout_mcnemar_exact; size slightly above the nominal one for some n",
        assess=lambda e: mcnemar(_one(e.tables), method="midp"),
    ),
    RegisteredTest(
        name="proportions",
        family="Z",
        plan="hold-out 2/3",
        null=CLASSIFIERS,
        reference=_DIETTERICH,
        metrics="error",
        status="S",
        faults="ignores the pairing: low power where both err on the same records, rejects too easily where on others",
        assess=lambda e: proportions(_one(e.tables)),
    ),
    RegisteredTest(
        name="bootstrap_percentile",
        family="resampling",
        plan="hold-out 2/3",
        null="equal expected loss of the two fitted classifiers",
        reference="keller2005",
        metrics="any label metric",
        status="S",
        faults="one hold-out; too small p-values with few errors",
        assess=_bootstrap,
    ),
    RegisteredTest(
        name="permutation",
        family="resampling",
        plan="hold-out 2/3",
        null="predicted labels of the two fitted classifiers are exchangeable",
        reference="keller2005",
        metrics="any label metric",
        status="D",
        faults="one hold-out; the null hypothesis is more than equal loss",
        assess=_permutation,
    ),
)


def registered_tests() -> pd.DataFrame:
    """Return the registered tests, one row each.

    Returns
    -------
    DataFrame
        With the columns test, family, resampling, null, metrics, status, faults, reference, recommended.

    Examples
    --------
    >>> from bayescmp.frequentist import registered_tests
    >>> registered_tests()["test"].iloc[0]
    'bcv_mcnemar'
    """
    return pd.DataFrame(
        {
            "test": test.name,
            "family": test.family,
            "resampling": test.plan,
            "null": test.null,
            "metrics": test.metrics,
            "status": test.status,
            "faults": test.faults,
            "reference": reference(test.reference).short,
            "recommended": test.recommended,
        }
        for test in TESTS
    )
