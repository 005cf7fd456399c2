"""How often equal forecasters are decided where their differences depend on each other in time.

    python docs/results/in_order.py [runs] [processes] > docs/results/in_order.csv  # some half an hour on one core

Series of n records whose differences are an autoregression: of losses by themselves, with a standard normal loss beside
(`what` "losses"); of errors as two classifiers that are wrong where an autoregression of each is below -1.28, in .10 of
the records ("errors"). `records`: share of the series that `compare` decides, records taken as independent; `blocks`:
with `in_time`; `covered_80` and `covered_50`: how often these intervals of blocks hold 0; `diebold_mariano`: share that
its test rejects at .05; `seen`: share in which records that follow each other are noticed; `narrow`: the factor that is
said, its median; `true`: the one that holds, the standard deviation of the mean over that of independent records;
`width`: mean width of the interval of blocks over that of records. Standard errors of shares are .025 at most.
"""

from functools import partial

import numpy as np
from in_cells import write_rows
from threadpoolctl import threadpool_limits

import bayescmp as bc
from bayescmp.evidence._fact import IN_ORDER
from bayescmp.frequentist import diebold_mariano

RHOS, SIZES, BEFORE, ERROR = (0.0, 0.3, 0.6, 0.8), (100, 300, 1000), 100, -1.2815515655446004


def series(rho, n, rng, rows):
    noise = rng.standard_normal((rows, n + BEFORE))
    found = noise / np.sqrt(1 - rho**2)
    for at in range(1, n + BEFORE):
        found[:, at] = rho * found[:, at - 1] + noise[:, at]
    return found[:, BEFORE:] * np.sqrt(1 - rho**2)


def losses_of(what, rho, n, rng):
    if what == "errors":
        return (series(rho, n, rng, 2) < ERROR).astype(float)
    base = rng.standard_normal(n)
    return np.stack([base, base + series(rho, n, rng, 1)[0]])


def measured(what, rho, n, runs, seed):
    rng = np.random.default_rng([seed, n, int(10 * rho), what == "errors"])
    for _ in range(runs):
        values = losses_of(what, rho, n, rng)
        named = dict(zip("ab", values, strict=True))
        door = partial(bc.losses, named)
        if what == "errors":
            door = partial(bc.verdicts, {k: 1 - one for k, one in named.items()})
        records, blocks = bc.compare(door()), bc.compare(door(how=bc.in_time(np.arange(n))))
        difference = values[0] - values[1]
        factor = [fact.size for fact in records.evidence.facts if fact.kind == IN_ORDER]
        middle = {level: blocks.difference.interval(level / 100) for level in (50, 80)}
        yield {
            "records": records.decision != "undecided",
            "blocks": blocks.decision != "undecided",
            **{f"covered_{level}": one.low <= 0 <= one.high for level, one in middle.items()},
            "diebold_mariano": diebold_mariano(difference).pvalue < 0.05,
            "seen": len(factor),
            "narrow": factor[0] if factor else np.nan,
            "mean": difference.mean(),
            "variance": difference.var(ddof=1) / n,
            "width": (blocks.interval.high - blocks.interval.low) / (records.interval.high - records.interval.low),
        }


def rows_of(what, rho, n, runs, seed=0):
    with threadpool_limits(1):
        found = list(measured(what, rho, n, runs, seed))
    column = {name: np.array([one[name] for one in found], dtype=float) for name in found[0]}
    shares = ("records", "blocks", "covered_50", "covered_80", "diebold_mariano", "seen")
    yield {
        "what": what, "rho": rho, "n": n, "runs": runs, **{name: column[name].mean() for name in shares},
        "narrow": np.nanmedian(column["narrow"]) if column["seen"].any() else np.nan,
        "true": np.sqrt(np.mean(column["mean"] ** 2) / column["variance"].mean()),
        "width": column["width"].mean(),
    }  # fmt: skip


if __name__ == "__main__":
    cells = [(what, rho, n) for what in ("losses", "errors") for rho in RHOS for n in SIZES]
    write_rows(rows_of, cells, runs=400)
