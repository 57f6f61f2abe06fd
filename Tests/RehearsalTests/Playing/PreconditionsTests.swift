import Rehearsal
import TestAdmission
import Testing

@Suite("Preconditions", .limitedConcurrency)
struct PreconditionsTests {
    private static let monday = "Mon, 02 Mar 2026 08:00:00 GMT"
    private static let tuesday = "Tue, 03 Mar 2026 08:00:00 GMT"

    private func verdict(
        _ fields: Scenario.Headers,
        on reply: Scenario.Headers,
        isGetOrHead: Bool = true,
    ) throws -> Preconditions.PreconditionResult {
        let sut = try #require(Preconditions(isGetOrHead: isGetOrHead) { fields.values(of: $0) })
        return sut.evaluate(on: try #require(Preconditions.Validators(reply)), now: 1_769_850_300)
    }

    @Test("Preconditions are evaluated in the order of RFC 9110 §13.2.2.")
    func order() throws {
        let reply: Scenario.Headers = ["ETag": "\"1\"", "Last-Modified": Self.monday]
        let asked: [(Scenario.Headers, Preconditions.PreconditionResult)] = [
            (["If-Match": "\"1\"", "If-Unmodified-Since": "Sun, 01 Mar 2026 08:00:00 GMT"], .holds),
            (["If-Match": "\"2\"", "If-None-Match": "\"1\""], .fails("If-Match")),
            (
                ["If-Unmodified-Since": "Sun, 01 Mar 2026 08:00:00 GMT", "If-None-Match": "\"1\""],
                .fails("If-Unmodified-Since")
            ),
            (["If-None-Match": "\"2\"", "If-Modified-Since": Self.tuesday], .holds),
            (["If-None-Match": "\"1\"", "If-Modified-Since": "Sun, 01 Mar 2026 08:00:00 GMT"], .notModified),
            (["If-Match": "\"1\"", "If-None-Match": "\"1\""], .notModified),
            (["If-Modified-Since": Self.monday], .notModified),
        ]
        for (fields, expected) in asked { #expect(try verdict(fields, on: reply) == expected, "\(fields)") }
    }

    @Test("A weak tag matches If-None-Match and does not match If-Match.")
    func weak() throws {
        let weak: Scenario.Headers = ["ETag": "W/\"1\""]
        #expect(try verdict(["If-None-Match": "\"1\""], on: weak) == .notModified)
        #expect(try verdict(["If-Match": "W/\"1\""], on: weak) == .fails("If-Match"))
        #expect(try verdict(["If-Match": "*"], on: weak) == .holds)
    }

    @Test("An unsafe method fails where a safe one gets 304.")
    func changing() throws {
        let reply: Scenario.Headers = ["ETag": "\"1\"", "Last-Modified": Self.monday]
        #expect(try verdict(["If-None-Match": "\"1\""], on: reply, isGetOrHead: false) == .fails("If-None-Match"))
        #expect(try verdict(["If-Modified-Since": Self.monday], on: reply, isGetOrHead: false) == .holds)
    }

    @Test("A precondition holds if the reply lacks its validator, and an invalid or repeated date is ignored.")
    func unknown() throws {
        #expect(try verdict(["If-Match": "\"1\""], on: ["Last-Modified": Self.monday]) == .holds)
        #expect(try verdict(["If-None-Match": "*"], on: ["Last-Modified": Self.monday]) == .notModified)
        #expect(try verdict(["If-Unmodified-Since": Self.monday], on: ["ETag": "\"1\""]) == .holds)
        #expect(try verdict(["If-Modified-Since": "now"], on: ["Last-Modified": Self.monday]) == .holds)
        let two = Scenario.Headers([.init("If-Modified-Since", Self.monday), .init("If-Modified-Since", Self.tuesday)])
        #expect(Preconditions(isGetOrHead: true) { two.values(of: $0) } == nil)
    }

    @Test("A tag without quotes matches with and without them.")
    func unquoted() throws {
        #expect(try verdict(["If-None-Match": "abc"], on: ["ETag": "abc"]) == .notModified)
        #expect(try verdict(["If-None-Match": "\"abc\""], on: ["ETag": "abc"]) == .notModified)
        #expect(try verdict(["If-None-Match": "\"ab\", \"c\""], on: ["ETag": "\"ab, c\""]) == .holds)
    }
}
