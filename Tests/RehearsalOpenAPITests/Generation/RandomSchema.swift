import Rehearsal

/// A random schema whose keywords permit at least one value.
struct RandomSchema {
    var random: RandomSource
    let isOpenAPI30: Bool

    init(seed: UInt64, isOpenAPI30: Bool) {
        random = RandomSource(seed: seed, endpoint: 27, request: 0)
        self.isOpenAPI30 = isOpenAPI30
    }

    private mutating func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private mutating func pick(_ list: [JSON]) -> JSON { list[draw(list.count)] }

    mutating func schema(depth: Int = 0) -> JSON {
        let kind = draw(depth < 4 ? 12 : 6)
        switch kind {
        case 0: return string()
        case 1: return integer()
        case 2: return number()
        case 3: return format()
        case 4: return ["type": "boolean"]
        case 5: return ["type": "string", "enum": ["amber", "birch", "cedar"]]
        case 6, 7, 8: return object(depth)
        case 9: return array(depth)
        case 10: return combination(depth)
        default: return isOpenAPI30 ? ["$ref": "#/components/schemas/Node"] : conditional(depth)
        }
    }

    private mutating func string() -> JSON {
        let patterns: [JSON] = [
            "^[a-z]{3,8}$", "^[A-Z]{2}-\\d{4}$", "\\d+", "^(cat|dog|bird)s?$", "^\\w+@\\w+\\.com$", "^[^\\s]{5}$",
            "^#?[0-9a-fA-F]{6}$", "^\\+?\\d{1,3}( \\d{2,4}){2}$", "[äöü]", "^$|^x+$",
        ]
        if draw(2) == 0 { return ["type": "string", "pattern": pick(patterns)] }
        let least = draw(20)
        return ["type": "string", "minLength": .integer(least), "maxLength": .integer(least + draw(10))]
    }

    private mutating func integer() -> JSON {
        let least = draw(2_000) - 1_000
        var members = [JSON.Member("type", "integer"), JSON.Member("minimum", .integer(least))]
        if draw(2) == 0 { members.append(JSON.Member("maximum", .integer(least + 30 + draw(50)))) }
        if draw(2) == 0 { members.append(JSON.Member("multipleOf", .integer(1 + draw(15)))) }
        if draw(3) == 0 {
            members.append(
                isOpenAPI30 ? JSON.Member("exclusiveMinimum", true) : JSON.Member("exclusiveMinimum", .integer(least))
            )
        }
        return .object(members)
    }

    private mutating func number() -> JSON {
        let bounds: [(JSON, JSON)] = [(0.1, 0.2), (-3.5, 7), (1e3, 1e4), (0, 0.001), (-1.25, -1)]
        let (least, most) = bounds[draw(bounds.count)]
        if draw(2) == 0 { return ["type": "number", "minimum": least, "maximum": most] }
        return ["type": "number", "multipleOf": pick([0.01, 0.25, 1.5, 3, 0.1]), "minimum": .integer(draw(100))]
    }

    private mutating func format() -> JSON {
        let formats: [JSON] = [
            "date-time", "date", "time", "uuid", "email", "uri", "hostname", "ipv4", "ipv6", "byte", "binary",
            "decimal", "uri-reference", "duration", "json-pointer", "regex", "uri-template",
        ]
        if draw(6) == 0 { return ["type": "integer", "format": pick(["int32", "int64"])] }
        return ["type": "string", "format": pick(formats)]
    }

    private mutating func object(_ depth: Int) -> JSON {
        var properties: [JSON.Member] = []
        var required: [JSON] = []
        for index in 0..<draw(5) {
            let name = "p\(index)"
            properties.append(JSON.Member(name, schema(depth: depth + 1)))
            if draw(2) == 0 { required.append(.string(name)) }
        }
        var members = [JSON.Member("type", "object"), JSON.Member("properties", .object(properties))]
        if draw(4) == 0 { required.append("outside") }
        if !required.isEmpty { members.append(JSON.Member("required", .array(required))) }
        let isClosed = draw(3) == 0 && !required.contains("outside")
        if isClosed {
            members.append(JSON.Member("additionalProperties", false))
        } else if draw(3) == 0 {
            members.append(JSON.Member("additionalProperties", schema(depth: depth + 2)))
            members.append(JSON.Member("minProperties", .integer(properties.count + draw(3))))
        }
        if draw(4) == 0 { members.append(JSON.Member("maxProperties", .integer(max(required.count, 1) + draw(3)))) }
        members = members.filter { $0.name != "minProperties" } + members.filter { $0.name == "minProperties" }
        if members.contains(where: { $0.name == "maxProperties" }) { members.removeAll { $0.name == "minProperties" } }
        return .object(members)
    }

    private mutating func array(_ depth: Int) -> JSON {
        let least = draw(4)
        var members = [
            JSON.Member("type", "array"), JSON.Member("items", schema(depth: depth + 1)),
            JSON.Member("minItems", .integer(least)), JSON.Member("maxItems", .integer(least + draw(3))),
        ]
        // Few values of some schemas are different.
        if draw(3) == 0 {
            members[1].value = ["type": "integer", "minimum": .integer(draw(9))]
            members.append(JSON.Member("uniqueItems", true))
        }
        return .object(members)
    }

    private mutating func combination(_ depth: Int) -> JSON {
        switch draw(3) {
        case 0: return ["anyOf": [schema(depth: depth + 1), schema(depth: depth + 1)]]
        case 1: return ["oneOf": [["type": "string", "maxLength": 5], ["type": "integer"], ["type": "boolean"]]]
        default:
            return [
                "allOf": [
                    ["type": "object", "required": ["a"], "properties": ["a": schema(depth: depth + 1)]],
                    ["type": "object", "required": ["b"], "properties": ["b": schema(depth: depth + 1)]],
                ]
            ]
        }
    }

    private mutating func conditional(_ depth: Int) -> JSON {
        switch draw(5) {
        case 0: return ["const": pick([1, "two", true, ["a": 3]])]
        case 1:
            return [
                "type": "array", "prefixItems": [schema(depth: depth + 1), schema(depth: depth + 1)], "minItems": 2,
            ]
        case 2:
            return [
                "type": "object", "properties": ["kind": ["enum": ["x", "y"]]], "required": ["kind"],
                "if": ["properties": ["kind": ["const": "x"]]], "then": ["required": ["x"]],
                "else": ["required": ["y"]],
            ]
        case 3:
            return [
                "type": "object", "patternProperties": ["^n\\d$": ["type": "integer"]], "additionalProperties": false,
                "minProperties": .integer(draw(3)),
            ]
        default: return ["type": ["object", "null"], "dependentRequired": ["a": ["b"]], "required": ["a"]]
        }
    }
}
