import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalPlatform
import TestAdmission
import Testing

@Suite("Runs of schedules", .limitedConcurrency)
struct ScheduleRunnerTests {
    private let sut = ScheduleRunner(InProcessExploredSubject(Notes.client(with: nil)), Notes.exploration)

    private func call(_ call: Schedule.Call, _ actions: ScheduleAction...) -> Schedule.Step {
        Schedule.Step(.call(call), actions)
    }

    private func lines(_ history: History, _ step: Int) -> [String] {
        history.requests(of: step).map { "\($0.method) \($0.path) \($0.status ?? 0) \($0.action)" }
    }

    @Test("A call in the background ends after the next step, and each step has its own requests and actions.")
    func background() async throws {
        let schedule = Schedule([
            call(.init("listNotes")), call(.init("listNotes", isInBackground: true), .late, .status(503)),
            call(.init("deleteNote"), .status(503)),
        ])
        let history = try await sut.run(schedule)
        #expect(lines(history, 1) == ["GET /notes 304 late"])
        #expect(lines(history, 2) == ["DELETE /notes/2 503 503", "DELETE /notes/2 204 normal"])
        let (list, deletion) = (history.calls[1], history.calls[2])
        #expect(list.step == 1 && deletion.step == 2)
        #expect(list.outcome.value != nil && deletion.outcome.value != nil)
        #expect(list.beganAt < deletion.beganAt && deletion.endedAt < list.endedAt)
    }

    @Test("A late reply for which the next call also waits is sent, and both calls end.")
    func sharedReply() async throws {
        let schedule = Schedule([call(.init("listNotes", isInBackground: true), .late), call(.init("deleteNote"))])
        let history = try await sut.run(schedule)
        #expect(lines(history, 0) == ["POST /auth/login 200 late", "GET /notes 200 normal"])
        #expect(lines(history, 1) == ["DELETE /notes/2 204 normal"])
        #expect(history.calls.prefix(2).allSatisfy { $0.outcome.value != nil })
    }

    @Test("A cancelled call ends while its late reply is held.")
    func cancelled() async throws {
        let schedule = Schedule([
            call(.init("listNotes", isCancelled: true), .normal, .late), call(.init("deleteNote")),
        ])
        let history = try await sut.run(schedule)
        #expect(history.calls[0].outcome.kind == .cancelled && history.calls[0].wasCancelled)
        #expect(lines(history, 1) == ["DELETE /notes/2 204 normal"])
    }

    @Test(
        "A client that sends requests when it is cancelled can end the call before the late reply arrives.",
        arguments: [1, 2]
    )
    func slowCancellation(parallel: Int) async throws {
        let subject = ProbeClient.subject { wire in
            let held = Task { try await ProbeClient.send(ProbeClient.item, on: wire) }
            _ = try await withTaskCancellationHandler {
                try await held.value
            } onCancel: {
                Task {
                    for _ in 0..<20 { try await ProbeClient.send(ProbeClient.item, on: wire) }
                    held.cancel()
                }
            }
        }
        let runner = ScheduleRunner(subject, ProbeClient.exploration())
        let step = call(.init("read", parallel: parallel, isCancelled: true), .late)
        let history = try await runner.run(Schedule([step]))
        // Only the first call is cancelled, and only its request has the late reply.
        #expect(history.calls(of: 0).map(\.outcome.kind) == (parallel == 1 ? [.cancelled] : [.cancelled, .value]))
        #expect(history.requests(of: 0).count == 20 + parallel)
    }

    @Test("A late reply is not complete if the client has closed the connection of its cancelled call.")
    func closedConnection() async throws {
        let subject = ProbeClient.subject { try await ProbeClient.send(ProbeClient.item, on: $0) }
        let runner = ScheduleRunner(subject, ProbeClient.exploration())
        let schedule = Schedule([call(.init("read", isCancelled: true), .late)])
        // Without a wait, the server would send some of the replies before it reads the end of the connection.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<12 {
                        let history = try await runner.run(schedule)
                        #expect(history.calls[0].outcome.kind == .cancelled)
                        #expect(history.requests(of: 0).map(\.wasAnswered) == [false])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("The late reply to an exchange that outlives its cancelled call is processed before the next step begins.")
    func outlivingExchange() async throws {
        let schedule = Schedule([call(.init("read", isCancelled: true), .late), call(.init("read"))])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let exchanges = Locked((open: 0, joined: 0))
                    let subject = ProbeClient.subject { wire in
                        exchanges.withLock {
                            $0.joined += $0.open
                            $0.open += 1
                        }
                        let (ended, continuation) = AsyncStream<Void>.makeStream()
                        Task {
                            _ = try? await ProbeClient.send(ProbeClient.item, on: wire)
                            exchanges.withLock { $0.open -= 1 }
                            continuation.finish()
                        }
                        for await _ in ended {}
                        try Task.checkCancellation()
                    }
                    let runner = ScheduleRunner(subject, ProbeClient.exploration())
                    for _ in 0..<8 {
                        let history = try await runner.run(schedule)
                        #expect(history.calls.prefix(2).map(\.outcome.kind) == [.cancelled, .value])
                        #expect(history.requests(of: 0).map(\.wasAnswered) == [true])
                    }
                    #expect(exchanges.withLock { $0.joined } == 0)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A late reply ends a call that ignores its cancellation.")
    func ignoredCancellation() async throws {
        let subject = ProbeClient.subject { wire in
            _ = try await Task { try await ProbeClient.send(ProbeClient.item, on: wire) }.value
        }
        let runner = ScheduleRunner(subject, ProbeClient.exploration())
        let history = try await runner.run(Schedule([call(.init("read", isCancelled: true), .late)]))
        #expect(history.calls[0].outcome.kind == .value && history.calls[0].wasCancelled && history.isComplete)
    }

    @Test("A call without a connection sends nothing, and the next one has a connection again.")
    func offline() async throws {
        let schedule = Schedule([call(.init("createNote", isOffline: true)), call(.init("sync"))])
        let history = try await sut.run(schedule)
        #expect(!history.calls[0].wasOnline && history.calls[1].wasOnline)
        #expect(lines(history, 0).isEmpty)
        #expect(lines(history, 1) == ["POST /auth/login 200 normal", "POST /notes 201 normal"])
    }

    @Test("After the schedule, stored views are shown without a connection, queues are sent, and each read is called.")
    func recovery() async throws {
        let history = try await sut.run(Schedule([call(.init("listNotes"))]))
        let recovery = history.calls.filter { history.isRecovery($0.step) }
        #expect(recovery.map(\.operation) == ["listNotes", "sync", "listNotes", "loadMore"])
        #expect(recovery.map(\.wasOnline) == [false, true, true, true])
    }

    @Test("Bytes that follow a reply are not part of it.")
    func leftover() async throws {
        let history = try await sut.run(Schedule([call(.init("listNotes"), .normal, .leftover)]))
        #expect(lines(history, 0) == ["POST /auth/login 200 normal", "GET /notes 200 leftover bytes"])
        #expect(history.calls[0].outcome.value != nil)
        #expect(history.calls.allSatisfy { $0.outcome.value != nil })
    }
}
