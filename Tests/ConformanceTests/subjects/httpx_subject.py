#!/usr/bin/env python3
"""A client built on httpx.AsyncClient, with retries, full jitter, token refresh and cancellation, for `rehearsal
verify` to try.

    rehearsal verify -- python3 Tests/ConformanceTests/subjects/httpx_subject.py
"""

import asyncio
import random
import ssl
import sys

sys.dont_write_bytecode = True

import httpx

from reservations import (
    REFRESH, HTTPError, RefreshFailed, asynchronous, hello, is_success, retry_after, serve, timeout_of, transport,
)

ATTEMPTS, BASE, CAP, LONGEST_ASKED = 3, 0.2, 20.0, 5.0
STATUSES = {429, 500, 502, 503, 504}
METHODS = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS"}
HELLO = hello(
    "httpx",
    {"cancellation": True, "parallel": True, "authRefresh": True, "callControl": True, "tls": True},
    {
        "maxAttempts": ATTEMPTS,
        "baseMs": BASE * 1000,
        "factor": 2,
        "capMs": CAP * 1000,
        "jitter": "full",
        "statuses": sorted(STATUSES),
        "methods": sorted(METHODS),
        "afterLoss": True,
        "afterTimeout": False,
        "honorsRetryAfter": True,
        "retryAfterCapMs": LONGEST_ASKED * 1000,
    },
)
# The library makes one for each client otherwise, which takes longer than most cases.
CONTEXT = ssl.create_default_context()
LOST = "Server disconnected without sending a response"


class Client:
    def __init__(self, case):
        self.http = httpx.AsyncClient(
            base_url=case["baseURL"].rstrip("/"), timeout=timeout_of(case), trust_env=False, verify=CONTEXT
        )
        self.access, self.refresh, self.flight = case.get("token"), case.get("refreshToken"), None

    async def close(self):
        await self.http.aclose()

    async def exchange(self, method, path, body, token):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return await self.http.request(method, path, json=body, headers=headers)

    async def renewed(self, rejected):
        """Returns an access token other than the rejected one, and None without a refresh token."""
        if self.access != rejected:
            return self.access
        if self.flight is None:
            if self.refresh is None:
                return None
            self.flight = asyncio.create_task(self.renew(self.refresh))
        # A caller that is cancelled does not cancel the refresh of the others.
        return await asyncio.shield(self.flight)

    async def renew(self, token):
        """Exchanges the refresh token, which is valid once: the request is sent once."""
        try:
            reply = await self.exchange("POST", REFRESH, {"refresh_token": token}, None)
            if 400 <= reply.status_code < 500:
                self.access = self.refresh = None
                raise RefreshFailed(reply.status_code)
            if not reply.is_success:
                raise HTTPError(reply.status_code, reply.headers.multi_items(), reply.content)
            tokens = reply.json()
            self.access, self.refresh = tokens["access_token"], tokens.get("refresh_token", token)
            return self.access
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise RefreshFailed() from error
        finally:
            self.flight = None

    async def send(self, method, path, body=None):
        token, is_renewed = self.access, False
        attempt = 1
        while True:
            asked = None
            try:
                reply = await self.exchange(method, path, body, token)
            except (httpx.NetworkError, httpx.RemoteProtocolError) as error:
                is_lost = not isinstance(error, httpx.RemoteProtocolError) or LOST in str(error)
                if not is_lost or method not in METHODS or attempt == ATTEMPTS:
                    raise
            else:
                if is_success(reply.status_code):
                    return reply.content
                if reply.status_code == 401 and not is_renewed:
                    renewed = await self.renewed(token)
                    if renewed is not None:
                        token, is_renewed = renewed, True
                        continue
                if reply.status_code in (429, 503):
                    asked = retry_after(reply.headers.get("Retry-After"), reply.headers.get("Date"))
                is_final = method not in METHODS or reply.status_code not in STATUSES or attempt == ATTEMPTS
                if is_final or (asked or 0) > LONGEST_ASKED:
                    raise HTTPError(reply.status_code, reply.headers.multi_items(), reply.content)
            own = random.uniform(0, min(BASE * 2 ** (attempt - 1), CAP))
            await asyncio.sleep(own if asked is None else asked)
            attempt += 1


def outcome(error):
    """The outcome of an error of the library."""
    if isinstance(error, httpx.TimeoutException):
        return {"kind": "timeout"}
    if isinstance(error, httpx.ConnectError):
        return transport("cannotConnect")
    if isinstance(error, httpx.NetworkError):
        return transport("connectionLost")
    if isinstance(error, httpx.RemoteProtocolError):
        text = str(error)
        if LOST in text:
            return transport("connectionLost")
        return transport("incomplete" if "incomplete" in text or "without sending complete" in text else "badResponse")
    if isinstance(error, httpx.DecodingError):
        return transport("encoding")
    if isinstance(error, (httpx.LocalProtocolError, httpx.InvalidURL, httpx.UnsupportedProtocol)):
        return {"kind": "invalidRequest"}
    return None


if __name__ == "__main__":
    serve(HELLO, asynchronous(Client, outcome))
