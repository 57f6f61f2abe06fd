// The exchanges: their storage, the filter and the list, which shows only the visible rows.

import { announce, byID, durationText, element, visible } from "./room-dom.js";

/** The number of rows that the page keeps: exchanges and marks. Older ones are removed; a row needs less than 2 KiB. */
export const CAPACITY = 100000;
const ROW_HEIGHT = 28;
/** The number of rows above and below the visible ones. */
const OVERSCAN = 8;

/** The rows in order of arrival: exchanges, and marks where the scenario was switched. */
export class Store {
  constructor() { this.clear(); }

  clear() {
    this.rows = [];
    this.byNumber = new Map();
  }

  /** The number of exchanges before the first one of the list: removed ones, and those before the page was opened. */
  get earlier() { return this.rows.find((row) => !row.mark)?.number ?? 0; }

  add(exchange) {
    const known = this.byNumber.get(exchange.number);
    if (known) return Object.assign(known, exchange), null;
    this.byNumber.set(exchange.number, exchange);
    this.rows.push(exchange);
    return exchange;
  }

  addMark(mark) {
    const row = { mark: true, ...mark };
    this.rows.push(row);
    return row;
  }

  /** Removes the oldest rows above the capacity, and marks them as removed. */
  trim() {
    if (this.rows.length <= CAPACITY) return;
    for (const row of this.rows.splice(0, this.rows.length - CAPACITY)) {
      row.removed = true;
      if (!row.mark) this.byNumber.delete(row.number);
    }
  }
}

const matches = (pattern, text) => pattern === "*" ? Boolean(text) : String(text ?? "").toLowerCase().includes(pattern);

function statusMatches(pattern, status) {
  const text = String(status ?? "");
  if (pattern === "*") return text !== "";
  if (/^[1-9]xx$/.test(pattern)) return text.length === 3 && text[0] === pattern[0];
  return text === pattern;
}

function timeMatches(pattern, row) {
  const match = /^([<>]?)(\d+(?:\.\d+)?)(ms|s)?$/.exec(pattern);
  if (!match) return false;
  const limit = Number(match[2]) * (match[3] === "s" ? 1e6 : 1e3);
  if (row.duration === null) return false;
  return match[1] === "<" ? row.duration < limit : row.duration > limit;
}

const STATES = {
  unexpected: (row) => row.decision === "unmatched" || row.decision === "exhausted",
  open: (row) => row.end === null,
  error: (row) => row.status >= 400 || (row.end !== null && row.end !== "completed"),
  refused: (row) => row.decision === "refused",
  fault: (row) => Boolean(row.fault),
};

const KEYS = {
  status: (pattern, row) => statusMatches(pattern, row.status),
  path: (pattern, row) => matches(pattern, row.target),
  method: (pattern, row) => String(row.method).toLowerCase() === pattern,
  fault: (pattern, row) => matches(pattern, row.fault),
  endpoint: (pattern, row) => matches(pattern, row.endpoint),
  policy: (pattern, row) => matches(pattern, row.policy),
  end: (pattern, row) => matches(pattern, row.end),
  connection: (pattern, row) => String(row.connection) === pattern,
  time: timeMatches,
  is: (pattern, row) => Object.hasOwn(STATES, pattern) && STATES[pattern](row),
};

/** Returns a function that says whether a row matches the filter. All words must match. Marks match every filter. */
export function filterOf(text) {
  const tests = text.toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
    const excludes = word.length > 1 && word.startsWith("-");
    const rest = excludes ? word.slice(1) : word;
    const colon = rest.indexOf(":");
    const key = colon > 0 && Object.hasOwn(KEYS, rest.slice(0, colon)) ? KEYS[rest.slice(0, colon)] : null;
    const test = key
      ? (row) => rest.length === colon + 1 || key(rest.slice(colon + 1), row)
      : (row) => matches(rest, row.target) || matches(rest, row.method);
    return excludes ? (row) => !test(row) : test;
  });
  return (row) => row.mark || tests.every((test) => test(row));
}

/** The class of a row, which selects its color. The status and the words of the row say the same. */
function kind(row) {
  if (row.mark) return "mark";
  if (STATES.unexpected(row)) return "unexpected";
  if (row.end === null) return "open";
  if (row.fault || row.end !== "completed") return "broken";
  return row.status >= 500 ? "failed" : row.status >= 400 ? "denied" : "fine";
}

function answeredBy(row) {
  if (row.decision === "unmatched") return "no endpoint";
  if (row.decision === "exhausted") return `${row.endpoint ?? "endpoint"}, no reply left`;
  if (row.decision === "refused") return row.violation ?? "refused";
  return row.endpoint ?? (row.decision === "pending" ? "…" : "server");
}

const timeText = (at) => (at / 1e6).toFixed(3);

/** The list. Its rows are reused while it scrolls. */
export class List {
  constructor(store, onOpen) {
    this.store = store;
    this.onOpen = onOpen;
    this.view = [];
    /** The number of rows at the start of the view that the store has removed. */
    this.removed = 0;
    this.filter = filterOf("");
    this.isPaused = false;
    this.follows = true;
    this.selected = null;
    this.node = byID("list");
    this.body = byID("rows");
    this.pool = [];
    this.isScheduled = false;
    this.node.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.node.addEventListener("keydown", (event) => this.pressed(event));
    this.body.addEventListener("click", (event) => this.clicked(event));
    new ResizeObserver(() => this.schedule()).observe(this.node);
  }

  setFilter(text) {
    this.filter = filterOf(text);
    this.refresh();
  }

