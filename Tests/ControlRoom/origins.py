"""The check of other origins: pages of other sites, and a host name that resolves to this machine (DNS rebinding)."""

import http.client
import http.server
import threading

from checks import expect, equal
from server import TOKEN

#: A host name that the browser of the checks resolves to 127.0.0.1.
REBOUND = "rebound.example"


class OtherSite:
    """A server of another origin, whose pages are empty."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>another site</title>")

        def log_message(self, *words):
            pass

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def status(server, method, path, headers, token=TOKEN):
    """Sends a request with a valid token to the control port. Returns the status."""
    connection = http.client.HTTPConnection("127.0.0.1", int(server.control.rsplit(":", 1)[1]), timeout=20)
    try:
        body = b"{}" if method == "POST" else None
        all_headers = {"Content-Type": "application/json", **headers}
        if token:
            all_headers["Authorization"] = f"Bearer {token}"
        connection.request(method, path, body, all_headers)
        reply = connection.getresponse()
        reply.read(1)
        return reply.status
    finally:
        connection.close()


def foreign_origins(make, server):
    """The control port rejects every operation with the Origin of another site, or with another Host, before the token."""
    port = server.control.rsplit(":", 1)[1]
    foreign = [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": f"http://127.0.0.1:{server.port}"},
               {"Origin": f"https://127.0.0.1:{port}"}, {"Host": f"{REBOUND}:{port}"}, {"Host": "evil.example"},
               {"Host": f"{REBOUND}:{port}", "Origin": f"http://{REBOUND}:{port}"}]
    before = server.ask("GET", "/v1/sessions/main")
    paths = server.ask("GET", "/openapi.json")["paths"]
    operations = [(method.upper(), path.replace("{name}", "main")) for path, item in paths.items() for method in item
                  if method in ("get", "post", "put", "delete")]
    expect(len(operations) > 20, f"too few operations: {operations}")
    for method, path in operations + [("GET", "/"), ("GET", "/room.js")]:
        for headers in foreign:
            equal((method, path, headers, status(server, method, path, headers)), (method, path, headers, 403))
    equal(status(server, "GET", "/v1/sessions/main", {"Origin": "http://evil.example"}, token=None), 403)
    equal(status(server, "GET", "/v1/sessions/main", {"Origin": server.control}), 200)
    equal(server.ask("GET", "/v1/sessions/main"), before)


def a_page_of_another_origin(make, server):
    """A page of another site that knows the token can neither read, change nor embed the control room."""
    room = make()
    room.wait_for_rows(0)
    before = server.ask("GET", "/v1/sessions/main")
    with OtherSite() as site:
        page = room.context.new_page()
        replies = []
        page.on("response", lambda reply: replies.append((reply.request.method, reply.url, reply.status)))
        page.goto(site)
        outcomes = page.evaluate("""async ([control, token]) => {
            const send = (path, options) => fetch(control + path, options).then((reply) => reply.type, () => "rejected");
            const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
            return [
                await send("/v1/sessions/main", { headers }),
                await send("/v1/sessions/main/reset", { method: "POST", headers, body: "{}" }),
                await send("/v1/sessions/main/reset", { method: "POST", body: "{}" }),
                await send("/", {}),
                await new Promise((resolve) => {
                    const script = document.createElement("script");
                    script.type = "module";
                    script.src = control + "/room.js";
                    script.onload = () => resolve("loaded");
                    script.onerror = () => resolve("rejected");
                    document.body.append(script);
                }),
            ];
        }""", [server.control, TOKEN])
        equal(outcomes, ["rejected"] * 5)
        # A request without a preflight arrives, and is answered with 403 before anything else.
        equal(page.evaluate("""(url) => fetch(url, { method: "POST", mode: "no-cors", body: "{}" }).then((reply) => reply.type)""",
                            f"{server.control}/v1/sessions/main/reset"), "opaque")
        arrived = [reply for reply in replies if reply[1].startswith(server.control)]
        expect(len(arrived) > 0 and all(reply[2] == 403 for reply in arrived), f"accepted: {arrived}")
        # A form, and a frame with the page, whose URL has the token.
        page.evaluate("""(url) => {
            const form = document.createElement("form");
            Object.assign(form, { method: "post", action: url, enctype: "text/plain" });
            document.body.append(form);
            form.submit();
        }""", f"{server.control}/v1/sessions/main/reset")
        page.wait_for_url(f"{server.control}/**")
        expect("not accepted" in page.content(), "the form was accepted")
        page.goto(site)
        page.evaluate("""(url) => new Promise((resolve) => {
            const frame = document.createElement("iframe");
            frame.src = url;
            frame.onload = resolve;
            document.body.append(frame);
        })""", server.url)
        frames = [frame for frame in page.frames if frame.parent_frame]
        expect(all(frame.locator("#room").count() == 0 for frame in frames), "another site embeds the control room")
        page.close()
    equal(server.ask("GET", "/v1/sessions/main"), before)


def a_rebound_host(make, server):
    """A site whose host name resolves to this machine receives neither the page nor a reply of an operation."""
    room = make()
    port = server.control.rsplit(":", 1)[1]
    before = server.ask("GET", "/v1/sessions/main")
    page = room.context.new_page()
    reply = page.goto(f"http://{REBOUND}:{port}/#token={TOKEN}")
    equal(reply.status, 403)
    equal(page.locator("#room").count(), 0)
    # The scripts of that host have the same origin as the requests, so that the browser does not stop them.
    statuses = page.evaluate("""async (token) => {
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        const read = await fetch("/v1/sessions/main", { headers });
        const reset = await fetch("/v1/sessions/main/reset", { method: "POST", headers, body: "{}" });
        return [read.status, reset.status];
    }""", TOKEN)
    equal(statuses, [403, 403])
    page.close()
    equal(server.ask("GET", "/v1/sessions/main"), before)


ALL = [foreign_origins, a_page_of_another_origin, a_rebound_host]
