"""What a gate blocks and passes: `python docs/results/gate.py` (four minutes on one core).

Writes gate.csv and gate_looks.csv beside it. A new system and a baseline answer the records of some tasks, and a drop
of accuracy up to `delta` does not matter. Per task, P(worse) is that of a larger drop, by the exact posterior of the
paired table. Rules:

"ours" blocks a task by Holm's step-down over the tasks, and all of them together, on 1 - P(worse), at .025, and passes
it where that is at least .975; "tasks alone" leaves all together out; "unadjusted" blocks where P(worse) is. "nel" is
that of NeMo Evaluator 0.3.0: blocked where the 95 % t interval of the paired drop lies above `delta`, passed where
within; "nel relative" also blocks where the observed drop is above delta / .8 of the baseline's accuracy. "point"
blocks where the observed drop is above `delta`, and passes the rest. "bootstrap" is as "nel", with the percentile
interval of infinitely many resamples. A suite is blocked if any task is, and passed if all are.

gate.csv: one row a cell and rule. `world`: the true drops of the tasks, all "equal", ".01" or ".05", normal about a
mean ("+- .01"), "at delta", with few records (`disagreement` .06) or many (.3) answered differently as well, or "one at
2 delta" (the others 0) and "all at 2 delta". Baselines are Beta of mean .7 and sd .12, cut at .2 and .97, and the two
disagree on .05 to .3 of the records, if they can. `blocked` and `passed`: share of suites; `false_block`: of suites in
which a task is blocked that drops by no more than `delta`; `worse_blocked`, `others_blocked`, `worse_passed`: share of
tasks that drop by more than `delta` and of others; `suites`: how many (standard errors are at most .008).

gate_looks.csv: one row a cell, number of `looks` and rule. Records have a probability of being right each, Beta of mean
.7, with which two systems disagree on `disagreement` of them; a drop is a share of each. The answers of the baseline
stay, and each look has fresh ones: of another commit, "equal" or "at delta" in all tasks, or of one that is worse and
asked again. `ever_blocked`, `ever_passed`, `ever_unblocked`: share of `runs` in which any look is so.
"""

import sys
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import scipy

import bayescmp as bc

THRESHOLD, LEVEL, DELTAS, SEED = 0.975, 0.025, (0.02, 0.05), 7
SUITES, TASKS, RECORDS = 4000, (5, 20, 60), (50, 200, 1000)
RUNS, LOOKS, ACCURACY, AT_ONCE = 2000, (1, 5, 20, 50), 0.7, 20
NORMAL = {"equal": (0, 0)} | {f"{name} +- .01": (float(name), 0.01) for name in ("0", ".01", ".05")}
NORMAL |= {name: (float(name), 0) for name in (".01", ".05")}
DISAGREEMENT = {"at delta, few": (0.06, 0.06), "at delta, many": (0.3, 0.3)}
WORLDS = (*NORMAL, "at delta", *DISAGREEMENT, "one at 2 delta", "all at 2 delta")
LOOKED = {"equal": 20, "at delta": 20, "one at 2 delta": 20, "all at 2 delta": 5}


@cache
def evidence(records, delta):
    """Return P(not worse), the ends of the t interval and the bootstrap's P(not worse), by who alone is wrong."""
    most = min(records, int(0.3 * records + 4 * np.sqrt(records)))
    new, base = np.nonzero(np.add.outer(np.arange(most + 1), np.arange(most + 1)) <= most)
    both = {"both_wrong": 0 * new, "both_right": records - new - base}
    tables = bc.paired_table(**both, only_first_wrong=new, only_second_wrong=base, dims=("table",))
    not_worse = np.asarray(bc.posteriors.paired_posterior(tables).difference.cdf(delta))
    drop = (new - base) / records
    error = np.sqrt(((new + base) / records - drop**2).clip(0) / (records - 1))
    half = scipy.stats.t.ppf(0.975, records - 1) * error
    found = not_worse, np.round(drop - half, 6), np.round(drop + half, 6), resampled(new, base, records, delta)
    grids = np.full((len(found), most + 1, most + 1), np.nan)
    grids[:, new, base] = found
    return grids


