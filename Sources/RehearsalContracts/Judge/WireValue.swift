package import Rehearsal

/// A value in a reply, which a client may represent differently in its return value, such as a date or an amount.
package struct WireValue: Sendable, Hashable {
    package var value: JSON
    package var kind: Declaration.Field.Kind

    package init(_ value: JSON, _ kind: Declaration.Field.Kind) { (self.value, self.kind) = (value, kind) }

    /// Whether a returned value represents this one: the same instant, amount, enum value or string.
    package func isRepresented(as leaf: JSON) -> Bool {
        if value.isEquivalent(to: leaf) { return true }
        switch kind {
        case .date: return Self.instants(value).contains { wire in Self.instants(leaf).contains { $0.isNear(wire) } }
        case .int, .money: return Self.number(value).map { Self.number(leaf)?.isEquivalent(to: $0) == true } ?? false
        case .number: return Self.isNear(value, leaf)
        case .enum: return Self.word(value).map { !$0.isEmpty && Self.word(leaf) == $0 } ?? false
        default: return false
        }
    }

    /// Returns the path at which a returned value represents this one; its last name and indices match the pointer.
    package func path(in value: JSON, at pointer: JSON.Pointer) -> String? {
        let leaves = ValueChange.leaves(of: value)
        return leaves.first { isRepresented(as: $0.value) && PathNotation($0.path).matches(to: pointer) }?.path
    }

    /// Returns the instants that a string or a number may mean; a number is in seconds or milliseconds since 1970.
    private static func instants(_ value: JSON) -> [Instant] {
        switch value {
        case .string(let text): return Instant(text).map { [$0] } ?? []
        case .number(let number):
            guard let value = Double(number.text), abs(value) < 1e14 else { return [] }
            return [value * 1e6, value * 1e3].filter { abs($0) < 1e18 }.map { Instant(microseconds: Int($0.rounded())) }
        default: return []
        }
    }

    /// Returns the number in a value that is a number, or a string that contains one.
    private static func number(_ value: JSON) -> JSON? {
        switch value {
        case .number: return value
        case .string(let text):
            guard let number = try? JSON(parsing: text), case .number = number else { return nil }
            return number
        default: return nil
        }
    }

    /// Whether two numbers are equal, except for the rounding of binary floating point.
    private static func isNear(_ value: JSON, _ other: JSON) -> Bool {
        guard case .number(let value) = number(value), case .number(let other) = number(other),
            let value = Double(value.text), let other = Double(other.text), value.isFinite, other.isFinite
        else { return false }
        return abs(value - other) <= 1e-9 * max(abs(value), abs(other))
    }

    /// Returns an enum value without separators and case: `in_progress`, `inProgress` and `IN-PROGRESS` are the same.
    private static func word(_ value: JSON) -> String? {
        guard case .string(let text) = value else { return nil }
        return text.filter { $0.isLetter || $0.isNumber }.lowercased()
    }
}

/// A path in a document, in any notation of clients: `$[1].total_price`, `items.1.price`, `Index 1, totalPrice`.
package struct PathNotation: Sendable, Hashable {
    private let indices: [Int]
    private let names: [String]

    package init(_ text: String) {
        let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
        indices = parts.compactMap { Int($0) }
        // Swift writes an array index as `Index 1`.
        names = parts.filter { Int($0) == nil && $0 != "Index" }.map(Self.plain)
    }

    /// Whether the path has the indices and the last name of a pointer, ignoring case, `_` and `-` in the name.
    ///
    /// The other names are not compared, because they may differ between the client's types and the reply.
    package func matches(to pointer: JSON.Pointer) -> Bool {
        let wanted = PathNotation(pointer.path)
        guard indices == wanted.indices else { return false }
        return wanted.names.last == nil || names.last == wanted.names.last
    }

    /// Returns a name without `_` and `-` and in lowercase, so that `total_price` and `totalPrice` are equal.
    private static func plain(_ name: Substring) -> String {
        name.filter { $0 != "_" && $0 != "-" }.lowercased()
    }
}

extension JSON.Pointer {
    /// The pointer in the notation of findings: `$[1].total_price`.
    package var path: String {
        tokens.reduce(into: "$") { path, token in path += Int(token) == nil ? ".\(token)" : "[\(token)]" }
    }
}
