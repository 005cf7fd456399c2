"""
A table in a paper: four counts are enough for an answer
========================================================

A paper reports on how many records two classifiers were both wrong, only one of them, or neither, and a p-value. The
four counts say more: how large the difference may be, and with which probability each of the two is better.
"""

# %%
# Made up, as a paper may print them. Differences of a percentage point would not matter: ``rope=0.01``.
import matplotlib.pyplot as plt

import bayescmp as bc
from bayescmp.plots import plot_difference, plot_table

table = bc.paired_table(both_wrong=21, only_first_wrong=19, only_second_wrong=41, both_right=519)
result = bc.compare(table, first="new", second="old", rope=0.01)

# %%
# The table, and what follows from it.
_, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained", width_ratios=(1, 1.3))
plot_table(table, ax=axes[0])
plot_difference(result, ax=axes[1])
plt.show()

# %%
# McNemar's test, which papers print, and the posterior beside it.
rows = result.methods.set_index("method").loc[["paired", "holdout_mcnemar_exact", "holdout_score"]]
print(rows[["estimate", "low", "high", "pvalue"]].round(4).to_string(na_rep=""))

# %%
# The table of the answer for a paper of your own.
print(result.to_latex())

# %%
# The answer in words.
print(result)
