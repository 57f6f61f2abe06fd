// The detail of an exchange: request and reply side by side, and texts to copy.

import { bodyView, startLine } from "./room-body.js";
import { curl, endpointText, swift } from "./room-copy.js";
import { announce, button, byID, durationText, element, report, show, visible } from "./room-dom.js";

/** The maximum number of header fields in a table. The raw message has all of them. */
const FIELDS = 500;

function headerTable(message, name) {
  const fields = message.headers ?? [];
  const rows = fields.slice(0, FIELDS).map(([field, value]) =>
    element("tr", {}, element("th", { scope: "row" }, visible(field)), element("td", {}, visible(value))));
  if (rows.length === 0) return element("p", { class: "help" }, "no headers");
  const more = fields.length - rows.length;
  const rest = more > 0 ? element("p", { class: "help" }, `and ${more} more fields`) : null;
  return [element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `headers of the ${name}` },
    element("table", {}, element("caption", { class: "visually-hidden" }, `headers of the ${name}`), element("tbody", {}, rows))), rest];
}

/** The reason for which the page has no reply, and what the journal has instead. */
function absence(exchange) {
  const known = `The journal has the status, the times and the number of bytes: ${exchange.written}.`;
  switch (exchange.capture) {
    case "pending": return "The exchange has not ended, and no byte of its reply is available yet.";
    case "empty": return "The server sent no byte.";
    case "discarded":
      return `The reply was captured and has been discarded since, because newer replies needed the memory. ${known}`;
    default:
      return "The reply was not captured, because no control room was open when the server sent it. "
        + `${known} With --har FILE, serve captures all replies.`;
  }
}

function requestPart(exchange) {
  return element("section", { "aria-label": "request" },
    element("h3", {}, "Request"),
    element("p", { class: "line" }, visible(startLine({ ...exchange, status: undefined }))),
    headerTable(exchange, "request"), bodyView(exchange, "request"));
}

function replyPart(exchange) {
  const reply = exchange.reply;
  const children = [element("h3", {}, "Reply")];
  if (!reply) {
    children.push(element("p", { class: "line" }, exchange.status === null ? "no status" : `status ${exchange.status}`),
      element("p", { class: "notice uncaptured" }, absence(exchange)));
  } else if (reply.status === 0) {
    children.push(element("p", { class: "line" }, "The bytes are not a complete HTTP reply."), bodyView(reply, "reply", { hasHead: false }));
  } else {
    children.push(element("p", { class: "line" }, visible(startLine(reply))), headerTable(reply, "reply"), bodyView(reply, "reply"));
  }
  return element("section", { "aria-label": "reply" }, children);
}

/** The instants of the exchange, in order. */
function timeline(exchange) {
  const instants = [
    ["first byte of the request", exchange.at], ["head complete", exchange.headAt], ["body complete", exchange.bodyAt],
    ["first byte of the reply", exchange.reply?.firstByteAt], ["last byte of the reply", exchange.reply?.lastByteAt],
    ["client closed", exchange.peerClosedAt], ["end", exchange.endAt],
  ].filter(([, at]) => at !== null && at !== undefined).sort((left, right) => left[1] - right[1]);
  const items = instants.map(([name, at]) => element("li", {},
    element("b", {}, `+${durationText(Math.round((at - exchange.at) / 1000))} `), name));
  return element("section", { "aria-label": "timeline" }, element("h3", {}, "Timeline"), element("ol", { class: "timeline" }, items));
}

function facts(exchange) {
  const pairs = [
    ["answered by", exchange.endpoint], ["decision", exchange.decision], ["fault", exchange.fault], ["policy", exchange.policy],
    ["end", exchange.end ?? "still open"], ["violation", exchange.violation],
    ["connection", `${exchange.connection}, exchange ${exchange.exchange}`],
    ["cookies of another server", exchange.foreignCookies?.length ? exchange.foreignCookies.join(", ") : null],
  ].filter(([, value]) => value !== null && value !== undefined);
  return element("dl", { class: "facts" }, pairs.map(([name, value]) => [element("dt", {}, name), element("dd", {}, visible(value))]));
}

