"""The writer and the reader of files: whole or not at all, no more than was allowed, none that nobody named."""

import errno
import gzip
import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from bayescmp._support._files import contents_of, read_limited, write_together, write_whole
from tests.data import run_python

OLD, NEW = b"old", b"new and longer"


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "kept.nc"
    path.write_bytes(OLD)
    return path


def in_process(code, *arguments, **options):
    """Run Python with the package, and return how it ended."""
    return run_python("-c", textwrap.dedent(code), *arguments, timeout=60, **options)


# --- writing ---------------------------------------------------------------------------------------------------------


def test_a_replaced_file_keeps_its_permissions(old):
    mode = 0o664
    old.chmod(mode)
    write_whole(NEW, old)
    assert (old.read_bytes(), stat.S_IMODE(old.stat().st_mode)) == (NEW, mode)
    assert list(old.parent.iterdir()) == [old]


def test_nobody_reads_a_private_file_while_it_is_written(old, monkeypatch):
    old.chmod(0o600)
    modes = []
    monkeypatch.setattr(os, "fsync", lambda file: modes.append(stat.S_IMODE(os.fstat(file).st_mode)))
    write_whole(NEW, old)
    assert modes == [0o600]


def test_a_new_file_has_the_usual_permissions(tmp_path):
    write_whole(NEW, tmp_path / "one")
    (tmp_path / "other").write_bytes(NEW)
    assert (tmp_path / "one").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_file_that_may_not_be_written_is_not_replaced(old, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # root may write everything
    with pytest.raises(PermissionError, match=r"Could not write 'kept\.nc': Permission denied"):
        write_whole(NEW, old)
    assert (old.read_bytes(), list(old.parent.iterdir())) == (OLD, [old])


def test_a_link_is_replaced_and_what_it_points_to_stays(old):
    link = old.with_name("link.nc")
    link.symlink_to(old)
    write_whole(NEW, link)
    assert (link.is_symlink(), link.read_bytes(), old.read_bytes()) == (False, NEW, OLD)


def test_a_stream_is_written_to_as_it_is():
    ended = in_process(
        "import sys; from bayescmp._support._files import write_whole; write_whole(b'new', sys.argv[1])", "/dev/stdout"
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "new", "")


def test_a_pipe_is_written_to_as_it_is(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    code = "import sys; from bayescmp._support._files import write_whole; write_whole(b'new', sys.argv[1])"
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "pipe")]) as writer:  # noqa: S603 - our own
        assert (tmp_path / "pipe").read_bytes() == b"new"
        assert writer.wait(timeout=30) == 0
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_full_device_is_one_error_with_its_name():
    with pytest.raises(OSError, match="Could not write 'full': No space left on device") as caught:
        write_whole(NEW, "/dev/full")
    assert caught.value.errno == errno.ENOSPC


def test_a_file_that_grows_beyond_its_limit_leaves_the_old_one(old):
    ended = in_process(
        """
        import resource, signal, sys
        from bayescmp._support._files import write_whole
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        write_whole(b"x" * 100_000, sys.argv[1])
        """,
        old,
    )
    assert "Could not write 'kept.nc': File too large" in ended.stderr.splitlines()[-1]
    assert (old.read_bytes(), list(old.parent.iterdir())) == (OLD, [old])


def test_no_file_is_written_beside_a_device_that_is_full(tmp_path):
    with pytest.raises(OSError, match="Could not write 'full': No space left on device"):
        write_together({tmp_path / "a.bib": NEW, Path("/dev/full"): NEW})
    assert list(tmp_path.iterdir()) == []


# --- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz"])
@pytest.mark.parametrize(("size", "fits"), [(0, True), (1000, True), (1001, False)])
def test_no_more_is_read_than_was_allowed(tmp_path, name, size, fits):
    content = b"x" * size
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    if fits:
        assert read_limited(tmp_path / name, max_bytes=1000) == content
        return
    with pytest.raises(ValueError, match=rf"^'{name}' must hold at most 1,000 bytes once it is unpacked.*`max_bytes`"):
        read_limited(tmp_path / name, max_bytes=1000)


