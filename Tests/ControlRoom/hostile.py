"""The check with hostile clients: markup, scripts, control characters and invalid bytes in every part of a request."""

import json
import struct
import subprocess
import zlib

from checks import TABS, expect, equal, shows

SCRIPT = b"<script>window.canary=1</script>"
IMAGE = b"<img src=x onerror=window.canary=1>"


def request(target=b"/x", headers=b"", body=b"", method=b"GET"):
    length = b"Content-Length: %d\r\n" % len(body) if body else b""
    return method + b" " + target + b" HTTP/1.1\r\nHost: a\r\n" + headers + length + b"\r\n" + body


def image_with_size(width, height):
    """Returns a PNG whose header has a size, without the pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")


def inputs():
    """Returns the bytes of hostile requests."""
    json = b"Content-Type: application/json\r\n"
    html = b"Content-Type: text/html\r\n"
    return [
        request(b"/<script>window.canary=1</script>"), request(b"/%3Cscript%3Ewindow.canary=1%3C/script%3E"),
        request(b"/\"><img/src=x/onerror=window.canary=1>"), request(b"/'onmouseover='window.canary=1"),
        request(b"/javascript:window.canary=1"), request(b"/?q=" + SCRIPT.replace(b" ", b"%20")),
        request(b"/{{constructor.constructor('window.canary=1')()}}"), request(b"/${window.canary=1}"),
        request(headers=b"X-Script: " + SCRIPT + b"\r\n"), request(headers=b"X-" + b"A" * 900 + b": " + IMAGE + b"\r\n"),
        request(headers=b"User-Agent: \x1b[31mred\x1b]0;title\x07\r\n"), request(headers=b"Cookie: a=" + SCRIPT + b"\r\n"),
        request(headers=b"Content-Type: text/html\"><script>window.canary=1</script>\r\n", body=SCRIPT, method=b"POST"),
        request(b"/echo", json, b'{"a": "' + SCRIPT.replace(b'"', b"'") + b'"}', b"POST"),
        request(b"/echo", json, b'{"__proto__": {"canary": 1}, "constructor": 2}', b"POST"),
        request(b"/echo", json, b"[" * 5000 + b"]" * 5000, b"POST"), request(b"/echo", json, b"{not json" + IMAGE, b"POST"),
        request(b"/echo", html, b"<html><body onload=window.canary=1>" + IMAGE, b"POST"),
        request(b"/echo", b"Content-Type: image/svg+xml\r\n", b"<svg xmlns='http://www.w3.org/2000/svg' onload='window.canary=1'/>", b"POST"),
        request(b"/echo", b"Content-Type: image/png\r\n", b"not an image", b"POST"),
        request(b"/echo", b"", bytes(range(256)) * 40, b"POST"), request(b"/echo", b"", b"\xff\xfe\xc0\x80" * 100, b"POST"),
        request(b"/echo", b"Content-Type: text/plain\r\n", b"x" * 1_500_000, b"POST"),
        request(b"/echo", b"", "\u202egnp.exe \u2066 \u0000 \ufeff".encode(), b"POST"),
        request(b"/%E2%80%AEgnp.exe"), request(b"/%00%0a%0d%1b[2J"), request(b"/" + b"a" * 15000), request(b"/" + b"%ff" * 300),
        request(method=b"<script>"), request(method=b"GET" * 300), b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 60,
        b"GET / HTTP/1.1\r\nHost: a\r\nBad Header" + SCRIPT + b"\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        SCRIPT + b"\r\n\r\n", b"\r\n" * 50 + request(), request(b"http://evil.example/<b>"),
        request(b"/echo", json, b"[" * 450_000 + b"]" * 450_000, b"POST"),
        request(b"/echo", json, b'{"a":' * 100_000 + b"1" + b"}" * 100_000, b"POST"),
        request(b"/echo", json, b'"' + b"\\\\" * 500_000 + b'"', b"POST"),
        request(b"/echo", b"Content-Type: image/png\r\n", image_with_size(60_000, 60_000), b"POST"),
        request(b"/echo", b"Content-Type: image/gif\r\n", b"GIF89a\xff\xff\xff\xff", b"POST"),
        request(b"/echo", b"Content-Type: image/jpeg\r\n", b"\xff\xd8" + b"\xff\xe0\x00\x00" * 1000, b"POST"),
        request(b"/echo", b"Content-Type: image/svg+xml\r\n", b"<svg xmlns='http://www.w3.org/2000/svg'><script>window.canary=1</script></svg>", b"POST"),
        request(b"/echo", b"Content-Type: text/html;image/png\r\n", IMAGE, b"POST"),
        request(b"/echo", b"", ("Z" + "\u0301" * 3000 + "\n").encode() * 50, b"POST"),
        request(b"/echo", b"", b"\x1b[201~'; touch /tmp/canary; '\n", b"POST"),
        request(b"/echo", json, b'"\\\\b(window.canary = 1) \\\\(1)"', b"POST"),
        request(b"/echo", json, b'{"toString": 1, "__proto__": null, "hasOwnProperty": "x", "": {"~/": [1]}}', b"POST"),
        request(b"/", b"".join(b"X-%d: %s\r\n" % (number, b"v" * 280) for number in range(190))),
        request(b"/?background=url(javascript:window.canary=1)&style=position:fixed;inset:0"),
        request(b"/__proto__"), request(b"/constructor/prototype"), request(method=b"__proto__"), request(method=b"constructor"),
        request(b"@evil.example/x"), request(b"//evil.example/x"), request(b"javascript:window.canary=1"),
        request(b"/" + "\u200b\u00ad\u2060\U000e0041".encode()), request(b"/" + "\u0e47".encode() * 300),
        request(b"/events\ndata: {\"exchanges\":[]}"), request(b"/a\n\nevent: hello\ndata: {}\n\n"),
    ]


def hostile_requests(make, server):
    room = make()
    page = room.page
    all_inputs = inputs()
    expect(len(all_inputs) >= 30, "too few inputs")
    for data in all_inputs:
        server.raw(data)
    total = server.ask("GET", "/v1/sessions/main")["requests"]
    room.wait_for_rows(total)
    page.focus("#list")
    page.keyboard.press("Home")
    for number in range(total):
        page.keyboard.press("Enter")
        heading = f"Exchange {number}"
        page.wait_for_function("(text) => document.querySelector('#detail:not([hidden]) h2')?.textContent === text", arg=heading)
        for button in page.locator("#detail .bodyline button").all():
            button.click()
        for name in ["curl", "a scenario endpoint", "Swift"]:
            page.click(f"text=Copy as {name.split()[-1]}")
        if page.locator("#detail [data-key=add]").count():
            page.click("#detail [data-key=add]")
        page.keyboard.press("Escape")
        page.focus("#list")
        page.keyboard.press("ArrowDown")
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        expect(overflow <= 0, f"the exchange {number} makes the page {overflow} px too wide")
    for name in TABS:
        room.tab(name)
        page.wait_for_timeout(150)
    equal(page.evaluate("window.canary"), None)
    equal(page.evaluate("Object.prototype.canary"), None)
    equal(page.locator("#room script, #room iframe, #room object, #room svg").count(), 0)
    room.tab("exchanges")
    for word in ["is:__proto__", "__proto__:x", "constructor:x", "-is:constructor", "status:\\", "path:(", "time:>" + "9" * 400]:
        page.fill("#filter", word)
    page.fill("#filter", "")
    room.shot("hostile")
    server.get("/steps")
    room.wait_for_rows(total + 1)


def hostile_scenario(make, server):
    """Names, summaries and holds of a scenario are text as well."""
    text = "<img src=x onerror=window.canary=1>"
    document = {
        "scenario": text, "summary": text, "state": text,
        "endpoints": [{"get": "/a", "replies": [{"hold": text}]}, {"get": "/<b>", "replies": [{}]}],
        "expect": [{"get": "/<b>", "count": 1}],
    }
    room = make()
    server.ask("POST", "/v1/sessions/main/play", {"scenario": document})
    room.page.wait_for_function("() => document.getElementById('scenario-name').textContent.includes('onerror')")
    for name in TABS:
        room.tab(name)
        room.page.wait_for_timeout(200)
    equal(room.page.evaluate("window.canary"), None)
    equal(room.page.locator("#room img").count(), 0)


def hostile_names(make, server):
    """Names that are members of every JavaScript object are names like others."""
    names = ["__proto__", "constructor", "toString", "hasOwnProperty"]
    document = {
        "scenario": "__proto__", "summary": "constructor", "state": {name: name for name in names if name != "__proto__"},
        "endpoints": [{"get": f"/{name}", "replies": [{"hold": name}]} for name in names],
        "resources": [{"at": "/items", "items": [{"id": "constructor", "toString": 1}, {"id": "__proto__", "valueOf": {}}]}],
    }
    text = json.dumps(document).replace('"state": {', '"state": {"__proto__": {"canary": 1}, ')
    room = make()
    page = room.page
    server.ask("POST", "/v1/sessions/main/play", {"scenario": json.loads(text)})
    page.wait_for_function("() => document.getElementById('scenario-name').textContent === '__proto__: constructor'")
    room.tab("scenario")
    page.wait_for_selector("[data-key='/items-constructor-toString']")
    for name in names:
        shows(page, "#part-scenario", f"Release {name}", f"the hold {name} is missing")
    equal(page.input_value("[data-key='/items-__proto__-toString']"), "")
    page.fill("[data-key='/items-constructor-toString']", "2")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelector(\"[data-key='/items-constructor-toString']\").value === '2'")
    equal(page.evaluate("({}).canary"), None)
    for name in ["acts", "next", "sessions"]:
        room.tab(name)
    server.ask("POST", "/v1/sessions", {"name": "__proto__", "scenario": {"endpoints": []}})
    page.click("[data-key=read-sessions]")
    page.click("[aria-label='Open __proto__']")
    page.wait_for_function("() => document.getElementById('session').value === '__proto__'")
    page.click("[aria-label='End __proto__']")


def hostile_replies(make, server):
    """A reply with very many header fields and very long lines is shown in part, and the page stays responsive."""
    head = "HTTP/1.1 200 " + "r" * 300_000 + "\r\n" + "".join(f"X-{number}: {SCRIPT.decode()}\r\n" for number in range(20_000))
    raw = {"raw": head + "X-Long: " + "w" * 2_000_000 + "\r\n\r\n" + "x" * 2_000_000}
    document = {"scenario": "long", "endpoints": [{"get": "/many", "replies": [raw]}]}
    file = server.folder / "Scenarios" / "long.json"
    file.write_text(json.dumps(document))
    room = make()
    page = room.page
    server.ask("POST", "/v1/sessions/main/play", {"file": str(file)})
    server.raw(request(b"/many"), seconds=20)
    room.wait_for_rows(2)
    room.open("/many")
    shows(page, "#detail", "more fields", "the number of the hidden header fields is missing")
    for button in page.locator("#detail .bodyline button").all():
        button.click()
    elements = page.evaluate("document.querySelectorAll('*').length")
    expect(elements < 5000, f"the page has {elements} elements")
    equal(page.evaluate("window.canary"), None)


def hostile_copies(make, server):
    """A copied command is one command for the shell, to the own server; a copied Swift text has no interpolation."""
    room = make()
    texts = ["'; touch canary; '", "$(touch canary)", "`touch canary`", "\\'; touch canary #", "\u001b[201~\ntouch canary\n", "-o canary",
             "\\b(1)", "\\(canary)", "\\\\(canary)", "\"\\u0041", "\u202e\u2028", "{a,b}[1-9]", "@canary"]
    for text in texts:
        exchange = {"method": "POST", "target": f"/{text}", "version": "HTTP/1.1", "decision": "reply", "status": 200,
                    "headers": [["X-A", text], ["Content-Type", "text/plain"]], "body": {"length": 1, "kept": text},
                    "reply": {"status": 200, "reason": "OK", "headers": [], "body": {"length": 1, "kept": text, "complete": True}}}
        command, swift, endpoint = room.page.evaluate("""async (exchange) => {
            const { curl, swift, endpointText } = await import("/room-copy.js");
            return [curl(exchange, "http://127.0.0.1:1"), swift(exchange), endpointText(exchange)];
        }""", exchange)
        script = "curl() { printf '%s\\0' \"$@\"; }; " + command
        run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=server.folder, timeout=20)
        words = run.stdout.split("\0")[:-1]
        equal(words[-1], f"http://127.0.0.1:1/{text}")
        equal([words[words.index("--data-raw") + 1], words[words.index("-H") + 1]], [text, f"X-A: {text}"])
        expect(not (server.folder / "canary").exists(), f"the shell executes a part of {command!r}")
        expect(not any(ord(character) < 32 for character in command), f"a control character is in {command!r}")
        literal = swift.split(".text(", 1)[1]
        expect("\\(" not in literal.replace("\\\\", ""), f"an interpolation is in {swift!r}")
        equal(json.loads(endpoint)["replies"][0]["text"], text)
    for target in ["@evil.example/", "http://evil.example/", "*"]:
        command = room.page.evaluate("""async (target) => (await import("/room-copy.js")).curl(
            { method: "GET", target, headers: [], body: { length: 0 } }, "http://127.0.0.1:1")""", target)
        expect(command.endswith(f"--request-target '{target}' 'http://127.0.0.1:1/'"), command)


ALL = [hostile_requests, hostile_scenario, hostile_names, hostile_replies, hostile_copies]
