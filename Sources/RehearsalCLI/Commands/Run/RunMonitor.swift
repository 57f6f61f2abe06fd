import Rehearsal
import RehearsalReports
import RehearsalPlatform
import RehearsalServer

/// A monitor that waits for the end of a run: the exit of the command, met expectations, the deadline or a signal.
struct RunMonitor {
    let backend: Backend
    let events: RunEventQueue
    let command: any RunningCommand
    let endsWhenMet: Bool
    /// The instant at which the run times out; `Int64.max` for none.
    let deadline: Int64
    var gracePeriods = GracePeriods()

    private(set) var commandEnd: Termination?
    /// The first signal that requests the end of the run, and whether a second one followed.
    private(set) var stopSignal: (number: Int32, isUrgent: Bool)?
    private var areSignalsDelivered = false
    /// Whether a new judgement may differ from the last one.
    private var mayHaveChanged = true
    /// The instant at which the last judgement may change without a new exchange.
    private var nextChangeAt = Int64.max
    /// The earliest instant of the next judgement, so that judgements take only a part of the processor time.
    private var nextJudgementAt = Int64.min
    /// The last judgement, and the progress of the journal at which it was made.
    private var last: (judgement: VerificationResult, progress: Int)?

    init(backend: Backend, events: RunEventQueue, command: any RunningCommand, isUntilMet: Bool, deadline: Int64) {
        self.backend = backend
        self.events = events
        self.command = command
        self.endsWhenMet = isUntilMet
        self.deadline = deadline
    }

    /// The maximum waiting times at the end of a run.
    struct GracePeriods: Sendable {
        /// The time for open exchanges to end.
        var openExchanges = Duration.seconds(1)
        /// The time for the command to exit after the first signal.
        var commandExit = Duration.seconds(5)
        /// The time for all processes to exit after SIGTERM.
        var allExit = Duration.seconds(2)
    }

    /// The reason for the end of a run, and its results.
    struct Outcome {
        var reason: Reason
        var commandEnd: Termination?
        var judgement: VerificationResult
    }

    /// The reason for the end of a run.
    enum Reason: Equatable {
        case command, met, timeout
        case signal(Int32)
    }

    /// Waits for the end of the run, ends remaining processes, and returns the result.
    mutating func run() -> Outcome {
        let reason = waitForCommand() ?? waitForEvidence()
        var judgement = judge()
        switch reason {
        case .command: break
        case .met, .timeout:
            // The judgement does not include later requests, which the termination may cause. If the command exited by
            // itself, its remaining processes are not ended.
            if commandEnd == nil { terminateCommand(by: nil) }
        case .signal(let number):
            terminateCommand(by: number)
            settle()
            judgement = judge()
        }
        return Outcome(reason: reason, commandEnd: commandEnd, judgement: judgement)
    }

    /// Waits for the command, and returns the reason for the end of the run; nil if the command exited by itself.
    private mutating func waitForCommand() -> Reason? {
        while true {
            // Events that have already happened are handled first.
            while observe(until: .min) {}
            if commandEnd != nil { handlePendingSignals() }
            if let stopSignal { return .signal(stopSignal.number) }
            if commandEnd != nil { return nil }
            if endsWhenMet, judgeIfDue()?.isFinal == true {
                settle()
                return .met
            }
            if waitPassesDeadline() { return .timeout }
        }
    }

    /// Waits, after the command exited, for requests that may still arrive.
    private mutating func waitForEvidence() -> Reason {
        settle()
        mayHaveChanged = true
        while true {
            if let stopSignal { return .signal(stopSignal.number) }
            if let judgement = judgeIfDue(), judgement.isFinal || (!endsWhenMet && judgement.deadline == nil) {
                settle()
                return .command
            }
            if waitPassesDeadline() { return .timeout }
        }
    }

    /// Handles every signal that has arrived. A signal of the terminal also ends the command, whose exit may be
    /// reported first.
    private mutating func handlePendingSignals() {
        areSignalsDelivered = false
        events.requestSignals(events)
        while !areSignalsDelivered, observe(until: .max) {}
    }

