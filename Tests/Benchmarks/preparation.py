"""Installs and builds the programs that a measurement needs, and ends it on signals."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from servers import Failure, progress

PACKAGE = Path(__file__).resolve().parent.parent.parent


def fail_on_signals():
    """Turns each signal that would end the script into a failure, so that the script ends its servers."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
        signal.signal(number, interrupted)


def interrupted(number, _):
    raise Failure("timed out" if number == signal.SIGALRM else f"interrupted by signal {number}")


def need(*tools):
    """Installs missing tools from the packages of the system, or fails with the command that installs them."""
    missing = [package for tool, package in tools if not shutil.which(tool)]
    if not missing:
        return
    if os.getuid() != 0 or not shutil.which("apt-get"):
        raise Failure(f"missing: {' '.join(missing)}. Install with: sudo apt-get install --no-install-recommends {' '.join(missing)}")
    progress(f"installing {' '.join(missing)}")
    quiet = {"check": True, "stdout": sys.stderr, "stdin": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    subprocess.run(["apt-get", "update", "-qq"], timeout=180, **quiet)
    subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], timeout=300, **quiet)


def build():
    """Builds the program that the README says to install on Linux, in a folder of its own, and returns its path."""
    progress("building rehearsal for release")
    command = ["swift", "build", "-c", "release", "--product", "rehearsal", "--package-path", str(PACKAGE)]
    command += ["--static-swift-stdlib", "--scratch-path", str(PACKAGE / ".build-static")]
    subprocess.run(command, check=True, timeout=1200, stdout=sys.stderr, stdin=subprocess.DEVNULL)
    shown = subprocess.run([*command, "--show-bin-path"], check=True, timeout=60, capture_output=True, text=True)
    return Path(shown.stdout.strip(), "rehearsal")
