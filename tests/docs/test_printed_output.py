"""What the README and the pages print is what their code prints.

Digits are compared as digits only: other versions of scikit-learn may fit slightly different classifiers.
"""

import io
import operator
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from typer.testing import CliRunner

import bayescmp as bc
from bayescmp.cli import app
from tests.data import module_at, pages, table

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n(?P<code>.*?)```(?:\n\n```text\n(?P<output>.*?)```)?", re.DOTALL)


def without_digits(text):
    """Mask numbers and fold white space, which the width of a number may shift."""
    return " ".join(re.sub(r"-?\d+(\.\d+)?", "#", text).split())


ALL = {name: path for name, path in pages().items() if not name.startswith("api/")}
PAGES = [name for name, path in ALL.items() if "```python" in path.read_text(encoding="utf-8")]
WHOLE = {"start": 2, "faq": 2, "coming_from": 2, "tutorials/benchmark": 4, "tutorials/language_models": 5}
WHOLE |= {"tutorials/published_table": 3, "tutorials/two_classifiers": 3}
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
    found = bc.compare(table(3, 1, 2, 4)).to_dict()
    explained = set(re.findall(r"`(\w+)`", schema))
    assert explained >= {*found, *found["design"], *found["methods"][0], *found["tables"], *found["difference"]}
    assert f"**schema {found['schema']}**" in schema


def run(code, namespace):
    screen = io.StringIO()
    with redirect_stdout(screen):
        exec(compile(code, "page", "exec"), namespace)  # noqa: S102 - our own page
    return screen.getvalue()


@pytest.mark.parametrize(("code", "shown"), BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8")))
def test_a_snippet_of_the_readme_prints_what_it_shows_first(code, shown, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    first = shown.removesuffix("...\n")
    assert first
    assert run(code, {}).startswith(first)


FIRST_PAGES = ("README.md", "docs/guide.md", "docs/start.md", "docs/faq.md", "docs/paper.md", "docs/coming_from.md")
CALLED = re.compile(r"\bbc\.([\w.]+)")


def test_the_functions_that_the_first_pages_name_exist():
    pages = "".join((ROOT / name).read_text(encoding="utf-8") for name in FIRST_PAGES)
    names = {name.rstrip(".") for name in CALLED.findall(pages)}
    assert len(names) >= 40
    for name in names:
        operator.attrgetter(name)(bc)


def test_the_decision_tree_names_functions_and_the_file_is_what_is_drawn():
    tree = module_at(ROOT / "docs" / "_guide_tree.py")
    assert (ROOT / "docs" / "pictures" / "which_function.svg").read_text(encoding="utf-8") == tree.decision_tree()
    calls = [call for question in tree.QUESTIONS for _, call in question.answers]
    names = [name for call in calls for name in CALLED.findall(call)]
    assert all(hasattr(bc, name.rstrip(".")) for name in names)
    assert {"compare", "rank", "evaluate", "compare_datasets", "rank_datasets"} <= {*names}


def readme_screen():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.search(r"\$ bayescmp compare\n(.*?)```", readme, re.DOTALL).group(1)


def test_the_picture_and_the_landing_page_show_the_result_of_the_readme():
    mean = re.search(r"difference +\S+ +(\S+)", readme_screen())[1]
    picture = (ROOT / "docs" / "pictures" / "difference.svg").read_text(encoding="utf-8")
    written = " ".join(re.findall(r"<!-- (.*?) -->", picture)).replace("\N{MINUS SIGN}", "-")
    assert mean in written
    landing = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    shown = re.search(r"```text\n(.*?)```", landing, re.DOTALL).group(1).splitlines()
    assert len(shown) == 17
    assert {*shown} <= {*readme_screen().splitlines()}


@pytest.mark.full
def test_the_readme_shows_the_screen_of_the_main_job():
    assert without_digits(CliRunner().invoke(app, ["compare"]).stdout) == without_digits(readme_screen())
