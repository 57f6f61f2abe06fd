import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// How long a server asks to be left alone (RFC 9110 §10.2.3).
enum RetryAfter {
    /// What an answer asks for; nil if it asks for nothing, or for nothing that can be understood.
    static func delay(in reply: WireReply, defect: Defect?) -> Duration? {
        let values = reply.headers.values(of: "Retry-After")
        guard defect != .impatient, values.count == 1, var text = values.first, !text.isEmpty else { return nil }
        if defect == .signsPassedOver, text.hasPrefix("-") { text.removeFirst() }
        if text.utf8.allSatisfy(\.isDigit) {
            // Too many digits are a very long time.
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        let wall = SystemClock.wallMilliseconds() / 1_000
        guard let date = FieldDate.seconds(text, now: wall) else { return nil }
        let now = reply.headers["Date"].flatMap { FieldDate.seconds($0, now: wall) } ?? wall
        return .seconds(max(0, date - now))
    }

    /// So long that nobody waits for it, and short enough to be added to.
    private static let longest: Int64 = 1 << 40
}
