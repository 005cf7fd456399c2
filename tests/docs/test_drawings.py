"""Every page on concepts has one drawing, and what the drawings show is computed right."""

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from tests.data import module_at, pages

CONCEPTS = {name: path for name, path in pages().items() if name.startswith("concepts/")}
DOCS = CONCEPTS["concepts/index"].parents[1]


@pytest.fixture(scope="module")
def drawings():
    plt.switch_backend("agg")
    return module_at(DOCS / "_drawings.py")


def test_every_page_has_one_drawing_with_words_for_who_cannot_see_it(drawings):
    shown = []
    for path in CONCEPTS.values():
        ((words, name),) = re.findall(r"!\[(.*?)\]\(\.\./pictures/drawing-([\w-]+)\.svg\)", path.read_text("utf-8"))
        assert len(words) > 100
        shown.append(name)
    assert sorted(shown) == sorted(drawings.DRAWINGS)


def test_the_pictures_that_are_kept_are_those_that_pages_show():
    texts = [path.read_text("utf-8") for path in (*pages().values(), DOCS.parent / "README.md")]
    shown = {name for text in texts for name in re.findall(r"pictures/([\w/-]+\.svg)\)", text)}
    assert shown == {path.relative_to(DOCS / "pictures").as_posix() for path in DOCS.rglob("pictures/**/*.svg")}


def test_a_picture_that_says_something_else_is_written_anew(tmp_path, monkeypatch, caplog):
    monkeypatch.syspath_prepend(DOCS)
    names = [tmp_path / folder / "plots" / "a.svg" for folder in ("generated", "pictures")]
    for path, text in zip(names, ("<svg><!-- 0.1 --></svg>", "<svg><!-- 0.2 --></svg>"), strict=True):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    keep_pictures = module_at(DOCS / "_pages.py").keep_pictures
    for _ in range(2):  # the second time there is nothing to say
        keep_pictures(SimpleNamespace(srcdir=tmp_path))
    assert names[0].read_text() == names[1].read_text()
    assert [record.getMessage() for record in caplog.records] == [
        "pictures/plots/a.svg did not show what is drawn now and is written anew"
    ]


@pytest.mark.full
def test_drawings_are_written_and_some_of_them_again_as_they_were(drawings, tmp_path, monkeypatch):
    texts, every = [], drawings.DRAWINGS
    for folder, names in (("one", list(every)), ("two", list(every)[:4])):
        (tmp_path / folder).mkdir()
        monkeypatch.setattr(drawings, "DRAWINGS", {name: every[name] for name in names})
        drawings.write_drawings(SimpleNamespace(srcdir=tmp_path / folder))
        texts.append({path.name: path.read_text("utf-8") for path in (tmp_path / folder / "generated").iterdir()})
    assert [len(one) for one in texts] == [len(every), 4]
    assert texts[1].items() <= texts[0].items()


def test_false_decisions_are_those_of_the_simulation(drawings):
    looks, found = drawings.false_decisions()
    simulated = pd.read_csv(DOCS / "results" / "peeking.csv").query("difference == 0 and disagreement == 0.1").iloc[0]
    share = simulated["posterior_20"]
    assert len(looks) == 100
    assert found["posterior"][-1] == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / simulated["runs"]))
    assert found["e_value"][-1] < simulated["decided"] < 0.05  # which has 5,000 records


def test_pages_and_drawings_have_the_same_table_and_runs(drawings):
    counts = dict(
        zip(("both_wrong", "only_first_wrong", "only_second_wrong", "both_right"), drawings._TABLE, strict=True)
    )
    said = ", ".join(f"{name}={count}" for name, count in counts.items())
    for page in ("paired_table", "rope_and_decision"):
        assert said in CONCEPTS[f"concepts/{page}"].read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", pages()["howto/runs"].read_text("utf-8"), re.DOTALL)[1]
    namespace = {}
    exec(code, namespace)  # noqa: S102 - our own page
    for name, grid in drawings.five_runs().items():
        assert (grid == (namespace["runs"][name] != namespace["y"])).all()
