"""A reader: a line for each record, its id and 1 if it was answered right; the file is called as the system."""

from dataclasses import dataclass

from bayescmp.readers._log import Log, Reader, Row


@dataclass(frozen=True)
class DummyReader(Reader):
    """Lines of "id verdict"."""

    name = "dummy-reader"
    spoken = "Dummy"
    patterns = ("*.dummy",)
    options = ()

    def recognises(self, path, start):
        """Tell by the name of the file."""
        return path.suffix == ".dummy"

    def read(self, path, wanted):
        """Read the run."""
        log = Log(system=path.stem, task="dummies", path=path, score="verdict")
        for line in path.read_text(encoding="utf-8").splitlines():
            record, verdict = line.split()
            log.rows.append(Row(record, float(verdict)))
        yield log
