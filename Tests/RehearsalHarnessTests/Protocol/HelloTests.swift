import Rehearsal
import RehearsalContracts
import RehearsalHarness
import TestAdmission
import Testing

@Suite("The hello of a subject", .limitedConcurrency)
struct HelloTests {
    private static let full = """
        {"hello":1,"name":"parking","platform":"linux","transport":"urlSession","features":{"fallback":"offline",\
        "authRefresh":{"method":"POST","path":"/auth/refresh","reply":{"access_token":"t2"},"limit":5},\
        "idempotencyKey":"Idempotency-Key","pagination":"pageAndLimit","unknownEnum":"case","cancellation":true,\
        "deadline":true,"problemJSON":true,"validators":true,"clockInjection":false,"parallel":true,\
        "refusesContentType":true,"asksOnlyOnline":true,"tls":true},"retry":{"maxAttempts":4,"baseMs":100,"factor":1.5,\
        "capMs":2500,"jitter":{"proportional":0.5},"statuses":[429,503],"statusesWithRetryAfter":[413],\
        "baseMsByStatus":{"429":1000},"methods":["GET","PUT"],"methodsAfterLoss":["GET"],"afterLoss":true,\
        "afterRefusal":false,"afterTimeout":false,"honorsRetryAfter":true,"retryAfterCapMs":60000,"beginsAtOnce":true,\
        "budget":100},"ops":[{"op":"list","method":"GET",\
        "path":"/api/v1/reservations","args":{"page":1},"body":{"a":1.50},"idempotent":true,"void":false,\
        "idempotencyKey":true,"needsToken":false,"joinsParallelCalls":true,"reply":{"status":200,"headers":[["Content-Type","application/json"],["A",""]],\
        "json":[{"id":1,"total_price":1.50}]},"value":[{"id":1}],"fields":[{"path":"$[*].id","required":true,\
        "kind":"int"},{"path":"$[*].note","required":false,"kind":"enum","words":["a","b"]}],"domainErrors":{"409":"spotUnavailable"},\
        "stored":{"key":"users/1","value":{"id":1}},"refuses":{"no price":{"/0/total_price":0}}}],"promises":[{"id":"PARK-01","says":"One refresh for all.",\
        "op":"list","scenario":"apps/parking/token-expiry","dependsOn":["AUTH-04"],"outcome":{"kind":"domain",\
        "status":409,"name":"spotUnavailable"},"fresh":true,"store":{"users/1":{"id":1}},"online":false,"token":"a",\
        "refreshToken":"b"}]}
        """

    @Test("A complete hello is written back unchanged.")
    func roundTrip() throws {
        let sut = try Declaration(hello: try JSON(parsing: Self.full))
        #expect(String(decoding: sut.hello.bytes(), as: UTF8.self) == Self.full)
        #expect(sut.isOutOfProcess)
        #expect(sut.retry.jitter == .proportional(0.5))
        #expect(sut.retry.cap == .milliseconds(2_500))
        #expect(sut.operations[0].reply.body == Array(#"[{"id":1,"total_price":1.50}]"#.utf8))
    }

