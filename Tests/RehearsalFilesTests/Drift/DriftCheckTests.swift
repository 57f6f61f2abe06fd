import Rehearsal
import RehearsalRecordings
import TestAdmission
import Testing

@Suite("Drift of a backend from its recording", .limitedConcurrency)
struct DriftCheckTests {
    private static let user = """
        {"id":7,"name":"Robin","role":"admin","joined":"2024-01-01T10:00:00Z","score":4,"note":null,\
        "tags":["new"],"home":{"city":"Ulm"}}
        """

    private static func answer(_ body: String, _ status: Int = 200, _ headers: Scenario.Headers = [:])
        -> ComparedResponse
    {
        var all: Scenario.Headers = ["Content-Type": "application/json", "X-Version": "3"]
        for field in headers.fields {
            all.fields.removeAll { $0.name == field.name }
            if let value = field.value, !value.isEmpty { all.append(field.name, value) }
        }
        return ComparedResponse(status, headers: all, body: Array(body.utf8))
    }

    private static func changes(_ body: String, _ headers: Scenario.Headers = [:], _ status: Int = 200) -> [String] {
        DriftCheck([answer("[\(user),\(user),\(user)]")]).changes(in: [answer(body, status, headers)]).map(
            \.description
        )
    }

    /// The recorded users, with a replaced text in the first one.
    private static func with(_ old: String, _ new: String) -> String {
        "[\(user.replacing(old, with: new)),\(user)]"
    }

    @Test("A reply with other values of the same shape is not reported.")
    func silent() {
        #expect(Self.changes("[\(Self.user)]") == [])
        let other = Self.with("\"Robin\"", "\"Kim\"").replacing("2024-01-01T10:00:00Z", with: "2026-05-05T11:11:11Z")
        #expect(Self.changes(other.replacing("\"id\":7", with: "\"id\":812")) == [])
        #expect(Self.changes(Self.with("\"note\":null", "\"note\":\"a text that is new here\"")) == [])
        #expect(Self.changes("[]") == [])
        #expect(Self.changes("[\(Self.user)]", ["Date": "now", "ETag": "x", "X-Request-Id": "1"]) == [])
    }

