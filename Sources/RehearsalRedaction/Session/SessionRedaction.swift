package import Rehearsal
import RehearsalPlatform

/// The redaction of everything that is shown of one session while it plays: its journal, its log, its reports.
///
/// Any thread may ask. Secrets that are met in one exchange are known in those that are shown after it; a session that
/// goes on for long forgets the oldest of them.
package final class SessionRedaction: ThoroughRedaction {
    private let state = Locked(State())

    private struct State {
        var secrets = SessionSecrets()
        /// How often a secret was met that may stand somewhere before.
        var learned = 0
    }

    private init() {}

    /// The redaction of another session.
    package static func made() -> Redaction { Redaction(SessionRedaction()) }

    private func asking<Value>(_ show: (RecordingRedaction) -> Value) -> Value {
        state.withLock { state in
            defer { state.secrets.forget() }
            let value = show(state.secrets.redaction)
            if state.secrets.settle() { state.learned += 1 }
            return value
        }
    }

    package func requestTarget(_ raw: String) -> String { asking { $0.requestTarget(raw) } }

    package func field(name: String, value: String) -> String { asking { $0.field(name: name, value: value) } }

    package func body(_ bytes: [UInt8], _ headers: Scenario.Headers) -> [UInt8] { asking { $0.body(bytes, headers) } }

    package func remark(_ raw: String) -> String { asking { $0.remark(raw) } }

    package func remarks(_ raw: [String], about entry: Journal.Entry) -> [String] {
        asking { $0.remarks(raw, about: entry) }
    }

    package func settled<Value>(_ make: () -> Value) -> Value {
        let before = state.withLock { $0.learned }
        let value = make()
        return state.withLock { $0.learned } == before ? value : make()
    }

    package func placeholder(for secret: [UInt8], in place: Placeholder.Place) -> String {
        asking { $0.placeholder(for: secret, in: place) }
    }

    package func note(certain secret: [UInt8]) { asking { $0.note(certain: secret) } }
}
