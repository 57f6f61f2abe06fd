"""Finds or installs the Python packages that the scripts of this folder compare with."""

import os
import pathlib
import subprocess
import sys
import tempfile


class CannotTry(Exception):
    pass


def python_with(packages):
    """Returns a Python with these versions of packages: this one, or one in a virtual environment that is kept.

    The versions are fixed, because the expected verdicts are those of one version.
    """
    own = pathlib.Path(tempfile.gettempdir(), f"rehearsal-openapi-{os.getuid()}")
    probe = ["-c", f"import importlib.metadata as m; assert all(m.version(n) == v for n, v in {packages!r}.items())"]
    for python in [sys.executable, str(own / "bin" / "python")]:
        if pathlib.Path(python).exists() and subprocess.run([python, *probe], capture_output=True).returncode == 0:
            return python
    python = str(own / "bin" / "python")
    try:
        subprocess.run([sys.executable, "-m", "venv", str(own)], check=True, timeout=600, capture_output=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *(f"{name}=={version}" for name, version in packages.items())], check=True, timeout=300, capture_output=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotTry(f"{', '.join(packages)} are not installed and cannot be installed: {error}")
    return python


def continue_with(python, script):
    """Runs the script again with another Python, unless it is this one."""
    if os.path.realpath(sys.executable) != os.path.realpath(python) or os.path.dirname(sys.executable) != os.path.dirname(python):
        os.execv(python, [python, script, *sys.argv[1:]])
