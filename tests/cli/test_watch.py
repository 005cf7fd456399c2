"""`bayescmp watch`: a log that is there, one that grows, and a watch that goes on."""

import json
import subprocess
import sys
import time

import pandas as pd
import pytest

import bayescmp as bc
from tests.data import answered

OF_ROWS = ("--classifier", "model", "--record", "id", "--correct", "ok")
WIDE = ("--y-true", "y", "--first", "a", "--second", "b", "--record", "id")


@pytest.fixture
def logs(tmp_path):
    """Write a log with a row per record, and one with a row per answer."""
    y, found = answered({"a": 0.1, "b": 0.22}, 900, seed=4)
    ids = [f"q{number}" for number in range(900)]
    pd.DataFrame({"id": ids, "y": y, **found}).to_csv(tmp_path / "log.csv", index=False)
    rows = [
        {"model": name, "id": one, "ok": int(values[place] == y[place])}
        for place, one in enumerate(ids)
        for name, values in found.items()
    ]
    pd.DataFrame(rows).to_json(tmp_path / "log.jsonl", orient="records", lines=True)
    return tmp_path


def test_a_log_is_read_until_a_decision(run, logs):
    ended = run("watch", logs / "log.csv", *WIDE, "--every", 50)
    assert ended.code == 10
    looks = [line for line in ended.out.splitlines() if "; e-value " in line and line.startswith(" ")]
    assert looks[-1].endswith("first better")
    assert all(line.endswith("continue") for line in looks[:-1])
    assert "a errs less than b, at a level of 0.05 whenever one looks" in " ".join(ended.out.split())
    other = run("watch", logs / "log.jsonl", *OF_ROWS, "--every", 50)
    assert [line for line in other.out.splitlines() if "; e-value " in line and line.startswith(" ")] == looks


@pytest.mark.full
def test_codes_are_those_of_the_help(run, logs):
    assert run("watch", logs / "log.csv", *WIDE, "--rope", 0.12, "--every", 50).code == 13
    turned = ("--y-true", "y", "--first", "b", "--second", "a", "--record", "id")
    assert run("watch", logs / "log.csv", *turned, "--every", 50).code == 11
    same = ("--y-true", "y", "--first", "a", "--second", "a2", "--record", "id")
    frame = pd.read_csv(logs / "log.csv")
    frame.assign(a2=frame["a"]).to_csv(logs / "same.csv", index=False)
    assert run("watch", logs / "same.csv", *same, "--rope", 0.05, "--every", 50).code == 12
    said = run("watch", "--help").out
    assert "10 first better, 11 second better, 12 equivalent, 13 not decided" in " ".join(said.split())


@pytest.mark.full
def test_a_watch_goes_on_from_its_file(run, refused, logs):
    lines = (logs / "log.csv").read_text().splitlines(keepends=True)
    (logs / "part.csv").write_text("".join(lines[:61]))
    asked = (logs / "part.csv", *WIDE, "--save", logs / "watch.nc", "--every", 20)
    assert run("watch", *asked).code == 13
    assert bc.load(logs / "watch.nc").history["n_records"].tolist() == [20, 40, 60]
    (logs / "part.csv").write_text("".join(lines))
    ended = run("watch", *asked, "--json", "-")
    assert ended.code == 10
    assert json.loads(ended.out)["decision"] == "first better"
    assert bc.load(logs / "watch.nc").history["n_records"].tolist()[:4] == [20, 40, 60, 80]
    assert "but alpha of 'watch.nc' is 0.05" in refused("watch", *asked[:-2], "--alpha", 0.1)
    turned = (logs / "part.csv", "--y-true", "y", "--first", "b", "--second", "a", "--record", "id")
    assert "but first of 'watch.nc' is 'a'" in refused("watch", *turned, "--save", logs / "watch.nc")


