import RehearsalPlatform

/// Memory for the bodies that are kept for the recording while they pass, shared by all exchanges.
package final class BodyRoom: Sendable {
    private let left: Locked<Int>

    /// - Parameter bytes: the room for all of them together; 256 MiB.
    package init(_ bytes: Int = 256 << 20) { left = Locked(bytes) }

    /// Takes as much of some bytes as there is room for; returns how many.
    package func take(_ bytes: Int) -> Int {
        left.withLock {
            let taken = min(bytes, $0)
            $0 -= taken
            return taken
        }
    }

    package func giveBack(_ bytes: Int) { left.withLock { $0 += bytes } }
}
