"""The program that is tried: `rehearsal`."""

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import services
from services import CannotTry

PACKAGE = Path(__file__).resolve().parent.parent.parent


class Program:
    """`rehearsal record` or `rehearsal serve`, from its ready line to its last."""

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
        """Its last line, and its status."""
        self.process.send_signal(number)
        output, errors = self.process.communicate(timeout=20)
        last = output.splitlines()[-1] if output.strip() else "{}"
        return json.loads(last), self.process.returncode, errors

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)


def check(condition, said):
    print(f"{'held  ' if condition else 'MISSED'}  {said}", flush=True)
    return bool(condition)


def record(binary, origin, path, client, python, *words):
    """Records a client's run; returns what the client saw and the last line."""
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
    """What the command line names, or what the package makes."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", metavar="FILE", help="a rehearsal that is built already")
    given = parser.parse_args()
    if given.binary:
        return given.binary
    build = ["swift", "build", "--package-path", str(PACKAGE)]
    subprocess.run([*build, "--product", "rehearsal"], check=True, timeout=1200, stdout=sys.stderr, stdin=subprocess.DEVNULL)
    shown = subprocess.run([*build, "--show-bin-path"], check=True, timeout=60, capture_output=True, text=True)
    return str(Path(shown.stdout.strip(), "rehearsal"))
