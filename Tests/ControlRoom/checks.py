"""The checks of the parts of the page."""

import json
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as NotShown

from server import Server, TOKEN

TABS = ["exchanges", "scenario", "acts", "next", "expectations", "sessions", "save"]


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def equal(actual, expected):
    expect(actual == expected, f"expected {expected!r}, found {actual!r}")


def shows(page, selector, text, failure):
    """Waits until an element contains a text, because the page receives changes as events."""
    try:
        page.wait_for_function(
            "([selector, text]) => document.querySelector(selector)?.innerText.includes(text)", arg=[selector, text]
        )
    except NotShown:
        raise AssertionError(failure) from None


def signing_in(make, server):
    room = make(url=server.control + "/")
    room.allowed = ["401"]
    page = room.page
    page.fill("#token", "wrong")
    page.click("#sign-in button")
    page.wait_for_function("() => document.getElementById('sign-in-error').textContent.includes('token')")
    page.fill("#token", TOKEN)
    page.click("#sign-in button")
    page.wait_for_selector("#connection.live")
    room = make()
    equal(room.page.url, server.control + "/")
    expect(TOKEN not in room.page.content(), "the page contains the token")
    equal(room.page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]"), [0, 0, ""])
    equal(len(room.server.run("room").stdout.strip().split("#token=")), 2)
    answer = json.loads(server.run("room", "--json").stdout)
    equal(answer["url"], server.url)


def live_list(make, server):
    server.get("/steps")
    room = make()
    room.wait_for_rows(1)
    server.get("/steps?page=2")
    server.get("/nothing")
    room.wait_for_rows(3)
    rows = room.rows()
    equal([row[1:4] for row in rows], [["GET", "/steps", "503"], ["GET", "/steps?page=2", "503"], ["GET", "/nothing", "501"]])
    equal([row[6] for row in rows], ["get /steps", "get /steps", "no endpoint"])
    server.ask("POST", "/v1/sessions/main/reset")
    room.wait_for_rows(4)
    expect("ticket" in room.rows()[3][2], "the reset has no mark")
    room.page.click("#pause")
    server.get("/steps")
    room.page.wait_for_function("() => document.getElementById('count').textContent.includes('hidden or waiting')")
    equal(len(room.rows()), 4)
    room.page.click("#pause")
    room.wait_for_rows(5)
    room.shot("exchanges")
    room.page.click("#clear")
    room.wait_for_rows(0)


def filtering(make, server):
    room = make()
    for path in ["/steps", "/steps", "/steps", "/nothing", "/users/1", "/image"]:
        server.get(path)
    room.wait_for_rows(6)

    def count(text, expected):
        room.page.fill("#filter", text)
        room.wait_for_rows(expected)

    count("status:5xx", 3)
    count("status:200", 3)
    count("path:/st", 3)
    count("is:unexpected", 1)
    count("method:get -path:/steps", 3)
    count("status:5xx path:/steps", 2)
    count("users", 1)
    count("fault:*", 0)
    count("endpoint:steps", 3)
    count("unknown:word", 0)
    count("is:open", 0)
    for name in ["constructor", "__proto__", "toString"]:
        count(f"is:{name}", 0)
    server.get("/steps")
    count("status:200 path:/steps", 2)
    count("", 7)


