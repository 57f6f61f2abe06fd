import RehearsalPlatform

/// The progress of a schedule: the requests that have arrived and the calls that have ended, by step.
final class ScheduleProgress: Sendable {
    private let state = Locked(State())

    /// The numbers of arrived requests, of late replies that are due, and of ended calls.
    struct Counts: Sendable {
        fileprivate(set) var arrivals: [Int: Int] = [:]
        fileprivate(set) var lateReplies: [Int: Int] = [:]
        fileprivate(set) var ended: [Int: Int] = [:]
        /// The steps whose cancelled call had not ended when the client was idle, or when the time for that was over.
        fileprivate(set) var idleAfterCancellation: Set<Int> = []
    }

    private struct State {
        var counts = Counts()
        var changes = 0
        var hasStalled = false
        var waiter: (isMet: @Sendable (Counts) -> Bool, continuation: CheckedContinuation<Bool, Never>)?
    }

    func recordArrival(in step: Int) { change { $0.arrivals[step, default: 0] += 1 } }

    func recordLateReply(in step: Int) { change { $0.lateReplies[step, default: 0] += 1 } }

    func recordIdleAfterCancellation(in step: Int) { change { $0.idleAfterCancellation.insert(step) } }

    func recordEnd(in step: Int) { change { $0.ended[step, default: 0] += 1 } }

    /// Ends the current wait and all later ones, because the client makes no progress.
    func stall() {
        let waiter = state.withLock { state in
            state.hasStalled = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.continuation.resume(returning: false)
    }

    /// Whether the client has made no progress while the harness waited for it.
    var hasStalled: Bool { state.withLock { $0.hasStalled } }

    /// The number of changes so far.
    var changeCount: Int { state.withLock { $0.changes } }

    /// Repeats a wait for an idle client until nothing has changed in several waits in a row.
    ///
    /// On a busy machine, a client whose thread is delayed looks idle.
    func untilUnchanged(_ waitUntilIdle: () async throws -> Void) async throws {
        var (unchanged, last) = (0, changeCount)
        while unchanged < Self.idleWaits {
            try await waitUntilIdle()
            let now = changeCount
            (unchanged, last) = (now == last ? unchanged + 1 : 0, now)
        }
    }

    private static let idleWaits = 15

    /// Waits until a condition holds. One task may wait at a time.
    ///
    /// - Returns: false if the client makes no progress.
    @discardableResult
    func wait(until isMet: @escaping @Sendable (Counts) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let result: Bool? = state.withLock { state in
                if isMet(state.counts) { return true }
                if state.hasStalled { return false }
                state.waiter = (isMet, continuation)
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }

    private func change(_ body: (inout Counts) -> Void) {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            body(&state.counts)
            state.changes += 1
            guard let waiter = state.waiter, waiter.isMet(state.counts) else { return nil }
            state.waiter = nil
            return waiter.continuation
        }
        waiter?.resume(returning: true)
    }
}
