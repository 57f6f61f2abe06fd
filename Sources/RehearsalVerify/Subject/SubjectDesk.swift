import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// Where cases wait for one of the threads that put them to a subject.
final class SubjectDesk: Sendable {
    private let program: SubjectProgram
    private let state = Locked(State())

    private struct State {
        var waiting: [Case] = []
        var workers = 0
        var isClosing = false
        var closers: [CheckedContinuation<Void, Never>] = []
        /// Why nothing is tried any more.
        var reason: String?
        var strikes = 0
        /// Whether a case has been answered as agreed.
        var hasAnswered = false
        var noted = Notes()
    }

    private struct Case {
        let request: CaseRequest
        let latency: LatencyRecorder
        let answer: CheckedContinuation<CaseAnswer, Never>
    }

    /// What belongs to no case.
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

    /// Starts the first worker; returns what its subject says of itself.
    func open() async throws -> JSON {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try addWorker(greeting: continuation)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Starts a thread, and a subject for it.
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
                if $0.isClosing { return "the subject has been ended" }
                $0.waiting.append(Case(request: request, latency: latency, answer: continuation))
                return nil
            }
            state.notify()
            if let reason { continuation.resume(returning: .notJudged(reason)) }
        }
    }

    /// Nothing is tried any more.
    func giveUp(_ reason: String) {
        let left: [Case] = state.withLock { state in
            state.reason = state.reason ?? reason
            defer { state.waiting = [] }
            return state.waiting
        }
        for left in left { left.answer.resume(returning: .notJudged(reason)) }
    }

    /// Returns when every worker has ended its subject.
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
        // A case that begins with the start of a process takes longer than the client does.
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
            // A client without timeouts never returns from a stall, and can be asked everything else.
            case .hang where state.hasAnswered: break
            default: state.strikes += outcome.isStrike ? 1 : 0
            }
            return state.strikes >= program.limits.strikes
        }
        if let reason = state.withLock({ $0.reason }), case .notJudged = outcome.answer { return .notJudged(reason) }
        if isEnough {
            giveUp(
                "not tried: \(program.limits.strikes) times in a row, the subject has not answered as agreed (\(outcome.said))"
            )
        }
        return outcome.answer
    }

    /// Who writes to a subject that has gone is told so by the call.
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
        case .hang(let limit): "it hangs: no answer within \(limit.components.seconds) s"
        case .notJudged(let reason), .cannotRun(let reason), .crash(let reason): reason
        case .outcomes: "it answered"
        }
    }
}