    @Test(
        "A promise that ends with a status depends on the rule for that status.",
        arguments: [(409, ["STAT-01", "STAT-05", "STAT-02"]), (503, ["STAT-01", "STAT-05", "STAT-04"])]
    )
    func foundations(status: Int, rules: [String]) throws {
        let text = #"""
            {"hello":1,"ops":[{"op":"drop","method":"DELETE","path":"/1","void":true}],"promises":[{"id":"P-1",\#
            "says":"It fails.","op":"drop","scenario":"x","outcome":{"kind":"http","status":\#(status)}}]}
            """#
        #expect(try Declaration(hello: try JSON(parsing: text)).promises.map(\.dependsOn) == [rules])
    }

    @Test("The declared arguments, pages and entity tag of an operation are written back unchanged.")
    func arguments() throws {
        let text = #"""
            {"op":"list","method":"GET","path":"/1","args":{"text":"a"},"idempotent":true,"void":false,\#
            "reply":{"status":200,"headers":[],"json":[]},"query":{"q":"text"},"headerArgs":{"X-A":"text"},\#
            "invalid":{"empty":{"text":""}},"pages":{"kind":"token","parameter":"t","next":"/n","items":"","id":"/id",\#
            "incremental":true},"ifMatch":"\"1\""}
            """#
        let operation = try JSON(parsing: text)
        let features: JSON = ["redirects": true, "storesPerUser": true, "correlationID": "X-ID", "sequences": true]
        let sut = try Declaration(hello: ["hello": 1, "features": features, "ops": [operation]])
        #expect(sut.operations[0].details.arguments.query == ["q": "text"])
        #expect(sut.operations[0].details.pages == .token(in: "t", next: "/n", items: "").incremental)
        #expect(sut.features.redirects && sut.features.storesPerUser && sut.features.sequences)
        #expect(sut.features.correlationID == "X-ID")
        let again = try Declaration(hello: sut.hello)
        #expect(again.operations[0].details.arguments == sut.operations[0].details.arguments)
        #expect(again.operations[0].details.pages == sut.operations[0].details.pages)
        #expect(again.operations[0].details.ifMatch == "\"1\"")
        #expect(again.features == sut.features)
    }

    @Test("An argument in a request that is not a text, and pages without a parameter, are errors.")
    func wrongArguments() {
        func hello(_ member: String, _ value: JSON) -> JSON {
            let reply: JSON = ["json": []]
            let operation: [JSON.Member] = [
                .init("op", "list"), .init("method", "GET"), .init("path", "/1"), .init("reply", reply),
                .init("args", ["page": 1]), .init(member, value),
            ]
            return ["hello": 1, "ops": [.object(operation)]]
        }
        for (member, value) in [
            ("query", ["page": "page"] as JSON), ("headerArgs", ["X-A": "other"]), ("invalid", ["a/b": ["page": 0]]),
            ("invalid", ["none": [:]]), ("pages", ["kind": "token"]), ("pages", ["kind": "link", "items": "x"]),
        ] {
            #expect(throws: MessageError.self) { try Declaration(hello: hello(member, value)) }
        }
    }

    @Test("The name of a recorded answer replaces all members next to it.")
    func recorded() throws {
        func reply(_ reply: JSON) throws -> Declaration.RecordedReply {
            let operation: JSON = ["op": "list", "method": "GET", "path": "/1", "reply": reply]
            return try Declaration(hello: ["hello": 1, "ops": [operation]]).operations[0].reply
        }
        let named = try reply(["recorded": "users/one", "status": "x", "note": 1])
        #expect(named.recording == "users/one")
        #expect(named.status == 200)
        let other = try reply(["recorded": 5, "status": 201, "json": [1]])
        #expect(other.recording == nil)
        #expect(other.status == 201)
    }

    @Test("A feature that a hello omits is unsupported.")
    func minimal() throws {
        let sut = try Declaration(
            hello: ["hello": 1, "ops": [["op": "drop", "method": "DELETE", "path": "/1", "void": true]]]
        )
        #expect(sut.retry.attempts == 1)
        #expect(!sut.features.cancellation)
        #expect(!sut.features.parallel)
        #expect(sut.operations[0].reply.status == 204)
        #expect(sut.operations[0].isIdempotent)
        #expect(sut.transport == "other")
    }

    @Test(
        "A body is sent as JSON if that preserves its bytes, and as text otherwise.",
        arguments: [(#"{ "a": 1 }"#, "text"), ("{\"a\":1}", "json"), ("", nil)]
    )
    func bodies(text: String, member: String?) throws {
        var declaration = Declaration(name: "x", operations: [])
        declaration.operations = [Declaration.Operation("a", .get, "/", reply: .init(200, body: Array(text.utf8)))]
        let hello = declaration.hello
        let reply = try #require(hello["ops"]?[0]?["reply"])
        for name in ["json", "text", "bodyBase64"] { #expect((reply[name] != nil) == (name == member)) }
        #expect(try Declaration(hello: hello).operations[0].reply.body == Array(text.utf8))
    }

    @Test("A binary body is transferred unchanged.")
    func bytes() throws {
        let bytes: [UInt8] = [0xFF, 0, 0x7B]
        var declaration = Declaration(name: "x", operations: [])
        declaration.operations = [Declaration.Operation("a", .get, "/", reply: .init(200, body: bytes))]
        #expect(try Declaration(hello: declaration.hello).operations[0].reply.body == bytes)
    }

    @Test(
        "An error in a hello is reported with its path.",
        arguments: [
            (#"{"hello":2,"ops":[]}"#, "hello: expected version 1"),
            (#"{"hello":1}"#, "ops: is missing"),
            (#"{"hello":1,"ops":[]}"#, "ops: expected at least one operation"),
            (#"{"hello":1,"ops":[{"op":"a","method":"GET","path":"x"}]}"#, "ops[0].path: expected a path"),
            (#"{"hello":1,"ops":[{"op":"a","method":"GET","path":"/"}]}"#, "ops[0].reply: is missing"),
            (#"{"hello":1,"retry":{"jitter":"some"},"ops":[]}"#, #"retry.jitter: expected one of none, full"#),
            (#"{"hello":1,"retry":{"statuses":[503,"x"]},"ops":[]}"#, "retry.statuses[1]: expected a whole number"),
            (#"{"hello":1,"retry":{"baseMsByStatus":{"4x":1}},"ops":[]}"#, "retry.baseMsByStatus.4x: expected a"),
            (#"{"hello":1,"retry":{"baseMsByStatus":{"+503":1}},"ops":[]}"#, "retry.baseMsByStatus.+503: expected"),
            (#"{"hello":1,"features":{"fallback":"x"},"ops":[]}"#, "features.fallback: expected one of none, offline"),
            (#"{"hello":1,"retry":false,"ops":[]}"#, "retry: expected an object, found false"),
            (#"{"hello":1,"features":[],"ops":[]}"#, "features: expected an object, found []"),
            (
                #"{"hello":1,"features":{"authRefresh":"yes"},"ops":[]}"#,
                "features.authRefresh: expected true, false or"
            ),
            (
                #"{"hello":1,"features":{"authRefresh":{"reply":{"token":"x"}}},"ops":[]}"#,
                "features.authRefresh.reply: expected a document in which the new token is"
            ),
            (#"{"hello":1,"retry":{"factor":-1e300},"ops":[]}"#, "retry.factor: expected a number from 0 to 1000"),
            (#"{"hello":1,"retry":{"jitter":{"proportional":5}},"ops":[]}"#, "retry.jitter.proportional: expected a"),
            (#"{"hello":1,"retry":{"methods":["GE T"]},"ops":[]}"#, "retry.methods[0]: expected the name of a method"),
            (#"{"hello":1,"ops":[{"op":"a","method":"G T","path":"/"}]}"#, "ops[0].method: expected the name of a m"),
            (#"{"hello":1,"ops":[{"op":"a","method":"","path":"/"}]}"#, "ops[0].method: expected the name of a m"),
            (
                #"{"hello":1,"ops":[{"op":"a\nb","method":"GET","path":"/"}]}"#,
                "ops[0].op: expected a name of visible characters on one line"
            ),
            (
                #"{"hello":1,"ops":[{"op":"a\u202eb","method":"GET","path":"/"}]}"#,
                "ops[0].op: expected a name of visible characters on one line"
            ),
            (
                #"{"hello":1,"ops":[{"op":"a\u2028b","method":"GET","path":"/"}]}"#,
                "ops[0].op: expected a name of visible characters on one line"
            ),
            (#"{"hello":1,"ops":[{"op":"a","method":"GET","path":"/a?full=1"}]}"#, "ops[0].path: expected a path with"),
            (#"{"hello":1,"ops":[{"op":"a","method":"GET","path":"/x y"}]}"#, #"ops[0].path: "x y" has a character"#),
            (
                #"{"hello":1,"ops":[{"op":"a","method":"GET","path":"/","reply":{"headers":{"A":"b\r\nC: d"}}}]}"#,
                "ops[0].reply.headers: expected header fields with valid names and values (RFC 9110 §5.1, §5.5)"
            ),
            (
                #"{"hello":1,"ops":[{"op":"a","method":"GET","path":"/","void":true,"domainErrors":{"x":"y"}}]}"#,
                "ops[0].domainErrors.x: expected an HTTP status as the member name"
            ),
            (
                #"{"hello":1,"ops":[{"op":"a","method":"GET","path":"/","void":true},"#
                    + #"{"op":"a","method":"GET","path":"/","void":true}]}"#,
                "ops: two operations have the name a"
            ),
            (
                #"{"hello":1,"ops":[{"op":"a","method":"GET","path":"/","void":true,"refuses":{"x":1}}]}"#,
                "ops[0].refuses: expected an object of names, each with an object of JSON Pointers and new values"
            ),
            (
                #"{"hello":1,"ops":[{"op":"a","method":"GET","path":"/","reply":{"json":{"b":1}},"refuses":{"x":{"/c":1}}}]}"#,
                #"ops: a refuses "x", but the recorded reply has no value at /c"#
            ),
        ]
    )
    func wrong(text: String, problem: String) throws {
        let hello = try JSON(parsing: text)
        let error = #expect(throws: MessageError.self) { try Declaration(hello: hello) }
        #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
    }

    @Test(
        "An unknown member or a method in lower case yields a remark.",
        arguments: [
            (
                #""retry":{"maxAttempt":3}"#,
                "retry.maxAttempt is not a known member and has no effect; did you mean maxAttempts?"
            ),
            (
                #""retry":{"jitter":{"additivMs":3,"proportional":0.5}}"#,
                "retry.jitter.additivMs is not a known member and has no effect; did you mean additiveMs?"
            ),
            (
                #""features":{"authRefresh":{"pth":"/a"}}"#,
                "features.authRefresh.pth is not a known member and has no effect; did you mean path?"
            ),
            (#""colour":"red""#, "colour is not a known member and has no effect"),
            (
                #""retry":{"methods":["GET","get","BREW"]}"#,
                "retry.methods[1]: get is not the method GET: methods are case-sensitive (RFC 9110 §9.1)"
            ),
        ]
    )
    func remarks(member: String, remark: String) throws {
        let hello = #"{"hello":1,\#(member),"ops":[{"op":"a","method":"GET","path":"/","void":true}]}"#
        #expect(try Declaration(hello: try JSON(parsing: hello)).remarks == [remark])
    }

    @Test("A declaration without content yields a remark with its path.")
    func emptyDeclarations() throws {
        let hello: JSON = [
            "hello": 1,
            "ops": [
                [
                    "op": "a", "method": "GET", "path": "/", "args": ["id"], "refuses": [:],
                    "reply": ["json": ["state": "open"]],
                    "fields": [["path": "$.state", "kind": "enum", "words": []]],
                ]
            ],
        ]
        #expect(
            try Declaration(hello: hello).remarks == [
                "ops[0].fields[0].words: is empty and has no effect",
                "ops[0].refuses: is empty and has no effect",
                "ops[0].args: is not an object, so the rule REQ-02 cannot test its arguments",
            ]
        )
    }

    @Test("An unknown member of an operation yields a remark with its path.")
    func remarksOnOperations() throws {
        let hello: JSON = [
            "hello": 1,
            "ops": [
                [
                    "op": "a", "method": "GET", "path": "/", "void": true, "args": ["any": 1],
                    "stored": ["key": "k", "value": ["x": 1]],
                ],
                [
                    "op": "b", "method": "GET", "path": "/", "idempotant": true,
                    "reply": ["json": ["any": 1], "texts": ""],
                    "fields": [["path": "$", "kind": "int", "requierd": false]],
                ],
            ],
        ]
        let sut = try Declaration(hello: hello).remarks.map { $0.prefix { $0 != " " } }
        #expect(sut == ["ops[1].idempotant", "ops[1].reply.texts", "ops[1].fields[0].requierd"])
    }

    @Test("A hello that this package writes yields no remarks.")
    func ownRemarks() throws {
        #expect(try Declaration(hello: try JSON(parsing: Self.full)).remarks == [])
    }

    @Test("A file supplies what a hello omits, per operation, and overrides nothing.")
    func filling() throws {
        let hello: JSON = [
            "hello": 1, "name": "said", "ops": [["op": "b", "method": "GET", "path": "/b", "void": true]],
        ]
        let file: JSON = [
            "name": "filled", "retry": ["maxAttempts": 3],
            "ops": [
                ["op": "a", "method": "POST", "path": "/a", "void": true],
                ["op": "b", "path": "/x", "idempotent": false],
            ],
        ]
        let sut = try Declaration(hello: hello, defaults: file)
        #expect(sut.name == "said")
        #expect(sut.retry.attempts == 3)
        #expect(sut.operations.map(\.name) == ["b", "a"])
        #expect(sut.operations[0].path == "/b")
        #expect(!sut.operations[0].isIdempotent)
    }
}
