import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for caching", .limitedConcurrency)
struct CachingRuleTests {
    private var sut: MadeUp {
        let reply = Declaration.RecordedReply(200, body: Array("[1]".utf8))
        var sut = MadeUp(operation: .init("list", .get, "/items", reply: reply, details: .init(value: [1])))
        sut.declaration.features.validators = true
        return sut
    }

    private func get(_ tag: String? = nil) -> Journal.Entry {
        MadeUp.entry("GET", "/items", tag.map { ["If-None-Match": $0] } ?? [:])
    }

    @Test("The rules say what a contract must declare.")
    func notApplicable() {
        var silent = sut
        silent.declaration.features.validators = false
        let reason = "the client does not declare that it revalidates stored replies (validators)"
        for rule in ["CACHE-01", "CACHE-02", "CACHE-03", "CACHE-04", "CACHE-06"] {
            #expect(silent.reason(rule) == reason)
        }
        let user = "the client does not declare that it stores replies per user (storesPerUser)"
        #expect(sut.reason("CACHE-05") == user)
        let sequence = "the client does not support several operations in one case (sequences)"
        #expect(sut.reason("CACHE-06") == sequence)
        var alone = sut
        alone.declaration.features.sequences = true
        #expect(alone.reason("CACHE-06") == "the contract declares no write to /items")
        let tag = "the contract does not declare the entity tag that list sends (ifMatch)"
        #expect(sut.reason("CACHE-07") == tag)
    }

    @Test("An entity tag that is not sent unchanged is a finding.")
    func validators() throws {
        let values = Array(repeating: ClientOutcome.value([1]), count: 4)
        func judge(_ tags: [String?]) throws -> [String] {
            try sut.judge("CACHE-01", "", [get()] + tags.map(get), values).findings
        }
        #expect(try judge(["\"x\"", "W/\"a,b\"", "\"\""]) == [])
        #expect(
            try judge(["x", "W/\"a,b\"", nil]) == [
                "expected If-None-Match: \"x\", saw x", "expected If-None-Match: \"\", saw none",
            ]
        )
    }

    @Test("A 304 must give the stored value, and without one an error or another request.")
    func notModified() throws {
        #expect(try sut.judge("CACHE-02", "", [get(), get("\"v1\"")], [.value([1]), .value([1])]).verdict == .pass)
        let error = try sut.judge("CACHE-02", "", [get(), get("\"v1\"")], [.value([1]), .http(status: 304)])
        #expect(error.verdict == .fail)
        #expect(try sut.judge("CACHE-03", "", [get()], [.http(status: 304)]).verdict == .pass)
        #expect(try sut.judge("CACHE-03", "", [get(), get()], [.value([1])]).verdict == .pass)
        #expect(try sut.judge("CACHE-03", "", [get()], [.decoding(.empty)]).verdict == .fail)
        #expect(try sut.judge("CACHE-03", "", [get(), get(), get()], [.value([1])]).verdict == .fail)
    }

    @Test("A validator after a reply with no-store is a finding.")
    func noStore() throws {
        let values = [ClientOutcome.value([1]), .value([1])]
        #expect(try sut.judge("CACHE-04", "no-store", [get(), get()], values).verdict == .pass)
        #expect(
            try sut.judge("CACHE-04", "no-store", [get(), get("\"v1\"")], values).findings == [
                "expected no If-None-Match, because nothing may be stored, saw \"v1\""
            ]
        )
        #expect(try sut.judge("CACHE-04", "error", [get()], [.http(status: 404), .http(status: 404)]).verdict == .fail)
    }

    @Test("A conditional write without its tag is a finding, and a 412 must be an error.")
    func conflict() throws {
        var sut = sut
        sut.operation = .init("remove", .delete, "/items/1", isVoid: true, reply: .init(204))
        sut.operation.ifMatch = "\"v3\""
        let right = MadeUp.entry("DELETE", "/items/1", ["If-Match": "\"v3\""])
        #expect(try sut.judge("CACHE-07", "412", [right], [.http(status: 412)]).verdict == .pass)
        #expect(try sut.judge("CACHE-07", "412", [right, right], [.http(status: 412)]).verdict == .fail)
        #expect(try sut.judge("CACHE-07", "412", [right], [.value(.null)]).verdict == .fail)
        let weak = MadeUp.entry("DELETE", "/items/1", ["If-Match": "W/\"v3\""])
        let judged = try sut.judge("CACHE-07", "412", [weak], [.http(status: 412)])
        #expect(judged.findings == ["expected If-Match: \"v3\", saw W/\"v3\""])
    }
}
