"""The mutants of Tests/ConformanceTests/subjects/standard_subject.py, and the rule that must fail for each.

Each old text must occur in its file exactly once. Tests/Mutants/run --help says how the script uses the list."""

from mutant import client, correct, mutant, shared

# Lines that several mutants change.
SEND = "                connection.request(method, self.base + path, content, headers)\n"
HEADERS = '        headers = {"Accept": "application/json"}\n'
ENCODED = '            headers["Content-Type"], content = "application/json", json.dumps(body)\n'
EXCHANGE = (
    "                status, headers, content = self.client.exchange(method, path, body, token, self.cancellation)\n"
)
CREATE = 'CREATE = ("POST", LIST, BODY, lambda'
IS_SUCCESS = "    return 200 <= status < 300 and status != 206\n"
ACCEPTED = "                if is_success(status):\n                    return content\n"
IS_FINAL = "is_final = method not in METHODS or status not in STATUSES or attempt == ATTEMPTS"
RAISE = "                    raise HTTPError(status, headers.items(), content)\n            own ="
LOSS = "                if method not in METHODS or attempt == ATTEMPTS:\n                    raise\n"
OWN = "own = min(BASE * 2 ** (attempt - 1), CAP)"
WAIT = "self.cancellation.wait(threading.Event(), own if asked is None else asked)"
RENEWED = "                        token, is_renewed = renewed, True\n                        continue\n"
PARSE = '        return json.loads(content.decode("utf-8"))\n'
READ = "                    return answer.status, answer.headers, answer.read()\n"
MISSING = '            raise Unreadable("keyNotFound", f"{path}.{name}")\n'
NULL = '            raise Unreadable("valueNotFound", f"{path}.{name}")\n'
WRONG_TYPE = "        if not isinstance(value[name], kind) or isinstance(value[name], bool):\n"
BUILT = "    return {name: value[name] for name in RESERVATION}\n"
ELEMENTS = '    return [reservation(element, f"$[{index}]") for index, element in enumerate(value)]\n'
NOT_A_LIST = '    if not isinstance(value, list):\n        raise Unreadable("typeMismatch", "$")\n'
DIGITS = "    if text.isascii() and text.isdigit():\n        return float(text[:12])\n"
FEATURES = '    {"cancellation": True, "parallel": True, "authRefresh": True, "callControl": True, "tls": True},\n'
CANCELLED = '    if isinstance(error, Cancelled):\n        return {"kind": "cancelled"}\n'
OPERATIONS_END = (
    '            {"op": "cancelReservation", "method": "DELETE", "path": ONE, "void": True, "reply": reply(204)},\n'
)

REQUESTS = [
    mutant(
        "request-double-slash",
        "A base URL that ends in a slash gives two slashes before the path.",
        client('urlsplit(case["baseURL"].rstrip("/"))', 'urlsplit(case["baseURL"])'),
        caught_by="REQ-01",
    ),
    mutant(
        "request-base-path-lost",
        "The path of the base URL is lost, as with urljoin and an absolute path.",
        client(SEND, SEND.replace("self.base + path", "path")),
        caught_by="REQ-01",
    ),
    mutant(
        "request-trailing-slash",
        "A reservation is created at a path that ends in a slash, as some frameworks require.",
        shared(CREATE, 'CREATE = ("POST", LIST + "/", BODY, lambda'),
        caught_by="REQ-01",
    ),
    mutant(
        "request-put-for-post",
        "A reservation is created with PUT in place of POST.",
        shared(CREATE, 'CREATE = ("PUT", LIST, BODY, lambda'),
        caught_by="REQ-01",
    ),
    mutant(
        "request-additional-query",
        "Every request has a debugging parameter in its query.",
        client(SEND, SEND.replace("self.base + path", 'self.base + path + "?debug=1"')),
        unseen={"REQ-01": "A target may have any query."},
    ),
    mutant(
        "request-lone-question-mark",
        "A request without query parameters ends in a question mark.",
        client(SEND, SEND.replace("self.base + path", 'self.base + path + "?"')),
        caught_by="REQ-06",
    ),
    mutant(
        "request-wrong-key",
        "The body calls the spot spot_id in place of parking_spot_id.",
        shared(CREATE, 'CREATE = ("POST", LIST, {"spot_id": 7, "starts_at": BODY["starts_at"]}, lambda'),
        caught_by="REQ-08",
    ),
    mutant(
        "request-null-member",
        "An empty optional note is sent as null.",
        shared(CREATE, 'CREATE = ("POST", LIST, {**BODY, "note": None}, lambda'),
        caught_by="REQ-08",
    ),
    mutant(
        "request-number-as-string",
        "The number of the spot comes from a text field and is sent as a string.",
        shared(CREATE, 'CREATE = ("POST", LIST, {**BODY, "parking_spot_id": "7"}, lambda'),
        caught_by="REQ-08",
    ),
    mutant(
        "request-encoded-twice",
        "The body is encoded twice: it is a JSON string that contains JSON.",
        client(ENCODED, ENCODED.replace("json.dumps(body)", "json.dumps(json.dumps(body))")),
        caught_by="REQ-08",
    ),
    mutant(
        "request-no-content-type",
        "The JSON body has no Content-Type.",
        client(ENCODED, "            content = json.dumps(body)\n"),
        caught_by="REQ-04",
    ),
    mutant(
        "request-form",
        "The body is sent as a form.",
        client(
            ENCODED,
            '            headers["Content-Type"] = "application/x-www-form-urlencoded"\n'
            "            content = urllib.parse.urlencode(body)\n",
        ),
        caught_by="REQ-04",
    ),
    mutant(
        "request-no-accept",
        "Requests have no Accept.",
        client(HEADERS, "        headers = {}\n"),
        caught_by="REQ-05",
    ),
    mutant(
        "request-slash-in-segment",
        "An argument in the path keeps its slashes.",
        client("quote(self.client.item, safe='')", "quote(self.client.item)"),
        caught_by="REQ-02",
    ),
    mutant(
        "request-raw-segment",
        "An argument in the path is not percent-encoded.",
        client("urllib.parse.quote(self.client.item, safe='')", "self.client.item.replace(' ', '+')"),
        caught_by="REQ-02",
    ),
    mutant(
        "request-segment-encoded-twice",
        "An argument in the path is percent-encoded twice.",
        client(
            "quote(self.client.item, safe='')", "quote(urllib.parse.quote(self.client.item, safe=''), safe='')"
        ),
        caught_by="REQ-02",
    ),
    mutant(
        "request-content-type-without-content",
        "Requests without a body have the Content-Type of JSON.",
        client(HEADERS, '        headers = {"Accept": "application/json", "Content-Type": "application/json"}\n'),
        unseen={"REQ-06": "Content-Type without content is a note of the report."},
    ),
    mutant(
        "request-body-in-get",
        "A GET has a body of an empty JSON object.",
        client(
            "        content = None\n        if body is not None:\n",
            '        content = None\n        if method == "GET":\n            content = "{}"\n'
            "        if body is not None:\n",
        ),
        caught_by="REQ-06",
    ),
    mutant(
        "request-new-id-for-each-attempt",
        "Each attempt of a call has a new correlation ID.",
        client("token, self.cancellation, call)", "token, self.cancellation, str(uuid.uuid4()))"),
        on="correlated",
        caught_by="REQ-11",
    ),
]

