import Rehearsal
import RehearsalPlatform

/// The sequence of simulated network states of a session. The loop that accepts its connections owns it.
final class NetworkSimulation {
    private let states: [Scenario.Network]
    /// The index of the current state; the number of states after the last one.
    private(set) var index = 0
    /// The slots of the listeners that the states apply to.
    var slots: [Int32] = []
    /// The number of connections that were accepted in the current state.
    private var acceptedCount = 0
    private var startedAt: Int64
    private var released: Set<String> = []

    init(_ states: [Scenario.Network], at now: Int64) {
        self.states = states
        startedAt = now
    }

    /// The current state; nil after the last state, when connections are served normally.
    var state: Scenario.Network? { index < states.count ? states[index] : nil }

    var isRefusing: Bool { state?.state == .refusing }

    /// The time at which the current state ends; `.max` if no time ends it.
    var changesAt: Int64 {
        guard case .after(let duration)? = state?.until else { return .max }
        return startedAt + max(0, duration.nanoseconds)
    }

    /// Advances to the state that applies at a time.
    func advance(to now: Int64) {
        while let state {
            let isOver: Bool
            switch state.until {
            case .connections(let count)?: isOver = acceptedCount >= count
            case .after?: isOver = changesAt <= now
            case .released(let name)?: isOver = released.contains(name)
            case nil: isOver = false
            }
            guard isOver else { return }
            // The next state starts when a timed state was due to end, even if the loop is late.
            startedAt = min(now, changesAt)
            index += 1
            acceptedCount = 0
        }
    }

    /// Makes a timed state end earlier by a duration.
    func advanceDeadlines(by duration: Int64) { startedAt -= duration }

    /// Counts an accepted connection.
    func countConnection() { acceptedCount += 1 }

    /// Records that a name was released.
    func release(_ name: String) { released.insert(name) }
}

extension EventLoop {
    /// Starts to listen, or to refuse connections, on the sockets of a session.
    func listen(_ sockets: [ListeningSockets.Socket], for session: Session) {
        let states = loopSessions[ObjectIdentifier(session)]?.run.network ?? []
        let network = states.isEmpty ? nil : NetworkSimulation(states, at: session.startedAt)
        for socket in sockets {
            let (slot, token) = takeSlot()
            let listener = Listener(socket, session, slot: slot, token: token)
            listener.network = network
            network?.slots.append(slot)
            slots[Int(slot)].listener = listener
            loopSessions[ObjectIdentifier(session)]?.slots.insert(slot)
            if socket.isListening { poller.setInterest(.read, of: socket.descriptor, token: token) }
            applyNetworkState(listener)
        }
    }

    /// Applies new network states to the sockets of a session, from the first state on.
    func restartNetwork(_ states: [Scenario.Network], for session: Session) {
        now = SystemClock.now()
        let network = NetworkSimulation(states, at: now)
        for slot in (loopSessions[ObjectIdentifier(session)]?.slots ?? []).sorted() {
            guard let listener = slots[Int(slot)].listener else { continue }
            network.slots.append(slot)
            (listener.network, listener.stateIndex) = (network, -1)
        }
        if let listener = network.slots.first.flatMap({ slots[Int($0)].listener }) { applyNetworkState(listener) }
    }

    /// Applies the current network state to all listeners of the session, and schedules the next change.
    func applyNetworkState(_ listener: Listener) {
        guard let network = listener.network else { return }
        network.advance(to: now)
        guard listener.stateIndex != network.index else { return }
        for listener in network.slots.compactMap({ slots[Int($0)].listener }) {
            listener.stateIndex = network.index
            if network.isRefusing { refuseAll(listener) } else { acceptAgain(listener) }
            listener.changesAt = network.changesAt
            if listener.changesAt != .max { scheduleTimer(listener.slot, at: listener.changesAt) }
        }
    }

    /// Releases a name that the network states of a session may wait for.
    func release(_ name: String, for session: Session) {
        now = SystemClock.now()
        let listeners = (loopSessions[ObjectIdentifier(session)]?.slots ?? []).compactMap { slots[Int($0)].listener }
        for listener in listeners {
            listener.network?.release(name)
            applyNetworkState(listener)
        }
    }

    /// Refuses new connections, and keeps the port bound. Closing the socket resets the connections in its backlog.
    private func refuseAll(_ listener: Listener) {
        guard listener.socket.isListening else { return }
        poller.remove(listener.socket.descriptor)
        Socket.close(listener.socket.descriptor)
        listener.resumesAt = .max
        let before = listener.socket
        guard let socket = try? ListeningSockets.bindRefusing(before.family, before.scope, port: before.port) else {
            // Without a bound socket the port refuses connections, but another process could bind it.
            listener.socket.descriptor = -1
            listener.socket.isListening = false
            return
        }
        listener.socket = socket
    }

    private func acceptAgain(_ listener: Listener) {
        guard !listener.socket.isListening else { return }
        let before = listener.socket
        if before.descriptor < 0,
            let socket = try? ListeningSockets.bind(before.family, before.scope, port: before.port)
        {
            listener.socket = socket
        }
        guard ListeningSockets.listen(&listener.socket) else { return }
        poller.setInterest(.read, of: listener.socket.descriptor, token: listener.token)
    }
}

/// The header of a TLS record (RFC 8446 §5.1), which determines the length of the record.
enum TLSRecord {
    private static let handshake: UInt8 = 0x16
    private static let headerLength = 5

    /// Returns the length of the TLS handshake record at the start of the bytes.
    ///
    /// - Returns: nil while the record is incomplete; the number of bytes if they are not a handshake record.
    static func length(of bytes: UnsafeRawBufferPointer) -> Int? {
        guard let first = bytes.first else { return nil }
        guard first == handshake else { return bytes.count }
        guard bytes.count >= headerLength else { return nil }
        let length = headerLength + (Int(bytes[3]) << 8 | Int(bytes[4]))
        return bytes.count >= length ? length : nil
    }
}
