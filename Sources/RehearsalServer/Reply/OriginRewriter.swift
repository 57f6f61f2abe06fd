package import Rehearsal

/// A rewriter that replaces the recorded origins in a reply by the origin of this backend.
package struct OriginRewriter {
    private let patterns: [(from: [UInt8], to: [UInt8])]

    /// Creates a rewriter.
    ///
    /// - Parameter origin: the replacement; the path of each recorded origin is appended to it.
    package init(from recorded: [Scenario.Reply.RecordedOrigin], to origin: String) {
        patterns = recorded.flatMap { recordedOrigin in
            let (old, new) = (recordedOrigin.text, origin + recordedOrigin.path)
            return [(Array(old.utf8), Array(new.utf8)), (Self.escaped(old), Self.escaped(new))]
        }
    }

    /// Whether the reply has no recorded origins.
    package var isEmpty: Bool { patterns.isEmpty }

    /// Returns the bytes with each recorded origin replaced.
    package func rewrite(_ bytes: [UInt8]) -> [UInt8] {
        guard !isEmpty else { return bytes }
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index < bytes.count {
            // Every origin begins with `h` of `http` or `https`.
            guard bytes[index] | 0x20 == 0x68, let (from, to) = match(bytes, at: index) else {
                index += 1
                continue
            }
            result += bytes[copied..<index]
            result += to
            index += from.count
            copied = index
        }
        return copied == 0 ? bytes : result + bytes[copied...]
    }

    private func match(_ bytes: [UInt8], at index: Int) -> (from: [UInt8], to: [UInt8])? {
        patterns.first { pattern in
            let end = index + pattern.from.count
            return end <= bytes.count && bytes[index..<end].elementsEqual(pattern.from)
                && !Self.continuesHost(bytes[end...])
        }
    }

    /// Whether the bytes after a match continue its host or port, so that the text is another origin.
    private static func continuesHost(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first else { return false }
        if isHostByte(first) { return true }
        let next = rest.dropFirst().first
        if first == UInt8(ascii: ".") { return next.map(isHostByte) ?? false }
        return first == UInt8(ascii: ":") && (next.map(\.isDigit) ?? false)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "-") }

    /// Returns the origin with escaped slashes, as some JSON writers emit it: `http:\/\/host`.
    private static func escaped(_ origin: String) -> [UInt8] {
        origin.utf8.flatMap { $0 == 0x2F ? [0x5C, 0x2F] : [$0] }
    }
}
