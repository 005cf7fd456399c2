"""What is built for a package index: every file that the package reads, and a README with an entry for each door."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


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
    assert (ROOT / "README.md").read_text(encoding="utf-8") in metadata.replace("\r\n", "\n")
