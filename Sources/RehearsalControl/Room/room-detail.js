// The detail of an exchange: request and reply side by side, and texts to copy.

import { announce, button, byID, durationText, element, report, show, sizeText, visible } from "./room-dom.js";

/** The maximum number of characters of a body that is shown at once. */
const SHOWN = 200000;

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Returns the bytes of a body. */
function bodyBytes(body) {
  if (typeof body?.keptBase64 === "string") return bytesOf(body.keptBase64);
  return new TextEncoder().encode(body?.kept ?? "");
}

function header(message, name) {
  return (message.headers ?? []).find(([field]) => field.toLowerCase() === name)?.[1] ?? null;
}

/** Returns bytes as lines of offset, hexadecimal and ASCII. */
export function hex(bytes) {
  const lines = [];
  for (let start = 0; start < Math.min(bytes.length, SHOWN / 16); start += 16) {
    const row = Array.from(bytes.subarray(start, start + 16));
    const digits = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ").padEnd(47);
    const text = row.map((byte) => byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".").join("");
    lines.push(`${start.toString(16).padStart(8, "0")}  ${digits}  ${text}`);
  }
  return lines.join("\n");
}

/**
 * Returns JSON text with line breaks and spaces. Every token stays as it was sent, so that large numbers, repeated
 * members and escapes are shown unchanged. Returns null if the text is not JSON.
 */
export function prettyJSON(text) {
  try { JSON.parse(text); } catch { return null; }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let depth = 0;
  let result = "";
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === "{" || token === "[") {
      result += token;
      if (next === "}" || next === "]") return;
      depth += 1;
      result += `\n${"  ".repeat(depth)}`;
    } else if (token === "}" || token === "]") {
      const opening = tokens[index - 1];
      if (opening !== "{" && opening !== "[") {
        depth -= 1;
        result += `\n${"  ".repeat(Math.max(0, depth))}`;
      }
      result += token;
    } else if (token === ",") result += `,\n${"  ".repeat(depth)}`;
    else result += token === ":" ? ": " : token;
  });
  return result;
}

/** The views of a body that its content permits; the first is shown. */
function views(message) {
  const body = message.body;
  const isText = typeof body?.kept === "string";
  const type = (header(message, "content-type") ?? "").toLowerCase();
  const all = [];
  const pretty = isText && body.kept.length < 2e6 ? prettyJSON(body.kept) : null;
  if (pretty !== null) all.push(["JSON", () => numbered(pretty)]);
  if (/^image\/(png|jpeg|gif|webp|avif|bmp)\b/.test(type)) all.push(["Image", () => image(message, type)]);
  if (isText) all.push(["Text", () => element("pre", { tabindex: 0 }, body.kept.slice(0, SHOWN))]);
  all.push(["Hex", () => element("pre", { tabindex: 0, class: "hex" }, hex(bodyBytes(body)))]);
  return all;
}

/** Returns text with a number before each line. */
function numbered(text) {
  const shown = text.length > SHOWN ? text.slice(0, SHOWN) : text;
  const count = shown.split("\n").length;
  const numbers = Array.from({ length: count }, (_, index) => index + 1).join("\n");
  return element("div", { class: "numbered", tabindex: 0, role: "group", "aria-label": "JSON" },
    element("pre", { "aria-hidden": "true", class: "numbers" }, numbers), element("pre", {}, shown));
}

function image(message, type) {
  const url = URL.createObjectURL(new Blob([bodyBytes(message.body)], { type: type.split(";")[0] }));
  const node = element("img", { src: url, alt: "the body of the message" });
  node.addEventListener("load", () => URL.revokeObjectURL(url), { once: true });
  return node;
}

function bodyView(message, key) {
  const body = message.body;
  if (!body || (body.length === 0 && bodyBytes(body).length === 0)) return [element("p", { class: "help" }, "no body")];
  const all = views(message);
  const place = element("div", { class: "body" });
  const buttons = all.map(([name, make], index) => button(name, `${key}-${name}`, () => {
    show(place, make());
    buttons.forEach((other, position) => other.setAttribute("aria-pressed", String(position === index)));
  }, { "aria-pressed": String(index === 0) }));
  show(place, all[0][1]());
  const cut = body.complete === false || bodyBytes(body).length > SHOWN;
  return [
    element("p", { class: "bodyline" }, element("span", {}, `body, ${sizeText(body.length)}${cut ? ", not complete here" : ""} `), buttons),
    place,
  ];
}

function headerTable(message, name) {
  const rows = (message.headers ?? []).map(([field, value]) =>
    element("tr", {}, element("th", { scope: "row" }, visible(field)), element("td", {}, visible(value))));
  if (rows.length === 0) return element("p", { class: "help" }, "no headers");
  return element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `headers of the ${name}` },
    element("table", {}, element("caption", { class: "visually-hidden" }, `headers of the ${name}`), element("tbody", {}, rows)));
}

function requestPart(exchange) {
  return element("section", { "aria-label": "request" },
    element("h3", {}, "Request"),
    element("p", { class: "line" }, visible(`${exchange.method} ${exchange.target} ${exchange.version}`)),
    headerTable(exchange, "request"), bodyView(exchange, "request"));
}

