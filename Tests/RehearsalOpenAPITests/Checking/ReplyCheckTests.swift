import Rehearsal
import RehearsalJSON
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

@Suite("Replies under a contract", .limitedConcurrency)
struct ReplyCheckTests {
    private static let json: Scenario.Headers = ["Content-Type": "application/json", "X-Count": "1"]

    private func violations(
        _ reply: ContractReply,
        to method: String = "GET",
        _ path: String = "/v1/orders"
    ) throws -> (kinds: [ContractViolation.Kind], text: String) {
        let sut = try ContractSample.contract(ContractSample.shop)
        let operation = try #require(sut.check(ContractRequest(method, path)).operation)
        let violations = sut.check(reply, to: operation, method: method)
        return (violations.map(\.kind), violations.first.map { sut.text(of: $0) } ?? "")
    }

    @Test("A documented reply has no violation.")
    func valid() throws {
        let body = Array(#"[{"id": 1, "item": "a", "count": 1}]"#.utf8)
        #expect(try violations(ContractReply(200, headers: Self.json, body: body)).kinds == [])
        #expect(try violations(ContractReply(200, headers: Self.json), to: "HEAD").kinds == [])
        #expect(try violations(ContractReply(404)).kinds == [])
        #expect(try violations(ContractReply(204), to: "GET", "/v1/orders/mine").kinds == [])
        let text = ContractReply(202, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array("abc".utf8))
        #expect(try violations(text, to: "POST").kinds == [])
    }

    @Test("A status that is neither exact nor in a range nor covered by default is undocumented.")
    func status() throws {
        let found = try violations(ContractReply(500))
        #expect(found.kinds == [.undocumentedStatus])
        #expect(found.text == "api.yaml:23:5: the status 500 is not documented; the operation has 200, 4XX")
        let body = ContractReply(500, headers: Self.json, body: Array("1".utf8))
        #expect(try violations(body, to: "GET", "/v1/orders/1").kinds == [])
    }

    @Test("An operation without responses permits every reply.", arguments: ["", "responses: {}"])
    func noResponses(_ responses: String) throws {
        let sut = try ContractSample.contract(
            "openapi: 3.1.0\ninfo: {title: t, version: \"1\"}\npaths:\n  /a:\n    get: {\(responses)}"
        )
        #expect(sut.check(ContractReply(503, headers: Self.json, body: [0x7B]), to: 0, method: "GET") == [])
        #expect(
            sut.document.problems.map(\.message) == [
                "the operation has no responses; it is answered 200 without content"
            ]
        )
    }

    @Test("A media type without a documented content is a violation.")
    func contentType() throws {
        let html = ContractReply(200, headers: ["Content-Type": "text/html", "X-Count": "1"], body: [65])
        #expect(try violations(html).kinds == [.undocumentedType])
        let untyped = ContractReply(200, headers: ["X-Count": "1"], body: [65])
        #expect(try violations(untyped).text.contains("the content type is missing"))
    }

    @Test("A required header that is missing, and one that its schema forbids, are violations.")
    func headers() throws {
        let missing = ContractReply(200, headers: ["Content-Type": "application/json"], body: Array("[]".utf8))
        #expect(try violations(missing).text == "api.yaml:34:13: the header X-Count is missing")
        let headers: Scenario.Headers = ["Content-Type": "application/json", "X-Count": "many"]
        let invalid = ContractReply(200, headers: headers, body: Array("[]".utf8))
        #expect(try violations(invalid).kinds == [.invalidHeader])
    }

    @Test("A body that its schema forbids is a violation at the place of the keyword.")
    func body() throws {
        let body = Array(#"[{"id": 1, "item": "a", "count": 10}]"#.utf8)
        let found = try violations(ContractReply(200, headers: Self.json, body: body))
        #expect(found.kinds == [.invalidBody])
        #expect(found.text == "api.yaml:18:53: the body /0/count is 10, but the maximum is 9")
    }

    @Test("A write-only property in a reply is a violation.")
    func writeOnly() throws {
        let body = Array(#"[{"id": 1, "item": "a", "count": 1, "secret": "s"}]"#.utf8)
        #expect(try violations(ContractReply(200, headers: Self.json, body: body)).kinds == [.writeOnlyProperty])
    }

    @Test("A body that is not valid JSON, none where one is documented, and one where none is are violations.")
    func presence() throws {
        let malformed = ContractReply(200, headers: Self.json, body: Array("[".utf8))
        #expect(try violations(malformed).kinds == [.malformedBody])
        #expect(try violations(ContractReply(200, headers: Self.json)).kinds == [.missingBody])
        let undocumented = ContractReply(404, headers: Self.json, body: Array("{}".utf8))
        #expect(try violations(undocumented).kinds == [.undocumentedBody])
    }
}
