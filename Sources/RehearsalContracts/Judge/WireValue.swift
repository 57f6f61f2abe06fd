package import Rehearsal

/// A value as it stands in an answer, which a client may show in another way: a date, an amount.
package struct WireValue: Sendable, Hashable {
    package var value: JSON
    package var kind: Declaration.Field.Kind

    package init(_ value: JSON, _ kind: Declaration.Field.Kind) { (self.value, self.kind) = (value, kind) }

    /// Whether that is what a client may make of it: the same instant, amount, word or text.
    package func isRead(as leaf: JSON) -> Bool {
        if value.isEquivalent(to: leaf) { return true }
        switch kind {
        case .date: return Self.instants(value).contains { wire in Self.instants(leaf).contains { $0.isNear(wire) } }
        case .int, .money: return Self.number(value).map { Self.number(leaf)?.isEquivalent(to: $0) == true } ?? false
        case .number: return Self.isNear(value, leaf)
        case .enum: return Self.word(value).map { !$0.isEmpty && Self.word(leaf) == $0 } ?? false
        default: return false
        }
    }

    /// Where a value shows what stands at that place of an answer: what is called alike, at the same indices.
    package func shown(in value: JSON, at place: JSON.Pointer) -> String? {
        ValueChange.leaves(of: value).first { isRead(as: $0.value) && PathNotation($0.path).points(to: place) }?.path
    }

    /// The instant that a text names, or those that a number may: seconds or milliseconds since 1970.
    private static func instants(_ value: JSON) -> [Instant] {
        switch value {
        case .string(let text): return Instant(text).map { [$0] } ?? []
        case .number(let number):
            guard let value = Double(number.text), abs(value) < 1e14 else { return [] }
            return [value * 1e6, value * 1e3].filter { abs($0) < 1e18 }.map { Instant(microseconds: Int($0.rounded())) }
        default: return []
        }
    }

    /// A number, also one that is written as a string.
    private static func number(_ value: JSON) -> JSON? {
        switch value {
        case .number: return value
        case .string(let text):
            guard let number = try? JSON(parsing: text), case .number = number else { return nil }
            return number
        default: return nil
        }
    }

    /// Whether both are the same but for what a binary fraction rounds.
    private static func isNear(_ value: JSON, _ other: JSON) -> Bool {
        guard case .number(let value) = number(value), case .number(let other) = number(other),
            let value = Double(value.text), let other = Double(other.text), value.isFinite, other.isFinite
        else { return false }
        return abs(value - other) <= 1e-9 * max(abs(value), abs(other))
    }

    /// A word without what conventions add to it: `in_progress`, `inProgress` and `IN-PROGRESS`.
    private static func word(_ value: JSON) -> String? {
        guard case .string(let text) = value else { return nil }
        return text.filter { $0.isLetter || $0.isNumber }.lowercased()
    }
}

/// A place in a document as a client tells it: `$[1].total_price`, `items.1.price`, `Index 1, totalPrice`.
package struct PathNotation: Sendable, Hashable {
    private let indices: [Int]
    private let names: [String]

    package init(_ text: String) {
        let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
        indices = parts.compactMap { Int($0) }
        // `Index 1` is how Swift writes a place in a list.
        names = parts.filter { Int($0) == nil && $0 != "Index" }.map(Self.plain)
    }

    /// Whether it names that place: its indices and its last name, however names are written.
    ///
    /// What stands above the last name may have other names in the client than on the wire.
    package func points(to place: JSON.Pointer) -> Bool {
        let wanted = PathNotation(place.path)
        guard indices == wanted.indices else { return false }
        return wanted.names.last == nil || names.last == wanted.names.last
    }

    /// Without what tells `total_price` from `totalPrice`.
    private static func plain(_ name: Substring) -> String {
        name.filter { $0 != "_" && $0 != "-" }.lowercased()
    }
}

extension JSON.Pointer {
    /// As findings write a place: `$[1].total_price`.
    package var path: String {
        tokens.reduce(into: "$") { path, token in path += Int(token) == nil ? ".\(token)" : "[\(token)]" }
    }
}
