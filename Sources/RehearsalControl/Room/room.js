// The control room: connects to the server and combines the parts of the page.

import { Client, EventStream } from "./room-api.js";
import { announce, byID, report, visible } from "./room-dom.js";
import { Detail } from "./room-detail.js";
import { List, Store } from "./room-list.js";
import { Panels } from "./room-panels.js";

class Room {
  constructor(client, server) {
    this.client = client;
    this.server = server;
    this.store = new Store();
    this.detail = new Detail(this);
    this.list = new List(this.store, (row) => this.detail.open(row));
    this.panels = new Panels(this);
    this.scenario = null;
    this.state = null;
    this.expectations = [];
    this.startedAt = null;
    /** The number of exchanges that the server has dropped: before the current connection, and all. */
    this.droppedBefore = 0;
    this.dropped = 0;
    this.stream = new EventStream(this.client, {
      event: (name, data) => this.received(name, data),
      status: (text) => this.showStatus(text, "lost"),
      rejected: (error) => this.rejected(error),
    });
  }

  get baseURL() { return this.state?.session.baseURL ?? ""; }
  /** Whether the server can write endpoints to a file. */
  get canSave() { return Boolean(this.server.savesEndpoints); }

  /** Connects again with another token. */
  reconnect(client, server) {
    this.server = server;
    this.client.token = client.token;
    this.open(this.client.session);
  }

  /** Shows a session from its beginning. */
  open(session) {
    this.client.session = session;
    this.store.clear();
    this.list.selected = null;
    this.list.refresh();
    this.detail.close();
    this.forgetDropped();
    this.stream.start();
    this.panels.sessionChanged();
  }

  bind() {
    const filter = byID("filter");
    filter.addEventListener("input", () => {
      byID("list").dataset.filtered = String(filter.value.trim() !== "");
      this.list.setFilter(filter.value);
    });
    filter.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" && event.key !== "ArrowDown") return;
      event.preventDefault();
      byID("list").focus();
    });
    byID("pause").addEventListener("click", () => this.pause(!this.list.isPaused));
    byID("clear").addEventListener("click", () => this.clear());
    byID("session").addEventListener("change", (event) => this.open(event.target.value));
    document.addEventListener("keydown", (event) => this.pressed(event));
    this.bindTabs();
  }

  bindTabs() {
    this.tabs = Array.from(document.querySelectorAll("[role=tab]"));
    this.tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.showTab(tab.id.slice(4)));
      tab.addEventListener("keydown", (event) => {
        const moves = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: this.tabs.length - 1 };
        if (!Object.hasOwn(moves, event.key)) return;
        event.preventDefault();
        const next = this.tabs[(moves[event.key] + this.tabs.length) % this.tabs.length];
        this.showTab(next.id.slice(4));
        next.focus();
      });
    });
  }

  showTab(name) {
    for (const tab of this.tabs) {
      const isShown = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      byID(tab.getAttribute("aria-controls")).hidden = !isShown;
    }
    this.panels.shown(name);
    if (name === "exchanges") this.list.schedule();
  }

  pressed(event) {
    const isTyping = event.target.closest("input, textarea, select") !== null;
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "/") {
      this.showTab("exchanges");
      byID("filter").focus();
    } else if (event.key === "p") this.pause(!this.list.isPaused);
    else if (event.key === "Escape") this.detail.close();
    else if (/^[1-7]$/.test(event.key)) {
      const tab = this.tabs[Number(event.key) - 1];
      this.showTab(tab.id.slice(4));
      tab.focus();
    } else return;
    event.preventDefault();
  }

  pause(isPaused) {
    this.list.setPaused(isPaused);
    byID("pause").setAttribute("aria-pressed", String(isPaused));
    announce(isPaused ? "paused" : "live");
  }

  clear() {
    this.store.clear();
    this.list.selected = null;
    this.list.refresh();
    announce("the list was cleared");
  }

  /** Opens the part for the next reply, with the method and path of an exchange. */
  chooseFault(exchange) {
    this.showTab("next");
    this.panels.chooseFault(exchange);
  }

  received(name, data) {
    const handlers = {
      hello: () => this.begin(data),
      exchanges: () => this.addExchanges(data.exchanges),
      mark: () => this.list.added([this.store.addMark(data)], false),
      state: () => this.setState(data),
      scenario: () => this.setScenario(data),
      expectations: () => { this.expectations = data.expectations; this.panels.update("expectations"); },
      dropped: () => this.showDropped(data.exchanges),
    };
    if (Object.hasOwn(handlers, name)) handlers[name]();
  }

  begin(hello) {
    this.showStatus("live", "live");
    this.startedAt = Date.parse(hello.startedAt);
    this.droppedBefore = this.dropped;
    if (hello.continued) return;
    // A server that was started again has other exchanges with the same numbers.
    this.forgetDropped();
    this.detail.close();
    if (this.store.rows.length === 0) return;
    this.store.clear();
    this.list.selected = null;
    this.list.refresh();
  }

  forgetDropped() {
    this.droppedBefore = 0;
    this.dropped = 0;
    byID("dropped").hidden = true;
  }

  addExchanges(exchanges) {
    const added = [];
    let hasChanges = false;
    for (const exchange of exchanges) {
      const row = this.store.add(exchange);
      if (row) added.push(row);
      else hasChanges = true;
      if (exchange.number === this.detail.number) this.detail.load();
    }
    this.list.added(added, hasChanges);
  }

  setState(state) {
    this.state = state;
    this.panels.update("state");
  }

  setScenario(scenario) {
    this.scenario = scenario;
    byID("scenario-name").textContent = visible(scenario.summary ? `${scenario.name}: ${scenario.summary}` : scenario.name);
    document.title = `${visible(scenario.name)} – control room`;
    this.panels.update("scenario");
  }

  /** @param count the number of dropped exchanges of the current connection */
  showDropped(count) {
    this.dropped = this.droppedBefore + count;
    const node = byID("dropped");
    node.hidden = false;
    node.textContent = `${this.dropped} exchanges are not in this list, because they arrived faster than the page read them.`;
  }

  showStatus(text, kind) {
    const node = byID("connection");
    node.textContent = text;
    node.className = kind;
  }

  rejected(error) {
    if (error.status === 404) {
      this.showStatus(`the session ${this.client.session} has ended`, "lost");
      report(error.message);
      this.showTab("sessions");
      return;
    }
    this.showStatus("not connected", "lost");
    signIn(error.message);
  }
}

/** Asks for the token, because the URL had none or the server rejected it. */
function signIn(message) {
  byID("room").hidden = true;
  byID("sign-in").hidden = false;
  byID("sign-in-error").textContent = message;
  byID("token").focus();
}

let room = null;

/** Connects with a token: that of the server, or the key of a session. */
async function connect(token, session) {
  const client = new Client(token);
  client.session = session;
  let server = {};
  try {
    server = await client.json("GET", session === "main" ? "/v1" : client.path);
  } catch (error) {
    return signIn(error.message);
  }
  byID("sign-in").hidden = true;
  byID("room").hidden = false;
  if (room) return room.reconnect(client, server);
  room = new Room(client, server);
  room.bind();
  room.open(session);
}

function begin() {
  // The token is removed from the address, so that it does not stay in the history or in a copied URL.
  const values = new URLSearchParams(location.hash.slice(1));
  const [token, session] = [values.get("token"), values.get("session") ?? "main"];
  if (location.hash !== "") history.replaceState(null, "", location.pathname);
  byID("sign-in").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = byID("token").value.trim();
    byID("token").value = "";
    connect(typed, session);
  });
  if (token) connect(token, session);
  else signIn("");
}

begin();
