"""How often `rank`, and what else is used for several classifiers, decides any pair: the study, and its table."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._settings import Settings
from bayescmp._typing import Array, Booleans, Floats
from bayescmp.design import HOLD_OUT
from bayescmp.evidence import Evidence
from bayescmp.frequentist import adjust_pvalues
from bayescmp.levels._registry import AUTO
from bayescmp.predictions import predictions_from_arrays
from bayescmp.ranking._draws import draws_of, of_draws
from bayescmp.ranking._frames import pvalues_of, two_sided
from bayescmp.ranking._pooled import pooled
from bayescmp.ranking._rank import PRIOR, joint_of, level_of
from bayescmp.studies._bradley_terry import first_better
from bayescmp.studies._methods import Findings, Method
from bayescmp.studies._outcomes import Outcomes
from bayescmp.studies._summary import results_of_cells

RULES = ("pairs", "Holm of the test", "Holm of the pairs", "pooled", "Bradley-Terry", "P(best) > .95")
"""What decides: each pair's posterior by itself, adjusted p-values of the test and of the posteriors, the pooled
probabilities, a model of independent wins, and the probability of being best."""
_DRAWS = 4000


def several_method(plan: str) -> Method:
    """Return the method that ranks, and finds for every rule whether and how many pairs it decides.

    It finds `reject`, whether any pair is decided, and the shares of pairs that are decided for the first classifier,
    `estimate`, and for the second, `statistic`.
    """
    return Method(name="rank", plan=plan, assess=_assess, coords={"rule": list(RULES)})


def _assess(outcomes: Outcomes, alpha: float) -> Findings:
    trials = range(outcomes.wrong.sizes["experiment"])
    found = np.array([_of_evidence(Evidence(predictions=_predictions(outcomes, k)), alpha) for k in trials])
    return dict(zip(("reject", "estimate", "statistic"), np.moveaxis(found, -1, 0), strict=True))


def _predictions(outcomes: Outcomes, trial: int) -> xr.Dataset:
    """Return one trial as predictions of 0, the true label, or 1."""
    wrong = outcomes.wrong.isel(experiment=trial).transpose("classifier", "repeat", "record").to_numpy().astype(int)
    fold = outcomes.fold.isel(experiment=trial).transpose("repeat", "record").to_numpy()
    if outcomes.design.kind == HOLD_OUT:
        wrong = wrong[:, 0, fold[0] >= 0]
        return predictions_from_arrays(np.zeros(wrong.shape[-1], int), _named(wrong))
    repeat, record = np.nonzero(fold >= 0)
    return predictions_from_arrays(
        np.zeros(repeat.size, int), _named(wrong[:, repeat, record]), repeat=repeat, fold=fold[repeat, record],
        record=record,
    )  # fmt: skip


def _named(wrong: Array) -> dict[str, Array]:
    return {f"classifier {number + 1}": one for number, one in enumerate(wrong)}


def _of_evidence(evidence: Evidence, alpha: float) -> list[tuple[float, float, float]]:
    """Return for every rule whether any pair is decided, and the shares decided for the first and the second.

    The numbers are those of `rank`, without its intervals, which take most of its time.
    """
    level, settings = level_of(AUTO, evidence), Settings(ci_prob=1 - alpha, prior=PRIOR, rng=0)
    of_pairs = evidence.pairs()
    posterior = level.fit(of_pairs, settings)
    joint = joint_of(level, evidence, posterior, settings)
    prob = np.asarray(posterior.prob_first_better)
    shrunk = pooled(joint.moments, settings.rope, alike=evidence.alike).probabilities
    peers, surely = first_better(_wins(evidence)), 1 - alpha / 2
    by_rule = [
        (prob >= surely, 1 - prob >= surely),
        *(
            (rejected & (prob > 0.5), rejected & (prob < 0.5))
            for rejected in (
                adjust_pvalues(p) <= alpha
                for p in (pvalues_of(of_pairs, settings), two_sided(prob, 0.0 * prob, 1 - prob))
            )
        ),
        (shrunk[:, 0] >= surely, shrunk[:, 2] >= surely),
        (peers >= surely, 1 - peers >= surely),
    ]
    best = of_draws(draws_of(joint, _DRAWS, settings.rng, evidence.alike), settings.rope[1]).ranks[:, 0]
    return [*(_counted(*of_rule) for of_rule in by_rule), (float((best > 1 - alpha).any()), np.nan, np.nan)]


def _counted(for_first: Booleans, for_second: Booleans) -> tuple[float, float, float]:
    return float((for_first | for_second).any()), float(for_first.mean()), float(for_second.mean())


def _wins(evidence: Evidence) -> Floats:
    """Return on how many records the row is right and the column wrong, averaged over repeats."""
    wrong = evidence.wrong.transpose("repeat", "classifier", "record").to_numpy().astype(float)
    both = (wrong @ wrong.swapaxes(1, 2)).mean(0)
    return np.asarray(np.diag(both) - both)


def several_table(out: str | Path) -> pd.DataFrame:
    """Count the pairs that every rule decides in a study of several classifiers.

    Parameters
    ----------
    out : str or Path
        Folder of the study `several-classifiers` or `several-cross-validated`.

    Returns
    -------
    DataFrame
        One row per cell and rule: the parameters of the cell that are not the same everywhere, rule, trials, any_pair
        (share of the trials in which a pair is decided; for P(best), in which one classifier has a probability above
        .95), right and wrong (mean shares of pairs that are decided for the classifier that is before, and after, the
        other in the order of true errors; if all are equal, both are wrong), each with its standard error.

    Raises
    ------
    FileNotFoundError
        If there is no study in the folder.
    ValueError
        If it is another study.
    """
    return pd.DataFrame(list(_rows(out)))


def _rows(out: str | Path) -> Iterator[dict[str, object]]:
    for cell, results in results_of_cells(out, ("rule",)):
        own = {name: cell["parameters"][name] for name in ("n_records", "n_classifiers", "spread", "tau")}
        for rule in RULES:
            yield own | {"rule": rule} | _counts(results.sel(rule=rule).isel(method_name=0))


def _counts(results: xr.Dataset) -> dict[str, object]:
    """Return means over trials with standard errors; that of a share is of (count + 1)/(trials + 2), so never 0."""
    found: dict[str, object] = {"trials": results.sizes["trial"]}
    for name, variable in {"any_pair": "reject", "right": "estimate", "wrong": "statistic"}.items():
        values = results[variable].dropna("trial").to_numpy()
        n = values.size
        rate = (values.sum() + 1) / (n + 2)
        variance = rate * (1 - rate) if name == "any_pair" else values.var(ddof=1) if n > 1 else np.nan
        found |= {name: values.mean() if n else np.nan, f"{name}_se": float(np.sqrt(variance / max(n, 1)))}
    return found
