import RehearsalPlatform

/// A background process in its own POSIX session. It writes a log, and reports through a pipe that it is ready.
struct DetachedProcess: Sendable {
    private let process: ChildProcess
    private let readyPipe: Int32
    /// The descriptor of the log, which is opened at the start because the process may rename the file.
    private let log: Int32

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - log: the file for the standard output and standard error of the process.
    ///   - additions: variables that are added to the environment of the process.
    init(
        _ words: [String],
        log file: (path: String, descriptor: Descriptor),
        adding additions: [(name: String, value: String)],
    ) throws {
        Self.closeDescriptorsOnExec()
        log = open(file.path, O_RDONLY | O_CLOEXEC)
        guard log >= 0 else { throw SystemError("start a server in the background") }
        let pipe = try Pipe()
        defer { close(pipe.writing) }
        readyPipe = pipe.reading
        var launchOptions = ChildProcess.LaunchOptions()
        (launchOptions.group, launchOptions.hasNoInput) = (.newSession, true)
        let output = file.descriptor.number
        launchOptions.descriptors = [(output, 1), (output, 2), (pipe.writing, BackgroundServer.readyPipe)]
        do throws(ChildProcess.StartError) {
            process = try ChildProcess(words, adding: additions, options: launchOptions)
        } catch {
            close(readyPipe)
            throw error
        }
    }

    /// The result of the wait for the report of the process.
    enum StartReport: Sendable, Hashable {
        /// The process is ready and sent this text.
        case ready(String)
        /// The process closed the pipe without a report: it has ended or is ending.
        case ended
        /// The time limit passed.
        case timedOut
    }

    /// Waits until the process reports that it is ready, the process exits, or the time limit passes.
    func waitForReport(within limit: Duration) -> StartReport {
        defer { close(readyPipe) }
        let deadline = ContinuousClock.now + limit
        var bytes: [UInt8] = []
        while true {
            var request = pollfd(fd: readyPipe, events: Int16(POLLIN), revents: 0)
            let remaining = max(0, ContinuousClock.now.duration(to: deadline) / .milliseconds(1))
            let ready = poll(&request, 1, Int32(min(remaining.rounded(.up), Double(Int32.max))))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return .timedOut }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(readyPipe, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        // A report ends in LF. Without LF the process ended before it had sent the whole report.
        guard bytes.last == 0x0A else { return .ended }
        return .ready(String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    /// The lines that the log has so far, at most 1 MiB.
    var logLines: [String] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < Self.logLimit {
            let count = pread(log, &buffer, buffer.count, off_t(bytes.count))
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let logLimit = 1 << 20

    /// Waits for the process to exit, and returns its termination. After the time limit, it kills the process and
    /// returns nil.
    func waitForExit(within limit: Duration) -> Termination? { process.reap(within: limit) }

    /// Marks the descriptors of this process close-on-exec, so that the child process does not keep them open.
    private static func closeDescriptorsOnExec() {
        for number in FileSystem.names(in: "/dev/fd").compactMap({ Int32($0) }) where number > 2 {
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        }
    }
}
