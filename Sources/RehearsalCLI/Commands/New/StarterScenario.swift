import Rehearsal

/// The scenario document that `rehearsal new` writes.
struct StarterScenario: Sendable {
    let name: String
    /// Whether the folder of the document contains the JSON Schema of scenarios.
    var hasSchema = false
    private var endpoints: [String] = []
    /// A request that the scenario answers, for the hints that follow.
    private(set) var example = (method: "GET", path: "/api/v1/items", target: "/api/v1/items")

    init(name: String) { self.name = name }

    /// Adds an endpoint that answers a request.
    mutating func add(_ request: TypedRequest) {
        if endpoints.isEmpty { example = (request.method, request.path, request.target) }
        let target = Self.target(request.method, request.path)
        let query = request.query.map { "\(Self.quoted($0.name)): \(Self.quoted($0.value))" }
        let when = query.isEmpty ? "" : "\n      \"when\": { \"query\": { \(query.joined(separator: ", ")) } },"
        endpoints.append("    {\n      \(target),\(when)\n      \"replies\": [{ \"json\": {} }],\n    },")
    }

    var text: String {
        """
        // \(name.filter { !$0.isNewline }): describe here the situation that the client must handle.
        // All keys: rehearsal help scenario
        {
        \(hasSchema ? "  \"$schema\": \"./scenario.schema.json\",\n" : "")  "scenario": \(Self.quoted(name)),
          "summary": "a description in one sentence",
          // "extends": "happy-path",                    // answers the requests that this document does not match
          "endpoints": [
        \((endpoints.isEmpty ? [Self.defaultEndpoint] : endpoints).joined(separator: "\n"))
            // Two errors, then success:
            // { "get": "/api/v1/flaky", "replies": [{ "status": 503, "times": 2 }, { "json": {} }] },
            // Only for some requests:
            // { "get": "/api/v1/search", "when": { "query": { "q": { "contains": "a" } } }, "replies": [{ "json": [] }] },
            // The request arrives, and the connection is reset before the reply:
            // { "post": "/api/v1/items", "replies": [{ "status": 201, "fault": { "effect": "reset", "at": "beforeHead" } }] },
          ],
          // Requests that the client must have sent; rehearsal run checks them:
          // "expect": [{ \(Self.target(example.method, example.path)), "count": { "min": 1 } }],
        }

        """
    }

    private static let defaultEndpoint = """
            {
              "get": "/api/v1/items",
              "replies": [{ "json": [{ "id": 1, "name": "first" }] }],
            },
        """

    private static func target(_ method: String, _ path: String) -> String {
        TypedRequest.isMethod(method)
            ? "\"\(method.lowercased())\": \(quoted(path))" : "\"method\": \(quoted(method)), \"path\": \(quoted(path))"
    }

    private static func quoted(_ text: String) -> String { String(decoding: JSON.string(text).bytes(), as: UTF8.self) }
}
