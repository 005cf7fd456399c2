"""What is built for a package index: every file that the package reads, and a README whose links lead somewhere."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINK = re.compile(r"!?\[([^\]]*)\]\(([^)]*)\)")


@pytest.mark.external
def test_the_wheel_has_every_file_of_the_package(tmp_path):
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT]
    subprocess.run(build, check=True, capture_output=True, timeout=300)  # noqa: S603
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("bayescmp/")}
        (metadata,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("METADATA"))
    there = {str(path.relative_to(ROOT)) for path in (ROOT / "bayescmp").rglob("*.*")}
    assert packed == {name for name in there if "__pycache__" not in name}
    assert "Description-Content-Type: text/markdown" in metadata
    described = metadata.replace("\r\n", "\n").partition("\n\n")[2].strip()
    assert LINK.findall(described) == [one for one in LINK.findall(README) if one[1].startswith("https:")]
    assert described.split() == LINK.sub(_on_an_index, README).split()


def _on_an_index(link):
    """A figure has no text, and a link that stays is as it was."""
    text, address = link.groups()
    return link[0] if address.startswith("https:") else "" if link[0].startswith("!") else text
