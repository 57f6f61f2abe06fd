"""Generates JSON Schemas of draft 2020-12, and values that are valid for them or nearly so."""

import random

import jsonschema

# Only formats that jsonschema checks without further packages, with its own function.
FORMATS = jsonschema.FormatChecker(formats=["date", "ipv4", "ipv6", "uuid"])
# The schemas to which others refer.
SHARED = {
    "Name": {"type": "string", "minLength": 1, "maxLength": 8},
    "Point": {"type": "object", "required": ["x"], "properties": {"x": {"type": "number"}, "y": {"type": "number"}}},
    "Tree": {"type": "object", "properties": {"value": {"type": "integer"}, "left": {"$ref": "#/components/schemas/Tree"}}},
}
NAMES = ["a", "b", "c", "x", "y", "value", "left"]
# `lint` accepts the text of a JSON document as that document, so none of these texts is one.
WORDS = ["", "a", "ab", "abc", "ä", "a1", "2024-02-29", "2023-02-29", "127.0.0.1", "::1", "256.1.1.1",
         "123e4567-e89b-12d3-a456-426614174000", "left", "👍", "a\nb"]
PATTERNS = ["^a", "b$", "^[a-z]+$", "\\d", "^.{2}$", "^(ab|c)*$", "[^a]", "^\\w+$"]


class Source:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, share):
        return self.random.random() < share

    def one(self, values):
        return self.random.choice(values)

    # Values

    def number(self):
        return self.one([0, 1, -1, 2, 3, 5, 10, 1.5, -0.5, 2.0, 1e2, 7, 100])

    def value(self, depth=0):
        kind = self.random.randrange(5 if depth > 2 else 7)
        if kind == 0:
            return None
        if kind == 1:
            return self.chance(0.5)
        if kind in (2, 3):
            return self.number()
        if kind == 4:
            return self.one(WORDS)
        if kind == 5:
            return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        return {self.one(NAMES): self.value(depth + 1) for _ in range(self.random.randrange(4))}

    # Schemas

    def schema(self, depth=0):
        if self.chance(0.03):
            return self.chance(0.8)
        if self.chance(0.08):
            return {"$ref": f"#/components/schemas/{self.one(list(SHARED))}"}
        result = {}
        if self.chance(0.7):
            types = ["string", "number", "integer", "boolean", "null", "array", "object"]
            result["type"] = self.one(types) if self.chance(0.8) else self.random.sample(types, 2)
        for _ in range(self.random.randrange(1, 4)):
            self.one([self.numbers, self.strings, self.arrays, self.objects, self.values, self.combined])(result, depth)
        return result

    def numbers(self, schema, depth):
        name = self.one(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"])
        schema[name] = self.one([1, 2, 0.5, 3]) if name == "multipleOf" else self.number()

    def strings(self, schema, depth):
        name = self.one(["minLength", "maxLength", "pattern", "format"])
        schema[name] = {
            "minLength": self.random.randrange(3), "maxLength": self.random.randrange(4), "pattern": self.one(PATTERNS),
            "format": self.one(["date", "ipv4", "ipv6", "uuid"]),
        }[name]

    def arrays(self, schema, depth):
        name = self.one(["items", "prefixItems", "contains", "uniqueItems", "minItems", "maxItems", "unevaluatedItems"])
        if name == "uniqueItems":
            schema[name] = True
        elif name in ("minItems", "maxItems"):
            schema[name] = self.random.randrange(3)
        elif name == "prefixItems":
            schema[name] = [self.inner(depth) for _ in range(self.random.randrange(1, 3))]
        else:
            schema[name] = self.inner(depth)
            if name == "contains" and self.chance(0.5):
                schema[self.one(["minContains", "maxContains"])] = self.random.randrange(3)

    def objects(self, schema, depth):
        name = self.one([
            "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "dependentRequired",
            "dependentSchemas", "minProperties", "maxProperties", "unevaluatedProperties",
        ])
        if name in ("properties", "dependentSchemas"):
            schema[name] = {self.one(NAMES): self.inner(depth) for _ in range(2)}
        elif name == "patternProperties":
            schema[name] = {self.one(PATTERNS): self.inner(depth)}
        elif name == "required":
            schema[name] = self.random.sample(NAMES, self.random.randrange(1, 3))
        elif name == "dependentRequired":
            schema[name] = {self.one(NAMES): self.random.sample(NAMES, 1)}
        elif name in ("minProperties", "maxProperties"):
            schema[name] = self.random.randrange(3)
        else:
            schema[name] = self.inner(depth)

    def values(self, schema, depth):
        if self.chance(0.5):
            schema["const"] = self.value(1)
            return
        values = []
        for value in [self.value(1) for _ in range(3)]:
            if value not in values:
                values.append(value)
        schema["enum"] = values

    def combined(self, schema, depth):
        name = self.one(["allOf", "anyOf", "oneOf", "not", "if"])
        if name == "not":
            schema[name] = self.inner(depth)
        elif name == "if":
            schema["if"] = self.inner(depth)
            schema[self.one(["then", "else"])] = self.inner(depth)
        else:
            schema[name] = [self.inner(depth) for _ in range(self.random.randrange(1, 4))]

    def inner(self, depth):
        return {"type": self.one(["string", "integer", "object"])} if depth > 2 else self.schema(depth + 1)

    # Values for a schema

    def fitting(self, schema, depth=0):
        """Returns a value that is probably valid for the schema."""
        if not isinstance(schema, dict) or depth > 4 or self.chance(0.15):
            return self.value(depth)
        if "$ref" in schema:
            return self.fitting(SHARED[schema["$ref"].rsplit("/", 1)[1]], depth + 1)
        if "const" in schema and self.chance(0.8):
            return schema["const"]
        if "enum" in schema and self.chance(0.8):
            return self.one(schema["enum"])
        for name in ("allOf", "anyOf", "oneOf"):
            if name in schema and "type" not in schema:
                return self.fitting(self.one(schema[name]), depth + 1)
        kind = schema.get("type", self.one(["object", "array", "string", "number"]))
        return self.of_type(self.one(kind) if isinstance(kind, list) else kind, schema, depth)

    def of_type(self, kind, schema, depth):
        if kind == "null":
            return None
        if kind == "boolean":
            return self.chance(0.5)
        if kind == "integer":
            return self.one([0, 1, 2, 3, 6, 10, 2.0])
        if kind == "number":
            return self.number()
        if kind == "string":
            return self.one(WORDS)
        if kind == "array":
            items = schema.get("prefixItems", []) + [schema.get("items", schema.get("contains", {}))] * self.random.randrange(3)
            return [self.fitting(item, depth + 1) for item in items]
        properties = dict(schema.get("properties", {}))
        names = [name for name in properties if self.chance(0.8)] + schema.get("required", [])
        names += [self.one(NAMES)] if self.chance(0.3) else []
        return {name: self.fitting(properties.get(name, {}), depth + 1) for name in dict.fromkeys(names)}


def pairs(count, seed):
    """Returns schemas, each with a value."""
    source = Source(seed)
    result = []
    while len(result) < count:
        schema = source.schema()
        if not isinstance(schema, dict):
            continue
        result.append((schema, source.fitting(schema)))
    return result


def reason(schema, value, theirs):
    """Returns the sentence that decides a difference; None for one that is not known."""
    return None
