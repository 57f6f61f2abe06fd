import Rehearsal
import RehearsalOpenAPI

extension FuzzTarget {
    /// The check of requests under an API document, as `--enforce` makes it on the event loop.
    ///
    /// An input is a request with line feeds: the request line, the fields, an empty line and the body.
    static let contracts = FuzzTarget("contracts") { bytes in
        guard let contract = CheckedContract.contract else { throw Finding("the document of the target is not valid") }
        let request = CheckedContract.request(bytes)
        let checked = contract.check(request)
        for violation in checked.violations {
            let text = contract.text(of: violation)
            try Finding.require(!violation.message.isEmpty, "a violation has no message")
            let isPlaced = violation.kind == .unknownPath || text.hasPrefix("api.yaml:")
            try Finding.require(isPlaced, "a violation has no place: \(text)")
            try Finding.require(violation.kind.status != 500, "a violation of a request is one of a reply: \(text)")
        }
        let withoutNotes = contract.check(request, hasNotes: false)
        try Finding.require(withoutNotes.errors == checked.errors, "notes change the errors")
        let refusal = contract.refusal(of: request)
        try Finding.require(
            (refusal == nil) == (checked.errors.isEmpty || request.isPreflight),
            "a request with \(checked.errors.count) errors is \(refusal == nil ? "admitted" : "refused")"
        )
        if let status = refusal?.reply.status {
            try Finding.require([400, 401, 404, 405, 406, 415, 422].contains(status), "the status \(status)")
        }
    }
}

/// The document under which the requests are checked. It has each style, location and media type.
private enum CheckedContract {
    static let contract: APIContract? = {
        guard let parsed = try? JSONDocument(yaml: Array(text.utf8)) else { return nil }
        let document = OpenAPIDocument(OpenAPIFile(path: "api.yaml", identifier: "/api.yaml", document: parsed))
        return document.hasErrors ? nil : APIContract(document)
    }()

    static func request(_ bytes: [UInt8]) -> ContractRequest {
        var rest = bytes[...]
        func line() -> String {
            let line = rest.prefix { $0 != 0x0A }
            rest = rest[line.endIndex...].dropFirst()
            return String(decoding: line, as: UTF8.self)
        }
        let parts = line().split(separator: " ", maxSplits: 1).map(String.init)
        var headers = Scenario.Headers()
        while !rest.isEmpty {
            let field = line().split(separator: ":", maxSplits: 1).map(String.init)
            guard let name = field.first else { break }
            headers.append(name, field.count > 1 ? String(field[1].drop { $0 == " " }) : "")
        }
        return ContractRequest(
            parts.first ?? "GET",
            parts.count > 1 ? parts[1] : "/",
            headers: headers,
            body: Array(rest)
        )
    }

    private static let text = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        servers: [{url: /v1}]
        components:
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key}
            login: {type: http, scheme: basic}
            session: {type: apiKey, in: cookie, name: sid}
            code: {type: apiKey, in: query, name: code}
          schemas:
            Item:
              type: object
              required: [name]
              properties:
                id: {type: integer, readOnly: true}
                name: {type: string, minLength: 1, pattern: "^[a-z]+$"}
                parts: {type: array, uniqueItems: true, items: {$ref: "#/components/schemas/Item"}}
                kind: {oneOf: [{const: a}, {type: integer, minimum: 2}]}
        paths:
          /items:
            get:
              parameters:
                - {name: page, in: query, schema: {type: integer, maximum: 9}}
                - {name: flag, in: query, allowEmptyValue: true, schema: {type: boolean}}
                - {name: filter, in: query, content: {application/json: {schema: {type: object}}}}
                - {name: deep, in: query, style: deepObject, schema: {type: object}}
                - {name: pipes, in: query, style: pipeDelimited, explode: false, schema: {type: array}}
                - {name: spaces, in: query, style: spaceDelimited, explode: false, schema: {type: array}}
                - {name: ids, in: query, schema: {type: array, items: {type: integer}, maxItems: 3}}
                - {name: size, in: query, schema: {type: object, properties: {w: {type: integer}, h: {type: integer}}}}
                - {name: X-Trace, in: header, schema: {type: array, items: {type: string, minLength: 2}}}
                - {name: theme, in: cookie, schema: {enum: [dark, light]}}
              responses: {"200": {description: d, content: {application/json: {}, image/*: {}}}}
            post:
              security: [{key: [], login: []}, {session: []}, {code: []}]
              requestBody:
                required: true
                content:
                  application/json: {schema: {$ref: "#/components/schemas/Item"}}
                  text/*: {schema: {type: string, maxLength: 3}}
                  application/x-www-form-urlencoded:
                    schema:
                      type: object
                      required: [name]
                      properties:
                        name: {type: string}
                        tags: {type: array, items: {type: string}}
                        deep: {type: object}
                        ids: {type: array, items: {type: integer}}
                    encoding: {deep: {style: deepObject}, ids: {style: pipeDelimited, explode: false}}
                  multipart/form-data:
                    schema:
                      type: object
                      properties: {photo: {type: string}, item: {$ref: "#/components/schemas/Item"}, n: {type: integer}}
                    encoding: {photo: {contentType: "image/png, image/jpeg"}}
              responses: {"201": {description: d}}
          /free: {get: {parameters: [{name: any, in: query, schema: {type: object}}], responses: {"200": {description: d}}}}
          /matrix/{m}: {get: {parameters: [{name: m, in: path, required: true, style: matrix, explode: true, schema: {type: array}}], responses: {}}}
          /label/{l}.json: {get: {parameters: [{name: l, in: path, required: true, style: label, schema: {type: object}}], responses: {}}}
        """
}
