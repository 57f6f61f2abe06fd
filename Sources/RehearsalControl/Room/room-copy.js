// Texts to copy: an exchange as a curl command, as an endpoint of a scenario file and as Swift.

/** Characters that a terminal could interpret, or that hide or reorder text. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Returns text as one word of a shell. Control characters are escaped, because a terminal could interpret them. */
export function quotedForShell(text) {
  const word = String(text);
  if (!UNSAFE.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = Array.from(word, (character) => {
    if (character === "'" || character === "\\") return `\\${character}`;
    if (!UNSAFE.test(character)) return character;
    return Array.from(new TextEncoder().encode(character), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  });
  return `$'${escaped.join("")}'`;
}

const OWN_FIELDS = new Set(["host", "content-length", "connection", "transfer-encoding", "accept-encoding"]);

/** Returns a curl command that sends the request again, to the server only. */
export function curl(exchange, baseURL) {
  const words = ["curl", "-i", "-g", "--path-as-is"];
  if (exchange.method !== "GET") words.push("-X", quotedForShell(exchange.method));
  for (const [name, value] of exchange.headers) {
    if (!OWN_FIELDS.has(name.toLowerCase())) words.push("-H", quotedForShell(`${name}: ${value}`));
  }
  if (exchange.body.length > 0 && typeof exchange.body.kept === "string") words.push("--data-raw", quotedForShell(exchange.body.kept));
  // Any other target after the base URL could name another host: `@host/`.
  if (exchange.target.startsWith("/")) words.push(quotedForShell(baseURL + exchange.target));
  else words.push("--request-target", quotedForShell(exchange.target), quotedForShell(`${baseURL}/`));
  return words.join(" ");
}

/** The path of a request as a pattern that matches only this path. */
export const pathOf = (exchange) => exchange.target.split("?")[0]
  .replace(/[{}*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The parts of a reply that an endpoint repeats. `json` is the text of a JSON document, whose numbers stay exact. */
function replyOf(exchange) {
  if (exchange.decision === "unmatched" || exchange.decision === "exhausted") return { json: "{}" };
  const captured = exchange.reply?.status ? exchange.reply : null;
  const status = captured?.status ?? exchange.status ?? 200;
  const reply = status === 200 ? {} : { status };
  if (captured?.body?.length > 0 && typeof captured.body.kept === "string" && captured.body.complete) {
    const text = captured.body.kept;
    try {
      JSON.parse(text);
      reply.json = text.trim();
    } catch { reply.text = text; }
  }
  return Object.keys(reply).length === 0 ? { json: "{}" } : reply;
}

/** Returns an endpoint that sends the reply of the exchange, as text for a scenario file. */
export function endpointText(exchange) {
  const reply = replyOf(exchange);
  const members = [];
  if (reply.status !== undefined) members.push(`"status": ${reply.status}`);
  if (reply.json !== undefined) members.push(`"json": ${reply.json.replace(/\n/g, "\n    ")}`);
  if (reply.text !== undefined) members.push(`"text": ${JSON.stringify(reply.text)}`);
  const path = JSON.stringify(pathOf(exchange));
  const subject = METHODS.includes(exchange.method)
    ? `"${exchange.method.toLowerCase()}": ${path}`
    : `"method": ${JSON.stringify(exchange.method)}, "path": ${path}`;
  return `{\n  ${subject},\n  "replies": [{ ${members.join(", ")} }]\n}`;
}

const SWIFT_ESCAPES = new Map([["\"", "\\\""], ["\\", "\\\\"], ["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

/** Returns a Swift string literal. */
export function swiftText(text) {
  const characters = Array.from(String(text), (character) => {
    if (SWIFT_ESCAPES.has(character)) return SWIFT_ESCAPES.get(character);
    return UNSAFE.test(character) ? `\\u{${character.codePointAt(0).toString(16)}}` : character;
  });
  return `"${characters.join("")}"`;
}

/** Returns a JSON value as Swift. */
function swiftJSON(value, depth = 0) {
  if (depth > 200) throw new RangeError("The JSON document is nested too deeply to be copied as Swift.");
  if (Array.isArray(value)) return `[${value.map((element) => swiftJSON(element, depth + 1)).join(", ")}]`;
  if (value === null) return ".null";
  if (typeof value !== "object") return typeof value === "string" ? swiftText(value) : String(value);
  const members = Object.entries(value).map(([name, member]) => `${swiftText(name)}: ${swiftJSON(member, depth + 1)}`);
  return members.length === 0 ? "[:]" : `[${members.join(", ")}]`;
}

/** Returns the endpoint as Swift. */
export function swift(exchange) {
  const reply = replyOf(exchange);
  const parts = [String(reply.status ?? 200)];
  if (reply.json !== undefined) parts.push(`body: .json(${swiftJSON(JSON.parse(reply.json))})`);
  if (reply.text !== undefined) parts.push(`body: .text(${swiftText(reply.text)})`);
  const isStatic = ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(exchange.method);
  const start = isStatic
    ? `Scenario.Endpoint.${exchange.method.toLowerCase()}(`
    : `Scenario.Endpoint(Scenario.Method(rawValue: ${swiftText(exchange.method)}), `;
  return `${start}${swiftText(pathOf(exchange))}, replies: [Scenario.Reply(${parts.join(", ")})])`;
}
