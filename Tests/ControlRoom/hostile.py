"""The check with hostile clients: markup, scripts, control characters and invalid bytes in every part of a request."""

from checks import TABS, expect, equal

SCRIPT = b"<script>window.canary=1</script>"
IMAGE = b"<img src=x onerror=window.canary=1>"


def request(target=b"/x", headers=b"", body=b"", method=b"GET"):
    length = b"Content-Length: %d\r\n" % len(body) if body else b""
    return method + b" " + target + b" HTTP/1.1\r\nHost: a\r\n" + headers + length + b"\r\n" + body


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
    page.click("#list")
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
    for name in TABS:
        room.tab(name)
        page.wait_for_timeout(150)
    equal(page.evaluate("window.canary"), None)
    equal(page.evaluate("Object.prototype.canary"), None)
    equal(page.locator("#room script, #room iframe, #room object, #room svg").count(), 0)
    room.tab("exchanges")
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


ALL = [hostile_requests, hostile_scenario]
