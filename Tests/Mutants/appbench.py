"""Builds the reference apps with the edits of a mutant in a copy of this package."""

import shutil
import subprocess
from pathlib import Path

# The time limits in seconds of a build after an edit, and of the first build.
LIMIT, FIRST_LIMIT = 600, 1800


class BuildFailure(Exception):
    """The apps do not build; the text has the errors of the build."""


class AppBench:
    """A copy of the files of a package, in which one mutant after the other is built."""

    def __init__(self, package, folder):
        self.package, self.folder = Path(package), Path(folder)

    # The name of the program that contains the apps.
    NAME = "reference-subject"

    def prepare(self):
        """Copies changed files, deletes removed ones, and builds the apps without an edit."""
        self.folder.mkdir(parents=True, exist_ok=True)
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=self.package,
            check=True, capture_output=True,
        )
        names = set(filter(None, listed.stdout.decode().split("\0")))
        # A file that was moved would be built twice.
        for copy in (self.folder / "Sources").rglob("*.swift"):
            if str(copy.relative_to(self.folder)) not in names:
                copy.unlink()
        for name in names:
            source, copy = self.package / name, self.folder / name
            if not source.is_file() or copy.is_file() and copy.read_bytes() == source.read_bytes():
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
        self.build(FIRST_LIMIT)

    def build_mutant(self, edits, destination):
        """Builds the copy with these edits, copies the program to a folder, and reverts the edits."""
        try:
            for edit in edits:
                place = self.folder / edit.file
                place.write_text(place.read_text(encoding="utf-8").replace(edit.old, edit.new), encoding="utf-8")
            self.build(LIMIT)
            shutil.copy(self.folder / ".build" / "debug" / self.NAME, destination)
        finally:
            for edit in edits:
                shutil.copyfile(self.package / edit.file, self.folder / edit.file)

    def build(self, limit):
        try:
            process = subprocess.run(
                ["swift", "build", "--product", self.NAME], cwd=self.folder, timeout=limit,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
        except subprocess.TimeoutExpired as expired:
            raise BuildFailure(f"swift build did not end within {limit} s") from expired
        if process.returncode != 0:
            lines = process.stdout.decode(errors="replace").splitlines()
            errors = [line for line in lines if "error:" in line] or lines[-5:]
            raise BuildFailure("\n".join(errors[:5]))
