import Rehearsal

extension Construct {
    /// One endpoint for GET, as a document and as a value.
    private static func get(_ name: String, _ reply: String, _ value: Scenario.Reply, _ talk: [Step]) -> Construct {
        Construct(
            name,
            #""endpoints": [{ "get": "/", "replies": [\#(reply)] }]"#,
            [.get("/", replies: [value])],
            talk
        )
    }

    private static let dated = Scenario.Reply(
        headers: ["Last-Modified": "Sat, 31 Jan 2026 09:05:00 GMT"],
        body: .text("dated")
    )

    static let terms: [Construct] = [
        get(
            "a conditional request by entity tag",
            #"{ "headers": { "ETag": "\"a,1\"", "Cache-Control": "max-age=9", "X": "1" }, "json": [1] }"#,
            .init(headers: ["ETag": "\"a,1\"", "Cache-Control": "max-age=9", "X": "1"], body: .json([1])),
            [
                Step("GET /", "200 [\"a,1\"] [1]", showing: "ETag"),
                Step(
                    "GET /\nIf-None-Match: \"b\", W/\"a,1\"",
                    "304 [\"a,1\"] [max-age=9] [1] [] [] ",
                    showing: "ETag",
                    "Cache-Control",
                    "X",
                    "Content-Type",
                    "Content-Length"
                ),
                Step("HEAD /\nIf-None-Match: *", "304 "), Step("GET /\nIf-None-Match: \"a\", \"1\"", "200 [1]"),
                // RFC 9110 §13.1.3: a recipient ignores If-Modified-Since beside If-None-Match.
                Step("GET /\nIf-None-Match: \"b\"\nIf-Modified-Since: Sat, 31 Jan 2099 09:05:00 GMT", "200 [1]"),
                Step("GET /\nIf-Match: \"a,1\"\nIf-None-Match: \"b\"", "200 [1]"),
                Step("GET /\nIf-Match: W/\"a,1\"", "412 [\"a,1\"] " + failed("If-Match"), showing: "ETag"),
                Step("GET /\nIf-Match: \"b\"\nIf-None-Match: \"a,1\"", "412 " + failed("If-Match")),
            ]
        ),
        get(
            "a conditional request by date, in each date format",
            #"{ "headers": { "Last-Modified": "Sat, 31 Jan 2026 09:05:00 GMT" }, "text": "dated" }"#,
            dated,
            [
                Step("GET /\nIf-Modified-Since: Sat, 31 Jan 2026 09:05:00 GMT", "304 "),
                Step("GET /\nIf-Modified-Since: Saturday, 31-Jan-26 09:05:00 GMT", "304 "),
                Step("GET /\nIf-Modified-Since: Sun Feb  1 00:00:00 2026", "304 "),
                Step("GET /\nIf-Modified-Since: Sat, 31 Jan 2026 09:04:59 GMT", "200 dated"),
                Step("GET /\nIf-Modified-Since: tomorrow", "200 dated"),
                Step(
                    "GET /\nIf-Unmodified-Since: Sat, 31 Jan 2026 09:04:59 GMT",
                    "412 " + failed("If-Unmodified-Since")
                ),
                Step("GET /\nIf-Unmodified-Since: Sat, 31 Jan 2026 09:05:00 GMT", "200 dated"),
            ]
        ),
        get(
            "range requests for a body",
            #"{ "headers": { "Accept-Ranges": "bytes", "ETag": "\"v\"" }, "text": "0123456789" }"#,
            .init(headers: ["Accept-Ranges": "bytes", "ETag": "\"v\""], body: .text("0123456789")),
            [
                Step("GET /\nRange: bytes=2-4", "206 [bytes 2-4/10] [\"v\"] 234", showing: "Content-Range", "ETag"),
                Step("GET /\nRange: bytes=7-", "206 789"), Step("GET /\nRange: bytes=-3", "206 789"),
                Step("GET /\nRange: bytes=5-99999999999999999999", "206 56789"),
                Step("GET /\nRange: bytes=0-3,2-5", "206 [bytes 0-5/10] 012345", showing: "Content-Range"),
                Step("GET /\nRange: bytes=10-", "416 [bytes */10] " + unsatisfiable, showing: "Content-Range"),
                Step("GET /\nRange: bytes=4-2", "200 0123456789"), Step("GET /\nRange: lines=0-1", "200 0123456789"),
                Step("GET /\nRange: bytes=0-1\nIf-Range: \"v\"", "206 01"),
                Step("GET /\nRange: bytes=0-1\nIf-Range: W/\"v\"", "200 0123456789"),
                Step("GET /\nRange: bytes=0-1\nIf-Range: \"w\"", "200 0123456789"),
                Step("GET /\nRange: bytes=0-1\nIf-None-Match: \"v\"", "304 "),
                Step("HEAD /\nRange: bytes=0-1", "200 [10] ", showing: "Content-Length"),
            ]
        ),
        get(
            "a range request for a body without Accept-Ranges",
            #"{ "headers": { "ETag": "\"v\"" }, "text": "0123456789" }"#,
            .init(headers: ["ETag": "\"v\""], body: .text("0123456789")),
            [Step("GET /\nRange: bytes=0-1", "200 0123456789")]
        ),
        get(
            "a conditional request for a reply with a status other than 200",
            #"{ "status": 203, "headers": { "ETag": "\"v\"", "Accept-Ranges": "bytes" }, "text": "own" }"#,
            .init(203, headers: ["ETag": "\"v\"", "Accept-Ranges": "bytes"], body: .text("own")),
            [Step("GET /\nIf-None-Match: \"v\"\nRange: bytes=0-1", "203 own")]
        ),
        changes,
    ]

    /// A write that takes effect only if its precondition holds for the current state.
    private static let changes = Construct(
        "a write with a precondition",
        """
        "state": { "version": 1 },
        "endpoints": [
          { "get": "/", "replies": [{ "headers": { "ETag": "\\"v{{state.version}}\\"" }, "text": "{{state.version}}" }] },
          { "put": "/", "then": { "increment": "version" }, "replies": [{ "status": 204 }] },
          { "post": "/", "replies": [{ "status": 422 }] },
        ]
        """,
        Scenario(
            "s",
            endpoints: [
                .get(
                    "/",
                    replies: [.init(headers: ["ETag": "\"v{{state.version}}\""], body: .text("{{state.version}}"))]
                ),
                Scenario.Endpoint(.put, "/", replies: [.init(204)], then: .init(increment: [.init("version")])),
                .post("/", replies: [.init(422)]),
            ],
            state: [.init("version", 1)]
        ),
        [
            Step("PUT /\nIf-Match: \"v1\"\n\n{}", "204 "),
            Step("PUT /\nIf-Match: \"v1\"\n\n{}", "412 [\"v2\"] " + failed("If-Match"), showing: "ETag"),
            Step("PUT /\nIf-None-Match: *\n\n{}", "412 " + failed("If-None-Match")),
            Step("GET /\nIf-None-Match: \"v2\"", "304 "), Step("PUT /\nIf-Match: *\n\n{}", "204 "),
            Step("GET /\nIf-None-Match: \"v2\"", "200 3"), Step("POST /\nIf-Match: \"v1\"\n\n{}", "422 "),
        ]
    )

    static func failed(_ field: String) -> String {
        #"{"type":"about:blank","title":"Precondition Failed","#
            + #""detail":"\#(field) does not hold for the current representation.","status":412}"#
    }

    private static let unsatisfiable = #"{"type":"about:blank","title":"Range Not Satisfiable","status":416}"#
}
