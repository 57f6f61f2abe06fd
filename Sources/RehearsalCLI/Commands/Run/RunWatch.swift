import Rehearsal
import RehearsalReports
import RehearsalPlatform
import RehearsalServer

/// Waits for the end of a run: of its command, of what the journal still has to show, of patience.
struct RunWatch {
    let backend: Backend
    let events: RunEvents
    let command: any RunningCommand
    let isUntilMet: Bool
    /// When the run is to be over; never if there is no such time.
    let deadline: Int64
    var graces = Graces()

    private(set) var commandEnd: CommandEnd?
    /// The signal that asked for an end, and whether another one has come after it.
    private(set) var interrupt: (number: Int32, isUrgent: Bool)?
    private var areSignalsTold = false
    /// Another judgement could come out differently.
    private var mayHaveChanged = true
    /// When the last judgement changes by itself, and from when on it is worth its time to make another.
    private var window = Int64.max
    private var nextLook = Int64.min
    /// The last judgement, and how much of the journal it has seen.
    private var last: (judgement: Judgement, progress: Int)?

    init(backend: Backend, events: RunEvents, command: any RunningCommand, isUntilMet: Bool, deadline: Int64) {
        self.backend = backend
        self.events = events
        self.command = command
        self.isUntilMet = isUntilMet
        self.deadline = deadline
    }

    /// How long is waited at the end.
    struct Graces: Sendable {
        /// For an exchange that is open.
        var settling = Duration.seconds(1)
        /// For the command, once it has been asked to end, and then for what it leaves behind.
        var asked = Duration.seconds(5)
        var allAsked = Duration.seconds(2)
    }

    /// How it went.
    struct Outcome {
        var reason: Reason
        var commandEnd: CommandEnd?
        var judgement: Judgement
    }

    /// What ended the run.
    enum Reason: Equatable {
        case command, met, timeout
        case signal(Int32)
    }

    /// Returns when the run is over and nothing is left that has to be ended.
    mutating func run() -> Outcome {
        let reason = waitForCommand() ?? waitForEvidence()
        var judgement = judge()
        switch reason {
        case .command: break
        case .met, .timeout:
            // What the client does from here on is no longer its own doing. What a command has left behind that came to
            // its own end was left on purpose.
            if commandEnd == nil { end(by: nil) }
        case .signal(let number):
            end(by: number)
            settle()
            judgement = judge()
        }
        return Outcome(reason: reason, commandEnd: commandEnd, judgement: judgement)
    }

    /// Returns nil when the command came to its own end.
    private mutating func waitForCommand() -> Reason? {
        while true {
            // What has happened already goes before what is done about the rest.
            while observe(until: .min) {}
            if commandEnd != nil { takeSignals() }
            if let interrupt { return .signal(interrupt.number) }
            if commandEnd != nil { return nil }
            if isUntilMet, look()?.isSettled == true {
                settle()
                return .met
            }
            if isOver() { return .timeout }
        }
    }

    /// Waits, after the end of the command, for what may still come.
    private mutating func waitForEvidence() -> Reason {
        settle()
        mayHaveChanged = true
        while true {
            if let interrupt { return .signal(interrupt.number) }
            if let judgement = look(), judgement.isSettled || (!isUntilMet && judgement.isOpenUntil == nil) {
                settle()
                return .command
            }
            if isOver() { return .timeout }
        }
    }

    /// Takes in every signal that has come: one from the terminal has ended the command too, and is told of later.
    private mutating func takeSignals() {
        areSignalsTold = false
        events.askForSignals(events)
        while !areSignalsTold, observe(until: .max) {}
    }

    /// Judges, if that could come out differently and the last time is long enough ago for what it cost.
    private mutating func look() -> Judgement? {
        let start = SystemClock.now()
        guard mayHaveChanged, start >= nextLook else { return nil }
        mayHaveChanged = false
        let judgement = judge()
        window = judgement.isOpenUntil.map { $0 + 1 } ?? .max
        let end = SystemClock.now()
        nextLook = end + 4 * (end - start)
        return judgement
    }

    /// The judgement of what the journal holds, made anew only if it holds more or a window has closed.
    private mutating func judge() -> Judgement {
        let progress = backend.progress
        if let last, last.progress == progress { return last.judgement }
        let judgement = backend.judge()
        last = (judgement, progress)
        return judgement
    }

    /// Waits for one thing to happen; returns whether time was up first.
    private mutating func isOver() -> Bool {
        if observe(until: min(deadline, window, mayHaveChanged ? nextLook : .max)) { return false }
        if SystemClock.now() >= window { (mayHaveChanged, window, last) = (true, .max, nil) }
        return SystemClock.now() >= deadline
    }

    /// Waits until no exchange is open, for so long as that is worth.
    private mutating func settle() {
        backend.catchUp()
        let end = min(deadline, SystemClock.now() + graces.settling.nanoseconds)
        while !backend.isSettled, interrupt?.isUrgent != true, observe(until: end) {}
    }

    /// Takes in one thing that happens; returns false when the instant has come instead.
    mutating func observe(until instant: Int64) -> Bool {
        guard let event = events.next(until: instant) else { return false }
        switch event {
        case .commandEnded(let end): commandEnd = end
        case .descendantEnded: break
        case .signalsTold: areSignalsTold = true
        case .journal: mayHaveChanged = true
        case .signal(let arrival):
            if !arrival.isFromTerminal || !command.isInOurGroup { command.signalCommand(arrival.number) }
            if arrival.isStop { interrupt = (interrupt?.number ?? arrival.number, interrupt != nil) }
        }
        return true
    }

    /// How hard the end of the command has been asked for.
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
    mutating func end(by signal: Int32?) {
        if signal == nil { command.askCommandToEnd() }
        var pressure = Pressure.asked
        var limit = SystemClock.now() + graces.asked.nanoseconds
        while command.isAlive {
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
        limit = SystemClock.now() + graces.allAsked.nanoseconds
        while commandEnd == nil, observe(until: limit) {}
    }

    private func askAll() -> Int64 {
        command.askAllToEnd()
        return SystemClock.now() + graces.allAsked.nanoseconds
    }

    private func kill() -> Int64 {
        command.endAll()
        return SystemClock.now() + graces.allAsked.nanoseconds
    }
}
