// The parts beside the exchanges: scenario, acts, next reply, expectations, sessions and save.

import { announce, button, byID, download, element, report, show, visible } from "./room-dom.js";
import { ScenarioPart } from "./room-scenario.js";

/** The minimum time in milliseconds between two changes of a part. */
const INTERVAL = 200;

export class Panels {
  constructor(room) {
    this.room = room;
    this.current = "exchanges";
    this.scenarios = null;
    this.faults = null;
    this.scenarioPart = new ScenarioPart(this);
    this.timer = null;
    this.next = { method: "*", path: "/", fault: "F05", search: "" };
  }

  get client() { return this.room.client; }

  /** Runs an action. Shows its error, or announces its success with a text. */
  async act(text, action) {
    try {
      const result = await action();
      if (text !== null) announce(text);
      return result;
    } catch (error) {
      report(error.message);
      return null;
    }
  }

  sessionChanged() {
    this.scenarioPart.clear();
    this.loadSessions();
    this.render();
  }

  shown(name) {
    this.current = name;
    if (name === "acts" && this.scenarios === null) this.loadScenarios();
    if (name === "next" && this.faults === null) this.loadFaults();
    if (name === "sessions") {
      this.loadSessions();
      if (this.scenarios === null) this.loadScenarios();
    }
    if (name === "scenario") this.scenarioPart.loadItems();
    this.render();
  }

  /** Shows the current part again if it depends on what has changed. */
  update(kind) {
    const parts = {
      state: ["scenario", "acts", "next"], scenario: ["scenario", "acts", "next"], expectations: ["expectations"], items: ["scenario"],
    };
    if (kind === "scenario" && this.current === "scenario") this.scenarioPart.loadItems();
    if (parts[kind].includes(this.current)) this.schedule();
    this.updateLabels();
  }