@pytest.mark.full
@pytest.mark.parametrize("change", ["cut short", "other answers", "other records"])
def test_the_state_of_another_log_is_refused(run, refused, logs, change):
    asked = (logs / "log.csv", *WIDE, "--save", logs / "watch.nc", "--every", 20)
    run("watch", *asked)
    frame = pd.read_csv(logs / "log.csv")
    changed = {
        "cut short": frame[:30],
        "other answers": frame.assign(a=1 - frame["a"]),
        "other records": frame.assign(id="r" + frame["id"]),
    }
    changed[change].to_csv(logs / "log.csv", index=False)
    said = refused("watch", *asked).replace("`", "")
    assert "must hold the 140 records that were counted before" in said


def test_a_log_with_a_column_of_splits_is_of_one_hold_out_or_refused(run, refused, logs):
    pd.read_csv(logs / "log.csv").assign(seed=lambda log: log.index % 3).to_csv(logs / "log.csv", index=False)
    asked = ("watch", logs / "log.csv", *WIDE)
    assert "The column 'seed' must be used" in refused(*asked)
    assert run(*asked, "--hold-out").code == 10


@pytest.mark.full
def test_a_log_that_grows_is_followed_in_a_process_of_its_own(logs):
    whole = (logs / "log.jsonl").read_text()
    growing = logs / "growing.jsonl"
    growing.write_text(whole[:1203])  # in the middle of a line
    command = [sys.executable, "-m", "bayescmp", "watch", str(growing), *OF_ROWS, "--every", "10"]
    following = ["--follow", "--pause", "0.1"]
    process = subprocess.Popen([*command, *following], stdout=subprocess.PIPE, text=True)  # noqa: S603
    assert process.stdout.readline().split()[0] == "10"
    time.sleep(0.3)
    growing.write_text(whole)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 10
    assert "a errs less than b" in out


@pytest.fixture
def followed(run, monkeypatch):
    """Return a function that watches a log, to which the next text is written in each pause."""

    def followed(log, *columns, every, texts):
        waiting = iter(texts)
        monkeypatch.setattr("time.sleep", lambda _: log.write_text(next(waiting)))
        ended = run("watch", log, *columns, "--every", every, "--follow")
        assert not list(waiting)
        return ended

    return followed


def test_a_log_that_begins_with_one_system_or_half_a_text_is_waited_for(followed, logs):
    growing, begun = logs / "lr=0.1.csv", 'id,y,a,b,prompt\nq0,1,1,1,"one\nline"\nq1,1,1,0,"half\n'
    growing.write_text(begun)
    whole = begun + 'text"\n' + "".join(f'q{n},1,1,0,"t"\n' for n in range(2, 40))
    ended = followed(growing, *WIDE, every=1, texts=[begun, whole])
    assert (ended.code, ended.out.split()[0]) == (10, "1")


def test_a_log_that_is_written_anew_is_waited_for(followed, logs):
    lines = (logs / "log.csv").read_text().splitlines(keepends=True)
    growing = logs / "growing.csv"
    growing.write_text("".join(lines[:21]))
    shorter, whole = "".join(lines[:4]), "".join(lines)
    ended = followed(growing, *WIDE, every=10, texts=[shorter, shorter, whole])
    assert ended.code == 10
    assert [line.split()[0] for line in ended.out.splitlines()[:3]] == ["10", "20", "30"]


def test_ids_are_the_same_where_a_column_of_numbers_becomes_text(run, logs):
    lines = ["id,y,a,b", *(f"{n},1,1,{int(n % 3 > 0)}" for n in range(100, 116))]
    (logs / "ids.csv").write_text("\n".join([*lines, ""]))
    asked = (logs / "ids.csv", *WIDE, "--save", logs / "ids.nc")
    assert run("watch", *asked).code == 13
    (logs / "ids.csv").write_text("\n".join([*lines, "retry-7,1,1,1", ""]))
    run("watch", *asked)
    assert bc.load(logs / "ids.nc").n_records == 17


