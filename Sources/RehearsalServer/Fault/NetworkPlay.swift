import Rehearsal
import RehearsalPlatform

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

extension EventLoop {
    /// Begins to listen, or to refuse, on the sockets of a session.
    func listen(_ sockets: [Listening.Socket], for session: Session) {
        let states = members[ObjectIdentifier(session)]?.play.network ?? []
        let network = states.isEmpty ? nil : NetworkPlay(states, at: session.startedAt)
        for socket in sockets {
            let (slot, token) = takeSlot()
            let listener = Listener(socket, session, slot: slot, token: token)
            listener.network = network
            network?.slots.append(slot)
            slots[Int(slot)].listener = listener
            members[ObjectIdentifier(session)]?.slots.insert(slot)
            if socket.isListening { poller.want(.read, of: socket.descriptor, token: token) }
            follow(listener)
        }
    }

    /// Plays other states of the network on the sockets of a session, from the first of them.
    func play(_ states: [Scenario.Network], for session: Session) {
        now = SystemClock.now()
        let network = NetworkPlay(states, at: now)
        for slot in (members[ObjectIdentifier(session)]?.slots ?? []).sorted() {
            guard let listener = slots[Int(slot)].listener else { continue }
            network.slots.append(slot)
            (listener.network, listener.stateIndex) = (network, -1)
        }
        if let listener = network.slots.first.flatMap({ slots[Int($0)].listener }) { follow(listener) }
    }

    /// Brings the listeners of a network into the state that it is in by now, and back here when that ends.
    func follow(_ listener: Listener) {
        guard let network = listener.network else { return }
        network.advance(to: now)
        guard listener.stateIndex != network.index else { return }
        for listener in network.slots.compactMap({ slots[Int($0)].listener }) {
            listener.stateIndex = network.index
            if network.isRefusing { refuseAll(listener) } else { acceptAgain(listener) }
            listener.changesAt = network.changesAt
            if listener.changesAt != .max { wake(listener.slot, at: listener.changesAt) }
        }
    }

    /// Somebody has released a name that the network may wait for.
    func release(_ name: String, for session: Session) {
        now = SystemClock.now()
        let listeners = (members[ObjectIdentifier(session)]?.slots ?? []).compactMap { slots[Int($0)].listener }
        for listener in listeners {
            listener.network?.release(name)
            follow(listener)
        }
    }

    /// Connections are refused, those that wait to be accepted are reset, and nobody else gets the port.
    private func refuseAll(_ listener: Listener) {
        guard listener.socket.isListening else { return }
        poller.forget(listener.socket.descriptor)
        Socket.close(listener.socket.descriptor)
        listener.resumesAt = .max
        let before = listener.socket
        guard let socket = try? Listening.refuse(before.family, before.scope, port: before.port) else {
            // The port is refused all the same, but somebody else could take it.
            listener.socket.descriptor = -1
            listener.socket.isListening = false
            return
        }
        listener.socket = socket
    }

    private func acceptAgain(_ listener: Listener) {
        guard !listener.socket.isListening else { return }
        let before = listener.socket
        if before.descriptor < 0, let socket = try? Listening.bind(before.family, before.scope, port: before.port) {
            listener.socket = socket
        }
        guard Listening.listen(&listener.socket) else { return }
        poller.want(.read, of: listener.socket.descriptor, token: listener.token)
    }
}

/// As much of a TLS record as is needed to tell that one is there (RFC 8446 §5.1).
enum TLSRecord {
    private static let handshake: UInt8 = 0x16
    private static let headLength = 5

    /// The length of the record that begins these bytes; all of them if they begin none; nil while it is not complete.
    static func length(of bytes: UnsafeRawBufferPointer) -> Int? {
        guard let first = bytes.first else { return nil }
        guard first == handshake else { return bytes.count }
        guard bytes.count >= headLength else { return nil }
        let length = headLength + (Int(bytes[3]) << 8 | Int(bytes[4]))
        return bytes.count >= length ? length : nil
    }
}
