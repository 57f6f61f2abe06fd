#!/usr/bin/env python3
"""A client built on botocore, with its retry mode as the argument, for `rehearsal verify` to try.

    rehearsal verify -- python3 Tests/ConformanceTests/subjects/botocore_subject.py standard
    rehearsal verify -- python3 Tests/ConformanceTests/subjects/botocore_subject.py legacy

The service is described by a model of its own, whose replies are text; botocore makes the requests, sends them again
and decides what an error is. Apart from the retry mode, the endpoint and the timeouts its configuration is the default.
"""

import json
import sys

sys.dont_write_bytecode = True

import botocore
import botocore.session
from botocore import exceptions
from botocore.config import Config
from botocore.loaders import Loader
from botocore.parsers import ResponseParserError

from reservations import LIST, ONE, HTTPError, blocking, hello, serve, timeout_of, transport

MODE = sys.argv[1] if len(sys.argv) > 1 else "standard"
# "Retries" in the Boto3 guide; botocore/retries/standard.py and botocore/data/_retry.json.
RETRIES = {
    "standard": {"maxAttempts": 3, "capMs": 20_000, "statuses": [500, 502, 503, 504]},
    "legacy": {"maxAttempts": 5, "capMs": 86_400_000, "statuses": [429, 500, 502, 503, 504, 509]},
}
HELLO = hello(
    f"botocore-{MODE}",
    {"cancellation": False, "parallel": True, "tls": True},
    {
        **RETRIES[MODE],
        "baseMs": 1_000,
        "factor": 2,
        "jitter": "full",
        "methods": ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
        "afterLoss": True,
        "afterTimeout": True,
        "honorsRetryAfter": False,
    },
)
OPERATIONS = {
    "FetchReservations": ("GET", LIST), "CreateReservation": ("POST", LIST), "CancelReservation": ("DELETE", ONE),
}
CONTENT = {"type": "structure", "members": {"Content": {"shape": "Text"}}, "payload": "Content"}
MODEL = {
    "version": "2.0",
    "metadata": {
        "apiVersion": "2026-03-01", "endpointPrefix": "reservations", "protocol": "rest-json",
        "serviceFullName": "Reservations", "serviceId": "Reservations", "signatureVersion": "v4",
    },
    "operations": {
        name: {
            "name": name, "http": {"method": method, "requestUri": path}, "output": {"shape": "Content"},
            **({"input": {"shape": "Content"}} if method == "POST" else {}),
        }
        for name, (method, path) in OPERATIONS.items()
    },
    "shapes": {"Content": CONTENT, "Text": {"type": "string"}},
}
# The methods that botocore makes of the operations: `fetch_reservations`.
METHODS = {request: botocore.xform_name(name) for name, request in OPERATIONS.items()}


class ModelLoader(Loader):
    """The loader of botocore, with the model above beside those of the installed services."""

    def load_service_model(self, service_name, type_name, api_version=None):
        if service_name != "reservations":
            return super().load_service_model(service_name, type_name, api_version)
        if type_name == "service-2":
            return MODEL
        # No endpoint rules: the client is given its endpoint.
        raise exceptions.UnknownServiceError(service_name=service_name, known_service_names="")


LOADER = ModelLoader()


class Client:
    def __init__(self, case):
        timeout = timeout_of(case)
        session = botocore.session.Session()
        session.register_component("data_loader", LOADER)
        self.client = session.create_client(
            "reservations",
            region_name="us-east-1",
            endpoint_url=case["baseURL"].rstrip("/"),
            config=Config(
                signature_version=botocore.UNSIGNED,
                connect_timeout=timeout,
                read_timeout=timeout,
                max_pool_connections=20,
                proxies={},
                retries={"mode": MODE},
            ),
        )
        self.token = case.get("token")
        self.client.meta.events.register("before-call.reservations", self.add_headers)

    def add_headers(self, params, **_):
        if self.token:
            params["headers"]["Authorization"] = f"Bearer {self.token}"
        if params["method"] == "POST":
            params["headers"]["Content-Type"] = "application/json"

    def send(self, method, path, body=None):
        arguments = {} if body is None else {"Content": json.dumps(body)}
        try:
            reply = getattr(self.client, METHODS[method, path])(**arguments)
        except exceptions.ClientError as error:
            # The error has no body: botocore keeps what its parser found in it.
            metadata = error.response["ResponseMetadata"]
            raise HTTPError(metadata["HTTPStatusCode"], metadata["HTTPHeaders"].items(), b"") from error
        return reply["Content"].encode("utf-8")


def outcome(error):
    """The outcome of an error of the library."""
    if isinstance(error, (exceptions.ConnectTimeoutError, exceptions.ReadTimeoutError)):
        return {"kind": "timeout"}
    if isinstance(error, exceptions.EndpointConnectionError):
        return transport("cannotConnect")
    if isinstance(error, exceptions.SSLError):
        return transport("tls")
    if isinstance(error, exceptions.ConnectionClosedError):
        return transport("connectionLost")
    if isinstance(error, (exceptions.ResponseStreamingError, exceptions.IncompleteReadError)):
        return transport("incomplete")
    if isinstance(error, exceptions.HTTPClientError):
        return transport("badResponse")
    if isinstance(error, UnicodeDecodeError):
        return {"kind": "decoding", "detail": "dataCorrupted", "path": "$"}
    # AttributeError: the parser of botocore takes the JSON of an error for an object without a check.
    if isinstance(error, (ResponseParserError, AttributeError)):
        return transport("badResponse")
    if isinstance(error, (exceptions.ParamValidationError, exceptions.InvalidRegionError)):
        return {"kind": "invalidRequest"}
    return None


if __name__ == "__main__":
    serve(HELLO, blocking(Client, outcome))
