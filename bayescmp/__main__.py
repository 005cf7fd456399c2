"""`python -m bayescmp`: the command line."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the current folder, where a numpy.py would run

from bayescmp.cli import main

if __name__ == "__main__":
    main()
