"""Installs the tools of the checks: Playwright and axe in a virtual environment, and the browser of the system."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NEEDED = ["playwright", "axe-playwright-python"]
BROWSERS = ["chromium", "chromium-browser", "google-chrome"]


class CannotTry(Exception):
    pass


def python_with_tools():
    """Returns a Python with the tools, in a virtual environment that is created once and kept."""
    own = pathlib.Path(tempfile.gettempdir(), f"rehearsal-room-{os.getuid()}")
    python = str(own / "bin" / "python")
    probe = [python, "-c", "import playwright.sync_api, axe_playwright_python.sync_playwright"]
    if pathlib.Path(python).exists() and subprocess.run(probe, capture_output=True).returncode == 0:
        return python
    try:
        subprocess.run([sys.executable, "-m", "venv", str(own)], check=True, timeout=600, capture_output=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *NEEDED], check=True, timeout=300, capture_output=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotTry(f"{', '.join(NEEDED)} are not installed and cannot be installed: {error}")
    return python


def browser():
    """Returns the path of the browser."""
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    raise CannotTry(f"none of {', '.join(BROWSERS)} is installed; run: apt-get install chromium")
