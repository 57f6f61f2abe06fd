"""Requests that differ from a given request in a single respect."""

import copy
import json

MOST = 90
SCALARS = [None, [], {}, "", 0, False, "other"]


def variants(request):
    """Returns the request itself, then its near misses, without duplicates."""
    seen = set()
    found = []
    for each in [request, *heads(request), *fields(request), *bodies(request)]:
        if each.key not in seen:
            seen.add(each.key)
            found.append(each)
    return found[:MOST]


def heads(request):
    yield request.with_(method="POST" if request.method != "POST" else "PUT")
    path, mark, query = request.target.partition("?")
    for changed in (path + "/", path + "x", encoded(path), path.upper(), path + "%0Ax"):
        yield request.with_(target=changed + mark + query)
    if not mark:
        for added in ("?", "?extra=1"):
            yield request.with_(target=path + added)
        return
    parts = query.split("&")
    yield request.with_(target=path)
    yield request.with_(target=f"{path}?{query}&extra=1")
    yield request.with_(target=f"{path}?{'&'.join(reversed(parts))}")
    for index, part in enumerate(parts):
        name, sign, value = part.partition("=")
        for changed in ([], [name], [name + "="], [name + "=" + value + "x"], [name + "=" + encoded(value)],
                        [name + "=" + value.upper()], [name + "=" + value + "%0Ax"], [part, part + "x"], [part, part]):
            kept = parts[:index] + changed + parts[index + 1:]
            yield request.with_(target=path + ("?" + "&".join(kept) if kept else ""))


def encoded(text):
    """Returns the text with its last unescaped letter percent-encoded."""
    for index in range(len(text) - 1, -1, -1):
        if text[index].isalpha() and "%" not in text[max(0, index - 2):index]:
            return f"{text[:index]}%{ord(text[index]):02X}{text[index + 1:]}"
    return text


def fields(request):
    for index, (name, value) in enumerate(request.fields):
        before, after = request.fields[:index], request.fields[index + 1:]
        if name.lower() == "content-type":
            yield request.with_(fields=before + after)
            continue
        others = [[], [(name, "")], [(name, value + "x")], [(name, value.upper())], [(name, value.lower())],
                  [(name, value), (name, value + "x")]]
        if name.lower() == "cookie":
            others = [[], [(name, value + "x")], [(name, value.upper())], [(name, f"other=1; {value}")], [(name, "other=1")]]
        for changed in others:
            yield request.with_(fields=before + changed + after)


def bodies(request):
    if not request.body:
        return
    text = request.body.decode(errors="replace")
    yield request.with_(body=b"")
    if any("multipart" in value for _, value in request.fields):
        # Changes the names of the parts, and not their framing.
        yield request.with_(body=text.replace('name="', 'name="other').encode())
        return
    try:
        document = json.loads(text)
    except ValueError:
        for changed in (text + "x", text + "\n", "x" + text, text.upper(), text.replace(" ", "\n", 1), text + "\r\nx"):
            yield request.with_(body=changed.encode())
        return
    # Invalid JSON is left out: WireMock parses only a part of it, or treats it as a string.
    yield request.with_(body=f" {text}\n".encode())
    for changed in documents(document):
        yield request.with_(body=json.dumps(changed).encode())


def documents(document):
    yield [document]
    yield {"outer": document}
    yield [{"other": 1}, document]
    yield document
    for value in SCALARS:
        yield value
    for path in places(document):
        yield from changes(document, path)


def places(value, path=()):
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, inner in pairs:
        yield path + (key,)
        yield from places(inner, path + (key,))


def changes(document, path):
    old = at(document, path)
    for new in SCALARS + [[old], {"in": old}, {"0": old}]:
        yield put(document, path, new)
    if isinstance(old, str):
        for new in (old + "\nx", old + "x", old.upper(), " " + old):
            yield put(document, path, new)
    elif isinstance(old, bool):
        yield put(document, path, not old)
    elif isinstance(old, (int, float)):
        for new in (old + 1, float(old), str(old)):
            yield put(document, path, new)
    elif isinstance(old, dict):
        yield put(document, path, {**old, "more": 1})
    elif isinstance(old, list):
        for new in (old[::-1], old + old[:1], old + [{"more": 1}], old[:-1], dict(enumerate(map(copy.deepcopy, old)))):
            yield put(document, path, new)
    holder = copy.deepcopy(document)
    inside = at(holder, path[:-1])
    if isinstance(inside, dict):
        inside["more" + str(path[-1])] = inside.pop(path[-1])
        yield holder
        also = copy.deepcopy(document)
        at(also, path[:-1])["more"] = 1
        yield also
    else:
        del inside[path[-1]]
        yield holder


def at(document, path):
    for key in path:
        document = document[key]
    return document


def put(document, path, value):
    changed = copy.deepcopy(document)
    at(changed, path[:-1])[path[-1]] = value
    return changed
