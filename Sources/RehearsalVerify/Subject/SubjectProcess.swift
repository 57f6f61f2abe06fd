import Rehearsal
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// A running subject process, in a process group of its own, with which the harness exchanges lines.
///
/// Its functions block the calling thread. Only one thread may call them, in which SIGPIPE must be blocked.
final class SubjectProcess {
    private let process: ChildProcess
    private var input: Int32
    private let output: Int32
    private let errors: Int32
    private let limits: SubjectLimits
    private let onErrors: (ArraySlice<UInt8>) -> Void
    private var lines = LineBuffer()
    private var pending: ArraySlice<UInt8> = []
    private var isInputClosed = false
    private var isOutputOpen = true
    private var areErrorsOpen = true
    private var errorTail = StandardErrorTail()
    private var isKilled = false

    /// An event that ends the wait for an answer.
    enum Event: Sendable, Hashable {
        /// The process wrote this line to its standard output.
        case line([UInt8])
        /// The process ended. The text is a verb phrase that says how: `exited with 3`.
        case ended(String)
        /// The process runs, but has closed its standard input or output.
        case closed
        /// The process exceeded a limit on its output, which the text describes: `a lineLength of more than 16 MiB`.
        case flood(String)
        /// The process wrote no line within the time limit.
        case silence
        /// The run was cancelled.
        case abandoned
    }

    init(_ program: SubjectProgram) throws {
        let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
        defer { for end in [input.reading, output.writing, errors.writing] { close(end) } }
        var options = ChildProcess.LaunchOptions()
        options.group = .newGroup
        options.descriptors = [(input.reading, 0), (output.writing, 1), (errors.writing, 2)]
        let parentEnds = [input.writing, output.reading, errors.reading]
        do {
            process = try ChildProcess(
                program.words,
                adding: Self.variables + program.environment.map { ($0.key, $0.value) },
                options: options
            )
        } catch {
            for end in parentEnds { close(end) }
            throw error
        }
        for end in parentEnds { Pipe.setNonBlocking(end) }
        (self.input, self.output, self.errors) = (parentEnds[0], parentEnds[1], parentEnds[2])
        (limits, onErrors) = (program.limits, program.onErrors)
    }

    deinit { kill() }

    /// The environment variables to add. By default, they disable Swift backtraces, which take seconds in a crash.
    private static var variables: [(name: String, value: String)] {
        getenv("SWIFT_BACKTRACE") == nil ? [("SWIFT_BACKTRACE", "enable=no")] : []
    }

    /// The line on the standard error that best explains a failure; nil if the process wrote none for this message.
    var standardErrorSummary: String? { errorTail.bestLine }

    /// Discards the standard error that the process has written for this message.
    func discardErrors() { errorTail = StandardErrorTail() }

    /// A new measurement of the time for which the process waits for a processor.
    var schedulingDelay: SchedulingDelay { SchedulingDelay(of: process.id) }

    /// Sends bytes to the process if there are any, and waits for the next event.
    ///
    /// - Parameters:
    ///   - lost: returns the time for which the process waited for a processor, which extends every limit.
    ///   - isAbandoned: returns whether the run has been cancelled.
    func exchange(
        _ bytes: [UInt8] = [],
        within limit: Duration,
        lost: () -> Duration = { .zero },
        unless isAbandoned: () -> Bool = { false },
    ) -> Event {
        if !bytes.isEmpty { discardErrors() }
        pending += bytes
        let start = SystemClock.now()
        var closedAt: Int64?
        while true {
            let extra = min(lost(), Self.maximumExtension).nanoseconds
            let deadline = start + limit.nanoseconds + extra
            if let line = lines.next() { return .line(line) }
            if lines.rest > limits.lineLength { return .flood("a line of more than \(limits.lineLength >> 20) MiB") }
            if errorTail.count > limits.standardErrorLength {
                return .flood("more than \(limits.standardErrorLength >> 20) MiB on its standard error")
            }
            if isAbandoned() { return .abandoned }
            let now = SystemClock.now()
            // A descendant may keep the output open after the process has ended, so the process itself is checked too.
            let end = self.end
            let hasRead = wait(until: end == nil ? min(deadline, now + Self.checkInterval) : now)
            if !isOutputOpen || isInputClosed {
                closedAt = closedAt ?? now
                if let closedAt, end == nil, now - closedAt > limits.closing.nanoseconds + extra { return .closed }
            }
            if hasRead, now < deadline || end != nil { continue }
            if let line = lines.next() { return .line(line) }
            if let end { return .ended(end) }
            if now >= deadline { return .silence }
        }
    }

