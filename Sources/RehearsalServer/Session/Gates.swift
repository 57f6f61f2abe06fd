import Rehearsal

/// The holds of a session and the replies that wait for them, accessed under the session's lock.
struct Gates {
    /// A reply that waits for its hold to be released.
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

    /// The names of the holds, sorted.
    var names: [String] { Set(gates.keys.compactMap(\.name)).sorted() }

    /// The names of the holds that a reply waits for, sorted.
    var waiting: [String] { Set(gates.filter { !$0.value.held.isEmpty }.keys.compactMap(\.name)).sorted() }

    /// Makes a reply wait for its hold, unless the hold is open or the reply completes the number it waits for.
    mutating func pass(_ hold: Scenario.Hold, _ reply: Held) -> Passage {
        // A closure can produce a reply with a hold that is not in the scenario.
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

    /// The result of a reply's arrival at its hold.
    enum Passage {
        /// The reply waits.
        case held
        /// The reply is sent, together with others that waited for it.
        case open(releasing: [Held])
    }

    /// Opens the holds of a name and returns their replies; nil if no hold has the name.
    mutating func release(_ name: String) -> [Held]? {
        let named = gates.keys.filter { $0.name == name }
        guard !named.isEmpty else { return nil }
        return named.flatMap { hold in
            defer { gates[hold] = Gate(isOpen: true) }
            return gates[hold]?.held ?? []
        }
    }

    /// Removes and returns all waiting replies.
    mutating func releaseAll() -> [Held] {
        defer { for hold in gates.keys { gates[hold]?.held = [] } }
        return gates.values.flatMap(\.held)
    }

    /// Closes the holds of a name for later replies; returns false if no hold has the name.
    mutating func close(_ name: String) -> Bool {
        let named = gates.keys.filter { $0.name == name }
        for hold in named { gates[hold]?.isOpen = false }
        return !named.isEmpty
    }

    /// Removes a reply whose exchange has ended.
    mutating func forget(_ hold: Scenario.Hold, _ ordinal: Int) {
        gates[hold]?.held.removeAll { $0.ordinal == ordinal }
    }
}
