#!/usr/bin/env python3
"""A client built on urllib3's PoolManager and Retry, for `rehearsal verify` to try.

    rehearsal verify -- python3 Tests/ConformanceTests/subjects/urllib3_subject.py
"""

import json
import sys

sys.dont_write_bytecode = True

import urllib3
from urllib3 import exceptions

from reservations import HTTPError, blocking, hello, is_success, serve, timeout_of, transport

RETRIES = 3
FACTOR = 0.2
STATUSES = [429, 500, 502, 503, 504]
HELLO = hello(
    "urllib3",
    {"cancellation": False, "parallel": True, "tls": True},
    {
        "maxAttempts": RETRIES + 1,
        "baseMs": FACTOR * 1000,
        "factor": 2,
        "capMs": urllib3.Retry.DEFAULT_BACKOFF_MAX * 1000,
        "jitter": "none",
        "beginsAtOnce": True,
        "statuses": STATUSES,
        "methods": sorted(urllib3.Retry.DEFAULT_ALLOWED_METHODS),
        "afterLoss": True,
        "afterTimeout": True,
        "honorsRetryAfter": True,
        "retryAfterCapMs": 21_600_000,
    },
)


class Client:
    def __init__(self, case):
        retry = urllib3.Retry(
            total=RETRIES, backoff_factor=FACTOR, status_forcelist=STATUSES, raise_on_status=False
        )
        self.pool = urllib3.PoolManager(retries=retry, timeout=timeout_of(case), maxsize=20)
        self.headers = {"Authorization": f"Bearer {case['token']}"} if case.get("token") else {}
        self.base = case["baseURL"].rstrip("/")

    def send(self, method, path, body=None):
        headers, content = dict(self.headers), None
        if body is not None:
            headers["Content-Type"], content = "application/json", json.dumps(body)
        answer = self.pool.request(method, self.base + path, body=content, headers=headers, redirect=False)
        if not is_success(answer.status):
            raise HTTPError(answer.status, answer.headers.items(), answer.data)
        return answer.data


def outcome(error):
    """The outcome of an error of the library."""
    if isinstance(error, exceptions.MaxRetryError):
        return outcome(error.reason)
    if isinstance(error, exceptions.NewConnectionError):
        return transport("cannotConnect")
    if isinstance(error, exceptions.TimeoutError):
        return {"kind": "timeout"}
    if isinstance(error, exceptions.DecodeError):
        return transport("encoding")
    # InvalidHeader: a Retry-After that urllib3 cannot read. OverflowError: a chunk size that http.client cannot read.
    if isinstance(error, (exceptions.InvalidHeader, OverflowError)):
        return transport("badResponse")
    if isinstance(error, exceptions.SSLError):
        return transport("tls")
    if isinstance(error, exceptions.ProtocolError):
        return protocol(error)
    return None


def protocol(error):
    """The outcome of a ProtocolError, whose cause is its last argument."""
    text = repr(error)
    if "IncompleteRead" in text or "InvalidChunkLength" in text:
        return transport("incomplete")
    if "RemoteDisconnected" in text or "ConnectionReset" in text or "BrokenPipe" in text:
        return transport("connectionLost")
    return transport("badResponse")


if __name__ == "__main__":
    serve(HELLO, blocking(Client, outcome))
