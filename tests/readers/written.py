"""Logs of evaluations as other tools write them, in the layouts that they document."""

import hashlib
import io
import json
import zipfile
from pathlib import Path


def hashed(text):
    """Return a hash as lm-evaluation-harness makes it."""
    return hashlib.sha256(text.encode()).hexdigest()


def lm_eval_row(number, right, *, doc=None, metric="acc", target="0", age="new", **more):
    """Return a line of samples_*.jsonl: "new", "2024-05", without filter, or "older", without hashes."""
    doc = {"question": f"question {number}", "answer": target} if doc is None else doc
    row = {
        "doc_id": number,
        "doc": doc,
        "target": target,
        "arguments": {"gen_args_0": {"arg_0": f"Q: question {number}\nA:", "arg_1": " A"}},
        "resps": [[["-3.12", "False"]]],
        "filtered_resps": [["-3.12", "False"]],
        "filter": "none",
        "metrics": [metric],
        "doc_hash": hashed(json.dumps(doc, indent=2, ensure_ascii=False)),
        "prompt_hash": hashed(f"Q: question {number}\nA:"),
        "target_hash": hashed(target),
        metric: right,
    }
    left_out = {"new": (), "2024-05": ("filter", "metrics")}
    left_out["older"] = (*left_out["2024-05"], "doc_hash", "prompt_hash", "target_hash")
    return {key: value for key, value in (row | more).items() if key not in left_out[age]}


def write_lm_eval(folder, task, rows, *, model=None, higher_is_better=None):
    """Write the samples of a task, and results beside them if a model is named."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"samples_{task}_2026-01-01T00-00-00.000000.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    if model is not None:
        results = {"model_name": model, "higher_is_better": {task: higher_is_better or {"acc": True}}}
        (folder / "results_2026-01-01T00-00-00.000000.json").write_text(json.dumps(results))
    return path


def inspect_sample(number, value, *, epoch=1, scorer="match", **more):
    """Return a sample, or its summary, with the value of one scorer, or without scores."""
    scores = None if value is None else {scorer: {"value": value, "answer": "?", "explanation": None}}
    return {
        "id": number,
        "epoch": epoch,
        "input": f"question {number}",
        "target": "yes",
        "metadata": {},
        "scores": scores,
    } | more


def inspect_header(model="org/small", task="quiz", status="success"):
    """Return what header.json holds."""
    return {
        "version": 2,
        "status": status,
        "eval": {"run_id": "r", "created": "2026-01-01T00:00:00", "task": task, "task_id": "t", "model": model},
        "plan": {"name": "plan", "steps": []},
        "results": {"total_samples": 1, "completed_samples": 1, "scores": []},
    }


def write_inspect(path, samples, *, compression=zipfile.ZIP_DEFLATED, finished=True, **header):
    """Write an .eval archive, packed by Zstandard in two frames where that is asked for, or a .json log."""
    head = inspect_header(**header)
    if path.suffix == ".json":
        path.write_text(json.dumps(head | {"samples": samples}))
        return path
    members = {"_journal/start.json": {"version": 2, "eval": head["eval"], "plan": head["plan"]}}
    members |= {f"samples/{one['id']}_epoch_{one['epoch']}.json": one for one in samples}
    half = len(samples) // 2
    members |= {"_journal/summaries/1.json": samples[:half], "_journal/summaries/2.json": samples[half:]}
    if finished:
        members |= {"summaries.json": samples, "header.json": head}
    write_archive(path, {name: json.dumps(value).encode() for name, value in members.items()}, compression)
    return path


def write_archive(path, members, compression=zipfile.ZIP_DEFLATED):
    """Write a ZIP archive; `zipfile` of this Python may not know Zstandard, so its members are stored, then renamed."""
    packed = members
    if compression == 93:
        import zstandard  # which Pythons of peers may not have

        packer = zstandard.ZstdCompressor()
        packed = {
            name: packer.compress(text[: len(text) // 2]) + packer.compress(text[len(text) // 2 :])
            for name, text in members.items()
        }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED if compression == 93 else compression) as archive:
        for name, content in packed.items():
            archive.writestr(name, content)
    content = bytearray(buffer.getvalue())
    if compression == 93:
        for start, method, size in ((b"PK\x03\x04", 8, 22), (b"PK\x01\x02", 10, 24)):
            at = content.find(start)
            while at >= 0:
                content[at + method : at + method + 2] = (93).to_bytes(2, "little")
                name_at = at + (30 if start.endswith(b"\x04") else 46)
                name_size = int.from_bytes(content[at + size + 4 : at + size + 6], "little")
                name = content[name_at : name_at + name_size].decode()
                content[at + size : at + size + 4] = len(members[name]).to_bytes(4, "little")
                at = content.find(start, at + 4)
    Path(path).write_bytes(content)


def write_helm(folder, model, values, *, metric="exact_match", scenario="quiz:subject=law", trial=0, more=()):
    """Write the folder of a run: the mean of a metric of each instance, as counts and sums."""
    folder.mkdir(parents=True, exist_ok=True)
    spec = {"name": f"{scenario},model={model.replace('/', '_')}", "adapter_spec": {"model": model}}
    (folder / "run_spec.json").write_text(json.dumps(spec))
    stats = [
        {
            "instance_id": f"id{number}",
            "train_trial_index": trial,
            "stats": [{"name": {"name": metric, "split": "test"}, "count": 2, "sum": 2 * value, "mean": value}],
        }
        for number, value in enumerate(values)
    ]
    (folder / "per_instance_stats.json").write_text(json.dumps([*stats, *more]))
    return folder


def every_eval_line(sample, score, *, metric="acc", model="org/a", task="quiz", **more):
    """Return a line of an instance-level log of Every Eval Ever 0.3."""
    return {
        "schema_version": "0.3.0",
        "evaluation_id": f"{task}/{model}/1",
        "model_id": model,
        "evaluation_name": task,
        "evaluation_result_id": metric,
        "sample_id": sample,
        "sample_hash": hashed(sample),
        "interaction_type": "single_turn",
        "input": {"raw": f"question {sample}", "reference": ["yes"]},
        "output": {"raw": ["yes"]},
        "answer_attribution": [],
        "evaluation": {"score": score, "is_correct": score == 1},
        "error": None,
        "metadata": {"language": "en"},
    } | more


def write_every_eval(folder, lines, *, name="1", results=None, total=None):
    """Write an instance-level log, and the aggregate beside it where its results are told."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}_samples.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    if results is not None:
        told = [{"evaluation_result_id": key, "metric_config": config} for key, config in results.items()]
        about = {"evaluation_results": told, "detailed_evaluation_results": {"total_rows": total}}
        (folder / f"{name}.json").write_text(json.dumps(about))
    return path


