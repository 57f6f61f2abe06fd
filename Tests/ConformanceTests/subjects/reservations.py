"""The part of the Python subjects that does not depend on the HTTP library: the declaration, the operations, the
decoding of replies and the conversation with `rehearsal verify`."""

import asyncio
import base64
import json
import sys
import threading
import time
from datetime import timezone
from email.utils import parsedate_to_datetime

RESERVATION = {"id": int, "user_id": int, "status": str, "starts_at": str, "total_price": (int, float)}
RECORDED = {
    "id": 42, "user_id": 5, "status": "confirmed", "starts_at": "2026-03-02T08:00:00Z", "total_price": 7.5,
}
BODY = {"parking_spot_id": 7, "starts_at": "2026-03-02T08:00:00Z"}
LIST, ONE = "/api/v1/reservations", "/api/v1/reservations/42"
REFRESH = "/auth/refresh"


class Unreadable(Exception):
    """A reply that does not have the agreed form: the kind of the error, and its place."""

    def __init__(self, detail, path):
        super().__init__(detail, path)
        self.detail, self.path = detail, path


class HTTPError(Exception):
    """A reply whose status is not 2xx."""

    def __init__(self, status, headers, body):
        super().__init__(status)
        self.status, self.headers, self.body = status, list(headers), body


class RefreshFailed(Exception):
    """The server rejected the refresh token."""

    def __init__(self, status=None):
        super().__init__(status)
        self.status = status


class Cancelled(Exception):
    """The caller cancelled the call."""


def field(path, kind):
    return {"path": path, "required": True, "kind": kind}


def fields(below):
    kinds = {"id": "int", "user_id": "int", "status": "string", "starts_at": "string", "total_price": "number"}
    return [field(f"{below}.{name}", kind) for name, kind in kinds.items()]


def reply(status, document=None):
    if document is None:
        return {"status": status}
    return {"status": status, "headers": [["Content-Type", "application/json"]], "json": document}


def hello(name, features, retry=None):
    """The declaration of a client with these features and this retry policy; without one it sends a request once."""
    return {
        "hello": 1,
        "name": name,
        "transport": name,
        "features": features,
        **({} if retry is None else {"retry": retry}),
        "ops": [
            {
                "op": "fetchReservations", "method": "GET", "path": LIST,
                "reply": reply(200, [RECORDED]), "value": [RECORDED], "fields": fields("$[*]"),
            },
            {
                "op": "createReservation", "method": "POST", "path": LIST, "body": BODY,
                "reply": reply(201, RECORDED), "value": RECORDED, "fields": fields("$"),
            },
            {"op": "cancelReservation", "method": "DELETE", "path": ONE, "void": True, "reply": reply(204)},
        ],
        "promises": [
            {
                "id": "MOVE-01",
                "says": "A reservation is given up only when the other one has been made.",
                "op": "createReservation",
                "scenario": {
                    "endpoints": [
                        {"post": LIST, "replies": [{"status": 409}]},
                        {"delete": "/api/v1/reservations/{id}", "replies": [{"status": 204}]},
                    ],
                    "expect": [
                        {"post": LIST, "count": 1},
                        {"delete": "/api/v1/reservations/{id}", "count": 0},
                    ],
                },
                "outcome": {"kind": "http", "status": 409},
            }
        ],
    }


def is_success(status):
    """Whether a reply is a success and whole: a 206 that was not asked for is a part (RFC 9110 section 15.3.7)."""
    return 200 <= status < 300 and status != 206


def document(content):
    """The JSON document in the bytes of a body."""
    if not content:
        raise Unreadable("empty", "$")
    try:
        return json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unreadable("dataCorrupted", "$") from error


def reservation(value, path="$"):
    if not isinstance(value, dict):
        raise Unreadable("typeMismatch", path)
    for name, kind in RESERVATION.items():
        if name not in value:
            raise Unreadable("keyNotFound", f"{path}.{name}")
        if value[name] is None:
            raise Unreadable("valueNotFound", f"{path}.{name}")
        if not isinstance(value[name], kind) or isinstance(value[name], bool):
            raise Unreadable("typeMismatch", f"{path}.{name}")
    return {name: value[name] for name in RESERVATION}


def reservations(value):
    if not isinstance(value, list):
        raise Unreadable("typeMismatch", "$")
    return [reservation(element, f"$[{index}]") for index, element in enumerate(value)]


CREATE = ("POST", LIST, BODY, lambda content: reservation(document(content)))
CANCEL = ("DELETE", ONE, None, lambda content: None)
# The requests of each operation, in order: method, path, body, decoding. Its value is that of the first reply.
OPERATIONS = {
    "fetchReservations": [("GET", LIST, None, lambda content: reservations(document(content)))],
    "createReservation": [CREATE],
    "cancelReservation": [CANCEL],
    "MOVE-01": [CREATE, CANCEL],
}


def failure(error):
    """The outcome of an error that is declared here; None for an error of the library."""
    if isinstance(error, Unreadable):
        return {"kind": "decoding", "detail": error.detail, "path": error.path}
    if isinstance(error, HTTPError):
        body = base64.b64encode(error.body).decode("ascii")
        headers = [[name, value] for name, value in error.headers]
        return {"kind": "http", "status": error.status, "headers": headers, "bodyBase64": body}
    if isinstance(error, RefreshFailed):
        status = {} if error.status is None else {"status": error.status}
        return {"kind": "auth", "detail": "refreshFailed", **status}
    if isinstance(error, Cancelled):
        return {"kind": "cancelled"}
    return None


