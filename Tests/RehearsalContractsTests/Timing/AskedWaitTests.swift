import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Waits that a server requests", .limitedConcurrency)
struct AskedWaitTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private static let now: Int64 = 784_111_777
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let forever = RetryAfterWait.between(.seconds(Int64(1) << 32), .seconds(Int64(1) << 32))

    private func asked(_ lines: String..., date: String? = Self.date, now: Int64 = Self.now) -> RetryAfterWait {
        var headers = Scenario.Headers(lines.map { .init("Retry-After", $0) })
        if let date { headers.append("Date", date) }
        return RetryAfterWait(headers, now: now)
    }

    @Test("A number is parsed as seconds, with or without blanks around it.", arguments: ["2", " 2 ", "\t2", "0002"])
    func seconds(_ text: String) {
        #expect(asked(text) == .between(.seconds(2), .seconds(2)))
    }

    @Test(
        "A date is parsed in each of its three formats, with a tolerance of a second.",
        arguments: ["Sun, 06 Nov 1994 08:49:40 GMT", "Sunday, 06-Nov-94 08:49:40 GMT", "Sun Nov  6 08:49:40 1994"]
    )
    func dates(_ text: String) {
        #expect(asked(text) == .between(.seconds(2), .seconds(3)))
        #expect(asked(text, date: nil) == .between(.seconds(2), .seconds(3)))
    }

    @Test("A date is compared with the server's own date, regardless of the local clock.")
    func skewed() {
        #expect(asked("Sun, 06 Nov 1994 08:49:39 GMT", now: Self.now + 3_600) == .between(.seconds(1), .seconds(2)))
    }

    @Test("Zero and a past date yield no wait.", arguments: ["0", "Sun, 06 Nov 1994 08:49:30 GMT"])
    func past(_ text: String) {
        #expect(asked(text) == .between(.zero, .zero))
    }

    @Test(
        "A value that is neither a number nor a date requests nothing.",
        arguments: ["abc", "", " ", "-5", "1.5", "0x10", "2, 5", "+2", "٢", "Sun, 31 Feb 1994 08:49:40 GMT"]
    )
    func garbage(_ text: String) {
        #expect(asked(text) == .nothing)
    }

    @Test("Two fields request nothing, and neither does a missing one.")
    func lines() {
        #expect(asked("2", "5") == .nothing)
        #expect(asked() == .nothing)
    }

    @Test(
        "An absurd value yields a very long wait without an overflow.",
        arguments: [
            "9223372036854775807", "9223372036854775808", "1000000000000000000000000000000",
            "Fri, 31 Dec 9999 23:59:59 GMT",
        ]
    )
    func absurd(_ text: String) {
        guard case .between(let least, _) = asked(text) else {
            Issue.record("nothing was asked")
            return
        }
        #expect(least >= .seconds((Int64(1) << 32) - 1))
    }

    @Test("The field applies to 413, 429, 503 and redirects only.")
    func statuses() {
        let sut = [200, 301, 302, 404, 413, 429, 500, 503].filter(RetryAfterWait.isDefined)
        #expect(sut == [301, 302, 413, 429, 503])
    }
}