def write_mlflow(folder, columns):
    """Write a table of evaluation results of MLflow, as pandas does, which escapes slashes."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "eval_results_table.json"
    table = {"columns": [*columns], "data": [list(row) for row in zip(*columns.values(), strict=True)]}
    path.write_text(json.dumps(table, separators=(",", ":")).replace("/", "\\/"))
    return path


def nemo_row(number, reward, *, repeat=0, details=None, **more):
    """Return a line of results.jsonl of NeMo Evaluator."""
    return {
        "problem_idx": number,
        "repeat": repeat,
        "reward": reward,
        "scorer_rewards": {},
        "prompt": f"question {number}",
        "model_response": "?",
        "expected_answer": "yes",
        "scoring_details": details or {},
        "metadata": {"category": "law" if number % 2 else "art"},
    } | more


def write_nemo(folder, rows, *, model="org/a", task="quiz", total=None):
    """Write the results of a run, and its bundle."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "results.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    bundle = {
        "config": {"model": model},
        "benchmark": {"name": task},
        "n_results": len(rows) if total is None else total,
    }
    (folder / f"eval-20260101T000000Z-{task}.json").write_text(json.dumps(bundle))
    return path


def promptfoo_result(test, score, *, column=0, provider="a", country=None, reason=None, **more):
    """Return a result of promptfoo."""
    variables = {"country": f"country {test}" if country is None else country}
    return {
        "promptIdx": column,
        "testIdx": test,
        "provider": {"id": f"openai:{provider}", "label": provider},
        "prompt": {"raw": f"Capital of {variables['country']}?", "label": "plain"},
        "testCase": {"vars": variables, "metadata": {"page": test // 2}, "assert": [{"type": "equals", "value": "x"}]},
        "vars": variables,
        "success": score == 1,
        "score": score,
        "namedScores": {},
        "failureReason": int(score != 1) if reason is None else reason,
    } | more


def write_promptfoo(path, results, *, description="capitals", repeat=1):
    """Write results of promptfoo, version 3."""
    path.parent.mkdir(parents=True, exist_ok=True)
    found = {"version": 3, "timestamp": "2026-01-01T00:00:00.000Z", "prompts": [], "results": results, "stats": {}}
    told = {"config": {"description": description}, "shareableUrl": None, "runtimeOptions": {"repeat": repeat}}
    path.write_text(json.dumps({"evalId": "eval-1", "results": found} | told, indent=2))
    return path


def wrong_of(predictions):
    """Return how often each classifier is wrong."""
    wrong = predictions["y_pred"] != predictions["y_true"]
    return dict(zip(predictions["classifier"].values.tolist(), wrong.sum(("repeat", "record")).values, strict=True))


def said_of(predictions):
    """Return what the provenance says of logs."""
    return json.loads(predictions.attrs["provenance"])["log"]
