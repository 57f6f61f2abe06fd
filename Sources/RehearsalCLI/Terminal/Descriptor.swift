import Rehearsal
import RehearsalPlatform

/// A file descriptor for writing to a file, a pipe or a terminal.
struct Descriptor: Sendable {
    let number: Int32

    static let output = Descriptor(number: 1)
    static let errors = Descriptor(number: 2)

    /// A standard stream for output.
    enum StandardStream: Sendable, Hashable {
        case output, errors
    }

    /// The number of bytes that a ready pipe accepts without blocking (`PIPE_BUF`: 4,096 on Linux, 512 on Darwin).
    #if canImport(Darwin)
        private static let chunkSize = 512
    #else
        private static let chunkSize = 4096
    #endif
    /// The time between two calls of `shouldStop`, in milliseconds.
    private static let pollInterval: Int32 = 100

    /// Opens `/dev/null` for each standard descriptor that is closed.
    ///
    /// Otherwise the next opened file would get its number and receive the output.
    static func openMissingStandards() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            _ = systemOpen("/dev/null", number == 0 ? O_RDONLY : O_WRONLY)
        }
    }

    var isTerminal: Bool { isatty(number) == 1 }

    /// The users that may read a created file.
    enum Readers: Sendable {
        /// Only the owner, for files that may contain secrets.
        case owner
        /// The users that the umask allows, for shared documents.
        case byUmask
    }

    /// Opens a file for writing and truncates it.
    static func create(_ path: String, _ readers: Readers = .owner) throws(OpenError) -> Descriptor {
        try open(path, O_TRUNC, readers)
    }

    /// Opens a file for writing and keeps its contents.
    static func openKeepingContents(_ path: String) throws(OpenError) -> Descriptor { try open(path, 0) }

    /// Creates a file; fails if it exists.
    static func createNew(_ path: String, _ readers: Readers = .owner) throws(OpenError) -> Descriptor {
        try open(path, O_EXCL, readers)
    }

    /// Opens a file for appending.
    static func append(_ path: String) throws(OpenError) -> Descriptor { try open(path, O_APPEND) }

    private static func open(
        _ path: String,
        _ flag: Int32,
        _ readers: Readers = .owner,
    ) throws(OpenError) -> Descriptor {
        let number = systemOpen(path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, readers)
        guard number >= 0 else {
            throw OpenError(path: path, reason: String(cString: strerror(errno)), fileExists: errno == EEXIST)
        }
        return Descriptor(number: number)
    }

    /// An error that occurred when a file was opened.
    struct OpenError: Error, CustomStringConvertible {
        let path: String
        let reason: String
        /// Whether the file exists already.
        let fileExists: Bool

        var description: String { "cannot write to \(path): \(reason)" }
    }

    /// An error of a write that did not complete.
    struct WriteFailure: Error, Sendable, Hashable {
        /// The number of bytes that were written before the failure.
        let written: Int
        /// The operating system's message (`No space left on device`); nil if `shouldStop` ended the write.
        let reason: String?
    }

    /// Writes bytes, until an error occurs or `shouldStop` returns true.
    ///
    /// - Returns: whether all bytes were written.
    @discardableResult
    func write(_ bytes: [UInt8], unless shouldStop: () -> Bool = { false }) -> Bool {
        do throws(WriteFailure) {
            try writeAll(bytes, unless: shouldStop)
            return true
        } catch {
            return false
        }
    }

    /// Writes bytes completely.
    ///
    /// - Throws: ``WriteFailure`` if the system reports an error, or if `shouldStop` returns true while the descriptor
    ///   is not ready.
    func writeAll(_ bytes: [UInt8], unless shouldStop: () -> Bool = { false }) throws(WriteFailure) {
        var start = 0
        while start < bytes.count {
            var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&request, 1, Self.pollInterval)
            if ready == 0 || (ready < 0 && errno == EINTR) {
                if shouldStop() { throw WriteFailure(written: start, reason: nil) }
                continue
            }
            let count = bytes.withUnsafeBytes { buffer in
                systemWrite(buffer[start..<min(start + Self.chunkSize, buffer.count)])
            }
            if count > 0 {
                start += count
            } else if errno != EINTR, errno != EAGAIN {
                throw WriteFailure(written: start, reason: String(cString: strerror(errno)))
            }
        }
    }

    @discardableResult
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Returns whether another descriptor refers to the same regular file.
    func isSameFile(as other: Descriptor) -> Bool {
        var (own, others) = (stat(), stat())
        guard fstat(number, &own) == 0, fstat(other.number, &others) == 0 else { return false }
        return own.st_mode & S_IFMT == S_IFREG && own.st_dev == others.st_dev && own.st_ino == others.st_ino
    }

    /// Removes the last written bytes, if this is a regular file that ends with them.
    func truncateLast(_ count: Int) {
        var status = stat()
        let end = lseek(number, 0, SEEK_CUR)
        guard count > 0, end >= count, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size == end, ftruncate(number, end - off_t(count)) == 0
        else { return }
        _ = lseek(number, -off_t(count), SEEK_CUR)
    }

    /// Truncates a regular file.
    func truncate() { _ = ftruncate(number, 0) }

    /// Whether this is an empty file.
    var isEmpty: Bool { lseek(number, 0, SEEK_END) == 0 }

    /// Whether this is a pipe whose readers have all closed it.
    var isReaderClosed: Bool {
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR) != 0
    }

    func close() { systemClose(number) }

    private func systemWrite(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let buffer = UnsafeRawBufferPointer(rebasing: bytes)
        #if canImport(Darwin)
            return Darwin.write(number, buffer.baseAddress, buffer.count)
        #else
            return Glibc.write(number, buffer.baseAddress, buffer.count)
        #endif
    }

    private static func systemOpen(_ path: String, _ flags: Int32, _ readers: Readers = .owner) -> Int32 {
        let mode: mode_t = readers == .owner ? 0o600 : 0o666
        #if canImport(Darwin)
            return Darwin.open(path, flags, mode)
        #else
            return Glibc.open(path, flags, mode)
        #endif
    }

    private func systemClose(_ number: Int32) {
        #if canImport(Darwin)
            _ = Darwin.close(number)
        #else
            _ = Glibc.close(number)
        #endif
    }
}

