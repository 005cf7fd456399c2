"""The tests; `tests.data` makes what several of them compare."""