def details(make, server):
    room = make()
    server.ask("POST", "/v1/sessions/main/play", {"file": str(server.folder / "Scenarios" / "ticket.jsonc")})
    server.get("/echo", "POST", json.dumps({"a": [1, {"b": None}], "password": "secret-of-a-client"}, separators=(",", ":")),
               {"Content-Type": "application/json", "Cookie": "session=secret-of-a-cookie"})
    server.get("/image")
    server.get("/bytes")
    server.get("/users?limit=1")
    room.wait_for_rows(5)
    page = room.page
    room.open("/echo")
    text = page.inner_text("#detail")
    for part in ["POST /echo HTTP/1.1", "HTTP/1.1 204", '"a": [', "Timeline", "post /echo"]:
        expect(part in text, f"{part!r} is missing in {text!r}")
    expect("secret-of-a" not in page.content(), "a secret is not redacted")
    page.click("#detail [data-key=request-Pointers]")
    shows(page, "#detail [aria-label=request] .body", '/a/1/b  "b": null', "the JSON pointers are not shown")
    page.click("#detail [data-key=request-JSON]")
    box = page.locator("#detail [aria-label=request] .numbered pre").last.bounding_box()
    page.mouse.click(box["x"] + 20, box["y"] + 18 * 3 + 5)
    shows(page, "#detail [aria-label=request] .body", "line 4: /a/1", "a line has no JSON pointer")
    page.click("#detail [data-key=request-Raw]")
    shows(page, "#detail [aria-label=request] .body", "Content-Type: application/json", "the raw request is not shown")
    page.click("#detail [data-key='reply-Raw hex']")
    shows(page, "#detail [aria-label=reply] .body", "48 54 54 50 2f 31 2e 31", "the raw reply is not shown")
    page.click("text=Copy as curl")
    command = page.evaluate("navigator.clipboard.readText()")
    expect(command.startswith("curl -i -g --path-as-is -X 'POST' ") and command.endswith(f"'{server.base}/echo'"), command)
    room.shot("detail")
    room.open("/image")
    page.click("#detail button:text-is('Image')") if page.get_attribute("#detail button:text-is('Image')", "aria-pressed") != "true" else None
    page.wait_for_function("() => document.querySelector('#detail img').naturalWidth === 1")
    room.open("/bytes")
    shows(page, "#detail .hex", "00 01 02 03 ff fe 80 81", "the bytes are not shown in hexadecimal")
    room.open("/users")
    page.click("text=Copy as endpoint")
    endpoint = json.loads(page.evaluate("navigator.clipboard.readText()"))
    equal(endpoint["get"], "/users")
    equal(endpoint["replies"][0]["json"][0]["name"], "Ada")
    page.click("text=Copy as Swift")
    expect("Scenario.Endpoint.get(\"/users\"" in page.evaluate("navigator.clipboard.readText()"), "the Swift text is wrong")
    page.keyboard.press("Escape")
    expect(page.is_hidden("#detail"), "Escape does not close the detail")


def numbers_stay_exact(make, server):
    room = make()
    token = json.loads(server.get("/login", "POST", b"{}")[1])["access_token"]
    server.get("/orders", headers={"Authorization": f"Bearer {token}"})
    room.wait_for_rows(2)
    room.open("/orders")
    text = room.page.inner_text("#detail [aria-label=reply]")
    expect("12345678901234567890" in text and "1.50" in text, f"a number has changed: {text!r}")
    room.page.click("text=Copy as endpoint")
    copied = room.page.evaluate("navigator.clipboard.readText()")
    expect("12345678901234567890" in copied and "1.50" in copied, f"a number has changed: {copied!r}")
    server.get("/exact")
    room.wait_for_rows(3)
    room.open("/exact")
    room.page.click("text=Add endpoint…")
    room.page.fill("#new-endpoint", '{ "get": "/exact", "replies": [{ "json": 12345678901234567890 }] }')
    room.page.click("text=Add until")
    room.page.wait_for_selector(".add", state="detached")
    equal(server.get("/exact")[1].strip(), b"12345678901234567890")


