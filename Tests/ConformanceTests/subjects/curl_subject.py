#!/usr/bin/env python3
"""A client that runs the program curl for each call, for `rehearsal verify` to try.

    rehearsal verify -- python3 Tests/ConformanceTests/subjects/curl_subject.py retry
    rehearsal verify -- python3 Tests/ConformanceTests/subjects/curl_subject.py retry-all-errors

The argument names the option: `--retry` sends again after a timeout and after certain statuses, `--retry-all-errors`
also after any other error of the transfer. `--retry` does not look at the method. A status of 400 or more is an error,
as it is with `--fail`.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from reservations import Cancelled, HTTPError, blocking, hello, serve, timeout_of, transport

MODE = sys.argv[1] if len(sys.argv) > 1 else "retry"
RETRIES, LONGEST = 2, 60
OPTIONS = {"retry": [], "retry-all-errors": ["--retry-all-errors"]}[MODE]
# "--retry", "--retry-max-time" and "--retry-all-errors" in curl(1).
HELLO = hello(
    f"curl-{MODE}",
    {"cancellation": True, "parallel": True, "tls": True, "callControl": True},
    {
        "maxAttempts": RETRIES + 1,
        "baseMs": 1_000,
        "factor": 2,
        "capMs": 600_000,
        "jitter": "none",
        "statuses": [408, 429, 500, 502, 503, 504],
        "methods": ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
        "afterLoss": MODE == "retry-all-errors",
        "afterTimeout": True,
        "honorsRetryAfter": True,
        "retryAfterCapMs": LONGEST * 1_000,
    },
)
# The exit codes of curl(1).
OUTCOMES = {
    3: {"kind": "invalidRequest"}, 28: {"kind": "timeout"},
    6: transport("dns"), 7: transport("cannotConnect"), 35: transport("tls"), 60: transport("tls"),
    1: transport("badResponse"), 8: transport("badResponse"), 18: transport("incomplete"), 47: transport("redirect"),
    52: transport("connectionLost"), 55: transport("connectionLost"), 56: transport("connectionLost"),
    61: transport("encoding"),
}


class CurlError(Exception):
    """The exit code of curl."""


class Client:
    def __init__(self, case):
        self.base, self.token = case["baseURL"].rstrip("/"), case.get("token")
        self.options = [
            "--disable", "--silent", "--noproxy", "*", "--compressed", "--max-time", str(timeout_of(case)),
            "--retry", str(RETRIES), "--retry-max-time", str(LONGEST), *OPTIONS,
        ]

    def cancelling(self):
        return Call(self)


class Call:
    """One call: a process of its own."""

    def __init__(self, client):
        self.client, self.process, self.is_cancelled = client, None, False

    def cancel(self):
        self.is_cancelled = True
        if self.process is not None:
            self.process.terminate()

    def send(self, method, path, body=None):
        with tempfile.TemporaryDirectory() as name:
            head, content = pathlib.Path(name, "head"), pathlib.Path(name, "content")
            command = ["curl", *self.client.options, "--request", method, "--dump-header", head, "--output", content]
            if self.client.token:
                command += ["--header", f"Authorization: Bearer {self.client.token}"]
            if body is not None:
                command += ["--header", "Content-Type: application/json", "--data-binary", json.dumps(body)]
            if self.is_cancelled:
                raise Cancelled()
            self.process = subprocess.Popen([*command, self.client.base + path])
            if self.is_cancelled:
                self.process.terminate()
            code = self.process.wait()
            if self.is_cancelled:
                raise Cancelled()
            if code != 0:
                raise CurlError(code)
            status, headers = last_reply(head.read_bytes())
            received = content.read_bytes() if content.exists() else b""
            if status >= 400:
                raise HTTPError(status, headers, received)
            return received


def last_reply(heads):
    """The status and the headers of the last of the replies that `--dump-header` wrote."""
    lines = heads.decode("latin-1").rstrip("\r\n").split("\r\n\r\n")[-1].split("\r\n")
    headers = [line.split(":", 1) for line in lines[1:] if ":" in line]
    return int(lines[0].split()[1]), [[name, value.strip()] for name, value in headers]


def outcome(error):
    """The outcome of an error of the library."""
    return OUTCOMES.get(error.args[0], transport("other")) if isinstance(error, CurlError) else None


if __name__ == "__main__":
    serve(HELLO, blocking(Client, outcome))
