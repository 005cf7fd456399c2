"""What says how to cite the package, and on which Pythons it is tested, says what its metadata do."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_citation_is_of_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert cited["version"] == PROJECT["version"]
    assert cited["license"] == PROJECT["license"]
    assert [one["name"] for one in cited["authors"]] == [one["name"] for one in PROJECT["authors"]]


@pytest.mark.parametrize("page", ["README.md", "docs/references.md"])
def test_pages_cite_this_version(page):
    text = (ROOT / page).read_text()
    versions = re.findall(r"version (\d+\.\d+\.\w+)|version = \{(\d+\.\d+\.\w+)\}", text)
    assert {one or other for one, other in versions} == {PROJECT["version"]}


of_repository = pytest.mark.skipif(not (ROOT / ".ci/run").exists(), reason="dot-files are in the repository alone")


@of_repository
def test_the_workflow_runs_on_every_python_that_is_named():
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]
    named = [one.rsplit(" ", 1)[1] for one in PROJECT["classifiers"] if one[-1].isdigit() and "." in one]
    assert {*named} <= {*jobs["linux"]["strategy"]["matrix"]["python"]}
    assert any(".ci/run" in step.get("run", "") for step in jobs["linux"]["steps"])


@of_repository
def test_the_workflow_runs_on_every_system_that_is_named():
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]
    runners = {jobs["linux"]["runs-on"], *jobs["elsewhere"]["strategy"]["matrix"]["os"]}
    runs = {"Linux": "ubuntu-latest", "MacOS": "macos-latest", "Windows": "windows-latest"}
    named = [one.rsplit(" ", 1)[1] for one in PROJECT["classifiers"] if one.startswith("Operating System")]
    assert {runs[one] for one in named} == runners


@of_repository
def test_hooks_are_the_linters_of_ci():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    ran = (ROOT / ".ci/run").read_text()
    assert all(f'"{hook["name"]}"' in ran for hook in hooks)


def test_the_readme_has_the_command_of_the_tests_that_ci_takes_from_it():
    command = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest\n"
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    assert command in (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
