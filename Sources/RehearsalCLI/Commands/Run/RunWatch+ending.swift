import Rehearsal
import RehearsalPlatform

extension RunWatch {
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