def test_answers_that_are_not_there_are_counted(run, logs):
    frame = pd.read_csv(logs / "log.csv")[:60].astype({"b": object})
    frame.loc[:9, "b"] = None
    frame.to_csv(logs / "gaps.csv", index=False)
    said = " ".join(run("watch", logs / "gaps.csv", *WIDE).out.split())
    assert "Left out, without an answer of one of them: 10 records." in said
    assert "50 records" in said


def test_a_plan_of_looks_has_the_rope(run):
    asked = ("plan", "--sequential", "--difference", "0.1", "--disagreement", "0.1")
    assert run(*asked, "--rope", "0.03").out == f"{bc.plan_sequential(0.1, 0.1, rope=0.03)}\n" != run(*asked).out


def test_a_line_that_is_not_whole_does_not_count(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    log = tmp_path / "log.csv"
    log.write_text("id,y,a,b\n1,10,10,10\n2,10,10,1")  # of 10
    words = ("--y-true", "y", "--record", "id", "--first", "a", "--second", "b", "--every", "1", "--save", "w.nc")
    first = run("watch", "log.csv", *words)
    assert "The last line of the log has no end and does not count" in first.out
    with log.open("a") as writer:
        writer.write("0\n3,10,10,10\n")
    second = run("watch", "log.csv", *words)
    assert second.code == first.code == 13
    assert "does not count" not in second.out
    state = bc.load("w.nc")
    assert (state.n_records, state.observed) == (3, {"a": 0.0, "b": 0.0})
    log.write_text("id,y,a,b")
    assert "must hold at least one record" in run("watch", "log.csv", *words[:-2]).err


def counted(run, log, content, columns=WIDE):
    """Return how many records of a log count, and whether its last line is said not to."""
    log.write_text(content)
    ended = run("watch", log, *columns, "--every", 1, "--json", log.with_name("r.json"))
    return json.loads(log.with_name("r.json").read_text())["n_records"], "does not count" in ended.out


@pytest.mark.parametrize(("end", "found"), [('ok": 1}', (2, False)), ("o", (1, True))])
def test_of_json_a_last_line_that_is_whole_counts(run, tmp_path, end, found):
    rows = [json.dumps({"model": model, "id": one, "ok": 1}) for one in (0, 1) for model in "ab"]
    content = "\n".join([*rows[:-1], f'{{"model": "b", "id": 1, "{end}'])
    assert counted(run, tmp_path / "log.jsonl", content, OF_ROWS) == found


def test_a_last_line_that_is_nested_too_deeply_is_refused_with_the_file_and_the_remedy(refused, tmp_path):
    rows = [json.dumps({"model": model, "id": 1, "ok": 1}) for model in "ab"]
    (tmp_path / "log.jsonl").write_text("\n".join([*rows, '{"model": ' + "[" * 99_999]))
    said = refused("watch", tmp_path / "log.jsonl", *OF_ROWS)
    assert "Each line of log.jsonl must be JSON, but line 3 is not: it is nested too deeply. Leave that out" in said


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_quotes_within_a_text_end_no_line(run, tmp_path, suffix):
    rows = [{"id": n, "prompt": f'{n}" pipe' if n % 2 else 'a "b"', "y": 1, "a": 1, "b": n % 3} for n in range(9)]
    head = "" if suffix == "jsonl" else "id,prompt,y,a,b\n"
    lines = [json.dumps(row) if suffix == "jsonl" else ",".join(map(str, row.values())) for row in rows]
    content = head + "\n".join([*lines, lines[0][:-5]])
    assert counted(run, tmp_path / f"log.{suffix}", content) == (len(rows), True)


def test_a_quoted_text_that_goes_on_is_not_whole(run, tmp_path):
    content = 'id,y,a,b,prompt\n0,1,1,0,"one\nline"\n1,1,1,1,5" pipe\n2,1,1,0,"a ""b""\n3,1,1,1,c'
    assert counted(run, tmp_path / "log.csv", content) == (2, True)


def test_records_that_moved_are_refused_though_their_totals_are_the_same(run, refused, tmp_path):
    lines = ["y,a,b", *(f"1,1,{int(n >= 5)}" for n in range(10))]
    log, named = tmp_path / "log.csv", WIDE[:-2]
    log.write_text("\n".join([*lines, ""]))
    asked = (log, *named, "--save", tmp_path / "w.nc", "--every", 5)
    assert run("watch", *asked).code == 13
    log.write_text("\n".join([*lines, "1,1,1", ""]))
    assert run("watch", *asked).code == 13
    log.write_text("\n".join([lines[0], *lines[:0:-1], "1,1,1", ""]))
    assert "that were counted before, with the same answers" in refused("watch", *asked)


@pytest.fixture
def of_tasks(tmp_path):
    """Write a log of ten tasks, of which the first system is better in the first two, in the order of tasks."""
    y, found = answered({"a": 0.2, "b": 0.3}, 600, seed=4)
    task = [f"t{place // 60}" for place in range(600)]
    found["a"][:120] = y[:120]
    found["b"][:120] = 1 - y[:120]
    frame = pd.DataFrame({"id": [place % 60 for place in range(600)], "task": task, "y": y, **found})
    frame.to_csv(tmp_path / "log.csv", index=False)
    return tmp_path / "log.csv"


def test_a_log_in_the_order_of_its_tasks_is_not_decided_and_one_that_is_shuffled_is(run, of_tasks):
    asked = (of_tasks, *WIDE, "--task", "task", "--every", 60)
    in_order = run("watch", *asked[:-1], 180)  # a first look of three tasks would decide
    assert in_order.code == 13
    assert "nothing is decided while records come task by task" in " ".join(in_order.out.split())
    shuffled = run("watch", *asked, "--shuffle", 1)
    assert shuffled.code == 10
    assert "in the random order of seed 1" in " ".join(shuffled.out.split())


def test_a_watch_goes_on_in_the_order_of_its_shuffle(run, refused, of_tasks, monkeypatch):
    from bayescmp.cli import _command_watch

    monkeypatch.chdir(of_tasks.parent)
    asked = (of_tasks, *WIDE, "--task", "task", "--every", 100, "--rope", 0.3)
    run("watch", *asked, "--shuffle", 2, "--save", "whole.nc")
    kept = []

    def stop(said, **_):
        if "; e-value" in said:
            kept.append(bc.load("part.nc").n_records)  # kept before it is printed
            if len(kept) == 3:
                raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(_command_watch, "say", stop)
        run("watch", *asked, "--shuffle", 2, "--save", "part.nc")
    assert kept == [100, 200, 300]
    assert "but shuffled of 'part.nc' is 2" in refused("watch", *asked, "--shuffle", 3, "--save", "part.nc")
    run("watch", *asked, "--save", "part.nc")
    assert bc.load("part.nc").history.equals(bc.load("whole.nc").history)
    assert bc.load("part.nc").looks.ids == bc.load("whole.nc").looks.ids


def test_predictions_in_a_file_of_their_own_are_watched_unless_a_judge_alone_rated_some(run, refused, tmp_path):
    bc.save_predictions(bc.verdicts({"a": [1] * 40, "b": [0] * 40}), tmp_path / "p.nc")
    assert run("watch", tmp_path / "p.nc").code == 10
    people = {"a": [1.0, 0.0] * 5 + [float("nan")] * 10, "b": [1.0] * 10 + [float("nan")] * 10}
    judged = {"a": [1, 0] * 10, "b": [1] * 20}
    bc.save_predictions(bc.verdicts(people, judge=judged), tmp_path / "judged.nc")
    said = refused("watch", tmp_path / "judged.nc")
    assert "must have the verdict of people on every record, but a judge rated more" in said
