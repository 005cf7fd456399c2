"""What inspect_ai and lm_eval write and read themselves; each needs a Python of its own that has it.

The command is in docs/contributing.md.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

import bayescmp as bc

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