  setPaused(isPaused) {
    this.isPaused = isPaused;
    if (!isPaused) this.refresh();
    else this.schedule();
  }

  /** Computes the view again from all rows. */
  refresh() {
    this.view = this.store.rows.filter(this.filter);
    this.removed = 0;
    if (this.selected?.removed) this.selected = null;
    this.schedule();
  }

  /** Adds new rows to the view. While the list is paused, they stay hidden. */
  added(rows, hasChanges) {
    this.store.trim();
    while (this.view[this.removed]?.removed) this.removed += 1;
    if (this.isPaused) return this.schedule();
    if (hasChanges && this.node.dataset.filtered === "true") return this.refresh();
    for (const row of rows) if (!row.removed && this.filter(row)) this.view.push(row);
    this.removeOld();
    this.schedule();
  }

  /** Removes the rows from the view that the store has removed. The visible rows stay at their place. */
  removeOld() {
    if (this.removed === 0) return;
    this.view.splice(0, this.removed);
    if (!this.follows) this.node.scrollTop -= this.removed * ROW_HEIGHT;
    this.removed = 0;
    if (this.selected?.removed) this.selected = null;
  }

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.render();
    });
  }

  get headHeight() { return this.node.firstElementChild.offsetHeight; }

  render() {
    const node = this.node;
    this.body.style.height = `${this.view.length * ROW_HEIGHT}px`;
    if (this.follows && !this.isPaused) node.scrollTop = node.scrollHeight;
    const first = Math.max(0, Math.floor(node.scrollTop / ROW_HEIGHT) - OVERSCAN);
    const last = Math.min(this.view.length, Math.ceil((node.scrollTop + node.clientHeight) / ROW_HEIGHT) + OVERSCAN);
    while (this.pool.length < last - first) this.pool.push(this.makeRow());
    while (this.pool.length > last - first + 40) this.pool.pop().node.remove();
    this.pool.forEach((item, index) => this.fill(item, first + index < last ? first + index : -1));
    node.setAttribute("aria-rowcount", String(this.view.length + 1));
    const hidden = this.store.rows.length - this.view.length + this.removed;
    const paused = this.isPaused && hidden > 0 ? `, ${hidden} hidden or waiting` : "";
    const earlier = this.store.earlier > 0 ? `, without ${this.store.earlier} earlier exchanges` : "";
    byID("count").textContent = `${this.view.length} of ${this.store.rows.length}${paused}${earlier}`;
  }

  makeRow() {
    const cells = [1, 2, 3, 4, 5, 6, 7].map((index) => element("span", { role: "gridcell", "aria-colindex": index }));
    const node = element("div", { class: "row", role: "row" }, cells);
    this.body.append(node);
    return { node, cells, key: "" };
  }

  fill(item, index) {
    const { node, cells } = item;
    const row = this.view[index];
    node.hidden = row === undefined;
    if (row === undefined) return;
    node.style.transform = `translateY(${index * ROW_HEIGHT}px)`;
    const isSelected = row === this.selected;
    node.className = `row ${kind(row)}${isSelected ? " selected" : ""}`;
    node.setAttribute("aria-rowindex", String(index + 2));
    node.setAttribute("aria-selected", String(isSelected));
    node.id = `row-${index}`;
    if (isSelected) this.node.setAttribute("aria-activedescendant", node.id);
    const texts = row.mark
      ? [timeText(row.at), "", `— ${visible(row.scenario)} —`, "", "", "", "the scenario was switched or changed"]
      : [
        timeText(row.at), row.method, row.target, row.status ?? (row.end === null ? "…" : "none"), row.fault ?? "",
        durationText(row.duration) || (row.end === null ? "open" : ""), answeredBy(row),
      ];
    texts.forEach((text, column) => {
      const shown = visible(text);
      if (cells[column].textContent !== shown) {
        cells[column].textContent = shown;
        cells[column].title = shown;
      }
    });
  }

  scrolled() {
    const node = this.node;
    this.follows = node.scrollTop + node.clientHeight >= node.scrollHeight - ROW_HEIGHT;
    this.schedule();
  }

  clicked(event) {
    const node = event.target.closest(".row");
    const item = this.pool.find((item) => item.node === node);
    if (!item) return;
    this.select(Number(node.getAttribute("aria-rowindex")) - 2);
    this.open();
  }

  select(index) {
    if (this.view.length === 0) return;
    const position = Math.max(0, Math.min(index, this.view.length - 1));
    this.selected = this.view[position];
    this.follows = position === this.view.length - 1;
    const top = position * ROW_HEIGHT;
    const height = this.node.clientHeight - this.headHeight;
    if (top < this.node.scrollTop) this.node.scrollTop = top;
    else if (top + ROW_HEIGHT > this.node.scrollTop + height) this.node.scrollTop = top + ROW_HEIGHT - height;
    this.schedule();
    const row = this.selected;
    announce(row.mark ? `scenario ${row.scenario}` : `${row.method} ${row.target}, ${row.status ?? "no status"}`);
  }

  open() { if (this.selected && !this.selected.mark) this.onOpen(this.selected); }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const index = this.selected === null ? -1 : this.view.indexOf(this.selected);
    const page = Math.max(1, Math.floor(this.node.clientHeight / ROW_HEIGHT) - 2);
    const moves = {
      ArrowDown: index + 1, ArrowUp: index < 0 ? this.view.length - 1 : index - 1, PageDown: index + page,
      PageUp: index - page, Home: 0, End: this.view.length - 1,
    };
    if (Object.hasOwn(moves, event.key)) this.select(moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.open();
    else return;
    event.preventDefault();
  }
}
