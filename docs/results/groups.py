"""How often 95 % intervals hold the true difference where records come in groups of dependent ones.

    python docs/results/groups.py [runs] [others] [processes] > docs/results/groups.csv  # two hours on one core

`runs` of the error, with either pair of rates, and of partial credit, 2,000 if left out; of `others`, 400.
Groups: 5, 10, 30 or 100; of 8 records each ("equal"), of log-normal sizes with this mean ("unequal"), or of 8 but for
one with a quarter of all records ("quarter"). `icc` is the intraclass correlation of what decides of an answer:
normal effects of the group and of the record, half in common and half of each classifier. Errors are .10 and .15, or
.3 and .3. Partial credit is the normal distribution function of the same; classes are two of equal size, and scores of
order the same normal variates with 1.5 added in one of them. Cross-validations are 5 x 2 (block-regularized by groups),
whose training sets have effects that are sums over their groups, half the variance of a sample.

One row a cell and a method: `covered`, how often the interval holds the truth, `covered_50` and `covered_80` of 50 and
80 % intervals; `width`, its mean; `ratio`, that over the mean width of the cluster-robust t interval, of hold-outs by
means. Methods: "groups", the package; "records", the negative control, which takes records as independent.
"""

from functools import partial
from itertools import product

import numpy as np
import pandas as pd
import xarray as xr
from in_cells import write_rows
from scipy import stats
from threadpoolctl import threadpool_limits

import bayescmp as bc
from bayescmp.frequentist import cluster_t
from bayescmp.posteriors import PartsPosterior
from bayescmp.posteriors._crossed_effects import effective_size_of_sums
from bayescmp.posteriors._effective import parts_of
from bayescmp.tables import CELLS, OUTCOMES

ERRORS = [(0.10, 0.15), (0.3, 0.3)]
SIZES = ("equal", "unequal", "quarter")
COUNTS, ICCS = (5, 10, 30, 100), (0.0, 0.2, 0.5)
TAU = 0.5
LEVELS = {"covered": 0.95, "covered_50": 0.5, "covered_80": 0.8}


def sizes_of(kind, n_groups, rng, mean=8):
    """Draw numbers of records of groups."""
    if kind == "unequal":
        drawn = np.exp(rng.normal(0, 1, n_groups))
        return np.maximum(1, np.round(drawn / drawn.mean() * mean)).astype(int)
    found = np.full(n_groups, mean)
    if kind == "quarter":
        found[0] = round((n_groups - 1) * mean / 3)
    return found


def latent(groups, icc, rng):
    """Draw what decides of the answers of two classifiers, (2, n_records), each standard normal."""
    n_groups, n = groups.max() + 1, groups.size
    common, own = rng.normal(size=n_groups)[groups], rng.normal(size=(2, n_groups))[:, groups]
    record, rest = rng.normal(size=n), rng.normal(size=(2, n))
    return np.sqrt(icc / 2) * (common + own) + np.sqrt((1 - icc) / 2) * (record + rest)


def of_two(values):
    """Name the rows of an array as two classifiers."""
    return dict(zip("ab", values, strict=True))


def error(groups, icc, errors, rng):
    """Return how to make predictions of one hold-out, right or wrong, the differences of records, and the true one."""
    wrong = latent(groups, icc, rng) < stats.norm.ppf(errors)[:, None]
    make = partial(bc.labels, np.ones(groups.size, int), of_two(1 - wrong), group=groups)
    return make, wrong[0] - wrong[1].astype(float), errors[0] - errors[1]


def cells_of(differences, make):
    """Return the table of right and wrong of one hold-out."""
    wrong = 1 - np.stack([*make.args[1].values()])
    return [
        [(wrong[0] * wrong[1]).sum(), (differences > 0).sum()],
        [(differences < 0).sum(), (wrong.sum(0) == 0).sum()],
    ]


def partial_credit(groups, icc, errors, rng):  # noqa: ARG001 - both are alike
    """Return scores of one hold-out from 0 to 1."""
    credit = stats.norm.cdf(latent(groups, icc, rng))
    make = partial(bc.scores, of_two(credit), group=groups, bounds=(0, 1))
    return make, credit[0] - credit[1], 0.0


