/// Tasks that wait for something to happen to a journal. Every method is called with the journal's lock held.
struct Waiters {
    /// Tells a task from others, also before it waits.
    struct Ticket: Hashable {
        fileprivate let number: Int
    }

    private enum State {
        case awaited(CheckedContinuation<Void, Never>)
        /// Woken before it had begun to wait.
        case woken
    }

    private var states: [Ticket: State] = [:]
    private var count = 0
    /// Whether anybody waits at this moment.
    private(set) var isEmpty = true

    mutating func makeTicket() -> Ticket {
        count += 1
        return Ticket(number: count)
    }

    /// Keeps a task until it is woken; returns false if it has been already.
    mutating func keep(_ continuation: CheckedContinuation<Void, Never>, _ ticket: Ticket) -> Bool {
        if case .woken = states.removeValue(forKey: ticket) { return false }
        states[ticket] = .awaited(continuation)
        isEmpty = false
        return true
    }

    /// Wakes one task, now or as soon as it wants to wait.
    mutating func wake(_ ticket: Ticket) {
        if case .awaited(let continuation) = states.updateValue(.woken, forKey: ticket) {
            continuation.resume()
        }
    }

    /// Wakes every task that waits.
    mutating func wakeAll() {
        for (ticket, state) in states {
            guard case .awaited(let continuation) = state else { continue }
            states[ticket] = nil
            continuation.resume()
        }
        isEmpty = true
    }

    /// Forgets a task that has what it waited for.
    mutating func forget(_ ticket: Ticket) { states[ticket] = nil }
}