def why_and_adding(make, server):
    room = make()
    room.allowed = ["422"]
    page = room.page
    server.get("/stepz")
    room.wait_for_rows(1)
    room.open("/stepz")
    shows(page, ".why", "get /steps", "the nearest endpoint is missing")
    room.shot("why")
    page.click("text=Add endpoint…")
    page.fill("#new-endpoint", '{ "gett": "/stepz" }')
    page.click("text=Add until")
    page.wait_for_function("() => document.querySelector('.add [role=alert]').textContent !== ''")
    page.fill("#new-endpoint", '{ "get": "/stepz", "replies": [{ "status": 207 }] }')
    page.click("text=Add until")
    page.wait_for_selector(".add", state="detached")
    equal(server.get("/stepz")[0], 207)
    room.wait_for_rows(3)
    server.get("/nowhere")
    room.wait_for_rows(4)
    room.open("/nowhere")
    page.click("text=Add endpoint…")
    page.fill("#new-endpoint", '{ "get": "/written", "replies": [{ "status": 208 }] }')
    page.click("text=write it to the file")
    page.wait_for_selector(".add", state="detached")
    equal(server.get("/written")[0], 208)
    expect('"/written"' in (server.folder / "added.jsonc").read_text(), "the endpoint is not in the file")


def scenario_part(make, server):
    import threading
    room = make()
    page = room.page
    room.tab("scenario")
    held = []
    waiting = threading.Thread(target=lambda: held.append(server.get("/profile")))
    waiting.start()
    page.wait_for_selector("text=a reply waits")
    shows(page, "#tab-scenario", "1 held", "the label of the tab does not say that a reply waits")
    room.shot("scenario")
    page.click("text=Release profile")
    waiting.join(20)
    equal(held[0][0], 200)
    page.wait_for_function("() => document.querySelector('#part-scenario').textContent.includes('no reply waits')")
    server.get("/steps")
    page.wait_for_function("""() => Array.from(document.querySelectorAll('#part-scenario tr')).some((row) =>
        row.textContent.includes('get /steps') && row.children[2].textContent === '1')""")
    page.fill("[data-key='/users-1-name']", "Ada Lovelace")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelector(\"[data-key='/users-1-name']\").value === 'Ada Lovelace'")
    page.wait_for_timeout(300)
    equal(json.loads(server.get("/users/1")[1])["name"], "Ada Lovelace")
    page.fill("[aria-label='new item of /users']", '{ "name": "Edsger" }')
    page.click("text=Add item")
    page.wait_for_selector("[data-key='/users-3-name']")
    page.click("[aria-label='Remove 2']")
    page.wait_for_selector("[data-key='/users-2-name']", state="detached")
    equal([item["id"] for item in json.loads(server.get("/users")[1])], [1, 3])


def acts_part(make, server):
    room = make()
    page = room.page
    server.get("/steps")
    room.tab("acts")
    page.wait_for_selector("text=the other scenario")
    page.wait_for_selector("text=cannot be played")
    for overlay, expected in [("offline", "ConnectionRefusedError"), ("maintenance", 503), ("captive-portal", 302)]:
        page.click(f"[role=switch][aria-label={overlay}]")
        page.wait_for_selector(f"[role=switch][aria-label={overlay}][aria-checked=true]")
        equal(server.get("/image")[0], expected)
        page.click(f"[role=switch][aria-label={overlay}]")
        page.wait_for_selector(f"[role=switch][aria-label={overlay}][aria-checked=false]")
    equal(server.get("/image")[0], 200)
    equal(server.get("/steps")[0], 503)
    equal(server.get("/steps")[0], 200)
    page.click("[data-key=reset]")
    page.wait_for_function("() => document.getElementById('announcer').textContent === 'the scenario was reset'")
    equal(server.get("/steps")[0], 503)
    page.click("[aria-label='Play other']")
    shows(page, "#scenario-name", "other", "the name of the scenario is not shown")
    page.wait_for_selector("text=plays now")
    equal(server.get("/other")[0], 200)
    room.shot("acts")


def next_reply(make, server):
    room = make()
    page = room.page
    server.get("/image")
    room.wait_for_rows(1)
    room.open("/image")
    page.click("text=Fail the next one…")
    page.wait_for_selector("#next-fault option[value=F05]", state="attached")
    equal(page.input_value("#next-path"), "/image")
    page.select_option("#next-fault", "F05")
    shows(page, "#next-sentence", "-1005", "the result of URLSession is missing")
    page.click("[data-key=next-set]")
    page.wait_for_selector("text=get /image: F05")
    room.shot("next-reply")
    equal(server.get("/bytes")[0], 200)
    equal(server.get("/image")[0], "ConnectionResetError")
    equal(server.get("/image")[0], 200)
    page.wait_for_selector("text=get /image: F05", state="detached")
    page.click("[data-key=next-set]")
    page.wait_for_selector("text=get /image: F05")
    page.click("text=Cancel all")
    page.wait_for_selector("text=get /image: F05", state="detached")
    equal(server.get("/image")[0], 200)