def f1_macro(groups, icc, errors, rng):
    """Return predictions of one hold-out of two classes, of which both are as often mistaken."""
    wrong = latent(groups, icc, rng) < stats.norm.ppf(errors)[:, None]
    y = rng.integers(0, 2, groups.size)
    make = partial(bc.labels, y, of_two(np.where(wrong, 1 - y, y)), group=groups)
    return make, None, errors[1] - errors[0]


def roc_auc(groups, icc, errors, rng):  # noqa: ARG001 - both are alike
    """Return decision values of one hold-out of two classes."""
    y = rng.integers(0, 2, groups.size)
    scores = 1.5 * y + latent(groups, icc, rng)
    return partial(bc.decision_values, y, of_two(scores), group=groups), None, 0.0


def error_5x2(groups, icc, errors, rng):
    """Return predictions of a cross-validation that are right or wrong; training sets have effects of their groups."""
    n, sizes = groups.size, np.bincount(groups)
    splitter = bc.BlockRegularizedCV(random_state=int(rng.integers(2**31)))
    splits = list(splitter.split(np.zeros(n), groups=groups))
    spread = TAU * (icc + (1 - icc) / sizes)
    effect = np.sqrt(spread) * rng.normal(size=(2, sizes.size))
    base, rho, limits = latent(groups, icc, rng), 0.8, stats.norm.ppf(errors)
    wrong, truth = np.empty((2, 5, n), bool), []
    for number, (train, test) in enumerate(splits):
        own = np.unique(groups[train])
        share = sizes[own] / train.size
        noise = np.sqrt(rho) * base[:, test] + np.sqrt(1 - rho) * rng.normal(size=(2, test.size))
        shift = (effect[:, own] * share).sum(1)
        wrong[:, number // 2, test] = noise + shift[:, None] < limits[:, None]
        truth.append(np.diff(stats.norm.cdf(limits / np.sqrt(1 + (spread[own] * share**2).sum()))))
    make = partial(bc.labels, np.ones(n, int), of_two(1 - wrong), how=bc.splits(splits), group=groups)
    return make, None, -float(np.mean(truth))


KINDS = {one.__name__: one for one in (error, partial_credit, f1_macro, roc_auc, error_5x2)}
NAMES = {"partial_credit": None, "error_5x2": "error"}


def of_groups(differences, groups):
    """Return what a posterior reads of one hold-out: of its groups, and of its records."""
    n, sizes = groups.size, np.bincount(groups).astype(float)
    z = sizes.size / n * np.bincount(groups, differences - differences.mean())
    squares, cubes = (sizes**2).sum(), (sizes**3).sum()
    widened = (1 - 1 / sizes.size) / (1 - 2 * cubes / (n * squares) + squares / n**2)
    independent = differences.var() / n * sizes.size * (sizes.size - 1) / widened
    return {
        "squares": independent if (z**2).sum() <= 1e-12 * independent else (z**2).sum(),  # groups of equal sums
        "per_record": differences.var(),
        "widened": widened,
        "alike": n**2 / squares,
        "most": float(n),
        "mean": differences.mean(),
    }


def intervals_of_means(batch, n_groups):
    """Return the intervals of mean losses of many hold-outs at once, (runs, levels, 2), in units of the score."""
    scale = np.sqrt(batch["widened"] * batch["squares"] / (n_groups * (n_groups - 1))).to_numpy()
    half = np.multiply.outer(scale, stats.t.ppf((1 + np.array([*LEVELS.values()])) / 2, n_groups - 1))
    mean = batch["mean"].to_numpy()[:, None]
    return np.stack([mean - half, mean + half], axis=-1)


def intervals_of_errors(batch, cells, n_groups):
    """Return the intervals of errors of many hold-outs at once, (runs, levels, 2), as `compare` has them."""
    of_one, runs = (len(batch), 1), np.zeros(len(batch))
    sets, count = ("run", "training_set"), xr.DataArray([float(n_groups)], dims="times")
    together = xr.DataArray(np.full((1, 1, 1), n_groups), dims=("times", "training_set", "other"))
    sums = xr.Dataset(
        {name: ("run", batch[name].to_numpy()) for name in ("squares", "per_record", "widened", "alike", "most")}
        | {"difference": (sets, np.zeros(of_one)), "total": (("run", "times", "training_set"), np.zeros((*of_one, 1)))}
        | {"squared_totals": (("run", "times"), batch[["squares"]].to_numpy()), "records": count, "n_train": 0.0}
        | {"together": together, "overlap": (("training_set", "other"), np.zeros((1, 1))), "df": n_groups - 1.0}
        | {"typical": ("run", runs + 1)},
        coords={"times": [1]},
    )
    weights, size = effective_size_of_sums(sums).parts()
    table = xr.DataArray(cells, dims=("run", "first", "second"), coords=dict.fromkeys(CELLS, OUTCOMES))
    paired = parts_of(table, size, prior="dirichlet", strength=1.0)
    posterior = PartsPosterior(paired=paired, effective_size=size, part_weights=weights)
    intervals = [posterior.difference.interval(level) for level in LEVELS.values()]
    return np.stack([[one.low, one.high] for one in intervals], axis=0).transpose(2, 0, 1)


def rows_of(metric, n_groups, kind, icc, errors, *, runs, others):
    """Measure one cell, with the negative control in some runs."""
    rng = np.random.default_rng([n_groups, SIZES.index(kind), int(10 * icc), int(100 * errors[0]), len(metric)])
    found, widths, truths, batch, cells = {"groups": [], "records": []}, [], [], [], []
    is_mean = metric in {"error", "partial_credit"}
    every = 40 if is_mean else 5
    with threadpool_limits(1):
        for run in range(runs if is_mean else others):
            groups = np.repeat(np.arange(n_groups), sizes_of(kind, n_groups, rng))
            make, differences, true = KINDS[metric](groups, icc, errors, rng)
            truths.append(true)
            if is_mean:
                batch.append(of_groups(differences, groups))
                usual = cluster_t(differences, groups).confidence_interval(0.95)
                widths.append(usual.high - usual.low)
            if metric == "error":
                cells.append(cells_of(differences, make))
            for name in found if run % every == 0 else [] if is_mean else ["groups"]:
                one = make().drop_vars("group") if name == "records" else make()
                difference = bc.compare(one, metric=NAMES.get(metric, metric)).difference
                intervals = [difference.interval(level) for level in LEVELS.values()]
                found[name].append([(one.low, one.high) for one in intervals])
        if is_mean:
            frame = pd.DataFrame(batch)
            means = intervals_of_means(frame, n_groups) if metric == "partial_credit" else None
            ends = intervals_of_errors(frame, np.array(cells), n_groups) if means is None else means
            np.testing.assert_allclose(ends[::every], found["groups"], atol=1e-6)
            found["groups"] = ends
    of_cell = {"metric": metric, "groups": n_groups, "sizes": kind, "icc": icc, "first": errors[0], "second": errors[1]}
    for name, ends in found.items():
        low, high = np.moveaxis(np.asarray(ends), -1, 0)
        held = dict(zip(LEVELS, ((low <= np.mean(truths)) & (np.mean(truths) <= high)).mean(axis=0), strict=True))
        width = (high - low)[:, 0].mean()
        ratio = width / np.mean(widths) if widths else np.nan
        yield of_cell | {"method": name, **held, "width": width, "ratio": ratio, "runs": len(ends)}


def cells():
    """Yield all cells: metric, groups, sizes, icc and errors."""
    for metric, count, kind, icc, errors in product(KINDS, COUNTS, SIZES, ICCS, ERRORS):
        is_alike = metric in {"partial_credit", "roc_auc"} and errors != ERRORS[0]
        is_small = metric == "error_5x2" and count < 10
        is_slow = metric not in {"error", "partial_credit"} and icc == ICCS[1]
        if not (is_alike or is_small or is_slow):
            yield metric, count, kind, icc, errors


if __name__ == "__main__":
    write_rows(rows_of, cells(), runs=2000, others=400)