def test_a_file_of_several_blocks_is_read_whole_under_any_limit(tmp_path):
    content = os.urandom(5 * 2**20 + 17)
    (tmp_path / "a").write_bytes(content)
    assert read_limited(tmp_path / "a", max_bytes=len(content)) == content
    assert read_limited(tmp_path / "a", max_bytes=10**30) == content


@pytest.mark.parametrize(
    "damage", [lambda packed: packed[:-9], lambda packed: packed[:30], lambda packed: b"y,a\n0,1\n",
               lambda packed: packed[:20] + b"\xff" * 20 + packed[40:], lambda packed: packed + b"more"],
    ids=["cut", "cut short", "plain", "corrupt", "trailing"],
)  # fmt: skip
def test_damaged_gzip_is_one_sentence_with_its_name(tmp_path, damage):
    (tmp_path / "a.csv.gz").write_bytes(damage(gzip.compress(os.urandom(1000))))
    with pytest.raises(ValueError, match=r"^'a\.csv\.gz' must be a whole gzip file, but .* unpacked: [^\n]*$"):
        read_limited(tmp_path / "a.csv.gz")


@pytest.mark.parametrize("path", ["/", "/dev/zero"])
def test_folders_and_devices_are_not_read(path):
    with pytest.raises(ValueError, match="must be a file, but is a folder or a device"):
        read_limited(path)


@pytest.mark.parametrize("path", ["nothing", "a\0b", "\udc80"])
def test_a_path_of_nothing_is_named(tmp_path, path):
    with pytest.raises(FileNotFoundError, match="There is no file"):
        read_limited(tmp_path / path)


@pytest.mark.parametrize(("error", "message"), [
    (KeyError("levels"), "KeyError: levels"),
    (ValueError("odd"), "odd"),
    (RecursionError("maximum"), "it is nested too deeply"),
    (OSError("thrift\nagain."), "OSError: thrift again"),
])  # fmt: skip
def test_errors_of_contents_name_the_file(error, message):
    with (
        pytest.raises(ValueError, match=rf"^'a\.nc' must be a list, but could not be read as one: {message}\.$"),
        contents_of("x/a.nc", "a list"),
    ):
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), FileNotFoundError("no 'a.nc'"), ValueError("'a.nc' is odd")])
def test_errors_that_name_the_file_stay(error):
    with pytest.raises(type(error)) as caught, contents_of("a.nc", "a list"):
        raise error
    assert caught.value is error


BOMB = """
import resource, sys
from pathlib import Path
from bayescmp.doors import labels
resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30, 4 * 2**30))
try:
    labels("y", ["a"], data=sys.argv[1])
except ValueError as error:
    print(error)
# of this program alone: what getrusage says begins with what the process that started it had
print(int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) // 2**10)
"""


def packed_csv(path):
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(600):
            file.write(b"\n" * 2**20)


def repeated_parquet(path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 100_000, pa.int32()), pa.array(["x" * 100_000]))
    pq.write_table(pa.table({"y": texts, "a": texts}), path, store_schema=False)


def long_parquet(path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table({name: pa.repeat(0, 30_000_000) for name in "ya"}), path)


def large_plain(path):
    with path.open("wb") as file:
        file.truncate(20 * 2**30)


@pytest.mark.external
@pytest.mark.parametrize(("name", "write"), [
    ("a.csv.gz", packed_csv), ("a.parquet", repeated_parquet), ("b.parquet", long_parquet), ("a.jsonl", large_plain),
])  # fmt: skip
def test_a_bomb_is_refused_without_the_memory(tmp_path, name, write):
    write(tmp_path / name)
    ended = in_process(BOMB, tmp_path / name)
    assert ended.stderr == ""
    message, memory = ended.stdout.splitlines()
    assert message.startswith(f"'{name}' must hold at most 268,435,456 bytes once it is unpacked, but holds more.")
    assert int(memory) < 1500
