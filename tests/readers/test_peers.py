"""What other tools write, and read, themselves; each needs a Python of its own that has it.

The command is in docs/contributing.md.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

import bayescmp as bc
from tests.readers.written import said_of

pytestmark = pytest.mark.slow


@pytest.fixture
def peer(tmp_path):
    """Return what runs the script of a peer in its Python, and returns what it prints last."""

    def peer(name):
        python = os.environ.get(f"{name.upper()}_PYTHON")
        if python is None:
            pytest.skip(f"{name.upper()}_PYTHON must be a Python that has the package")
        script = Path(__file__).parent / f"peer_{name}.py"
        environment = os.environ | {"HF_HUB_OFFLINE": "1"}
        command = [python, script, tmp_path]
        ended = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)  # noqa: S603 - ours
        return json.loads(ended.stdout.splitlines()[-1])

    return peer


def test_inspect_reads_the_same(peer, tmp_path):
    read = peer("inspect")
    assert len(read) == 4
    for path, rows in read.items():
        for score in ("match", "credit"):
            found = bc.read_inspect(path, score=score).isel(classifier=0)
            values = 1 - found["loss"] if "loss" in found else (found["y_pred"] == found["y_true"]).astype(float)
            for record, epoch, scores in rows:
                wanted = {"C": 1.0, "I": 0.0}.get(scores[score], scores[score])
                assert float(values.sel(record=record).isel(repeat=epoch - 1)) == wanted
    paths = {tmp_path / "eval" / name: name for name in ("a", "b")}
    both = bc.read_inspect(list(paths), names=paths, score="match", group="of")
    assert (both.sizes["record"], both.sizes["repeat"], len(set(both["group"].values.tolist()))) == (12, 2, 4)


def test_lm_eval_has_the_same_means(peer, tmp_path):
    means = peer("lm_eval")
    paths = {tmp_path / "logs" / name: name for name in means}
    for score in ("acc", "acc_norm"):
        found = bc.read_lm_eval(list(paths), names=paths, score=score)
        right = (found["y_pred"] == found["y_true"]).mean(("repeat", "record"))
        assert right.values.tolist() == pytest.approx([own[score] for own in means.values()])


def values_of(predictions):
    """Return the mean over answers of what is right or scored, records by systems."""
    values = 1 - predictions["loss"] if "loss" in predictions else predictions["y_pred"] == predictions["y_true"]
    known = values.where(~predictions["missing"]) if "missing" in predictions else values
    return known.mean("repeat").to_pandas().T


def test_every_eval_ever_converts_what_is_read(peer, tmp_path):
    told = peer("every_eval_ever")
    logs = bc.read_lm_eval(tmp_path / "logs", score="acc")
    for place, score in enumerate(("acc", "acc_norm"), start=1):
        found = bc.read_logs(tmp_path / "data", score=score)
        assert said_of(found)["format"] == "Every Eval Ever"
        means = {name: sum(row[place] for row in rows) / len(rows) for name, rows in told.items()}
        assert values_of(found).mean().to_dict() == pytest.approx(means)
    assert values_of(bc.read_logs(tmp_path / "data", score="acc")).equals(values_of(logs))


def test_nemo_evaluator_has_the_same_rewards(peer, tmp_path):
    told = peer("nemo")
    found = values_of(bc.read_logs(tmp_path, score="reward", on_missing="drop", group="page"))
    for name, rows in told.items():
        for problem, _, reward, failure in rows:
            value = found.loc[str(problem), name]
            assert value != value if failure == "infra_error" else value == reward  # noqa: PLR0124 - NaN


def test_mlflow_has_the_same_scores(peer, tmp_path):
    told = peer("mlflow")
    found = values_of(bc.read_logs(tmp_path / "logs", group="page"))
    for name, rows in told.items():
        for inputs in {one for one, _ in rows}:
            own = found.loc[[inputs, f"{inputs}-1"], name].tolist()
            assert own == [value for one, value in rows if one == inputs]


def test_promptfoo_has_the_same_passes(tmp_path):
    command = os.environ.get("PROMPTFOO")
    if command is None:
        pytest.skip("PROMPTFOO must be the command of promptfoo")
    tests = [
        {"vars": {"n": n}, "metadata": {"of": n % 2}, "assert": [{"type": "contains", "value": str(n % 3)}]}
        for n in (0, 1, 2, 3, 4, 4)
    ]
    prompts = [{"id": name, "label": name, "raw": raw} for name, raw in (("plain", "{{n}}"), ("odd", "{{n}}1"))]
    config = {"description": "quiz", "prompts": prompts, "providers": ["echo"], "tests": tests}
    (tmp_path / "config.json").write_text(json.dumps(config))
    asked = ["eval", "-c", "config.json", "--repeat", "2", "--no-cache", "--no-table", "--output", "out.json"]
    told = {"PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1", "PROMPTFOO_CONFIG_DIR": str(tmp_path)}
    subprocess.run([*command.split(), *asked], cwd=tmp_path, env=os.environ | told, capture_output=True, check=False)  # noqa: S603 - ours
    found = bc.read_logs(tmp_path / "out.json", by="of")
    assert (found.sizes["repeat"], found["task"].values.tolist()) == (2, [0, 1, 0, 1, 0, 0])
    for name, end in (("plain", ""), ("odd", "1")):
        right = [float(str(n % 3) in f"{n}{end}") for n in (0, 1, 2, 3, 4, 4)]
        assert values_of(found)[f"echo, {name}"].tolist() == right