    /// Returns a new judgement, if it may differ from the last one and enough time has passed since that one.
    private mutating func judgeIfDue() -> VerificationResult? {
        let start = SystemClock.now()
        guard mayHaveChanged, start >= nextJudgementAt else { return nil }
        mayHaveChanged = false
        let judgement = judge()
        nextChangeAt = judgement.deadline.map { $0 + 1 } ?? .max
        let end = SystemClock.now()
        nextJudgementAt = end + 4 * (end - start)
        return judgement
    }

    /// Returns the judgement of the journal. It is cached until the journal changes or a time window of an expectation
    /// closes.
    private mutating func judge() -> VerificationResult {
        let progress = backend.progress
        if let last, last.progress == progress { return last.judgement }
        let judgement = backend.judge()
        last = (judgement, progress)
        return judgement
    }

    /// Waits for one event and returns whether the deadline passed first.
    private mutating func waitPassesDeadline() -> Bool {
        if observe(until: min(deadline, nextChangeAt, mayHaveChanged ? nextJudgementAt : .max)) { return false }
        if SystemClock.now() >= nextChangeAt { (mayHaveChanged, nextChangeAt, last) = (true, .max, nil) }
        return SystemClock.now() >= deadline
    }

    /// Waits until no exchange is open, but at most for the grace period.
    private mutating func settle() {
        backend.drainSockets()
        let end = min(deadline, SystemClock.now() + gracePeriods.openExchanges.nanoseconds)
        while !backend.isSettled, stopSignal?.isUrgent != true, observe(until: end) {}
    }

    /// Waits for one event and handles it; returns false if the instant passed first.
    mutating func observe(until instant: Int64) -> Bool {
        guard let event = events.next(until: instant) else { return false }
        switch event {
        case .commandEnded(let end): commandEnd = end
        case .descendantEnded: break
        case .signalsDelivered: areSignalsDelivered = true
        case .journal: mayHaveChanged = true
        case .signal(let arrival):
            if !arrival.isFromTerminal || !command.sharesProcessGroup { command.signalCommand(arrival.number) }
            if arrival.isStop { stopSignal = (stopSignal?.number ?? arrival.number, stopSignal != nil) }
        }
        return true
    }

    /// A stage of ending the command.
    private enum TerminationStage {
        /// The command received a signal.
        case signaled
        /// All processes received SIGTERM.
        case allTerminated
        case killed
    }

    /// Ends the command and its descendants.
    ///
    /// - Parameter signal: the signal that the command received already; nil to send SIGTERM first.
    mutating func terminateCommand(by signal: Int32?) {
        if signal == nil { command.terminateCommand() }
        var stage = TerminationStage.signaled
        var limit = SystemClock.now() + gracePeriods.commandExit.nanoseconds
        while command.isAlive {
            if stopSignal?.isUrgent == true, stage != .killed {
                (stage, limit) = (.killed, kill())
            } else if commandEnd != nil, stage == .signaled {
                // The command has exited, so it cannot end its own child processes.
                (stage, limit) = (.allTerminated, terminateAll())
            }
            if observe(until: limit) { continue }
            switch stage {
            case .signaled where signal != nil: (stage, limit) = (.allTerminated, terminateAll())
            case .signaled, .allTerminated: (stage, limit) = (.killed, kill())
            // A process that survives SIGKILL is blocked in the kernel.
            case .killed: return
            }
        }
        // The exit status arrives shortly after the process has died.
        limit = SystemClock.now() + gracePeriods.allExit.nanoseconds
        while commandEnd == nil, observe(until: limit) {}
    }

    private func terminateAll() -> Int64 {
        command.terminateAll()
        return SystemClock.now() + gracePeriods.allExit.nanoseconds
    }

    private func kill() -> Int64 {
        command.killAll()
        return SystemClock.now() + gracePeriods.allExit.nanoseconds
    }
}
