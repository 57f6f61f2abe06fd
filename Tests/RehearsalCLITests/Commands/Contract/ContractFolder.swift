import Foundation
import RehearsalTestSupport
import Testing

/// A folder with an OpenAPI document, a scenario under it, and a recording.
struct ContractFolder {
    let folder: ScratchFolder

    init(_ files: [String: String] = [:]) throws {
        let all = ["api.yaml": Self.api, "shop.jsonc": Self.scenario].merging(files) { $1 }
        folder = try ScratchFolder(all)
    }

    subscript(name: String) -> String { folder[name] }

    /// Starts a server with the files of the folder, and returns it with its port.
    @BlockingThread
    func serve(_ arguments: [String]) throws -> (program: ChildProgram, port: Int) {
        let program = try ChildProgram(["serve", "--port", "0", "--json", "--no-control"] + arguments)
        let digits = try #require(try program.line().components(separatedBy: "\"port\":").last).prefix(
            while: \.isNumber
        )
        return (program, try #require(Int(digits)))
    }

    private static let scenario = """
        {
          "scenario": "shop",
          "contract": "api.yaml",
          "endpoints": [
            { "get": "/orders", "replies": [{ "json": [] }] },
            { "get": "/orders/{id}", "replies": [{ "json": { "id": "7" } }] },
            { "post": "/orders", "replies": [{ "status": 201, "json": { "id": 8 } }] }
          ]
        }
        """

    private static let api = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        components:
          securitySchemes: {token: {type: http, scheme: bearer}}
          schemas:
            Order: {type: object, required: [id], properties: {id: {type: integer, example: 1}}}
        paths:
          /orders:
            get:
              parameters:
                - {name: page, in: query, required: true, schema: {type: integer}}
                - {name: tags, in: query, explode: false, schema: {type: array, items: {type: string}}}
              responses:
                "200":
                  description: d
                  content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}
            post:
              security: [{token: []}]
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
              responses:
                "201": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
          /orders/{id}:
            get:
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses:
                "200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
                "404": {description: d}
        """
}

/// A request with the status and a part of the reply under `--enforce`.
struct EnforcedRow: Sendable, CustomTestStringConvertible {
    let target: String
    var fields = ""
    var body = ""
    let status: Int
    let part: String

    var testDescription: String { "\(target) \(fields) → \(status)" }

    var text: String {
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return "\(target) HTTP/1.1\r\nHost: a\r\n\(fields)\(length)\r\n\(body)"
    }

    private static let json = "Content-Type: application/json\r\n"
    private static let token = "Authorization: Bearer t\r\n"

    static let all = [
        EnforcedRow(target: "GET /orders?page=1", status: 200, part: "["),
        EnforcedRow(target: "GET /orders?page=1&tags=a,b", status: 200, part: "["),
        EnforcedRow(target: "GET /orders", status: 422, part: #""kind": "missingParameter""#),
        EnforcedRow(target: "GET /orders?page=x", status: 422, part: #""kind": "invalidParameter""#),
        EnforcedRow(target: "GET /orders?page=1&tags=a&tags=b", status: 422, part: #""kind": "malformedParameter""#),
        EnforcedRow(target: "GET /orders/x", status: 422, part: #""in": "path parameter \"id\"""#),
        EnforcedRow(target: "POST /orders", fields: token, status: 422, part: #""kind": "missingBody""#),
        EnforcedRow(
            target: "POST /orders",
            fields: token + json,
            body: #"{"id":"x"}"#,
            status: 422,
            part: #""in": "body /id""#
        ),
        EnforcedRow(target: "POST /orders", fields: token + json, body: "{", status: 400, part: "malformedBody"),
        EnforcedRow(
            target: "POST /orders",
            fields: token + "Content-Type: text/csv\r\n",
            body: "1",
            status: 415,
            part: "unsupportedType"
        ),
        EnforcedRow(target: "POST /orders", fields: json, body: #"{"id":1}"#, status: 401, part: "missingCredentials"),
        EnforcedRow(
            target: "GET /orders?page=1",
            fields: "Accept: text/html\r\n",
            status: 406,
            part: "unacceptableType"
        ),
        EnforcedRow(target: "GET /nowhere", status: 404, part: "unknownPath"),
        EnforcedRow(target: "DELETE /orders", status: 405, part: "unknownMethod"),
        EnforcedRow(
            target: "POST /orders",
            fields: token + json,
            body: #"{"id":1}"#,
            status: 201,
            part: #"{"id":"#
        ),
    ]
}
