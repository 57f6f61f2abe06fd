import Rehearsal

extension Construct {
    static let policies: [Construct] = [tokens, quota, idempotency, collection, shared, conditional]

    private static let origin = "Origin: https://app.example"

    private static let tokens = Construct(
        "tokens that expire after two requests and are refreshed",
        #"""
        "auth": { "bearer": { "protects": ["/api/**"],
          "issues": [{ "post": "/login" }, { "post": "/refresh", "takes": "/next", "rotates": true }],
          "token": "/data/token", "lasts": { "uses": 2 }, "denied": { "status": 403, "text": "no" } } },
        "endpoints": [
          { "post": "/login", "replies": [{ "json": { "data": { "token": "t1" }, "next": "r1" } }] },
          { "post": "/refresh", "replies": [{ "json": { "data": { "token": "t2" }, "next": "r2" } }] },
          { "get": "/api/me", "replies": [{ "text": "{{count}}" }] },
        ]
        """#,
        Scenario(
            "s",
            endpoints: [
                .post("/login", replies: [.init(body: .json(["data": ["token": "t1"], "next": "r1"]))]),
                .post("/refresh", replies: [.init(body: .json(["data": ["token": "t2"], "next": "r2"]))]),
                .get("/api/me", replies: [.init(body: .text("{{count}}"))]),
            ],
            auth: .init(
                bearer: .init(
                    protects: ["/api/**"],
                    issues: [.init(.post, "/login"), .init(.post, "/refresh", takes: .init("/next"), rotates: true)],
                    token: .init("/data/token"),
                    lasts: .uses(2),
                    denied: .init(403, body: .text("no"))
                )
            )
        ),
        [
            Step("GET /api/me", "403 [Bearer] no", showing: "WWW-Authenticate"),
            Step("GET /api/me\nAuthorization: Bearer t1", "403 no"),
            Step("POST /login", #"200 {"data":{"token":"t1"},"next":"r1"}"#),
            Step("GET /api/me\nAuthorization: Bearer t1", "200 1"),
            Step("GET /api/me\nAuthorization: bearer t1", "200 2"),
            Step(
                "GET /api/me\nAuthorization: Bearer t1",
                #"403 [Bearer error="invalid_token"] no"#,
                showing: "WWW-Authenticate"
            ),
            Step("POST /refresh\n\n{\"next\":\"r1\"}", #"200 {"data":{"token":"t2"},"next":"r2"}"#),
            Step("GET /api/me\nAuthorization: Bearer t2", "200 3"),
            // A second use of a rotated token revokes all tokens of the login.
            Step("POST /refresh\n\n{\"next\":\"r1\"}", "400 [no-store] " + reused, showing: "Cache-Control"),
            Step("GET /api/me\nAuthorization: Bearer t2", "403 no"),
        ]
    )

    private static let reused = #"""
        {"type":"about:blank","title":"invalid_grant","detail":"a rotated refresh token was used again: its family is \#
        revoked (RFC 9700 §4.14.2)","error":"invalid_grant","status":400}
        """#

    private static let quota = Construct(
        "a quota of two requests for each caller",
        #"""
        "quotas": [{ "any": "/api/**", "limit": 2, "window": "10m", "key": "header:Authorization", "headers": "legacy",
          "retryAfter": "none", "reply": { "status": 503, "text": "{{header.Authorization}} waits" } }],
        "endpoints": [{ "any": "/api/**", "replies": [{ "text": "{{count}}" }] }, { "get": "/", "replies": [{}] }]
        """#,
        Scenario(
            "s",
            endpoints: [.any("/api/**", replies: [.init(body: .text("{{count}}"))]), .get("/", replies: [.init()])],
            quotas: [
                .init(
                    .any,
                    "/api/**",
                    limit: 2,
                    window: .seconds(600),
                    key: .header("Authorization"),
                    headers: .legacy,
                    retryAfter: .none,
                    reply: .init(503, body: .text("{{header.Authorization}} waits"))
                )
            ]
        ),
        [
            Step("GET /api/a\nAuthorization: x", "200 [1] [2] 1", showing: left, "X-RateLimit-Limit"),
            Step("DELETE /api/b\nAuthorization: x", "200 [0] 2", showing: left),
            Step("GET /api/a\nAuthorization: x", "503 [0] [] x waits", showing: left, "Retry-After"),
            Step("GET /api/a\nAuthorization: y", "200 [1] 3", showing: left),
            Step("GET /", "200 [] ", showing: left),
        ]
    )

    private static let left = "X-RateLimit-Remaining"

    private static let idempotency = Construct(
        "payments with idempotency keys",
        #"""
        "idempotency": { "header": "X-Once", "post": "/pay", "required": true },
        "endpoints": [{ "post": "/pay", "replies": [{ "status": 201, "headers": { "X-N": "{{count}}" }, "text": "paid" }] }]
        """#,
        Scenario(
            "s",
            endpoints: [.post("/pay", replies: [.init(201, headers: ["X-N": "{{count}}"], body: .text("paid"))])],
            idempotency: [.init(header: "X-Once", .post, "/pay", required: true)]
        ),
        [
            Step("POST /pay\nX-Once: a\n\n1", "201 [1] paid", showing: "X-N"),
            Step("POST /pay\nX-Once: a\n\n1", "201 [1] paid", showing: "X-N"),
            Step("POST /pay\nX-Once: b\n\n1", "201 [2] paid", showing: "X-N"),
            Step(
                "POST /pay\nX-Once: a\n\n2",
                "422 "
                    + #"{"type":"about:blank","title":"X-Once is already used","status":422,"# + "\"detail\":"
                    + #""an earlier, different request used the key"}"#
            ),
            Step(
                "POST /pay\n\n1",
                "400 "
                    + #"{"type":"about:blank","title":"X-Once is missing","status":400,"# + "\"detail\":"
                    + #""X-Once is required, but the request has none"}"#
            ),
            Step("POST /pay\nX-Once: c\n\n1", "201 [3] paid", showing: "X-N"),
        ]
    )

    private static let collection = Construct(
        "a resource collection with an overlay and an endpoint of its own",
        #"""
        "resources": [{ "at": "/spots", "items": [{ "key": "a", "free": true }, { "key": "b", "free": false }],
          "id": "key", "paging": "offset", "pageSize": 1, "envelope": "data" }],
        "endpoints": [{ "any": "/**", "headers": { "X-Over": "1" } }, { "get": "/spots/mine", "replies": [{ "text": "own" }] }],
        "noise": ["/**"]
        """#,
        Scenario(
            "s",
            endpoints: [
                .overlay(.any, "/**", .init(headers: ["X-Over": "1"])),
                .get("/spots/mine", replies: [.init(body: .text("own"))]), .noise("/**"),
            ],
            resources: [
                .init(
                    at: "/spots",
                    items: [["key": "a", "free": true], ["key": "b", "free": false]],
                    id: "key",
                    paging: .offset,
                    pageSize: 1,
                    envelope: "data"
                )
            ]
        ),
        [
            Step(
                "GET /spots",
                #"200 [2] [1] {"data":[{"key":"a","free":true}]}"#,
                showing: "X-Total-Count",
                "X-Over"
            ),
            Step("GET /spots?free=false", #"200 [1] {"data":[{"key":"b","free":false}]}"#, showing: "X-Total-Count"),
            Step(
                "GET /spots?offset=1",
                #"200 [</spots?offset=0&limit=1>; rel="first", </spots?offset=0&limit=1>; rel="prev", "#
                    + #"</spots?offset=1&limit=1>; rel="last"] {"data":[{"key":"b","free":false}]}"#,
                showing: "Link"
            ),
            Step("POST /spots\n\n{\"key\":\"c\"}", #"201 [/spots/c] {"key":"c"}"#, showing: "Location"),
            Step("PATCH /spots/c\n\n{\"free\":true}", #"200 {"key":"c","free":true}"#),
            Step("GET /spots/c\nIf-None-Match: *", "304 "),
            Step("DELETE /spots/c\nIf-None-Match: *", "412 " + failed("If-None-Match")),
            Step("DELETE /spots/c", "204 "), Step("GET /spots/mine", "200 own"), Step("GET /else", "204 "),
        ]
    )

    private static let shared = Construct(
        "policies and CORS",
        #"""
        "cors": true, "seed": 1,
        "auth": { "bearer": { "protects": ["/**"], "issues": [{ "post": "/login" }],
          "denied": { "status": 401, "text": "no" } } },
        "quotas": [{ "any": "/**", "limit": 1, "window": "10m", "headers": "none", "reply": { "status": 429 } }],
        "resources": [{ "at": "/spots" }],
        "endpoints": []
        """#,
        Scenario(
            "s",
            seed: 1,
            endpoints: [],
            cors: true,
            auth: .init(
                bearer: .init(
                    protects: ["/**"],
                    issues: [.init(.post, "/login")],
                    denied: .init(401, body: .text("no"))
                )
            ),
            quotas: [.init(.any, "/**", limit: 1, window: .seconds(600), headers: .none, reply: .init(429))],
            resources: [.init(at: "/spots")]
        ),
        [
            // A preflight carries no token, and no quota counts it.
            Step(preflight("/login", "POST"), "204 [POST] ", showing: methods),
            Step(preflight("/spots", "POST"), "204 [GET, HEAD, POST, OPTIONS] ", showing: methods),
            Step(preflight("/spots/1", "PATCH"), "204 [GET, HEAD, PUT, PATCH, DELETE, OPTIONS] ", showing: methods),
            Step(
                "GET /spots\n\(origin)",
                "401 [https://app.example] no",
                showing: "Access-Control-Allow-Origin"
            ),
            Step(
                "POST /login",
                #"200 [no-store] {"access_token":"944d737515713704e2d5cef110360940","token_type":"Bearer"}"#,
                showing: "Cache-Control"
            ),
            // The only request within the limit: no quota counts a request without a token.
            Step("GET /spots\nAuthorization: Bearer 944d737515713704e2d5cef110360940", "429 "),
        ]
    )

    private static let methods = "Access-Control-Allow-Methods"

    private static func preflight(_ path: String, _ method: String) -> String {
        "OPTIONS \(path)\n\(origin)\nAccess-Control-Request-Method: \(method)"
    }

    private static let conditional = Construct(
        "policies and conditional requests",
        #"""
        "quotas": [{ "get": "/a", "limit": 9, "window": "10m", "headers": "legacy" }],
        "idempotency": { "put": "/a" },
        "endpoints": [{ "get": "/a", "replies": [{ "headers": { "ETag": "\"1\"" }, "text": "a" }] },
          { "put": "/a", "replies": [{ "status": 204, "headers": { "X-N": "{{count}}" } }] }]
        """#,
        Scenario(
            "s",
            endpoints: [
                .get("/a", replies: [.init(headers: ["ETag": "\"1\""], body: .text("a"))]),
                .put("/a", replies: [.init(204, headers: ["X-N": "{{count}}"])]),
            ],
            quotas: [.init(.get, "/a", limit: 9, window: .seconds(600), headers: .legacy)],
            idempotency: [.init(.put, "/a")]
        ),
        [
            Step("GET /a\nIf-None-Match: \"1\"", "304 [8] ", showing: left),
            Step("HEAD /a", "200 [7] ", showing: left),
            // The 412 is the reply that is saved for the key.
            Step("PUT /a\nIdempotency-Key: k\nIf-Match: \"2\"", "412 [1] " + failed("If-Match"), showing: "X-N"),
            Step("PUT /a\nIdempotency-Key: k\nIf-Match: \"1\"", "412 [1] " + failed("If-Match"), showing: "X-N"),
            Step("PUT /a\nIdempotency-Key: l\nIf-Match: \"1\"", "204 [2] ", showing: "X-N"),
        ]
    )
}
