"""Every plot has a picture on the page of plots, with a title of its own that says what it shows."""

from pathlib import Path

import pytest
from matplotlib import pyplot as plt

from bayescmp import plots
from tests.data import module_at

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def gallery():
    return module_at(DOCS / "_gallery.py")


def test_every_plot_has_a_picture(gallery):
    drawn = {f"plot_{name}" for name in gallery.PICTURES}
    assert drawn == {name for name in plots.__all__ if name.startswith("plot_")}
    assert len({picture.title for picture in gallery.PICTURES.values()}) == len(drawn)


@pytest.mark.full
def test_titles_hold_and_pictures_have_one_size(gallery):
    plt.switch_backend("agg")
    sizes = set()
    for name in gallery.PICTURES:
        figure = gallery.draw(name)
        sizes.add(tuple(figure.get_size_inches()))
        plt.close(figure)
    assert len(sizes) == 1


def test_every_example_has_its_place():
    order = module_at(DOCS / "_pages.py").GalleryOrder("")
    there = [path.name for path in (DOCS.parent / "examples").glob("plot_*.py")]
    assert sorted(map(order, there)) == list(range(len(order.names)))
