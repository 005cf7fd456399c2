"""
Language models: better on these questions, open on the next subtask
====================================================================

Two systems answered the questions of 57 subtasks, and a harness logged every judged answer. The logs are read, the
questions matched, and the systems compared: over all questions, in each subtask, and on subtasks like these.
"""

# %%
# Logs in the layout of lm-evaluation-harness, made up: the same questions for both, in any order, on which
# what is hard for one system tends to be hard for the other.
import json
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import bayescmp as bc

rng = np.random.default_rng(0)
folder = tempfile.TemporaryDirectory()
subtasks = {f"subject_{number:02}": 60 for number in range(57)}
for name, n_questions in subtasks.items():
    hard, edge = rng.standard_normal(n_questions), 0.08 + 0.1 * rng.standard_normal()
    for system, skill in {"before": 0.3, "after": 0.3 + edge}.items():
        right = hard + 0.6 * rng.standard_normal(n_questions) < skill
        lines = [
            {
                "doc_id": number,
                "doc": {"question": f"{name}, question {number}"},
                "target": "A",
                "resps": [],
                "filter": "none",
                "metrics": ["acc"],
                "acc": float(is_right),
            }
            for number, is_right in enumerate(right)
        ]
        path = Path(folder.name, system, f"samples_{name}_2026-01-01T00-00-00.jsonl")
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in rng.permutation(lines)), encoding="utf-8")

# %%
# Read and matched, by the hash of each question. Differences up to half a point are too small to matter here.
predictions = bc.read_logs(folder.name)
result = bc.compare(predictions, first="after", second="before", rope=0.005)
print(result)

# %%
# The same over subtasks, each of which counts as one: what holds on average, and on the next one, which says much less.
over_tasks = bc.compare_datasets(predictions, by="task", first="after", second="before", metric="accuracy", rope=0.005)
print(over_tasks)

# %%
# The subtasks by themselves, with their intervals; none would be decided alone that is not far from 0.
over_tasks.plot()
plt.show()

# %%
# A page that can be linked, with the picture, the table of subtasks and a paragraph on methods.
report = Path(folder.name, "report.html")
bc.write_report(result, report)
print(report.stat().st_size > 10_000)
folder.cleanup()