STATUSES = [
    mutant(
        "status-redirect-is-success",
        "Every status below 400 is a success.",
        shared(IS_SUCCESS, "    return 200 <= status < 400 and status != 206\n"),
        caught_by="STAT-03",
    ),
    mutant(
        "status-only-known-successes",
        "Only 200, 201, 204 and 205 are successes.",
        shared(IS_SUCCESS, "    return status in (200, 201, 204, 205)\n"),
        caught_by="STAT-01",
        also_red={"STAT-10": "A DELETE with a 202 is not a success either."},
    ),
    mutant(
        "status-205-is-failure",
        "An operation without a result accepts only a 204.",
        client(
            ACCEPTED,
            ACCEPTED.replace("is_success(status)", 'is_success(status) and (method != "DELETE" or status == 204)'),
        ),
        caught_by="STAT-05",
        also_red={"STAT-10": "A DELETE with a 201 or 202 is not a success either."},
    ),
    mutant(
        "status-204-decoded",
        "The body of a 204 is decoded.",
        shared("lambda content: None)", "lambda content: document(content))"),
        caught_by="STAT-05",
    ),
    mutant(
        "status-partial-accepted",
        "A 206 is accepted as the complete list.",
        shared(IS_SUCCESS, "    return 200 <= status < 300\n"),
        caught_by="STAT-13",
    ),
    mutant(
        "status-404-is-deleted",
        "A DELETE with a 404 is a success.",
        client(
            ACCEPTED,
            ACCEPTED + '                if method == "DELETE" and status == 404:\n                    return b""\n',
        ),
        caught_by="STAT-02",
    ),
    mutant(
        "status-404-is-empty-list",
        "A 404 for the list is returned as an empty list.",
        client(
            ACCEPTED,
            ACCEPTED + '                if method == "GET" and status == 404:\n                    return b"[]"\n',
        ),
        caught_by="STAT-02",
    ),
    mutant(
        "status-409-is-created",
        "A POST with a 409 is a success, because the reservation exists already.",
        client(
            ACCEPTED,
            ACCEPTED + '                if method == "POST" and status == 409:\n'
            '                    return b\'{"id": 42, "user_id": 5, "status": "confirmed", '
            '"starts_at": "2026-03-02T08:00:00Z", "total_price": 7.5}\'\n',
        ),
        caught_by="STAT-02",
    ),
    mutant(
        "status-class-only",
        "Every 4xx is reported as 400.",
        client(RAISE, RAISE.replace("HTTPError(status,", "HTTPError(400 if 400 <= status < 500 else status,")),
        caught_by="STAT-02",
        also_red={"AUTH-05": "Without a refresh token, the 401 of a call is reported as 400."},
    ),
    mutant(
        "status-500-swallowed",
        "A 5xx for the list is returned as an empty list, so that the screen shows no error.",
        client(
            RAISE,
            '                    if method == "GET" and status >= 500:\n                        return b"[]"\n' + RAISE,
        ),
        caught_by="STAT-04",
    ),
    mutant(
        "status-500-body-decoded",
        "A 500 with a JSON object as its body is decoded like a success.",
        client(
            RAISE,
            '                    if status == 500 and content[:1] in (b"{", b"["):\n'
            "                        return content\n"
            + RAISE,
        ),
        caught_by="STAT-04",
    ),
    mutant(
        "status-headers-lost",
        "The error for a status has no header fields.",
        client(RAISE, RAISE.replace("headers.items()", "[]")),
        caught_by="STAT-07",
    ),
    mutant(
        "status-body-cut",
        "The error for a status has only the first 32 bytes of the body, as for a log.",
        client(RAISE, RAISE.replace("items(), content", "items(), content[:32]")),
        caught_by="STAT-07",
    ),
    mutant(
        "status-error-body-decoded",
        "The body of a 5xx for a GET is decoded for its message before the status is reported.",
        client(
            RAISE,
            '                    if method == "GET" and status >= 500:\n'
            "                        document(content)\n" + RAISE,
        ),
        client("    REFRESH, Cancelled,", "    document, REFRESH, Cancelled,"),
        caught_by="DEC-17",
    ),
    mutant(
        "status-503-is-offline",
        "A 503 is reported as an unreachable server.",
        client(
            RAISE,
            "                    if status == 503:\n                        raise ConnectionRefusedError()\n" + RAISE,
        ),
        caught_by="RETRY-02",
        also_red={"BACK-07": "A Retry-After of a day ends in the same failure."},
    ),
]

DECODING = [
    mutant(
        "decoding-missing-key-defaulted",
        "A missing number becomes 0, and a missing text an empty one.",
        shared(MISSING, "            value[name] = 0 if name != 'status' and name != 'starts_at' else ''\n"),
        caught_by="DEC-02",
        also_red={"DEC-12": "An object that contains the reservation as a member lacks all keys."},
    ),
    mutant(
        "decoding-null-swallowed",
        "A required field with null is returned as null.",
        shared(NULL, "            continue\n"),
        caught_by="DEC-04",
    ),
    mutant(
        "decoding-path-without-index",
        "The path of an error in a list has no index.",
        shared(ELEMENTS, "    return [reservation(element) for element in value]\n"),
        caught_by="DEC-02",
        also_red={"DEC-03": "The same code makes the path for a wrong type."},
    ),
    mutant(
        "decoding-string-coerced",
        "A string in place of a number is converted.",
        shared(
            WRONG_TYPE,
            "        if kind is not str and isinstance(value[name], str):\n"
            "            try:\n"
            "                value[name] = float(value[name]) if name == 'total_price' else int(value[name])\n"
            "            except ValueError:\n"
            "                value[name] = 0\n" + WRONG_TYPE,
        ),
        caught_by="DEC-03",
    ),
    mutant(
        "decoding-number-coerced",
        "Any value in place of a text is converted to one.",
        shared(WRONG_TYPE, "        if kind is str:\n            value[name] = str(value[name])\n" + WRONG_TYPE),
        caught_by="DEC-03",
    ),
    mutant(
        "decoding-bool-is-number",
        "The value true is read as the number 1.",
        shared(WRONG_TYPE, "        if isinstance(value[name], bool):\n            value[name] = int(value[name])\n"
                           "        if not isinstance(value[name], kind):\n"),
        caught_by="DEC-03",
    ),
    mutant(
        "decoding-int-truncated",
        "A fraction in place of a whole number is truncated.",
        shared(WRONG_TYPE, "        if kind is int and isinstance(value[name], float) and value[name] < 1e300:\n"
                           "            value[name] = int(value[name])\n" + WRONG_TYPE),
        caught_by="DEC-11",
    ),
    mutant(
        "decoding-bad-element-dropped",
        "An unreadable element of a list is dropped.",
        shared(
            ELEMENTS,
            "    result = []\n    for index, element in enumerate(value):\n        try:\n"
            '            result.append(reservation(element, f"$[{index}]"))\n'
            "        except Unreadable:\n            pass\n    return result\n",
        ),
        caught_by="DEC-02",
        also_red={
            "DEC-03": "The same code drops a value of a wrong type.",
            "DEC-11": "The same code drops a number that is not an integer.",
            "DEC-18": "A list of lists is a list with one unreadable element.",
        },
    ),
    mutant(
        "decoding-malformed-is-empty",
        "A body that is not JSON is returned as an empty list.",
        shared(
            "lambda content: reservations(document(content)))",
            "lambda content: reservations(document(content) if content[-1:] == b']' else []))",
        ),
        caught_by="DEC-01",
    ),
    mutant(
        "decoding-empty-body-accepted",
        "An empty body is returned as an empty list.",
        shared(
            "lambda content: reservations(document(content)))",
            "lambda content: reservations(document(content or b'[]')))",
        ),
        caught_by="STAT-06",
    ),
    mutant(
        "decoding-rest-ignored",
        "Text after the first JSON document is ignored.",
        shared(PARSE, '        return json.JSONDecoder().raw_decode(content.decode("utf-8").lstrip())[0]\n'),
        unseen={"DEC-16": "The rule belongs to the profile strict, and the mutants are verified with extended."},
    ),
    mutant(
        "decoding-utf-8-repaired",
        "Bytes that are not UTF-8 become replacement characters.",
        shared(PARSE, PARSE.replace('decode("utf-8")', 'decode("utf-8", "replace")')),
        caught_by="DEC-15",
    ),
    mutant(
        "decoding-depth-crashes",
        "A document that nests too deep crashes the client.",
        shared("except (ValueError, RecursionError) as error", "except ValueError as error"),
        caught_by="DEC-18",
    ),
    mutant(
        "decoding-object-for-list",
        "An object in place of the list is returned as its member data, or as an empty list.",
        shared(NOT_A_LIST, '    if isinstance(value, dict):\n        value = value.get("data", [])\n' + NOT_A_LIST),
        caught_by="DEC-12",
    ),
    mutant(
        "decoding-status-constant",
        "The status of every reservation is confirmed.",
        shared(BUILT, '    return {**{name: value[name] for name in RESERVATION}, "status": "confirmed"}\n'),
        caught_by="REPO-01",
    ),
    mutant(
        "decoding-price-rounded",
        "The price is rounded to halves.",
        shared(
            BUILT,
            '    return {**{name: value[name] for name in RESERVATION}, "total_price": '
            'round(value["total_price"] * 2) / 2}\n',
        ),
        caught_by="REPO-01",
    ),
    mutant(
        "decoding-fields-swapped",
        "The id of the user is returned as the id of the reservation.",
        shared(BUILT, '    return {**{name: value[name] for name in RESERVATION}, "id": value["user_id"]}\n'),
        caught_by="REPO-01",
    ),
    mutant(
        "decoding-error-escapes",
        "An error of the JSON parser is reported as a transport error.",
        shared(
            '        raise Unreadable("dataCorrupted", "$") from error\n',
            '        raise OSError("invalid reply") from error\n',
        ),
        caught_by="DEC-01",
    ),
]

