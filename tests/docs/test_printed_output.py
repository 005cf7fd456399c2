"""What the README and the pages print is what their code prints.

Digits are compared as digits only: other versions of scikit-learn may fit slightly different classifiers.
"""

import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from typer.testing import CliRunner

import bayescmp as bc
from bayescmp.cli import app
from tests.data import pages, table

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n(?P<code>.*?)```(?:\n\n```text\n(?P<output>.*?)```)?", re.DOTALL)


def without_digits(text):
    """Mask numbers and fold white space, which the width of a number may shift."""
    return " ".join(re.sub(r"-?\d+(\.\d+)?", "#", text).split())


PAGES = [name for name, path in pages().items() if "```python" in path.read_text(encoding="utf-8")]
WHOLE = {"quickstart": 6, "crossed_effects": 2, "coming_from": 2}
WHOLE |= {name: 1 for name in PAGES if name.startswith("howto/")}
"""Pages that show all that their snippets print, and how many snippets they have at least."""
STARTS_A_CLUSTER = "LocalCluster"  # tests/datasets and tests/studies have one
TRIALS = re.compile(r"\b(trials|(?:truth_)?draws)=[\d_]+")  # the pages' own numbers take minutes


@pytest.mark.full
@pytest.mark.parametrize("name", PAGES)
def test_a_page_prints_what_it_says(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name_of_draws, number in (("DRAWS", 2000), ("_DRAWS_BY_FUNCTION", 500)):
        monkeypatch.setattr(f"bayescmp.methods._label_counts_method.{name_of_draws}", number)
    (tmp_path / "docs").symlink_to(ROOT / "docs")  # for its results
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    namespace = {"__name__": "page"}
    blocks = [block for block in BLOCK.finditer(page) if STARTS_A_CLUSTER not in block["code"]]
    assert len(blocks) >= WHOLE.get(name, 1)
    for block in blocks:
        got = run(TRIALS.sub(r"\1=4", block["code"]), namespace)
        if block["output"] or name in WHOLE:
            assert without_digits(got) == without_digits(block["output"] or "")


@pytest.fixture(scope="module")
def schema():
    return (ROOT / "docs" / "json_schema.md").read_text(encoding="utf-8")


def test_the_page_on_the_json_schema_shows_what_is_written(schema):
    code, shown = re.search(r"```python\n(.*?)```\n\n```json\n(.*?)```", schema, re.DOTALL).groups()
    assert without_digits(run(code, {})) == without_digits(shown)


def test_every_field_of_the_json_is_explained(schema):
    shown = json.loads(re.search(r"```json\n(.*?)```", schema, re.DOTALL).group(1))
    explained = set(re.findall(r"`(\w+)`", schema))
    assert explained >= {*shown, *shown["design"], *shown["methods"][0], *shown["tables"], *shown["difference"]}
    assert f"**schema {bc.compare(table(3, 1, 2, 4)).to_dict()['schema']}**" in schema


def run(code, namespace):
    screen = io.StringIO()
    with redirect_stdout(screen):
        exec(compile(code, "page", "exec"), namespace)  # noqa: S102 - our own page
    return screen.getvalue()


@pytest.mark.parametrize("code", [code for code, _ in BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))])
def test_a_snippet_of_the_readme_runs_in_an_empty_folder(code, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert run(code, {}).startswith("bayes errs less than tree")


def test_the_functions_that_the_readme_and_the_guide_name_exist():
    pages = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/guide.md"))
    rows = re.findall(r"^\| (?!question|you have|---).* \| (.*) \| .* \|$", pages, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`(?:plots\.|result\.)?(\w+)(?==|\(|`|\.)", row)]
    assert len(names) >= 40
    assert [name for name in names if not any(hasattr(place, name) for place in (bc, bc.plots, bc.Comparison))] == []


@pytest.mark.full
def test_the_readme_shows_the_screen_of_the_main_job():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"\$ bayescmp compare\n(.*?)```", readme, re.DOTALL).group(1)
    assert without_digits(CliRunner().invoke(app, ["compare"]).stdout) == without_digits(shown)
