package import Rehearsal
import RehearsalPlatform

/// The redaction of all output of one running session: its journal, log and reports.
///
/// It is thread-safe. Secrets found in one exchange are recognized in later ones; a long session forgets the oldest.
package final class SessionRedaction: FullRedaction {
    private let state = Locked(State())

    private struct State {
        var secrets = SessionSecrets()
        /// The number of secrets found that earlier output may contain.
        var learned = 0
    }

    private init() {}

    /// Returns the redaction of a new session.
    package static func make() -> Redaction { Redaction(SessionRedaction()) }

    private func withRedaction<Value>(_ show: (RecordingRedaction) -> Value) -> Value {
        state.withLock { state in
            defer { state.secrets.evictOldest() }
            let value = show(state.secrets.redaction)
            if state.secrets.collectNew() { state.learned += 1 }
            return value
        }
    }

    package func requestTarget(_ raw: String) -> String { withRedaction { $0.requestTarget(raw) } }

    package func field(name: String, value: String) -> String { withRedaction { $0.field(name: name, value: value) } }

    package func body(_ bytes: [UInt8], _ headers: Scenario.Headers) -> [UInt8] {
        withRedaction { $0.body(bytes, headers) }
    }

    package func note(_ raw: String) -> String { withRedaction { $0.note(raw) } }

    package func notes(_ raw: [String], about entry: Journal.Entry) -> [String] {
        withRedaction { $0.notes(raw, about: entry) }
    }

    package func consistently<Value>(_ make: () -> Value) -> Value {
        let before = state.withLock { $0.learned }
        let value = make()
        return state.withLock { $0.learned } == before ? value : make()
    }

    package func placeholder(for secret: [UInt8], in context: Placeholder.PlaceholderContext) -> String {
        withRedaction { $0.placeholder(for: secret, in: context) }
    }

    package func recordSecret(named secret: [UInt8]) { withRedaction { $0.recordSecret(named: secret) } }
}

/// The secrets of a session of any length, limited to the most recent ones.
package struct SessionSecrets {
    package private(set) var redaction = RecordingRedaction()
    /// The recognizable secrets, the oldest first.
    private var known: [[UInt8]] = []
    private var size = 0
    /// The number of the first secret in the current registry.
    private var first = 1

    /// The limits of recognizable secrets, of their bytes, and of numbered secrets.
    private static let limits = (known: 4096, size: 1 << 20, named: 1 << 16)

    package init() {}

    /// Records the secrets found since the last call.
    ///
    /// - Returns: whether one of them may occur in earlier output.
    package mutating func collectNew() -> Bool {
        let fresh = redaction.registry.takeNewSecrets()
        known += fresh
        size += fresh.reduce(0) { $0 + $1.count }
        return !fresh.isEmpty
    }

    /// Replaces a registry that has grown too large by one with the newest recognizable secrets.
    package mutating func evictOldest() {
        var next = first
        if redaction.registry.redactedCount > Self.limits.named {
            next = number
            redaction.registry.redactedCount = 0
        }
        let isFull = known.count > Self.limits.known || size > Self.limits.size || next - first > Self.limits.named
        guard isFull else { return }
        // A number stands for one secret, so no number is assigned twice.
        first = number + 1
        var kept: [[UInt8]] = []
        var room = Self.limits.size / 2
        for secret in known.suffix(Self.limits.known / 2).reversed() where secret.count <= room {
            room -= secret.count
            kept.append(secret)
        }
        redaction = RecordingRedaction(book: SecretRegistry(from: first > Self.lastNumber ? 1 : first))
        (known, size) = ([], 0)
        for secret in kept.reversed() { _ = redaction.registry.placeholder(for: secret, in: .text) }
        _ = collectNew()
        redaction.registry.redactedCount = 0
    }

    /// The last number of a placeholder, which has eight digits.
    private static let lastNumber = 90_000_000

    /// The number of the next new secret.
    private var number: Int {
        // A value that no client sends, and too short to be recognized elsewhere.
        let unsent = [0] + (0..<6).map { _ in UInt8.random(in: 1...127) }
        return Placeholder.numbers(in: Array(redaction.registry.placeholder(for: unsent, in: .text).utf8)).first
            ?? first
    }
}