/** Copies the text that a function returns. */
async function copy(make, name) {
  let text;
  try { text = make(); } catch (error) { return report(error.message); }
  try {
    await navigator.clipboard.writeText(text);
    announce(`copied as ${name}`);
  } catch {
    report("The browser does not permit copying. The text is selected below; copy it with the keyboard.");
    const area = element("textarea", { class: "copied", rows: 4, readonly: true, "aria-label": `text to copy: ${name}` });
    area.value = text;
    byID("detail").append(area);
    area.select();
  }
}

/** The detail of one exchange. */
export class Detail {
  constructor(room) {
    this.room = room;
    this.node = byID("detail");
    this.number = null;
    this.node.addEventListener("keydown", (event) => { if (event.key === "Escape") this.close(); });
  }

  async open(row) {
    this.number = row.number;
    this.node.hidden = false;
    await this.load();
    this.node.focus();
  }

  /** Loads the exchange again, because it has changed. */
  async load() {
    const number = this.number;
    try {
      const exchange = await this.room.client.read(`exchange?number=${number}`);
      if (this.number === number) this.show(exchange);
    } catch (error) {
      if (this.number !== number) return;
      show(this.node, this.closeButton, element("p", { role: "alert" }, error.message));
    }
  }

  close() {
    if (this.node.hidden) return;
    this.number = null;
    this.node.hidden = true;
    byID("list").focus();
  }

  get closeButton() { return button("Close", "close", () => this.close(), { class: "close" }); }

  show(exchange) {
    this.exchange = exchange;
    const origin = this.room.baseURL;
    show(this.node,
      element("div", { class: "detailhead" },
        element("h2", {}, `Exchange ${exchange.number}`),
        button("Copy as curl", "curl", () => copy(() => curl(exchange, origin), "curl")),
        button("Copy as endpoint", "endpoint", () => this.copyReply(() => endpointText(exchange), "a scenario endpoint")),
        button("Copy as Swift", "swift", () => this.copyReply(() => swift(exchange), "Swift")),
        button("Fail the next one…", "fail", () => this.room.chooseFault(exchange)),
        this.closeButton),
      facts(exchange), this.why(exchange),
      element("div", { class: "sides" }, requestPart(exchange), replyPart(exchange)), timeline(exchange));
  }

  /** Copies a text that contains the reply. Says so if the body of the reply is not known. */
  async copyReply(make, name) {
    await copy(make, name);
    const { decision, reply, written } = this.exchange;
    if (decision === "reply" && !reply && written > 0) report("The copied text has no body, because the reply was not captured.");
  }

  /** For an unexpected request: the nearest endpoints, and a way to add one. */
  why(exchange) {
    if (exchange.decision !== "unmatched" && exchange.decision !== "exhausted") return null;
    const nearest = (exchange.nearest ?? []).map((text) => element("li", {}, visible(text)));
    return element("section", { class: "why", "aria-label": "why no endpoint answered" },
      element("h3", {}, exchange.decision === "exhausted" ? "The endpoint has no reply left" : "No endpoint matches this request"),
      nearest.length > 0 ? element("p", {}, "The nearest endpoints, each with what differs:") : null,
      nearest.length > 0 ? element("ul", {}, nearest) : null,
      button("Add endpoint…", "add", () => this.addForm(exchange)));
  }

  addForm(exchange) {
    const area = element("textarea", { rows: 8, spellcheck: "false", id: "new-endpoint" });
    area.value = endpointText(exchange);
    const error = element("p", { role: "alert" });
    const add = async (isFile) => {
      try {
        // The text is checked and then sent as it was typed, because JavaScript would round large numbers.
        JSON.parse(area.value);
        await this.room.client.actText("endpoints", `{"endpoint": ${area.value}${isFile ? ", \"save\": true" : ""}}`);
        announce("the endpoint was added");
        form.remove();
        this.node.focus();
      } catch (failure) {
        error.textContent = failure.message;
      }
    };
    const form = element("form", { class: "add", onsubmit: (event) => { event.preventDefault(); add(false); } },
      element("label", { for: "new-endpoint" }, "The endpoint, as in a scenario file"), area, error,
      element("button", { "data-key": "add-memory" }, "Add until the scenario is played again"),
      this.room.canSave ? button("Add and write it to the file", "add-file", () => add(true)) : null);
    this.node.querySelector(".why").append(form);
    area.focus();
  }
}
