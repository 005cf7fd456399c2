"""A study on a cluster of dask survives the loss of a worker and has the results of a local run."""

import json
import os
import runpy
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from bayescmp.studies import read_study, run_study

pytest.importorskip("distributed")

CHUNKS = 18
# A script, whose own classes and functions the workers can only get from it.
SCRIPT = """
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import joblib

from bayescmp.studies import Epsilon, Method, Simple, Study, method_named, run_study


class Small(Epsilon):
    trials_per_chunk = 5


def traced(outcomes, alpha):
    if "TRACES" in os.environ:
        Path(os.environ["TRACES"], str(os.getpid())).touch()
        time.sleep(0.2)
    return {"estimate": outcomes.wrong.mean(("classifier", "record")).values.reshape(len(outcomes.tables), -1).mean(1)}


study = Study(
    name="cluster",
    cells=[Small(n_records=20), Simple(n_records=40)],
    methods=[Method(name="traced", plan="10-fold", assess=traced), method_named("kfold_t")],
    trials=60,
    truth_draws=4,
    seed=6,
)


def kill_a_worker(out, traces):
    while not (workers := sorted(int(path.name) for path in traces.iterdir()))[1:] or len(chunks(out)) < 2:
        time.sleep(0.01)
    os.kill(workers[0], signal.SIGKILL)
    (out / "killed.json").write_text(json.dumps({"workers": workers, "chunks": len(chunks(out))}))


def chunks(out):
    return list(out.glob("chunks/*.csv"))


if __name__ == "__main__":
    from distributed import Client, LocalCluster

    out, traces = Path(sys.argv[1]), Path(os.environ["TRACES"])
    threading.Thread(target=kill_a_worker, args=(out, traces), daemon=True).start()
    options = dict(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with LocalCluster(**options, local_directory=sys.argv[2]) as cluster, Client(cluster):
        with joblib.parallel_config(backend="dask"):
            run_study(study, out)
"""


@pytest.mark.external
def test_results_of_a_cluster_that_loses_a_worker_are_those_of_a_local_run(tmp_path):
    script, traces, out, local, scratch, log = (
        tmp_path / name for name in ("script.py", "traces", "out", "local", "scratch", "log")
    )
    script.write_text(SCRIPT, encoding="utf-8")
    traces.mkdir()
    with (
        log.open("w", encoding="utf-8") as output,
        subprocess.Popen(  # noqa: S603 - our own script
            [sys.executable, str(script), str(out), str(scratch)],
            env=os.environ | {"TRACES": str(traces)},
            stdout=output,
            stderr=output,
            start_new_session=True,
        ) as process,
    ):
        try:
            assert process.wait(90) == 0, log.read_text(encoding="utf-8")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    killed = json.loads((out / "killed.json").read_text(encoding="utf-8"))
    assert len(killed["workers"]) == 2
    assert process.pid not in killed["workers"]
    assert 2 <= killed["chunks"] < CHUNKS
    assert len(list(out.glob("chunks/*.csv"))) == CHUNKS
    study = runpy.run_path(str(script))["study"]
    summary = run_study(study, local)
    assert run_study(study, out).equals(summary)
    assert [read_study(out, cell).identical(read_study(local, cell)) for cell in (0, 1)] == [True, True]
