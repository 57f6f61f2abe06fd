import Rehearsal
import RehearsalFiles
import RehearsalServer

/// Waits for the end of a run: of its command, of what the journal still has to show, of patience.
struct RunWatch {
    let backend: Backend
    let events: RunEvents
    let offspring: Offspring
    let isUntilMet: Bool
    /// When the run is to be over; never if there is no such time.
    let deadline: Int64

    private var commandEnd: CommandEnd?
    /// The signal that asked for an end, and whether another one has come after it.
    private var interrupt: (number: Int32, isUrgent: Bool)?
    private var mayHaveChanged = true

    /// How long an exchange that is open at the end is waited for.
    private static let settling = Duration.seconds(1).nanoseconds

    init(backend: Backend, events: RunEvents, offspring: Offspring, isUntilMet: Bool, deadline: Int64) {
        self.backend = backend
        self.events = events
        self.offspring = offspring
        self.isUntilMet = isUntilMet
        self.deadline = deadline
    }

    /// How it went.
    struct Outcome {
        /// What ended the run.
        var reason: Reason
        var commandEnd: CommandEnd?
        var judgement: Judgement
    }

    enum Reason {
        case command, met, timeout
        case signal(Int32)
    }

    /// Returns when the run is over and nothing is left that has to be ended.
    mutating func run() -> Outcome {
        let reason = waitForCommand() ?? waitForEvidence()
        var judgement = backend.judge()
        switch reason {
        case .command: break
        case .met, .timeout:
            // What the client does from here on is no longer its own doing. What a command has left behind that came to
            // its own end was left on purpose.
            if commandEnd == nil { end(by: nil) }
        case .signal(let number):
            end(by: number)
            settle()
            judgement = backend.judge()
        }
        return Outcome(reason: reason, commandEnd: commandEnd, judgement: judgement)
    }

    /// Returns nil when the command came to its own end.
    private mutating func waitForCommand() -> Reason? {
        var window = Int64.max
        while true {
            if let interrupt { return .signal(interrupt.number) }
            if commandEnd != nil { return nil }
            if isUntilMet, mayHaveChanged {
                let judgement = look()
                if judgement.isSettled {
                    settle()
                    return .met
                }
                window = judgement.isOpenUntil.map { $0 + 1 } ?? .max
            }
            if !observe(until: min(deadline, window)) {
                if SystemClock.now() >= deadline { return .timeout }
                mayHaveChanged = true
            }
        }
    }

    /// Waits, after the end of the command, for what may still come.
    private mutating func waitForEvidence() -> Reason {
        settle()
        mayHaveChanged = true
        var end = Int64.max
        while true {
            if let interrupt { return .signal(interrupt.number) }
            if mayHaveChanged {
                let judgement = look()
                let window = judgement.isOpenUntil
                if judgement.isSettled || (window == nil && !isUntilMet) { break }
                end = window.map { $0 + 1 } ?? .max
            }
            if !observe(until: min(deadline, end)) {
                if SystemClock.now() >= deadline { return .timeout }
                mayHaveChanged = true
            }
        }
        settle()
        return .command
    }

    private mutating func look() -> Judgement {
        mayHaveChanged = false
        return backend.judge()
    }

    /// Waits until no exchange is open, for so long as that is worth.
    private mutating func settle() {
        let end = min(deadline, SystemClock.now() + Self.settling)
        while !backend.isSettled, interrupt?.isUrgent != true, observe(until: end) {}
    }

    /// Takes in one thing that happens; returns false when the instant has come instead.
    private mutating func observe(until instant: Int64) -> Bool {
        guard let event = events.next(until: instant) else { return false }
        switch event {
        case .commandEnded(let end): commandEnd = end
        case .descendantEnded: break
        case .journal: mayHaveChanged = true
        case .signal(let arrival):
            if !arrival.isFromTerminal || !offspring.isInOurGroup { offspring.signalCommand(arrival.number) }
            if arrival.isStop { interrupt = (interrupt?.number ?? arrival.number, interrupt != nil) }
        }
        return true
    }
}

extension RunWatch {
    /// How long the command may take to end, and then what it leaves behind.
    private static let grace = Duration.seconds(5).nanoseconds
    private static let lastGrace = Duration.seconds(2).nanoseconds

    private enum Pressure {
        /// The command has been asked.
        case asked
        /// Everything has been asked.
        case allAsked
        case killed
    }

    /// Ends the command and everything it has started.
    ///
    /// - Parameter signal: what the command has been sent already; nil if it is still to be asked.
    private mutating func end(by signal: Int32?) {
        if signal == nil { offspring.askCommandToEnd() }
        var pressure = Pressure.asked
        var limit = SystemClock.now() + Self.grace
        while offspring.isAlive {
            if interrupt?.isUrgent == true, pressure != .killed {
                (pressure, limit) = (.killed, kill())
            } else if commandEnd != nil, pressure == .asked {
                // Nobody is left who could end the rest in order.
                (pressure, limit) = (.allAsked, askAll())
            }
            if observe(until: limit) { continue }
            switch pressure {
            case .asked where signal != nil: (pressure, limit) = (.allAsked, askAll())
            case .asked, .allAsked: (pressure, limit) = (.killed, kill())
            // What not even SIGKILL ends is held by the system.
            case .killed: return
            }
        }
        // Its end is known a moment after it is dead.
        limit = SystemClock.now() + Self.lastGrace
        while commandEnd == nil, observe(until: limit) {}
    }

    private func askAll() -> Int64 {
        offspring.askAllToEnd()
        return SystemClock.now() + Self.lastGrace
    }

    private func kill() -> Int64 {
        offspring.endAll()
        return SystemClock.now() + Self.lastGrace
    }
}
