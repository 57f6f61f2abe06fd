#!/usr/bin/env python3
"""A client built on requests, with urllib3's Retry as its documentation has it, for `rehearsal verify` to try.

    rehearsal verify -- python3 Tests/ConformanceTests/subjects/requests_subject.py

The library is left as it comes but for `total`, `backoff_factor` and `status_forcelist`.
"""

import re
import sys

sys.dont_write_bytecode = True

import requests
import urllib3

from reservations import HTTPError, blocking, hello, is_success, serve, timeout_of, transport

RETRIES = 3
FACTOR = 0.2
STATUSES = [429, 500, 502, 503, 504]
HELLO = hello(
    "requests",
    {"cancellation": False, "parallel": False, "redirects": True, "tls": True},
    {
        "maxAttempts": RETRIES + 1,
        "baseMs": FACTOR * 1000,
        "factor": 2,
        "capMs": urllib3.Retry.DEFAULT_BACKOFF_MAX * 1000,
        "jitter": {"additiveMs": 0},
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
        self.session = requests.Session()
        self.session.trust_env = False
        for scheme in ("http://", "https://"):
            self.session.mount(scheme, requests.adapters.HTTPAdapter(max_retries=retry))
        if case.get("token"):
            self.session.headers["Authorization"] = f"Bearer {case['token']}"
        self.base = case["baseURL"].rstrip("/")
        self.timeout = timeout_of(case)

    def send(self, method, path, body=None):
        answer = self.session.request(method, self.base + path, json=body, timeout=self.timeout)
        if not is_success(answer.status_code):
            raise HTTPError(answer.status_code, answer.headers.items(), answer.content)
        return answer.content


def outcome(error):
    """The outcome of an error of the library."""
    if isinstance(error, requests.Timeout):
        return {"kind": "timeout"}
    # InvalidSchema: a redirect to another scheme than http and https.
    if isinstance(error, (requests.TooManyRedirects, requests.exceptions.InvalidSchema)):
        return transport("redirect")
    if isinstance(error, requests.exceptions.ContentDecodingError):
        return transport("encoding")
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return transport("incomplete")
    if isinstance(error, requests.exceptions.SSLError):
        return transport("tls")
    if isinstance(error, requests.ConnectionError):
        return connection(str(error))
    if isinstance(error, requests.exceptions.InvalidURL):
        return {"kind": "invalidRequest"}
    if isinstance(error, requests.exceptions.InvalidHeader):
        # A Retry-After that urllib3 cannot read.
        return transport("badResponse")
    return None


def connection(text):
    """The cause that "Max retries exceeded with url" names."""
    if re.search("timed out", text, re.I):
        return {"kind": "timeout"}
    if re.search("refused|NewConnectionError", text):
        return transport("cannotConnect")
    if re.search("BadStatusLine|InvalidHeader|InvalidChunk|LineTooLong|UnknownProtocol", text):
        return transport("badResponse")
    return transport("connectionLost")


if __name__ == "__main__":
    serve(HELLO, blocking(Client, outcome))
