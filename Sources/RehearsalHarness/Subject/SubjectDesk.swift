import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalServer

/// Where cases wait for one of the threads that put them to a subject.
final class SubjectDesk: @unchecked Sendable {
    // Sendable: everything that changes is reached under the lock.
    private let program: SubjectProgram
    private let lock = Lock()
    private let news = Lock.Condition()
    private var waiting: [Case] = []
    private var workers = 0
    private var isClosing = false
    private var closers: [CheckedContinuation<Void, Never>] = []
    /// Why nothing is tried any more.
    private var reason: String?
    private var strikes = 0
    /// Whether a case has been answered as agreed.
    private var hasAnswered = false
    private var noted = Notes()

    private struct Case {
        let request: CaseRequest
        let latency: LatencyRecorder
        let answer: CheckedContinuation<CaseAnswer, Never>
    }

    /// What belongs to no case.
    struct Notes: Sendable {
        var breaches: [String] = []
        var warnings: [String] = []

        static let most = 20
    }

    init(_ program: SubjectProgram) { self.program = program }

    var notes: Notes { lock.withLock { noted } }

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
        lock.withLock { workers += 1 }
        do {
            try Thread.start { self.work(greeting) }.detach()
        } catch {
            lock.withLock { workers -= 1 }
            throw error
        }
    }

    func answer(_ request: CaseRequest, _ latency: LatencyRecorder) async -> CaseAnswer {
        await withCheckedContinuation { continuation in
            let reason: String? = lock.withLock {
                if let reason = self.reason { return reason }
                if isClosing { return "the subject has been ended" }
                waiting.append(Case(request: request, latency: latency, answer: continuation))
                news.signal()
                return nil
            }
            if let reason { continuation.resume(returning: .notJudged(reason)) }
        }
    }

    /// Nothing is tried any more.
    func giveUp(_ reason: String) {
        let left: [Case] = lock.withLock {
            self.reason = self.reason ?? reason
            defer { waiting = [] }
            return waiting
        }
        for left in left { left.answer.resume(returning: .notJudged(reason)) }
    }

    /// Returns when every worker has ended its subject.
    func close() async {
        await withCheckedContinuation { continuation in
            let isEmpty = lock.withLock {
                isClosing = true
                news.signal()
                if workers > 0 { closers.append(continuation) }
                return workers == 0
            }
            if isEmpty { continuation.resume() }
        }
    }
}

extension SubjectDesk {
    private func work(_ greeting: CheckedContinuation<JSON, any Error>?) {
        Self.blockBrokenPipes()
        var conversation = SubjectConversation(program) { self.lock.withLock { self.reason != nil } }
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
        if let breach = conversation.finish() { lock.withLock { noted.breaches.append(breach) } }
        leave()
    }

    private func next(after prepare: () -> Void) -> Case? {
        if lock.withLock({ !isClosing && reason == nil }) { prepare() }
        return lock.withLock {
            while waiting.isEmpty, !isClosing { lock.wait(for: news) }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }

    private func leave() {
        let closers: [CheckedContinuation<Void, Never>] = lock.withLock {
            workers -= 1
            guard workers == 0 else { return [] }
            defer { self.closers = [] }
            return self.closers
        }
        for closer in closers { closer.resume() }
    }

    private func take(_ outcome: SubjectConversation.Outcome) -> CaseAnswer {
        let isEnough: Bool = lock.withLock {
            if let breach = outcome.breach, noted.breaches.count < Notes.most { noted.breaches.append(breach) }
            if let warning = outcome.warning, noted.warnings.count < Notes.most { noted.warnings.append(warning) }
            switch outcome.answer {
            case .outcomes, .cannotRun: (strikes, hasAnswered) = (0, true)
            // A client without timeouts never returns from a stall, and can be asked everything else.
            case .hang where hasAnswered: break
            default: strikes += outcome.isStrike ? 1 : 0
            }
            return strikes >= program.limits.strikes
        }
        if let reason = lock.withLock({ reason }), case .notJudged = outcome.answer { return .notJudged(reason) }
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
