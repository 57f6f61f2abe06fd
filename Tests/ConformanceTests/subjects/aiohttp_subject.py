#!/usr/bin/env python3
"""A client built on aiohttp.ClientSession as it comes, for `rehearsal verify` to try.

    rehearsal verify -- python3 Tests/ConformanceTests/subjects/aiohttp_subject.py

aiohttp has no retry policy. `ClientResponse.ok` decides what a success is, and `ClientResponse.json` what is JSON.
"""

import sys

sys.dont_write_bytecode = True

import aiohttp
from aiohttp.http_exceptions import ContentEncodingError

from reservations import HTTPError, asynchronous, hello, serve, timeout_of, transport

HELLO = hello(
    "aiohttp",
    {
        "cancellation": True, "parallel": True, "refusesContentType": True, "redirects": True, "tls": True,
        "callControl": True,
    },
)


class Client:
    def __init__(self, case):
        headers = {"Authorization": f"Bearer {case['token']}"} if case.get("token") else {}
        self.session = aiohttp.ClientSession(
            headers=headers, timeout=aiohttp.ClientTimeout(total=timeout_of(case)), trust_env=False
        )
        self.base = case["baseURL"].rstrip("/")

    async def close(self):
        await self.session.close()

    async def send(self, method, path, body=None):
        async with self.session.request(method, self.base + path, json=body) as reply:
            content = await reply.read()
            if not reply.ok:
                raise HTTPError(reply.status, reply.headers.items(), content)
            if content and method != "DELETE":
                # The media type is checked here, and the decoding is that of all subjects.
                await reply.json(loads=str)
            return content


def outcome(error):
    """The outcome of an error of the library."""
    if isinstance(error, TimeoutError):
        return {"kind": "timeout"}
    if isinstance(error, aiohttp.ClientSSLError):
        return transport("tls")
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return transport("dns")
    if isinstance(error, aiohttp.ClientConnectorError):
        return transport("cannotConnect")
    if isinstance(error, aiohttp.ClientConnectionError):
        return transport("connectionLost")
    if isinstance(error, aiohttp.ClientPayloadError):
        return payload(error.__cause__)
    if isinstance(error, (aiohttp.TooManyRedirects, aiohttp.RedirectClientError)):
        return transport("redirect")
    if isinstance(error, aiohttp.ContentTypeError):
        return {"kind": "decoding", "detail": "contentType", "path": "$"}
    if isinstance(error, UnicodeDecodeError):
        return {"kind": "decoding", "detail": "dataCorrupted", "path": "$"}
    if isinstance(error, aiohttp.ClientResponseError):
        return transport("badResponse")
    if isinstance(error, aiohttp.InvalidURL):
        return {"kind": "invalidRequest"}
    return None


def payload(cause):
    """The outcome of a body that could not be read, by the cause of the ClientPayloadError."""
    if isinstance(cause, ContentEncodingError):
        return transport("encoding")
    if isinstance(cause, ConnectionError):
        return transport("connectionLost")
    return transport("incomplete")


if __name__ == "__main__":
    serve(HELLO, asynchronous(Client, outcome))
