import RehearsalPlatform

/// The sessions that share the port of another one, by name.
final class Neighbors: @unchecked Sendable {
    // Sendable: `sessions` is reached under the lock.
    private let lock = Lock()
    private var sessions: [[UInt8]: Session] = [:]

    subscript(name: [UInt8]) -> Session? { lock.withLock { sessions[name] } }

    /// Returns whether the name was free.
    func add(_ session: Session, named name: [UInt8]) -> Bool {
        lock.withLock {
            guard sessions[name] == nil else { return false }
            sessions[name] = session
            return true
        }
    }

    func remove(_ session: Session, named name: [UInt8]) {
        lock.withLock { if sessions[name] === session { sessions[name] = nil } }
    }
}
