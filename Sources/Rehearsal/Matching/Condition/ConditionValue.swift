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
    package func holds(forAnyOf values: [[UInt8]]) -> Bool {
        switch self {
        case .absent: values.isEmpty
        case .present: !values.isEmpty
        case .not(let inner): !inner.holds(forAnyOf: values)
        case .all(let parts):
            // What is said of a value has to hold of one and the same.
            parts.allSatisfy { $0.isAboutOne || $0.holds(forAnyOf: values) }
                && (!parts.contains(where: \.isAboutOne)
                    || values.contains { value in parts.allSatisfy { !$0.isAboutOne || $0.holds(for: value) } })
        default: values.contains(where: holds(for:))
        }
    }

    /// Whether it is a condition on a value, rather than on all of them.
    private var isAboutOne: Bool {
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
        case .matches(let pattern): pattern.isFound(in: value)
        case .present, .absent, .not, .all: false
        }
    }

    private static func contains(_ value: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first, value.count >= part.count else { return part.isEmpty }
        // In time with the value's length, whatever the two are made of (Knuth, Morris and Pratt).
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

    /// The texts that it names.
    var texts: [String] {
        switch self {
        case .equals(let text), .contains(let text), .startsWith(let text), .endsWith(let text): [text]
        case .oneOf(let texts): texts
        case .not(let inner): inner.texts
        case .all(let parts): parts.flatMap(\.texts)
        case .matches, .present, .absent: []
        }
    }

    /// The condition in words, after the name of what it is about.
    var demand: String { demand(isSecret: false) }

    /// - Parameter isSecret: what is asked for is told up to its first space, as in `Bearer …`, because reports end up
    ///   in logs and on disk.
    func demand(isSecret: Bool) -> String {
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
        case .present: "must be there"
        case .absent: "must not be there"
        case .not(let inner): "must not hold: " + inner.demand(isSecret: isSecret)
        case .all(let parts): parts.map { $0.demand(isSecret: isSecret) }.joined(separator: " and ")
        }
    }
}
