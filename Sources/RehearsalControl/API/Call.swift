import Rehearsal

/// An operation that somebody has asked for and may ask for: what came with it, read and found to be right.
struct Call: Sendable {
    let sessions: Sessions
    let settings: ControlServer.Options
    /// The session that it is about; of operations that are about none, the one that the server began with.
    let member: Sessions.Member
    /// Members of the document, and parameters of the query.
    let values: [String: JSON]
    /// Who asks holds the server's own token.
    let isOwner: Bool

    func text(_ name: String) -> String? {
        if case .string(let text)? = values[name] { text } else { nil }
    }

    func duration(_ name: String) -> Duration? { text(name).flatMap(Durations.duration) }

    func integer(_ name: String) -> Int? {
        if case .number(let number)? = values[name] { number.whole } else { nil }
    }

    func flag(_ name: String) -> Bool { values[name] == .bool(true) }
}
