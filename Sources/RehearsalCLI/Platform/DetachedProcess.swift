import RehearsalPlatform

/// A background process in its own POSIX session, with a log and a pipe on which it reports that it is ready.
struct DetachedProcess: Sendable {
    private let process: ChildProcess
    private let reading: Int32
    /// The log, opened for reading because the process may rename it.
    private let log: Int32

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - log: the file for its standard output and standard error.
    ///   - additions: variables that are added to its environment.
    init(
        _ words: [String],
        log file: (path: String, descriptor: Descriptor),
        adding additions: [(name: String, value: String)],
    ) throws {
        Self.keepDescriptors()
        log = open(file.path, O_RDONLY | O_CLOEXEC)
        guard log >= 0 else { throw SystemError("start a server in the background") }
        let pipe = try Pipe()
        defer { close(pipe.writing) }
        reading = pipe.reading
        var place = ChildProcess.LaunchOptions()
        (place.group, place.hasNoInput) = (.newSession, true)
        let output = file.descriptor.number
        place.descriptors = [(output, 1), (output, 2), (pipe.writing, BackgroundServer.readyPipe)]
        do throws(ChildProcess.StartError) {
            process = try ChildProcess(words, adding: additions, in: place)
        } catch {
            close(reading)
            throw error
        }
    }

    /// A report about the start of the process.
    enum StartReport: Sendable, Hashable {
        /// The process is ready and sent this text.
        case ready(String)
        /// The process closed the pipe without a report: it has ended or is ending.
        case ended
        /// The time limit passed.
        case silent
    }

    /// Waits until the process reports that it is ready.
    func waitForReport(within limit: Duration) -> StartReport {
        defer { close(reading) }
        let deadline = ContinuousClock.now + limit
        var bytes: [UInt8] = []
        while true {
            var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            let left = max(0, ContinuousClock.now.duration(to: deadline) / .milliseconds(1))
            let ready = poll(&request, 1, Int32(min(left.rounded(.up), Double(Int32.max))))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return .silent }
            var piece = [UInt8](repeating: 0, count: 4_096)
            let count = read(reading, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        // The report is incomplete, so the process has ended.
        guard bytes.last == 0x0A else { return .ended }
        return .ready(String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    /// The lines of its log so far, at most 1 MiB.
    var logLines: [String] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < Self.logLimit {
            let count = pread(log, &piece, piece.count, off_t(bytes.count))
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let logLimit = 1 << 20

    /// Waits for the process and returns how it ended; nil if the time passed and the process was killed.
    func end(within patience: Duration) -> Termination? { process.reap(within: patience) }

    /// Marks inherited descriptors close-on-exec, so that the child does not keep them open.
    private static func keepDescriptors() {
        for number in FileSystem.names(in: "/dev/fd").compactMap({ Int32($0) }) where number > 2 {
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        }
    }
}
