"""Run with a Python that has mlflow: log the tables of two evaluations into a folder, print the scores in them."""

import json
import sys
from pathlib import Path

import mlflow
import pandas as pd
from mlflow.metrics import MetricValue, make_metric

folder = Path(sys.argv[1])
mlflow.set_tracking_uri(f"sqlite:///{folder}/runs.db")
mlflow.create_experiment("quiz", artifact_location=str(folder / "logs"))
mlflow.set_experiment("quiz")


def scores(predictions, targets):
    """Score an answer that is right by 1."""
    right = [float(one == other) for one, other in zip(predictions, targets, strict=True)]
    return MetricValue(scores=right, justifications=["?"] * len(right))


told = {}
for name, wrong in (("a", {1, 4}), ("b", {4})):
    numbers = [*range(8)][:: -1 if name == "b" else 1]
    data = pd.DataFrame({"inputs": [f"{n // 2} + {n // 2}" for n in numbers], "page": [n // 4 for n in numbers]})
    data["truth"] = [str(n // 2 * 2) for n in numbers]
    data["outputs"] = [str(n // 2 * 2 + (n in wrong)) for n in numbers]
    metric = make_metric(eval_fn=scores, greater_is_better=True, name="exact_match", version="v1")
    with mlflow.start_run() as run:
        mlflow.models.evaluate(data=data, targets="truth", predictions="outputs", extra_metrics=[metric])
    told[run.info.run_id] = [[one, float(n not in wrong)] for one, n in zip(data["inputs"], numbers, strict=True)]
sys.stdout.write("\n" + json.dumps(told) + "\n")
