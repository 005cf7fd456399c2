"""How probably a comparison with a judge decides once people have labelled more of the same records."""

from functools import cache

import numpy as np
import pandas as pd
import xarray as xr
from scipy import special

from bayescmp._support._validation import check_integer, check_numbers, generator
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._foreseen import POWERS, least_number, pooled_scale, smaller_assurances
from bayescmp.comparison._judge import allotted, spread_of_labels
from bayescmp.posteriors._drawn_records import DIFFERENCE, JudgedPosterior
from bayescmp.posteriors._mixture import density_of_difference
from bayescmp.results import in_order

_WORLDS = 1000
_CELL = 0.02  # standard deviations, over which the density of a prior is averaged
_MORE = (0, 50, 100, 200, 500, 1000, 2000, 5000)
_NEAR = 1e-9


def labels_foreseen(comparison: Comparison, n_labels: object) -> tuple[pd.DataFrame, dict[float, float]]:
    """Return a row for each number of labels in all, and how many a decision needs with some probabilities.

    Where those that there are decide already, none are needed.

    Worlds are drawn from the posterior; in each the labels to come, allotted as `next_labels` does, are drawn, and the
    mean and the variance of the new posterior are in closed form. Its probabilities are taken to be normal.
    """
    posterior = comparison.of_judged
    assert posterior is not None  # noqa: S101 - its design says so
    known = int(posterior.labelled.sum())
    total = int(posterior.judged.sum())
    asked = [*(known + more for more in _MORE if known + more < total), total] if n_labels is None else n_labels
    sizes = [check_integer("n_labels", one, least=known, most=total) for one in check_numbers("n_labels", asked)]

    foreseen = cache(lambda size: _foreseen(comparison, posterior, size - known))

    def assurance(size: int) -> float:
        return foreseen(size)["assurance"]

    table = pd.DataFrame([{"n_labels": size} | foreseen(size) for size in sizes])
    if assurance(known) > 1 - _NEAR:  # of which more labels may take something
        return table, {}
    return table, {wanted: least_number(assurance, wanted, known, total, parts=100) for wanted in POWERS}


def _foreseen(comparison: Comparison, posterior: JudgedPosterior, more: int) -> dict[str, float]:
    settings, source = comparison.settings, generator(0)
    cells = posterior.cells.transpose("draw", "judge", "people").to_numpy()[:: max(1, posterior.draws // _WORLDS)]
    shares = cells / cells.sum(axis=-1, keepdims=True)
    seen = posterior.labelled.sum("people").to_numpy()
    left = posterior.judged.to_numpy() - seen
    come = source.multinomial(allotted(left * spread_of_labels(posterior), left, more), shares)
    judged = xr.DataArray(np.broadcast_to(posterior.judged, (len(come), 4)), dims=("world", "judge"))
    labelled = xr.DataArray(posterior.labelled.to_numpy() + come, dims=("world", "judge", "people"))
    mean, variance = JudgedPosterior(judged=judged, labelled=labelled).moments()
    centre, sd = comparison.evidence.metric.sign * mean, np.sqrt(variance)
    low, high = (special.ndtr((bound - centre) / sd) for bound in settings.rope)
    decided = in_order(np.stack([low, high - low, 1 - high], axis=-1), settings) >= settings.threshold
    alike = density_of_difference(cells.sum(axis=1) @ DIFFERENCE, _CELL * float(sd.mean()), pooled_scale(comparison))
    averaged = np.stack([decided.mean(axis=0), alike @ decided / alike.sum()], axis=1)
    width = 2 * float(special.ndtri((1 + settings.ci_prob) / 2) * sd.mean())
    return {"sd": float(sd.mean()), "width": width} | smaller_assurances(averaged)