TRANSPORT = [
    mutant(
        "transport-loss-is-success",
        "A DELETE whose last attempt is lost is a success.",
        client(
            LOSS,
            '                if method == "DELETE" and attempt == ATTEMPTS:\n                    return b""\n' + LOSS,
        ),
        caught_by="TRN-02",
        also_red={
            "TRN-01": "The same code handles a refused connection.",
            "CANC-04": "The same code handles a timeout.",
        },
    ),
    mutant(
        "transport-loss-is-empty-list",
        "A reset connection is returned as an empty list.",
        client(
            "            except (*LOST, ConnectionRefusedError, TimeoutError):\n" + LOSS,
            "            except (*LOST, ConnectionRefusedError, TimeoutError) as error:\n"
            '                if method == "GET" and attempt == ATTEMPTS and isinstance(error, LOST):\n'
            '                    return b"[]"\n' + LOSS,
        ),
        caught_by="TRN-02",
    ),
    mutant(
        "transport-refused-is-lost",
        "A refused connection is reported as a lost one.",
        client('return transport("cannotConnect")', 'return transport("connectionLost")'),
        caught_by="TRN-01",
    ),
    mutant(
        "transport-timeout-is-lost",
        "A timeout is reported as a lost connection.",
        client('        return {"kind": "timeout"}\n', '        return transport("connectionLost")\n'),
        caught_by="CANC-04",
    ),
    mutant(
        "transport-all-errors-are-other",
        "Timeouts and other system errors are reported as other.",
        client(
            '    if isinstance(error, TimeoutError):\n        return {"kind": "timeout"}\n',
            '    if isinstance(error, OSError):\n        return transport("other")\n',
        ),
        caught_by="CANC-04",
    ),
    mutant(
        "transport-reset-is-timeout",
        "A lost connection is reported as a timeout.",
        client(
            '    if isinstance(error, LOST):\n        return transport("connectionLost")\n',
            '    if isinstance(error, LOST):\n        return {"kind": "timeout"}\n',
        ),
        caught_by="TRN-02",
    ),
    mutant(
        "transport-short-body-read",
        "The body is read with one call of read(size), which may return a part of it.",
        client(READ, READ.replace("answer.read()", "answer.read(1 << 20)")),
        caught_by="TRN-03",
    ),
    mutant(
        "transport-incomplete-accepted",
        "An incomplete body is accepted as complete.",
        client(
            READ,
            "                    try:\n                        content = answer.read()\n"
            "                    except http.client.IncompleteRead as error:\n"
            "                        content = error.partial\n"
            "                    return answer.status, answer.headers, content\n",
        ),
        caught_by="TRN-03",
        also_red={"TRN-04": "http.client raises the same error for chunks that end too soon."},
    ),
    mutant(
        "transport-incomplete-is-decoding",
        "An incomplete body is reported as a decoding error.",
        client(
            '        return transport("incomplete")\n',
            '        return {"kind": "decoding", "detail": "dataCorrupted", "path": "$"}\n',
        ),
        caught_by="TRN-03",
        also_red={"TRN-04": "http.client raises the same error for chunks that end too soon."},
    ),
    mutant(
        "transport-bad-chunk-crashes",
        "A chunk size that overflows an index ends the process.",
        client(
            "isinstance(error, (http.client.HTTPException, OverflowError))",
            "isinstance(error, http.client.HTTPException)",
        ),
        caught_by="TRN-04",
    ),
    mutant(
        "transport-bad-reply-is-status-500",
        "A reply that http.client cannot parse is reported as status 500.",
        client(
            '        return transport("badResponse")\n',
            '        return {"kind": "http", "status": 500, "headers": [], "bodyBase64": ""}\n',
        ),
        caught_by="TRN-07",
        also_red={"TRN-04": "The same code reports a chunk size that overflows an index."},
    ),
]

RETRIES = [
    mutant(
        "retry-never",
        "No request is retried, although the client declares three attempts.",
        client(IS_FINAL, "is_final = True"),
        client(LOSS, "                raise\n"),
        caught_by="RETRY-01",
    ),
    mutant(
        "retry-once-too-often",
        "The retries are counted without the first attempt.",
        client(IS_FINAL, IS_FINAL.replace("attempt == ATTEMPTS", "attempt > ATTEMPTS")),
        caught_by="RETRY-02",
    ),
    mutant(
        "retry-once-too-few",
        "The second attempt is the last one.",
        client(IS_FINAL, IS_FINAL.replace("attempt == ATTEMPTS", "attempt == ATTEMPTS - 1")),
        caught_by="RETRY-01",
    ),
    mutant(
        "retry-for-ever",
        "A GET with a 503 is retried until it succeeds.",
        client(IS_FINAL, IS_FINAL + ' and (method, status) != ("GET", 503)'),
        caught_by="RETRY-02",
    ),
    mutant(
        "retry-for-ever-at-once",
        "A GET with a 503 is retried until it succeeds, without a wait.",
        client(IS_FINAL, IS_FINAL + ' and (method, status) != ("GET", 503)'),
        client(OWN, 'own = 0 if method == "GET" else min(BASE * 2 ** (attempt - 1), CAP)'),
        caught_by="RETRY-02",
    ),
    mutant(
        "retry-layers-multiply",
        "The repository retries a failed call that the client has already tried three times.",
        shared(
            "    values = [decode(send(method, path, body)) for method, path, body, decode in OPERATIONS[operation]]\n",
            "    def layered(method, path, body):\n"
            "        try:\n"
            "            return send(method, path, body)\n"
            "        except HTTPError as error:\n"
            "            if error.status != 503 or method == 'POST':\n"
            "                raise\n"
            "            return send(method, path, body)\n"
            "\n"
            "    values = [decode(layered(method, path, body)) for method, path, body, decode in "
            "OPERATIONS[operation]]\n",
        ),
        caught_by="RETRY-02",
    ),
    mutant(
        "retry-post",
        "A POST is retried after a 5xx.",
        client(IS_FINAL, "is_final = status not in STATUSES or attempt == ATTEMPTS"),
        caught_by="RETRY-04",
    ),
    mutant(
        "retry-post-after-loss",
        "A POST is retried after a lost connection and after a timeout.",
        client(LOSS, "                if attempt == ATTEMPTS:\n                    raise\n"),
        caught_by="RETRY-04",
    ),
    mutant(
        "retry-every-5xx",
        "Every 5xx is retried, including 501 and 505.",
        client(IS_FINAL, IS_FINAL.replace("status not in STATUSES", "status not in STATUSES and status < 500")),
        caught_by="RETRY-03",
    ),
    mutant(
        "retry-404",
        "A 404 is retried, because the resource may not exist yet.",
        client(IS_FINAL, IS_FINAL.replace("STATUSES", "STATUSES | {404}", 1)),
        caught_by="RETRY-03",
    ),
    mutant(
        "retry-not-504",
        "A 504 is not retried, although the client declares it.",
        client(IS_FINAL, IS_FINAL.replace("STATUSES", "STATUSES - {504}", 1)),
        caught_by="RETRY-01",
    ),
    mutant(
        "retry-not-after-loss",
        "A lost connection ends the call, although the client declares another attempt.",
        client(
            "except (*LOST, ConnectionRefusedError, TimeoutError):",
            "except (ConnectionRefusedError, TimeoutError):",
        ),
        caught_by="RETRY-06",
    ),
    mutant(
        "retry-not-after-timeout",
        "A timeout ends the call, although the client declares another attempt.",
        client("except (*LOST, ConnectionRefusedError, TimeoutError):", "except (*LOST, ConnectionRefusedError):"),
        caught_by="RETRY-06",
    ),
    mutant(
        "retry-after-decoding",
        "A request with an unreadable body is repeated.",
        shared(
            "    values = [decode(send(method, path, body)) for method, path, body, decode in OPERATIONS[operation]]\n",
            "    def read(method, path, body, decode):\n"
            "        try:\n"
            "            return decode(send(method, path, body))\n"
            "        except Unreadable:\n"
            "            return decode(send(method, path, body))\n"
            "\n"
            "    values = [read(*request) for request in OPERATIONS[operation]]\n",
        ),
        caught_by="DEC-01",
    ),
    mutant(
        "retry-own-count-for-losses",
        "Lost connections and statuses are counted separately, so that a call has up to five attempts.",
        client("        attempt = 1\n", "        attempt, losses = 1, 0\n"),
        client(LOSS, LOSS.replace("attempt == ATTEMPTS", "losses == ATTEMPTS - 1")
               + "                losses += 1\n                attempt -= 1\n"),
        client(OWN, "own = min(BASE * 2 ** max(0, attempt + losses - 1), CAP)"),
        caught_by="RETRY-10",
    ),
    mutant(
        "retry-count-kept",
        "The attempts are counted for the client and not for each call, so that later calls have none left.",
        client(
            "        self.timeout = timeout_of(case)\n",
            "        self.timeout, self.attempt = timeout_of(case), 1\n",
        ),
        client("        attempt = 1\n", "        attempt = self.client.attempt\n"),
        client("            attempt += 1\n", "            attempt += 1\n            self.client.attempt = attempt\n"),
        caught_by="RETRY-01",
    ),
    mutant(
        "retry-without-accept",
        "A retry has no Accept.",
        client(EXCHANGE, EXCHANGE.replace("self.cancellation)", "self.cancellation, attempt == 1)")),
        client("body, token, cancellation):\n", "body, token, cancellation, is_first=True):\n"),
        client(HEADERS, '        headers = {"Accept": "application/json"} if is_first else {}\n'),
        caught_by="RETRY-08",
    ),
    mutant(
        "retry-without-token",
        "A retry has no Authorization.",
        client(EXCHANGE, EXCHANGE.replace("token, self", "token if attempt == 1 else None, self")),
        caught_by="RETRY-08",
    ),
    mutant(
        "retry-other-target",
        "A retry has its number in the query.",
        client(
            EXCHANGE,
            EXCHANGE.replace("method, path,", 'method, path + (f"?retry={attempt}" if attempt > 1 else ""),'),
        ),
        caught_by="RETRY-08",
    ),
    mutant(
        "retry-empty-body-after-refresh",
        "The body is a stream that has been read when the request is repeated with a new token.",
        client("import contextlib\n", "import contextlib\nimport io\n"),
        client(
            "        attempt = 1\n",
            "        attempt = 1\n        body = None if body is None else io.StringIO(json.dumps(body))\n",
        ),
        client(
            '"application/json", json.dumps(body)\n',
            '"application/json", body.read() if hasattr(body, "read") else json.dumps(body)\n',
        ),
        caught_by="RETRY-08",
    ),
    mutant(
        "retry-empty-body",
        "The body of a retried PUT is empty.",
        client(EXCHANGE, EXCHANGE.replace("path, body,", "path, body if attempt == 1 else None,")),
        on="with-update",
        caught_by="RETRY-08",
    ),
    mutant(
        "retry-other-body",
        "A retried PUT sends the time of the attempt in its body.",
        client(
            EXCHANGE,
            EXCHANGE.replace("path, body,", 'path, body if attempt == 1 else {**(body or {}), "attempt": attempt},'),
        ),
        on="with-update",
        caught_by="RETRY-08",
    ),
]

