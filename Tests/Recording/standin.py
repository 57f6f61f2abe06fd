"""A proxy in place of a service that has changed: it forwards requests, and changes one detail of the replies."""

import http.client
import http.server
import json
import threading


class Answer:
    """A reply of the service, which can be changed."""

    def __init__(self, status, reason, fields, body):
        self.status, self.reason, self.fields, self.body = status, reason, fields, body
        self.is_lost = False

    def set(self, name, value):
        self.remove(name)
        self.fields.append((name, value))

    def remove(self, name):
        self.fields = [field for field in self.fields if field[0].lower() != name.lower()]

    def edit(self, change):
        """Applies a change to the JSON document in the body."""
        document = json.loads(self.body)
        change(document)
        self.body = json.dumps(document).encode()


class StandIn:
    """A proxy that calls `change` with the path and the reply of each request."""

    def __init__(self, port):
        self.change = lambda path, answer: None
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length) if length else None
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
                connection.request(self.command, self.path, body, dict(self.headers))
                reply = connection.getresponse()
                answer = Answer(reply.status, reply.reason, reply.getheaders(), reply.read())
                connection.close()
                owner.change(self.path.split("?")[0], answer)
                self.close_connection = True
                if answer.is_lost:
                    return
                answer.set("Content-Length", str(len(answer.body)))
                answer.set("Connection", "close")
                lines = [f"HTTP/1.1 {answer.status} {answer.reason}"] + [f"{name}: {value}" for name, value in answer.fields]
                self.wfile.write("\r\n".join([*lines, "", ""]).encode() + answer.body)

            do_GET = do_HEAD = do_OPTIONS = do_POST = pass_on

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
