"""Folders of work: the same work goes on in them, other work and other files are refused and stay as they are."""

import errno

import pytest


def contents(path):
    return {one.name: one.read_bytes() for one in path.rglob("*") if one.is_file()}


def test_the_same_work_goes_on_in_its_folder(claim, tmp_path):
    (tmp_path / "out").mkdir()
    assert claim(1, 2) == claim(1, 2) == {"schema": 2, "sum": {"numbers": [1, 2]}}
    assert (tmp_path / "out" / "parts").is_dir()


@pytest.mark.parametrize(("content", "kind", "message"), [
    ({"sum.json": '{"schema": 2, "sum": {"numbers": [1]}}'}, ValueError, "the same sum, but it differs in: numbers"),
    ({"sum.json": '{"schema": 1, "sum": {}}'}, ValueError, "must be of schema 2, but .* of schema 1. Read the"),
    ({"sum.json": '{"schema": 2, "sum": {}}'}, ValueError, "'sum.json' must have the fields numbers"),
    ({"sum.json": '{"schema": 2'}, ValueError, "'sum.json' must be JSON with schema, sum, as it was written"),
    ({"sum.json": "[" * 10**5}, ValueError, "'sum.json' must be JSON with schema, sum, as it was written"),
    ({"mine.txt": ""}, FileExistsError, "`out` must be a new or empty folder, or that of the same sum, but"),
    (None, FileExistsError, "`out` must be a new or empty folder"),
], ids=["other work", "schema", "fields", "cut", "deep", "other files", "file"])  # fmt: skip
def test_anything_else_is_refused_and_stays(content, kind, message, claim, tmp_path):
    out = tmp_path / "out"
    if content is None:
        out.write_text("mine")
    else:
        out.mkdir()
        for name, text in content.items():
            (out / name).write_text(text)
    before = contents(tmp_path)
    with pytest.raises(kind, match=message):
        claim(1, 2)
    assert contents(tmp_path) == before


def test_a_folder_is_used_by_one_run_at_a_time(folder, claim):
    assert folder.is_claimed()
    with pytest.raises(BlockingIOError, match="must be used by one run at a time, but another process works there"):
        claim(1, 2)


def test_a_folder_that_nobody_works_in_is_free(folder, claim, tmp_path):
    other = type(folder)(tmp_path / "other")
    other.claim({"numbers": []}).close()
    assert not other.is_claimed()


def test_without_locks_a_warning_says_so(claim, monkeypatch):
    def flock(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", flock)
    with pytest.warns(UserWarning, match="is on a file system without locks: start no second run there"):
        claim(1, 2)


def test_a_folder_without_work_names_the_command(tmp_path, folder):
    with pytest.raises(FileNotFoundError, match=r"There is no sum in '.*': run `sums run` first"):
        type(folder)(tmp_path).specification  # noqa: B018 - read


def test_results_are_read_as_they_were_written_and_those_without_a_field_are_named(folder):
    assert folder.result("square-1.json", ("square",)) is None
    folder.write_result("square-1.json", {"square": 1, "sha256": "of an earlier version"})
    assert folder.result("square-1.json", ("square",)) == {"square": 1}
    with pytest.raises(ValueError, match=r"^'square-1\.json' must be JSON with root, as it was written, but is dam"):
        folder.result("square-1.json", ("root",))


def test_the_log_keeps_what_was_noted_and_follows_no_link(folder, tmp_path):
    folder.log(event="a", seconds=1.5)
    with (folder.path / "log.jsonl").open("a") as file:
        file.write("cut\n")
    folder.log(event="b")
    assert folder.events() == [{"event": "a", "seconds": 1.5}, {"event": "b"}]
    (folder.path / "log.jsonl").unlink()
    (folder.path / "log.jsonl").symlink_to(tmp_path / "mine")
    with pytest.raises(OSError, match="Could not write"):
        folder.log(event="c")
    assert not (tmp_path / "mine").exists()
