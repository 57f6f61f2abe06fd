import Rehearsal

extension Construct {
    private static func text(_ text: String, times: Int? = nil) -> Scenario.Reply {
        Scenario.Reply(body: .text(text), times: times)
    }

    private static func per(_ name: String, _ path: String, _ per: Scenario.CountingScope, _ talk: [Step]) -> Construct
    {
        let replies = [text("first", times: 1), text("then")]
        return Construct(
            "per \(name)",
            """
            "endpoints": [{ "get": "\(path)", "per": "\(name)", "replies": [{ "text": "first" }, { "text": "then" }] }]
            """,
            [Scenario.Endpoint(.get, .init(path), replies: replies, per: per)],
            talk
        )
    }

    static let sequences: [Construct] = [
        Construct(
            "afterLast next",
            """
            "endpoints": [
              { "get": "/a/{id}", "afterLast": "next", "replies": [{ "status": 503, "times": 2 }] },
              { "get": "/a/*", "replies": [{ "text": "well" }] },
              { "get": "/b", "afterLast": "next", "replies": [{ "text": "once" }] },
            ]
            """,
            [
                Scenario.Endpoint(.get, "/a/{id}", replies: [.init(503, times: 2)], afterLast: .next),
                .get("/a/*", replies: [text("well")]),
                Scenario.Endpoint(.get, "/b", replies: [text("once")], afterLast: .next),
            ],
            [
                Step("GET /a/1", "503 "), Step("GET /a/2", "503 "), Step("GET /a/1", "200 well"),
                Step("GET /b", "200 once"), Step("GET /b", "501…"),
            ]
        ),
        per(
            "target",
            "/a",
            .target,
            [
                Step("GET /a?x=1", "200 first"), Step("GET /a?x=2", "200 first"), Step("GET /a?x=1", "200 then"),
                Step("GET /a?x=1", "200 then"),
            ]
        ),
        per(
            "{id}",
            "/a/{id}",
            .capture("id"),
            [
                Step("GET /a/1?x", "200 first"), Step("GET /a/2", "200 first"), Step("GET /a/1?y", "200 then"),
                Step("GET /a/%31", "200 then"),
            ]
        ),
        per(
            "header:Authorization",
            "/a",
            .header("Authorization"),
            [
                Step("GET /a\nAuthorization: one", "200 first"), Step("GET /a\nauthorization: one", "200 then"),
                Step("GET /a\nAuthorization: two", "200 first"), Step("GET /a", "200 first"),
                Step("GET /a", "200 then"),
            ]
        ),
        per(
            "connection",
            "/a",
            .connection,
            [Step("GET /a", "200 first"), Step("GET /a", "200 then"), Step("GET /a", "200 first", on: 1)]
        ),
        Construct(
            "noise",
            """
            "noise": ["/analytics/**", "/ping"],
            "endpoints": [{ "get": "/analytics/real", "priority": -9, "replies": [{ "text": "real" }] }]
            """,
            [
                .noise("/analytics/**"), .noise("/ping"),
                Scenario.Endpoint(.get, "/analytics/real", replies: [text("real")], priority: -9),
            ],
            [
                Step("POST /analytics/a/b\n\nx", "204 "), Step("GET /ping", "204 "),
                Step("GET /analytics/real", "200 real"), Step("GET /other", "501…"),
            ]
        ),
    ]
}