BACKOFF = [
    mutant(
        "backoff-constant",
        "All waits are equally long.",
        client(OWN, "own = min(BASE, CAP)"),
        caught_by="BACK-01",
    ),
    mutant(
        "backoff-none",
        "The client does not wait between two attempts.",
        client(OWN, "own = 0"),
        caught_by="BACK-01",
    ),
    mutant(
        "backoff-first-at-once",
        "The first retry has no wait, although the client declares one.",
        client(OWN, "own = 0 if attempt == 1 else min(BASE * 2 ** (attempt - 1), CAP)"),
        caught_by="BACK-01",
    ),
    mutant(
        "backoff-too-fast",
        "The waits grow by the factor 4.",
        client(OWN, "own = min(BASE * 4 ** (attempt - 1), CAP)"),
        caught_by="BACK-01",
    ),
    mutant(
        "backoff-linear",
        "The waits grow linearly; with four attempts they differ from the declared ones.",
        client(OWN, "own = min(BASE * attempt, CAP)"),
        on="four-attempts",
        caught_by="BACK-01",
    ),
    mutant(
        "backoff-no-cap",
        "The waits have no upper limit.",
        client(OWN, "own = BASE * 2 ** (attempt - 1)"),
        on="four-attempts",
        caught_by="BACK-01",
    ),
    mutant(
        "backoff-ignores-retry-after",
        "Retry-After is ignored.",
        client(WAIT, "self.cancellation.wait(threading.Event(), own)"),
        caught_by="BACK-05",
    ),
    mutant(
        "backoff-retry-after-in-milliseconds",
        "Retry-After is read as milliseconds.",
        shared(DIGITS, DIGITS.replace("float(text[:12])", "float(text[:12]) / 1_000")),
        caught_by="BACK-05",
    ),
    mutant(
        "backoff-no-retry-after-for-429",
        "Retry-After is read only with a 503.",
        client("if status in (429, 503):", "if status == 503:"),
        caught_by="BACK-05",
    ),
    mutant(
        "backoff-least-of-both",
        "The client waits for its own backoff or for Retry-After, whichever is shorter.",
        client(WAIT, "self.cancellation.wait(threading.Event(), own if asked is None else min(own, asked))"),
        caught_by="BACK-05",
    ),
    mutant(
        "backoff-date-ignored",
        "A Retry-After with a date is ignored.",
        shared("    if until is None:\n", "    if True:\n"),
        caught_by="BACK-06",
    ),
    mutant(
        "backoff-date-negative",
        "A past date in Retry-After ends the call.",
        shared(
            "return max(0.0, until - (time.time() if now is None else now))",
            "return until - (time.time() if now is None else now)",
        ),
        client("(asked or 0) > LONGEST_ASKED", "(asked or 0) > LONGEST_ASKED or (asked or 0) < 0"),
        caught_by="BACK-08",
    ),
    mutant(
        "backoff-absurd-obeyed",
        "The client waits as long as Retry-After requests, without a limit.",
        client(" or (asked or 0) > LONGEST_ASKED:", ":"),
        client(WAIT, "self.cancellation.wait(threading.Event(), own if asked is None else min(asked, 4e6))"),
        caught_by="BACK-07",
    ),
    mutant(
        "backoff-garbage-crashes",
        "A Retry-After that is not a number ends the process.",
        shared(DIGITS, "    if text:\n        return float(int(text))\n"),
        caught_by="BACK-07",
        also_red={
            "BACK-06": "A date is not a number either.",
            "BACK-08": "A past date is not a number either.",
        },
    ),
    mutant(
        "backoff-garbage-gives-up",
        "A Retry-After that is not a number ends the call with the status.",
        client(
            "                is_final = ",
            '                if asked is None and headers.get("Retry-After") is not None:\n'
            "                    raise HTTPError(status, headers.items(), content)\n                is_final = ",
        ),
        caught_by="BACK-07",
    ),
    mutant(
        "backoff-negative-at-once",
        "A negative Retry-After is read as 0.",
        shared(
            DIGITS,
            "    try:\n        return max(0.0, float(int(text)))\n    except ValueError:\n        pass\n",
        ),
        caught_by="BACK-07",
    ),
    mutant(
        "backoff-garbage-at-once",
        "A Retry-After that is not a number is read as 0.",
        shared(
            "    if until is None:\n        return None\n",
            "    if until is None:\n        return 0.0 if text else None\n",
        ),
        caught_by="BACK-07",
    ),
]

