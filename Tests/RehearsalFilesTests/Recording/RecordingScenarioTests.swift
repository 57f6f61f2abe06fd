import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Replaying a recording", .limitedConcurrency)
struct RecordingScenarioTests {
    private func endpoints(_ entries: [(method: String, url: String, post: String?, status: Int)]) -> [Scenario
        .Endpoint]
    {
        let texts = entries.map { HARFixture.entry($0.method, $0.url, post: $0.post, status: "\($0.status)") }
        let text = HARFixture.document(texts.joined(separator: ",\n"))
        return HARFixture.read(text).recording?.scenario(named: "x").endpoints ?? []
    }

    private func statuses(_ endpoints: [Scenario.Endpoint]) -> [[Int]] { endpoints.map { $0.replies.map(\.status) } }

    @Test("Entries become endpoints in recorded order, and repeated requests the replies of one endpoint.")
    func sequences() {
        let sut = endpoints([
            ("GET", "https://a.example/b", nil, 200), ("POST", "https://a.example/a", nil, 201),
            ("GET", "https://a.example/b#x", nil, 503), ("GET", "https://a.example/%62", nil, 204),
        ])

        #expect(sut.map { "\($0.method) \($0.path)" } == ["GET /b", "POST /a"])
        #expect(statuses(sut) == [[200, 503, 204], [201]])
        #expect(sut.flatMap(\.replies).allSatisfy { $0.times == nil })
        #expect(sut.allSatisfy { $0.afterLast == .repeat })
        #expect(sut.map(\.sourceLocation) == ["a.har:2", "a.har:3"])
    }

    @Test("Requests with different queries become different endpoints, regardless of the parameters' order.")
    func queries() {
        let sut = endpoints([
            ("GET", "https://a.example/a", nil, 200), ("GET", "https://a.example/a?x=1&y=a+b", nil, 201),
            ("GET", "https://a.example/a?y=a%20b&x=1", nil, 202),
            ("GET", "https://a.example/a?x=1&x=1&y=a+b", nil, 203),
            ("GET", "https://a.example/a?", nil, 204),
        ])

        #expect(statuses(sut) == [[200, 204], [201, 202], [203]])
        #expect(
            sut.map { $0.when?.exactQuery?.map { String(decoding: $0.name + [0x3D] + $0.value, as: UTF8.self) } }
                == [[], ["x=1", "y=a b"], ["x=1", "x=1", "y=a b"]]
        )
    }

    @Test("Requests with different JSON bodies become different endpoints; the one without a body comes last.")
    func bodies() {
        let url = "https://a.example/graphql"
        let sut = endpoints([
            ("POST", url, nil, 400), ("POST", url, HARFixture.jsonPost(#"{"a":1,"b":2}"#), 200),
            ("POST", url, HARFixture.jsonPost(#"{"a":3}"#), 201),
            ("POST", url, HARFixture.jsonPost(#"{ "b":2, "a":1.0 }"#), 202),
        ])

        #expect(statuses(sut) == [[200, 202], [201], [400]])
        #expect(sut.map { $0.when?.body } == [[.json(["a": 1, "b": 2])], [.json(["a": 3])], []])
    }

    @Test("A single recorded JSON body is not a condition, so the endpoint answers other bodies too.")
    func oneBody() {
        let sut = endpoints([
            ("POST", "https://a.example/a", HARFixture.jsonPost(#"{"a":1}"#), 200),
            ("POST", "https://a.example/a", HARFixture.jsonPost(#"{"a":1}"#), 201),
        ])

        #expect(statuses(sut) == [[200, 201]])
        #expect(sut.map { $0.when?.body } == [[]])
    }

    @Test("The second host of a shared path answers below its name and for its Host header.")
    func hosts() {
        let sut = endpoints([
            ("GET", "https://a.example/x", nil, 200), ("GET", "https://b.example/x", nil, 500),
            ("GET", "https://a.example/x", nil, 201), ("GET", "https://b.example/y", nil, 502),
        ])

        #expect(statuses(sut) == [[500], [200, 201], [502], [500], [502]])
        #expect(sut.map(\.path.text) == ["/x", "/x", "/y", "/b.example/x", "/b.example/y"])
        let named = Scenario.Condition.Named("Host", .oneOf(["b.example", "b.example:443"]))
        #expect(sut.map { $0.when?.headers ?? [] } == [[named], [], [], [], []])
    }

    @Test("Hosts without a shared path answer only at the root.")
    func hostsApart() {
        let sut = endpoints([("GET", "https://a.example/x", nil, 200), ("GET", "https://b.example/y", nil, 201)])

        #expect(sut.map(\.path.text) == ["/x", "/y"])
    }

    @Test("Each origin of one host other than the main one gets its own path prefix.")
    func schemes() {
        let sut = endpoints([
            ("GET", "http://z.example/", nil, 200), ("GET", "http://a.example/", nil, 301),
            ("GET", "https://a.example/", nil, 200),
        ])

        #expect(sut.suffix(2).map(\.path.text) == ["/a.example/", "/a.example,https/"])
    }

    @Test("A recorded HEAD becomes an endpoint of its own before that of GET.")
    func heads() {
        let sut = endpoints([
            ("GET", "https://a.example/a", nil, 200), ("GET", "https://a.example/b", nil, 201),
            ("HEAD", "https://a.example/a", nil, 404),
        ])

        #expect(sut.map { "\($0.method) \($0.path)" } == ["HEAD /a", "GET /a", "GET /b"])
    }

    @Test("The scenario of a recording has the given name and no endpoint without entries.")
    func name() {
        #expect(Recording().scenario(named: "api").name == "api")
        #expect(Recording().scenario(named: "api").endpoints.isEmpty)
    }
}
