import Rehearsal
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// A running subject: a process in its own group, with a protocol of lines.
///
/// It belongs to one thread, which may block in it and has SIGPIPE blocked, because the process may have ended.
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
    private var words = LastWords()
    private var isGone = false

    /// An event during the wait for an answer.
    enum Event: Sendable, Hashable {
        /// The process wrote a line.
        case line([UInt8])
        /// The process ended; with the way in which it ended.
        case ended(String)
        /// The process runs, but has closed its standard input or output.
        case closed
        /// The process exceeded a limit on its output; with a description of the output.
        case flood(String)
        /// The process wrote nothing in time.
        case silence
        /// The run was cancelled.
        case abandoned
    }

    init(_ program: SubjectProgram) throws {
        let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
        defer { for end in [input.reading, output.writing, errors.writing] { close(end) } }
        var place = ChildProcess.LaunchOptions()
        place.group = .newGroup
        place.descriptors = [(input.reading, 0), (output.writing, 1), (errors.writing, 2)]
        let ours = [input.writing, output.reading, errors.reading]
        do {
            process = try ChildProcess(program.words, adding: Self.variables, in: place)
        } catch {
            for end in ours { close(end) }
            throw error
        }
        for end in ours { Pipe.setNonBlocking(end) }
        (self.input, self.output, self.errors) = (ours[0], ours[1], ours[2])
        (limits, onErrors) = (program.limits, program.onErrors)
    }

    deinit { kill() }

    /// The variables for the process: without a Swift backtrace, which takes seconds, unless the caller configures it.
    private static var variables: [(name: String, value: String)] {
        getenv("SWIFT_BACKTRACE") == nil ? [("SWIFT_BACKTRACE", "enable=no")] : []
    }

    /// The line of its standard error that best explains its end.
    var lastWords: String? { words.telling }

    /// A measurement of its processor waits from now on.
    var schedulingDelay: SchedulingDelay { SchedulingDelay(of: process.id) }

    /// Sends bytes to the process if there are any, and waits for the next event.
    ///
    /// - Parameter lost: returns the time that the process could not use, which extends every limit.
    func exchange(
        _ bytes: [UInt8] = [],
        within limit: Duration,
        lost: () -> Duration = { .zero },
        unless isAbandoned: () -> Bool = { false },
    ) -> Event {
        if !bytes.isEmpty { words = LastWords() }
        pending += bytes
        let start = SystemClock.now()
        var closedAt: Int64?
        while true {
            let added = min(lost(), Self.mostAdded).nanoseconds
            let instant = start + limit.nanoseconds + added
            if let line = lines.next() { return .line(line) }
            if lines.rest > limits.line { return .flood("a line of more than \(limits.line >> 20) MiB") }
            if words.count > limits.errors {
                return .flood("more than \(limits.errors >> 20) MiB on its standard error")
            }
            if isAbandoned() { return .abandoned }
            let now = SystemClock.now()
            // A descendant may keep the output open, so the end of the process is also checked.
            let end = self.end
            let hasRead = wait(until: end == nil ? min(instant, now + Self.glance) : now)
            if !isOutputOpen || isInputClosed {
                closedAt = closedAt ?? now
                if let closedAt, end == nil, now - closedAt > limits.closing.nanoseconds + added { return .closed }
            }
            if hasRead, now < instant || end != nil { continue }
            if let line = lines.next() { return .line(line) }
            if let end { return .ended(end) }
            if now >= instant { return .silence }
        }
    }

    /// Whether the process left a part of the last message unread.
    var hasLeftSomething: Bool {
        if !pending.isEmpty || isInputClosed { return true }
        return Pipe.unreadBytes(input) > 0
    }

    private static let glance: Int64 = 50_000_000
    /// The largest extension of a limit for time that the process could not use.
    private static let mostAdded = Duration.seconds(60)

    /// The way in which it ended; nil while it runs. It is not reaped, so that its process id stays reserved.
    private var end: String? {
        do throws(SystemError) { return try process.exitStatus()?.description } catch { return "is gone" }
    }

    /// Waits until data can be read or written, and transfers it; returns whether data was read.
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
                words.append($0)
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

    /// Reads the available data, up to 1 MiB; returns false at the end of the stream.
    private func read(_ descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        for _ in 0..<16 {
            let count = Pipe.read(descriptor, into: &piece)
            if count <= 0 { return count < 0 }
            take(piece[..<count])
        }
        return true
    }
}

extension SubjectProcess {
    /// Closes the standard input, waits for the end of the process, and kills it after the grace period; returns its
    /// first unexpected line.
    func finish() -> [UInt8]? {
        guard !isGone else { return nil }
        close(input)
        input = -1
        pending = []
        let deadline = SystemClock.now() + limits.grace.nanoseconds
        var said: [UInt8]?
        while case let left = deadline - SystemClock.now(), left > 0,
            case .line(let line) = exchange(within: .nanoseconds(left))
        {
            said = said ?? line
        }
        kill()
        return said
    }

    /// Kills the process and its descendants.
    func kill() {
        guard !isGone else { return }
        isGone = true
        process.killTree()
        for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
    }
}

/// The tail of a process's standard error, with its total length.
struct LastWords {
    private var bytes: [UInt8] = []
    /// The total length in bytes, including the discarded part.
    private(set) var count = 0

    private static let kept = 16 << 10

    mutating func append(_ piece: ArraySlice<UInt8>) {
        count += piece.count
        bytes.append(contentsOf: piece)
        if bytes.count > 4 * Self.kept { bytes.removeFirst(bytes.count - Self.kept) }
    }

    /// The line that best explains a failure: the last with "Fatal error:", else with "error:", else the last one.
    var telling: String? {
        let lines: [String] = bytes.suffix(Self.kept).split(separator: UInt8(ascii: "\n"))
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
