import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import ReferenceClients
@testable import ReferenceSubject

@Suite("The promises of every app", .limitedConcurrency)
struct EveryAppPromiseTests {
    private static let promises = ["CONFIG-01", "CONFIG-02", "START-01", "ANALYTICS-01"]

    /// Expects that a client breaks these promises and keeps the others.
    private func expectBroken(
        _ expected: [String],
        _ change: @escaping @Sendable (Endpoint) throws -> Endpoint
    ) async throws {
        let contract = Contract<any APIClientProtocol>(
            "every app",
            operations: [],
            promises: SharedPromises.all(prefix: "X", readOperation: "read", writeOperation: "send") { $0 }
        )
        for promise in Self.promises {
            let tried = try await PromiseTrial.result("X-\(promise)", of: contract) { trial in
                ChangingClient(client: trial.unauthenticatedClient(), change: change)
            }
            let result = try #require(tried)
            if result.isMachineBusy { continue }
            #expect((result.verdict != .pass) == expected.contains(promise), "\(promise): \(result.verdict)")
        }
    }

    @Test("A correct client keeps all promises.")
    func kept() async throws {
        try await expectBroken([]) { $0 }
    }

    @Test("A client that never fetches its configuration breaks the promises about it.")
    func neverAsking() async throws {
        try await expectBroken(["CONFIG-01", "CONFIG-02", "START-01"]) { endpoint in
            guard endpoint.path.encoded != "/config" else { throw NetworkError.invalidResponse }
            return endpoint
        }
    }

    @Test(
        "A client that sends a wrong event name or a wrong key breaks the promise about analytics.",
        arguments: [("event_20", "event_19"), ("occurred_at", "at")]
    )
    func wrongEvents(_ text: String, _ replacement: String) async throws {
        try await expectBroken(["ANALYTICS-01"]) { endpoint in
            var endpoint = endpoint
            guard endpoint.path.encoded == "/analytics", let body = endpoint.body else { return endpoint }
            let events = String(decoding: body, as: UTF8.self)
            endpoint.body = Data(events.replacingOccurrences(of: text, with: replacement).utf8)
            return endpoint
        }
    }

    /// A client that changes or drops some requests.
    private struct ChangingClient: APIClientProtocol {
        let client: APIClient
        let change: @Sendable (Endpoint) throws -> Endpoint

        func response(to endpoint: Endpoint) async throws -> HTTPResponse {
            try await client.response(to: change(endpoint))
        }
    }
}