TOKENS = [
    mutant(
        "token-without-scheme",
        "The token is sent without the scheme Bearer.",
        client('f"Bearer {token}"', "token"),
        caught_by="AUTH-01",
    ),
    mutant(
        "token-in-the-query",
        "The token is also sent in the query, where logs record it.",
        client(
            SEND,
            SEND.replace("self.base + path", 'self.base + path + (f"?access_token={token}" if token else "")'),
        ),
        caught_by="AUTH-01",
    ),
    mutant(
        "token-only-for-get",
        "Only GET requests have the token.",
        client("        if token is not None:\n", '        if token is not None and method == "GET":\n'),
        caught_by="AUTH-01",
    ),
    mutant(
        "token-none-is-sent",
        "A client without a token sends Bearer None.",
        client("        if token is not None:\n", "        if path != REFRESH:\n"),
        caught_by="AUTH-01",
    ),
    mutant(
        "token-not-refreshed",
        "A 401 ends the call.",
        client("if status == 401 and not is_renewed:", "if False:"),
        caught_by="AUTH-02",
    ),
    mutant(
        "token-old-one-again",
        "The request is repeated with the token that was rejected.",
        client(RENEWED, RENEWED.replace("token, is_renewed = renewed, True", "is_renewed = True")),
        caught_by="AUTH-02",
    ),
    mutant(
        "token-not-kept",
        "The new token is used for one call and not stored.",
        client("                self.access, self.refresh = access, refresh\n", "                pass\n"),
        caught_by="AUTH-02",
        also_red={"AUTH-07": "The second call has the old token too."},
    ),
    mutant(
        "token-post-not-repeated",
        "A POST is not repeated with the new token.",
        client("if status == 401 and not is_renewed:", 'if status == 401 and not is_renewed and method != "POST":'),
        caught_by="AUTH-02",
    ),
    mutant(
        "token-refresh-storm",
        "Each call that is rejected refreshes on its own.",
        client(
            "            if self.flight is None:\n"
            "                if self.refresh is None:\n"
            "                    return None\n"
            "                self.flight = Future()\n"
            "                threading.Thread(target=self.renew, args=[self.flight], daemon=True).start()\n"
            "            flight = self.flight\n",
            "            if self.refresh is None:\n"
            "                return None\n"
            "            flight = Future()\n"
            "            threading.Thread(target=self.renew, args=[flight], daemon=True).start()\n",
        ),
        caught_by="AUTH-03",
    ),
    mutant(
        "token-refresh-twice",
        "Each call refreshes up to two times.",
        client(
            "        token, is_renewed = self.client.tokens.access, False\n",
            "        token, is_renewed = self.client.tokens.access, 0\n",
        ),
        client("status == 401 and not is_renewed", "status == 401 and is_renewed < 2"),
        client("token, is_renewed = renewed, True", "token, is_renewed = renewed, is_renewed + 1"),
        caught_by="AUTH-04",
    ),
    mutant(
        "token-refresh-for-ever",
        "Every 401 is followed by a refresh, without a limit.",
        client("status == 401 and not is_renewed", "status == 401"),
        caught_by="AUTH-04",
    ),
    mutant(
        "token-refresh-after-403",
        "A 403 is followed by a refresh as well.",
        client("status == 401 and not is_renewed", "status in (401, 403) and not is_renewed"),
        caught_by="AUTH-08",
    ),
    mutant(
        "token-rotation-lost",
        "The new refresh token is not stored.",
        client('tokens.get("refresh_token", token)', "token"),
        caught_by="AUTH-09",
    ),
    mutant(
        "token-late-401-refreshes",
        "A 401 for an old token that arrives after the refresh leads to another refresh.",
        client("            if self.access != rejected:\n                return self.access\n", ""),
        caught_by="AUTH-07",
    ),
    mutant(
        "token-lost-by-503",
        "A refresh with a 503 signs the user out.",
        client(
            "        if 400 <= status < 500:\n            raise RefreshFailed",
            "        if status >= 400:\n            raise RefreshFailed",
        ),
        caught_by="AUTH-06",
    ),
    mutant(
        "token-failed-refresh-forgotten",
        "The old tokens are still used after a rejected refresh.",
        client("                self.access = self.refresh = None\n", "                pass\n"),
        caught_by="AUTH-05",
    ),
    mutant(
        "token-failed-refresh-hangs",
        "Calls that wait for a failed refresh never end.",
        client("            flight.set_exception(error)\n", "            pass\n"),
        caught_by="AUTH-06",
        also_red={"AUTH-05": "Calls that wait for a rejected refresh never end either."},
    ),
    mutant(
        "token-refresh-wrong-key",
        "The refresh token is sent under the key refreshToken, which the server does not know.",
        client('{"refresh_token": token}', '{"refreshToken": token}'),
        unseen={"AUTH-09": "The body of the refresh is not declared, and the token may be anywhere in the request."},
    ),
    mutant(
        "token-refresh-without-token",
        "The request for a new token does not contain the refresh token.",
        client('{"refresh_token": token}', '{"grant_type": "refresh_token"}'),
        caught_by="AUTH-09",
    ),
]

CANCELLATION = [
    mutant(
        "cancel-ignored",
        "A cancelled call continues.",
        client(
            "            self.is_cancelled = True\n            for action in self.actions:\n                action()\n",
            "            pass\n",
        ),
        caught_by="CANC-01",
    ),
    mutant(
        "cancel-between-attempts",
        "Cancellation takes effect only before the next attempt.",
        client(
            "with cancellation.interrupting(lambda: shut(socket)):",
            "with cancellation.interrupting(lambda: None):",
        ),
        caught_by="CANC-01",
    ),
    mutant(
        "cancel-not-in-backoff",
        "A call that is cancelled during its backoff waits until the end of it.",
        client(WAIT, "threading.Event().wait(own if asked is None else asked)"),
        caught_by="CANC-01",
    ),
    mutant(
        "cancel-is-timeout",
        "A cancelled call is reported as a timeout.",
        shared(CANCELLED, CANCELLED.replace('"cancelled"', '"timeout"')),
        caught_by="CANC-01",
    ),
    mutant(
        "cancel-is-lost-connection",
        "A cancelled call is reported as a lost connection.",
        shared(CANCELLED, CANCELLED.replace('"cancelled"', '"transport", "detail": "connectionLost"')),
        caught_by="CANC-01",
    ),
    mutant(
        "cancel-tried-again",
        "A cancelled call is retried, because its connection was lost.",
        client(
            "        except Exception as error:\n"
            "            if self.is_cancelled:\n"
            "                raise Cancelled() from error\n"
            "            raise\n"
            "        finally:",
            "        except Exception:\n            self.is_cancelled = False\n            raise\n        finally:",
        ),
        caught_by="CANC-01",
    ),
    mutant(
        "cancel-leaves-exchange-open",
        "A cancelled call returns at once, and its exchange continues in another thread.",
        client(
            EXCHANGE,
            "                done = Future()\n\n"
            "                def work():\n"
            "                    try:\n"
            "                        done.set_result(self.client.exchange(method, path, body, token, Cancellation()))\n"
            "                    except Exception as error:\n"
            "                        done.set_exception(error)\n\n"
            "                threading.Thread(target=work, daemon=True).start()\n"
            "                is_done = threading.Event()\n"
            "                done.add_done_callback(lambda _: is_done.set())\n"
            "                self.cancellation.wait(is_done)\n"
            "                status, headers, content = done.result()\n",
        ),
        caught_by="CANC-01",
    ),
    mutant(
        "cancel-ends-shared-refresh",
        "A call that is cancelled while it waits for a refresh ends the refresh for all.",
        client(
            "        cancellation.wait(is_done)\n        return flight.result()\n",
            "        try:\n"
            "            cancellation.wait(is_done)\n"
            "        except Cancelled:\n"
            "            if not flight.done():\n"
            "                flight.set_exception(Cancelled())\n"
            "            self.flight = None\n"
            "            raise\n"
            "        return flight.result()\n",
        ),
        caught_by="CANC-03",
    ),
    mutant(
        "timeout-none",
        "Requests have no timeout.",
        client("self.connection(self.host, self.port, timeout=self.timeout)", "self.connection(self.host, self.port)"),
        caught_by="CANC-04",
    ),
    mutant(
        "timeout-only-for-connect",
        "The timeout applies only to connecting.",
        client(
            "            socket = connection.sock\n",
            "            socket = connection.sock\n            socket.settimeout(None)\n",
        ),
        caught_by="CANC-04",
    ),
    mutant(
        "timeout-fixed",
        "The timeout is always 6 seconds and ignores the configuration.",
        shared('    return (case.get("timeoutMs") or 2_000) / 1_000\n', "    return 6\n"),
        caught_by="CANC-04",
    ),
    mutant(
        "timeout-halved",
        "The call ends after half of its timeout.",
        shared(
            '    return (case.get("timeoutMs") or 2_000) / 1_000\n',
            '    return (case.get("timeoutMs") or 2_000) / 2_000\n',
        ),
        caught_by="CANC-04",
    ),
    mutant(
        "timeout-whole-seconds",
        "A timeout below a second disables the timeout.",
        shared(
            '    return (case.get("timeoutMs") or 2_000) / 1_000\n',
            '    return (case.get("timeoutMs") or 2_000) // 1_000 or None\n',
        ),
        caught_by="CANC-06",
    ),
]

IDEMPOTENCY = [
    mutant(
        "idem-lost-delete-is-404",
        "A DELETE whose reply was lost fails if the second reply is a 404.",
        client("                is_lost = True\n", ""),
        unseen={"IDEM-07": "The rule belongs to the profile strict, and the mutants are verified with extended."},
    ),
    mutant(
        "key-new-for-each-attempt",
        "Each attempt has a new idempotency key.",
        client("token, self.cancellation, key)", "token, self.cancellation, key and str(uuid.uuid4()))"),
        on="keyed",
        caught_by="IDEM-01",
    ),
    mutant(
        "key-only-at-first",
        "A retry has no idempotency key.",
        client("token, self.cancellation, key)", "token, self.cancellation, key if attempt == 1 else None)"),
        on="keyed",
        caught_by="IDEM-01",
    ),
    mutant(
        "key-of-the-client",
        "All calls of a client have the same idempotency key.",
        client("key = str(uuid.uuid4()) if", "key = self.client.key if"),
        client(
            "        self.timeout = timeout_of(case)\n",
            "        self.timeout, self.key = timeout_of(case), str(uuid.uuid4())\n",
        ),
        on="keyed",
        caught_by="IDEM-02",
    ),
    mutant(
        "key-of-the-body",
        "The idempotency key is a hash of the body, so that two equal reservations become one.",
        client("key = str(uuid.uuid4()) if", "key = str(uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body))) if"),
        on="keyed",
        caught_by="IDEM-02",
    ),
    mutant(
        "key-absent",
        "No request has the declared idempotency key.",
        client("        if key is not None:\n", "        if False:\n"),
        on="keyed",
        caught_by="IDEM-01",
    ),
    mutant(
        "key-new-after-refresh",
        "The request that is repeated with a new token has a new idempotency key.",
        client(
            RENEWED,
            RENEWED.replace(
                "                        continue\n",
                "                        key = key and str(uuid.uuid4())\n                        continue\n",
            ),
        ),
        on="keyed",
        caught_by="RETRY-08",
    ),
    mutant(
        "key-body-changes",
        "Each attempt of a POST with a key sends its number in the body.",
        client(
            "method, path, body, token, self.cancellation, key)",
            'method, path, {**body, "attempt": attempt} if body and attempt > 1 else body, token, '
            "self.cancellation, key)",
        ),
        on="keyed",
        caught_by="IDEM-01",
    ),
]

