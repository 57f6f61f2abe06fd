import Rehearsal

extension OpenAPI {
    /// What is answered, by name.
    static let schemas: [JSON.Member] = [
        JSON.Member(
            "Server",
            object([
                ("rehearsal", ["type": "string", "description": "its version"]), ("pid", ["type": "integer"]),
                ("baseURL", ["type": "string"]), ("sessions", ["type": "integer"]),
            ])
        ),
        JSON.Member("Stopping", object([("stopping", ["type": "boolean"])])),
        JSON.Member("Session", Sessions.Member.schema),
        JSON.Member("Sessions", object([("sessions", list("Session"))])),
        JSON.Member(
            "Finding",
            object([
                ("rule", ["type": "string"]), ("subject", ["type": "string"]), ("message", ["type": "string"]),
                ("place", ["type": ["string", "null"], "description": "FILE:LINE of what is demanded"]),
                ("requests", ["type": "array", "items": ["type": "string"]]),
            ])
        ),
        JSON.Member("Findings", object([("findings", list("Finding"))])),
        JSON.Member("Waited", object([("met", ["type": "boolean"]), ("findings", list("Finding"))])),
        JSON.Member(
            "Clock",
            object([("ahead", ["type": "string", "description": "how far its time is ahead of the machine's"])])
        ),
        JSON.Member("Lines", ["type": "string", "description": "a JSON object on each line"]),
        JSON.Member(
            "Problem",
            [
                "type": "object",
                "description": "problem details (RFC 9457)",
                "properties": [
                    "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
                    "detail": ["type": "string"], "diagnostics": ["type": "array", "items": ["type": "object"]],
                ],
                "required": ["type", "title", "status"],
            ]
        ),
    ]

    private static func object(_ properties: [(String, JSON)]) -> JSON {
        [
            "type": "object",
            "properties": .object(properties.map { JSON.Member($0.0, $0.1) }),
            "required": .array(properties.map { .string($0.0) }),
        ]
    }

    private static func list(_ name: String) -> JSON {
        ["type": "array", "items": ["$ref": .string("#/components/schemas/\(name)")]]
    }
}