  /** Shows the current part again soon. Several changes at once are shown together. */
  schedule() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.render();
    }, INTERVAL);
  }

  /** The labels of the tabs say what needs attention. */
  updateLabels() {
    const unmet = this.room.expectations.filter((item) => !item.met).length;
    byID("tab-expectations").textContent = unmet > 0 ? `Expectations (${unmet} unmet)` : "Expectations";
    const waiting = this.room.state?.session.waiting.length ?? 0;
    byID("tab-scenario").textContent = waiting > 0 ? `Scenario (${waiting} held)` : "Scenario";
    const on = (this.room.state?.overlays ?? []).filter((overlay) => overlay.on).length;
    byID("tab-acts").textContent = on > 0 ? `Acts (${on} on)` : "Acts";
  }

  /** Shows the current part again, unless the user is in one of its fields. */
  render() {
    if (!byID(`part-${this.current}`).querySelector(":focus:is(input, textarea, select)")) this.replace();
  }

  /** Shows the current part again. */
  replace() {
    const makers = {
      scenario: () => this.scenarioPart.content(), acts: () => this.actsPart(), next: () => this.nextPart(),
      expectations: () => this.expectationsPart(), sessions: () => this.sessionsPart(), save: () => this.savePart(),
    };
    const make = makers[this.current];
    if (make) show(byID(`part-${this.current}`), make());
  }

  // Acts

  async loadScenarios() {
    const result = await this.act(null, () => this.client.json("GET", "/v1/scenarios"));
    this.scenarios = result?.scenarios ?? [];
    if (["acts", "sessions"].includes(this.current)) this.replace();
  }

  actsPart() {
    const overlays = this.room.state?.overlays ?? [];
    const playing = this.room.scenario?.name;
    return [
      element("section", { "aria-label": "overlays" }, element("h2", {}, "Overlays"),
        element("p", { class: "help" }, "An overlay lies above the scenario. Sequences, state, tokens and held replies continue."),
        element("div", { class: "cards" }, overlays.map((overlay) => element("div", { class: "card" },
          element("h3", {}, visible(overlay.name)), element("p", {}, visible(overlay.summary)),
          element("button", {
            type: "button", role: "switch", "aria-checked": String(overlay.on), "data-key": `overlay-${overlay.name}`, "aria-label": overlay.name,
            onclick: () => this.act(`${overlay.name} ${overlay.on ? "off" : "on"}`, () => this.client.act("overlays", { overlay: overlay.name, on: !overlay.on })),
          }, overlay.on ? "on" : "off"))))),
      element("section", { "aria-label": "scenarios" }, element("h2", {}, "Scenarios"),
        element("div", { class: "actions" },
          button("Reset", "reset", () => this.act("the scenario was reset", () => this.client.act("reset"))),
          button("List again", "list-again", () => this.loadScenarios()),
          element("span", { class: "help" }, "Reset starts the scenario again, without overlays and other changes.")),
        this.scenarios === null ? element("p", {}, "The list is loading.") : null,
        this.scenarios?.length === 0 ? element("p", {}, "The folder of the scenario contains no scenarios.") : null,
        element("div", { class: "cards" }, (this.scenarios ?? []).map((item) => element("div", { class: "card" },
          element("h3", {}, visible(item.errors > 0 ? item.path : item.name)), element("p", {}, visible(item.summary)),
          element("p", { class: "help" }, visible(`${item.path}, ${item.endpoints} endpoints`)),
          item.errors > 0
            ? element("p", { class: "state unmet" }, `cannot be played: ${item.errors} errors`)
            : element("div", { class: "actions" },
              button("Play", `play-${item.path}`, () => this.act(`${item.name} plays`, () => this.client.act("play", { file: item.file })), { "aria-label": `Play ${item.name}` }),
              item.name === playing ? element("span", { class: "state on" }, "plays now") : null))))),
    ];
  }

  // Next reply

  async loadFaults() {
    const result = await this.act(null, () => this.client.json("GET", "/v1/faults"));
    this.faults = (result?.faults ?? []).filter((fault) => fault.nextReply);
    if (this.current === "next") this.replace();
  }

  chooseFault(exchange) {
    this.next = { ...this.next, method: exchange.method, path: exchange.target.split("?")[0] };
    this.showNext();
  }

  chooseEndpoint(endpoint) {
    this.next = { ...this.next, method: endpoint.method, path: endpoint.path };
    this.room.showTab("next");
    this.showNext();
  }

  showNext() {
    this.render();
    byID("next-fault")?.focus();
  }

  nextPart() {
    const next = this.next;
    const endpoints = (this.room.scenario?.endpoints ?? []).filter((endpoint) => !endpoint.overlay);
    const pending = this.room.state?.nextReplies ?? [];
    const faults = this.faults ?? [];
    const sentence = element("p", { id: "next-sentence", "aria-live": "polite" });
    const describe = () => {
      const fault = faults.find((fault) => fault.id === next.fault);
      sentence.textContent = fault ? `${fault.wire} URLSession: ${fault.urlSession ?? "not measured"}` : "";
    };
    const field = (name, id, label, list) => {
      const input = element("input", { id, value: next[name], list, spellcheck: "false", autocomplete: "off", "data-key": id });
      input.addEventListener("input", () => { next[name] = input.value; });
      return element("p", { class: "field" }, element("label", { for: id }, label), input);
    };
    const select = element("select", { id: "next-fault", "data-key": "next-fault" }, faults.map((fault) =>
      element("option", { value: fault.id, selected: fault.id === next.fault }, `${fault.id} ${fault.title}`)));
    select.addEventListener("change", () => { next.fault = select.value; describe(); });
    describe();
    return [
      element("h2", {}, "Next reply"),
      element("form", {
        id: "next-form",
        onsubmit: (event) => {
          event.preventDefault();
          this.act(`the next ${next.method} ${next.path} fails`, () => this.client.act("next-reply", { method: next.method.trim(), path: next.path.trim(), fault: next.fault }));
        },
      },
      field("method", "next-method", "The next request with the method (* for any)", "next-methods"),
      field("path", "next-path", "and the path", "next-paths"),
      element("p", { class: "field" }, element("label", { for: "next-fault" }, "fails with"), select), sentence,
      element("div", { class: "actions" }, element("button", { "data-key": "next-set" }, "Set"),
        button("Cancel all", "next-cancel", () => this.act("cancelled", () => this.client.act("next-reply", undefined, "DELETE")), { disabled: pending.length === 0 })),
      element("datalist", { id: "next-methods" }, ["*", "GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => element("option", { value: method }))),
      element("datalist", { id: "next-paths" }, endpoints.map((endpoint) => element("option", { value: endpoint.path })))),
      element("section", { "aria-label": "set for next replies" }, element("h3", {}, "Set, and not yet sent"),
        pending.length === 0 ? element("p", {}, "none") : element("ul", {}, pending.map((item) => element("li", {}, visible(`${item.endpoint}: ${item.fault}`))))),
      element("p", { class: "help" }, "Only the next matching request fails. Later requests receive the replies of the scenario, whose sequence does not advance."),
    ];
  }

  // Expectations

  expectationsPart() {
    const items = this.room.expectations;
    return [
      element("h2", {}, "Expectations"),
      items.length === 0 ? element("p", {}, "The scenario has no expectations.") : null,
      element("div", {}, items.map((item) => element("section", { class: "card", "aria-label": visible(item.title) },
        element("h3", {}, element("span", { class: `state ${item.met ? "met" : "unmet"}` }, item.met ? "met: " : "unmet: "), visible(item.title)),
        item.place ? element("p", { class: "help" }, visible(item.place)) : null,
        item.findings.map((finding) => [
          element("p", {}, visible(finding.message)),
          element("ul", {}, finding.requests.map((line, index) => element("li", {}, element("code", {}, visible(line)), " ",
            button("Show", `arrival-${finding.numbers[index]}`, () => this.open(finding.numbers[index]), { "aria-label": `Show exchange ${finding.numbers[index]}` })))),
        ]),
        item.findingCount > item.findings.length ? element("p", { class: "help" }, `and ${item.findingCount - item.findings.length} more`) : null))),
    ];
  }

  open(number) {
    this.room.showTab("exchanges");
    this.room.detail.open({ number });
  }

  // Sessions

  async loadSessions() {
    try {
      this.sessions = (await this.client.json("GET", "/v1/sessions")).sessions;
    } catch {
      // The key of one session does not permit the list.
      this.sessions = this.room.state ? [this.room.state.session] : [];
    }
    const select = byID("session");
    show(select, this.sessions.map((session) => element("option", { value: session.name, selected: session.name === this.client.session }, session.name)));
    select.value = this.client.session;
    if (this.current === "sessions") this.render();
  }

  sessionsPart() {
    const rows = (this.sessions ?? []).map((session) => element("tr", {},
      element("th", { scope: "row" }, session.name), element("td", {}, visible(session.scenario)), element("td", {}, visible(session.baseURL)),
      element("td", {}, session.requests), element("td", {}, session.unexpected), element("td", {}, session.expiresAt ?? ""),
      element("td", {}, session.name === this.client.session ? "open" : button("Open", `open-${session.name}`, () => { this.room.open(session.name); }, { "aria-label": `Open ${session.name}` }), " ",
        session.name === "main" ? "" : button("End", `end-${session.name}`, () => this.end(session.name), { "aria-label": `End ${session.name}` }))));
    return [
      element("h2", {}, "Sessions"),
      element("div", { class: "scrollx", tabindex: 0, role: "group", "aria-label": "table of the sessions" }, element("table", { class: "wide" },
        element("thead", {}, element("tr", {}, ["Name", "Scenario", "Base URL", "Requests", "Unexpected", "Ends", "Action"].map((text) => element("th", { scope: "col" }, text)))),
        element("tbody", {}, rows))),
      element("div", { class: "actions" }, button("Read again", "read-sessions", () => this.loadSessions())),
      this.newSessionForm(),
    ];
  }

  newSessionForm() {
    const playable = (this.scenarios ?? []).filter((item) => item.errors === 0);
    const field = (id, label, control) => element("p", { class: "field" }, element("label", { for: id }, label), control);
    const name = element("input", {
      id: "new-session", autocomplete: "off", spellcheck: "false", pattern: "[A-Za-z0-9._\\-]{1,64}", "data-key": "new-session", "data-draft": "new-session",
    });
    const scenario = element("select", { id: "new-session-scenario", required: true, "data-key": "new-session-scenario", "data-draft": "new-session-scenario" },
      playable.map((item) => element("option", { value: item.file }, visible(`${item.name} (${item.path})`))));
    const port = element("select", { id: "new-session-port", "data-key": "new-session-port", "data-draft": "new-session-port" },
      element("option", { value: "shared" }, "the port of the first session, below /~NAME"), element("option", { value: "own" }, "a port of its own"));
    const create = () => this.act("the session was created", async () => {
      const body = { file: scenario.value };
      if (name.value.trim() !== "") body.name = name.value.trim();
      if (port.value === "own") body.port = 0;
      const session = await this.client.json("POST", "/v1/sessions", body);
      name.value = "";
      await this.loadSessions();
      announce(`the session ${session.name} was created`);
    });
    return element("form", { class: "card", "aria-label": "new session", onsubmit: (event) => { event.preventDefault(); create(); } },
      element("h3", {}, "New session"),
      field("new-session", "Name (k1, k2 and so on by default)", name), field("new-session-scenario", "Scenario", scenario),
      field("new-session-port", "Port", port),
      element("button", { "data-key": "create-session", disabled: playable.length === 0 }, "Create session"));
  }

  async end(name) {
    await this.act(`${name} ended`, () => this.client.json("DELETE", `/v1/sessions/${encodeURIComponent(name)}`));
    if (name === this.client.session) this.room.open("main");
    else this.loadSessions();
  }

  // Save

  savePart() {
    const save = (label, verb, suffix, type) => element("div", { class: "card" }, element("h3", {}, label[0]), element("p", {}, label[1]),
      button("Save", `save-${verb}`, () => this.act("saved", async () => {
        const response = await this.client.fetch("GET", `${this.client.path}/${verb}`);
        download(`${this.client.session}${suffix}`, type, await response.blob());
      }), { "aria-label": `Save ${label[0]}` }));
    return [
      element("h2", {}, "Save"), element("p", { class: "help" }, "Secrets are redacted in all of them."),
      element("div", { class: "cards" },
        save(["Scenario", "The replies of this session in their order, with faults and held times: a ticket that rehearsal run reproduces."], "ticket", "-ticket.json", "application/json"),
        save(["Journal", "Every exchange as one line of JSON."], "journal", ".ndjson", "application/x-ndjson"),
        save(["HAR", "A recording for other tools, with the replies that were captured."], "har", ".har", "application/json")),
    ];
  }
}
