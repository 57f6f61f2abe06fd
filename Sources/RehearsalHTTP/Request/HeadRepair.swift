@_spi(Wire) import Rehearsal

/// A copy of a request head in which the violations that the server tolerates are corrected.
///
/// The strict parser reads the copy, and the journal keeps the original.
package struct HeadRepair {
    /// The head without tolerated violations.
    package private(set) var bytes: [UInt8]
    /// The violated rules, without duplicates.
    package private(set) var violatedRules: [String] = []
    /// The length of the target in bytes before escaping; 0 without a target.
    package private(set) var targetLength = 0

    /// - Parameter head: a complete head with its empty line.
    package init(_ head: [UInt8], tolerating leniency: RequestLeniency) {
        bytes = head
        if leniency.contains(.bareLineFeeds) { completeLineEnds() }
        var lines = Self.lines(of: bytes)
        guard !lines.isEmpty else { return }
        if leniency.contains(.foldedLines) { unfold(&lines) }
        if leniency.contains(.spacedRequestLine) { respace(&lines[0]) }
        let words = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
        if words.count == 3 { targetLength = words[1].count }
        if leniency.contains(.targetCharacters) {
            escapeTarget(&lines[0])
        } else if leniency.contains(.browserTargets) {
            escapeTarget(&lines[0], only: Self.browserCharacters)
        }
        if leniency.contains(.controlCharacters) { replaceControls(&lines) }
        if leniency.contains(.repeatedLength) { uniteLengths(&lines) }
        if leniency.contains(.missingHost) { addHost(&lines) }
        guard !violatedRules.isEmpty else { return }
        bytes = lines.flatMap { $0 + Self.lineEnd } + Self.lineEnd
    }

    /// Returns the lines of a head without their ends, and without the empty line.
    private static func lines(of head: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        while let lineFeed = head[start...].firstIndex(of: 0x0A) {
            let end = lineFeed > start && head[lineFeed - 1] == 0x0D ? lineFeed - 1 : lineFeed
            if end == start { break }
            lines.append(Array(head[start..<end]))
            start = lineFeed + 1
        }
        return lines
    }

    private mutating func completeLineEnds() {
        var completed: [UInt8] = []
        completed.reserveCapacity(bytes.count + 16)
        for byte in bytes {
            if byte == 0x0A, completed.last != 0x0D { completed.append(0x0D) }
            completed.append(byte)
        }
        guard completed.count > bytes.count else { return }
        bytes = completed
        violatedRules.append("RFC 9112 §2.2: a line ends in LF without CR")
    }

    private mutating func unfold(_ lines: inout [[UInt8]]) {
        var unfolded: [[UInt8]] = []
        for (index, line) in lines.enumerated() {
            if index > 1, let first = line.first, first.isBlank, let before = unfolded.last,
                !Self.staysUnrepaired(before)
            {
                var last = unfolded.removeLast()
                while let end = last.last, end.isBlank { last.removeLast() }
                unfolded.append(last + [0x20] + line.drop(while: \.isBlank))
            } else {
                unfolded.append(line)
            }
        }
        guard unfolded.count < lines.count else { return }
        lines = unfolded
        violatedRules.append("RFC 9112 §5.2: a header line begins with white space (obsolete folding)")
    }

    private mutating func respace(_ line: inout [UInt8]) {
        let words = line.split(whereSeparator: \.isBlank)
        guard words.count == 3 else { return }
        let spaced = Array(words.joined(separator: [0x20]))
        guard spaced != line else { return }
        line = spaced
        violatedRules.append("RFC 9112 §3: one space must separate the parts of the request line")
    }

    /// - Parameter characters: the characters to escape; nil for all that are not valid in a target.
    private mutating func escapeTarget(_ line: inout [UInt8], only characters: Set<UInt8>? = nil) {
        var words = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3 else { return }
        let target = PercentEncoding.escapingInvalidBytes(Array(words[1]), only: characters)
        guard target.count > words[1].count else { return }
        words[1] = ArraySlice(target)
        line = Array(words.joined(separator: [0x20]))
        violatedRules.append("RFC 9112 §3.2: the target contains characters that must be percent-encoded")
    }

    private static let browserCharacters = Set("\"|^[]{}".utf8)

    private mutating func replaceControls(_ lines: inout [[UInt8]]) {
        var isClean = true
        for index in lines.indices.dropFirst() {
            guard !Self.staysUnrepaired(lines[index]), let colon = lines[index].firstIndex(of: 0x3A) else { continue }
            for offset in (colon + 1)..<lines[index].count where Self.isControl(lines[index][offset]) {
                lines[index][offset] = 0x20
                isClean = false
            }
        }
        if !isClean { violatedRules.append("RFC 9110 §5.5: a field value contains a control character") }
    }

    private mutating func uniteLengths(_ lines: inout [[UInt8]]) {
        let indices = lines.indices.dropFirst().filter { Self.name(of: lines[$0]) == Self.contentLength }
        let values = indices.flatMap { index in
            lines[index].drop { $0 != 0x3A }.dropFirst().split(separator: 0x2C, omittingEmptySubsequences: false)
                .map { Array($0.trimmed) }
        }
        guard values.count > 1, let first = values.first, !first.isEmpty, values.allSatisfy({ $0 == first }) else {
            return
        }
        for index in indices.dropFirst().reversed() { lines.remove(at: index) }
        lines[indices[0]] = Self.contentLength + [0x3A] + first
        violatedRules.append("RFC 9112 §6.3: more than one Content-Length")
    }

    private mutating func addHost(_ lines: inout [[UInt8]]) {
        let version = lines[0].suffix(3)
        guard version.starts(with: "1.".utf8), version.last != UInt8(ascii: "0"),
            !lines.dropFirst().contains(where: { Self.name(of: $0) == Self.host })
        else { return }
        lines.append(Self.host + [0x3A] + Self.authority(of: lines[0]))
        violatedRules.append("RFC 9112 §3.2: an HTTP/1.1 request needs a Host field")
    }

    /// Returns the authority of an absolute target; empty for other forms.
    private static func authority(of line: [UInt8]) -> [UInt8] {
        let target = line.drop { $0 != 0x20 }.dropFirst()
        guard target.prefix(7).map(\.asciiLowercased).elementsEqual("http://".utf8) else { return [] }
        return Array(target.dropFirst(7).prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x20 })
    }

    /// Returns the name of a field in lower case, without white space around it.
    private static func name(of line: [UInt8]) -> [UInt8] {
        line.prefix { $0 != 0x3A }.filter { !$0.isBlank }.map(\.asciiLowercased)
    }

    /// Returns whether a field concerns framing, routing or the connection. All recipients must interpret such a field
    /// alike, so folded lines and control characters in it are not repaired, and the parser rejects them.
    private static func staysUnrepaired(_ line: [UInt8]) -> Bool { framing.contains(name(of: line)) }

    private static func isControl(_ byte: UInt8) -> Bool {
        !ByteClass.isFieldValue(byte) && byte != 0x00 && byte != 0x0D && byte != 0x0A
    }

    private static let framing: Set<[UInt8]> = Set(
        ["content-length", "transfer-encoding", "host", "connection", "expect", "te", "trailer", "upgrade"]
            .map { Array($0.utf8) }
    )
    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
    private static let host = Array("host".utf8)
    private static let contentLength = Array("content-length".utf8)
}
