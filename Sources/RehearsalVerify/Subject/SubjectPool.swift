import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// The queue of cases, and the threads that send them to subjects.
final class SubjectDesk: Sendable {
    private let program: SubjectProgram
    private let state = Locked(State())

    private struct State {
        var waiting: [Case] = []
        var workers = 0
        var isClosing = false
        var closers: [CheckedContinuation<Void, Never>] = []
        /// The reason why no further case is run; nil while cases are run.
        var reason: String?
        var strikes = 0
        /// Whether a case has had a valid answer.
        var hasAnswered = false
        var noted = Notes()
    }

    private struct Case {
        let request: CaseRequest
        let latency: LatencyRecorder
        let answer: CheckedContinuation<CaseAnswer, Never>
    }

    /// The protocol violations and warnings that belong to no case.
    struct Notes: Sendable {
        var breaches: [String] = []
        var warnings: [String] = []

        private static let most = 20

        mutating func add(_ outcome: SubjectConversation.Outcome) {
            if let breach = outcome.breach, breaches.count < Self.most { breaches.append(breach) }
            if let warning = outcome.warning, warnings.count < Self.most { warnings.append(warning) }
        }
    }

    init(_ program: SubjectProgram) { self.program = program }

    var notes: Notes { state.withLock { $0.noted } }

    /// Starts the first worker; returns the hello of its subject.
    func open() async throws -> JSON {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try addWorker(greeting: continuation)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Starts a thread with its own subject.
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

    /// Ends the run: waiting and later cases are not judged, for this reason.
    func giveUp(_ reason: String) {
        let left: [Case] = state.withLock { state in
            state.reason = state.reason ?? reason
            defer { state.waiting = [] }
            return state.waiting
        }
        for left in left { left.answer.resume(returning: .notJudged(reason)) }
    }

    /// Waits until every worker has ended its subject.
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
            if case .failure = hello { leave() }
            greeting.resume(with: hello)
            if case .failure = hello { return }
        }
        // Starting the process in advance keeps its start out of the time of a case.
        while let next = next(after: { conversation.prepare() }) {
            let outcome = conversation.ask(next.request, next.latency)
            next.answer.resume(returning: take(outcome))
        }
        if let breach = conversation.finish() { state.withLock { $0.noted.breaches.append(breach) } }
        leave()
    }

    private func next(after prepare: () -> Void) -> Case? {
        if state.withLock({ !$0.isClosing && $0.reason == nil }) { prepare() }
        return state.wait { state -> Case?? in
            if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
            return state.isClosing ? .some(nil) : nil
        }
    }

    private func leave() {
        let closers: [CheckedContinuation<Void, Never>] = state.withLock { state in
            state.workers -= 1
            guard state.workers == 0 else { return [] }
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    private func take(_ outcome: SubjectConversation.Outcome) -> CaseAnswer {
        let isEnough: Bool = state.withLock { state in
            state.noted.add(outcome)
            switch outcome.answer {
            case .outcomes, .cannotRun: (state.strikes, state.hasAnswered) = (0, true)
            // A client without timeouts hangs in every stall but can run all other cases.
            case .hang where state.hasAnswered: break
            default: state.strikes += outcome.isStrike ? 1 : 0
            }
            return state.strikes >= program.limits.strikes
        }
        if let reason = state.withLock({ $0.reason }), case .notJudged = outcome.answer { return .notJudged(reason) }
        if isEnough {
            giveUp(
                "not run: the subject gave no valid answer \(program.limits.strikes) times in a row (\(outcome.said))"
            )
        }
        return outcome.answer
    }

    /// Blocks SIGPIPE in this thread, so that a write to an ended subject returns an error.
    private static func blockBrokenPipes() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}

extension SubjectConversation.Outcome {
    fileprivate var said: String {
        switch answer {
        case .hang(let limit): "it did not answer within \(limit.components.seconds) s"
        case .notJudged(let reason), .cannotRun(let reason), .crash(let reason): reason
        case .outcomes: "it answered"
        }
    }
}
