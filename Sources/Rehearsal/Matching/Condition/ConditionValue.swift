extension Scenario.Condition {
    /// A condition on a value, or on its presence.
    public indirect enum Value: Sendable, Hashable {
        /// The value equals this text.
        case equals(String)
        /// The value equals one of these texts.
        case oneOf([String])
        /// The value contains this text.
        case contains(String)
        /// The value starts with this text.
        case startsWith(String)
        /// The value ends with this text.
        case endsWith(String)
        /// A part of the value matches the pattern; `^` and `$` anchor the pattern to the whole value.
        case matches(Scenario.Pattern)
        /// At least one value is present.
        case present
        /// No value is present.
        case absent
        /// This condition does not hold.
        case not(Value)
        /// All of these conditions hold. Those on a value must hold for the same value.
        case all([Value])

        /// Returns a condition that a part of the value matches the pattern: `try .matches("^Bearer .+$")`.
        ///
        /// - Throws: an error with the reason and the character position if the pattern is malformed or not supported.
        public static func matches(_ pattern: String) throws(Scenario.Pattern.Malformed) -> Value {
            .matches(try Scenario.Pattern(pattern))
        }
    }
}

extension Scenario.Condition.Value {
    /// Returns whether any of the values meets the condition or, for `absent`, whether there are none.
    package func holds(forAnyOf values: [[UInt8]]) -> Bool {
        switch self {
        case .absent: values.isEmpty
        case .present: !values.isEmpty
        case .not(let inner): !inner.holds(forAnyOf: values)
        case .all(let parts):
            // Conditions on a value must hold for one and the same value.
            parts.allSatisfy { $0.testsValue || $0.holds(forAnyOf: values) }
                && (!parts.contains(where: \.testsValue)
                    || values.contains { value in parts.allSatisfy { !$0.testsValue || $0.holds(for: value) } })
        default: values.contains(where: holds(for:))
        }
    }

    /// Whether the condition tests a single value.
    private var testsValue: Bool {
        switch self {
        case .equals, .oneOf, .contains, .startsWith, .endsWith, .matches: true
        case .present, .absent, .not, .all: false
        }
    }

    private func holds(for value: [UInt8]) -> Bool {
        switch self {
        case .equals(let text): value.elementsEqual(text.utf8)
        case .oneOf(let texts): texts.contains { value.elementsEqual($0.utf8) }
        case .startsWith(let text): value.starts(with: text.utf8)
        case .endsWith(let text): value.reversed().starts(with: text.utf8.reversed())
        case .contains(let text): Self.contains(value, Array(text.utf8))
        case .matches(let pattern): pattern.hasMatch(in: value)
        case .present, .absent, .not, .all: false
        }
    }

    private static func contains(_ value: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first, value.count >= part.count else { return part.isEmpty }
        // The algorithm of Knuth, Morris and Pratt takes linear time for every input.
        var borders = [Int](repeating: 0, count: part.count)
        var border = 0
        for index in part.indices.dropFirst() {
            while border > 0, part[index] != part[border] { border = borders[border - 1] }
            if part[index] == part[border] { border += 1 }
            borders[index] = border
        }
        var found = 0
        for byte in value {
            if found == 0, byte != first { continue }
            while found > 0, byte != part[found] { found = borders[found - 1] }
            if byte == part[found] { found += 1 }
            if found == part.count { return true }
        }
        return false
    }

    /// The texts with which the condition compares values.
    var texts: [String] {
        switch self {
        case .equals(let text), .contains(let text), .startsWith(let text), .endsWith(let text): [text]
        case .oneOf(let texts): texts
        case .not(let inner): inner.texts
        case .all(let parts): parts.flatMap(\.texts)
        case .matches, .present, .absent: []
        }
    }

    /// A predicate for messages, such as `must be "1"`.
    var requirementText: String { requirementText(isSecret: false) }

    /// Returns a predicate for messages, such as `must be "1"`.
    ///
    /// - Parameter isSecret: whether to redact texts after the first space, as in `Bearer …`, because reports are
    ///   stored in logs.
    func requirementText(isSecret: Bool) -> String {
        func shown(_ text: String) -> String {
            guard isSecret else { return "\"\(text)\"" }
            let scheme = text.firstIndex(of: " ").map { text[...$0] } ?? ""
            return "\"\(scheme)…\""
        }
        return switch self {
        case .equals(let text): "must be \(shown(text))"
        case .oneOf(let texts): "must be one of " + texts.map(shown).joined(separator: ", ")
        case .contains(let text): "must contain \(shown(text))"
        case .startsWith(let text): "must start with \(shown(text))"
        case .endsWith(let text): "must end with \(shown(text))"
        case .matches(let pattern): isSecret ? "must match a pattern" : "must match the pattern \"\(pattern)\""
        case .present: "must be present"
        case .absent: "must be absent"
        case .not(let inner): "must not match this condition: " + inner.requirementText(isSecret: isSecret)
        case .all(let parts): parts.map { $0.requirementText(isSecret: isSecret) }.joined(separator: " and ")
        }
    }
}
