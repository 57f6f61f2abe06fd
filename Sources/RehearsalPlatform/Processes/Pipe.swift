import CRehearsalPlatform

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A pipe whose ends stay in this process, whatever it starts meanwhile.
package struct Pipe: Sendable {
    package let reading: Int32
    package let writing: Int32

    package init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard rehearsal_pipe(&ends) == 0 else { throw SystemError("make a pipe") }
        // Above the standard streams, which a child gets one after the other.
        (reading, writing) = (Self.lifted(ends[0]), Self.lifted(ends[1]))
        guard reading >= 0, writing >= 0 else { throw SystemError("make a pipe") }
    }

    private static func lifted(_ descriptor: Int32) -> Int32 {
        guard descriptor < 3 else { return descriptor }
        defer { close(descriptor) }
        return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    }

    /// Reading and writing return at once rather than waiting.
    package static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
}
