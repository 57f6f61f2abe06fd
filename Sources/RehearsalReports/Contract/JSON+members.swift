import Rehearsal

/// What a report is written with, and read by.
extension JSON {
    static func time(_ value: Duration?) -> JSON { .integer(value?.nanoseconds) }

    func elements(_ name: String) -> [JSON] {
        if case .array(let elements)? = self[name] { elements } else { [] }
    }

    func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }

    func texts(_ name: String) -> [String] {
        elements(name).compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    func integer(_ name: String) -> Int64? {
        if case .number(let number)? = self[name] { Int64(number.text) } else { nil }
    }

    func time(_ name: String) -> Duration? { integer(name).map { .nanoseconds($0) } }
}
