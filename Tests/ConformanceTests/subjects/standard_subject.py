#!/usr/bin/env python3
"""A client built on http.client, with exponential backoff, token refresh and cancellation written by hand, for
`rehearsal verify` to try.

    rehearsal verify -- python3 Tests/ConformanceTests/subjects/standard_subject.py
"""

import contextlib
import http.client
import json
import re
import ssl
import sys
import threading
import urllib.parse
from concurrent.futures import Future

sys.dont_write_bytecode = True

from reservations import (
    REFRESH, Cancelled, HTTPError, RefreshFailed, blocking, hello, is_success, retry_after, serve, timeout_of,
    transport, LIST,
)

ATTEMPTS, BASE, CAP, LONGEST_ASKED = 3, 0.2, 20.0, 5.0
STATUSES = {429, 500, 502, 503, 504}
METHODS = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS"}
HELLO = hello(
    "http.client",
    {"cancellation": True, "parallel": True, "authRefresh": True, "callControl": True, "tls": True},
    {
        "maxAttempts": ATTEMPTS,
        "baseMs": BASE * 1000,
        "factor": 2,
        "capMs": CAP * 1000,
        "jitter": "none",
        "statuses": sorted(STATUSES),
        "methods": sorted(METHODS),
        "afterLoss": True,
        "afterTimeout": True,
        "honorsRetryAfter": True,
        "retryAfterCapMs": LONGEST_ASKED * 1000,
    },
)
# The argument that is the last segment of the path.
HELLO["ops"][2]["args"] = {"id": "42"}
LOST = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError, ConnectionAbortedError)


class Head:
    """Reads the head of a reply, and raises an error if the connection ends within it.

    http.client takes an incomplete head for a complete one (RFC 9112 section 8)."""

    def __init__(self, stream):
        self.stream, self.is_between_heads = stream, True
        # HTTPResponse calls these after an error.
        self.flush, self.close = stream.flush, stream.close

    def readline(self, limit):
        line = self.stream.readline(limit)
        # http.client raises RemoteDisconnected if a head has no line at all.
        if not line and not self.is_between_heads:
            raise http.client.HTTPException("incomplete head")
        self.is_between_heads = line in (b"\r\n", b"\n")
        return line


class Reply(http.client.HTTPResponse):
    """A final reply with a complete head and a valid length."""

    def begin(self):
        stream, self.fp = self.fp, Head(self.fp)
        super().begin()
        # http.client skips only a 100 (RFC 9110 section 15.2). The client never requests a 101.
        while 100 <= self.status < 200 and self.status != 101:
            self.headers = None
            super().begin()
        self.fp = stream
        # http.client ignores an invalid length, and all but the first one (RFC 9112 section 6.3).
        lengths = {length.strip() for length in self.headers.get_all("Content-Length", [])}
        is_valid = len(lengths) < 2 and all(re.fullmatch("[0-9]+", length) for length in lengths)
        if not self.chunked and not is_valid:
            raise http.client.HTTPException("invalid Content-Length")


# With --as-is, the client accepts what http.client accepts.
REPLY = http.client.HTTPResponse if "--as-is" in sys.argv[1:] else Reply


class Cancellation:
    """Whether a call was cancelled, and the actions that interrupt its wait."""

    def __init__(self):
        self.lock, self.is_cancelled, self.actions = threading.Lock(), False, []

    def cancel(self):
        with self.lock:
            self.is_cancelled = True
            for action in self.actions:
                action()

    @contextlib.contextmanager
    def interrupting(self, action):
        """Runs `action` when the call is cancelled inside the block, and then raises Cancelled."""
        with self.lock:
            if self.is_cancelled:
                raise Cancelled()
            self.actions.append(action)
        try:
            yield
        except Exception as error:
            if self.is_cancelled:
                raise Cancelled() from error
            raise
        finally:
            with self.lock:
                self.actions.remove(action)
        if self.is_cancelled:
            raise Cancelled()

    def wait(self, event, seconds=None):
        with self.interrupting(event.set):
            event.wait(seconds)


class Tokens:
    """The tokens of a client. Calls that are rejected at the same time share one refresh."""

    def __init__(self, access, refresh, send):
        self.lock, self.access, self.refresh, self.send = threading.Lock(), access, refresh, send
        self.flight = None

    def renewed(self, rejected, cancellation):
        """Returns an access token other than the rejected one, and None without a refresh token."""
        with self.lock:
            if self.access != rejected:
                return self.access
            if self.flight is None:
                if self.refresh is None:
                    return None
                self.flight = Future()
                threading.Thread(target=self.renew, args=[self.flight], daemon=True).start()
            flight = self.flight
        is_done = threading.Event()
        flight.add_done_callback(lambda _: is_done.set())
        cancellation.wait(is_done)
        return flight.result()

    def renew(self, flight):
        access = error = None
        try:
            access, refresh = self.send(self.refresh)
        except Exception as caught:
            error = caught
        with self.lock:
            self.flight = None
            if error is None:
                self.access, self.refresh = access, refresh
            elif isinstance(error, RefreshFailed):
                self.access = self.refresh = None
        if error is None:
            flight.set_result(access)
        else:
            flight.set_exception(error)


