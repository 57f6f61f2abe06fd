import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalHarness
import TestAdmission
import Testing

@testable import ReferenceClients
@testable import ReferenceSubject

@Suite("What every app promises", .admitted)
struct EveryAppPromiseTests {
    private static let promises = ["CONFIG-01", "CONFIG-02", "START-01", "ANALYTICS-01"]

    /// The promises that a client breaks; the others it keeps.
    private func broken(_ change: @escaping @Sendable (Endpoint) throws -> Endpoint) async throws -> [String] {
        let contract = Contract<any APIClientProtocol>(
            "every app",
            operations: [],
            promises: EveryAppPromises.all(prefix: "X", reading: "read", sending: "send") { $0 }
        )
        var broken: [String] = []
        for promise in Self.promises {
            let result = try await PromiseTrial.result("X-\(promise)", of: contract) { trial in
                ChangingClient(client: trial.openClient(), change: change)
            }
            if result?.verdict != .pass { broken.append(promise) }
        }
        return broken
    }

    @Test("A client that does as it must keeps all of it.")
    func kept() async throws {
        #expect(try await broken { $0 } == [])
    }

    @Test("One that never asks for its configuration does not keep what is promised of that.")
    func neverAsking() async throws {
        let broken = try await broken { endpoint in
            guard endpoint.path.encoded != "/config" else { throw NetworkError.invalidResponse }
            return endpoint
        }
        #expect(broken == ["CONFIG-01", "CONFIG-02", "START-01"])
    }

    @Test(
        "One that sends something else than what has happened, or not when, does not keep what is promised of analytics.",
        arguments: [("event_20", "event_19"), ("occurred_at", "at")]
    )
    func otherEvents(_ said: String, _ instead: String) async throws {
        let broken = try await broken { endpoint in
            var endpoint = endpoint
            guard endpoint.path.encoded == "/analytics", let body = endpoint.body else { return endpoint }
            let text = String(decoding: body, as: UTF8.self)
            endpoint.body = Data(text.replacingOccurrences(of: said, with: instead).utf8)
            return endpoint
        }
        #expect(broken == ["ANALYTICS-01"])
    }

    /// Sends something else than it is asked for, or nothing.
    private struct ChangingClient: APIClientProtocol {
        let client: APIClient
        let change: @Sendable (Endpoint) throws -> Endpoint

        func response(to endpoint: Endpoint) async throws -> HTTPResponse {
            try await client.response(to: change(endpoint))
        }
    }
}