def transport(detail):
    return {"kind": "transport", "detail": detail}


def timestamp(text):
    """The seconds since 1970 of a date in one of the three formats of HTTP; None if it is not valid."""
    try:
        date = parsedate_to_datetime(text or "")
        # The format of asctime has no zone (RFC 9110 section 5.6.7).
        return date.replace(tzinfo=date.tzinfo or timezone.utc).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None


def retry_after(value, date=None):
    """The seconds that a Retry-After field asks for; None where it has no valid value.

    `date` is the field Date of the reply: the clock of the server may differ from that of the client."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    until, now = timestamp(text), timestamp(date)
    if until is None:
        return None
    return max(0.0, until - (time.time() if now is None else now))


def timeout_of(case):
    return (case.get("timeoutMs") or 2_000) / 1_000


def answer(case, outcomes, start):
    elapsed = (time.monotonic() - start) * 1_000
    return {"case": case["case"], "outcomes": outcomes, "elapsedMs": round(elapsed)}


def unknown(case):
    return {"case": case["case"], "cannotRun": f"unknown operation {case['op']}"}


def perform(operation, send):
    """Runs the requests of an operation with `send(method, path, body)`, which returns the body of a 2xx reply."""
    values = [decode(send(method, path, body)) for method, path, body, decode in OPERATIONS[operation]]
    return values[0]


def stagger_of(case):
    """The seconds between the starts of parallel calls."""
    return case.get("staggerMs", 0) / 1_000


def is_cancelled(case, index):
    """Whether the parallel call with this index is cancelled."""
    return case.get("cancelAfterMs") is not None and (index == 0 or not case.get("cancelOnlyFirst"))


def together(case, call):
    """The results of the parallel calls of a case, each on a thread of its own."""
    outcomes = [None] * case["parallel"]

    def run(index):
        outcomes[index] = call(index)

    threads = [threading.Thread(target=run, args=[index]) for index in range(case["parallel"])]
    for index, thread in enumerate(threads):
        if index > 0:
            time.sleep(stagger_of(case))
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def blocking(make, outcome):
    """Returns a function that answers a case with a blocking client.

    `make(case)` returns the client; `client.send(method, path, body)` returns a body or raises; `outcome(error)` is the
    outcome of an error. `client.cancelling()`, where there is one, returns a call that can be cancelled: an object with
    `send` and `cancel`.
    """

    def run(case):
        if case["op"] not in OPERATIONS:
            return unknown(case)
        client = make(case)

        def call(index=0):
            cancellable = client.cancelling() if hasattr(client, "cancelling") else client
            timer = None
            if is_cancelled(case, index) and case["cancelAfterMs"] == 0:
                cancellable.cancel()
            elif is_cancelled(case, index):
                timer = threading.Timer(case["cancelAfterMs"] / 1_000, cancellable.cancel)
                timer.start()
            try:
                return {"kind": "value", "value": perform(case["op"], cancellable.send)}
            except Exception as error:
                known = failure(error) or outcome(error)
                if known is None:
                    raise
                return known
            finally:
                if timer is not None:
                    timer.cancel()

        start = time.monotonic()
        if case.get("parallel", 1) > 1:
            return answer(case, together(case, call), start)
        return answer(case, [call() for _ in range(case.get("repeat", 1))], start)

    return run


def asynchronous(make, outcome):
    """Returns a function that answers a case with a client of asyncio, in an event loop of its own.

    `make(case)` returns the client, and is called in that loop; `await client.send(method, path, body)` returns a body
    or raises, `await client.close()` ends the client, and `outcome(error)` is the outcome of an error.
    """

    async def perform(case, client):
        requests = OPERATIONS[case["op"]]
        values = [decode(await client.send(method, path, body)) for method, path, body, decode in requests]
        return values[0]

    async def call(case, client, index=0):
        await asyncio.sleep(index * stagger_of(case))
        task = asyncio.create_task(perform(case, client))
        if is_cancelled(case, index) and case["cancelAfterMs"] == 0:
            task.cancel()
        elif is_cancelled(case, index):
            asyncio.get_running_loop().call_later(case["cancelAfterMs"] / 1_000, task.cancel)
        try:
            return {"kind": "value", "value": await task}
        except asyncio.CancelledError:
            return {"kind": "cancelled"}
        except Exception as error:
            known = failure(error) or outcome(error)
            if known is None:
                raise
            return known

    async def calls(case):
        client = make(case)
        start = time.monotonic()
        try:
            if case.get("parallel", 1) > 1:
                outcomes = await asyncio.gather(*(call(case, client, index) for index in range(case["parallel"])))
            else:
                outcomes = [await call(case, client) for _ in range(case.get("repeat", 1))]
            return answer(case, outcomes, start)
        finally:
            await client.close()

    return lambda case: asyncio.run(calls(case)) if case["op"] in OPERATIONS else unknown(case)


def serve(declaration, run):
    """Answers the lines on standard input until it ends."""
    for line in sys.stdin:
        message = json.loads(line)
        sys.stdout.write(json.dumps(declaration if "hello" in message else run(message)) + "\n")
        sys.stdout.flush()
