"""Planned power of hold-outs beside simulated ones: `python docs/results/plan_hold_out.py` (ten seconds).

Writes plan-hold-out.csv beside it. Tables of right and wrong are drawn at a stated difference of the two error rates
and a stated disagreement, and decided by their exact posterior. Sizes are some that are too small, and those that
`plan` says are needed for a power of .8 and .9.
"""

from pathlib import Path

import numpy as np
import pandas as pd

import bayescmp as bc

TRIALS, SEED = 40_000, 11
DIFFERENCE, DISAGREEMENT, BOTH_WRONG = 0.02, 0.1, 0.1
THRESHOLD = 0.975
SMALL = 500


def decided(n_records, rng):
    """Return the share of hold-outs of which the posterior says that the second is better."""
    only_first, only_second = (DISAGREEMENT + DIFFERENCE) / 2, (DISAGREEMENT - DIFFERENCE) / 2
    shares = [BOTH_WRONG, only_first, only_second, 1 - DISAGREEMENT - BOTH_WRONG]
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    counts = rng.multinomial(n_records, shares, size=TRIALS).T
    tables = bc.paired_table(**dict(zip(names, counts, strict=True)), dims=("trial",))
    below = bc.posteriors.paired_posterior(tables).difference.cdf(0.0)
    return float((1 - below >= THRESHOLD).mean())


def main():
    """Measure every size."""
    rng = np.random.default_rng(SEED)
    needed = bc.plan_hold_out(DIFFERENCE, DISAGREEMENT, threshold=THRESHOLD).needed
    sizes = [SMALL, int(needed[0.8]), int(needed[0.9])]
    planned = bc.plan_hold_out(DIFFERENCE, DISAGREEMENT, threshold=THRESHOLD, n_records=sizes).table
    rows = []
    for n_records, power in zip(sizes, planned["power"], strict=True):
        share = decided(n_records, rng)
        row = {"n_records": n_records, "trials": TRIALS, "planned": power, "simulated": share}
        rows.append(row | {"se": np.sqrt(share * (1 - share) / TRIALS)})
    pd.DataFrame(rows).round(4).to_csv(Path(__file__).with_name("plan-hold-out.csv"), index=False)


if __name__ == "__main__":
    main()
