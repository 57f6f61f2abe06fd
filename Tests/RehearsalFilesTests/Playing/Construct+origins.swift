import Rehearsal

extension Construct {
    private static let document = """
        "endpoints": [
          { "get": "/a/{id}", "replies": [{ "headers": { "X-Id": "7" }, "text": "a" }] },
          { "delete": "/a/{id}", "replies": [{ "status": 204 }] },
          { "options": "/own", "replies": [{ "headers": { "Access-Control-Allow-Origin": "https://b.example" } }] },
          { "get": "/own", "replies": [{ "headers": { "Access-Control-Allow-Origin": "https://b.example" } }] },
        ],
        "noise": ["/analytics/**"]
        """
    private static let endpoints: [Scenario.Endpoint] = [
        .get("/a/{id}", replies: [.init(headers: ["X-Id": "7"], body: .text("a"))]),
        .delete("/a/{id}", replies: [.init(204)]),
        Scenario.Endpoint(
            .options,
            "/own",
            replies: [.init(headers: ["Access-Control-Allow-Origin": "https://b.example"])]
        ),
        .get("/own", replies: [.init(headers: ["Access-Control-Allow-Origin": "https://b.example"])]),
        .noise("/analytics/**"),
    ]
    private static let origin = "Origin: https://app.example"
    private static let allowed = "Access-Control-Allow-Origin"

    private static func preflight(_ path: String, _ method: String) -> String {
        "OPTIONS \(path)\n\(origin)\nAccess-Control-Request-Method: \(method)\nAccess-Control-Request-Headers: x-a,x-b"
    }

    static let origins: [Construct] = [
        Construct(
            "CORS headers for requests of other origins",
            #""cors": true, "# + document,
            Scenario("s", endpoints: endpoints, cors: true),
            [
                Step(
                    preflight("/a/1", "DELETE"),
                    "204 [https://app.example] [GET, HEAD, DELETE] [x-a,x-b] [5] [Origin] [true] ",
                    showing: allowed,
                    "Access-Control-Allow-Methods",
                    "Access-Control-Allow-Headers",
                    "Access-Control-Max-Age",
                    "Vary",
                    "Access-Control-Allow-Credentials"
                ),
                Step(preflight("/analytics/x", "POST"), "204 [https://app.example] ", showing: allowed),
                Step(preflight("/a/1", "PUT"), "501…"), Step("OPTIONS /a/1", "501…"),
                Step(
                    "GET /a/1\n\(origin)",
                    "200 [https://app.example] [*, X-Id] [true] [Origin] a",
                    showing: allowed,
                    "Access-Control-Expose-Headers",
                    "Access-Control-Allow-Credentials",
                    "Vary"
                ),
                Step("GET /a/1", "200 [] [] a", showing: allowed, "Vary"),
                // A header of the document wins over the CORS policy.
                Step(preflight("/own", "GET"), "200 [https://b.example] ", showing: allowed),
                Step("GET /own\n\(origin)", "200 [https://b.example] ", showing: allowed),
            ]
        ),
        Construct(
            "no CORS headers without a CORS policy",
            document,
            endpoints,
            [
                Step(preflight("/a/1", "DELETE"), "501…"),
                Step("GET /a/1\n\(origin)", "200 [] [] a", showing: allowed, "Vary"),
            ]
        ),
    ]
}
