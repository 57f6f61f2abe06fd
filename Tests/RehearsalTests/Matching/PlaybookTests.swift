import Rehearsal
import TestAdmission
import Testing

@Suite("Selection of the endpoint", .limitedConcurrency)
struct PlaybookTests {
    /// The label or place of the selected endpoint, or the other result of the match.
    private func answer(_ line: String, from endpoints: [Scenario.Endpoint], headers: String = "") throws -> String {
        let sut = try CompiledScenario(Scenario("s", endpoints: endpoints))
        var head = RequestHead()
        let bytes = Self.fill(&head, line, headers)
        var scratch = CompiledScenario.MatchBuffers()
        return bytes.withUnsafeBufferPointer {
            switch sut.match(head, in: $0.span, body: [], scratch: &scratch) {
            case .endpoint(let index): sut.endpoints[index].sourceLocation ?? sut.endpoints[index].displayName
            case .candidates: "a choice"
            case .needsBody: "needs the body"
            case .preflight: "leave"
            case .refused: "refused"
            case .none: "none"
            }
        }
    }

    /// Fills in a head as the parser does.
    static func fill(_ head: inout RequestHead, _ line: String, _ headers: String = "") -> [UInt8] {
        let words = line.split(separator: " ")
        let method = words[0].utf8.count
        let target = words[1].utf8
        head.method = .init(0, method)
        head.target = .init(method + 1, method + 1 + target.count)
        let path = target.firstIndex(of: UInt8(ascii: "?")).map { target.distance(from: target.startIndex, to: $0) }
        head.path = .init(method + 1, method + 1 + (path ?? target.count))
        if path != nil { head.query = .init(Int(head.path.end) + 1, Int(head.target.end)) }
        var bytes = Array((line + "\r\n").utf8)
        head.methodCode = bytes.withUnsafeBufferPointer { MethodCode($0.span, head.method) }
        for field in headers.split(separator: "\n") {
            let parts = field.split(separator: ":", maxSplits: 1)
            let start = bytes.count
            bytes += Array(field.utf8)
            let value = start + parts[0].utf8.count + 1
            head.fields.append(.init(name: .init(start, value - 1), value: .init(value, bytes.count)))
        }
        return bytes
    }

    private func endpoint(_ path: String, _ name: String, when: Scenario.Condition? = nil) -> Scenario.Endpoint {
        var endpoint = Scenario.Endpoint.get(.init(path), when: when, replies: [.init()])
        endpoint.sourceLocation = name
        return endpoint
    }

    @Test(
        "The index of literal paths names the endpoint that answers GET only if matching finds it in every state.",
        arguments: [
            ("/literal", "literal"), ("/users/me", "literal user"), ("/users/7", nil), ("/users/x", nil),
            ("/late", "wildcard"), ("/turns", nil), ("/~a", nil), ("/post", "wildcard"), ("/none", nil),
            ("/%6Citeral", nil), ("/users", nil), ("/", nil),
            ("/literal?q", nil), ("literal", nil), ("", nil), ("/a%2Fb", "escape"), ("/a%2fb", nil), ("/head", "head"),
        ] as [(String, String?)]
    )
    func literalPaths(_ path: String, _ expected: String?) throws {
        var wildcard = endpoint("/{any}", "wildcard")
        wildcard.priority = 1
        var literal = endpoint("/literal", "literal")
        literal.priority = 2
        var (escape, head) = (endpoint("/a%2fb", "escape"), endpoint("/head", "head"))
        var turns = endpoint("/turns", "turns")
        (escape.priority, head.priority, turns.priority) = (2, 2, 2)
        turns.replies = [.init(times: 1), .init(202)]
        let post = Scenario.Endpoint.post("/post", replies: [.init()])
        let conditional = endpoint("/users/x", "condition", when: Scenario.Condition(headers: [.init("x", .present)]))
        let sut = try CompiledScenario(
            Scenario(
                "s",
                endpoints: [
                    wildcard, literal, escape, head, turns, post, conditional, endpoint("/users/me", "literal user"),
                    endpoint("/users/{id}", "user"), endpoint("/late", "late"), endpoint("/~a", "session"),
                ]
            )
        )
        let found = Array(path.utf8).withUnsafeBytes { sut.literalPaths.endpointForGet($0) }
        #expect((found < 0 ? nil : sut.endpoints[found].sourceLocation) == expected)
    }

