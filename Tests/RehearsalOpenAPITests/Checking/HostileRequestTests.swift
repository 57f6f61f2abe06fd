import Rehearsal
import RehearsalJSON
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

/// Requests with very many parts, whose check must take a time in proportion to their length.
@Suite("Requests with very many parts", .limitedConcurrency)
struct HostileRequestTests {
    private static let count = 10_000

    private static func contract(_ parameter: String, _ property: String = "a: {type: string}") throws -> APIContract {
        try ContractSample.contract(
            """
            openapi: 3.1.0
            info: {title: t, version: "1"}
            paths:
              /a:
                post:
                  parameters: [\(parameter)]
                  requestBody:
                    content:
                      application/x-www-form-urlencoded: {schema: {type: object, properties: {\(property)}}}
                      multipart/form-data:
                        schema: {type: object, properties: {\(property)}}
                        encoding: {a: {contentType: image/png}}
                  responses: {"204": {description: d}}
            """
        )
    }

    private static func multipart(_ count: Int) -> ContractRequest {
        let part = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        let body = Array((String(repeating: part, count: count) + "--b--\r\n").utf8)
        return ContractRequest("POST", "/a", headers: ["Content-Type": "multipart/form-data; boundary=b"], body: body)
    }

    private static func form(_ count: Int) -> ContractRequest {
        let body = Array((0..<count).map { "n\($0)=1" }.joined(separator: "&").utf8)
        return ContractRequest("POST", "/a", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: body)
    }

    @Test("A body with more than 10,000 fields is malformed, and one with 10,000 is checked.")
    func fields() throws {
        let sut = try Self.contract("")
        for request in [Self.form(Self.count + 1), Self.multipart(Self.count + 1)] {
            let violations = sut.check(request).violations
            #expect(violations.map(\.kind) == [.malformedBody])
            #expect(violations.first?.message == "the body has more than 10000 fields, which is not checked")
        }
        #expect(sut.check(Self.form(Self.count)).violations == [])
    }

    @Test("Of a body with more parts than the limit, the rest is not read.")
    func partLimit() {
        let (request, type) = (Self.multipart(5), "multipart/form-data; boundary=b")
        #expect(MultipartBody.parts(of: request.body, type: type).count == 5)
        #expect(MultipartBody.parts(of: request.body, type: type, atMost: 3).count == 3)
    }

    @Test("Of the parts with another media type than the documented one, the first 20 are reported.")
    func partTypes() throws {
        let sut = try Self.contract("", "a: {type: array, items: {type: string}}")
        let violations = sut.check(Self.multipart(Self.count)).violations
        #expect(violations.map(\.kind) == Array(repeating: .invalidBody, count: 20))
    }

    @Test("A deep object has each of its properties once, and a list in it each of its elements.")
    func deepObject() throws {
        let sut = SerializationReader(
            name: "f",
            serialization: .init(.deepObject, explode: true),
            shape: ValueShape(types: .object)
        )
        let names = (0..<Self.count).map { "f[p\($0)]" } + Array(repeating: "f[list][]", count: Self.count)
        let value = try sut.value(of: (names + names).map { SerializedPair(name: $0, raw: "1") })
        guard case .object(let members) = value, case .list(let elements)? = members.last?.value else {
            Issue.record("another value than an object with a list: \(value)")
            return
        }
        #expect(members.count == Self.count + 1)
        #expect(elements.count == 2 * Self.count)
    }

    @Test("A property of a deep object with several forms has the last one.")
    func lastForm() throws {
        let sut = SerializationReader(
            name: "f",
            serialization: .init(.deepObject, explode: true),
            shape: ValueShape(types: .object)
        )
        let names = ["f[a]", "f[b][]", "f[a][c]", "f[b]", "f[d][e]", "f[d][]"]
        let value = try sut.value(of: names.map { SerializedPair(name: $0, raw: "1") })
        #expect(
            value
                == .object([
                    .init(name: "a", value: .object([.init(name: "c", value: .text("1"))])),
                    .init(name: "b", value: .text("1")),
                    .init(name: "d", value: .list([.text("1")])),
                ])
        )
    }

    @Test("The first 20 query parameters that are not in the document are reported, and a refusal looks for none.")
    func unknownParameters() throws {
        let sut = try Self.contract("{name: page, in: query, schema: {type: integer}}")
        let query = (0..<Self.count).map { "pag\($0)=1" }.joined(separator: "&")
        let request = ContractRequest("POST", "/a?\(query)&page=1")
        #expect(sut.check(request).violations.map(\.kind) == Array(repeating: .unknownParameter, count: 20))
        #expect(sut.check(request, hasNotes: false).violations == [])
        #expect(
            sut.check(ContractRequest("POST", "/a?pag=1")).violations.first?.message.contains("did you mean") == true
        )
    }
}

@Suite("Forms without fields", .limitedConcurrency)
struct EmptyFormTests {
    @Test(
        "A multipart body that is only the last delimiter of its boundary is a form without fields.",
        arguments: [
            ("--b--\r\n", "boundary=b", true), ("--b--", "boundary=\"b\"", true), ("--c--\r\n", "boundary=b", false),
            ("----", "boundary=", false), ("b", "boundary=b", false), ("--b\r\n", "boundary=b", false),
        ]
    )
    func multipart(_ text: String, _ parameter: String, _ isForm: Bool) throws {
        let sut = try ContractSample.contract(
            """
            openapi: 3.1.0
            info: {title: t, version: "1"}
            paths:
              /a:
                post:
                  requestBody: {content: {multipart/form-data: {schema: {type: object}}}}
                  responses: {"204": {description: d}}
            """
        )
        let headers: Scenario.Headers = ["Content-Type": .some("multipart/form-data; \(parameter)")]
        let request = ContractRequest("POST", "/a", headers: headers, body: Array(text.utf8))
        #expect(sut.check(request).errors.map(\.kind) == (isForm ? [] : [.malformedBody]))
    }
}

@Suite("Positions in a file", .limitedConcurrency)
struct LineIndexTests {
    @Test("A position has the line and the column in characters, in short lines and in a line of several blocks.")
    func positions() {
        let sut = LineIndex(Array("ab\näö\n\(String(repeating: "é", count: 5_000))x\ny".utf8))
        #expect(sut.text(of: 0) == "1:1")
        #expect(sut.text(of: 1) == "1:2")
        #expect(sut.text(of: 5) == "2:2")
        #expect(sut.text(of: 8) == "3:1")
        #expect(sut.text(of: 8 + 2 * 4_999) == "3:5000")
        #expect(sut.text(of: 8 + 2 * 5_000) == "3:5001")
        #expect(sut.text(of: 8 + 2 * 5_000 + 2) == "4:1")
        #expect(sut.text(of: .max) == "4:2")
    }

    @Test(
        "The end of a file whose length is that of whole blocks, and that of an empty file, have positions.",
        arguments: [(0, "1:1"), (4_096, "1:4097"), (8_192, "1:8193")]
    )
    func ends(_ length: Int, _ position: String) {
        #expect(LineIndex(Array(repeating: 0x61, count: length)).text(of: length) == position)
    }
}
