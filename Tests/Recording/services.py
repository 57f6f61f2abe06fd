"""The real services to record, and the clients that send requests to them and return the replies."""

import json
import os
import re
import select
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

NEEDED = ["moto[server]", "httpbin", "boto3", "requests"]


class CannotTry(Exception):
    pass


def python_with_services():
    """Returns a Python with the services: this one, or a virtual environment that is created once and kept."""
    probe = "import httpbin, boto3, requests; from moto.server import MotoRequestHandler, create_backend_app"
    own = Path(tempfile.gettempdir(), f"rehearsal-services-{os.getuid()}")
    for python in (sys.executable, str(own / "bin" / "python")):
        if Path(python).exists() and subprocess.run([python, "-c", probe], capture_output=True).returncode == 0:
            return python
    try:
        subprocess.run([sys.executable, "-m", "venv", str(own)], check=True, timeout=600, capture_output=True)
        pip = [str(own / "bin" / "python"), "-m", "pip", "install", "--quiet", *NEEDED]
        subprocess.run(pip, check=True, timeout=300, capture_output=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotTry(f"{', '.join(NEEDED)} are not installed and cannot be installed: {error}")
    return str(own / "bin" / "python")


class Service:
    """A program that selects its port, prints it, and listens on it until it is stopped."""

    def __init__(self, command, seconds=60):
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        is_ready = select.select([self.process.stdout], [], [], seconds)[0]
        line = self.process.stdout.readline().strip() if is_ready else ""
        if not line.isdigit():
            self.end()
            raise CannotTry(f"{command[:2]} printed {line!r} instead of its port within {seconds} s")
        self.port = int(line)
        self.origin = f"http://127.0.0.1:{self.port}"

    def stop(self):
        """Stops the program. No other program can take its port as long as this object exists."""
        self.end()
        self.reserved = socket.socket()
        self.reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self.reserved.bind(("127.0.0.1", self.port))
        except OSError as error:
            raise CannotTry(f"the port of a stopped service is in use: {error}")

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)
        self.process.stdout.close()


# Serves a WSGI application on a free port. The programs of the packages do not print theirs.
SERVE = """
from werkzeug.serving import make_server
server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=handler)
print(server.server_port, flush=True)
server.serve_forever()
"""
HTTPBIN = """
from httpbin import app
handler = None
"""
MOTO = """
from moto.server import DomainDispatcherApplication, MotoRequestHandler as handler, create_backend_app
app = DomainDispatcherApplication(create_backend_app)
"""


def start_httpbin(python):
    return Service([python, "-c", HTTPBIN + SERVE])


def start_moto(python):
    return Service([python, "-c", MOTO + SERVE])


def neutral(text):
    """Returns the text with the origin of the backend replaced."""
    return re.sub(r"http://(127\.0\.0\.1|localhost):\d+", "{origin}", text)


