import RehearsalPlatform
import RehearsalServer

/// Memory for the bodies that are kept for the recording while they pass, shared by all exchanges.
final class BodyRoom: @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    private let lock = Lock()
    private var left: Int

    /// - Parameter bytes: the room for all of them together; 256 MiB.
    init(_ bytes: Int = 256 << 20) { left = bytes }

    /// Takes as much of some bytes as there is room for; returns how many.
    func take(_ bytes: Int) -> Int {
        lock.withLock {
            let taken = min(bytes, left)
            left -= taken
            return taken
        }
    }

    func giveBack(_ bytes: Int) { lock.withLock { left += bytes } }
}
