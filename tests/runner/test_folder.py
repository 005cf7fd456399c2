"""Folders of work: the same work goes on in them, other work and other files are refused and stay as they are."""

import os

import pytest


def contents(path):
    return {one.name: one.read_bytes() for one in path.rglob("*") if one.is_file()}


def test_the_same_work_goes_on_in_its_folder_under_any_name(claim):
    assert claim(1, 2)["sum"] == {"name": "mine", "numbers": [1, 2]}
    assert claim(1, 2, name="renamed")["sum"]["name"] == "renamed"


def test_other_work_is_refused_and_changes_nothing(claim, tmp_path):
    claim(1, 2)
    before = contents(tmp_path)
    with pytest.raises(ValueError, match=r"must hold the same sum, but its sum\.numbers\[1\] was 2 and is now 3\. Cho"):
        claim(1, 3, name="renamed")
    assert contents(tmp_path) == before


def test_what_the_work_refuses_changes_nothing_and_is_not_in_the_way(claim, tmp_path):
    claim(1, 2)
    before = contents(tmp_path)
    with pytest.raises(ZeroDivisionError):
        claim(1, 2, name="renamed", check=lambda: 1 / 0)
    assert contents(tmp_path) == before
    claim(1, 2)


@pytest.mark.parametrize("name", ["square-1.json", "log.jsonl", "parts", "lock"])
def test_a_folder_with_files_of_the_same_names_and_no_specification_is_refused(name, claim, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text("the user's own")
    with pytest.raises(FileExistsError, match=rf"^`out` must be a new .* of a sum, but .* has '{name}' and no '"):
        claim(1, 2)
    assert contents(tmp_path) == {name: b"the user's own"}


def test_a_folder_is_used_by_one_run_at_a_time(folder, claim):
    with pytest.raises(BlockingIOError, match=rf"by one run at a time, but process {os.getpid()} on .* runs a sum the"):
        claim(1, 2)


def test_a_folder_without_work_names_the_command(tmp_path, folder):
    with pytest.raises(FileNotFoundError, match=r"There is no sum in '.*': run `sums run` first"):
        type(folder)(tmp_path).specification  # noqa: B018 - read


def test_results_are_read_as_they_were_written_and_those_of_another_shape_are_named(folder):
    assert folder.result("square-1.json", {"square": int}) is None
    folder.write_result("square-1.json", {"square": 1, "sha256": "of an earlier version"})
    assert folder.result("square-1.json", {"square": int}) == {"square": 1}
    with pytest.raises(ValueError, match=r"^'square-1\.json' must be .* fields root; `sums run` computes it again\.$"):
        folder.result("square-1.json", {"root": int})


def test_the_log_keeps_what_was_noted(folder):
    folder.log(event="a", seconds=1.5)
    with (folder.path / "log.jsonl").open("a") as file:
        file.write('{"event": "cut')
    folder.log(event="b")
    assert folder.events() == [{"event": "a", "seconds": 1.5}, {"event": "b"}]
