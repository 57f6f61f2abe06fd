import Rehearsal
import RehearsalPlatform

/// An open file, pipe or terminal that text is written to.
struct Descriptor: Sendable {
    let number: Int32

    static let output = Descriptor(number: 1)
    static let errors = Descriptor(number: 2)

    /// One of the two that every process has to write to.
    enum Name: Sendable, Hashable {
        case output, errors
    }

    /// No more than a pipe takes without waiting once it is ready (`PIPE_BUF` of Linux; Darwin's is 512).
    #if canImport(Darwin)
        private static let piece = 512
    #else
        private static let piece = 4096
    #endif
    private static let glance: Int32 = 100

    /// Opens nothing in the place of each of the three that every process has and this one was started without: what is
    /// opened next would take its number, and be written to as if it were the output.
    static func openMissingStandards() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            _ = systemOpen("/dev/null", number == 0 ? O_RDONLY : O_WRONLY)
        }
    }

    var isTerminal: Bool { isatty(number) == 1 }

    /// The accounts of the machine that may read a file that is made.
    enum Readers: Sendable {
        /// Its owner alone: it may hold secrets.
        case owner
        /// Those that the umask of the process leaves, as for a document that people share.
        case byUmask
    }

    /// Opens a file to be written from its start.
    static func create(_ path: String, _ readers: Readers = .owner) throws(OpenError) -> Descriptor {
        try open(path, O_TRUNC, readers)
    }

    /// Opens a file to be written, and leaves what is in it for now.
    static func keep(_ path: String) throws(OpenError) -> Descriptor { try open(path, 0) }

    /// Opens a file that is not there yet; one that is stays as it is.
    static func createNew(_ path: String, _ readers: Readers = .owner) throws(OpenError) -> Descriptor {
        try open(path, O_EXCL, readers)
    }

    /// Opens a file to be written from its end.
    static func append(_ path: String) throws(OpenError) -> Descriptor { try open(path, O_APPEND) }

    private static func open(
        _ path: String,
        _ flag: Int32,
        _ readers: Readers = .owner,
    ) throws(OpenError) -> Descriptor {
        let number = systemOpen(path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, readers)
        guard number >= 0 else {
            throw OpenError(path: path, reason: String(cString: strerror(errno)), isThere: errno == EEXIST)
        }
        return Descriptor(number: number)
    }

    /// Why a file could not be opened.
    struct OpenError: Error, CustomStringConvertible {
        let path: String
        let reason: String
        /// Somebody has written it already.
        let isThere: Bool

        var description: String { "cannot write to \(path): \(reason)" }
    }

    /// Why a write ended before all its bytes were written.
    struct WriteFailure: Error, Sendable, Hashable {
        /// The bytes that were written before it failed.
        let written: Int
        /// What the operating system says (`No space left on device`); nil where the caller timed out.
        let reason: String?
    }

    /// Writes all of it, or what can be written until the reader has gone or `hasEnough` says so.
    ///
    /// - Returns: Whether all of it was taken.
    @discardableResult
    func write(_ bytes: [UInt8], unless hasEnough: () -> Bool = { false }) -> Bool {
        do throws(WriteFailure) {
            try put(bytes, unless: hasEnough)
            return true
        } catch {
            return false
        }
    }

    /// Writes all of it.
    ///
    /// - Throws: why no more could be written; at once where the system refuses, else when `hasEnough` says so.
    func put(_ bytes: [UInt8], unless hasEnough: () -> Bool = { false }) throws(WriteFailure) {
        var start = 0
        while start < bytes.count {
            var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&request, 1, Self.glance)
            if ready == 0 || (ready < 0 && errno == EINTR) {
                if hasEnough() { throw WriteFailure(written: start, reason: nil) }
                continue
            }
            let count = bytes.withUnsafeBytes { buffer in
                systemWrite(buffer[start..<min(start + Self.piece, buffer.count)])
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

    /// Whether it is the same file as another descriptor.
    func isSameFile(as other: Descriptor) -> Bool {
        var (own, others) = (stat(), stat())
        guard fstat(number, &own) == 0, fstat(other.number, &others) == 0 else { return false }
        return own.st_mode & S_IFMT == S_IFREG && own.st_dev == others.st_dev && own.st_ino == others.st_ino
    }

    /// Removes the last bytes that were written, if this is a file and nothing follows them.
    func takeBack(_ count: Int) {
        var status = stat()
        let end = lseek(number, 0, SEEK_CUR)
        guard count > 0, end >= count, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size == end, ftruncate(number, end - off_t(count)) == 0
        else { return }
        _ = lseek(number, -off_t(count), SEEK_CUR)
    }

    /// Takes out what is in the file, if it is one.
    func empty() { _ = ftruncate(number, 0) }

    /// Whether it is a file with nothing in it.
    var isEmpty: Bool { lseek(number, 0, SEEK_END) == 0 }

    /// Whether it is a pipe that nobody reads from any more.
    var hasNoReader: Bool {
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

/// An output that does not have all that was written to it.
struct IncompleteOutput: Sendable, Hashable {
    /// `-` is the standard output.
    let path: String
    /// What the operating system says (`No space left on device`); nil where it is not known.
    let reason: String?

    var sentence: String {
        let name = path == "-" ? "the standard output" : path.quoted
        return "\(name) could not be written whole" + (reason.map { ": \($0)" } ?? "")
    }
}

extension Descriptor {
    /// Writes all of it to what is named by a path; returns nil if all of it was written.
    func complete(_ path: String, with bytes: [UInt8]) -> IncompleteOutput? {
        do throws(WriteFailure) {
            try put(bytes)
            return nil
        } catch {
            return IncompleteOutput(path: path, reason: error.reason)
        }
    }
}

/// A file that is opened early, so that it is known that it can be written, and written late: what is in it stays until
/// then, and where nothing comes of it no empty file is left.
struct OutputFile: Sendable {
    let path: String
    private let descriptor: Descriptor
    private let isNew: Bool

    init(_ path: String) throws(Descriptor.OpenError) {
        self.path = path
        isNew = access(path, F_OK) != 0
        descriptor = try Descriptor.keep(path)
    }

    /// Puts bytes in the place of what is in it; returns nil if all of them were written.
    func complete(with bytes: [UInt8]) -> IncompleteOutput? {
        descriptor.empty()
        return descriptor.complete(path, with: bytes)
    }

    func close() {
        if isNew, descriptor.isEmpty { unlink(path) }
        descriptor.close()
    }
}