ORDER = [
    mutant(
        "order-cancelled-first",
        "The old reservation is cancelled before the new one is created.",
        shared('"MOVE-01": [CREATE, CANCEL],', '"MOVE-01": [CANCEL, CREATE],'),
        caught_by="MOVE-01",
    ),
    mutant(
        "order-failure-ignored",
        "The old reservation is cancelled although the new one was rejected.",
        shared('"MOVE-01": [CREATE, CANCEL],', '"MOVE-01": [CREATE[:3] + (lambda content: None,), CANCEL],'),
        shared(
            "    values = [decode(send(method, path, body)) for",
            "    inner = send\n"
            "\n"
            "    def send(method, path, body):\n"
            "        try:\n"
            "            return inner(method, path, body)\n"
            "        except HTTPError:\n"
            "            if operation != 'MOVE-01' or method != 'POST':\n"
            "                raise\n"
            "\n"
            "    values = [decode(send(method, path, body)) for",
        ),
        caught_by="MOVE-01",
    ),
    mutant(
        "order-list-sorted",
        "The list is sorted by the price, although the server defines its order.",
        shared(
            ELEMENTS,
            '    return sorted([reservation(element, f"$[{index}]") for index, element in enumerate(value)], '
            'key=lambda each: each["total_price"])\n',
        ),
        on="two-elements",
        caught_by="REPO-01",
        also_red={"DEC-20": "The rule compares the list with the recorded one in a process with another time zone."},
    ),
    mutant(
        "order-list-sorted-as-recorded",
        "The list is sorted by the id, which is also the order of the recorded list.",
        shared(
            ELEMENTS,
            '    return sorted([reservation(element, f"$[{index}]") for index, element in enumerate(value)], '
            'key=lambda each: each["id"])\n',
        ),
        on="two-elements",
        unseen={"REPO-01": "The list in another order is tried for the decoding map only, where every order passes."},
    ),
    mutant(
        "order-first-element-only",
        "Only the first element of a list is returned.",
        shared(
            ELEMENTS,
            '    return [reservation(element, f"$[{index}]") for index, element in enumerate(value)][:1]\n',
        ),
        on="two-elements",
        caught_by="DEC-06",
    ),
]

VALUES = [
    mutant(
        "value-price-through-double",
        "The price is read as a binary fraction.",
        shared("parse_float=Decimal,", "parse_float=lambda text: Decimal(float(text)),"),
        on="typed",
        caught_by="DEC-10",
    ),
    mutant(
        "value-price-in-cents",
        "The price is rounded to cents.",
        shared(
            'format(built["total_price"], "f")',
            'format(round(float(built["total_price"]), 2), ".2f").rstrip("0").rstrip(".")',
        ),
        on="typed",
        caught_by="DEC-10",
    ),
    mutant(
        "value-date-now",
        "An unreadable date becomes the current time.",
        shared(
            '    if "T" not in text:\n        raise Unreadable("dataCorrupted", path)\n',
            '    if "T" not in text:\n        text = datetime.now(timezone.utc).isoformat()\n',
        ),
        on="typed",
        caught_by="DEC-09",
    ),
    mutant(
        "value-date-without-zone",
        "The zone of a date is ignored.",
        shared("parsed = parsed.astimezone(timezone.utc)", "parsed = parsed.replace(tzinfo=timezone.utc)"),
        on="typed",
        caught_by="DEC-08",
    ),
    mutant(
        "value-date-without-fraction",
        "A date with a fraction of a second cannot be read.",
        shared(
            "    text = re.sub(",
            '    if "." in text:\n        raise Unreadable("dataCorrupted", path)\n    text = re.sub(',
        ),
        on="typed",
        caught_by="DEC-08",
    ),
    mutant(
        "value-date-only",
        "A date without a time is read as midnight, UTC.",
        shared('    if "T" not in text:\n        raise Unreadable("dataCorrupted", path)\n', ""),
        shared("parsed.astimezone(timezone.utc)", "parsed.replace(tzinfo=parsed.tzinfo or timezone.utc)"),
        on="typed",
        unseen={"DEC-09": "The rule accepts midnight of any zone for a date without a time."},
    ),
    mutant(
        "value-unknown-word-guessed",
        "An unknown status is decoded as confirmed.",
        shared(
            '        raise Unreadable("dataCorrupted", f"{path}.status")\n',
            '        built["status"] = "confirmed"\n',
        ),
        on="typed",
        caught_by="DEC-07",
    ),
    mutant(
        "value-optional-required",
        "A missing optional note is an error.",
        shared('value.get("note")', 'required(value, "note", path)'),
        shared(
            "def reservations(value):\n",
            "def required(value, name, path):\n"
            "    if name not in value:\n"
            '        raise Unreadable("keyNotFound", f"{path}.{name}")\n'
            "    return value[name]\n"
            "\n"
            "\n"
            "def reservations(value):\n",
        ),
        on="typed",
        caught_by="DEC-05",
    ),
    mutant(
        "value-optional-default",
        "A null note is decoded as the text null.",
        shared('value.get("note")', '"null" if value.get("note", "") is None else value.get("note")'),
        on="typed",
        caught_by="DEC-05",
    ),
    mutant(
        "value-optional-wrong-type-swallowed",
        "A note of the wrong type is decoded as a missing one.",
        shared('        raise Unreadable("typeMismatch", f"{path}.note")\n', '        built["note"] = None\n'),
        on="typed",
        caught_by="DEC-03",
    ),
]

STORE = [
    mutant(
        "store-after-refusal",
        "The stored list is returned after an error status.",
        shared('known["kind"] == "transport"', 'known["kind"] in ("transport", "http")'),
        on="stored",
        caught_by="REPO-03",
    ),
    mutant(
        "store-after-decoding",
        "The stored list is returned in place of an unreadable one.",
        shared('known["kind"] == "transport"', 'known["kind"] in ("transport", "decoding")'),
        on="stored",
        caught_by="REPO-04",
    ),
    mutant(
        "store-not-used",
        "An unreachable server is an error, although the client declares a fallback.",
        shared('known["kind"] == "transport"', "False"),
        on="stored",
        caught_by="REPO-02",
    ),
    mutant(
        "store-after-cancel",
        "The stored list is returned for a cancelled call.",
        shared('known["kind"] == "transport"', 'known["kind"] in ("transport", "cancelled")'),
        on="stored",
        caught_by="CANC-01",
    ),
    mutant(
        "store-not-marked",
        "The stored list is returned without a mark that it is stale.",
        shared('"value": stored, "stale": True', '"value": stored'),
        on="stored",
        unseen={"REPO-02": "Whether a stored value is marked is a note of the report."},
    ),
    mutant(
        "store-not-written",
        "A fetched list is not stored.",
        shared('store["reservations"] = value', "pass"),
        on="stored",
        caught_by="REPO-09",
    ),
    mutant(
        "store-keeps-lost-write",
        "A reservation that the server rejected is stored as if it existed.",
        shared(
            '        return {**answer(case, [call() for _ in range(case.get("repeat", 1))], start), "store": store}\n',
            '        outcomes = [call() for _ in range(case.get("repeat", 1))]\n'
            '        if case["op"] == "createReservation" and outcomes[-1]["kind"] == "http":\n'
            '            store["reservations"] = store.get("reservations", []) + [RECORDED]\n'
            '        return {**answer(case, outcomes, start), "store": store}\n',
        ),
        on="stored",
        caught_by="REPO-05",
    ),
]

