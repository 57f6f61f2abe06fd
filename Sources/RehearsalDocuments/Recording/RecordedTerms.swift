import Rehearsal

/// The header fields by which a request asked for a reply of its own: a condition (RFC 9110 §13.1), a part of the body
/// (RFC 9110 §14.2), or leave for another request (Fetch §3.2.2).
struct RecordedTerms: Hashable, Sendable {
    /// One for each field, in one order.
    private(set) var conditions: [Scenario.Condition.Named] = []

    var isEmpty: Bool { conditions.isEmpty }

    /// - Parameter fields: those of the request, as they were recorded.
    init(_ fields: [Scenario.Headers.Field] = [], method: Scenario.Method = .get) {
        let asked = fields.compactMap { field -> (name: String, value: String)? in
            let name = field.name.lowercased()
            guard Self.names.contains(name) || (method == .options && name == Self.wanted) else { return nil }
            return field.value.map { (name, String(decoding: Placeholder.unnumbered(Array($0.utf8)), as: UTF8.self)) }
        }
        conditions = asked.sorted { $0 < $1 }.map { name, value in
            Scenario.Condition.Named(name, Placeholder.isOpen(Array(value.utf8)) ? .present : .equals(value))
        }
    }

    private static let names: Set<String> = [
        "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "range",
    ]
    /// The method that a preflight asks for.
    private static let wanted = "access-control-request-method"

    /// Whether a reply with this status is meant for a request with terms only.
    static func isReply(_ status: Int) -> Bool { [206, 304, 412, 416].contains(status) }
}
