import Rehearsal

extension Construct {
    private static func text(_ text: String, then: Scenario.Change = .init()) -> Scenario.Reply {
        Scenario.Reply(body: .text(text), then: then)
    }

    static let states: [Construct] = [
        Construct(
            "state",
            """
            "state": "empty",
            "endpoints": [
              { "get": "/", "when": { "state": "empty" }, "replies": [{ "text": "none" }] },
              { "get": "/", "when": { "state": "full" }, "replies": [{ "text": "some" }] },
              { "post": "/", "when": { "state": "empty" }, "replies": [{ "status": 201, "then": { "state": "full" } }] },
              { "post": "/", "replies": [{ "status": 409 }] },
              { "delete": "/", "then": { "remove": "state" }, "replies": [{ "status": 204 }] },
            ]
            """,
            Scenario(
                "s",
                endpoints: [
                    .get("/", when: .state("empty"), replies: [text("none")]),
                    .get("/", when: .state("full"), replies: [text("some")]),
                    .post("/", when: .state("empty"), replies: [.init(201, then: .init(state: "full"))]),
                    .post("/", replies: [.init(409)]),
                    Scenario.Endpoint(.delete, "/", replies: [.init(204)], then: .init(remove: ["state"])),
                ],
                state: [.init("state", "empty")]
            ),
            [
                Step("GET /", "200 none"), Step("POST /", "201 "), Step("POST /", "409 ", on: 1),
                Step("GET /", "200 some"), Step("DELETE /", "204 "), Step("GET /", "501…"),
            ]
        ),
        Construct(
            "set, increment, capture",
            """
            "state": { "n": 2 },
            "endpoints": [
              { "put": "/", "then": { "set": { "mode": "x" }, "increment": { "n": 5, "m": -1 } }, "replies": [{
                  "then": { "increment": "n", "capture": { "name": "/who/name", "age": "/age" } } }] },
              { "get": "/", "when": { "state": { "n": "8", "m": "-1", "mode": "x", "name": "Ann", "age": { "absent": true } } },
                "replies": [{ "text": "changed" }] },
              { "get": "/", "when": { "not": { "state": { "n": { "oneOf": ["8"] } } } }, "replies": [{ "text": "not yet" }] },
            ]
            """,
            Scenario(
                "s",
                endpoints: [
                    Scenario.Endpoint(
                        .put,
                        "/",
                        replies: [
                            .init(
                                then: .init(
                                    increment: [.init("n")],
                                    capture: [.init("name", at: at("/who/name")), .init("age", at: at("/age"))]
                                )
                            )
                        ],
                        then: .init(set: [.init("mode", "x")], increment: [.init("n", by: 5), .init("m", by: -1)])
                    ),
                    .get(
                        "/",
                        when: .init(state: [
                            .init("n", .equals("8")), .init("m", .equals("-1")), .init("mode", .equals("x")),
                            .init("name", .equals("Ann")), .init("age", .absent),
                        ]),
                        replies: [text("changed")]
                    ),
                    .get(
                        "/",
                        when: .init(not: [.init(state: [.init("n", .oneOf(["8"]))])]),
                        replies: [text("not yet")]
                    ),
                ],
                state: [.init("n", 2)]
            ),
            [
                Step("GET /", "200 not yet"), Step("PUT /\n\n{\"who\":{\"name\":\"Ann\"}}", "200 "),
                Step("GET /", "200 changed"),
            ]
        ),
    ]

    private static func at(_ text: String) -> JSON.Pointer { JSON.Pointer(text) ?? JSON.Pointer(tokens: []) }
}

extension Construct {
    static let templates: [Construct] = [
        Construct(
            "templates in a body, a header and a change",
            """
            "state": { "n": 40 },
            "endpoints": [{ "post": "/a/{id}", "replies": [{
              "headers": { "X-Id": "{{path.id | upper}}", "Location": "{{baseURL}}/a/{{body./name | url}}" },
              "then": { "increment": { "n": 2 }, "set": { "last": "{{query.q}} {{header.X}}" } },
              "json": { "n": "{{state.n | json}}", "{{count}}": ["{{body./list | json}}", "{{state.last}}"] },
            }] }],
            """,
            Scenario(
                "s",
                endpoints: [
                    .post(
                        "/a/{id}",
                        replies: [
                            .init(
                                headers: [
                                    "X-Id": "{{path.id | upper}}", "Location": "{{baseURL}}/a/{{body./name | url}}",
                                ],
                                body: .json([
                                    "n": "{{state.n | json}}",
                                    "{{count}}": ["{{body./list | json}}", "{{state.last}}"],
                                ]),
                                then: .init(
                                    set: [.init("last", "{{query.q}} {{header.X}}")],
                                    increment: [.init("n", by: 2)]
                                )
                            )
                        ]
                    )
                ],
                state: [.init("n", 40)]
            ),
            [
                Step(
                    "POST /a/b?q=%22\nX: \\\n\n{\"name\":\"x y\",\"list\":[1.50]}",
                    #"200 {"n":42,"1":[[1.50],"\" \\"]}"#
                ),
                Step("POST /a/b?q=2\n\n{}", #"200 {"n":44,"2":[null,"2 "]}"#),
            ]
        ),
        Construct(
            "templates in an event",
            """
            "endpoints": [{ "get": "/e", "replies": [{
              "events": [{ "json": { "q": "{{query.q}}", "{{query.q}}": ["{{count | json}}"] } }, { "data": "{{query.q}}" }],
            }] }]
            """,
            [
                .get(
                    "/e",
                    replies: [
                        .init(
                            body: .events([
                                .init(json: ["q": "{{query.q}}", "{{query.q}}": ["{{count | json}}"]]),
                                .init("{{query.q}}"),
                            ])
                        )
                    ]
                )
            ],
            [
                Step(
                    "GET /e?q=a%22b%0Ac%E2%80%A8",
                    #"200 …data: {"q":"a\"b\nc\#u{2028}","a\"b\nc\#u{2028}":[1]}\#n\#n…data: a"b\#ndata: c\#u{2028}\#n\#n…"#
                ).then(.left)
            ]
        ),
        Construct(
            "templates in a text, a problem and an overlay",
            """
            "endpoints": [
              { "any": "/**", "headers": { "X-Path": "{{url}}" } },
              { "get": "/t", "replies": [{ "text": "{{method}} {{ '{{' }}{{query.no | default 'none'}}" }] },
              { "get": "/p", "replies": [{ "status": 404, "problem": { "title": "no {{query.id}}" } }] },
            ]
            """,
            [
                .overlay(.any, "/**", .init(headers: ["X-Path": "{{url}}"])),
                .get("/t", replies: [.init(body: .text("{{method}} {{ '{{' }}{{query.no | default 'none'}}"))]),
                .get("/p", replies: [.init(404, body: .problem(["title": "no {{query.id}}"]))]),
            ],
            [
                Step("GET /t", "200 GET {{none"),
                Step("GET /p?id=7", #"404 {"type":"about:blank","title":"no 7","status":404}"#),
            ]
        ),
    ]
}
