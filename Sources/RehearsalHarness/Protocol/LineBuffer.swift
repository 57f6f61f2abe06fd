import RehearsalPlatform

/// Bytes that arrive in pieces, and the lines that they make.
package struct LineBuffer {
    private var bytes: [UInt8] = []
    /// Where the first line that has not been taken begins.
    private var start = 0
    /// Up to where there is no end of a line.
    private var searched = 0

    package init() {}

    /// How many bytes of a line that has not ended are here.
    package var rest: Int { bytes.count - start }

    package mutating func append(_ piece: some Collection<UInt8>) { bytes.append(contentsOf: piece) }

    /// The next line, without its end; nil if there is no whole one.
    package mutating func next() -> [UInt8]? {
        guard let end = endOfLine else {
            searched = bytes.count
            if start > 0 { drop() }
            return nil
        }
        defer { (start, searched) = (end + 1, end + 1) }
        let line = bytes[start..<end]
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    /// Where the first line ends; looked for by the system, as there may be millions of bytes without one.
    private var endOfLine: Int? {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, searched < buffer.count else { return nil }
            let found = memchr(base + searched, 0x0A, buffer.count - searched)
            return found.map { base.distance(to: UnsafeRawPointer($0)) }
        }
    }

    private mutating func drop() {
        bytes.removeFirst(start)
        (start, searched) = (0, bytes.count)
    }
}