CORRECT = [
    correct("unchanged", "The unchanged client."),
    correct(
        "further-headers",
        "Requests have additional header fields, a User-Agent and several media types in Accept.",
        client(
            HEADERS,
            '        headers = {"accept": "application/json, application/problem+json;q=0.9, */*;q=0.1",\n'
            '                   "user-agent": "Parking/1.0 (Linux)", "x-client": "parking", "Accept-Language": '
            '"de, en;q=0.5",\n'
            '                   "Cache-Control": "no-cache", "Pragma": "no-cache", "Cookie": "a=b"}\n',
        ),
    ),
    correct(
        "lower-case-names",
        "The names of header fields and the scheme bearer are lower case.",
        client(HEADERS, '        headers = {"accept": "application/json"}\n'),
        client('headers["Authorization"] = f"Bearer {token}"', 'headers["authorization"] = f"bearer {token}"'),
        client(
            'headers["Content-Type"], content = "application/json"',
            'headers["content-type"], content = "application/json; charset=utf-8"',
        ),
    ),
    correct(
        "connection-close",
        "Every request asks the server to close the connection.",
        client(HEADERS, '        headers = {"Accept": "application/json", "Connection": "close"}\n'),
    ),
    correct(
        "kept-alive",
        "Connections are reused, except for those that the server has closed meanwhile.",
        client("import contextlib\n", "import contextlib\nimport select\n"),
        client("        self.timeout = timeout_of(case)\n", "        self.timeout, self.idle = timeout_of(case), []\n"),
        client(
            "        connection = self.new_connection()\n"
            "        try:\n            connection.connect()\n            socket = connection.sock\n",
            "        connection = self.idle_connection()\n"
            "        is_reusable = False\n"
            "        try:\n"
            "            if connection is None:\n"
            "                connection = self.new_connection()\n"
            "                connection.connect()\n"
            "            socket = connection.sock\n",
        ),
        client(
            READ,
            "                    content = answer.read()\n"
            "                    is_reusable = not answer.will_close\n"
            "                    return answer.status, answer.headers, content\n",
        ),
        client(
            "        finally:\n            connection.close()\n",
            "        finally:\n"
            "            if is_reusable:\n                self.idle.append(connection)\n"
            "            elif connection is not None:\n                connection.close()\n\n"
            "    def idle_connection(self):\n"
            '        """Returns an idle connection that the server has not closed; None if there is none."""\n'
            "        while True:\n"
            "            try:\n                connection = self.idle.pop()\n"
            "            except IndexError:\n                return None\n"
            "            if connection.sock and not select.select([connection.sock], [], [], 0)[0]:\n"
            "                return connection\n"
            "            connection.close()\n",
        ),
    ),
    correct(
        "other-json-text",
        "The body has another order of members, spaces, line ends, escapes and a number with a fraction of zero.",
        client(
            "json.dumps(body)\n        connection",
            "json.dumps(\n"
            "                dict(reversed([(name, float(value) if isinstance(value, int) else value) for name, "
            "value in body.items()])),\n"
            "                indent=4,\n"
            '            ).replace(":00Z", ":\\\\u00300Z").replace("\\n", "\\r\\n")\n'
            "        connection",
        ),
    ),
    correct(
        "chunked-body",
        "The body is sent in chunks, without a Content-Length.",
        client(
            SEND,
            "                pieces = None if content is None else (content[i:i + 9].encode() for i in range(0, "
            "len(content), 9))\n"
            "                connection.request(method, self.base + path, pieces, headers, encode_chunked=True)\n",
        ),
        client(
            "        content = None\n        if body is not None:\n",
            "        content = None\n"
            "        if body is not None:\n"
            '            headers["Transfer-Encoding"] = "chunked"\n',
        ),
    ),
    correct(
        "slow-segments",
        "A request is sent in many small segments.",
        client("import threading\n", "import threading\nimport time\n"),
        client(
            SEND,
            "                connection.send = lambda data: segments(socket, data)\n" + SEND,
        ),
        client(
            "def shut(socket):\n",
            "def segments(socket, data):\n"
            "    socket.setsockopt(6, 1, 1)\n"
            "    data = data if isinstance(data, bytes) else data.encode()\n"
            "    for start in range(0, len(data), 24):\n"
            "        socket.sendall(data[start:start + 24])\n"
            "        time.sleep(0.0005)\n"
            "\n"
            "\n"
            "def shut(socket):\n",
        ),
    ),
    correct(
        "longer-waits",
        "Waits are 10 ms longer than declared, as with a timer that fires late.",
        client(OWN, "own = min(BASE * 2 ** (attempt - 1), CAP) + 0.01"),
        client("own if asked is None else asked)", "own if asked is None else asked + 0.1)"),
    ),
    correct(
        "content-codings",
        "Replies with the content coding gzip are accepted and decoded.",
        client("import contextlib\n", "import contextlib\nimport gzip\n"),
        client("import threading\n", "import threading\nimport zlib\n"),
        client(HEADERS, '        headers = {"Accept": "application/json", "Accept-Encoding": "gzip, deflate;q=0"}\n'),
        client(
            READ,
            "                    content = answer.read()\n"
            '                    if answer.headers.get("Content-Encoding", "").lower() == "gzip":\n'
            "                        try:\n"
            "                            content = gzip.decompress(content)\n"
            "                        except (EOFError, OSError, zlib.error) as error:\n"
            '                            raise http.client.HTTPException("invalid gzip") from error\n'
            "                    return answer.status, answer.headers, content\n",
        ),
    ),
    correct(
        "absolute-form",
        "The request target is an absolute URL, as for a proxy (RFC 9112 section 3.2.2).",
        client(SEND, SEND.replace("self.base + path", 'f"http://{self.host}:{self.port}{self.base}{path}"')),
    ),
    correct(
        "expect-continue",
        "A request with a body has the field Expect: 100-continue, and its body does not wait for the interim reply.",
        client(ENCODED, ENCODED + '            headers["Expect"] = "100-continue"\n'),
    ),
    correct(
        "asks-for-more",
        "Each call requests the configuration first, and continues without it if there is none.",
        client(
            "        attempt = 1\n",
            "        attempt = 1\n"
            "        with contextlib.suppress(OSError, http.client.HTTPException):\n"
            '            self.client.exchange("HEAD", "/config", None, None, self.cancellation)\n',
        ),
        # The scenario of a promise counts every request.
        shared(
            '                    "endpoints": [\n',
            '                    "endpoints": [\n'
            '                        {"head": "/config", "replies": [{"status": 404}]},\n',
        ),
    ),
    correct(
        "http-1.0",
        "Requests have the version HTTP/1.0.",
        client(
            "            connection.connect()\n",
            '            connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"\n'
            "            connection.connect()\n",
        ),
    ),
    correct(
        "few-connections",
        "At most six requests are sent at a time.",
        client(
            "        self.timeout = timeout_of(case)\n",
            "        self.timeout, self.places = timeout_of(case), threading.Semaphore(6)\n",
        ),
        client(EXCHANGE, "                with self.client.places:\n    " + EXCHANGE),
    ),
    correct(
        "auth-outcomes",
        "A 401 and a 403 are reported as authentication failures, with their status.",
        shared(
            "    if isinstance(error, HTTPError):\n",
            "    if isinstance(error, HTTPError) and error.status in (401, 403):\n"
            '        detail = "unauthenticated" if error.status == 401 else "forbidden"\n'
            '        return {"kind": "auth", "detail": detail, "status": error.status}\n'
            "    if isinstance(error, HTTPError):\n",
        ),
    ),
    correct(
        "attempt-header",
        "Each attempt has its number in a header field.",
        client(EXCHANGE, EXCHANGE.replace("self.cancellation)", "self.cancellation, attempt)")),
        client("body, token, cancellation):\n", "body, token, cancellation, attempt=1):\n"),
        client(HEADERS, '        headers = {"X-Attempt": str(attempt), "Accept": "application/json"}\n'),
    ),
    correct(
        "waits-at-most-its-cap",
        "The client waits at most the declared limit for a longer Retry-After.",
        client(" or (asked or 0) > LONGEST_ASKED:", ":"),
        client(WAIT, "self.cancellation.wait(threading.Event(), own if asked is None else min(asked, LONGEST_ASKED))"),
    ),
    correct(
        "paths-as-pointers",
        "The path of a decoding error is a JSON pointer, and null is reported as a wrong type.",
        shared(
            '"path": error.path}',
            '"path": error.path.replace("$", "").replace("[", "/").replace("]", "").replace(".", "/")}',
        ),
        shared('raise Unreadable("valueNotFound",', 'raise Unreadable("typeMismatch",'),
    ),
    correct(
        "keyed",
        "A POST has an idempotency key and is retried like a GET.",
        client("import sys\n", "import sys\nimport uuid\n"),
        client(FEATURES, FEATURES.replace("}", ', "idempotencyKey": "Idempotency-Key"}')),
        shared(
            '"method": "POST", "path": LIST, "body": BODY,\n',
            '"method": "POST", "path": LIST, "body": BODY,\n                "idempotencyKey": True,\n',
        ),
        client("body, token, cancellation):\n", "body, token, cancellation, key=None):\n"),
        client(HEADERS, HEADERS + '        if key is not None:\n            headers["Idempotency-Key"] = key\n'),
        client(
            "        attempt = 1\n",
            "        attempt = 1\n"
            '        key = str(uuid.uuid4()) if method == "POST" else None\n'
            "        is_repeated = method in METHODS or key is not None\n",
        ),
        client(EXCHANGE, EXCHANGE.replace("self.cancellation)", "self.cancellation, key)")),
        client(LOSS, LOSS.replace("method not in METHODS", "not is_repeated")),
        client(IS_FINAL, IS_FINAL.replace("method not in METHODS", "not is_repeated")),
    ),
    correct(
        "correlated",
        "All requests of a call have the same correlation ID.",
        client("import sys\n", "import sys\nimport uuid\n"),
        client(FEATURES, FEATURES.replace("}", ', "correlationID": "X-Request-ID"}')),
        client("body, token, cancellation):\n", "body, token, cancellation, call=None):\n"),
        client(HEADERS, HEADERS + '        if call is not None:\n            headers["X-Request-ID"] = call\n'),
        client("        attempt = 1\n", "        attempt, call = 1, str(uuid.uuid4())\n"),
        client(EXCHANGE, EXCHANGE.replace("self.cancellation)", "self.cancellation, call)")),
    ),
    correct(
        "with-update",
        "A fourth operation updates a reservation with PUT.",
        shared(
            OPERATIONS_END,
            OPERATIONS_END
            + "            {\n"
            '                "op": "updateReservation", "method": "PUT", "path": ONE, "body": BODY,\n'
            '                "reply": reply(200, RECORDED), "value": RECORDED, "fields": fields("$"),\n'
            "            },\n",
        ),
        shared(
            '    "cancelReservation": [CANCEL],\n',
            '    "cancelReservation": [CANCEL],\n    "updateReservation": [("PUT", ONE, *CREATE[2:])],\n',
        ),
    ),
    correct(
        "four-attempts",
        "The client declares four attempts with waits of 0.2, 0.4 and 0.7 seconds.",
        client(
            "ATTEMPTS, BASE, CAP, LONGEST_ASKED = 3, 0.2, 20.0, 5.0",
            "ATTEMPTS, BASE, CAP, LONGEST_ASKED = 4, 0.2, 0.7, 5.0",
        ),
    ),
    correct(
        "two-elements",
        "The recorded list has two elements.",
        shared(
            "BODY = {",
            "OTHER = {\n"
            '    "id": 43, "user_id": 6, "status": "waiting", "starts_at": "2026-03-03T09:30:00Z", '
            '"total_price": 6.25,\n'
            "}\n"
            "BODY = {",
        ),
        shared(
            '"reply": reply(200, [RECORDED]), "value": [RECORDED],',
            '"reply": reply(200, [RECORDED, OTHER]), "value": [RECORDED, OTHER],',
        ),
    ),
    correct(
        "typed",
        "Dates, amounts and enumerations are declared and decoded as such, and a note is optional.",
        shared(
            "import base64\n",
            "import base64\nimport re\nfrom datetime import datetime, timezone\nfrom decimal import Decimal\n",
        ),
        shared('"total_price": (int, float)}', '"total_price": Decimal}'),
        shared('RESERVATION = {"id": int, "user_id": int,', 'RESERVATION = {"id": Decimal, "user_id": Decimal,'),
        shared(
            '"starts_at": "2026-03-02T08:00:00Z", "total_price": 7.5,\n}',
            '"starts_at": "2026-03-02T08:00:00Z", "total_price": 7.5, "note": "at the gate",\n'
            "}\n"
            'WORDS = {"confirmed", "waiting", "cancelled"}',
        ),
        shared(
            '"status": "string", "starts_at": "string", "total_price": "number"}',
            '"status": "enum", "starts_at": "date", "total_price": "money"}',
        ),
        shared('    return [field(f"{below}.{name}", kind) for name, kind in kinds.items()]\n',
               '    note = {"path": f"{below}.note", "required": False, "kind": "string"}\n'
               '    return [field(f"{below}.{name}", kind) for name, kind in kinds.items()] + [note]\n'),
        client(FEATURES, FEATURES.replace("}", ', "unknownEnum": "fail"}')),
        shared(PARSE, '        return json.loads(content.decode("utf-8"), parse_float=Decimal, parse_int=Decimal)\n'),
        shared(
            BUILT,
            "    built = {name: value[name] for name in RESERVATION}\n"
            '    for name in ("id", "user_id"):\n'
            "        if built[name] != built[name].to_integral_value() or abs(built[name]) >= 2 ** 63:\n"
            '            raise Unreadable("typeMismatch", f"{path}.{name}")\n'
            "        built[name] = int(built[name])\n"
            '    if built["status"] not in WORDS:\n'
            '        raise Unreadable("dataCorrupted", f"{path}.status")\n'
            '    built["starts_at"] = date(built["starts_at"], f"{path}.starts_at")\n'
            '    if abs(built["total_price"].adjusted()) > 40:\n'
            '        raise Unreadable("dataCorrupted", f"{path}.total_price")\n'
            '    built["total_price"] = format(built["total_price"], "f")\n'
            '    built["note"] = value.get("note")\n'
            '    if not isinstance(built["note"], (str, type(None))):\n'
            '        raise Unreadable("typeMismatch", f"{path}.note")\n'
            "    return built\n\n\n"
            "def date(text, path):\n"
            '    if "T" not in text:\n        raise Unreadable("dataCorrupted", path)\n'
            r'    text = re.sub(r"\.(\d+)", lambda match: "." + match[1][:6].ljust(6, "0"), text)' "\n"
            "    try:\n"
            '        parsed = datetime.fromisoformat(text.replace("Z", "+00:00"))\n'
            "    except ValueError as error:\n"
            '        raise Unreadable("dataCorrupted", path) from error\n'
            "    parsed = parsed.astimezone(timezone.utc)\n"
            '    return parsed.isoformat(timespec="milliseconds").replace("+00:00", "Z")\n',
        ),
        shared(
            '"reply": reply(200, [RECORDED]), "value": [RECORDED],',
            '"reply": reply(200, [RECORDED]), "value": [VALUE],',
        ),
        shared('"reply": reply(201, RECORDED), "value": RECORDED,', '"reply": reply(201, RECORDED), "value": VALUE,'),
        shared(
            "BODY = {",
            'VALUE = {**RECORDED, "starts_at": "2026-03-02T08:00:00.000Z", "total_price": "7.5"}\nBODY = {',
        ),
    ),
    correct(
        "stored",
        "A fetched list is stored, and returned as stale if the server is unreachable.",
        client(FEATURES, FEATURES.replace("}", ', "fallback": "offline"}')),
        shared(
            '"value": [RECORDED], "fields": fields("$[*]"),\n',
            '"value": [RECORDED], "fields": fields("$[*]"),\n'
            '                "stored": {"key": "reservations", "value": [{**RECORDED, "id": 12, "total_price": '
            "3.5}]},\n",
        ),
        shared(
            "                if known is None:\n                    raise\n                return known\n",
            "                if known is None:\n"
            "                    raise\n"
            '                stored = store.get("reservations")\n'
            '                if case["op"] == "fetchReservations" and stored is not None and known["kind"] == '
            '"transport":\n'
            '                    return {"kind": "value", "value": stored, "stale": True}\n'
            "                return known\n",
        ),
        shared(
            '                return {"kind": "value", "value": perform(case["op"], cancellable.send)}\n',
            '                value = perform(case["op"], cancellable.send)\n'
            '                if case["op"] == "fetchReservations":\n'
            '                    store["reservations"] = value\n'
            '                return {"kind": "value", "value": value}\n',
        ),
        shared(
            "        client = make(case)\n\n        def call",
            '        client, store = make(case), dict(case.get("store") or {})\n\n        def call',
        ),
        shared(
            '        return answer(case, [call() for _ in range(case.get("repeat", 1))], start)\n',
            '        return {**answer(case, [call() for _ in range(case.get("repeat", 1))], start), "store": store}\n',
        ),
    ),
]

MUTANTS = [
    *REQUESTS, *STATUSES, *DECODING, *TRANSPORT, *RETRIES, *BACKOFF, *TOKENS, *CANCELLATION, *IDEMPOTENCY, *ORDER,
    *VALUES, *STORE, *CORRECT,
]
