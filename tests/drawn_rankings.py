"""Rankings over data sets of generated scores, for what reads a result."""

from dataclasses import replace

import numpy as np

import bayescmp as bc
from bayescmp._results import Trust

NAMES = ("tree", "svm", "knn")


def drawn_ranking(names=NAMES, sets=6, *, rope=0.01, missing=False, reliable=True, by=None, control=None, apart=0.03):
    """Return a ranking whose classifiers lie so far apart; with missing ones, the first is not on the last set."""
    rng = np.random.default_rng(0)
    names, k = list(names), len(names)
    sets = [f"set {number}" for number in range(sets)] if isinstance(sets, int) else list(sets)
    truth = apart * (np.arange(k)[::-1] - (k - 1) / 2)
    bounds = (0.0, 1.0) if apart < 1 else (-1e6, 1e6)
    data = {}
    for number, name in enumerate(sets):
        own = 0.5 - truth / 2 + rng.normal(0, 0.01 * max(1.0, apart), k)
        used = range(1 if missing and number == len(sets) - 1 else 0, k)
        found = {names[place]: own[place] + rng.normal(0, 0.01, 10) for place in used}
        data[name] = bc.scores_from_arrays(found, n_train=90, n_test=10, noun="accuracy", bounds=bounds)
    ranking = bc.rank_datasets(data, rope=rope, control=control, draws=2000)
    ranking = replace(ranking, by=by) if by else ranking
    if not reliable:
        object.__setattr__(ranking, "trust", Trust(sentence="NOT RELIABLE: draws", reliable=False, prob_error=0.02))
    return ranking
