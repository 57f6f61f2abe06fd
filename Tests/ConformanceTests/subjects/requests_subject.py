#!/usr/bin/env python3
"""A client built on requests, with urllib3's Retry as its documentation has it, for `rehearsal verify` to try.

    rehearsal verify -- python3 Tests/ConformanceTests/subjects/requests_subject.py

The library is left as it comes but for `total`, `backoff_factor` and `status_forcelist`; what is written here besides is
what an app would write: operations, and the reading of their answers.
"""

import base64
import json
import re
import sys
import time

import requests
import urllib3

RETRIES = 3
FACTOR = 0.2
STATUSES = [429, 500, 502, 503, 504]
RESERVATION = {"id": int, "user_id": int, "status": str, "starts_at": str, "total_price": (int, float)}
RECORDED = {
    "id": 42, "user_id": 5, "status": "confirmed", "starts_at": "2026-03-02T08:00:00Z", "total_price": 7.5,
}
BODY = {"parking_spot_id": 7, "starts_at": "2026-03-02T08:00:00Z"}


class Unreadable(Exception):
    """An answer that is not what was agreed: what is wrong, and where."""

    def __init__(self, detail, path):
        super().__init__(detail, path)
        self.detail, self.path = detail, path


def field(path, kind):
    return {"path": path, "required": True, "kind": kind}


def fields(below):
    kinds = {"id": "int", "user_id": "int", "status": "string", "starts_at": "string", "total_price": "number"}
    return [field(f"{below}.{name}", kind) for name, kind in kinds.items()]


def reply(status, document=None):
    if document is None:
        return {"status": status}
    return {"status": status, "headers": [["Content-Type", "application/json"]], "json": document}


HELLO = {
    "hello": 1,
    "name": "requests",
    "transport": "requests",
    "features": {"cancellation": False, "parallel": False},
    "retry": {
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
    "ops": [
        {
            "op": "fetchReservations", "method": "GET", "path": "/api/v1/reservations",
            "reply": reply(200, [RECORDED]), "value": [RECORDED], "fields": fields("$[*]"),
        },
        {
            "op": "createReservation", "method": "POST", "path": "/api/v1/reservations", "body": BODY,
            "reply": reply(201, RECORDED), "value": RECORDED, "fields": fields("$"),
        },
        {
            "op": "cancelReservation", "method": "DELETE", "path": "/api/v1/reservations/42", "void": True,
            "reply": reply(204),
        },
    ],
    "promises": [
        {
            "id": "MOVE-01",
            "says": "A reservation is given up only when the other one has been made.",
            "op": "createReservation",
            "scenario": {
                "endpoints": [
                    {"post": "/api/v1/reservations", "replies": [{"status": 409}]},
                    {"delete": "/api/v1/reservations/{id}", "replies": [{"status": 204}]},
                ],
                "expect": [
                    {"post": "/api/v1/reservations", "count": 1},
                    {"delete": "/api/v1/reservations/{id}", "count": 0},
                ],
            },
            "outcome": {"kind": "http", "status": 409},
        }
    ],
}


class Client:
    """What an app would make of the library."""

    def __init__(self, case):
        retry = urllib3.Retry(
            total=RETRIES, backoff_factor=FACTOR, status_forcelist=STATUSES, raise_on_status=False
        )
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.mount("http://", requests.adapters.HTTPAdapter(max_retries=retry))
        if case.get("token"):
            self.session.headers["Authorization"] = f"Bearer {case['token']}"
        self.base = case["baseURL"].rstrip("/")
        self.timeout = (case.get("timeoutMs") or 2_000) / 1_000

    def send(self, method, path, body=None):
        answer = self.session.request(method, self.base + path, json=body, timeout=self.timeout)
        answer.raise_for_status()
        if not answer.ok or answer.is_redirect:
            raise requests.HTTPError(response=answer)
        return answer

    def fetch_reservations(self):
        document = read(self.send("GET", "/api/v1/reservations"))
        if not isinstance(document, list):
            raise Unreadable("typeMismatch", "$")
        return [reservation(element, f"$[{index}]") for index, element in enumerate(document)]

    def create_reservation(self):
        return reservation(read(self.send("POST", "/api/v1/reservations", BODY)), "$")

    def cancel_reservation(self):
        self.send("DELETE", "/api/v1/reservations/42")

    def move_reservation(self):
        made = self.create_reservation()
        self.cancel_reservation()
        return made


def read(answer):
    if not answer.content:
        raise Unreadable("empty", "$")
    try:
        return json.loads(answer.content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unreadable("dataCorrupted", "$") from error


def reservation(document, path):
    if not isinstance(document, dict):
        raise Unreadable("typeMismatch", path)
    for name, kind in RESERVATION.items():
        if name not in document:
            raise Unreadable("keyNotFound", f"{path}.{name}")
        value = document[name]
        if value is None:
            raise Unreadable("valueNotFound", f"{path}.{name}")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise Unreadable("typeMismatch", f"{path}.{name}")
    return {name: document[name] for name in RESERVATION}


def outcome(call):
    """What a call came to, in the terms of the protocol."""
    try:
        return {"kind": "value", "value": call()}
    except Unreadable as error:
        return {"kind": "decoding", "detail": error.detail, "path": error.path}
    except requests.HTTPError as error:
        body = base64.b64encode(error.response.content).decode("ascii")
        headers = [[name, value] for name, value in error.response.headers.items()]
        return {"kind": "http", "status": error.response.status_code, "headers": headers, "bodyBase64": body}
    except requests.Timeout:
        return {"kind": "timeout"}
    except requests.TooManyRedirects:
        return {"kind": "transport", "detail": "redirect"}
    except requests.exceptions.ContentDecodingError:
        return {"kind": "transport", "detail": "encoding"}
    except requests.exceptions.ChunkedEncodingError:
        return {"kind": "transport", "detail": "incomplete"}
    except requests.exceptions.SSLError:
        return {"kind": "transport", "detail": "tls"}
    except requests.ConnectionError as error:
        return connection(str(error))
    except requests.exceptions.InvalidURL:
        return {"kind": "invalidRequest"}
    except requests.exceptions.InvalidHeader:
        # A Retry-After that urllib3 cannot read.
        return {"kind": "transport", "detail": "badResponse"}


def connection(text):
    """What is behind "Max retries exceeded with url"."""
    if re.search("timed out", text, re.I):
        return {"kind": "timeout"}
    if re.search("refused|NewConnectionError", text):
        return {"kind": "transport", "detail": "cannotConnect"}
    if re.search("BadStatusLine|InvalidHeader|InvalidChunk|LineTooLong|UnknownProtocol", text):
        return {"kind": "transport", "detail": "badResponse"}
    return {"kind": "transport", "detail": "connectionLost"}


def answer(case):
    calls = {
        "fetchReservations": Client.fetch_reservations,
        "createReservation": Client.create_reservation,
        "cancelReservation": Client.cancel_reservation,
        "MOVE-01": Client.move_reservation,
    }
    if case["op"] not in calls:
        return {"case": case["case"], "cannotRun": f"there is no operation {case['op']}"}
    client = Client(case)
    start = time.monotonic()
    outcomes = [outcome(lambda: calls[case["op"]](client)) for _ in range(case.get("repeat", 1))]
    elapsed = (time.monotonic() - start) * 1_000
    return {"case": case["case"], "outcomes": outcomes, "elapsedMs": round(elapsed)}


def main():
    for line in sys.stdin:
        message = json.loads(line)
        sys.stdout.write(json.dumps(HELLO if "hello" in message else answer(message)) + "\n")
        sys.stdout.flush()


main()
