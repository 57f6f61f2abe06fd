import CRehearsalPlatform

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A pipe whose ends stay in this process, whatever it starts meanwhile.
///
/// Where this process has no standard stream, an end may get the stream's number.
package struct Pipe: Sendable {
    package let reading: Int32
    package let writing: Int32

    package init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard rehearsal_pipe(&ends) == 0 else { throw SystemError("make a pipe") }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Reading and writing return at once rather than waiting.
    package static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Writes what a descriptor takes at once.
    ///
    /// - Returns: the count; negative where `errno` says why it took nothing.
    package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        bytes.withUnsafeBytes { buffer in
            #if canImport(Darwin)
                Darwin.write(descriptor, buffer.baseAddress, buffer.count)
            #else
                Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            #endif
        }
    }

    /// Reads what a descriptor has at once, as far as a buffer holds it.
    ///
    /// - Returns: the count; 0 at the end, negative where `errno` says why there was nothing.
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
