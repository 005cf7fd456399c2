"""Scripts of peers import what only their own Python has."""

collect_ignore_glob = ["peer_*.py"]
