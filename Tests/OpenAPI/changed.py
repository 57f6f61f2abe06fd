"""Changes a valid OpenAPI document in one place at a time."""

import copy


def base(version):
    """Returns a valid document."""
    schema = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
    return {
        "openapi": version,
        "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://api.example.com/v1"}],
        "paths": {
            "/pets/{id}": {
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
                "get": {
                    "operationId": "getPet",
                    "parameters": [{"name": "view", "in": "query", "schema": {"type": "string"}}],
                    "responses": {
                        "200": {
                            "description": "The pet",
                            "headers": {"X-Count": {"schema": {"type": "integer"}}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}},
                        },
                        "default": {"description": "A mistake"},
                    },
                },
                "put": {
                    "operationId": "putPet",
                    "security": [{"key": []}],
                    "requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
                    "responses": {"204": {"description": "Stored"}},
                },
            },
        },
        "components": {
            "schemas": {"Pet": schema},
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
        },
    }


def at(document, *path):
    for name in path:
        document = document[name]
    return document


def removed(*path):
    def change(document):
        del at(document, *path[:-1])[path[-1]]
    return change


def replaced(value, *path):
    def change(document):
        at(document, *path[:-1])[path[-1]] = value
    return change


def renamed(new, *path):
    def change(document):
        parent = at(document, *path[:-1])
        parent[new] = parent.pop(path[-1])
    return change


GET = ("paths", "/pets/{id}", "get")
PUT = ("paths", "/pets/{id}", "put")
ITEM = ("paths", "/pets/{id}")
OK = (*GET, "responses", "200")
VIEW = (*GET, "parameters", 0)
BODY = (*PUT, "requestBody")
SCHEME = ("components", "securitySchemes", "key")