def expectations_part(make, server):
    room = make()
    page = room.page
    room.tab("expectations")
    page.wait_for_selector("text=unmet:")
    server.get("/steps")
    page.wait_for_selector("#part-expectations li code")
    room.shot("expectations")
    server.get("/steps")
    server.get("/steps")
    page.wait_for_function("() => !document.getElementById('part-expectations').textContent.includes('unmet:')")
    server.get("/nothing")
    page.wait_for_selector("#part-expectations li button")
    page.click("#part-expectations li button")
    page.wait_for_selector("#detail:not([hidden]) .why")


def creating_sessions(make, server):
    room = make()
    page = room.page
    room.allowed = ["409"]
    room.tab("sessions")
    other = str(server.folder / "Scenarios" / "other.json")
    page.wait_for_selector("#new-session-scenario option", state="attached")
    page.select_option("#new-session-scenario", other)
    page.fill("#new-session", "tester")
    page.click("[data-key=create-session]")
    page.wait_for_selector("[aria-label='Open tester']")
    equal(server.get("/~tester/other")[0], 200)
    room.shot("sessions")
    page.select_option("#new-session-scenario", other)
    page.select_option("#new-session-port", "own")
    page.click("[data-key=create-session]")
    page.wait_for_selector("[aria-label='Open k1']")
    sessions = {session["name"]: session for session in server.ask("GET", "/v1/sessions")["sessions"]}
    expect(sessions["k1"]["port"] and sessions["tester"]["port"] is None, f"the ports are wrong: {sessions}")
    page.fill("#new-session", "tester")
    page.click("[data-key=create-session]")
    shows(page, "#message", "exists", "a second session of the same name is not reported")


def live_counts(make, server):
    room = make()
    page = room.page
    room.tab("scenario")
    page.wait_for_selector("[aria-label=quotas]")
    shows(page, "[aria-label=quotas]", "5 left", "the quota is not shown")
    login = json.loads(server.get("/login", "POST", b"{}")[1])
    shows(page, "[aria-label=tokens]", "valid\n1", "the token is not counted")
    equal(server.get("/orders", headers={"Authorization": f"Bearer {login['access_token']}"})[0], 200)
    shows(page, "[aria-label=tokens]", "expired\n1", "the token has not expired")
    server.get("/limited")
    shows(page, "[aria-label=quotas]", "4 left, full again in", "the quota was not used")
    shows(page, "#part-scenario mark", "503", "the next reply is not marked")
    for _ in range(2):
        server.get("/steps")
    shows(page, "#part-scenario mark", "200", "the sequence did not advance")
    field = "[aria-label='new item of /users']"
    page.fill(field, '{ "name": "dra')
    page.focus("[data-key='read-/users']")
    server.get("/steps")
    page.wait_for_timeout(600)
    equal(page.input_value(field), '{ "name": "dra')


def sessions_part(make, server):
    server.ask("POST", "/v1/sessions", {"name": "k7", "scenario": {"scenario": "second", "endpoints": [{"get": "/a", "replies": [{}]}]}})
    room = make()
    page = room.page
    server.get("/~k7/a")
    server.get("/steps")
    room.wait_for_rows(1)
    room.tab("sessions")
    page.wait_for_selector("text=second")
    room.shot("sessions")
    page.click("[aria-label='Open k7']")
    page.wait_for_function("() => document.getElementById('scenario-name').textContent === 'second'")
    room.tab("exchanges")
    room.wait_for_rows(1)
    equal(room.rows()[0][2], "/a")
    room.tab("sessions")
    page.click("[aria-label='End k7']")
    page.wait_for_function("() => document.getElementById('scenario-name').textContent.startsWith('ticket')")
    equal([session["name"] for session in server.ask("GET", "/v1/sessions")["sessions"]], ["main"])


