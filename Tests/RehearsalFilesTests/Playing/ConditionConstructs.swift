import Rehearsal

extension Construct {
    /// An endpoint that answers "yes" under a condition, and one for all other requests that answers "no".
    private static func when(
        _ name: String,
        _ condition: String,
        _ value: Scenario.Condition,
        path: String = "/",
        yes: [String],
        no: [String],
    ) -> Construct {
        let document = """
            "endpoints": [
              { "any": "\(path)", "when": \(condition), "replies": [{ "text": "yes" }] },
              { "any": "/**", "replies": [{ "text": "no" }] },
            ]
            """
        let endpoints: [Scenario.Endpoint] = [
            .any(.init(path), when: value, replies: [.init(body: .text("yes"))]),
            .any("/**", replies: [.init(body: .text("no"))]),
        ]
        let talk = yes.map { Step($0, "200 yes") } + no.map { Step($0, "200 no") }
        return Construct(name, document, endpoints, talk)
    }

    static let form = "POST /\nContent-Type: application/x-www-form-urlencoded\n\n"
    private static let multipart = "POST /\nContent-Type: multipart/form-data; boundary=b\n\n"

    static let conditions: [Construct] = [
        when(
            "url",
            #"{ "url": { "startsWith": "/a%20b/", "endsWith": "?q=1" } }"#,
            .init(url: .all([.startsWith("/a%20b/"), .endsWith("?q=1")])),
            path: "/**",
            yes: ["GET /a%20b/c?q=1", "GET http://a/a%20b/c?q=1"],
            no: ["GET /a%20b/c", "GET /a%20b/c?q=1&r=2", "GET /x/a%20b/c?q=1"]
        ),
        when(
            "cookies",
            #"{ "cookies": { "sid": "7" } }"#,
            .init(cookies: [.init("sid", .equals("7"))]),
            yes: ["GET /\nCookie: a=1; sid=7", "GET /\nCookie: a=1\nCookie: sid=\"7\""],
            no: ["GET /", "GET /\nCookie: sid=8", "GET /\nCookie: xsid=7"]
        ),
        when(
            "form",
            #"{ "form": { "q": "a b" } }"#,
            .init(form: [.init("q", .equals("a b"))]),
            yes: [
                form + "x=1&q=a+b",
                multipart + "--b\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\na b\r\n--b--\r\n",
            ],
            no: [form + "q=ab", "POST /\nContent-Type: text/plain\n\nq=a+b", "GET /"]
        ),
        when(
            "path",
            #"{ "path": { "id": { "startsWith": "a/" } } }"#,
            .init(path: [.init("id", .startsWith("a/"))]),
            path: "/users/{id}",
            yes: ["GET /users/a%2Fb"],
            no: ["GET /users/b", "GET /users"]
        ),
        when(
            "body json",
            #"{ "body": { "json": { "a": 1, "b": [true] } } }"#,
            .init(body: [.json(["a": 1, "b": [true]])]),
            yes: ["POST /\n\n{\"b\":[true],\"a\":1.0}"],
            no: ["POST /\n\n{\"a\":1}", "POST /\n\n{", "GET /"]
        ),
        when(
            "body contains",
            #"{ "body": { "contains": { "a": { "b": 1 }, "c": [2] } } }"#,
            .init(body: [.contains(["a": ["b": 1], "c": [2]])]),
            yes: ["POST /\n\n{\"x\":0,\"a\":{\"b\":1,\"y\":2},\"c\":[1,2]}"],
            no: ["POST /\n\n{\"a\":{\"b\":2},\"c\":[2]}", "POST /\n\n{\"a\":{\"b\":1}}"]
        ),
        when(
            "body at",
            #"{ "body": { "at": { "/items/0/id": 7, "/n": { "matches": "^\\d+$" }, "/no": { "absent": true } } } }"#,
            .init(body: [
                .at(pointer("/items/0/id"), .equals(7)), .at(pointer("/n"), .holds(.matches(digits))),
                .at(pointer("/no"), .holds(.absent)),
            ]),
            yes: ["POST /\n\n{\"items\":[{\"id\":7}],\"n\":12}", "POST /\n\n{\"items\":[{\"id\":7}],\"n\":\"12\"}"],
            no: [
                "POST /\n\n{\"items\":[{\"id\":8}],\"n\":1}", "POST /\n\n{\"items\":[{\"id\":7}],\"n\":1,\"no\":2}",
                "POST /\n\n[]",
            ]
        ),
        when(
            "body jsonpath",
            #"{ "body": { "jsonpath": "$.items[?@.price > 10 && @.kind == 'a']" } }"#,
            .init(body: [.path(dear)]),
            yes: ["POST /\n\n{\"items\":[{\"price\":1},{\"price\":11,\"kind\":\"a\"}]}"],
            no: ["POST /\n\n{\"items\":[{\"price\":11}]}", "POST /\n\nx"]
        ),
        when(
            "body text",
            #"{ "body": { "text": { "contains": "<id>" } } }"#,
            .init(body: [.text(.contains("<id>"))]),
            yes: ["POST /\n\n<a><id></id></a>"],
            no: ["POST /\n\n<a/>", "GET /"]
        ),
        when(
            "body base64",
            #"{ "body": { "base64": "YWI=" } }"#,
            .init(body: [.bytes(Array("ab".utf8))]),
            yes: ["POST /\n\nab"],
            no: ["POST /\n\nabc"]
        ),
        when(
            "body parts",
            #"{ "body": { "parts": { "f": { "fileName": "a.png", "type": "image/png" }, "t": "x" } } }"#,
            .init(body: [
                .parts([
                    .init("f", fileName: .equals("a.png"), type: .equals("image/png")), .init("t", text: .equals("x")),
                ])
            ]),
            yes: [
                multipart
                    + "--b\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nx\r\n--b\r\nContent-Disposition: "
                    + "form-data; name=\"f\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n\u{1}\r\n--b--"
            ],
            no: [multipart + "--b\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nx\r\n--b--", multipart + "--b"]
        ),
        when(
            "all, any, not",
            #"{ "all": [{ "query": { "a": "1" } }], "any": [{ "query": { "b": "1" } }, { "headers": { "B": "1" } }], "#
                + #""not": { "query": { "c": { "present": true } } } }"#,
            .init(
                all: [.init(query: [.init("a", .equals("1"))])],
                any: [.init(query: [.init("b", .equals("1"))]), .init(headers: [.init("B", .equals("1"))])],
                not: [.init(query: [.init("c", .present)])]
            ),
            yes: ["GET /?a=1&b=1", "GET /?a=1\nB: 1"],
            no: ["GET /?a=1", "GET /?b=1", "GET /?a=1&b=1&c="]
        ),
        Construct(
            "connection",
            """
            "endpoints": [
              { "get": "/", "when": { "connection": "reused" }, "replies": [{ "text": "reused" }] },
              { "get": "/", "when": { "connection": "fresh" }, "replies": [{ "text": "fresh" }] },
            ]
            """,
            [
                .get("/", when: .init(connection: .reused), replies: [.init(body: .text("reused"))]),
                .get("/", when: .init(connection: .fresh), replies: [.init(body: .text("fresh"))]),
            ],
            [
                Step("GET /", "200 fresh"), Step("GET /", "200 reused"), Step("GET /", "200 fresh", on: 1),
                Step("GET /", "200 reused"),
            ]
        ),
    ]

    private static func pointer(_ text: String) -> JSON.Pointer { JSON.Pointer(text) ?? JSON.Pointer(tokens: []) }
    private static let digits = made { try Scenario.Pattern("^\\d+$") }
    private static let dear = made { try JSON.Path("$.items[?@.price > 10 && @.kind == 'a']") }

    /// Returns a value of a valid literal; stops the tests if it is invalid.
    private static func made<Value>(_ value: () throws -> Value) -> Value {
        do { return try value() } catch { preconditionFailure("\(error)") }
    }
}
