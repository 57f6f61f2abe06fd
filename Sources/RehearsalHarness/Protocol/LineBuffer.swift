import RehearsalPlatform

/// A buffer that collects bytes as they arrive, and returns them line by line.
package struct LineBuffer {
    private var bytes: [UInt8] = []
    /// The index at which the first unread line begins.
    private var start = 0
    /// The index up to which the buffer has no line end.
    private var searched = 0

    package init() {}

    /// The number of buffered bytes that ``next()`` has not returned.
    package var rest: Int { bytes.count - start }

    package mutating func append(_ piece: some Collection<UInt8>) { bytes.append(contentsOf: piece) }

    /// Returns the next line without its LF or CR LF; nil if no complete line is buffered.
    package mutating func next() -> [UInt8]? {
        guard let end = endOfLine else {
            searched = bytes.count
            if start > 0 { removeReturnedLines() }
            return nil
        }
        defer { (start, searched) = (end + 1, end + 1) }
        let line = bytes[start..<end]
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    /// The index of the first LF. The search uses `memchr` for speed, because a line may have millions of bytes.
    private var endOfLine: Int? {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, searched < buffer.count else { return nil }
            let found = memchr(base + searched, 0x0A, buffer.count - searched)
            return found.map { base.distance(to: UnsafeRawPointer($0)) }
        }
    }

    private mutating func removeReturnedLines() {
        bytes.removeFirst(start)
        (start, searched) = (0, bytes.count)
    }
}
