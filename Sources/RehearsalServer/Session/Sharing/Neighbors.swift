import RehearsalPlatform

/// The sessions that share the port of another one, by name.
final class Neighbors: Sendable {
    private let sessions = Locked<[[UInt8]: Session]>([:])

    subscript(name: [UInt8]) -> Session? { sessions.withLock { $0[name] } }

    /// Returns whether the name was free.
    func add(_ session: Session, named name: [UInt8]) -> Bool {
        sessions.withLock {
            guard $0[name] == nil else { return false }
            $0[name] = session
            return true
        }
    }

    func remove(_ session: Session, named name: [UInt8]) {
        sessions.withLock { if $0[name] === session { $0[name] = nil } }
    }
}
