import Rehearsal
import RehearsalJSON

@testable import RehearsalOpenAPI

/// Documents and their compiled contracts for tests.
enum ContractSample {
    static func contract(_ yaml: String) throws -> APIContract {
        let file = OpenAPIFile(
            path: "api.yaml",
            identifier: "/api.yaml",
            document: try JSONDocument(yaml: Array(yaml.utf8))
        )
        let document = OpenAPIDocument(file)
        guard !document.hasErrors else { throw Failure(problems: document.problems.map(\.message)) }
        return APIContract(document)
    }

    struct Failure: Error { let problems: [String] }

    /// A contract with one operation, `GET` with a parameter named `color`.
    static func parameter(_ location: String, _ style: String, explode: Bool, _ schema: String) throws -> APIContract {
        try contract(
            """
            openapi: 3.1.0
            info: {title: t, version: "1"}
            paths:
              /a\(location == "path" ? "/{color}" : ""):
                get:
                  parameters:
                    - name: color
                      in: \(location)
                      required: true
                      style: \(style)
                      explode: \(explode)
                      schema: \(schema)
                  responses: {"200": {description: d}}
            """
        )
    }

    /// A document of a shop with at least one part for each kind of violation.
    static let shop = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        servers: [{url: "https://api.example.com/v1"}]
        components:
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key}
            token: {type: http, scheme: bearer}
            login: {type: http, scheme: basic}
            session: {type: apiKey, in: cookie, name: sid}
            code: {type: apiKey, in: query, name: code}
          schemas:
            Order:
              type: object
              required: [id, item, count]
              properties:
                id: {type: integer, readOnly: true}
                item: {type: string, minLength: 1}
                count: {type: integer, minimum: 1, maximum: 9}
                size: {enum: [small, large]}
                secret: {type: string, writeOnly: true}
        paths:
          /orders:
            get:
              parameters:
                - {name: limit, in: query, schema: {type: integer, maximum: 100}}
                - {name: flag, in: query, allowEmptyValue: true, schema: {type: boolean}}
                - {name: filter, in: query, content: {application/json: {schema: {type: object}}}}
                - {name: X-Trace, in: header, required: true, schema: {type: string, minLength: 4}}
                - {name: theme, in: cookie, schema: {enum: [dark, light]}}
              responses:
                "200":
                  description: d
                  headers:
                    X-Count: {required: true, schema: {type: integer}}
                  content:
                    application/json:
                      schema: {type: array, items: {$ref: "#/components/schemas/Order"}}
                4XX: {description: d}
            post:
              security: [{key: [], token: []}, {session: []}, {code: []}]
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/Order"}
                  application/x-www-form-urlencoded:
                    schema:
                      type: object
                      required: [item]
                      properties:
                        item: {type: string}
                        count: {type: integer}
                        tags: {type: array, items: {type: string}, maxItems: 2}
                        ids: {type: array, items: {type: integer}}
                        address: {type: object, required: [city]}
                    encoding:
                      ids: {style: pipeDelimited, explode: false}
                  multipart/form-data:
                    schema:
                      type: object
                      required: [photo]
                      properties:
                        photo: {type: string, format: binary}
                        count: {type: integer}
                    encoding:
                      photo: {contentType: "image/png, image/jpeg"}
              responses:
                "201":
                  description: d
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Order"}
                "202": {description: d, content: {text/plain: {schema: {type: string, maxLength: 3}}}}
          /orders/mine:
            get: {responses: {"204": {description: d}}}
          /orders/{id}:
            delete:
              security: [{login: []}, {}]
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {"204": {description: d}}
            get:
              security: [{login: []}]
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {default: {description: d, content: {application/json: {}}}}
        """
}
