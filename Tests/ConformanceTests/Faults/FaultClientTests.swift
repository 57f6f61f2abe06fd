import Rehearsal
import RehearsalFaultCatalogue
import RehearsalTestSupport
import TestAdmission
import Testing

// One process at a time: in parallel with all other tests, dozens of them would be slow enough to look hung.
@Suite("Faults met by third-party clients", .limitedConcurrency, .serialized)
struct FaultClientTests {
    /// The kind of a report, independent of the client's name for it.
    enum Kind: Sendable, Hashable {
        case reply(Int)
        case refused, lost, timeout, malformed, undecodable, handshake

        /// The names that curl and urllib3 use; several if versions differ.
        var names: Set<String> {
            switch self {
            case .reply: []
            case .refused: ["7", "NewConnectionError", "ConnectTimeoutError"]
            case .lost: ["18", "52", "56", "ProtocolError", "IncompleteRead"]
            case .timeout: ["28", "ReadTimeoutError"]
            case .malformed: ["1", "8", "56", "ProtocolError", "InvalidChunkLength"]
            case .handshake: ["35", "MaxRetryError", "SSLError"]
            case .undecodable: ["23", "61", "DecodeError"]
            }
        }

        func isShown(by report: FaultOutcome.Report) -> Bool {
            switch (self, report) {
            case (.reply(let status), .reply(let seen, _)): status == seen
            // Without the wrapped class, which depends on the version.
            case (_, .error(let name)): names.contains(String(name.prefix { $0 != "(" }))
            default: false
            }
        }
    }

    static let cases: [(String, Kind, connections: Int)] = [
        ("F01", .refused, 0), ("F02", .lost, 1), ("F04", .lost, 1), ("F05", .lost, 1), ("F10a", .lost, 1),
        ("F11", .lost, 1), ("F13b", .timeout, 1), ("F16a", .reply(200), 1), ("F31a", .malformed, 1),
        ("F32b", .reply(200), 1), ("F34b", .reply(999), 1), ("F48a", .undecodable, 1), ("F52a", .reply(401), 1),
        ("F64", .handshake, 1),
    ]

    private static func hasClients() async -> Bool {
        guard await FaultClient.curl.isInstalled() else { return false }
        return await FaultClient.urllib3.isInstalled()
    }

    @Test(
        "A client reports the kind of the fault.",
        .enabled("needs curl, and python3 with urllib3 (python3 -m pip install urllib3)") { await hasClients() },
        arguments: cases,
        [FaultClient.curl, .urllib3]
    )
    func reported(_ expected: (String, Kind, connections: Int), _ client: FaultClient) async throws {
        let item = try #require(FaultCatalogue.variants.first { $0.id == expected.0 })
        // A client on a busy machine reports a timeout instead, unless its timeout is long.
        let timeout = expected.1 == .timeout ? FaultClient.timeout : 120
        let outcome = try #require(
            try await FaultRun.outcome(of: client, in: item, timeout: timeout, hangTimeout: 240)
        )
        #expect(outcome.end != .hung)
        #expect(outcome.connections == expected.connections)
        let report = try #require(outcome.reports.first)
        #expect(expected.1.isShown(by: report), "\(outcome)")
    }

    @Test("URLSession runs in a process of its own and reports the status.", arguments: [("F48d", 200), ("F34b", 999)])
    func urlSession(_ id: String, _ status: Int) async throws {
        let item = try #require(FaultCatalogue.variants.first { $0.id == id })
        let outcome = try #require(
            try await FaultRun.outcome(of: .urlSession, in: item, timeout: 120, hangTimeout: 240)
        )
        let report = try #require(outcome.reports.first)
        #expect(Kind.reply(status).isShown(by: report), "\(outcome)")
        #expect(outcome.requests == 1)
    }
}