def drive(python, client, base, seconds=60):
    """Runs one of the clients below in its own process, and returns the replies that it received."""
    done = subprocess.run(
        [python, __file__, client, base], timeout=seconds, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        raise CannotTry(f"the {client} client failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def requests_client(base):
    """Sends httpbin requests for redirects, encodings, ranges, conditions, streams and binary bodies."""
    import base64

    import requests

    session = requests.Session()
    seen = []

    def see(method, path, **options):
        reply = session.request(method, base + path, timeout=20, **options)
        kind = reply.headers.get("Content-Type", "")
        text = neutral(reply.text) if "json" in kind or "text" in kind else base64.b64encode(reply.content).decode()
        trail = [neutral(step.headers["Location"]) for step in reply.history]
        seen.append([method, path, reply.status_code, kind, reply.headers.get("ETag"), trail, text])
        return reply

    see("GET", "/get?page=1&page=2")
    see("POST", "/post", json={"name": "Ada", "tags": ["a", "b"]})
    see("POST", "/post", json={"name": "Grace", "tags": []})
    see("POST", "/post", data={"form": "yes & no"})
    see("PUT", "/put", json={"n": 1.5})
    see("PATCH", "/patch", data=b"plain", headers={"Content-Type": "text/plain"})
    see("DELETE", "/delete")
    see("HEAD", "/get?page=1&page=2")
    see("OPTIONS", "/get")
    for status in (201, 204, 404, 429, 503):
        see("GET", f"/status/{status}")
    see("GET", "/redirect/2")
    see("GET", "/absolute-redirect/1")
    see("GET", "/gzip")
    see("GET", "/brotli", headers={"Accept-Encoding": "br"})
    see("GET", "/stream/3")
    see("GET", "/bytes/64?seed=7")
    see("GET", "/stream-bytes/4096?seed=7&chunk_size=100")
    see("GET", "/image/png")
    see("GET", "/encoding/utf8")
    see("GET", "/xml")
    see("GET", "/etag/seven")
    see("GET", "/etag/seven", headers={"If-None-Match": "seven"})
    see("GET", "/range/100", headers={"Range": "bytes=10-19"})
    see("GET", "/basic-auth/ada/lovelace", auth=("ada", "lovelace"))
    # Each of these replies differs.
    for _ in range(3):
        see("GET", "/uuid")
    return seen


def stable_client(base):
    """Sends httpbin requests whose replies are always the same."""
    import requests

    session = requests.Session()
    session.headers["Authorization"] = "Bearer planted-secret-4711"
    for _ in range(2):
        for path in ("/json", "/xml", "/gzip", "/image/png", "/status/404", "/bytes/64?seed=7", "/stream/2"):
            session.get(base + path, timeout=20)
        session.post(base + "/anything/orders", json={"customer": 7, "lines": [1, 2]}, timeout=20)
    return []


def boto_client(base):
    """Sends moto the requests of boto3 for object storage and a table."""
    import boto3
    from botocore.config import Config
    from botocore.exceptions import ClientError

    options = {
        "endpoint_url": base,
        "region_name": "us-east-1",
        "aws_access_key_id": "testing",
        "aws_secret_access_key": "testing",
        "config": Config(retries={"max_attempts": 1}, s3={"addressing_style": "path"}),
    }
    seen = []

    def see(call, **arguments):
        try:
            answer = call(**arguments)
        except ClientError as error:
            seen.append([error.response["Error"]["Code"], error.response["ResponseMetadata"]["HTTPStatusCode"]])
            return None
        answer.pop("ResponseMetadata", None)
        if "Body" in answer:
            answer["Body"] = answer["Body"].read().decode()
        seen.append(neutral(json.dumps(answer, default=str, sort_keys=True)))
        return answer

    store = boto3.client("s3", **options)
    see(store.create_bucket, Bucket="cellar")
    see(store.put_object, Bucket="cellar", Key="a/first.txt", Body=b"one bottle", ContentType="text/plain")
    see(store.put_object, Bucket="cellar", Key="a/second é.txt", Body=b"another")
    see(store.list_objects_v2, Bucket="cellar", Prefix="a/")
    see(store.get_object, Bucket="cellar", Key="a/first.txt")
    see(store.head_object, Bucket="cellar", Key="a/first.txt")
    see(store.get_object, Bucket="cellar", Key="a/missing.txt")
    see(store.delete_object, Bucket="cellar", Key="a/first.txt")
    see(store.get_object, Bucket="cellar", Key="a/first.txt")
    see(store.list_objects_v2, Bucket="cellar", Prefix="a/")
    tables = boto3.client("dynamodb", **options)
    key = {"AttributeName": "id", "AttributeType": "S"}
    schema = [{"AttributeName": "id", "KeyType": "HASH"}]
    see(
        tables.create_table, TableName="wines", AttributeDefinitions=[key], KeySchema=schema,
        BillingMode="PAY_PER_REQUEST",
    )
    for name in ("barolo", "chablis"):
        see(tables.put_item, TableName="wines", Item={"id": {"S": name}, "bottles": {"N": "3"}})
    see(tables.get_item, TableName="wines", Key={"id": {"S": "barolo"}})
    see(
        tables.update_item, TableName="wines", Key={"id": {"S": "barolo"}},
        UpdateExpression="SET bottles = bottles - :one", ExpressionAttributeValues={":one": {"N": "1"}},
        ReturnValues="ALL_NEW",
    )
    see(tables.get_item, TableName="wines", Key={"id": {"S": "barolo"}})
    see(tables.get_item, TableName="wines", Key={"id": {"S": "none"}})
    see(tables.scan, TableName="wines")
    see(tables.get_item, TableName="cellars", Key={"id": {"S": "barolo"}})
    return seen


if __name__ == "__main__":
    clients = {"requests": requests_client, "stable": stable_client, "boto": boto_client}
    json.dump(clients[sys.argv[1]](sys.argv[2]), sys.stdout)
