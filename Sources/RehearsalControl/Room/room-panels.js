// The parts beside the exchanges: scenario, acts, next reply, expectations, sessions and save.

import { announce, button, byID, download, element, report, show, visible } from "./room-dom.js";

export class Panels {
  constructor(room) {
    this.room = room;
    this.current = "exchanges";
    this.scenarios = null;
    this.faults = null;
    this.items = new Map();
    this.next = { method: "*", path: "/", fault: "F05", search: "" };
  }

  get client() { return this.room.client; }

  /** Runs an action. Shows its error, or announces its success. */
  async act(text, action) {
    try {
      const result = await action();
      announce(text);
      return result;
    } catch (error) {
      report(error.message);
      return null;
    }
  }

  sessionChanged() {
    this.items.clear();
    this.loadSessions();
    this.render();
  }

  shown(name) {
    this.current = name;
    if (name === "acts" && this.scenarios === null) this.loadScenarios();
    if (name === "next" && this.faults === null) this.loadFaults();
    if (name === "sessions") this.loadSessions();
    if (name === "scenario") this.loadItems();
    this.render();
  }

  /** Shows the current part again if it depends on what has changed. */
  update(kind) {
    const parts = { state: ["scenario", "acts", "next"], scenario: ["scenario", "acts", "next"], expectations: ["expectations"] };
    if (kind === "scenario" && this.current === "scenario") this.loadItems();
    if (parts[kind].includes(this.current)) this.render();
    this.updateLabels();
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

  render() {
    const makers = {
      scenario: () => this.scenarioPart(), acts: () => this.actsPart(), next: () => this.nextPart(),
      expectations: () => this.expectationsPart(), sessions: () => this.sessionsPart(), save: () => this.savePart(),
    };
    const make = makers[this.current];
    if (make && !byID(`part-${this.current}`).querySelector(":focus:is(input, textarea)")) show(byID(`part-${this.current}`), make());
  }

  // Scenario

  scenarioPart() {
    const { scenario, state } = this.room;
    if (!scenario || !state) return [element("p", {}, "The state is loading.")];
    return [
      element("h2", {}, visible(scenario.name)), element("p", {}, visible(scenario.summary)),
      this.holdsCard(state), this.endpointsTable(scenario, state), this.variablesCard(state), this.policies(scenario),
      scenario.resources.map((path) => this.resourceCard(path)),
    ];
  }

  holdsCard(state) {
    const session = state.session;
    if (session.holds.length === 0 && session.waiting.length === 0) return null;
    const names = Array.from(new Set([...session.holds, ...session.waiting]));
    return element("section", { class: "card", "aria-label": "held replies" }, element("h3", {}, "Held replies"),
      names.map((name) => element("div", { class: "actions" },
        element("span", {}, visible(name)),
        element("span", { class: "state" }, session.waiting.includes(name) ? "a reply waits" : "no reply waits"),
        button(`Release ${name}`, `release-${name}`, () => this.act(`${name} released`, () => this.client.act("release", { hold: name }))),
        button(`Hold ${name} again`, `hold-${name}`, () => this.act(`${name} held again`, () => this.client.act("hold", { hold: name }))))));
  }

  endpointsTable(scenario, state) {
    const rows = scenario.endpoints.map((endpoint, index) => {
      const replies = endpoint.replies.map((reply) =>
        `${reply.status}${reply.times > 1 ? ` ×${reply.times}` : ""}${reply.fault ? ` ${reply.fault}` : ""}${reply.hold ? ` held: ${reply.hold}` : ""}`);
      const text = endpoint.overlay ? "overlay" : replies.join(" → ") + (endpoint.replyCount > endpoint.replies.length ? " → …" : "");
      return element("tr", {},
        element("th", { scope: "row" }, visible(endpoint.name), endpoint.conditional ? " (with a condition)" : ""),
        element("td", {}, visible(text)), element("td", {}, state.answered[index] ?? 0), element("td", {}, visible(endpoint.place ?? "")),
        element("td", {}, endpoint.overlay ? "" : button("Fail next…", `fail-${index}`, () => this.chooseEndpoint(endpoint))));
    });
    return element("section", { "aria-label": "endpoints" }, element("h3", {}, "Endpoints"),
      element("div", { class: "scrollx", tabindex: 0, role: "group", "aria-label": "table of the endpoints" },
        element("table", { class: "wide" },
          element("thead", {}, element("tr", {}, ["Endpoint", "Replies in order", "Answered", "Source", "Action"].map((text) => element("th", { scope: "col" }, text)))),
          element("tbody", {}, rows))));
  }

  variablesCard(state) {
    const entries = Object.entries(state.variables ?? {});
    if (entries.length === 0) return null;
    return element("section", { class: "card", "aria-label": "state" }, element("h3", {}, "State"),
      element("dl", { class: "facts" }, entries.map(([name, value]) => [element("dt", {}, visible(name)), element("dd", {}, visible(JSON.stringify(value)))])));
  }

  policies(scenario) {
    const lines = [
      ...scenario.quotas.map((quota) => `quota: ${quota.limit} requests in a window for ${quota.path}`),
      ...(scenario.protects.length > 0 ? [`a token is required for ${scenario.protects.join(", ")}`] : []),
      ...(scenario.network.length > 0 ? [`network: ${scenario.network.join(", then ")}`] : []),
    ];
    if (lines.length === 0) return null;
    return element("section", { class: "card", "aria-label": "policies" }, element("h3", {}, "Policies"), element("ul", {}, lines.map((line) => element("li", {}, visible(line)))));
  }

  async loadItems() {
    for (const path of this.room.scenario?.resources ?? []) {
      try { this.items.set(path, await this.client.read(`items?resource=${encodeURIComponent(path)}`)); } catch (error) { report(error.message); }
    }
    if (this.current === "scenario") this.render();
  }

  resourceCard(path) {
    const list = this.items.get(path);
    const change = (body, text) => this.act(text, async () => {
      this.items.set(path, await this.client.act("items", { resource: path, ...body }));
      this.render();
    });
    const names = Array.from(new Set((list?.items ?? []).slice(0, 100).flatMap(Object.keys))).slice(0, 12);
    const cell = (item, name) => {
      const id = String(item[list.id]);
      const value = item[name];
      const text = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
      if (name === list.id) return element("th", { scope: "row" }, visible(text));
      const input = element("input", { value: text, "aria-label": `${name} of ${id}`, "data-key": `${path}-${id}-${name}` });
      input.addEventListener("change", () => {
        let changed = input.value;
        if (typeof value !== "string") { try { changed = JSON.parse(changed); } catch { /* It stays a text. */ } }
        input.blur();
        change({ id, item: { ...item, [name]: changed } }, `${name} of ${id} changed`);
      });
      return element("td", {}, input);
    };
    const rows = (list?.items ?? []).slice(0, 200).map((item) => element("tr", {}, names.map((name) => cell(item, name)),
      element("td", {}, button("Remove", `remove-${path}-${item[list.id]}`, () => change({ id: String(item[list.id]) }, "removed"), { "aria-label": `Remove ${item[list.id]}` }))));
    const field = element("textarea", { rows: 3, "aria-label": `new item of ${path}`, spellcheck: "false" });
    field.value = "{}";
    return element("section", { class: "card", "aria-label": `resource ${path}` },
      element("div", { class: "actions" }, element("h3", {}, `Resource ${visible(path)}`), element("span", {}, list ? `${list.total} items` : ""),
        button("Read again", `read-${path}`, () => this.loadItems())),
      list ? element("div", { class: "scrollx", tabindex: 0, role: "group", "aria-label": `items of ${path}` }, element("table", {},
        element("thead", {}, element("tr", {}, [...names, "action"].map((name) => element("th", { scope: "col" }, visible(name))))), element("tbody", {}, rows))) : null,
      field, button("Add item", `add-${path}`, () => {
        try { change({ item: JSON.parse(field.value) }, "added"); } catch (error) { report(error.message); }
      }));
  }

  // Acts

  async loadScenarios() {
    const result = await this.act("scenarios loaded", () => this.client.json("GET", "/v1/scenarios"));
    this.scenarios = result?.scenarios ?? [];
    this.render();
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
    const result = await this.act("faults loaded", () => this.client.json("GET", "/v1/faults"));
    this.faults = (result?.faults ?? []).filter((fault) => fault.nextReply);
    this.render();
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
    const name = element("input", { id: "new-session", autocomplete: "off", spellcheck: "false", "data-key": "new-session" });
    return [
      element("h2", {}, "Sessions"),
      element("div", { class: "scrollx", tabindex: 0, role: "group", "aria-label": "table of the sessions" }, element("table", { class: "wide" },
        element("thead", {}, element("tr", {}, ["Name", "Scenario", "Base URL", "Requests", "Unexpected", "Ends", "Action"].map((text) => element("th", { scope: "col" }, text)))),
        element("tbody", {}, rows))),
      element("div", { class: "actions" }, button("Read again", "read-sessions", () => this.loadSessions())),
    ];
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
