import Foundation
import ReferenceClients
import ReferenceSubject
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("A client that cancels an outdated request", .limitedConcurrency)
struct OvertakenRequestTests {
    @Test("A client that cancels outdated searches keeps the promises of the shop.", arguments: ["SHOP-35", "SHOP-36"])
    func search(_ promise: String) async throws {
        let result = try await PromiseTrial.result(promise, of: .shop) { trial in
            ShopServices(trial, over: Overtaking { $0.url.query?.contains("q=la&") == true })
        }
        #expect(result?.isPassOrMachineBusy == true, "\(result?.findings ?? [])")
        guard result?.verdict == .pass else { return }
        // A stored product would count as an answer to the request that was cancelled.
        let asked = result?.entries.filter { $0.target == "/products/11" } ?? []
        #expect(asked.map(\.status) == [200, 200])
    }

    @Test("A client that cancels the request of a former scene keeps the promise of the features app.")
    func scene() async throws {
        let result = try await PromiseTrial.result("FEAT-02", of: .features) { trial in
            FeaturesServices(trial, over: Overtaking { $0.url.path == "/data/harbour" })
        }
        #expect(result?.isPassOrMachineBusy == true, "\(result?.findings ?? [])")
    }

    /// Cancels some requests as soon as others are sent.
    private final class Overtaking: HTTPTransport, @unchecked Sendable {
        // Sendable: `sent` is accessed under the lock.
        private let lock = Lock()
        private var sent: [Task<HTTPResponse, any Error>] = []
        private let isOvertaken: @Sendable (HTTPRequest) -> Bool
        private let network = URLSessionTransport(timeout: .seconds(60))

        init(_ isOvertaken: @escaping @Sendable (HTTPRequest) -> Bool) { self.isOvertaken = isOvertaken }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let task = Task { [network] in try await network.send(request) }
            let isOlder = isOvertaken(request)
            let older = lock.withLock {
                defer { sent = isOlder ? sent + [task] : [] }
                return isOlder ? [] : sent
            }
            for task in older { task.cancel() }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }
}