def resampled(new, base, records, delta):
    """Return the share of resamples with a drop of no more than delta."""
    differ, place = np.unique(new + base, return_inverse=True)
    total = np.zeros(new.size)
    for number in range(records + 1):  # of records of the resample that differ
        weight = scipy.stats.binom.pmf(number, records, differ / records)[place]
        here = weight > 1e-9
        lost = np.floor((number + np.floor(delta * records + 1e-9)) / 2)
        share = new[here] / np.maximum(new + base, 1)[here]
        total[here] += weight[here] * (scipy.special.bdtr(lost, number, share) if lost < number else 1.0)
    return total


def holm(pvalues):
    """Return whom the step-down rejects, over the last dim."""
    order = np.argsort(pvalues, axis=-1, kind="stable")
    steps = np.take_along_axis(pvalues, order, axis=-1) * np.arange(pvalues.shape[-1], 0, -1) <= LEVEL
    rejected = np.empty(pvalues.shape, bool)
    np.put_along_axis(rejected, order, np.logical_and.accumulate(steps, axis=-1), axis=-1)
    return rejected


def together_of(new, base, records, delta):
    """Return P(not worse) of the records of all tasks."""
    (lost, won), place = np.unique(np.stack([new.ravel(), base.ravel()]), axis=1, return_inverse=True)
    both = {"both_wrong": 0 * lost, "both_right": records - lost - won}
    tables = bc.paired_table(**both, only_first_wrong=lost, only_second_wrong=won, dims=("table",))
    found = np.asarray(bc.posteriors.paired_posterior(tables).difference.cdf(delta))
    return found[place.ravel()].reshape(new.shape)


def decided(new, base, base_right, records, delta):
    """Yield the name of each rule, and which tasks (last dim, "ours" all together last) it blocks and passes."""
    not_worse, low, high, resamples = (grid[new, base] for grid in evidence(records, delta))
    drop, score = np.round((new - base) / records, 6), np.round(base_right / records, 6)
    relative = (drop > 0) & (drop / np.where(score > 0, score, np.inf) > delta / 0.8)
    above = new - base > delta * records + 1e-9
    together = together_of(new.sum(-1), base.sum(-1), new.shape[-1] * records, delta)[..., None]
    yield "ours", holm(np.concatenate([not_worse, together], axis=-1)), not_worse >= THRESHOLD
    yield "tasks alone", holm(not_worse), not_worse >= THRESHOLD
    yield "unadjusted", not_worse <= LEVEL, not_worse >= THRESHOLD
    yield "nel", low > delta, high <= delta
    yield "nel relative", (low > delta) | relative, (high <= delta) & ~relative
    yield "point", above, ~above
    yield "bootstrap", resamples < LEVEL, resamples >= THRESHOLD


def drops_of(world, delta, shape, rng):
    """Return the true drops of tasks (last dim)."""
    if world in NORMAL:
        return rng.normal(*NORMAL[world], shape)
    drops = np.full(shape, delta if world.startswith("at") else 2 * delta)
    drops[..., 1:] *= world != "one at 2 delta"
    return drops


