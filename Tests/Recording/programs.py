"""Runs `rehearsal`, the program under test."""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import services
from services import CannotTry

PACKAGE = Path(__file__).resolve().parent.parent.parent


class Program:
    """A running `rehearsal record` or `rehearsal serve`."""

    def __init__(self, binary, *words, environment=None):
        command = [binary, *words, "--port", "0", "--json"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
            env={**os.environ, **(environment or {})},
        )
        line = self.process.stdout.readline()
        if '"ready"' not in line:
            self.process.kill()
            raise CannotTry(f"{' '.join(command)}: {self.process.stderr.read()}")
        self.base = json.loads(line)["baseURL"]

    def stop(self, number=signal.SIGINT):
        """Stops the program, and returns its last line, its exit status and its standard error."""
        self.process.send_signal(number)
        output, errors = self.process.communicate(timeout=20)
        last = output.splitlines()[-1] if output.strip() else "{}"
        return json.loads(last), self.process.returncode, errors

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)


def until_ready(recorder):
    """Reads the text that a recorder prints when it is ready. Returns the text, and the origin on which it listens."""
    text = ""
    while "Ctrl-C" not in text:
        line = recorder.stdout.readline()
        if not line:
            raise CannotTry(f"the recorder ended: {text}")
        text += line
    found = re.search(r"listening on (http://127\.0\.0\.1:\d+)", text)
    if not found:
        raise CannotTry(f"the recorder did not print its origin: {text}")
    return text, found[1]


def check(condition, message):
    print(f"{'passed' if condition else 'FAILED'}  {message}", flush=True)
    return bool(condition)


def record(binary, origin, path, client, python, *words):
    """Records a client's run, and returns the replies to the client and the recorder's last line."""
    recorder = Program(binary, "record", "--upstream", origin, "--into", path, *words)
    try:
        seen = services.drive(python, client, recorder.base)
        stopped, status, errors = recorder.stop()
    finally:
        recorder.end()
    if status != 0:
        raise CannotTry(f"the recorder ended with {status}: {errors}")
    return seen, stopped


def binary_of(description):
    """Returns the program of the command line, or builds it."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", metavar="FILE", help="use a built rehearsal; default: build one")
    given = parser.parse_args()
    if given.binary:
        return given.binary
    build = ["swift", "build", "--package-path", str(PACKAGE)]
    subprocess.run([*build, "--product", "rehearsal"], check=True, timeout=1200, stdout=sys.stderr, stdin=subprocess.DEVNULL)
    shown = subprocess.run([*build, "--show-bin-path"], check=True, timeout=60, capture_output=True, text=True)
    return str(Path(shown.stdout.strip(), "rehearsal"))
