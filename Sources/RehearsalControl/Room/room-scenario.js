// The part of the scenario: held replies, endpoints with their positions, quotas, tokens, variables and resources.

import { ExactNumber } from "./room-api.js";
import { button, byID, element, focusKey, report, visible } from "./room-dom.js";

/** The text of a value in a cell. */
const textOf = (value) => typeof value === "string" ? value : value instanceof ExactNumber ? value.source : JSON.stringify(value);

/** The JSON text of a value that was typed in place of another one. Text that is not JSON is a string. */
function typedJSON(text, previous) {
  if (typeof previous === "string") return JSON.stringify(text);
  try {
    JSON.parse(text);
    return text;
  } catch { return JSON.stringify(text); }
}

export class ScenarioPart {
  /** @param panels the parts beside the exchanges */
  constructor(panels) {
    this.panels = panels;
    this.items = new Map();
  }

  get room() { return this.panels.room; }
  get client() { return this.room.client; }
  act(text, action) { return this.panels.act(text, action); }

  clear() { this.items.clear(); }

  content() {
    const { scenario, state } = this.room;
    if (!scenario || !state) return [element("p", {}, "The state is loading.")];
    return [
      element("h2", {}, visible(scenario.name)), element("p", {}, visible(scenario.summary)),
      this.holdsCard(state), this.endpointsTable(scenario, state), this.quotasCard(state), this.tokensCard(scenario, state),
      this.variablesCard(state), this.networkCard(scenario), scenario.resources.map((path) => this.resourceCard(path)),
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
    const rows = scenario.endpoints.map((endpoint, index) => element("tr", {},
      element("th", { scope: "row" }, visible(endpoint.name), endpoint.conditional ? " (with a condition)" : ""),
      element("td", {}, endpoint.overlay ? "overlay" : this.replies(endpoint, state.next?.[index] ?? 0)),
      element("td", {}, state.answered[index] ?? 0, endpoint.perKey ? " (highest count of a key)" : ""),
      element("td", {}, visible(endpoint.place ?? "")),
      element("td", {}, endpoint.overlay ? "" : button("Fail next…", `fail-${index}`, () => this.panels.chooseEndpoint(endpoint)))));
    const more = scenario.endpointCount - scenario.endpoints.length;
    const names = ["Endpoint", "Replies in order", "Answered", "Source", "Action"];
    return element("section", { "aria-label": "endpoints" }, element("h3", {}, "Endpoints"),
      element("div", { class: "scrollx", tabindex: 0, role: "group", "aria-label": "table of the endpoints" },
        element("table", { class: "wide" },
          element("thead", {}, element("tr", {}, names.map((text) => element("th", { scope: "col" }, text)))),
          element("tbody", {}, rows))),
      more > 0 ? element("p", { class: "help" }, `and ${more} more endpoints`) : null);
  }

  /** The replies of an endpoint, of which the next one is marked. */
  replies(endpoint, next) {
    const texts = endpoint.replies.map((reply) =>
      `${reply.status}${reply.times > 1 ? ` ×${reply.times}` : ""}${reply.fault ? ` ${reply.fault}` : ""}${reply.hold ? ` held: ${reply.hold}` : ""}`);
    const parts = texts.map((text, index) => [
      index === 0 ? null : " → ",
      index === next && texts.length > 1 ? element("mark", { title: "the next reply" }, visible(text)) : visible(text),
    ]);
    const hidden = endpoint.replyCount - texts.length;
    if (hidden > 0) parts.push(next >= texts.length ? element("mark", {}, ` → … (reply ${next + 1} of ${endpoint.replyCount} is next)`) : " → …");
    if (next < 0) parts.push(element("b", {}, " no reply left"));
    return parts;
  }

  quotasCard(state) {
    if (!state.quotas?.length) return null;
    const items = state.quotas.map((quota) => {
      const keys = quota.keys > 1 ? `; ${quota.keys} keys, the fullest has` : ";";
      const reset = quota.resetsInSeconds === null ? "" : `, full again in ${quota.resetsInSeconds} s`;
      const text = `${quota.method === "*" ? "any" : quota.method} ${quota.path}: ${quota.limit} requests in ${quota.window}${keys} ${quota.remaining} left${reset}`;
      return element("li", {}, element("meter", { min: 0, max: quota.limit, value: quota.remaining, "aria-label": `requests left of ${quota.path}` }), " ", visible(text));
    });
    return element("section", { class: "card", "aria-label": "quotas" }, element("h3", {}, "Quotas"), element("ul", { class: "plain" }, items));
  }

  tokensCard(scenario, state) {
    const tokens = state.tokens;
    if (!tokens) return null;
    const pairs = [["valid", tokens.valid], ["expired", tokens.expired], ["revoked", tokens.revoked], ["refresh tokens", tokens.refreshable]];
    return element("section", { class: "card", "aria-label": "tokens" }, element("h3", {}, "Tokens"),
      element("p", {}, visible(`A token is required for ${scenario.protects.join(", ") || "no path"}.`)),
      element("dl", { class: "facts" }, pairs.map(([name, count]) => [element("dt", {}, name), element("dd", {}, count)])));
  }

  networkCard(scenario) {
    if (scenario.network.length === 0) return null;
    return element("section", { class: "card", "aria-label": "network" }, element("h3", {}, "Network"), element("p", {}, visible(scenario.network.join(", then "))));
  }

  variablesCard(state) {
    const entries = Object.entries(state.variables ?? {});
    if (entries.length === 0) return null;
    return element("section", { class: "card", "aria-label": "state" }, element("h3", {}, "State"),
      element("dl", { class: "facts" }, entries.map(([name, value]) => [element("dt", {}, visible(name)), element("dd", {}, visible(JSON.stringify(value)))])));
  }

  async loadItems() {
    for (const path of this.room.scenario?.resources ?? []) {
      try { this.items.set(path, await this.client.readExact(`items?resource=${encodeURIComponent(path)}`)); } catch (error) { report(error.message); }
    }
    this.panels.update("items");
  }

  resourceCard(path) {
    const list = this.items.get(path);
    // The texts of values are sent as they were typed, because JavaScript would round large numbers.
    const change = (members, text) => this.act(text, async () => {
      this.items.set(path, await this.client.actText("items", `{"resource": ${JSON.stringify(path)}, ${members}}`));
      this.panels.update("items");
    });
    const names = Array.from(new Set((list?.items ?? []).slice(0, 100).flatMap(Object.keys))).slice(0, 12);
    const cell = (item, name) => {
      const id = String(item[list.id]);
      const value = Object.hasOwn(item, name) ? item[name] : undefined;
      const text = value === undefined ? "" : textOf(value);
      if (name === list.id) return element("th", { scope: "row" }, visible(text));
      const input = element("input", { value: text, "aria-label": `${name} of ${id}`, "data-key": `${path}-${id}-${name}` });
      let isEntered = false;
      input.addEventListener("keydown", (event) => { isEntered = event.key === "Enter"; });
      input.addEventListener("change", async () => {
        const changed = typedJSON(input.value, value);
        // The table is shown again while no field has the focus. After Enter, the focus returns to the field.
        const returns = isEntered;
        input.blur();
        await change(`"id": ${JSON.stringify(id)}, "changes": {${JSON.stringify(name)}: ${changed}}`, `${name} of ${id} changed`);
        if (!returns) return;
        this.panels.render();
        focusKey(byID("part-scenario"), `${path}-${id}-${name}`);
      });
      return element("td", {}, input);
    };
    const rows = (list?.items ?? []).slice(0, 200).map((item) => element("tr", {}, names.map((name) => cell(item, name)),
      element("td", {}, button("Remove", `remove-${path}-${item[list.id]}`, () => change(`"id": ${JSON.stringify(String(item[list.id]))}`, "removed"), { "aria-label": `Remove ${item[list.id]}` }))));
    const field = element("textarea", { rows: 3, "aria-label": `new item of ${path}`, spellcheck: "false", "data-draft": `item-${path}` });
    field.value = "{}";
    return element("section", { class: "card", "aria-label": `resource ${path}` },
      element("div", { class: "actions" }, element("h3", {}, `Resource ${visible(path)}`), element("span", {}, list ? `${list.total} items` : ""),
        button("Read again", `read-${path}`, () => this.loadItems())),
      list ? element("div", { class: "scrollx", tabindex: 0, role: "group", "aria-label": `items of ${path}` }, element("table", {},
        element("thead", {}, element("tr", {}, [...names, "action"].map((name) => element("th", { scope: "col" }, visible(name))))), element("tbody", {}, rows))) : null,
      field, button("Add item", `add-${path}`, () => {
        try {
          JSON.parse(field.value);
          change(`"item": ${field.value}`, "added");
          field.value = "{}";
        } catch (error) { report(error.message); }
      }));
  }
}