def suites_of(world, delta, tasks, records, rng):
    """Yield the rows of one cell."""
    shape = SUITES, tasks
    spread = ACCURACY * (1 - ACCURACY) / 0.12**2 - 1
    accuracy = rng.beta(ACCURACY * spread, (1 - ACCURACY) * spread, shape).clip(0.2, 0.97)
    drop = drops_of(world, delta, shape, rng).clip(accuracy - 1, accuracy)
    most = np.minimum(2 * accuracy - drop, 2 * (1 - accuracy) + drop)
    differ = np.clip(rng.uniform(*DISAGREEMENT.get(world, (0.05, 0.3)), shape), np.abs(drop), most)
    cells = [(differ + drop) / 2, (differ - drop) / 2, accuracy - (differ + drop) / 2]
    shares = np.stack([*cells, 1 - sum(cells)], axis=-1).clip(0)
    new, base, right, _ = np.moveaxis(rng.multinomial(records, shares / shares.sum(-1, keepdims=True)), -1, 0)
    of_tasks = drop > delta + 1e-9
    together = drop.mean(1, keepdims=True) > delta + 1e-9
    cell = {"delta": delta, "tasks": tasks, "records": records, "world": world, "suites": SUITES}
    for rule, blocked, passed in decided(new, base, right + new, records, delta):
        worse = np.concatenate([of_tasks, together], axis=1)[:, : blocked.shape[1]]
        suites = {"blocked": blocked.any(1).mean(), "false_block": (blocked & ~worse).any(1).mean()}
        worse, alone = of_tasks, blocked[:, :tasks]
        yield cell | {"rule": rule, **suites,
            "passed": passed.all(1).mean(),
            "worse_blocked": (alone & worse).sum() / (worse.sum() or np.nan),
            "others_blocked": (alone & ~worse).sum() / ((~worse).sum() or np.nan),
            "worse_passed": (passed & worse).sum() / (worse.sum() or np.nan),
        }  # fmt: skip


def looks_of(world, delta, tasks, records, disagreement, rng):
    """Yield the rows of one cell of looks."""
    spread = ACCURACY * (1 - ACCURACY) / (ACCURACY * (1 - ACCURACY) - disagreement / 2) - 1
    kept = 1 - drops_of(world, delta, (tasks,), rng)[:, None] / ACCURACY
    looks = LOOKS if world in {"equal", "at delta"} else LOOKS[:-1]
    counts = np.empty((3, RUNS, looks[-1], tasks), int)
    for run in range(0, RUNS, AT_ONCE):
        right = rng.beta(ACCURACY * spread, (1 - ACCURACY) * spread, (AT_ONCE, tasks, records)).astype(np.float32)
        base = rng.random(right.shape, np.float32) < right
        counts[2, run : run + AT_ONCE] = np.count_nonzero(base, axis=-1)[:, None]
        right = (right * kept).astype(np.float32)
        for look in range(looks[-1]):
            new = rng.random(right.shape, np.float32) < right
            counts[0, run : run + AT_ONCE, look] = np.count_nonzero(base & ~new, axis=-1)
            counts[1, run : run + AT_ONCE, look] = np.count_nonzero(new & ~base, axis=-1)
    cell = {"delta": delta, "world": world, "tasks": tasks, "records": records, "disagreement": disagreement}
    for rule, blocked, passed in decided(*counts, records, delta):
        looked = {"blocked": blocked.any(-1), "passed": passed.all(-1), "unblocked": ~blocked.any(-1)}
        for number in looks:
            ever = {f"ever_{name}": one[:, :number].any(1).mean() for name, one in looked.items()}
            yield cell | {"looks": number, "rule": rule} | ever | {"runs": RUNS}


def main():
    """Measure every cell."""
    rng, rows, looked = np.random.default_rng(SEED), [], []
    for delta in DELTAS:
        for tasks, records, world in product(TASKS, RECORDS, WORLDS):
            sys.stderr.write(f"delta {delta}: {tasks} tasks of {records} records, {world}\n")
            rows += suites_of(world, delta, tasks, records, rng)
        for (world, tasks), records, disagreement in product(LOOKED.items(), RECORDS[1:], (0.1, 0.2)):
            looked += looks_of(world, delta, tasks, records, disagreement, rng)
    for name, found in {"gate.csv": rows, "gate_looks.csv": looked}.items():
        pd.DataFrame(found).round(4).to_csv(Path(__file__).with_name(name), index=False)


if __name__ == "__main__":
    main()
