import Rehearsal

/// A comparison with a JSON document that can ignore order and extra values, expressed as a JSONPath filter.
struct JSONEquality {
    /// Whether the elements of an array may be in any order.
    let ignoresOrder: Bool
    /// Whether the compared document may have additional members and elements.
    let ignoresExtra: Bool

    /// Returns a path that selects a node only in a document that equals the expected one.
    func path(for expected: JSON) throws(TranslationError) -> JSON.Path {
        let text = "$[?\(try text(of: expected, "$"))]"
        do throws(JSON.Path.Malformed) {
            return try JSON.Path(text)
        } catch {
            throw TranslationError("the document is too large for a JSONPath filter")
        }
    }

    private func text(of expected: JSON, _ name: String) throws(TranslationError) -> String {
        switch expected {
        case .object(let members): return try text(of: members, name)
        case .array(let elements): return try text(of: elements, name)
        case .string(let text): return "\(name) == \(JSONPathTranslation.quoted(try plain(text)))"
        case .number(let number): return "\(name) == \(number.text)"
        case .bool(let isTrue): return "\(name) == \(isTrue)"
        case .null: return "\(name) == null"
        }
    }

    private func text(of members: [JSON.Member], _ name: String) throws(TranslationError) -> String {
        guard !members.isEmpty else { throw Self.empty }
        var parts = ignoresExtra ? [] : ["length(\(name)) == \(members.count)"]
        for member in members {
            let child = name + "[\(JSONPathTranslation.quoted(try plain(member.name)))]"
            parts.append(try text(of: member.value, child))
        }
        return parts.joined(separator: " && ")
    }

    private func text(of elements: [JSON], _ name: String) throws(TranslationError) -> String {
        guard !elements.isEmpty else { throw Self.empty }
        var parts = ["length(\(name)) \(ignoresExtra ? ">=" : "==") \(elements.count)", "\(name)[0]"]
        for (index, element) in elements.enumerated() {
            guard ignoresOrder else {
                parts.append(try text(of: element, "\(name)[\(index)]"))
                continue
            }
            if elements[..<index].contains(where: { mayMatchSameValue($0, element) }) {
                throw TranslationError("two elements of the expected array may match the same element of the body")
            }
            parts.append("\(name)[?\(try text(of: element, "@"))]")
        }
        return parts.joined(separator: " && ")
    }

    /// Whether one value may match both expected values.
    private func mayMatchSameValue(_ first: JSON, _ second: JSON) -> Bool {
        guard ignoresExtra else { return first.isEquivalent(to: second) }
        switch (first, second) {
        case (.object(let members), .object(let others)):
            return !members.contains { member in
                others.contains { $0.name == member.name && !mayMatchSameValue(member.value, $0.value) }
            }
        case (.array, .array): return true
        default: return first.isEquivalent(to: second)
        }
    }

    private func plain(_ text: String) throws(TranslationError) -> String {
        if text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) { return text }
        throw TranslationError("a string has a control character")
    }

    private static let empty = TranslationError("an empty array cannot be distinguished from an empty object")
}
