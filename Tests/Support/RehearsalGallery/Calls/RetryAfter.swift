import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// The `Retry-After` field of a reply (RFC 9110 §10.2.3).
enum RetryAfter {
    /// Returns the delay that the field requests; nil if it is missing or not valid.
    static func delay(in reply: WireReply, defect: Defect?) -> Duration? {
        let values = reply.headers.values(of: "Retry-After")
        guard defect != .ignoresRetryAfter, values.count == 1, var text = values.first, !text.isEmpty else {
            return nil
        }
        if defect == .ignoresSign, text.hasPrefix("-") { text.removeFirst() }
        if text.utf8.allSatisfy(\.isDigit) {
            // A number that overflows counts as the longest delay.
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        if defect == .currentDatesOnly, text.dropFirst(3).first != "," { return nil }
        let wall = SystemClock.wallMilliseconds() / 1_000
        guard let date = FieldDate.seconds(text, now: wall) else { return nil }
        let now = reply.headers["Date"].flatMap { FieldDate.seconds($0, now: wall) } ?? wall
        return .seconds(max(0, date - now))
    }

    /// Whether the field of a reply names a date in the past.
    static func isPast(in result: Result<WireReply, WireFailure>) -> Bool {
        guard case .success(let reply) = result, let text = reply.headers["Retry-After"] else { return false }
        return text.hasSuffix("GMT") && delay(in: reply, defect: nil) == .zero
    }

    /// A delay in seconds that exceeds every deadline but is small enough for additions.
    private static let longest: Int64 = 1 << 40
}
