import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// A generator of documents that are valid except for rules that only the reader checks.
struct DocumentGenerator {
    private var random: SeededBits
    private let shapes: [String: Shape]
    /// Patterns of the grammar for which the generator has no text.
    private(set) var unknown: Set<String> = []

    init(seed: UInt64) {
        random = SeededBits(state: seed)
        shapes = Dictionary(uniqueKeysWithValues: ScenarioSchema.definitions.map { ($0.name, $0.shape) })
    }

    mutating func document() -> JSON { value(.ref("scenario"), 0) }

    mutating func value(_ shape: Shape, _ depth: Int) -> JSON {
        switch shape {
        case .any: return junk()
        case .never: return .null
        case .enumeration(let words): return .string(pick(words))
        case .string(let pattern, _): return .string(text(pattern))
        case .integer(let range): return .number(JSON.Number(text: String(integer(range))))
        case .number(let range): return range == 0...1 ? pick([0, 1, 0.5]) : pick([0, 7, 2.5, -1])
        case .bool: return .bool(chance(2))
        case .null: return .null
        case .nonObject: return pick([.null, true, 3, "text", [1]])
        case .list(let element, let count, let isUnique):
            let most = max(count.lowerBound, min(count.upperBound, isUnique || depth > 5 ? 1 : 3))
            let number = integer(count.lowerBound...most)
            return .array((0..<number).map { _ in value(element, depth + 1) })
        case .dictionary(let element, let names):
            let known = names.map { Self.names[$0] ?? [] } ?? ["id", "q", "seats"]
            if known.isEmpty { unknown.insert(names ?? "") }
            let chosen = known.filter { _ in chance(2) }
            return .object(chosen.map { JSON.Member($0, value(element, depth + 1)) })
        case .object(let object): return self.object(object, depth)
        case .anyOf(let shapes): return value(pick(shapes), depth)
        case .ref(let name): return value(shapes[name] ?? .any, depth)
        }
    }

    private mutating func object(_ object: ObjectShape, _ depth: Int) -> JSON {
        let odds = depth == 0 ? 2 : depth > 5 ? 12 : 5
        var names = Set(object.fields.map(\.name).filter { _ in chance(odds) })
        for _ in 0..<3 { for rule in object.rules { keep(rule, &names) } }
        let fields = object.fields.filter { names.contains($0.name) }
        return .object(
            fields.compactMap { field in
                if case .never = field.value { return nil }
                return JSON.Member(field.name, value(field.value, depth + 1))
            }
        )
    }

    /// Adds or removes keys so that a rule holds.
    private mutating func keep(_ rule: ObjectShape.Rule, _ names: inout Set<String>) {
        switch rule {
        case .required(let required): names.formUnion(required)
        case .exactlyOne(let group):
            let one = group.first { names.contains($0) && chance(2) } ?? pick(group)
            names.subtract(group)
            names.insert(one)
        case .atMostOne(let group):
            if let one = group.filter({ names.contains($0) }).last { names.subtract(group.filter { $0 != one }) }
        case .atLeastOne(let group): if names.isDisjoint(with: group) { names.insert(pick(group)) }
        case .needs(let name, let others):
            guard names.contains(name), !names.isSuperset(of: others) else { return }
            if chance(2) { names.remove(name) } else { names.formUnion(others) }
        case .excludes(let name, let others): if names.contains(name) { names.subtract(others) }
        case .needsWord(let name, _, _): if chance(2) { names.remove(name) }
        }
    }

    /// Returns a random value of any type.
    mutating func junk() -> JSON {
        pick([
            .null, true, 0, 1, -3, 1.5, "", "x", "1s", "/x", "50%", "nonsense", [], [1], .object([]), ["a": 1],
            ["head": "1s"], ["equals": "x"], ["json": 1], "idle", "client", "get /me",
        ])
    }

    private mutating func integer(_ range: ClosedRange<Int>) -> Int {
        let low = max(range.lowerBound, -3)
        return low + Int(random.next() % UInt64(min(range.upperBound, low + 9) - low + 1))
    }

    private mutating func text(_ pattern: String?) -> String {
        guard let pattern else { return pick(["x", "booked", "7", "sk-\u{E9}"]) }
        if let known = Self.texts[pattern] { return pick(known) }
        unknown.insert(pattern)
        return ""
    }

    mutating func bits() -> UInt64 { random.next() }

    mutating func chance(_ odds: Int) -> Bool { random.next() % UInt64(odds) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }

    private static let token = ScenarioSchema.token

    /// Member names for maps whose names must match a pattern.
    private static let names = [
        "^\(token)$": ["Accept", "X-Trace", "Authorization"],
        ScenarioSchema.pointer: ["/id", "/items/0", ""],
    ]

    /// Matching texts for each pattern of the grammar.
    private static let texts: [String: [String]] = {
        func pattern(_ name: String) -> String {
            let shape = ScenarioSchema.definitions.first { $0.name == name }?.shape
            if case .string(let pattern, _) = shape { return pattern ?? "" }
            return ""
        }
        return [
            pattern("duration"): ["300ms", "1s", "1.5s", "2m", "10ms"], pattern("rate"): ["20KB/s", "1.5MB/s", "9B/s"],
            pattern("path"): ["/", "/a/{id}", "/users/{id}", "/b/{q}/{id:int}", "/**"],
            pattern("base64"): ["AP8=", "aGk", ""],
            ScenarioSchema.pointer: ["/id", ""],
            "^\\$": ["$", "$.items[?@.id > 7]"],
            "^[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*$": ["fine", "a b", ""],
            "^[^\\n\\r\\u0000]*$": ["price", "7"],
            "^(?!\\*$)\(token)$": ["PURGE", "get"],
            "^(endpoint|target|connection|\\{.+\\}|header:\(token))$": ["endpoint", "target", "{id}", "header:X-A"],
            "^(body|target|header:\(token)|query:.+)$": ["body", "target", "header:A", "query:q"],
            "^\(token) /[^?#]*$": ["get /me", "post /auth/login", "PURGE /x"],
            "^.+/": ["users/list"],
            "^(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%$": ["50%", "0%", "100%"],
            "[A-Za-z0-9+/_-]": ["AP8="],
            "^(/([^/~]|~[01])*)+$": ["/token", "/data/~1token", "/"],
            "^\(token)$": ["Idempotency-Key", "X-Once"],
            "^(/[^/?#{}*]*)*/[^/?#{}*]+$": ["/spots", "/api/v1/cars", "//a"],
        ]
    }()
}

/// A random generator with the same bits in every run (SplitMix64).
struct SeededBits {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