CHANGES = {
    "nothing": lambda document: None,
    "no info": removed("info"),
    "no title": removed("info", "title"),
    "no version of the API": removed("info", "version"),
    "a title that is a number": replaced(1, "info", "title"),
    "no paths": removed("paths"),
    "paths that are an array": replaced([], "paths"),
    "no servers": removed("servers"),
    "servers that are an object": replaced({}, "servers"),
    "a server without a URL": replaced([{}], "servers"),
    "a path without a slash": renamed("pets/{id}", "paths", "/pets/{id}"),
    "an extension in paths": replaced({"any": 1}, "paths", "x-more"),
    "a path item that is an array": replaced([], *ITEM),
    "an operation that is a text": replaced("get", *GET),
    "an unknown method": replaced({"responses": {}}, *ITEM, "fetch"),
    "no responses": removed(*GET, "responses"),
    "empty responses": replaced({}, *GET, "responses"),
    "responses that are an array": replaced([], *GET, "responses"),
    "a response without a description": removed(*OK, "description"),
    "a response that is a text": replaced("ok", *OK),
    "a status that is a word": renamed("ok", *OK),
    "a status of two digits": renamed("20", *OK),
    "a status of 600": renamed("600", *OK),
    "a range of statuses": renamed("2XX", *OK),
    "a range in lower case": renamed("2xx", *OK),
    "content that is an array": replaced([], *OK, "content"),
    "a media type that is a text": replaced("json", *OK, "content", "application/json"),
    "a reference to nothing": replaced("#/components/schemas/Pat", *OK, "content", "application/json", "schema", "$ref"),
    "a reference to a number": replaced(1, *OK, "content", "application/json", "schema", "$ref"),
    "headers that are an array": replaced([], *OK, "headers"),
    "a parameter without a name": removed(*VIEW, "name"),
    "a parameter without a location": removed(*VIEW, "in"),
    "a parameter in a form": replaced("form", *VIEW, "in"),
    "a parameter with a name that is a number": replaced(1, *VIEW, "name"),
    "a parameter without a schema": removed(*VIEW, "schema"),
    "a parameter with a schema and content": replaced({"application/json": {}}, *VIEW, "content"),
    "a parameter with an unknown style": replaced("comma", *VIEW, "style"),
    "a parameter with a style of another location": replaced("matrix", *VIEW, "style"),
    "a parameter that is required by a text": replaced("yes", *VIEW, "required"),
    "two equal parameters": lambda document: at(document, *GET)["parameters"].append(dict(at(document, *VIEW))),
    "parameters that are an object": replaced({}, *GET, "parameters"),
    "an optional path parameter": replaced(False, *ITEM, "parameters", 0, "required"),
    "a path parameter without required": removed(*ITEM, "parameters", 0, "required"),
    "a placeholder without a parameter": removed(*ITEM, "parameters"),
    "a path parameter without a placeholder": renamed("/pets", *ITEM),
    "two operations with one identifier": replaced("getPet", *PUT, "operationId"),
    "two paths with equal templates": lambda document: document["paths"].update({"/pets/{name}": {
        "get": {"parameters": [{"name": "name", "in": "path", "required": True, "schema": {}}], "responses": {"200": {"description": "d"}}}}}),
    "a body without content": removed(*BODY, "content"),
    "a body that is an array": replaced([], *BODY),
    "a body that is required by a text": replaced("yes", *BODY, "required"),
    "a schema that is an array": replaced([], "components", "schemas", "Pet"),
    "a schema with an unknown type": replaced("text", "components", "schemas", "Pet", "type"),
    "a schema with required as a Boolean value": replaced(True, "components", "schemas", "Pet", "required"),
    "a schema with properties as an array": replaced([], "components", "schemas", "Pet", "properties"),
    "a schema with a negative length": replaced(-1, "components", "schemas", "Pet", "minProperties"),
    "a schema with a minimum that is a text": replaced("1", "components", "schemas", "Pet", "minimum"),
    "a schema with items that are a text": replaced("a", "components", "schemas", "Pet", "items"),
    "a schema with an enumeration that is a text": replaced("a", "components", "schemas", "Pet", "enum"),
    "a requirement of an unknown scheme": replaced([{"token": []}], *PUT, "security"),
    "security that is an object": replaced({}, *PUT, "security"),
    "scopes that are a text": replaced([{"key": "read"}], *PUT, "security"),
    "a scheme without a type": removed(*SCHEME, "type"),
    "a scheme with an unknown type": replaced("password", *SCHEME, "type"),
    "a key without a name": removed(*SCHEME, "name"),
    "a key in the path": replaced("path", *SCHEME, "in"),
    "tags that are a text": replaced("pets", *GET, "tags"),
    "deprecated as a text": replaced("yes", *GET, "deprecated"),
    "an unknown member of an operation": replaced(1, *GET, "body"),
    "an unknown member of the document": replaced(1, "definitions"),
    "an extension in an operation": replaced(1, *GET, "x-body"),
}

# The differences by change, each with the sentence of the specification that decides it. A name without a version applies
# to both versions.
REASONS = {
    "a requirement of an unknown scheme": "rehearsal is right, and the validator does not check it: \"Each name MUST "
    "correspond to a security scheme which is declared in the Security Schemes under the Components Object.\" "
    "(OpenAPI 3.0.3 §4.7.30.1, OpenAPI 3.1.0 §4.8.30.1)",
    "3.1.0 no paths": "Both are right, and lint warns that nothing is played: \"The OpenAPI document MUST contain at "
    "least one paths field, a components field or a webhooks field.\" (OpenAPI 3.1.0 §3.1)",
    "3.1.0 no responses": "Both are right, and lint warns about the played reply: the field \"responses\" is REQUIRED in "
    "OpenAPI 3.0.3 (§4.7.10.1) and not in OpenAPI 3.1.0 (§4.8.10.1).",
}


def reason_key(name):
    """Returns the key of the reason for a change, with or without its version; None if there is no reason."""
    return next((key for key in (name, name.split(" ", 1)[1]) if key in REASONS), None)


def documents():
    """Returns the changed documents with the names of the changes."""
    for version in ["3.0.3", "3.1.0"]:
        for name, change in CHANGES.items():
            document = copy.deepcopy(base(version))
            change(document)
            yield f"{version} {name}", document
