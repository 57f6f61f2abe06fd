import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for replies without the expected body", .limitedConcurrency)
struct BodylessReplyRuleTests {
    private let sut = MadeUp(
        operation: .init(
            "list",
            .get,
            "/items",
            reply: .init(200, body: Array("[1]".utf8)),
            details: .init(value: [1])
        )
    )
    private let creation = MadeUp(
        operation: .init(
            "create",
            .post,
            "/items",
            reply: .init(201, body: Array(#"{"id":1}"#.utf8)),
            fields: [.init("$.id", .int)],
            details: .init(value: ["id": 1], domainErrors: [402: "declined"])
        )
    )
    private let deletion = MadeUp(operation: .init("drop", .delete, "/items/1", isVoid: true, reply: .init(204)))
    private let entry = MadeUp.entry("GET", "/items")

    @Test(
        "An empty body must yield a decoding error.",
        arguments: [
            (.decoding(.empty), true), (.decoding(.dataCorrupted), true), (.decoding(.keyNotFound), false),
            (.value([]), false), (.http(status: 200), false), (.hang, false),
        ] as [(ClientOutcome, Bool)]
    )
    func empty(_ outcome: ClientOutcome, _ isRight: Bool) throws {
        for variant in ["200", "204"] {
            #expect((try sut.judge("STAT-06", variant, [entry], [outcome]).verdict == .pass) == isRight)
        }
    }

    @Test("A 204 may also yield an HTTP error or null.")
    func noContent() throws {
        #expect(try sut.judge("STAT-06", "204", [entry], [.http(status: 204)]).verdict == .pass)
        #expect(try sut.judge("STAT-06", "204", [entry], [.value(.null)]).verdict == .pass)
        #expect(try sut.judge("STAT-06", "200", [entry], [.value(.null)]).verdict == .fail)
        #expect(deletion.reason("STAT-06") == "drop returns nothing")
    }

    @Test("A 201 or 202 without a body must not yield a value.", arguments: ["201", "202"])
    func invented(_ status: String) throws {
        let entry = MadeUp.entry("POST", "/items")
        for right in [.decoding(.empty), .domain("accepted"), .value(.null), .http(status: 202)] as [ClientOutcome] {
            #expect(try creation.judge("STAT-10", status, [entry], [right]).verdict == .pass)
        }
        #expect(try creation.judge("STAT-10", status, [entry], [.value(["id": 1])]).verdict == .fail)
        let fetched = MadeUp.entry("GET", "/rehearsal-created")
        #expect(try creation.judge("STAT-10", status, [entry, fetched], [.value(["id": 1])]).verdict == .pass)
        #expect(sut.reason("STAT-10") == "a GET creates nothing")
    }

    @Test("An operation without a result succeeds with 201 and 202.", arguments: ["201", "202"])
    func accepted(_ status: String) throws {
        #expect(try deletion.judge("STAT-10", status, [entry], [.value(.null)]).verdict == .pass)
        #expect(try deletion.judge("STAT-10", status, [entry], [.decoding(.empty)]).verdict == .fail)
    }

    @Test("A problem document must not change the status of its reply.")
    func problem() throws {
        #expect(creation.reason("STAT-08")?.hasSuffix("(problemJSON)") == true)
        var sut = creation
        sut.declaration.features.problemJSON = true
        let variants = sut.plan(of: "STAT-08").clauses.map(\.variant)
        #expect(variants == ["422-types", "422-status", "402-types", "402-status"])
        #expect(try sut.judge("STAT-08", "422-status", [entry], [.http(status: 422)]).verdict == .pass)
        #expect(try sut.judge("STAT-08", "422-status", [entry], [.http(status: 200)]).verdict == .fail)
        #expect(try sut.judge("STAT-08", "422-types", [entry], [.decoding(.typeMismatch)]).verdict == .fail)
        #expect(try sut.judge("STAT-08", "402-types", [entry], [.domain("declined")]).verdict == .pass)
    }

    @Test("The status line decides, whatever the body claims.")
    func claims() throws {
        #expect(try sut.judge("STAT-09", "404-success", [entry], [.http(status: 404)]).verdict == .pass)
        #expect(try sut.judge("STAT-09", "404-success", [entry], [.value([])]).verdict == .fail)
        #expect(try sut.judge("STAT-09", "200-error", [entry], [.decoding(.typeMismatch)]).verdict == .pass)
        #expect(try sut.judge("STAT-09", "200-error", [entry], [.domain("failed")]).verdict == .pass)
        #expect(try sut.judge("STAT-09", "200-error", [entry], [.value([])]).verdict == .fail)
        // Without a required field, the error document may be a valid reply.
        #expect(creation.plan(of: "STAT-09").clauses.map(\.variant) == ["404-success", "200-error"])
        var optional = creation
        optional.operation.fields = nil
        #expect(optional.plan(of: "STAT-09").clauses.map(\.variant) == ["404-success"])
    }

    @Test("Interim replies must be skipped, and a 101 must yield an error.")
    func interim() throws {
        #expect(try sut.judge("STAT-11", "interim", [entry], [.value([1])]).verdict == .pass)
        #expect(try sut.judge("STAT-11", "interim", [entry], [.value([2])]).verdict == .fail)
        #expect(try sut.judge("STAT-11", "interim", [entry], [.http(status: 103)]).verdict == .fail)
        #expect(try sut.judge("STAT-11", "101", [entry], [.http(status: 101)]).verdict == .pass)
        #expect(try sut.judge("STAT-11", "101", [entry], [.timeout]).verdict == .fail)
        #expect(try deletion.judge("STAT-11", "101", [entry], [.value(.null)]).verdict == .fail)
    }

    @Test("A 204 or 304 must neither hang nor affect the next reply.")
    func bodiless() throws {
        #expect(sut.plan(of: "STAT-12").clauses.map(\.variant) == ["204-length", "304-length", "204-bytes"])
        #expect(deletion.plan(of: "STAT-12").clauses.map(\.variant) == ["204-length", "204-bytes"])
        let both = [entry, entry]
        #expect(try sut.judge("STAT-12", "204-length", both, [.decoding(.empty), .value([1])]).verdict == .pass)
        #expect(try sut.judge("STAT-12", "204-length", both, [.timeout, .value([1])]).verdict == .fail)
        let damaged = try sut.judge("STAT-12", "304-length", both, [.http(status: 304), .transport(.other)])
        #expect(damaged.verdict == .fail)
        // A retry after a timeout hides the wait.
        #expect(try sut.judge("STAT-12", "204-length", both + [entry], [.value([1]), .value([1])]).verdict == .fail)
        #expect(try deletion.judge("STAT-12", "204-length", both, [.value(.null), .value(.null)]).verdict == .pass)
        let misread = try deletion.judge("STAT-12", "204-length", both, [.decoding(.empty), .value(.null)])
        #expect(misread.verdict == .fail)
    }
}