    /// Whether the process has not read a part of the last message.
    var hasUnreadInput: Bool {
        if !pending.isEmpty || isInputClosed { return true }
        return Pipe.unreadBytes(input) > 0
    }

    /// The interval between two checks of whether the process has ended, in nanoseconds.
    private static let checkInterval: Int64 = 50_000_000
    /// The maximum extension of a limit for the time for which the process waited for a processor.
    private static let maximumExtension = Duration.seconds(60)

    /// A verb phrase that says how the process ended; nil while it runs.
    ///
    /// The process is not reaped, so that its process ID is not used again.
    private var end: String? {
        do throws(SystemError) { return try process.exitStatus()?.description } catch { return "ended" }
    }

    /// Waits until data can be read or written, and transfers it. Returns whether data was read.
    private func wait(until instant: Int64) -> Bool {
        var requests: [pollfd] = []
        if isOutputOpen { requests.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0)) }
        if areErrorsOpen { requests.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0)) }
        if !pending.isEmpty { requests.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        let milliseconds = (max(0, instant - SystemClock.now()) + 999_999) / 1_000_000
        guard poll(&requests, nfds_t(requests.count), Int32(milliseconds)) > 0 else { return false }
        if !pending.isEmpty { write() }
        var count = 0
        if isOutputOpen {
            isOutputOpen = read(output) {
                lines.append($0)
                count += $0.count
            }
        }
        if areErrorsOpen {
            areErrorsOpen = read(errors) {
                errorTail.append($0)
                count += $0.count
                onErrors($0)
            }
        }
        return count > 0
    }

    private func write() {
        let count = Pipe.write(pending, to: input)
        if count > 0 {
            pending.removeFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            isInputClosed = true
            pending = []
        }
    }

    /// Reads the available data, up to 1 MiB. Returns false at the end of the stream.
    private func read(_ descriptor: Int32, _ handle: (ArraySlice<UInt8>) -> Void) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for _ in 0..<16 {
            let count = Pipe.read(descriptor, into: &buffer)
            if count <= 0 { return count < 0 }
            handle(buffer[..<count])
        }
        return true
    }
}

extension SubjectProcess {
    /// Closes the standard input, and kills the process if it does not exit within the grace period.
    ///
    /// - Returns: the first line that the process wrote meanwhile, which violates the protocol; nil for none.
    func finish() -> [UInt8]? {
        guard !isKilled else { return nil }
        close(input)
        input = -1
        pending = []
        let deadline = SystemClock.now() + limits.grace.nanoseconds
        var firstLine: [UInt8]?
        while case let left = deadline - SystemClock.now(), left > 0,
            case .line(let line) = exchange(within: .nanoseconds(left))
        {
            firstLine = firstLine ?? line
        }
        kill()
        return firstLine
    }

    /// Kills the process and its descendants.
    func kill() {
        guard !isKilled else { return }
        isKilled = true
        process.killTree()
        for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
    }
}

/// The last bytes that a process wrote to its standard error, and the total number of bytes.
struct StandardErrorTail {
    private var bytes: [UInt8] = []
    /// The total number of bytes, including the discarded ones.
    private(set) var count = 0

    /// The minimum number of last bytes that are stored.
    private static let storedCount = 16 << 10

    mutating func append(_ piece: ArraySlice<UInt8>) {
        count += piece.count
        bytes.append(contentsOf: piece)
        if bytes.count > 4 * Self.storedCount { bytes.removeFirst(bytes.count - Self.storedCount) }
    }

    /// The line that best explains a failure: the last one with "Fatal error:", otherwise with "error:", otherwise any.
    var bestLine: String? {
        let lines: [String] = bytes.suffix(Self.storedCount).split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
            .compactMap { line in
                guard let start = line.firstIndex(where: { !$0.isWhitespace }) else { return nil }
                return String(line[start...])
            }
        let line =
            lines.last { $0.contains("Fatal error:") } ?? lines.last { $0.lowercased().contains("error:") }
            ?? lines.last
        return line.map { $0.count > 200 ? "\($0.prefix(199))…" : $0 }
    }
}