function replyPart(exchange) {
  const reply = exchange.reply;
  const children = [element("h3", {}, "Reply")];
  if (!reply) {
    const text = exchange.end === null
      ? "The reply has not been sent yet."
      : exchange.written === 0 ? "The server sent no byte." : "The reply was not captured, because no control room was open.";
    children.push(element("p", { class: "line" }, exchange.status === null ? "no status" : `status ${exchange.status}`), element("p", { class: "help" }, text));
  } else if (reply.status === 0) {
    children.push(element("p", { class: "line" }, "The bytes are not a complete HTTP reply."), bodyView(reply, "reply"));
  } else {
    children.push(element("p", { class: "line" }, visible(`${reply.version} ${reply.status} ${reply.reason}`)), headerTable(reply, "reply"), bodyView(reply, "reply"));
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

const quotedForShell = (text) => `'${String(text).replaceAll("'", "'\\''")}'`;
const OWN_FIELDS = new Set(["host", "content-length", "connection", "transfer-encoding", "accept-encoding"]);

/** Returns a curl command that sends the request again. */
export function curl(exchange, baseURL) {
  const words = ["curl", "-i"];
  if (exchange.method !== "GET") words.push("-X", quotedForShell(exchange.method));
  for (const [name, value] of exchange.headers) {
    if (!OWN_FIELDS.has(name.toLowerCase())) words.push("-H", quotedForShell(`${name}: ${value}`));
  }
  if (exchange.body.length > 0 && typeof exchange.body.kept === "string") words.push("--data-raw", quotedForShell(exchange.body.kept));
  words.push(quotedForShell(baseURL + exchange.target));
  return words.join(" ");
}

/** Returns an endpoint that sends the reply of the exchange, as a value for a scenario file. */
export function endpointOf(exchange) {
  const path = exchange.target.split("?")[0].replace(/[{}*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].includes(exchange.method);
  const reply = {};
  const captured = exchange.reply?.status ? exchange.reply : null;
  const isOwn = exchange.decision === "unmatched" || exchange.decision === "exhausted";
  if (!isOwn && (captured?.status ?? exchange.status ?? 200) !== 200) reply.status = captured?.status ?? exchange.status;
  if (!isOwn && captured?.body?.length > 0 && typeof captured.body.kept === "string") {
    try { reply.json = JSON.parse(captured.body.kept); } catch { reply.text = captured.body.kept; }
  }
  if (Object.keys(reply).length === 0 || isOwn) reply.json = {};
  return known ? { [exchange.method.toLowerCase()]: path, replies: [reply] } : { method: exchange.method, path, replies: [reply] };
}

const swiftText = (text) => JSON.stringify(String(text)).replace(/\\u([0-9a-f]{4})/gi, "\\u{$1}").replace(/\\([bf])/g, "").replaceAll("\\/", "/");

/** Returns the endpoint as Swift. */
export function swift(exchange) {
  const endpoint = endpointOf(exchange);
  const reply = endpoint.replies[0];
  const parts = [String(reply.status ?? 200)];
  if (reply.json !== undefined) parts.push(`body: .json(${swiftJSON(reply.json)})`);
  if (reply.text !== undefined) parts.push(`body: .text(${swiftText(reply.text)})`);
  const method = endpoint.method ? `Scenario.Endpoint(Scenario.Method(rawValue: ${swiftText(endpoint.method)}), ` : `Scenario.Endpoint.${exchange.method.toLowerCase()}(`;
  const isStatic = ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(exchange.method);
  const start = isStatic ? method : `Scenario.Endpoint(Scenario.Method(rawValue: ${swiftText(exchange.method)}), `;
  return `${start}${swiftText(endpoint.path ?? endpoint[exchange.method.toLowerCase()])}, replies: [Scenario.Reply(${parts.join(", ")})])`;
}

function swiftJSON(value) {
  if (Array.isArray(value)) return `[${value.map(swiftJSON).join(", ")}]`;
  if (value === null) return ".null";
  if (typeof value === "object") {
    const members = Object.entries(value).map(([name, member]) => `${swiftText(name)}: ${swiftJSON(member)}`);
    return members.length === 0 ? "[:]" : `[${members.join(", ")}]`;
  }
  return typeof value === "string" ? swiftText(value) : String(value);
}

async function copy(text, name) {
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
        button("Copy as curl", "curl", () => copy(curl(exchange, origin), "curl")),
        button("Copy as endpoint", "endpoint", () => copy(JSON.stringify(endpointOf(exchange), null, 2), "a scenario endpoint")),
        button("Copy as Swift", "swift", () => copy(swift(exchange), "Swift")),
        button("Fail the next one…", "fail", () => this.room.chooseFault(exchange)),
        this.closeButton),
      facts(exchange), this.why(exchange),
      element("div", { class: "sides" }, requestPart(exchange), replyPart(exchange)), timeline(exchange));
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
    area.value = JSON.stringify(endpointOf(exchange), null, 2);
    const error = element("p", { role: "alert" });
    const add = async (isFile) => {
      try {
        const endpoint = JSON.parse(area.value);
        await this.room.client.act("endpoints", isFile ? { endpoint, save: true } : { endpoint });
        announce("the endpoint was added");
        form.remove();
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
