#!/usr/bin/env node
// A client built on the fetch of Node as it comes, for `rehearsal verify` to try.
//
//     rehearsal verify -- node Tests/ConformanceTests/subjects/fetch_subject.mjs
//
// `Response.ok` decides what a success is. The declaration and the operations are those of reservations.py.

import readline from "node:readline";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

const RESERVATION = { id: "int", user_id: "int", status: "string", starts_at: "string", total_price: "number" };
const RECORDED = { id: 42, user_id: 5, status: "confirmed", starts_at: "2026-03-02T08:00:00Z", total_price: 7.5 };
const BODY = { parking_spot_id: 7, starts_at: "2026-03-02T08:00:00Z" };
const LIST = "/api/v1/reservations", ONE = "/api/v1/reservations/42";
const JSON_TYPE = ["Content-Type", "application/json"];

const fields = (below) =>
  Object.entries(RESERVATION).map(([name, kind]) => ({ path: `${below}.${name}`, required: true, kind }));
const reply = (status, json) => ({ status, headers: [JSON_TYPE], json });

const HELLO = {
  hello: 1,
  name: "fetch",
  transport: "fetch",
  features: { cancellation: true, parallel: true, redirects: true, tls: true, callControl: true },
  ops: [
    {
      op: "fetchReservations", method: "GET", path: LIST,
      reply: reply(200, [RECORDED]), value: [RECORDED], fields: fields("$[*]"),
    },
    {
      op: "createReservation", method: "POST", path: LIST, body: BODY,
      reply: reply(201, RECORDED), value: RECORDED, fields: fields("$"),
    },
    { op: "cancelReservation", method: "DELETE", path: ONE, void: true, reply: { status: 204 } },
  ],
};

/** An error whose outcome is known. */
class Failure extends Error {
  constructor(outcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

const unreadable = (detail, path) => new Failure({ kind: "decoding", detail, path });

function reservation(value, path = "$") {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw unreadable("typeMismatch", path);
  for (const [name, kind] of Object.entries(RESERVATION)) {
    const place = `${path}.${name}`, member = value[name];
    if (member === undefined) throw unreadable("keyNotFound", place);
    if (member === null) throw unreadable("valueNotFound", place);
    // JSON.parse rounds an integer that no double holds, and makes Infinity of a number that is too large.
    const isRight = kind === "int" ? Number.isSafeInteger(member) : typeof member === kind && member !== Infinity;
    if (!isRight) throw unreadable("typeMismatch", place);
  }
  return Object.fromEntries(Object.keys(RESERVATION).map((name) => [name, value[name]]));
}

function reservations(value) {
  if (!Array.isArray(value)) throw unreadable("typeMismatch", "$");
  return value.map((element, index) => reservation(element, `$[${index}]`));
}

const OPERATIONS = {
  fetchReservations: ["GET", LIST, undefined, reservations],
  createReservation: ["POST", LIST, BODY, reservation],
  cancelReservation: ["DELETE", ONE, undefined, undefined],
};

async function send(message, signal) {
  const [method, path, body, decode] = OPERATIONS[message.op];
  const headers = new Headers(body && [JSON_TYPE]);
  if (message.token) headers.set("Authorization", `Bearer ${message.token}`);
  const url = message.baseURL.replace(/\/$/, "") + path;
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body), signal });
  if (!response.ok) {
    const content = Buffer.from(await response.arrayBuffer());
    const kept = { headers: [...response.headers], bodyBase64: content.toString("base64") };
    throw new Failure({ kind: "http", status: response.status, ...kept });
  }
  if (!decode) return null;
  try {
    return decode(await response.json());
  } catch (error) {
    throw error instanceof SyntaxError ? unreadable("dataCorrupted", "$") : error;
  }
}

/** The details of the errors that fetch gives as the cause of its TypeError. */
const DETAILS = {
  ECONNREFUSED: "cannotConnect", ENOTFOUND: "dns", ECONNRESET: "connectionLost", EPIPE: "connectionLost",
  UND_ERR_SOCKET: "connectionLost", UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "incomplete", Z_BUF_ERROR: "encoding",
  Z_DATA_ERROR: "encoding",
};

function outcome(error, caller) {
  if (error instanceof Failure) return error.outcome;
  if (caller.aborted) return { kind: "cancelled" };
  if (error.name === "TimeoutError") return { kind: "timeout" };
  if (!(error instanceof TypeError)) throw error;
  const code = error.cause?.code ?? error.code ?? "";
  const isParser = code.startsWith("HPE_") || error.cause?.name === "HTTPParserError";
  return { kind: "transport", detail: isParser ? "badResponse" : DETAILS[code] ?? "other" };
}

async function call(message, index = 0) {
  if (message.staggerMs) await sleep(index * message.staggerMs);
  const caller = new AbortController();
  const timer = new AbortController();
  const isCancelled = message.cancelAfterMs != null && (index === 0 || !message.cancelOnlyFirst);
  if (isCancelled && message.cancelAfterMs === 0) {
    caller.abort();
  } else if (isCancelled) {
    sleep(message.cancelAfterMs, null, { signal: timer.signal }).then(() => caller.abort(), () => {});
  }
  const timeout = AbortSignal.timeout(message.timeoutMs ?? 2_000);
  try {
    return { kind: "value", value: await send(message, AbortSignal.any([caller.signal, timeout])) };
  } catch (error) {
    return outcome(error, caller.signal);
  } finally {
    timer.abort();
  }
}

async function answer(message) {
  if (!(message.op in OPERATIONS)) return { case: message.case, cannotRun: `there is no operation ${message.op}` };
  const start = performance.now();
  let outcomes = [];
  if (message.parallel > 1) {
    outcomes = await Promise.all(Array.from({ length: message.parallel }, (_, index) => call(message, index)));
  } else {
    for (let count = 0; count < (message.repeat ?? 1); count += 1) {
      outcomes.push(await call(message));
      // The connection is free for the next request one turn of the event loop after the body was read.
      await nextTurn();
    }
  }
  return { case: message.case, outcomes, elapsedMs: Math.round(performance.now() - start) };
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  process.stdout.write(JSON.stringify("hello" in message ? HELLO : await answer(message)) + "\n");
}
// Connections that fetch keeps would hold the process.
process.exit(0);
