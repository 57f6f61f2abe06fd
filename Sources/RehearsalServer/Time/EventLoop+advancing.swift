import Rehearsal
import RehearsalPlatform

extension EventLoop {
    /// The time of a session goes ahead: whatever waits for a time on this loop waits that much less.
    ///
    /// - Parameter ahead: how far it is ahead of this machine's then, in nanoseconds.
    func advance(_ session: Session, by duration: Int64, to ahead: Int64) {
        now = SystemClock.now()
        guard let member = members[ObjectIdentifier(session)] else { return }
        members[ObjectIdentifier(session)]?.ahead = max(member.ahead, ahead)
        var networks: [NetworkPlay] = []
        for slot in member.slots.sorted() {
            if let connection = slots[Int(slot)].connection {
                connection.ahead = max(connection.ahead, ahead)
                connection.advance(by: duration, on: self)
            } else if let listener = slots[Int(slot)].listener, let network = listener.network {
                guard !networks.contains(where: { $0 === network }) else { continue }
                networks.append(network)
                network.hurry(by: duration)
                follow(listener)
            }
        }
    }

    /// What the connections of a session are doing on this loop.
    func stillness(of session: Session) -> Stillness.Part {
        var part = Stillness.Part()
        var hasher = Hasher()
        for slot in members[ObjectIdentifier(session)]?.slots.sorted() ?? [] {
            guard let connection = slots[Int(slot)].connection else { continue }
            hasher.combine(connection.token)
            hasher.combine(connection.phase)
            hasher.combine(connection.received)
            hasher.combine(connection.sent &+ connection.sender.written)
            hasher.combine(connection.exchange)
            part.isBusy = part.isBusy || connection.isBusy
            if connection.left != .max { part.left = min(part.left ?? .max, connection.left) }
        }
        part.mark = hasher.finalize()
        return part
    }
}