def accessibility(make, server):
    for path in ["/steps", "/image", "/nothing"]:
        server.get(path)
    for scheme, width in [("light", 1280), ("dark", 1280), ("light", 360)]:
        room = make(scheme=scheme, width=width)
        room.wait_for_rows(3)
        room.open("/nothing")
        for name in TABS:
            room.tab(name)
            room.page.wait_for_timeout(400)
            found = Axe().run(room.page).response["violations"]
            serious = [f"{item['id']}: {item['nodes'][0]['html'][:160]}" for item in found if item["impact"] in ("serious", "critical")]
            expect(not serious, f"{name}, {scheme}, {width} px: {serious}")


def widths_and_schemes(make, server):
    for path in ["/steps", "/nothing", "/" + "long-segment/" * 20]:
        server.get(path)
    for width in [360, 768, 1600]:
        for scheme in ["light", "dark"]:
            room = make(width=width, height=800, scheme=scheme)
            room.wait_for_rows(3)
            room.open("/nothing")
            for name in TABS:
                room.tab(name)
                room.page.wait_for_timeout(250)
                overflow = room.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                expect(overflow <= 0, f"the part {name} is {overflow} px too wide at {width} px")
                room.shot(f"{name}-{width}-{scheme}")


DOCUMENTED = {
    "scenario": "shop", "summary": "log in, list orders, and a payment that recovers",
    "auth": {"bearer": {"protects": ["/orders"], "issues": [{"post": "/login"}], "lasts": {"uses": 3}}},
    "quotas": [{"get": "/search", "limit": 5, "window": "10m"}],
    "endpoints": [
        {"post": "/login", "replies": [{"json": {"access_token": "token-of-ada"}}]},
        {"get": "/orders", "replies": [{"json": {"orders": [{"id": 4711, "total": "12.50"}, {"id": 4712, "total": "8.00"}]}}]},
        {"get": "/search", "replies": [{"json": []}]},
        {"post": "/payments", "replies": [{"status": 503, "times": 2}, {"status": 201}]},
        {"get": "/profile", "replies": [{"json": {"name": "Ada"}, "hold": "profile"}]},
    ],
}


def documentation(make, server):
    """Takes the pictures of the page Room.md: `room.png` and `room-scenario.png`."""
    import threading
    server.ask("POST", "/v1/sessions/main/play", {"scenario": DOCUMENTED})
    room = make(width=1100, height=600)
    page = room.page
    login = json.loads(server.get("/login", "POST", json.dumps({"user": "ada"}), {"Content-Type": "application/json"})[1])
    headers = {"Authorization": f"Bearer {login['access_token']}"}
    for method, path in [("GET", "/orders"), ("GET", "/search?q=tea"), ("POST", "/payments"), ("POST", "/payments"), ("GET", "/order")]:
        server.get(path, method, headers=headers)
    room.wait_for_rows(7)
    room.open("/orders")
    page.wait_for_selector("#detail .numbered")
    page.evaluate("document.getElementById('detail').scrollTop = document.querySelector('#detail [aria-label=reply]').offsetTop - 60")
    room.shot("room")
    waiting = threading.Thread(target=lambda: server.get("/profile"))
    waiting.start()
    room.tab("scenario")
    page.wait_for_selector("text=a reply waits")
    shows(page, "[aria-label=quotas]", "4 left", "the quota is not shown")
    room.shot("room-scenario")
    server.ask("POST", "/v1/sessions/main/release", {"hold": "profile"})
    waiting.join(20)


