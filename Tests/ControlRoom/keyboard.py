"""The checks of the keyboard: every action of the page by keys alone, without the mouse."""

import json
import threading

from checks import TABS, expect, equal, shows

#: The name of the control that has the focus.
NAME = """const nameOf = (node) => node.dataset?.key ?? (node.id || node.dataset?.draft || node.getAttribute?.('aria-label'));"""
FOCUSED = f"() => {{ {NAME} return nameOf(document.activeElement); }}"
#: The names of the controls that a mouse can use in a part.
CONTROLS = f"""(id) => {{ {NAME}
    return Array.from(document.getElementById(id).querySelectorAll('button, input, select, textarea, [tabindex="0"]'))
        .filter((node) => !node.disabled && node.checkVisibility()).map(nameOf);
}}"""


class Keys:
    """The keyboard of a page."""

    def __init__(self, page):
        self.page = page

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        """Replaces the text of the field that has the focus."""
        self.press("Control+a")
        self.page.keyboard.type(text)

    @property
    def focused(self):
        return self.page.evaluate(FOCUSED)

    def go_to(self, name, key="Tab"):
        """Presses Tab until the control of a name has the focus."""
        passed = []
        for _ in range(150):
            self.press(key)
            passed.append(self.focused)
            if passed[-1] == name:
                return
        raise AssertionError(f"{name!r} is not reached by {key}: {passed}")

    def act(self, name, key="Enter"):
        self.go_to(name)
        self.press(key)


def the_list(make, server):
    room = make()
    page, keys = room.page, Keys(room.page)
    for path in ["/steps", "/image", "/nothing"]:
        server.get(path)
    room.wait_for_rows(3)
    keys.press("/")
    equal(keys.focused, "filter")
    keys.type("path:/st")
    room.wait_for_rows(1)
    keys.type("")
    keys.press("Delete")
    room.wait_for_rows(3)
    keys.press("Escape")
    equal(keys.focused, "list")
    keys.press("Home", "ArrowDown", "Enter")
    page.wait_for_selector("#detail:not([hidden]) h2")
    shows(page, "#detail", "/image", "the second row was not opened")
    equal(keys.focused, "detail")
    keys.act("curl")
    page.wait_for_function("() => document.getElementById('announcer').textContent === 'copied as curl'")
    expect("/image" in page.evaluate("navigator.clipboard.readText()"), "the command was not copied")
    keys.act("reply-Raw hex", "Space")
    shows(page, "#detail [aria-label=reply] .body", "48 54 54 50 2f 31 2e 31", "the raw reply is not shown")
    keys.press("Escape")
    equal(keys.focused, "list")
    keys.press("p")
    equal(page.get_attribute("#pause", "aria-pressed"), "true")
    keys.press("p", "1")
    for name in TABS[1:] + ["exchanges"]:
        keys.press("ArrowRight")
        equal(keys.focused, f"tab-{name}")
        expect(page.is_visible(f"#part-{name}"), f"the part {name} is not shown")
    keys.act("clear")
    room.wait_for_rows(0)


def every_control(make, server):
    """Tab reaches every control of every part that the mouse can use."""
    server.get("/nothing")
    server.get("/steps")
    room = make()
    page, keys = room.page, Keys(room.page)
    room.wait_for_rows(2)
    keys.press("1")
    keys.go_to("list")
    keys.press("Home", "Enter")
    page.wait_for_selector("#detail:not([hidden]) .why")
    loaded = {"scenario": "[data-key='/users-1-name']", "acts": "[data-key='play-other.json']", "next": "#next-fault option",
              "sessions": "#new-session-scenario option"}
    for number, name in enumerate(TABS):
        keys.press(str(number + 1))
        if name in loaded:
            page.wait_for_selector(loaded[name], state="attached")
        page.wait_for_timeout(300)
        controls = page.evaluate(CONTROLS, f"part-{name}")
        expect(None not in controls and len(controls) > 0, f"a control of {name} has no name: {controls}")
        reached = []
        for _ in range(len(controls) + 3):
            keys.press("Tab")
            reached.append(keys.focused)
        missing = [control for control in controls if control not in reached]
        expect(not missing, f"{name}: not reached by Tab: {missing}, but {reached}")
        # The keys of the parts are texts in a field.
        while page.evaluate("document.activeElement.matches('input, select, textarea')"):
            keys.press("Tab")


