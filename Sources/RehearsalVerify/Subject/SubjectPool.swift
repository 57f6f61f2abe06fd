import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// A queue of cases, and the threads that each send them to a subject process of their own.
final class SubjectDesk: Sendable {
    private let program: SubjectProgram
    private let state = Locked(State())

    private struct State {
        var waiting: [Case] = []
        var workers = 0
        var isClosing = false
        var closers: [CheckedContinuation<Void, Never>] = []
        /// The reason why no further case is run; nil as long as cases are run.
        var reason: String?
        var strikes = 0
        /// Whether a subject has sent a valid answer.
        var hasAnswered = false
        var noted = Notes()
    }

    private struct Case {
        let request: CaseRequest
        let latency: LatencyRecorder
        let answer: CheckedContinuation<CaseAnswer, Never>
    }

    /// The protocol violations and warnings that do not belong to one case, at most 20 of each.
    struct Notes: Sendable {
        var breaches: [String] = []
        var warnings: [String] = []

        private static let limit = 20

        mutating func add(_ outcome: SubjectConversation.Outcome) {
            if let breach = outcome.breach, breaches.count < Self.limit { breaches.append(breach) }
            if let warning = outcome.warning, warnings.count < Self.limit { warnings.append(warning) }
        }
    }

    init(_ program: SubjectProgram) { self.program = program }

    var notes: Notes { state.withLock { $0.noted } }

    /// Starts the first thread, and returns the hello message of its subject.
    func open() async throws -> JSON {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try addWorker(greeting: continuation)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Starts a thread with a subject process of its own.
    ///
    /// - Parameter greeting: receives the hello message of the subject; nil for a thread after the first one.
    func addWorker(greeting: CheckedContinuation<JSON, any Error>? = nil) throws {
        state.withLock { $0.workers += 1 }
        do {
            try Thread.start { self.work(greeting) }.detach()
        } catch {
            state.withLock { $0.workers -= 1 }
            throw error
        }
    }

    func answer(_ request: CaseRequest, _ latency: LatencyRecorder) async -> CaseAnswer {
        await withCheckedContinuation { continuation in
            let reason: String? = state.withLock {
                if let reason = $0.reason { return reason }
                if $0.isClosing { return "the subject has been stopped" }
                $0.waiting.append(Case(request: request, latency: latency, answer: continuation))
                return nil
            }
            state.notify()
            if let reason { continuation.resume(returning: .notJudged(reason)) }
        }
    }

    /// Ends the run. The answer to waiting and later cases is `notJudged` with this reason.
    func giveUp(_ reason: String) {
        let waiting: [Case] = state.withLock { state in
            state.reason = state.reason ?? reason
            defer { state.waiting = [] }
            return state.waiting
        }
        for waitingCase in waiting { waitingCase.answer.resume(returning: .notJudged(reason)) }
    }

    /// Ends all threads and their subject processes, and returns when they have ended.
    func close() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock {
                $0.isClosing = true
                if $0.workers > 0 { $0.closers.append(continuation) }
                return $0.workers == 0
            }
            state.notify()
            if isEmpty { continuation.resume() }
        }
    }
}

extension SubjectDesk {
    private func work(_ greeting: CheckedContinuation<JSON, any Error>?) {
        Self.blockBrokenPipes()
        var conversation = SubjectConversation(program) { self.state.withLock { $0.reason != nil } }
        if let greeting {
            let hello = Result { try conversation.greet() }
            if case .failure = hello { endWorker() }
            greeting.resume(with: hello)
            if case .failure = hello { return }
        }
        // The process starts before the next case, so that its start is not included in the time of the case.
        while let next = next(after: { conversation.prepare() }) {
            let outcome = conversation.ask(next.request, next.latency)
            next.answer.resume(returning: record(outcome))
        }
        if let breach = conversation.finish() { state.withLock { $0.noted.breaches.append(breach) } }
        endWorker()
    }

    private func next(after prepare: () -> Void) -> Case? {
        if state.withLock({ !$0.isClosing && $0.reason == nil }) { prepare() }
        return state.wait { state -> Case?? in
            if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
            return state.isClosing ? .some(nil) : nil
        }
    }

    private func endWorker() {
        let closers: [CheckedContinuation<Void, Never>] = state.withLock { state in
            state.workers -= 1
            guard state.workers == 0 else { return [] }
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    /// Records the result of a case, and returns its answer. After too many failures in a row, it ends the run.
    private func record(_ outcome: SubjectConversation.Outcome) -> CaseAnswer {
        let isLimitReached: Bool = state.withLock { state in
            state.noted.add(outcome)
            switch outcome.answer {
            case .outcomes, .cannotRun: (state.strikes, state.hasAnswered) = (0, true)
            // A client without timeouts hangs in every case with a stalled reply, but can run all other cases.
            case .hang where state.hasAnswered: break
            default: state.strikes += outcome.isStrike ? 1 : 0
            }
            return state.strikes >= program.limits.strikes
        }
        if let reason = state.withLock({ $0.reason }), case .notJudged = outcome.answer { return .notJudged(reason) }
        if isLimitReached {
            giveUp(
                "not run: the subject gave no valid answer \(program.limits.strikes) times in a row (\(outcome.summary))"
            )
        }
        return outcome.answer
    }

    /// Blocks SIGPIPE in this thread, so that a write to a process that has ended returns an error.
    private static func blockBrokenPipes() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}

extension SubjectConversation.Outcome {
    fileprivate var summary: String {
        switch answer {
        case .hang(let limit): "it did not answer within \(limit.components.seconds) s"
        case .notJudged(let reason), .cannotRun(let reason), .crash(let reason): reason
        case .outcomes: "it answered"
        }
    }
}