    @Test(
        "The endpoint with the more specific path is selected, regardless of the order in the file.",
        arguments: [
            ("GET /users/me", "literal"), ("GET /users/7", "integer"), ("GET /users/bob", "text"),
            ("GET /users/bob/posts", "rest"), ("GET /users", "rest"), ("GET /users/", "rest"), ("GET /", "all"),
            ("GET /%75sers/m%65", "literal"), ("POST /users/me", "none"), ("HEAD /users/me", "literal"),
        ]
    )
    func specificity(_ line: String, _ expected: String) throws {
        let endpoints = [
            endpoint("/**", "all"), endpoint("/users/**", "rest"), endpoint("/users/{id}", "text"),
            endpoint("/users/{id:int}", "integer"), endpoint("/users/me", "literal"),
        ]
        #expect(try answer(line, from: endpoints) == expected)
        #expect(try answer(line, from: endpoints.reversed()) == expected)
    }

    @Test("Layer, priority and condition take precedence over the path, and the order in the file comes last.")
    func precedence() throws {
        var overlay = endpoint("/**", "overlay")
        var base = endpoint("/a", "base")
        (overlay.layer, base.layer) = (0, 1)
        #expect(try answer("GET /a", from: [base, overlay]) == "overlay")
        var eager = endpoint("/**", "eager")
        eager.priority = 1
        #expect(try answer("GET /a", from: [endpoint("/a", "plain"), eager]) == "eager")
        let conditional = endpoint("/*", "conditional", when: .init(query: [.init("q", .present)]))
        #expect(try answer("GET /a?q=1", from: [endpoint("/a", "plain"), conditional]) == "conditional")
        #expect(try answer("GET /a", from: [endpoint("/a", "plain"), conditional]) == "plain")
        #expect(try answer("GET /a", from: [endpoint("/{x}", "first"), endpoint("/{y}", "second")]) == "first")
    }

    @Test(
        "Paths that differ in the last slash, in case or in escapes of reserved characters do not match.",
        arguments: [
            ("/a", "GET /a/"), ("/a/", "GET /a"), ("/a", "GET /A"), ("/a%2Fb", "GET /a/b"), ("/a", "GET //a"),
            ("/", "GET //"),
            ("/{x}", "GET /"), ("/{n:int}", "GET /1x"), ("/*", "GET /a/b"),
        ]
    )
    func different(_ pattern: String, _ line: String) throws {
        #expect(try answer(line, from: [endpoint(pattern, "taken")]) == "none")
    }

    @Test(
        "Escapes match in either case of their digits, and `{`, `}` and `*` match with or without an escape.",
        arguments: [
            ("/a%2fb", "GET /a%2Fb"), ("/%7Bx%7D", "GET /{x}"), ("/%2A", "GET /*"), ("/a~b", "GET /a%7Eb"),
            ("/items/one", "GET /%69tems/one"), ("/items/two", "GET /items/tw%6F"),
            ("/i/%7Bone/two", "GET /i/{one/two"), ("/i/a%7D/two", "GET /i/a}/two"),
            ("/i/%2Aone/two", "GET /i/*one/two"),
        ]
    )
    func equivalent(_ pattern: String, _ line: String) throws {
        #expect(try answer(line, from: [endpoint(pattern, "taken")]) == "taken")
    }

    @Test(
        "A condition on the query holds if any decoded value of the name meets it.",
        arguments: [
            (Scenario.Condition.Value.equals("a b"), "q=a+b", true), (.equals("a b"), "q=x&q=a%20b", true),
            (.equals("a"), "Q=a", false), (.oneOf(["a", "b"]), "q=b", true), (.contains("ell"), "q=hello", true),
            (.contains("long"), "q=lo", false), (.startsWith("he"), "q=hello", true),
            (.endsWith("lo"), "q=hello", true),
            (.endsWith("xhello"), "q=hello", false), (.present, "q", true), (.present, "p=1", false),
            (.absent, "p=1", true), (.not(.equals("a")), "q=b", true), (.not(.equals("a")), "q=a", false),
            (.all([.startsWith("a"), .endsWith("c")]), "q=abc", true),
            (.all([.startsWith("a"), .endsWith("c")]), "q=ab", false),
        ]
    )
    func query(_ value: Scenario.Condition.Value, _ query: String, _ holds: Bool) throws {
        let sut = endpoint("/a", "taken", when: .init(query: [.init("q", value)]))
        #expect(try answer("GET /a?\(query)", from: [sut]) == (holds ? "taken" : "none"))
    }

    @Test(
        "A condition on a header holds if any line of the name meets it, in any case.",
        arguments: [
            ("authorization:Bearer 1", true), ("AUTHORIZATION:Basic\nAuthorization:Bearer x", true),
            ("X:Bearer ", false),
        ]
    )
    func headers(_ fields: String, _ holds: Bool) throws {
        let when = Scenario.Condition(headers: [.init("Authorization", .startsWith("Bearer "))])
        let found = try answer("GET /a", from: [endpoint("/a", "taken", when: when)], headers: fields)
        #expect(found == (holds ? "taken" : "none"))
    }

