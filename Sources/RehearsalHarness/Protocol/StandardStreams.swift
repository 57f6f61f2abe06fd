import RehearsalPlatform
import RehearsalServer

/// The two standard streams that a subject speaks through, kept from everything else in its process.
struct StandardStreams: Sendable {
    private let output: Int32

    /// Takes them: what anything prints from now on to the standard output arrives at the standard error.
    init() throws(SystemError) {
        output = fcntl(1, F_DUPFD_CLOEXEC, 3)
        guard output >= 0, dup2(2, 1) >= 0 else { throw SystemError("take the standard output") }
        // Whoever has gone does not take this process along; the call that writes says so.
        signal(SIGPIPE, SIG_IGN)
    }

    /// The lines that arrive, each without its end; read by a thread of its own.
    func lines() throws(SystemError) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        try Thread.start {
            var lines = LineBuffer()
            var piece = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(0, &piece, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                lines.append(piece[..<count])
                while let line = lines.next() { continuation.yield(line) }
            }
            continuation.finish()
        }.detach()
        return stream
    }

    /// Says a line, whole; returns false if nobody is there to hear it.
    func say(_ line: [UInt8]) -> Bool {
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Says something to a person.
    static func complain(_ text: String) {
        let bytes = Array("\(text)\n".utf8)
        _ = write(2, bytes, bytes.count)
    }
}
