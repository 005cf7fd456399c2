"""
Looking before the end: decided long before the last record
===========================================================

A language model answers question after question, and one would like to stop as soon as it is clear whether the new
version is better. An e-value stays valid at every look, so that an evaluation may end where it crosses the line.
"""

# %%
# Made up: 1,500 questions with the answers of two versions, right or wrong.
import matplotlib.pyplot as plt
import numpy as np

import bayescmp as bc

rng = np.random.default_rng(3)
hard = rng.standard_normal(1500)
correct = {
    "before": (hard + 0.8 * rng.standard_normal(1500) < 0.7).astype(int),
    "after": (hard + 0.8 * rng.standard_normal(1500) < 1.0).astype(int),
}

# %%
# A look after every 50 questions. Nothing is planned ahead, and no look costs anything.
watch = bc.SequentialComparison(first="after", second="before")
for start in range(0, 1500, 50):
    part = slice(start, start + 50)
    new = {name: one[part] for name, one in correct.items()}
    watch = watch.update(bc.verdicts(new, record=np.arange(1500)[part]))
print(watch.decided_at, "of", watch.n_records)

# %%
# Above the dotted line the difference is decided: the evaluation might have stopped there.
watch.plot()
plt.show()

# %%
# The answer in words.
print(watch)
