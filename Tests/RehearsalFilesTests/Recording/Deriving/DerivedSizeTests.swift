import Rehearsal
import RehearsalLint
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings

@Suite("Deriving from a large recording", .limitedConcurrency)
struct DerivedSizeTests {
    /// A recording in which a client sends an id or a token of an earlier reply, and a text of its derived scenario.
    private struct Sample: Sendable {
        let recording: @Sendable (_ count: Int) -> Recording
        let text: @Sendable (_ count: Int) -> String
    }

    private struct Missing: Error {
        let text: String
    }

    private static let samples = [
        Sample(recording: { fetched($0) { ("/things/thing-\($0)", nil) } }) {
            #""get": "/things/thing-\#($0 / 2 - 1)""#
        },
        Sample(recording: { fetched($0) { ("/in/by-\($0)/things/thing-\($0)", nil) } }) {
            "{{state.thingId\($0 / 2)}}"
        },
        Sample(recording: { fetched($0) { ("/things", "id=thing-\($0)") } }) { #""id": "thing-\#($0 / 2 - 1)""# },
        Sample(recording: { signed($0) }) { #""get": "/signed/by-\#($0 - 1)""# },
    ]

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

    /// A recording that requests each thing after a reply that contains its id.
    private static func fetched(_ count: Int, _ path: (Int) -> (String, String?)) -> Recording {
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

    /// A recording in which each request has a different token.
    private static func signed(_ count: Int) -> Recording {
        Recording(
            entries: (0..<count).map { index in
                var entry = entry(index, "/signed/by-\(index)", nil, #"{"token":"token-\#(index + 1)"}"#)
                entry.bearerToken = "token-\(index)"
                entry.reply.status = index % 3 == 0 ? 401 : 200
                return entry
            }
        )
    }

    @Test("Deriving finds ids and tokens in time linear in the number of replies.", arguments: samples.indices)
    func ids(_ index: Int) async throws {
        let sample = Self.samples[index]
        let (small, large) = try await runBlocking {
            (try Self.processorTime(sample, count: 150), try Self.processorTime(sample, count: 1_500))
        }
        // Ten times as many replies take 10 times as long in one pass, and 100 times if every pair is compared.
        #expect(large < 40 * small)
    }

    /// Derives a scenario, and returns the processor time that this thread used, in nanoseconds.
    ///
    /// Unlike real time, it does not depend on the load of the machine.
    private static func processorTime(_ sample: Sample, count: Int) throws -> Int {
        let recording = sample.recording(count)
        let start = ProcessorTime.ofThread()
        let derived = try DerivedScenario(recording, har: "a.har")
        let end = ProcessorTime.ofThread()
        // Throws, because an issue recorded on this thread would belong to no test.
        guard derived.text.contains(sample.text(count)) else { throw Missing(text: sample.text(count)) }
        return end - start
    }

    @Test("Priorities order the endpoints of one path as requested, and are set only where they are needed.")
    func turns() throws {
        let endpoints: [Scenario.Endpoint] = (0..<900).map { index in
            let when = index % 3 == 0 ? nil : Scenario.Condition(query: [.init("id", .equals("\(index)"))])
            let replies = [Scenario.Reply()]
            return index % 2 == 0
                ? .get("/things", when: when, replies: replies) : .post("/things", when: when, replies: replies)
        }
        let turns = endpoints.indices.map { ($0 * 7) % 900 }
        let compiledScenario = try CompiledScenario(
            Scenario("s", endpoints: endpoints).withPriorities(producing: turns)
        )
        #expect(compiledScenario.endpoints.map { turns[$0.sourceIndex] } == Array(0..<900))
        let asking = endpoints.filter { $0.when != nil }
        let ordered = Scenario("s", endpoints: asking).withPriorities(producing: Array(asking.indices))
        #expect(ordered.endpoints.allSatisfy { $0.priority == 0 })
    }
}
