import Rehearsal

/// A scenario document to begin with.
struct StarterScenario: Sendable {
    let name: String
    /// Whether the schema lies beside it.
    var hasSchema = false
    private var endpoints: [String] = []
    /// A request that it answers.
    private(set) var example = (method: "GET", path: "/api/v1/items", target: "/api/v1/items")

    init(name: String) { self.name = name }

    /// Adds an endpoint that answers a request.
    mutating func add(_ request: AskedRequest) {
        if endpoints.isEmpty { example = (request.method, request.path, request.target) }
        let target = Self.target(request.method, request.path)
        let query = request.query.map { "\(Self.quoted($0.name)): \(Self.quoted($0.value))" }
        let when = query.isEmpty ? "" : "\n      \"when\": { \"query\": { \(query.joined(separator: ", ")) } },"
        endpoints.append("    {\n      \(target),\(when)\n      \"replies\": [{ \"json\": {} }],\n    },")
    }

    var text: String {
        """
        // \(name.filter { !$0.isNewline }): say here what the client should have to cope with.
        // All that can be said: rehearsal help scenario
        {
        \(hasSchema ? "  \"$schema\": \"./scenario.schema.json\",\n" : "")  "scenario": \(Self.quoted(name)),
          "summary": "what happens, in a sentence",
          // "extends": "happy-path",                    // what this document does not answer, that one does
          "endpoints": [
        \((endpoints.isEmpty ? [Self.standard] : endpoints).joined(separator: "\n"))
            // Twice an error, then it works:
            // { "get": "/api/v1/flaky", "replies": [{ "status": 503, "times": 2 }, { "json": {} }] },
            // Only for some requests:
            // { "get": "/api/v1/search", "when": { "query": { "q": { "contains": "a" } } }, "replies": [{ "json": [] }] },
            // The request arrives, and the reply is lost:
            // { "post": "/api/v1/items", "replies": [{ "status": 201, "fault": { "effect": "reset", "at": "beforeHead" } }] },
          ],
          // What a client must have done in the end; rehearsal run judges it:
          // "expect": [{ \(Self.target(example.method, example.path)), "count": { "min": 1 } }],
        }

        """
    }

    private static let standard = """
            {
              "get": "/api/v1/items",
              "replies": [{ "json": [{ "id": 1, "name": "first" }] }],
            },
        """

    private static func target(_ method: String, _ path: String) -> String {
        AskedRequest.isMethod(method)
            ? "\"\(method.lowercased())\": \(quoted(path))" : "\"method\": \(quoted(method)), \"path\": \(quoted(path))"
    }

    private static func quoted(_ text: String) -> String { String(decoding: JSON.string(text).bytes(), as: UTF8.self) }
}
