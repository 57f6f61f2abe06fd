// The views of a message: its body as JSON with positions, as an image, as text or in hexadecimal, and its raw bytes.

import { button, element, show, sizeText, visible, visibleLines } from "./room-dom.js";

/** The maximum number of characters of a body that is shown at once. */
const SHOWN = 200000;
/** The depth from which JSON is no longer indented. */
const INDENTED = 40;
/** The maximum number of pixels of an image that is shown; a small file can have very many. */
const PIXELS = 30e6;

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

const escapedForPointer = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * Returns the lines of a JSON document with the JSON pointer of each (RFC 6901). Every token stays as it was sent, so
 * that large numbers, repeated members and escapes are shown unchanged. Returns null if the text is not JSON. A long
 * document is cut.
 */
export function jsonLines(text) {
  try { JSON.parse(text); } catch { return null; }
  const pattern = /"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
  const next = () => pattern.exec(text)?.[0] ?? null;
  const lines = [];
  // The containers around the current token. The index is null in an object; `name` is the latest member.
  const containers = [];
  let [line, size, previous] = [{ text: "", pointer: "" }, 0, null];
  const end = () => {
    lines.push(line);
    size += line.text.length;
    line = { text: "  ".repeat(Math.min(containers.length, INDENTED)), pointer: containers.at(-1)?.pointer ?? "" };
  };
  const pointer = () => {
    const top = containers.at(-1);
    return top ? `${top.pointer}/${top.index ?? escapedForPointer(top.name ?? "")}` : "";
  };
  for (let token = next(); token !== null && size < SHOWN;) {
    const following = next();
    const top = containers.at(-1);
    if (token === "{" || token === "[") {
      if (top?.index !== null) line.pointer = pointer();
      line.text += token;
      containers.push({ pointer: pointer(), index: token === "[" ? 0 : null, name: null });
      if (following !== "}" && following !== "]") end();
    } else if (token === "}" || token === "]") {
      containers.pop();
      if (previous !== "{" && previous !== "[") {
        end();
        line.pointer = top.pointer;
      }
      line.text += token;
    } else if (token === ",") {
      line.text += token;
      if (top.index !== null) top.index += 1;
      top.name = null;
      end();
    } else if (token === ":") {
      line.text += ": ";
    } else {
      if (following === ":") top.name = nameOf(token);
      line.pointer = pointer();
      line.text += token;
    }
    previous = token;
    token = following;
  }
  lines.push(line);
  return lines;
}

/** Returns the name of a member, without its quotation marks and escapes. */
function nameOf(token) {
  try { return JSON.parse(token); } catch { return token; }
}

/** Returns the width and height in the header of an image; null if they are not recognized. */
export function imageSize(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (start, length) => String.fromCharCode(...bytes.subarray(start, start + length));
  try {
    if (text(1, 3) === "PNG") return [view.getUint32(16), view.getUint32(20)];
    if (text(0, 3) === "GIF") return [view.getUint16(6, true), view.getUint16(8, true)];
    if (text(0, 2) === "BM") return [view.getInt32(18, true), Math.abs(view.getInt32(22, true))];
    if (text(8, 7) === "WEBPVP8") return webPSize(view, text(15, 1));
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(view);
  } catch { /* The file is shorter than its header. */ }
  return null;
}

function webPSize(view, kind) {
  if (kind === "X") return [24, 27].map((start) => 1 + (view.getUint16(start, true) | (view.getUint8(start + 2) << 16)));
  if (kind === "L") {
    const bits = view.getUint32(21, true);
    return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
  }
  return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
}

