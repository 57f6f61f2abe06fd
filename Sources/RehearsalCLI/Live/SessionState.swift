import Rehearsal

/// A session as the control port describes it.
struct SessionState: Sendable {
    let json: JSON

    var name: String { shown("name") }
    var scenario: String { shown("scenario") }
    var summary: String { shown("summary") }
    var baseURL: String { shown("baseURL") }
    var requests: Int { json.integer("requests") ?? 0 }
    var unexpected: Int { json.integer("unexpected") ?? 0 }
    /// The names by which its scenario holds replies.
    var holds: [String] { (json["holds"]?.elements ?? []).compactMap { $0.text?.printable } }

    private func shown(_ name: String) -> String { (json.text(name) ?? "").printable }

    /// `12 requests, 1 of them unexpected`.
    var counts: String {
        let count = "\(requests) request\(requests == 1 ? "" : "s")"
        return unexpected > 0 ? "\(count), \(unexpected) of them unexpected" : count
    }

    /// `outage: a summary`.
    func title(_ style: Style) -> String { style.bold(scenario) + (summary.isEmpty ? "" : ": \(summary)") }

    /// What to do about replies that wait; nil if there are none.
    var advice: String? {
        holds.isEmpty
            ? nil : "held until they are released: " + holds.map { "rehearsal release \($0)" }.joined(separator: ", ")
    }
}
