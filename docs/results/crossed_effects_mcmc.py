"""The sampled crossed effects in the simulated 5 x 2 cross-validations of the calibration card.

    python docs/results/crossed_effects_mcmc.py [trials] > docs/results/crossed-effects-mcmc.csv  # 8 s a sample

`trials` samples of equal classifiers and as many of different ones, 100 if left out. One row, as on the card.
"""

import sys
from functools import partial

import pandas as pd

from bayescmp.studies import _card_worlds as worlds

WORLD = "five by two, sampled"

if __name__ == "__main__":
    trials = int(sys.argv[1]) if sys.argv[1:] else 100
    worlds.WORLDS[WORLD] = partial(worlds.five_by_two, level="crossed-effects-mcmc")
    found = next(worlds.measured(WORLD, trials, seed=0))
    pd.DataFrame([found | {"source": "crossed-effects-mcmc"}]).round(4).to_csv(sys.stdout, index=False)
