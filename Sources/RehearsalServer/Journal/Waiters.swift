/// Tasks that wait for something to happen to a journal. Every method is called with the journal's lock held.
struct Waiters {
    /// Tells a task from others, also before it waits.
    struct Ticket: Hashable {
        fileprivate let number: Int
    }

    private enum State {
        case awaited(CheckedContinuation<Void, Never>)
        /// It does something else, or looks whether it has what it waits for.
        case awake
        /// Woken before it had begun to wait.
        case woken
    }

    private var states: [Ticket: State] = [:]
    private var count = 0
    /// Whether anybody waits at this moment.
    private(set) var isEmpty = true

    mutating func makeTicket() -> Ticket {
        count += 1
        let ticket = Ticket(number: count)
        states[ticket] = .awake
        return ticket
    }

    /// Keeps a task until it is woken; returns false if it has been already.
    mutating func keep(_ continuation: CheckedContinuation<Void, Never>, _ ticket: Ticket) -> Bool {
        if case .woken = states[ticket] {
            states[ticket] = .awake
            return false
        }
        states[ticket] = .awaited(continuation)
        isEmpty = false
        return true
    }

    /// Wakes one task, now or as soon as it wants to wait; one that is forgotten stays so.
    mutating func wake(_ ticket: Ticket) {
        switch states[ticket] {
        case .awaited(let continuation):
            states[ticket] = .awake
            Self.resume([continuation])
        case .awake, .woken: states[ticket] = .woken
        case nil: break
        }
    }

    /// Wakes every task that waits.
    mutating func wakeAll() {
        var continuations: [CheckedContinuation<Void, Never>] = []
        for (ticket, state) in states {
            guard case .awaited(let continuation) = state else { continue }
            states[ticket] = .awake
            continuations.append(continuation)
        }
        isEmpty = true
        Self.resume(continuations)
    }

    /// Resumes them without the lock: who cancels a task holds what resuming it needs, and its handler needs the lock.
    private static func resume(_ continuations: [CheckedContinuation<Void, Never>]) {
        guard !continuations.isEmpty else { return }
        Task.detached {
            for continuation in continuations { continuation.resume() }
        }
    }

    /// Forgets a task that has what it waited for.
    mutating func forget(_ ticket: Ticket) { states[ticket] = nil }
}
