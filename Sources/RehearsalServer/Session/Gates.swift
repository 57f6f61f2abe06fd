import Rehearsal

/// The holds of a session: which replies wait where, and which no longer do. Reached under the session's lock.
struct Gates {
    /// A reply that waits: on which loop, and for which exchange of which connection.
    struct Held {
        let loop: LoopHandle
        let token: UInt64
        let ordinal: Int
    }

    private struct Gate {
        var isOpen = false
        var held: [Held] = []
    }

    private var gates: [Scenario.Hold: Gate] = [:]

    init(_ playbook: Playbook) {
        let endpoints = playbook.endpoints
        let holds =
            endpoints.flatMap(\.replies).map(\.hold) + endpoints.map { $0.overlay?.hold }
            + (playbook.policies?.replies.map(\.hold) ?? [])
        for hold in holds.compactMap(\.self) { gates[hold] = Gate() }
    }

    /// The names that replies are held by, sorted.
    var names: [String] { Set(gates.keys.compactMap(\.name)).sorted() }

    /// The names by which replies wait at this moment, sorted.
    var waiting: [String] { Set(gates.filter { !$0.value.held.isEmpty }.keys.compactMap(\.name)).sorted() }

    /// Keeps a reply back; if it need not wait, returns nil or, if it was the last that was waited for, all others.
    mutating func pass(_ hold: Scenario.Hold, _ reply: Held) -> Passage {
        // A reply that a closure made may be held by a name that the scenario does not tell.
        var gate = gates[hold] ?? Gate()
        guard !gate.isOpen else { return .open(releasing: []) }
        if let enough = hold.untilWaiting, gate.held.count + 1 >= enough {
            let others = gate.held
            gates[hold] = Gate(isOpen: true)
            return .open(releasing: others)
        }
        gate.held.append(reply)
        gates[hold] = gate
        return .held
    }

    /// Whether a reply goes on at once.
    enum Passage {
        case held
        /// It does, and so do others that have waited for it.
        case open(releasing: [Held])
    }

    /// Opens every hold of that name; nil if there is none.
    mutating func release(_ name: String) -> [Held]? {
        let named = gates.keys.filter { $0.name == name }
        guard !named.isEmpty else { return nil }
        return named.flatMap { hold in
            defer { gates[hold] = Gate(isOpen: true) }
            return gates[hold]?.held ?? []
        }
    }

    /// Everything that is held, which waits no longer.
    mutating func releaseAll() -> [Held] {
        defer { for hold in gates.keys { gates[hold]?.held = [] } }
        return gates.values.flatMap(\.held)
    }

    /// Closes every hold of that name again, for replies that come to it from now on; false if there is none.
    mutating func close(_ name: String) -> Bool {
        let named = gates.keys.filter { $0.name == name }
        for hold in named { gates[hold]?.isOpen = false }
        return !named.isEmpty
    }

    /// Forgets a reply whose exchange has ended.
    mutating func forget(_ hold: Scenario.Hold, _ ordinal: Int) {
        gates[hold]?.held.removeAll { $0.ordinal == ordinal }
    }
}