def reconnecting(make, server):
    room = make()
    room.allowed = ["ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY"]
    server.get("/steps")
    room.wait_for_rows(1)
    control, port = int(server.control.rsplit(":", 1)[1]), server.port
    server.stop(keeps=True)
    server.wasStopped = True
    room.page.wait_for_selector("#connection.lost")
    again = Server(server.binary, server.folder, control=control, port=port)
    try:
        room.page.wait_for_selector("#connection.live", timeout=20000)
        room.wait_for_rows(0)
        again.get("/image")
        room.wait_for_rows(1)
        equal(room.rows()[0][2], "/image")
    finally:
        again.stop()


def uncaptured_replies(make, server):
    """The page says that it has no reply of an exchange that took place before it was opened."""
    server.get("/users/1")
    room = make()
    page = room.page
    room.wait_for_rows(1)
    room.open("/users/1")
    for text in ["status 200", "was not captured, because no control room was open", "the number of bytes: "]:
        shows(page, "#detail [aria-label=reply]", text, f"{text!r} is missing")
    page.click("text=Copy as endpoint")
    shows(page, "#message", "has no body", "the missing body of the copied endpoint is not reported")
    page.keyboard.press("Escape")
    server.get("/users/2")
    room.wait_for_rows(2)
    room.open("/users/2")
    shows(page, "#detail [aria-label=reply]", "Grace", "the captured reply is not shown")


def ended_sessions(make, server):
    """A session that ends while it is shown is reported, and another session of the same name can be opened."""
    document = {"scenario": "second", "endpoints": [{"get": "/a", "replies": [{}]}]}
    server.ask("POST", "/v1/sessions", {"name": "k7", "scenario": document})
    room = make(url=f"{server.url}&session=k7")
    room.allowed = ["404"]
    page = room.page
    page.wait_for_selector("#connection.live")
    server.get("/~k7/a")
    room.wait_for_rows(1)
    server.ask("DELETE", "/v1/sessions/k7")
    shows(page, "#connection", "the session k7 has ended", "the end of the session is not shown")
    expect(page.is_visible("#part-sessions"), "the part of the sessions is not shown")
    server.ask("POST", "/v1/sessions", {"name": "k7", "scenario": {**document, "scenario": "third"}})
    page.click("[data-key=read-sessions]")
    page.select_option("#session", "main")
    page.wait_for_function("() => document.getElementById('scenario-name').textContent.startsWith('ticket')")
    page.click("[aria-label='Open k7']")
    page.wait_for_function("() => document.getElementById('scenario-name').textContent === 'third'")
    page.wait_for_selector("#connection.live")
    page.click("#tab-exchanges")
    room.wait_for_rows(0)


def exact_items(make, server):
    """The table of a resource shows every number as it is, and a change of one member keeps the others."""
    item = '{ "id": 12345678901234567890, "name": "Ada", "balance": 0.10, "list": [98765432109876543210] }'
    file = server.folder / "Scenarios" / "exact.json"
    file.write_text('{ "scenario": "exact", "endpoints": [], "resources": [{ "at": "/users", "items": [' + item + "] }] }")
    room = make()
    page = room.page
    server.ask("POST", "/v1/sessions/main/play", {"file": str(file)})
    room.tab("scenario")
    field = "[data-key='/users-12345678901234567890-{}']".format
    page.wait_for_selector(field("name"))
    equal(page.input_value(field("balance")), "0.10")
    equal(page.input_value(field("list")), "[98765432109876543210]")
    page.fill(field("name"), "Grace")
    page.keyboard.press("Tab")
    page.wait_for_function("(field) => document.querySelector(field).value === 'Grace'", arg=field("name"))
    page.fill(field("balance"), "11111111111111111111.10")
    page.keyboard.press("Tab")
    page.wait_for_timeout(300)
    text = server.get("/users/12345678901234567890")[1].decode()
    for part in ["12345678901234567890", '"Grace"', "11111111111111111111.10", "98765432109876543210"]:
        expect(part in text, f"{part} is missing in {text!r}")


