// The client of the control API. The token stays in memory.

export class APIError extends Error {
  constructor(status, problem) {
    super(problem.detail ? `${problem.title} ${problem.detail}` : problem.title);
    this.status = status;
  }
}

/** A number that JavaScript would round or write in another form. */
export class ExactNumber {
  constructor(source) { this.source = source; }
  toString() { return this.source; }
  toJSON() { return JSON.rawJSON ? JSON.rawJSON(this.source) : Number(this.source); }
}

/** Parses JSON. Numbers that JavaScript would change become exact numbers, if the browser gives access to their text. */
export function parseExact(text) {
  return JSON.parse(text, (_, value, context) =>
    typeof value === "number" && context && context.source !== String(value) ? new ExactNumber(context.source) : value);
}

export class Client {
  constructor(token) {
    this.token = token;
    this.session = "main";
  }

  get path() { return `/v1/sessions/${encodeURIComponent(this.session)}`; }

  async fetch(method, path, body, options = {}) {
    const headers = { Authorization: `Bearer ${this.token}`, ...options.headers };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const response = await fetch(path, {
      method, headers, body, signal: options.signal,
      cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer",
    });
    if (response.ok) return response;
    let problem = { title: `The server replied with status ${response.status}.` };
    try { problem = { ...problem, ...(await response.json()) }; } catch { /* The reply is not JSON. */ }
    throw new APIError(response.status, problem);
  }

  async json(method, path, body) {
    const response = await this.fetch(method, path, body === undefined ? undefined : JSON.stringify(body));
    return response.status === 204 ? null : response.json();
  }

  /** Sends an operation of the current session. */
  act(verb, body, method = "POST") { return this.json(method, `${this.path}/${verb}`, body); }

  /** Sends an operation of the current session with a document that is text already. The numbers of the reply stay exact. */
  async actText(verb, text) { return parseExact(await (await this.fetch("POST", `${this.path}/${verb}`, text)).text()); }

  read(verb) { return this.json("GET", `${this.path}/${verb}`); }

  /** Reads a document whose numbers stay exact. */
  async readExact(verb) { return parseExact(await (await this.fetch("GET", `${this.path}/${verb}`)).text()); }
}

/** A parser of server-sent events. */
class EventParser {
  constructor(handle) {
    this.handle = handle;
    // The pieces of an incomplete event are joined once, because joining a long event at each piece is slow.
    this.pieces = [];
    this.id = null;
  }

  add(text) {
    const last = this.pieces.at(-1) ?? "";
    if (!text.includes("\n\n") && !(last.endsWith("\n") && text.startsWith("\n"))) {
      if (text !== "") this.pieces.push(text);
      return;
    }
    const parts = (this.pieces.join("") + text).split("\n\n");
    this.pieces = [parts.pop()].filter(Boolean);
    for (const part of parts) this.parse(part);
  }

  parse(block) {
    let name = "message";
    const data = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("data: ")) data.push(line.slice(6));
      else if (line.startsWith("event: ")) name = line.slice(7);
      else if (line.startsWith("id: ")) this.id = line.slice(4);
    }
    if (data.length > 0) this.handle(name, JSON.parse(data.join("\n")), this.id);
  }
}

/**
 * The event stream of the current session. It is read with fetch, because EventSource cannot send the token. After a
 * lost connection it continues from the last event.
 */
export class EventStream {
  constructor(client, handlers) {
    this.client = client;
    this.handlers = handlers;
    this.controller = null;
    this.lastID = null;
  }

  /** Reads the events of the current session of the client from the beginning. */
  start() {
    this.stop();
    this.lastID = null;
    this.controller = new AbortController();
    this.run(this.controller.signal);
  }

  stop() { this.controller?.abort(); }

  async run(signal) {
    let wait = 250;
    while (!signal.aborted) {
      try {
        await this.read(signal, () => { wait = 250; });
        if (!signal.aborted) this.handlers.status("the stream has ended; connecting again");
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof APIError && [401, 403, 404].includes(error.status)) return this.handlers.rejected(error);
        this.handlers.status("the server does not answer; connecting again");
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, 4000);
    }
  }

  async read(signal, onOpen) {
    const headers = this.lastID === null ? {} : { "Last-Event-ID": this.lastID };
    const response = await this.client.fetch("GET", `${this.client.path}/events?recent=5000`, undefined, { headers, signal });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parser = new EventParser((name, data, id) => {
      // An event of the previous session may already be in a buffer.
      if (signal.aborted) return;
      // The first events of a connection have no identifier. The connection may be lost before one that has.
      if (id !== null) this.lastID = id;
      onOpen();
      this.handlers.event(name, data);
    });
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.add(value);
    }
  }
}
