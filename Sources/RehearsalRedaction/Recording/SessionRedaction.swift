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

/// The secrets of a session, which may go on for ever: when there are many, those of long ago are forgotten.
package struct SessionSecrets {
    package private(set) var redaction = RecordingRedaction()
    /// Those that can be known again, the oldest first.
    private var known: [[UInt8]] = []
    private var size = 0
    /// The number of the first one that the book of now has named.
    private var first = 1

    /// How many can be known again at once, how many bytes they may have, and how many have a number.
    private static let limits = (known: 4096, size: 1 << 20, named: 1 << 16)

    package init() {}

    /// Notes what was met since this was asked last.
    ///
    /// - Returns: whether there is a secret among it that may stand somewhere before.
    package mutating func settle() -> Bool {
        let fresh = redaction.book.takeFresh()
        known += fresh
        size += fresh.reduce(0) { $0 + $1.count }
        return !fresh.isEmpty
    }

    /// Begins a book with the newest of those that are known, if the one of now has grown too large.
    package mutating func forget() {
        var next = first
        if redaction.book.taken > Self.limits.named {
            next = number
            redaction.book.taken = 0
        }
        let isFull = known.count > Self.limits.known || size > Self.limits.size || next - first > Self.limits.named
        guard isFull else { return }
        // Each number stands for one secret, so none is given twice.
        first = number + 1
        var kept: [[UInt8]] = []
        var room = Self.limits.size / 2
        for secret in known.suffix(Self.limits.known / 2).reversed() where secret.count <= room {
            room -= secret.count
            kept.append(secret)
        }
        redaction = RecordingRedaction(book: SecretBook(from: first > Self.lastNumber ? 1 : first))
        (known, size) = ([], 0)
        for secret in kept.reversed() { _ = redaction.book.placeholder(for: secret, in: .text) }
        _ = settle()
        redaction.book.taken = 0
    }

    /// Placeholders have eight digits.
    private static let lastNumber = 90_000_000

    /// The number that a secret gets now.
    private var number: Int {
        // Nothing that anybody sends, and too short to be known again.
        let unsent = [0] + (0..<6).map { _ in UInt8.random(in: 1...127) }
        return Placeholder.numbers(in: Array(redaction.book.placeholder(for: unsent, in: .text).utf8)).first ?? first
    }
}