def lost_connections(make, server):
    """A connection that is lost before its first position continues at the last one, and dropped exchanges add up."""
    room = make()
    page = room.page
    found = page.evaluate("""() => new Promise(async (resolve) => {
        const { EventStream } = await import("/room-api.js");
        const sent = [];
        const texts = ["event: hello\\ndata: {}\\n\\nid: 7\\nevent: position\\ndata: {}\\n\\n", "event: hello\\ndata: {}\\n\\n"];
        const fetch = async (method, path, body, { headers }) => {
            sent.push(headers["Last-Event-ID"] ?? null);
            if (sent.length > 2) { stream.stop(); resolve(sent); }
            return new Response(texts[sent.length - 1] ?? "");
        };
        const stream = new EventStream({ path: "", fetch }, { event() {}, status() {}, rejected() {} });
        stream.start();
    })""")
    equal(found, [None, "7", "7"])
    room.allowed = ["ERR_"]
    count = [0]

    def reply(route):
        count[0] += 1
        if count[0] > 2:
            return route.abort()
        hello = {"startedAt": "2026-01-01T00:00:00.000Z", "continued": count[0] > 1, "session": "main", "requests": 0}
        body = f"event: hello\ndata: {json.dumps(hello)}\n\nevent: dropped\ndata: {{\"exchanges\": 4}}\n\nid: {count[0]}\nevent: position\ndata: {{}}\n\n"
        route.fulfill(status=200, content_type="text/event-stream", body=body)

    page.goto("about:blank")
    page.route("**/events?*", reply)
    page.goto(server.url)
    shows(page, "#dropped", "8 exchanges are not in this list", "the dropped exchanges of two connections are not added")


def two_pages(make, server):
    """Two pages show the same exchanges, and an act of one is visible in the other."""
    rooms = [make(), make()]
    server.get("/steps")
    for room in rooms:
        room.wait_for_rows(1)
        room.tab("acts")
    rooms[0].page.click("[role=switch][aria-label=maintenance]")
    rooms[1].page.wait_for_selector("[role=switch][aria-label=maintenance][aria-checked=true]")
    rooms.pop().page.goto("about:blank")
    equal(server.get("/image")[0], 503)
    rooms[0].tab("exchanges")
    rooms[0].wait_for_rows(3)
    rooms[0].open("/image")
    shows(rooms[0].page, "#detail [aria-label=reply]", "HTTP/1.1 503", "the reply is not captured after the other page was closed")


def a_slow_reader(make, server):
    """A client that does not read its events delays neither the server nor a page, and reads the latest exchange later."""
    import socket
    from long_list import send
    request = f"GET /v1/sessions/main/events HTTP/1.1\r\nHost: {server.control[7:]}\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", int(server.control.rsplit(":", 1)[1])))
        slow.settimeout(60)
        slow.sendall(request.encode())
        room = make()
        send(server, 10_000)
        equal(server.get("/image")[0], 200)
        room.wait_for_rows(10_001)
        received = b""
        while b'{"number":10000,' not in received:
            piece = slow.recv(65536)
            expect(piece, "the stream has ended")
            received = received[-100:] + piece


def no_change_by_get(make, server):
    """GET requests change nothing."""
    before = server.ask("GET", "/v1/sessions/main")
    document = server.ask("GET", "/openapi.json")
    for path, operations in document["paths"].items():
        if "get" in operations and "events" not in path:
            try:
                server.ask("GET", path.replace("{name}", "main"))
            except OSError:
                pass
    equal(server.ask("GET", "/v1/sessions/main"), before)
    expect(not any(re.search("stop|play|reset", path) for path, item in document["paths"].items() if "get" in item), "a GET changes state")


ALL = [
    signing_in, live_list, filtering, details, numbers_stay_exact, why_and_adding, scenario_part, live_counts, acts_part,
    next_reply, expectations_part, sessions_part, creating_sessions, accessibility, widths_and_schemes,
    documentation, reconnecting, no_change_by_get, uncaptured_replies, ended_sessions, exact_items,
    lost_connections, two_pages, a_slow_reader,
]
