import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer
import TestAdmission
import Testing

@Suite("The overhead of measured waits", .limitedConcurrency)
struct ControlRunTests {
    private static func operation(_ method: Scenario.Method) -> Declaration.Operation {
        .init("ask", method, "/items", reply: .init(200, body: Array("[]".utf8)))
    }

    private func overhead(_ method: Scenario.Method, alsoAsking others: [String] = [], repeating: Int = 1) async
        -> Duration?
    {
        let subject = Asking(Self.operation(method), others: others, repeating: repeating)
        return await OverheadCalibration.overhead(of: subject.declaration, CaseRunner(subject))
    }

    @Test("The overhead is measured with any method.", arguments: [.get, .put, .post] as [Scenario.Method])
    func methods(_ method: Scenario.Method) async throws {
        #expect(try #require(await overhead(method)) > .milliseconds(5))
    }

    @Test("Requests to other endpoints do not count towards the overhead.")
    func others() async throws {
        #expect(try #require(await overhead(.get, alsoAsking: ["/config", "/config?again"])) >= .milliseconds(5))
        #expect(await overhead(.get, alsoAsking: ["/items"]) == nil)
    }

    @Test("The overhead of a client that sends no request or several cannot be measured.")
    func never() async {
        #expect(await overhead(.get, repeating: 2) == nil)
        #expect(await overhead(.get, repeating: 0) == nil)
        let silent = Declaration(name: "silent")
        #expect(await OverheadCalibration.overhead(of: silent, CaseRunner(Asking(Self.operation(.get)))) == nil)
    }

    @Test("A safe operation is preferred for the measurement, and then an idempotent one.")
    func order() async throws {
        let subject = Asking(Self.operation(.post))
        var declaration = subject.declaration
        declaration.operations += [Self.operation(.delete), Self.operation(.head)]
        for (index, name) in ["c", "b", "a"].enumerated() { declaration.operations[2 - index].name = name }
        var asked: [String] = []
        for _ in 0..<3 {
            _ = await OverheadCalibration.overhead(of: declaration, CaseRunner(subject))
            asked.append(try #require(subject.lastAsked))
            declaration.operations.removeAll { $0.name == subject.lastAsked }
        }
        #expect(asked == ["c", "b", "a"])
    }

    /// A client that sends other requests before each call.
    private final class Asking: TestSubject, @unchecked Sendable {
        // Sendable: `last` is accessed under the lock.
        private let lock = Lock()
        private var last: String?
        private let operation: Declaration.Operation
        private let others: [String]
        private let repeating: Int

        init(_ operation: Declaration.Operation, others: [String] = [], repeating: Int = 1) {
            (self.operation, self.others, self.repeating) = (operation, others, repeating)
        }

        var declaration: Declaration { Declaration(name: "asking", operations: [operation]) }
        let acceptsClock = false
        let executor = LatencyMonitor.Executor.threads
        var lastAsked: String? { lock.withLock { last } }

        func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
            lock.withLock { last = request.operation }
            let port = request.baseURL.split(separator: ":").last.flatMap { Int($0) } ?? 0
            let client = WireClient(host: "127.0.0.1", port: port)
            for _ in 0..<request.repetitions {
                for target in others { _ = try? await client.send(WireRequest("GET", target), within: .seconds(240)) }
                for _ in 0..<repeating {
                    let asked = WireRequest(operation.method.rawValue, operation.path)
                    _ = try? await client.send(asked, within: .seconds(240))
                }
            }
            return .outcomes([.value([])], elapsed: .zero, store: nil)
        }
    }
}
