// Functions that create elements. Every text from the server is inserted as a text node, never as markup.

/**
 * Creates an element.
 * @param {string} tag
 * @param {Object} properties attributes; `onclick` and other functions are event listeners
 * @param {...(Node|string|number|null)} children
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

export const byID = (id) => document.getElementById(id);

/**
 * Replaces the children of a node. The focus stays on the control with the same `data-key`, and a text that was typed
 * into a field with `data-draft` stays there.
 */
export function show(node, ...children) {
  const active = document.activeElement;
  const key = node.contains(active) ? active.getAttribute("data-key") : null;
  const drafts = new Map(Array.from(node.querySelectorAll("[data-draft]"), (field) => [field.dataset.draft, field.value]));
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  for (const field of node.querySelectorAll("[data-draft]")) {
    const draft = drafts.get(field.dataset.draft) ?? "";
    if (draft !== "") field.value = draft;
  }
  if (key !== null) focusKey(node, key);
}

/** Moves the focus to the control in a node with a `data-key`, if it exists. */
export function focusKey(node, key) {
  const candidates = Array.from(node.querySelectorAll("[data-key]"));
  candidates.find((candidate) => candidate.getAttribute("data-key") === key)?.focus({ preventScroll: true });
}

/** Creates a button. `key` identifies the button when its part is shown anew. */
export function button(text, key, action, properties = {}) {
  return element("button", { type: "button", "data-key": key, onclick: action, ...properties }, text);
}

let messageTimer = 0;

/** Shows an error to everyone, also to screen readers. */
export function report(text) {
  const node = byID("message");
  node.textContent = text;
  node.hidden = false;
  clearTimeout(messageTimer);
  messageTimer = setTimeout(() => { node.hidden = true; }, 8000);
}

/** Says a text to screen readers only. */
export function announce(text) { byID("announcer").textContent = text; }

/** The number of microseconds as a short text. */
export function durationText(microseconds) {
  if (microseconds === null || microseconds === undefined) return "";
  if (microseconds < 1000) return "<1 ms";
  if (microseconds < 1e6) return `${(microseconds / 1000).toFixed(microseconds < 1e4 ? 1 : 0)} ms`;
  return `${(microseconds / 1e6).toFixed(2)} s`;
}

/** The number of bytes as a short text. */
export function sizeText(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`;
}

/** The maximum number of characters of a text in a line or a cell. The views of a body are not limited by it. */
const LONGEST = 4000;
const escaped = (character) => `\\u${character.codePointAt(0).toString(16).padStart(4, "0")}`;

/**
 * Replaces characters that could hide, reorder or overlap the text around them: control and format characters, line
 * separators, and more than four combining marks. A long text is cut.
 */
export function visible(text) {
  const whole = String(text);
  const cut = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}… (${whole.length - LONGEST} more characters)` : whole;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped).replace(/(\p{M}{4})\p{M}+/gu, "$1…");
}

/** Replaces the same characters in a text of several lines, except line breaks and tabs. */
export function visibleLines(text) {
  return text.replace(/\r\n/g, "\n").replace(/[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu, escaped).replace(/(\p{M}{4})\p{M}+/gu, "$1…");
}

/** Offers bytes as a download. */
export function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