/// An output that could not be written completely.
struct IncompleteOutput: Sendable, Hashable {
    /// The path; `-` is the standard output.
    let path: String
    /// The operating system's message (`No space left on device`); nil if unknown.
    let reason: String?

    var sentence: String {
        let name = path == "-" ? "the standard output" : path.quoted
        return "\(name) could not be written completely" + (reason.map { ": \($0)" } ?? "")
    }
}

extension Descriptor {
    /// Writes bytes. Returns nil, or an error that names `path` if not all bytes were written.
    func writeAll(_ path: String, with bytes: [UInt8]) -> IncompleteOutput? {
        do throws(WriteFailure) {
            try writeAll(bytes)
            return nil
        } catch {
            return IncompleteOutput(path: path, reason: error.reason)
        }
    }
}

/// A file that is opened before a run, so that errors are found early, and written after the run.
///
/// Until it is written, the file keeps its contents. A new file that stays empty is removed.
struct OutputFile: Sendable {
    let path: String
    private let descriptor: Descriptor
    private let isNew: Bool

    init(_ path: String) throws(Descriptor.OpenError) {
        self.path = path
        isNew = access(path, F_OK) != 0
        descriptor = try Descriptor.openKeepingContents(path)
    }

    /// Replaces the contents; returns nil if all bytes were written.
    func writeAll(with bytes: [UInt8]) -> IncompleteOutput? {
        descriptor.truncate()
        return descriptor.writeAll(path, with: bytes)
    }

    func close() {
        if isNew, descriptor.isEmpty { unlink(path) }
        descriptor.close()
    }
}
