import Rehearsal

/// A matcher of WireMock for one of several values, as a filter of a path.
indirect enum WireMockValueTest {
    case equals(String)
    /// The whole text is as the pattern says.
    case matches(Scenario.Pattern)
    case contains(String)
    case not(WireMockValueTest)
    case all([WireMockValueTest])
    case any([WireMockValueTest])

    /// Nil for what no filter says.
    init?(_ node: JSONDocument.Node, besides known: String? = nil) {
        let members = node.members.filter { $0.name != known && $0.name != "caseInsensitive" }
        guard let (name, operand) = members.first.map({ ($0.name, $0.value) }), members.count == 1 else { return nil }
        let text = operand.scalar
        switch (name, text) {
        case ("equalTo", let text?):
            // Which element WireMock then asks depends on how much each differs.
            guard node["caseInsensitive"]?.bool != true else { return nil }
            self = .equals(text)
        case ("contains", let text?): self = .contains(text)
        case ("doesNotContain", let text?): self = .not(.contains(text))
        case ("matches", let text?), ("doesNotMatch", let text?):
            guard let pattern = try? PatternTranslation.whole(text, dot: .everything) else { return nil }
            self = name == "matches" ? .matches(pattern) : .not(.matches(pattern))
        case ("and", nil), ("or", nil):
            let parts = operand.elements.map { WireMockValueTest($0) }
            let tests = parts.compactMap(\.self)
            guard !tests.isEmpty, tests.count == parts.count else { return nil }
            self = name == "and" ? .all(tests) : .any(tests)
        default: return nil
        }
    }

    /// Whether it asks texts, so that numbers and containers are not asked as WireMock asks them.
    var asksText: Bool {
        switch self {
        case .equals(let text): JSONText.value(text).map { if case .string = $0 { false } else { true } } ?? false
        case .matches, .contains, .not: true
        case .all(let parts), .any(let parts): parts.contains(where: \.asksText)
        }
    }

    /// As a filter writes it.
    ///
    /// - Parameter name: of the value that is asked about.
    func text(of name: String) -> String {
        switch self {
        case .equals(let text): "(\(JSONPathTranslation.equality(name, text)))"
        case .matches(let pattern):
            "match(\(name), \(JSONPathTranslation.quoted(pattern.withoutAnchors)))"
        case .contains(let text): "search(\(name), \(JSONPathTranslation.quoted(PatternTranslation.literal(text))))"
        case .not(let part): "(\(name) && \(name) != null && !\(name).* && !\(part.text(of: name)))"
        case .all(let parts): "(" + parts.map { $0.text(of: name) }.joined(separator: " && ") + ")"
        case .any(let parts): "(" + parts.map { $0.text(of: name) }.joined(separator: " || ") + ")"
        }
    }
}