/** Finds the frame header of a JPEG, which follows other segments. */
function jpegSize(view) {
  for (let start = 2; view.getUint8(start) === 0xff;) {
    const marker = view.getUint8(start + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [view.getUint16(start + 7), view.getUint16(start + 5)];
    start += 2 + view.getUint16(start + 2);
  }
  return null;
}

/** Returns the view of an image; null if the body is no image of a known kind and size. */
function imageView(message, type) {
  if (!/^image\/(png|jpeg|gif|webp|bmp)\b/.test(type)) return null;
  const bytes = bodyBytes(message.body);
  const size = imageSize(bytes);
  if (size === null) return null;
  const label = `image, ${size[0]} × ${size[1]} pixels`;
  if (size[0] * size[1] > PIXELS) return () => element("p", {}, `${label}: too large to be shown`);
  return () => {
    const url = URL.createObjectURL(new Blob([bytes], { type: type.split(";")[0] }));
    const node = element("img", { src: url, alt: label });
    for (const name of ["load", "error"]) node.addEventListener(name, () => URL.revokeObjectURL(url), { once: true });
    return element("figure", {}, node, element("figcaption", { class: "help" }, label));
  };
}

/** Returns JSON with a number before each line. A click on a line shows its JSON pointer. */
function jsonView(lines) {
  const numbers = lines.map((_, index) => index + 1).join("\n");
  const text = element("pre", {}, visibleLines(lines.map((line) => line.text).join("\n")));
  const position = element("p", { class: "help", "aria-live": "polite" }, "Select a line to see its JSON pointer.");
  text.addEventListener("click", (event) => {
    const index = Math.floor((event.clientY - text.getBoundingClientRect().top) / LINE_HEIGHT);
    const line = lines[Math.max(0, Math.min(index, lines.length - 1))];
    position.textContent = `line ${index + 1}: ${visible(line.pointer === "" ? "the document" : line.pointer)}`;
  });
  return element("div", {},
    element("div", { class: "numbered", tabindex: 0, role: "group", "aria-label": "JSON" },
      element("pre", { "aria-hidden": "true", class: "numbers" }, numbers), text), position);
}

/** The height of a line of `pre` in room.css. */
const LINE_HEIGHT = 18;

const textView = (text) => element("pre", { tabindex: 0 }, visibleLines(text.slice(0, SHOWN)));
const hexView = (bytes) => element("pre", { tabindex: 0, class: "hex" }, hex(bytes));

/** The first line of a message. */
export const startLine = (message) =>
  message.status !== undefined && message.reason !== undefined
    ? `${message.version} ${message.status} ${message.reason}` : `${message.method} ${message.target} ${message.version}`;

/** Returns the bytes of a message, in which secrets are redacted and the body is not chunked. */
function rawBytes(message) {
  const lines = [startLine(message), ...(message.headers ?? []).map(([name, value]) => `${name}: ${value}`)];
  const head = new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`);
  const body = bodyBytes(message.body);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}

/** The views of a body that its content permits; the first is shown. */
function views(message) {
  const body = message.body;
  const isText = typeof body?.kept === "string";
  const type = (header(message, "content-type") ?? "").toLowerCase();
  const all = [];
  const lines = isText && body.kept.length < 2e6 ? jsonLines(body.kept) : null;
  if (lines !== null) {
    all.push(["JSON", () => jsonView(lines)]);
    all.push(["Pointers", () => textView(lines.map((line) => `${line.pointer || "/"}  ${line.text.trim()}`).join("\n"))]);
  }
  const image = imageView(message, type);
  if (image !== null) all.push(["Image", image]);
  if (isText) all.push(["Text", () => textView(body.kept)]);
  all.push(["Hex", () => hexView(bodyBytes(body))]);
  return all;
}

/** Returns the body of a message with buttons for its views, and for the raw message. */
export function bodyView(message, key, { hasHead = true } = {}) {
  const body = message.body;
  const isEmpty = !body || (body.length === 0 && bodyBytes(body).length === 0);
  const all = isEmpty ? [["No body", () => element("p", { class: "help" }, "no body")]] : views(message);
  if (hasHead) {
    all.push(["Raw", () => textView(new TextDecoder().decode(rawBytes(message)))]);
    all.push(["Raw hex", () => hexView(rawBytes(message))]);
  }
  const place = element("div", { class: "body" });
  const buttons = all.map(([name, make], index) => button(name, `${key}-${name}`, () => {
    show(place, make());
    buttons.forEach((other, position) => other.setAttribute("aria-pressed", String(position === index)));
  }, { "aria-pressed": String(index === 0) }));
  show(place, all[0][1]());
  const cut = body?.complete === false || bodyBytes(body).length > SHOWN;
  const size = isEmpty ? "" : `body, ${sizeText(body.length)}${cut ? ", not complete here" : ""} `;
  return [element("p", { class: "bodyline" }, element("span", {}, size), buttons), place];
}
