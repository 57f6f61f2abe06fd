import Rehearsal
import Testing

@testable import RehearsalFiles

@Suite("Deriving from a large recording")
struct DerivedSizeTests {
    private static let count = 10_000

    private static func entry(_ index: Int, _ path: String, _ query: String? = nil, _ content: String)
        -> Recording.Entry
    {
        Recording.Entry(
            name: "entry-\(index)",
            method: .get,
            path: path,
            query: query,
            origin: "https://api.corp.io",
            reply: Scenario.Reply(
                200,
                headers: ["Content-Type": "application/json"],
                body: .bytes(Array(content.utf8))
            ),
            place: "a.har:\(index)"
        )
    }

    /// Each thing fetched after it was answered.
    private static func fetched(_ path: (Int) -> (String, String?)) -> Recording {
        Recording(
            entries: (0..<count / 2).flatMap { index in
                let (later, query) = path(index)
                return [
                    entry(2 * index, "/made/by-\(index)", nil, #"{"id":"thing-\#(index)"}"#),
                    entry(2 * index + 1, later, query, #"{"id":"thing-\#(index)"}"#),
                ]
            }
        )
    }

    /// Requests that each have a token of their own.
    private static var signed: Recording {
        Recording(
            entries: (0..<count).map { index in
                var entry = entry(index, "/signed/by-\(index)", nil, #"{"token":"token-\#(index + 1)"}"#)
                entry.bearerToken = "token-\(index)"
                entry.reply.status = index % 3 == 0 ? 401 : 200
                return entry
            }
        )
    }

    @Test("Ids and tokens are found in one go over the answers, wherever they are sent.", .timeLimit(.minutes(2)))
    func ids() throws {
        for (recording, text) in [
            (Self.fetched { ("/things/thing-\($0)", nil) }, #""get": "/things/thing-4999""#),
            (Self.fetched { ("/in/by-\($0)/things/thing-\($0)", nil) }, #"{{state.thingId5000}}"#),
            (Self.fetched { ("/things", "id=thing-\($0)") }, #""id": "thing-4999""#),
            (Self.signed, #""get": "/signed/by-9999""#),
        ] {
            #expect(try DerivedScenario(recording, har: "a.har").text.contains(text))
        }
    }

    @Test("Of many that take one path, each is asked in its turn, with no more priorities than that takes.")
    func turns() throws {
        let endpoints: [Scenario.Endpoint] = (0..<900).map { index in
            let when = index % 3 == 0 ? nil : Scenario.Condition(query: [.init("id", .equals("\(index)"))])
            let replies = [Scenario.Reply()]
            return index % 2 == 0
                ? .get("/things", when: when, replies: replies) : .post("/things", when: when, replies: replies)
        }
        let turns = endpoints.indices.map { ($0 * 7) % 900 }
        let playbook = try Playbook(Scenario("s", endpoints: endpoints).asked(in: turns))
        #expect(playbook.endpoints.map { turns[$0.order] } == Array(0..<900))
        let asking = endpoints.filter { $0.when != nil }
        let ordered = Scenario("s", endpoints: asking).asked(in: Array(asking.indices))
        #expect(ordered.endpoints.allSatisfy { $0.priority == 0 })
    }
}
