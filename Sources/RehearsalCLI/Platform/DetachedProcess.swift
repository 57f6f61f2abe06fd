import RehearsalPlatform

/// A command that goes on without this process: in a session of its own, with nothing of this one but its folder, its
/// environment and one pipe, through which it says that it is ready.
struct DetachedProcess: Sendable {
    private let process: ChildProcess
    private let reading: Int32
    /// Its log, which may get another name.
    private let log: Int32

    /// - Parameters:
    ///   - log: a file that its standard output and standard error go to.
    ///   - additions: variables of its environment.
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
        var place = ChildProcess.Place()
        (place.group, place.hasNoInput) = (.session, true)
        let output = file.descriptor.number
        place.descriptors = [(output, 1), (output, 2), (pipe.writing, Background.news)]
        do throws(ChildProcess.StartError) {
            process = try ChildProcess(words, adding: additions, in: place)
        } catch {
            close(reading)
            throw error
        }
    }

    /// What becomes of it that starts.
    enum News: Sendable, Hashable {
        /// It is ready, and says so.
        case ready(String)
        /// It has ended, or is about to.
        case ended
        case silent
    }

    /// Waits for what it says when it is ready.
    func news(within limit: Duration) -> News {
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
        // Closed without a word, or in the middle of one: it has ended.
        guard bytes.last == 0x0A else { return .ended }
        return .ready(String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    /// What it has written to its log by now.
    var said: [String] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < Self.mostSaid {
            let count = pread(log, &piece, piece.count, off_t(bytes.count))
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let mostSaid = 1 << 20

    /// How it ended; nil if it had not ended by then, and was ended.
    func end(within patience: Duration) -> CommandEnd? { process.reap(within: patience) }

    /// Keeps what whoever started this process has left open from its child.
    private static func keepDescriptors() {
        for number in FileSystem.names(in: "/dev/fd").compactMap({ Int32($0) }) where number > 2 {
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        }
    }
}