def changing_the_scenario(make, server):
    """By keys alone: release and hold a reply, and edit, add and remove items."""
    room = make()
    page, keys = room.page, Keys(room.page)
    held = []
    waiting = threading.Thread(target=lambda: held.append(server.get("/profile")[0]))
    waiting.start()
    keys.press("2")
    page.wait_for_selector("text=a reply waits")
    keys.act("release-profile")
    waiting.join(20)
    equal(held, [200])
    page.wait_for_function("() => document.querySelector('#part-scenario').textContent.includes('no reply waits')")
    keys.act("hold-profile", "Space")
    page.wait_for_function("() => document.getElementById('announcer').textContent === 'profile held again'")
    keys.go_to("/users-1-name")
    keys.type("Ada Lovelace")
    keys.press("Enter")
    page.wait_for_function("() => document.getElementById('announcer').textContent === 'name of 1 changed'")
    equal(json.loads(server.get("/users/1")[1])["name"], "Ada Lovelace")
    page.wait_for_function("() => document.activeElement.dataset.key === '/users-1-name'")
    equal(page.input_value("[data-key='/users-1-name']"), "Ada Lovelace")
    keys.go_to("item-/users")
    keys.type('{ "name": "Edsger" }')
    keys.act("add-/users")
    page.wait_for_selector("[data-key='/users-3-name']")
    keys.go_to("remove-/users-2", "Shift+Tab")
    keys.press("Enter")
    page.wait_for_selector("[data-key='/users-2-name']", state="detached")
    equal([item["name"] for item in json.loads(server.get("/users")[1])], ["Ada Lovelace", "Edsger"])


def changing_replies(make, server):
    """By keys alone: add an endpoint, make its next reply fail, and cancel a failure."""
    room = make()
    page, keys = room.page, Keys(room.page)
    server.get("/keys")
    room.wait_for_rows(1)
    keys.press("1")
    keys.go_to("list")
    keys.press("End", "Enter")
    page.wait_for_selector("#detail:not([hidden]) .why")
    keys.act("add")
    equal(keys.focused, "new-endpoint")
    keys.type('{ "get": "/keys", "replies": [{ "status": 207 }] }')
    keys.act("add-memory")
    page.wait_for_selector(".add", state="detached")
    equal(keys.focused, "detail")
    equal(server.get("/keys")[0], 207)
    keys.act("fail")
    page.wait_for_selector("#next-fault option[value=F08]", state="attached")
    page.wait_for_function("() => document.activeElement.id === 'next-fault'")
    for _ in range(100):
        if page.input_value("#next-fault") == "F08":
            break
        keys.press("ArrowDown")
    shows(page, "#next-sentence", "RST", "the fault is not described")
    keys.act("next-set")
    page.wait_for_selector("text=get /keys: F08")
    equal(server.get("/keys")[0], "ConnectionResetError")
    page.wait_for_selector("text=get /keys: F08", state="detached")
    keys.go_to("next-path", "Shift+Tab")
    keys.type("/image")
    keys.act("next-set")
    page.wait_for_selector("text=get /image: F08")
    keys.act("next-cancel")
    page.wait_for_selector("text=get /image: F08", state="detached")
    equal(server.get("/image")[0], 200)


def acts_and_sessions(make, server):
    """By keys alone: switch an overlay, play a scenario, reset it, and create, open and end a session."""
    room = make()
    page, keys = room.page, Keys(room.page)
    keys.press("3")
    page.wait_for_selector("[data-key='play-other.json']")
    keys.act("overlay-maintenance", "Space")
    page.wait_for_selector("[data-key=overlay-maintenance][aria-checked=true]")
    equal(keys.focused, "overlay-maintenance")
    equal(server.get("/image")[0], 503)
    keys.act("reset")
    page.wait_for_selector("[data-key=overlay-maintenance][aria-checked=false]")
    equal(server.get("/image")[0], 200)
    keys.act("play-other.json")
    shows(page, "#scenario-name", "other", "the name of the scenario is not shown")
    keys.press("6")
    page.wait_for_selector("#new-session-scenario option", state="attached")
    keys.go_to("new-session")
    keys.type("keys")
    keys.act("create-session")
    page.wait_for_selector("[data-key=open-keys]")
    keys.press("6")
    keys.act("open-keys")
    page.wait_for_function("() => document.getElementById('session').value === 'keys'")
    keys.press("6")
    keys.act("end-keys")
    page.wait_for_function("() => document.getElementById('session').value === 'main'")
    equal([session["name"] for session in server.ask("GET", "/v1/sessions")["sessions"]], ["main"])


def saving(make, server):
    """By keys alone: save the session as a scenario, which plays again."""
    room = make()
    page, keys = room.page, Keys(room.page)
    server.get("/steps")
    room.wait_for_rows(1)
    keys.press("7")
    keys.go_to("save-ticket")
    with page.expect_download() as download:
        keys.press("Enter")
    file = server.folder / "keys.json"
    download.value.save_as(file)
    equal(json.loads(file.read_text())["endpoints"][0]["replies"][0]["status"], 503)
    equal(server.run("lint", str(file)).returncode, 0)


def keyboard(check):
    """Returns a check that fails if the page receives an event of a mouse or a touch."""
    def run(make, server):
        rooms = []

        def watched(**settings):
            room = make(**settings)
            room.page.evaluate("""() => { window.pointers = 0;
                for (const name of ["mousedown", "touchstart", "pointerdown"]) addEventListener(name, () => { pointers += 1; }, true);
            }""")
            rooms.append(room)
            return room

        check(watched, server)
        equal([room.page.evaluate("window.pointers") for room in rooms], [0] * len(rooms))

    run.__name__ = f"keyboard_{check.__name__}"
    return run


ALL = [keyboard(check) for check in [the_list, every_control, changing_the_scenario, changing_replies, acts_and_sessions, saving]]
