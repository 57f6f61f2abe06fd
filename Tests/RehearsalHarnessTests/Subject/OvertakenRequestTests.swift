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

@Suite("A client that gives up a request that a newer one has overtaken", .admitted)
struct OvertakenRequestTests {
    @Test("Keeps what the shop promises of a search.", arguments: ["SHOP-35", "SHOP-36"])
    func search(_ promise: String) async throws {
        let result = try await PromiseTrial.result(promise, of: .shop) { trial in
            ShopServices(trial, over: Overtaking { $0.url.query?.contains("q=la&") == true })
        }
        #expect(result?.isPassOrUntold == true, "\(result?.findings ?? [])")
        guard result?.verdict == .pass else { return }
        // What lies in the store would be taken for an answer that never comes.
        let asked = result?.entries.filter { $0.target == "/products/11" } ?? []
        #expect(asked.map(\.status) == [200, 200])
    }

    @Test("Keeps what is promised of a scene that shows something else by then.")
    func scene() async throws {
        let result = try await PromiseTrial.result("FEAT-02", of: .features) { trial in
            FeaturesServices(trial, over: Overtaking { $0.url.path == "/data/harbour" })
        }
        #expect(result?.isPassOrUntold == true, "\(result?.findings ?? [])")
    }

    /// Gives up some requests as soon as others are to be sent.
    private final class Overtaking: HTTPTransport, @unchecked Sendable {
        // Sendable: `sent` is reached under the lock.
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
