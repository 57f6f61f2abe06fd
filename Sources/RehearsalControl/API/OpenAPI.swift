import Rehearsal

/// The OpenAPI 3.1 document of the control API, which is generated from the operations of the server.
enum OpenAPI {
    static func document(version: String) -> JSON {
        var paths: [JSON.Member] = []
        for operation in ControlOperation.all {
            let member = JSON.Member(operation.method.lowercased(), describe(operation))
            if let index = paths.firstIndex(where: { $0.name == operation.path }),
                case .object(let members) = paths[index].value
            {
                paths[index].value = .object(members + [member])
            } else {
                paths.append(JSON.Member(operation.path, .object([member])))
            }
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Rehearsal control",
                "version": .string(version),
                "description": "Controls a running Rehearsal server, and reports the requests that it has received.",
                "license": ["name": "see LICENSE"],
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths),
            "components": [
                "schemas": schemas,
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
        ]
    }

    private static func describe(_ operation: ControlOperation) -> JSON {
        var members: [JSON.Member] = [
            JSON.Member("operationId", .string(operation.id)),
            JSON.Member("summary", .string(operation.summary)),
            JSON.Member("security", [["token": []]]),
        ]
        let parameters = parameters(of: operation)
        if !parameters.isEmpty { members.append(JSON.Member("parameters", .array(parameters))) }
        if let body = operation.body {
            let content: JSON = ["application/json": ["schema": schema(of: body, operation)]]
            members.append(JSON.Member("requestBody", ["required": true, "content": content]))
        }
        members.append(JSON.Member("responses", .object(responses(of: operation))))
        return .object(members)
    }

    private static func parameters(of operation: ControlOperation) -> [JSON] {
        var parameters: [JSON] = []
        if operation.hasSessionInPath {
            let schema = OperationField(name: "name", kind: .name, description: "the name of a session").schema
            parameters.append(["name": "name", "in": "path", "required": true, "schema": schema])
        }
        return parameters
            + operation.query.map {
                ["name": .string($0.name), "in": "query", "required": .bool($0.isRequired), "schema": $0.schema]
            }
    }

    private static func schema(of fields: [OperationField], _ operation: ControlOperation) -> JSON {
        var members: [JSON.Member] = [
            JSON.Member("type", "object"),
            JSON.Member("properties", .object(fields.map { JSON.Member($0.name, $0.schema) })),
            JSON.Member("additionalProperties", false),
        ]
        let required = fields.filter(\.isRequired).map { JSON.string($0.name) }
        if !required.isEmpty { members.append(JSON.Member("required", .array(required))) }
        if !operation.exclusiveFields.isEmpty {
            members.append(
                JSON.Member("oneOf", .array(operation.exclusiveFields.map { ["required": [.string($0)]] }))
            )
        }
        return .object(members)
    }

    private static func responses(of operation: ControlOperation) -> [JSON.Member] {
        var success: [JSON.Member] = [JSON.Member("description", .string(operation.summary))]
        if let schema = operation.success.schema {
            let reference: JSON = ["$ref": .string("#/components/schemas/\(schema)")]
            success.append(
                JSON.Member("content", .object([JSON.Member(operation.success.media, ["schema": reference])]))
            )
        }
        var problems = operation.problems
        problems[401] = "The token is missing or not valid."
        problems[403] = "The Origin or the Host is not accepted, or the token is not valid for this session."
        if operation.hasSessionInPath {
            problems[404] = "No session has that name, or it has nothing of the name or number in the request."
        }
        problems[400] = "A value is missing or not valid."
        if operation.body != nil {
            problems[422] =
                "The scenario or the expectation is not valid: see diagnostics."
            problems[413] = "The document is larger than 1 MiB."
            problems[415] = "The Content-Type of the document is not application/json."
        }
        let problem: JSON = ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]]
        let failures = problems.sorted { $0.key < $1.key }.map { status, description in
            JSON.Member("\(status)", ["description": .string(description), "content": problem])
        }
        return [JSON.Member("\(operation.success.status)", .object(success))] + failures
    }

    /// The schemas of the documents of the API, by name.
    static let schemas: JSON = [
        "Server": object([
            "rehearsal": ["type": "string", "description": "the version of Rehearsal"], "pid": ["type": "integer"],
            "baseURL": ["type": "string"], "sessions": ["type": "integer"],
            "savesEndpoints": ["type": "boolean", "description": "whether endpoints can be saved to a document"],
        ]),
        "Stopping": object(["stopping": ["type": "boolean"]]),
        "Session": Sessions.ManagedSession.schema,
        "Sessions": object(["sessions": list("Session")]),
        "Finding": object([
            "rule": ["type": "string"], "subject": ["type": "string"], "message": ["type": "string"],
            "place": ["type": ["string", "null"], "description": "FILE:LINE of the expectation"],
            "requests": ["type": "array", "items": ["type": "string"]],
        ]),
        "Findings": object(["findings": list("Finding")]),
        "Waited": object(["met": ["type": "boolean"], "findings": list("Finding")]),
        "Clock": object([
            "ahead": ["type": "string", "description": "how far the session's clock is ahead of the machine's clock"]
        ]),
        "Lines": ["type": "string", "description": "a JSON object on each line"],
        "Events": object(
            [
                "event": [
                    "type": "string",
                    "description": "hello, scenario, state, exchanges, mark, expectations, dropped or position",
                ],
                "data": ["type": "string", "description": "a JSON object"],
            ],
            optional: ["id": ["type": "string", "description": "the value of Last-Event-ID after this event"]]
        ),
        "Exchange": ExchangeDetail.schema,
        "Scenarios": CatalogueOperations.scenariosSchema,
        "Faults": CatalogueOperations.faultsSchema,
        "Overlays": AmendmentOperations.overlaysSchema,
        "NextReplies": AmendmentOperations.nextRepliesSchema,
        "Items": ResourceOperations.schema,
        "HAR": object(["log": ["type": "object", "description": "a recording in the format HAR 1.2"]]),
        "Scenario": object(["endpoints": ["type": "array", "items": ["type": "object"]]]),
        "Problem": [
            "type": "object",
            "description": "problem details (RFC 9457)",
            "properties": [
                "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
                "detail": ["type": "string"], "diagnostics": ["type": "array", "items": ["type": "object"]],
            ],
            "required": ["type", "title", "status"],
        ],
    ]

    /// Returns the schema of an object with these required properties.
    ///
    /// - Parameter optional: further properties, which the object may omit.
    static func object(
        _ required: KeyValuePairs<String, JSON>,
        optional: KeyValuePairs<String, JSON> = [:],
    ) -> JSON {
        [
            "type": "object",
            "properties": .object((Array(required) + Array(optional)).map { JSON.Member($0.key, $0.value) }),
            "required": .array(required.map { .string($0.key) }),
        ]
    }

    private static func list(_ name: String) -> JSON {
        ["type": "array", "items": ["$ref": .string("#/components/schemas/\(name)")]]
    }
}
