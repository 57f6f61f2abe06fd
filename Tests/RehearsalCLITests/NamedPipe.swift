import Foundation
import RehearsalTestSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A named pipe through which a child process reports that it has reached a point.
final class NamedPipe: Sendable {
    let path: String
    private let descriptor: Int32

    init(in folder: ScratchFolder) throws {
        path = folder["pipe-\(UUID().uuidString)"]
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
        // Open for both directions: neither side waits for the other to open it.
        descriptor = open(path, O_RDWR | O_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Waits until a process has written to it, and returns false after four minutes.
    ///
    /// - Precondition: the caller is not on a thread of Swift's cooperative pool.
    func wait() -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 240_000) > 0
    }
}
