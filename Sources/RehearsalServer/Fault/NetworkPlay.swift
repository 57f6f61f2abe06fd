import Rehearsal

/// The states that a session's network goes through. Belongs to the loop that listens.
final class NetworkPlay {
    private let states: [Scenario.Network]
    /// Which of the states holds.
    private(set) var index = 0
    /// The listeners that it is the network of.
    var slots: [Int32] = []
    /// Connections that have met the current state.
    private var met = 0
    private var beganAt: Int64
    private var released: Set<String> = []

    init(_ states: [Scenario.Network], at now: Int64) {
        self.states = states
        beganAt = now
    }

    /// What happens to connections now; nil where they are served.
    var state: Scenario.Network? { index < states.count ? states[index] : nil }

    var isRefusing: Bool { state?.state == .refusing }

    /// When the state ends by itself.
    var changesAt: Int64 {
        guard case .after(let duration)? = state?.until else { return .max }
        return beganAt + max(0, duration.nanoseconds)
    }

    /// Goes on to the state that holds now.
    func advance(to now: Int64) {
        while let state {
            let isOver: Bool
            switch state.until {
            case .connections(let count)?: isOver = met >= count
            case .after?: isOver = changesAt <= now
            case .released(let name)?: isOver = released.contains(name)
            case nil: isOver = false
            }
            guard isOver else { return }
            // A state that ends by the clock ends then, however late that is noticed.
            beganAt = min(now, changesAt)
            index += 1
            met = 0
        }
    }

    /// Its state ends that much earlier, if it ends by the clock.
    func hurry(by duration: Int64) { beganAt -= duration }

    /// A connection has come.
    func meet() { met += 1 }

    func release(_ name: String) { released.insert(name) }
}