    @Test(
        "Each kind of change in a body is reported with its place.",
        arguments: [
            (with("\"id\":7,", ""), "$[*].id is missing in 1 of 2 objects, was in every object"),
            (with("\"id\":7", "\"id\":\"7\""), "$[*].id is a number or a string, was a number"),
            (with("\"id\":7", "\"id\":null"), "$[*].id is null, was never null"),
            (with("\"score\":4", "\"score\":4.5"), "$[*].score has a fraction (4.5), was always an integer"),
            (
                with("\"role\":\"admin\"", "\"role\":\"owner\""),
                "$[*].role has the new value owner, recorded values: admin"
            ),
            (
                with("10:00:00Z", "10:00:00.250Z"),
                "$[*].joined is formatted as a date and time with a fraction of a second, was a date and time"
            ),
            (with("\"city\":", "\"zip\":1,\"city\":"), "$[*].home.zip is new: a number"),
            (with("[\"new\"]", "\"new\""), "$[*].tags is a list or a string, was a list"),
            ("[\(user.replacing("\"score\":4,", with: ""))]", "$[*].score is gone, was a number"),
            ("{\"users\":[\(user)]}", "$ is an object, was a list"),
            ("<html>", "the body is no longer JSON"),
        ]
    )
    func body(_ body: String, _ expected: String) {
        #expect(Self.changes(body) == [expected])
    }

    @Test(
        "Each kind of change in the status or the headers is reported with its name.",
        arguments: [
            (["X-Page": "2"], 200, "header X-Page is new: 2"),
            (["X-Version": ""], 200, "header X-Version is gone, was 3"),
            (["X-Version": "4"], 200, "header X-Version is 4, was 3"),
            (["Set-Cookie": "sid=1; Path=/"], 200, "header Set-Cookie sid is new: set"),
            (
                ["Content-Type": "application/vnd.api+json"], 200,
                "media type application/vnd.api+json, was application/json"
            ),
            ([:], 404, "status 404, was 200"),
        ] as [(Scenario.Headers, Int, String)]
    )
    func head(_ headers: Scenario.Headers, _ status: Int, _ expected: String) {
        #expect(Self.changes("[\(Self.user)]", headers, status) == [expected])
    }

    @Test("A value that differs between repeated replies is volatile, in the recording and now.")
    func volatile() {
        let first = Self.answer("{\"state\":\"open\",\"n\":1}", 200, ["X-Version": "1"])
        let second = Self.answer("{\"state\":\"closed\",\"n\":null}", 200, ["X-Version": "2"])
        let now = Self.answer("{\"state\":\"closed\",\"n\":null}", 200, ["X-Version": "9"])
        #expect(DriftCheck([first, second]).changes(in: [now]).isEmpty)
        let other = Self.answer("{\"state\":\"open\",\"n\":1}", 200, ["X-Version": "8"])
        #expect(DriftCheck([first]).changes(in: [other]).map(\.kind) == [.headerChanged])
        #expect(DriftCheck([first]).changes(in: [other, first]).isEmpty)
        #expect(DriftCheck([Self.answer("", 200), Self.answer("", 503)]).changes(in: [Self.answer("", 503)]).isEmpty)
    }

    @Test("A member that differs between the current replies is volatile; a change in each of them is reported.")
    func volatileBodies() {
        let recorded = Self.answer("{\"a\":1,\"b\":1}")
        let (one, other) = (Self.answer("{\"a\":null,\"b\":\"x\"}"), Self.answer("{\"a\":1,\"b\":\"x\",\"c\":1}"))
        #expect(DriftCheck([recorded]).changes(in: [one, other]).map(\.path) == ["$.b"])
        let down = Self.answer("", 503)
        #expect(DriftCheck([recorded]).changes(in: [down, recorded]).isEmpty)
        #expect(DriftCheck([recorded]).changes(in: [down, down]).map(\.kind) == [.status])
    }

    @Test("A value that was redacted in the recording may have any value now.")
    func takenOut() {
        let recorded = Self.answer(
            "{\"pin\":\"[redacted 00000001]\",\"n\":1}",
            200,
            ["X-Session": "[redacted 00000002]", "Location": "https://h/cb?access_token=redacted-00000003"]
        )
        let now = Self.answer(
            "{\"pin\":1234,\"n\":1}",
            200,
            ["X-Session": "LIVE", "Location": "https://h/cb?access_token=LIVE"]
        )
        #expect(DriftCheck([recorded]).changes(in: [now]).isEmpty)
    }

    @Test("Secrets in current replies are redacted in the reported changes.")
    func secrets() {
        let changes = DriftCheck([Self.answer("{}")]).changes(
            in: [Self.answer("{}", 200, ["Set-Auth-Token": "LIVE", "Location": "https://h/cb?access_token=LIVE"])]
        )
        #expect(changes.map(\.kind) == [.headerAdded, .headerAdded])
        #expect(!changes.contains { $0.description.contains("LIVE") }, "\(changes)")
    }

    @Test("A member name that is a secret is redacted in the reported changes.")
    func secretNames() {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl-1"
        let changes = DriftCheck([Self.answer("{}")]).changes(in: [Self.answer("{\"\(token)\":1}")])
        #expect(changes.map(\.description) == ["$['[redacted]'] is new: a number"])
    }

    @Test(
        "A place that is declared volatile is ignored, with everything below it.",
        arguments: ["$[*].home", "/0/home", "/*/home", "$[*].home.zip", "$[3].home", "$[*]['home'].zip", "$.*.home"]
    )
    func declared(_ place: String) throws {
        var ignored = DriftExclusions()
        try ignored.add(place)
        let sut = DriftCheck([Self.answer("[\(Self.user)]")], ignoring: ignored)
        #expect(sut.changes(in: [Self.answer(Self.with("\"city\":", "\"zip\":1,\"city\":"))]).isEmpty)
        #expect(sut.changes(in: [Self.answer(Self.with("\"score\":4", "\"score\":4.5"))]).count == 1)
    }

    @Test("A header that is declared volatile by its name is ignored.")
    func declaredHeader() throws {
        var ignored = DriftExclusions()
        try ignored.add("header:x-version")
        let sut = DriftCheck([Self.answer("{}")], ignoring: ignored)
        #expect(sut.changes(in: [Self.answer("{}", 200, ["X-Version": "4"])]).isEmpty)
    }

    @Test("An ignored Content-Type does not hide that the body has changed or can no longer be parsed.")
    func brokenBody() throws {
        var ignored = DriftExclusions()
        try ignored.add("header:Content-Type")
        let sut = DriftCheck([Self.answer("{\"n\":1}")], ignoring: ignored)
        let page: Scenario.Headers = ["Content-Type": "text/html"]
        #expect(sut.changes(in: [Self.answer("<html>", 200, page)]).map(\.kind) == [.unreadable])
        #expect(sut.changes(in: [Self.answer("{\"n\":2}", 200, page)]).isEmpty)
        #expect(sut.changes(in: [Self.answer("{\"n\":\"2\"}", 200, page)]).map(\.path) == ["$.n"])
        #expect(sut.changes(in: [Self.answer("")]).map(\.kind) == [.emptied])
    }

    @Test("An empty body of any type is reported, unless a recorded body was empty.")
    func emptied() {
        let text: Scenario.Headers = ["Content-Type": "text/plain"]
        let (full, empty) = (Self.answer("hello", 200, text), Self.answer("", 200, text))
        #expect(DriftCheck([full]).changes(in: [empty]).map(\.description) == ["the body is empty, was never empty"])
        #expect(DriftCheck([full, empty]).changes(in: [empty]).isEmpty)
    }
}
