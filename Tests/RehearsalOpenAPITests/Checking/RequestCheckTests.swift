import Rehearsal
import RehearsalJSON
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

@Suite("Requests under a contract", .limitedConcurrency)
struct RequestCheckTests {
    private let sut: APIContract

    init() throws { sut = try ContractSample.contract(ContractSample.shop) }

    @Test("A request that conforms to the document has no violation.", arguments: RequestRow.valid)
    func valid(_ row: RequestRow) {
        #expect(sut.check(row.request).violations.map(\.message) == [])
        #expect(sut.refusal(of: row.request) == nil)
    }

    @Test("Each violation has a kind, both places, a sentence and a status.", arguments: RequestRow.invalid)
    func invalid(_ row: RequestRow) {
        let violations = sut.check(row.request).violations
        #expect(violations.map { "\($0.kind)" } == row.kinds)
        #expect(violations.map(\.subject.description) == row.subjects)
        #expect(violations.first.map { sut.text(of: $0) } == row.text)
        #expect(sut.refusal(of: row.request)?.reply.status == row.status)
    }

    @Test("Every kind of violation of a request has a row.")
    func coverage() {
        let kinds = Set(RequestRow.invalid.flatMap(\.kinds))
        let requestKinds = ContractViolation.Kind.allCases.filter { $0.status != 500 }
        #expect(requestKinds.filter { !kinds.contains("\($0)") } == [])
    }

    @Test("The expected values are those of the document.")
    func expectedValues() {
        let body = #"{"item": "", "count": 10, "size": "huge"}"#
        let violations = sut.check(RequestRow.post(body).request).errors
        #expect(violations.map(\.expected) == [["minLength 1"], ["maximum 9"], ["small", "large"]])
    }

    @Test("A refusal lists all violations, with the status of the first check.")
    func refusal() throws {
        let request = ContractRequest("GET", "/v1/orders?limit=101&flag=maybe")
        let refusal = try #require(sut.refusal(of: request))
        guard case .bytes(let bytes, _) = refusal.reply.body else { throw ContractSample.Failure(problems: []) }
        let json = try JSON(parsing: bytes)
        #expect(refusal.reply.headers["Content-Type"] == "application/problem+json")
        #expect(json["status"] == 422)
        #expect(json["violations"]?[0]?["in"] == "query parameter \"limit\"")
        #expect(json["violations"]?[1]?["kind"] == "invalidParameter")
        #expect(json["violations"]?[2]?["kind"] == "missingParameter")
        #expect(json["violations"]?[0]?["place"] == "api.yaml:25:69")
    }

    @Test("An empty body with the type of a form is a form without fields, if the document requires no body.")
    func emptyForm() throws {
        let schema = "{type: object, required: [a], properties: {a: {type: string}}}"
        let sut = try ContractSample.contract(
            """
            openapi: 3.1.0
            info: {title: t, version: "1"}
            paths:
              /a:
                post:
                  requestBody: {content: {application/x-www-form-urlencoded: {schema: \(schema)}}}
                  responses: {"204": {description: d}}
            """
        )
        let form = ContractRequest("POST", "/a", headers: ["Content-Type": "application/x-www-form-urlencoded"])
        #expect(sut.check(form).errors.map(\.kind) == [.invalidBody])
        #expect(sut.check(ContractRequest("POST", "/a")).errors == [])
    }

    @Test("A refused method has Allow, and refused credentials have a challenge.")
    func fields() {
        let method = sut.refusal(of: ContractRequest("PUT", "/v1/orders"))
        #expect(method?.reply.headers["Allow"] == "GET, HEAD, POST")
        let credentials = sut.refusal(of: ContractRequest("GET", "/v1/orders/1"))
        #expect(credentials?.reply.headers["WWW-Authenticate"] == "Basic realm=\"api\"")
    }

    @Test("A CORS preflight is not refused.")
    func preflight() {
        let headers: Scenario.Headers = ["Origin": "https://a.example", "Access-Control-Request-Method": "GET"]
        #expect(sut.refusal(of: ContractRequest("OPTIONS", "/v1/orders", headers: headers)) == nil)
    }

    @Test("The schema of an incomplete body is not checked.")
    func incompleteBody() {
        var request = RequestRow.post("{").request
        request.isBodyComplete = false
        #expect(sut.check(request).violations == [])
    }
}

/// A request with its violations in the document of the shop.
struct RequestRow: Sendable, CustomTestStringConvertible {
    var request: ContractRequest
    var status: Int?
    var kinds: [String] = []
    var subjects: [String] = []
    var text: String?

    var testDescription: String { "\(request.method) \(request.target) \(text ?? "")" }

    static let keys: Scenario.Headers = ["Cookie": "sid=1"]

    static func get(_ query: String = "", _ headers: Scenario.Headers = [:]) -> RequestRow {
        let fields = Scenario.Headers.Field("X-Trace", "1234")
        return RequestRow(
            request: ContractRequest("GET", "/v1/orders\(query)", headers: .init([fields] + headers.fields))
        )
    }

    static func post(
        _ body: String,
        _ type: String? = "application/json",
        _ headers: Scenario.Headers = keys
    ) -> RequestRow {
        let fields = type.map { [Scenario.Headers.Field("Content-Type", $0)] } ?? []
        return RequestRow(
            request: ContractRequest(
                "POST",
                "/v1/orders",
                headers: .init(fields + headers.fields),
                body: Array(body.utf8)
            )
        )
    }

    static func send(_ method: String, _ target: String, _ headers: Scenario.Headers = [:]) -> RequestRow {
        RequestRow(request: ContractRequest(method, target, headers: headers))
    }

    /// Returns the row with the expected status, violations and the text of the first one.
    func violates(_ status: Int?, _ violations: [(String, String)], _ text: String) -> RequestRow {
        var row = self
        (row.status, row.text) = (status, text)
        (row.kinds, row.subjects) = (violations.map(\.0), violations.map(\.1))
        return row
    }

    static let order = #"{"item": "a", "count": 1}"#
    static let form = "application/x-www-form-urlencoded"
    static let multipart = "multipart/form-data; boundary=b"

    static func part(_ name: String, _ content: String, _ type: String? = nil) -> String {
        let field = type.map { "\r\nContent-Type: \($0)" } ?? ""
        return "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\(field)\r\n\r\n\(content)\r\n"
    }

    static let valid: [RequestRow] = [
        get(), get("?limit=100&flag"), get("?flag="), get("?filter=%7B%22a%22:1%7D"),
        get("", ["Cookie": "theme=dark"]), get("", ["Accept": "text/html;q=0.5, application/*"]),
        send("GET", "/v1/orders/mine"), send("GET", "http://localhost:80/v1/orders/mine"),
        send("HEAD", "/v1/orders/mine"), send("DELETE", "/v1/orders/7"),
        send("GET", "/v1/orders/7", ["Authorization": "Basic YTpi"]),
        post(order), post(order, "application/json; charset=utf-8"),
        post(order, "application/json", ["X-Key": "k", "Authorization": "bearer t"]),
        RequestRow(
            request: ContractRequest(
                "POST",
                "/v1/orders?code=1",
                headers: ["Content-Type": "application/json"],
                body: Array(order.utf8)
            )
        ),
        post("item=a+b&count=3&tags=x&tags=y&ids=1%7C2", form), post("item=1&address=%7B%22city%22:1%7D", form),
        post(part("photo", "\u{1}", "image/png") + part("count", "3") + "--b--", multipart),
    ]
}
