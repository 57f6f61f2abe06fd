import Rehearsal

/// What an answer of the control port holds, where it holds what is looked for.
extension JSON {
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var integer: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(number.text)
    }

    var isTrue: Bool { self == .bool(true) }

    /// None if this is no array.
    var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    func text(_ name: String) -> String? { self[name]?.text }
    func integer(_ name: String) -> Int? { self[name]?.integer }
}