    @Test("At most five near endpoints are named, nearest first, with their differences.")
    func nearest() throws {
        let endpoints =
            (0..<10_000).map { endpoint("/api/v1/items\($0)/detail", "\($0)") }
            + [.post("/api/v1/users", when: .init(headers: [.init("X", .equals("1"))]), replies: [.init()])]
        let sut = try CompiledScenario(Scenario("s", endpoints: endpoints))
        var head = RequestHead()
        let bytes = Self.fill(&head, "GET /api/v1/users")
        let misses = bytes.withUnsafeBufferPointer { sut.nearest(to: head, in: $0.span) }
        #expect(misses.count == 5)
        #expect(misses[0].label == "post /api/v1/users")
        #expect(
            misses[0].differences == [
                "method is POST, the request has GET", "header X must be \"1\", the request has none",
            ]
        )
        let typo = Self.fill(&head, "GET /api/v1/items777/detial")
        let near = typo.withUnsafeBufferPointer { sut.nearest(to: head, in: $0.span) }
        #expect(near.first?.label == "get /api/v1/items777/detail")
    }

    @Test("Of endpoints at the same distance, those that are tried first are named.")
    func nearestOfEqual() throws {
        let names = (1...9).reversed().map { "/item\($0)" }
        let sut = try CompiledScenario(Scenario("s", endpoints: names.map { endpoint($0, $0) }))
        var head = RequestHead()
        let bytes = Self.fill(&head, "GET /itemx")
        let misses = bytes.withUnsafeBufferPointer { sut.nearest(to: head, in: $0.span) }
        #expect(misses.map(\.label) == names.prefix(5).map { "get \($0)" })
    }

    @Test("A near miss does not show the request's value for a secret name.")
    func secrets() throws {
        let when = Scenario.Condition(
            query: [.init("token", .equals("x"))],
            headers: [.init("Authorization", .startsWith("Bearer "))]
        )
        let sut = try CompiledScenario(Scenario("s", endpoints: [endpoint("/a", "a", when: when)]))
        var head = RequestHead()
        for (line, headers) in [
            ("GET /a", "Authorization:Basic hunter2"), ("GET /a?token=hunter2", "authorization:Bearer 1"),
        ] {
            head.reset()
            let bytes = Self.fill(&head, line, headers)
            let misses = bytes.withUnsafeBufferPointer { sut.nearest(to: head, in: $0.span) }
            let text = try #require(misses.first).description
            #expect(text.contains("a redacted value"))
            #expect(!text.contains("hunter2"))
        }
    }

    @Test(
        "A near miss does not show a secret in a path, another value or a method.",
        arguments: [
            ("GET /b#access_token=SECRET", "\"/b\" and a redacted part"),
            ("GET /b%23access_token=SECRET", "\"/b\" and a redacted part"),
            ("GET /b%3Ftoken=SECRET", "\"/b\" and a redacted part"),
            ("GET /b;jsessionid=SECRET/c", "\"/b\" and a redacted part"),
            ("GET /http://u:SECRET@x/", "a redacted path"),
            ("SECRETSECRETSECRETSECRETSECRETSECRET /a", "(36 bytes that are not a method)"),
            ("GET /a?to=/c?code=SECRET", "a redacted value"),
            ("GET /a?to=%2Fc%23token%3DSECRET", "a redacted value"),
        ]
    )
    func secretsElsewhere(_ line: String, _ shown: String) throws {
        let when = Scenario.Condition(query: [.init("to", .equals("x"))])
        let sut = try CompiledScenario(Scenario("s", endpoints: [endpoint("/a", "a", when: when)]))
        var head = RequestHead()
        let bytes = Self.fill(&head, line)
        let misses = bytes.withUnsafeBufferPointer { sut.nearest(to: head, in: $0.span) }
        let text = try #require(misses.first).description
        #expect(text.contains("the request has \(shown)"))
        #expect(!text.contains("SECRET"))
    }

    @Test(
        "A near miss does not show a secret in a URL or in user information.",
        arguments: ["Host:u:SECRET@x", "Referer:https://x/?token=SECRET"]
    )
    func secretsInHeaders(_ field: String) throws {
        let name = String(field.prefix { $0 != ":" })
        let when = Scenario.Condition(headers: [.init(name, .equals("x"))])
        let sut = try CompiledScenario(Scenario("s", endpoints: [endpoint("/a", "a", when: when)]))
        var head = RequestHead()
        let bytes = Self.fill(&head, "GET /a", field)
        let misses = bytes.withUnsafeBufferPointer { sut.nearest(to: head, in: $0.span) }
        #expect(try #require(misses.first).description.contains("the request has a redacted value"))
    }
}
