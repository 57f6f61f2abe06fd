import Rehearsal

/// A list of values that the matcher `array` asks for: parameters of one name, or what semicolons divide in a text.
struct HoverflyList {
    let texts: [String]
    let subject: ImportSubject

    /// Which respects of the list do not matter.
    struct Liberties {
        var unknown = false
        var order = false
        var occurrences = false
    }

    /// Nil where a list cannot be told from its neighbours.
    init?(_ texts: [String], _ subject: ImportSubject) {
        switch subject {
        case .query(let name): guard name.isUnreserved, texts.allSatisfy(\.isUnreserved) else { return nil }
        case .header, .form, .body: guard texts.allSatisfy({ !$0.contains(";") }) else { return nil }
        default: return nil
        }
        guard !texts.isEmpty, !texts.contains("") else { return nil }
        (self.texts, self.subject) = (texts, subject)
    }

    /// The condition that the values are such a list; nil for what no condition says.
    func condition(_ liberties: Liberties) -> Scenario.Condition? {
        // Only these values, but any number of each: no condition asks for that.
        guard liberties.unknown || !liberties.occurrences else { return nil }
        var asked = [liberties.order ? Scenario.Condition() : has(texts)]
        var refused: [Scenario.Condition?] = []
        for text in Set(texts).sorted() {
            let count = texts.count { $0 == text }
            if liberties.order { asked.append(has(Array(repeating: text, count: count))) }
            if liberties.unknown, !liberties.occurrences {
                refused.append(has(Array(repeating: text, count: count + 1)))
            }
        }
        if !liberties.unknown { refused.append(hasMore(than: texts.count)) }
        let all = asked.compactMap(\.self)
        let none = refused.compactMap(\.self)
        guard all.count == asked.count, none.count == refused.count else { return nil }
        return all.reduce(Scenario.Condition(not: none)) { $0.and($1) }
    }

    /// The condition that these are among the values, in this order.
    private func has(_ texts: [String]) -> Scenario.Condition? {
        let literals = texts.map { PatternTranslation.literal($0) }
        guard case .query(let name) = subject else {
            return found("(^|;)" + literals.joined(separator: ";([^;]*;)*") + "(;|$)")
        }
        let start = PatternTranslation.literal(name, ignoringCase: true)
        return found(Self.query + literals.map { "\(start)=\($0)" }.joined(separator: Self.others) + "(&|$)")
    }

    /// The condition that there are more values.
    private func hasMore(than count: Int) -> Scenario.Condition? {
        guard case .query(let name) = subject else { return found("^[^;]*(;[^;]*){\(count)}") }
        let one = PatternTranslation.literal(name, ignoringCase: true) + "(=[^&]*)?"
        return found(Self.query + one + "(\(Self.others)\(one)){\(count)}(&|$)")
    }

    private static let query = #"^[^?]*\?([^&]*&)*"#
    private static let others = "&([^&]*&)*"

    private func found(_ text: String) -> Scenario.Condition? {
        guard let pattern = try? Scenario.Pattern(text) else { return nil }
        if case .query = subject { return ImportSubject.url.condition(.matches(pattern)) }
        return subject.condition(.matches(pattern))
    }
}
