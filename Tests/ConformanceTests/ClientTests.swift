import Foundation
import Rehearsal
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Scenarios played to third-party clients", .limitedConcurrency)
struct ClientTests {
    /// Whether this machine has the clients.
    private static func hasClients() async -> Bool {
        guard BoundedRun.find("curl") != nil else { return false }
        return await PythonModule.isInstalled("requests")
    }

    private static let list = "GET /api/v1/reservations"
    private static let make = "POST /api/v1/reservations {}"
    private static let giveBack = "DELETE /api/v1/reservations/41"

    /// The outcomes of one client in one scenario: the result of each step, and the requests that arrived.
    struct Story: Sendable, CustomTestStringConvertible {
        let client: String
        let scenario: String
        /// The timeout of the client in seconds; short only if it waits in vain.
        var timeout = 50
        var retries = 0
        let steps: [String]
        let outcomes: [String]
        /// Method, then the status that was sent, or the end of the exchange without one.
        let arrivals: [String]

        var testDescription: String { "\(client) and \(scenario)" }
    }

    static let happy = ["curl", "requests"].map { client in
        Story(
            client: client,
            scenario: "apps/parking/happy-path",
            retries: 3,
            steps: [list, make, giveBack],
            outcomes: ["200", "201", "204"],
            arrivals: ["GET 200", "POST 201", "DELETE 204"]
        )
    }

    /// Statuses: both clients honour Retry-After; curl repeats a POST after a 503, requests does not.
    static let statuses: [Story] = [
        Story(
            client: "curl",
            scenario: "apps/parking/outage",
            retries: 3,
            steps: [list, make],
            outcomes: ["200", "201"],
            arrivals: ["GET 503", "GET 503", "GET 200", "POST 503", "POST 503", "POST 201"]
        ),
        Story(
            client: "requests",
            scenario: "apps/parking/outage",
            retries: 3,
            steps: [list, make],
            outcomes: ["200", "503"],
            arrivals: ["GET 503", "GET 503", "GET 200", "POST 503"]
        ),
        Story(
            client: "curl",
            scenario: "apps/parking/outage-for-ever",
            retries: 1,
            steps: [list],
            outcomes: ["503"],
            arrivals: ["GET 503", "GET 503"]
        ),
        Story(
            client: "requests",
            scenario: "apps/parking/outage-for-ever",
            retries: 1,
            steps: [list],
            outcomes: ["503"],
            arrivals: ["GET 503", "GET 503"]
        ),
        Story(
            client: "curl",
            scenario: "apps/parking/token-expiry",
            retries: 1,
            steps: [list],
            outcomes: ["401"],
            arrivals: ["GET 401"]
        ),
        Story(
            client: "requests",
            scenario: "apps/parking/payment-failed",
            retries: 1,
            steps: [make],
            outcomes: ["402"],
            arrivals: ["POST 402"]
        ),
    ]

    /// Connections: 56 and 28 are curl's "failure in receiving" and "timed out". After a lost reply requests repeats
    /// GET and DELETE, and the second DELETE gets a 404.
    static let connections: [Story] = [
        Story(
            client: "curl",
            scenario: "apps/parking/lost-reply",
            retries: 2,
            steps: [list, make, giveBack],
            outcomes: ["curl 56", "curl 56", "curl 56"],
            arrivals: ["GET fault", "POST fault", "DELETE fault"]
        ),
        Story(
            client: "requests",
            scenario: "apps/parking/lost-reply",
            retries: 2,
            steps: [list, make, giveBack],
            outcomes: ["200", "ConnectionError", "404"],
            arrivals: ["GET fault", "GET 200", "POST fault", "DELETE fault", "DELETE 404"]
        ),
        Story(
            client: "curl",
            scenario: "apps/parking/stall",
            timeout: 2,
            steps: [list],
            outcomes: ["curl 28"],
            arrivals: ["GET closedByClient"]
        ),
        Story(
            client: "requests",
            scenario: "apps/parking/stall",
            timeout: 2,
            steps: [make],
            outcomes: ["ReadTimeout"],
            arrivals: ["POST closedByClient"]
        ),
        Story(
            client: "curl",
            scenario: "apps/parking/truncated",
            retries: 1,
            steps: [list],
            outcomes: ["curl 56"],
            arrivals: ["GET 200"]
        ),
        Story(
            client: "requests",
            scenario: "apps/parking/truncated",
            retries: 1,
            steps: [list],
            outcomes: ["ChunkedEncodingError"],
            arrivals: ["GET 200"]
        ),
        Story(
            client: "requests",
            scenario: "apps/parking/malformed",
            steps: [list, make],
            outcomes: ["200", "201 JSONDecodeError"],
            arrivals: ["GET 200", "POST 201"]
        ),
    ]

    @Test(
        "A scenario produces its outcomes in the client and its requests in the journal.",
        .enabled("needs curl, and python3 with requests (python3 -m pip install requests)") { await hasClients() },
        arguments: happy + statuses + connections
    )
    func story(_ story: Story) async throws {
        let path = Program.file("../../Scenarios/\(story.scenario).jsonc")
        let loaded = ScenarioFiles.load([path])
        let sut = try Backend.start(try #require(loaded.scenario, "\(loaded.diagnostics)"))
        let limits = ["\(story.timeout)", "\(story.retries)"]
        let arguments = ["http://127.0.0.1:\(sut.port)", story.client] + limits + story.steps
        let run = try await Program.run("python3", [Program.file("Drivers/clients.py")] + arguments)
        #expect(run.output.split(separator: "\n").map(String.init) == story.outcomes)
        await sut.journal.settled()
        let arrivals = sut.journal.entries.map { entry in
            "\(entry.method) \(entry.status.map(String.init) ?? entry.end.map { "\($0)" } ?? "open")"
        }
        #expect(arrivals == story.arrivals)
        #expect(sut.findings.map(\.description) == [])
    }

    @Test(
        "A client that honours Retry-After meets the expectations of the outage, and one that does not breaks them.",
        .enabled("needs curl, and python3 with requests (python3 -m pip install requests)") { await hasClients() },
        arguments: ["curl", "requests"],
        [3, 0]
    )
    func judged(_ client: String, _ retries: Int) async throws {
        let loaded = ScenarioFiles.load([Program.file("../../Scenarios/outage/503-503-200.jsonc")])
        let sut = try Backend.start(try #require(loaded.scenario))
        let arguments = ["http://127.0.0.1:\(sut.port)", client, "50", "\(retries)", "GET /api/v1/reservations"]
        _ = try await Program.run("python3", [Program.file("Drivers/clients.py")] + arguments)
        await sut.journal.settled()
        #expect(sut.findings.map(\.message) == (retries == 3 ? [] : ["count: expected 3, saw 1"]))
    }
}
