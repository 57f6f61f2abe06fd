extension Scenario.Condition {
    /// A condition on one value, or on its absence.
    public indirect enum Value: Sendable, Hashable {
        case equals(String)
        case oneOf([String])
        case contains(String)
        case startsWith(String)
        case endsWith(String)
        /// Some part of it is as the pattern says; `^` and `$` in the pattern ask for all of it.
        case matches(Scenario.Pattern)
        case present
        case absent
        case not(Value)
        case all([Value])

        /// Some part of it is as this pattern says: `try .matches("^Bearer .+$")`.
        ///
        /// - Throws: what is wrong with the pattern, or not supported, and at which character.
        public static func matches(_ pattern: String) throws(Scenario.Pattern.Malformed) -> Value {
            .matches(try Scenario.Pattern(pattern))
        }
    }
}

extension Scenario.Condition.Value {
    /// Whether one of several values satisfies the condition, or, for absence, whether there is none.
    func holds(forAnyOf values: [[UInt8]]) -> Bool {
        switch self {
        case .absent: values.isEmpty
        case .present: !values.isEmpty
        case .not(let inner): !inner.holds(forAnyOf: values)
        case .all(let parts): parts.allSatisfy { $0.holds(forAnyOf: values) }
        default: values.contains(where: holds(for:))
        }
    }

    private func holds(for value: [UInt8]) -> Bool {
        switch self {
        case .equals(let text): value.elementsEqual(text.utf8)
        case .oneOf(let texts): texts.contains { value.elementsEqual($0.utf8) }
        case .startsWith(let text): value.starts(with: text.utf8)
        case .endsWith(let text): value.reversed().starts(with: text.utf8.reversed())
        case .contains(let text): Self.contains(value, Array(text.utf8))
        case .matches(let pattern): pattern.isFound(in: value)
        case .present, .absent, .not, .all: false
        }
    }

    private static func contains(_ value: [UInt8], _ part: [UInt8]) -> Bool {
        guard value.count >= part.count else { return false }
        return (0...(value.count - part.count)).contains { value[$0...].starts(with: part) }
    }

    /// The condition in words, after the name of what it is about.
    var demand: String {
        switch self {
        case .equals(let text): "must be \"\(text)\""
        case .oneOf(let texts): "must be one of " + texts.map { "\"\($0)\"" }.joined(separator: ", ")
        case .contains(let text): "must contain \"\(text)\""
        case .startsWith(let text): "must start with \"\(text)\""
        case .endsWith(let text): "must end with \"\(text)\""
        case .matches(let pattern): "must match the pattern \"\(pattern)\""
        case .present: "must be there"
        case .absent: "must not be there"
        case .not(let inner): "must not hold: " + inner.demand
        case .all(let parts): parts.map(\.demand).joined(separator: " and ")
        }
    }
}
