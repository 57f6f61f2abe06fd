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

/** Replaces the children of a node, and keeps the focus on the control with the same `data-key`. */
export function show(node, ...children) {
  const active = document.activeElement;
  const key = node.contains(active) ? active.getAttribute("data-key") : null;
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  if (key === null) return;
  for (const candidate of node.querySelectorAll("[data-key]")) {
    if (candidate.getAttribute("data-key") === key) return candidate.focus({ preventScroll: true });
  }
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

/** Replaces characters that could change the direction or the layout of the text around them. */
export function visible(text) {
  return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (character) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
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
