import RehearsalContracts
import TestAdmission
import Testing

@Suite("The schedule of parallel calls", .limitedConcurrency)
struct CallScheduleTests {
    /// Returns whether the task is cancelled, after it has waited for this if it must.
    private static func isCancelled(waiting: Bool) async -> Bool {
        if waiting {
            // The stream has no elements and ends when the task is cancelled.
            let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
            for await _ in stream {}
            continuation.finish()
        }
        return Task.isCancelled
    }

    @Test("Only the first call is cancelled.")
    func cancellingFirst() async throws {
        let sut = CallSchedule(cancellingFirstAfter: .milliseconds(1)) { _ in }
        #expect(try await sut.result(of: 0) { await Self.isCancelled(waiting: true) }.get())
        #expect(try await sut.result(of: 1) { await Self.isCancelled(waiting: false) }.get() == false)
    }

    @Test("Each call starts after the previous one by the interval.")
    func interval() async throws {
        let (pauses, continuation) = AsyncStream.makeStream(of: Duration.self)
        let sut = CallSchedule(every: .milliseconds(50)) { continuation.yield($0) }
        for index in 0..<3 { _ = try await sut.result(of: index) { index }.get() }
        continuation.finish()
        var seen: [Duration] = []
        for await pause in pauses { seen.append(pause) }
        #expect(seen == [.milliseconds(50), .milliseconds(100)])
    }

    @Test("An error of a call is its result.")
    func errors() async {
        let sut = CallSchedule { _ in }
        let result: Result<Void, any Error> = await sut.result(of: 0) { throw CancellationError() }
        #expect(throws: CancellationError.self) { try result.get() }
    }
}
