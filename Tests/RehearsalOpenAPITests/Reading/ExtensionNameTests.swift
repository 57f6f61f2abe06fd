import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

@Suite("Names that begin with x-", .limitedConcurrency)
struct ExtensionNameTests {
    private static let pets = """
        openapi: 3.1.0
        info: { title: Pets, version: "1" }
        security: [{ x-api-key: [] }]
        paths:
          x-group: { get: { responses: {} } }
          /pets:
            get:
              responses:
                x-note: { description: no response }
                "200":
                  description: ok
                  headers: { x-next: { required: true, schema: { type: integer, example: 7 } } }
              callbacks: { x-changed: {} }
        webhooks: { x-born: {} }
        components:
          securitySchemes:
            x-api-key: { type: apiKey, in: header, name: x-api-key }
            login:
              type: oauth2
              flows: { x-flow: { scopes: { hidden: h } }, implicit: { scopes: { x-read: r } } }
        """

    @Test("A security scheme whose name begins with x- is enforced.")
    func securityScheme() throws {
        let sut = try ContractSample.contract(Self.pets)
        #expect(sut.refusal(of: ContractRequest("GET", "/pets"))?.reply.status == 401)
        #expect(sut.refusal(of: ContractRequest("GET", "/pets", headers: ["X-Api-Key": "1"])) == nil)
    }

    @Test("A header field of a response whose name begins with x- is sent and checked.")
    func responseHeader() throws {
        let sut = try APIFixture(Self.pets)
        #expect(sut.scenario.endpoints.first?.replies.first?.headers["x-next"] == "7")
        let violations = APIContract(sut.document).check(ContractReply(200), to: 0, method: "GET")
        #expect(violations.map(\.kind) == [.missingHeader])
    }

    @Test("A callback, a webhook and a scope whose names begin with x- are read.")
    func names() throws {
        let document = try APIFixture(Self.pets).document
        #expect(document.unplayedParts.map(\.name).sorted() == ["x-born", "x-changed"])
        #expect(document.securitySchemes.flatMap(\.scopes) == ["x-read"])
    }

    @Test("An extension of the paths, of the responses or of the flows is not read.")
    func extensions() throws {
        let sut = try APIFixture(Self.pets)
        #expect(sut.problems == [])
        #expect(sut.document.operations.flatMap(\.responses).map(\.status) == [.exact(200)])
    }

    @Test("In Swagger 2.0, a name in a map is read and an extension of the scopes is not.")
    func swagger() throws {
        let text = """
            swagger: "2.0"
            info: { title: Pets, version: "1" }
            paths:
              x-group: {}
              /pets: { get: { responses: { x-note: {}, 200: { description: d, headers: { x-next: { type: integer } } } } } }
            securityDefinitions:
              x-login: { type: oauth2, scopes: { read: r, x-scope: s } }
            """
        let sut = try APIFixture(text)
        #expect(sut.problems == [])
        #expect(sut.document.securitySchemes.map(\.name) == ["x-login"])
        #expect(sut.document.securitySchemes.flatMap(\.scopes) == ["read"])
        #expect(sut.document.operations.flatMap(\.responses).flatMap(\.headers).map(\.name) == ["x-next"])
    }
}