class Client:
    def __init__(self, case):
        base = urllib.parse.urlsplit(case["baseURL"].rstrip("/"))
        self.host, self.port, self.base = base.hostname, base.port, base.path
        self.connection = http.client.HTTPSConnection if base.scheme == "https" else http.client.HTTPConnection
        self.timeout = timeout_of(case)
        self.item = case.get("args", {}).get("id")
        self.tokens = Tokens(case.get("token"), case.get("refreshToken"), self.refresh)

    def cancelling(self):
        return Call(self)

    def refresh(self, token):
        """Exchanges the refresh token, which is valid once: the request is sent once."""
        status, headers, body = self.exchange("POST", REFRESH, {"refresh_token": token}, None, Cancellation())
        if 400 <= status < 500:
            raise RefreshFailed(status)
        if not 200 <= status < 300:
            raise HTTPError(status, headers.items(), body)
        try:
            tokens = json.loads(body)
            return tokens["access_token"], tokens.get("refresh_token", token)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise RefreshFailed(status) from error

    def new_connection(self):
        connection = self.connection(self.host, self.port, timeout=self.timeout)
        connection.response_class = REPLY
        return connection

    def exchange(self, method, path, body, token, cancellation):
        """Sends one request on a connection of its own, and returns the status, the headers and the body."""
        headers = {"Accept": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        content = None
        if body is not None:
            headers["Content-Type"], content = "application/json", json.dumps(body)
        connection = self.new_connection()
        try:
            connection.connect()
            socket = connection.sock
            with cancellation.interrupting(lambda: shut(socket)):
                connection.request(method, self.base + path, content, headers)
                answer = connection.getresponse()
                with answer:
                    return answer.status, answer.headers, answer.read()
        finally:
            connection.close()


def shut(socket):
    """Ends a blocking call on a socket."""
    # The server may have closed the connection first.
    with contextlib.suppress(OSError):
        socket.shutdown(2)


class Call:
    """One call, which can be cancelled."""

    def __init__(self, client):
        self.client, self.cancellation = client, Cancellation()

    def cancel(self):
        self.cancellation.cancel()

    def send(self, method, path, body=None):
        if self.client.item is not None:
            path = f"{LIST}/{urllib.parse.quote(self.client.item, safe='')}"
        token, is_renewed = self.client.tokens.access, False
        attempt = 1
        is_lost = False
        while True:
            asked = None
            try:
                status, headers, content = self.client.exchange(method, path, body, token, self.cancellation)
            except (*LOST, ConnectionRefusedError, TimeoutError):
                if method not in METHODS or attempt == ATTEMPTS:
                    raise
                is_lost = True
            else:
                if is_success(status):
                    return content
                # The request whose reply was lost may have been carried out (RFC 9110 section 9.2.2).
                if is_lost and method == "DELETE" and status in (404, 410):
                    return b""
                if status == 401 and not is_renewed:
                    renewed = self.client.tokens.renewed(token, self.cancellation)
                    if renewed is not None:
                        token, is_renewed = renewed, True
                        continue
                if status in (429, 503):
                    asked = retry_after(", ".join(headers.get_all("Retry-After", [])), headers.get("Date"))
                is_final = method not in METHODS or status not in STATUSES or attempt == ATTEMPTS
                if is_final or (asked or 0) > LONGEST_ASKED:
                    raise HTTPError(status, headers.items(), content)
            own = min(BASE * 2 ** (attempt - 1), CAP)
            self.cancellation.wait(threading.Event(), own if asked is None else asked)
            attempt += 1


def outcome(error):
    """The outcome of an error of the library."""
    if isinstance(error, TimeoutError):
        return {"kind": "timeout"}
    if isinstance(error, ConnectionRefusedError):
        return transport("cannotConnect")
    if isinstance(error, ssl.SSLError):
        return transport("tls")
    if isinstance(error, LOST):
        return transport("connectionLost")
    if isinstance(error, http.client.IncompleteRead):
        return transport("incomplete")
    if isinstance(error, http.client.InvalidURL):
        return {"kind": "invalidRequest"}
    # http.client raises OverflowError for a chunk size that no index can hold.
    if isinstance(error, (http.client.HTTPException, OverflowError)):
        return transport("badResponse")
    if isinstance(error, OSError):
        return transport("other")
    return None


if __name__ == "__main__":
    serve(HELLO, blocking(Client, outcome))
