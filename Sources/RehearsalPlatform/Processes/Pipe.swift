import CRehearsalPlatform

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A pipe whose ends are not inherited by programs that this process starts.
///
/// If a standard stream of this process is closed, an end may have the number of that stream.
package struct Pipe: Sendable {
    package let reading: Int32
    package let writing: Int32

    package init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard rehearsal_pipe(&ends) == 0 else { throw SystemError("create a pipe") }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Makes reads and writes of a descriptor return at once instead of blocking.
    package static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Returns the number of bytes that were written to a descriptor and not read yet.
    ///
    /// On Darwin it is 0 after every reader has closed its end.
    package static func unreadBytes(_ descriptor: Int32) -> Int {
        #if canImport(Darwin)
            // XNU's FIONREAD counts the bytes that this end would read, `fstat` those that its peer would.
            var status = stat()
            return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        #else
            var count: Int32 = 0
            return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
        #endif
    }

    /// Writes as many bytes as a descriptor accepts at once.
    ///
    /// - Returns: the number of bytes; negative with `errno` set on an error.
    package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        bytes.withUnsafeBytes { buffer in
            #if canImport(Darwin)
                Darwin.write(descriptor, buffer.baseAddress, buffer.count)
            #else
                Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            #endif
        }
    }

    /// Reads the bytes that a descriptor has, up to the size of the buffer.
    ///
    /// - Returns: the number of bytes; 0 at the end, negative with `errno` set on an error.
    package static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
        buffer.withUnsafeMutableBytes { buffer in
            #if canImport(Darwin)
                Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
        }
    }
}
