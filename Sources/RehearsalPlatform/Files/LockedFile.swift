/// A file that is open for writing at any offset, with an exclusive lock.
package final class LockedFile {
    private let descriptor: Int32

    /// The reason why a file cannot be written.
    package enum Failure: Error {
        /// Another writer has locked the file.
        case isLocked
        /// An error text of the operating system: `Permission denied`.
        case system(String)
    }

    /// Opens or creates a file, and locks it against other writers.
    ///
    /// - Parameter mode: the permissions of a new file.
    package init(_ path: String, mode: mode_t = 0o644) throws(Failure) {
        guard !path.utf8.contains(0) else { throw .system("a file name cannot contain a zero byte") }
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode)
        guard opened >= 0 else { throw .system(systemErrorText) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let isLocked = errno == EWOULDBLOCK
            let reason = systemErrorText
            systemClose(opened)
            throw isLocked ? .isLocked : .system(reason)
        }
        descriptor = opened
    }

    deinit { systemClose(descriptor) }

    /// Writes bytes at an offset, in one system call if the system accepts all of them.
    package func write(_ bytes: [UInt8], at offset: Int) throws(Failure) {
        guard Self.writeAll(bytes, { pwrite(descriptor, $0, $1, off_t(offset + $2)) }) else {
            throw .system(systemErrorText)
        }
    }

    /// Calls a system function until it has accepted all bytes. Returns whether it succeeded.
    ///
    /// - Parameter call: receives the remaining bytes, their number, and the number of bytes before them.
    private static func writeAll(_ bytes: [UInt8], _ call: (UnsafeRawPointer?, Int, Int) -> Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                call(buffer.baseAddress?.advanced(by: written), bytes.count - written, written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Returns the bytes of a range of offsets.
    package func read(_ range: Range<Int>) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < range.count {
            let remaining = range.count - bytes.count
            var failure: Failure?
            let chunk = [UInt8](unsafeUninitializedCapacity: remaining) { buffer, count in
                let received = pread(descriptor, buffer.baseAddress, remaining, off_t(range.lowerBound + bytes.count))
                if received == 0 { failure = .system("the file has become shorter") }
                if received < 0, errno != EINTR { failure = .system(systemErrorText) }
                count = max(0, received)
            }
            if let failure { throw failure }
            bytes += chunk
        }
        return bytes
    }

    package func truncate(to size: Int) throws(Failure) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .system(systemErrorText) }
    }

    /// Returns whether a path leads to this file.
    package func isSameFile(_ path: String) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let own = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
        return FileSystem.identity(of: path) == own
    }

    /// Replaces a file atomically: writes a temporary file in the same folder and renames it.
    package static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let temporary = "\(path[..<slash]).\(path[slash...]).part"
        let opened = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw .system(systemErrorText) }
        guard writeAll(bytes, { rest, count, _ in systemWrite(opened, rest, count) }) else {
            let reason = systemErrorText
            systemClose(opened)
            unlink(temporary)
            throw .system(reason)
        }
        systemClose(opened)
        try move(temporary, to: path)
    }

    package static func move(_ path: String, to other: String) throws(Failure) {
        guard rename(path, other) == 0 else { throw .system(systemErrorText) }
    }
}
