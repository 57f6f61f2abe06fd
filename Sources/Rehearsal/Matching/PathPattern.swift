extension Scenario {
    /// A path with placeholders: `/users/{id}`, `/items/{n:int}`, `/files/*`, `/assets/**`.
    ///
    /// `{name}` and `*` match one segment, and `{name:int}` matches one of decimal digits. `**` matches all remaining
    /// segments, including none, and must be last. Comparison is by segment after decoding unreserved characters (RFC
    /// 3986 §6.2.2.2). `/a` does not match `/a/`.
    public struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The source text.
        public let text: String

        /// Creates a pattern without validation. Compiling or linting a scenario validates its patterns.
        public init(_ text: String) { self.text = text }
        /// Creates a pattern from a literal; see ``init(_:)``.
        public init(stringLiteral value: String) { text = value }

        /// The source text.
        public var description: String { text }

        package enum Segment: Sendable, Hashable {
            /// A literal segment, with unreserved characters decoded and the digits of other escapes in upper case.
            case literal([UInt8])
            case capture(String, Kind)
            case rest
        }

        package enum Kind: Sendable, Hashable {
            case text
            case integer
        }

        /// An error in the syntax of a pattern.
        package struct Malformed: Error, Sendable, Hashable {
            package let reason: String
        }
    }
}

extension Scenario.PathPattern {
    /// The maximum number of segments, which bounds the recursion of matching.
    private static let maxSegments = 256

    /// Returns the segments in order; `/` has one empty segment.
    package func segments() throws(Malformed) -> [Segment] {
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw Malformed(reason: "a path must begin with \"/\", as in \"/\(text)\"")
        }
        if let delimiter = text.first(where: { $0 == "?" || $0 == "#" }) {
            throw Malformed(
                reason: "a path cannot contain \"\(delimiter)\"; write query conditions as \"when\": { \"query\": … }"
            )
        }
        let parts = text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= Self.maxSegments else {
            throw Malformed(reason: "a path can have at most \(Self.maxSegments) segments, not \(parts.count)")
        }
        var segments: [Segment] = []
        segments.reserveCapacity(parts.count)
        for (index, part) in parts.enumerated() {
            let segment = try Self.segment(Array(part))
            if segment == .rest, index != parts.count - 1 {
                throw Malformed(reason: "\"**\" matches the rest of the path, so it must be the last segment")
            }
            segments.append(segment)
        }
        return segments
    }

    private static func segment(_ bytes: [UInt8]) throws(Malformed) -> Segment {
        let text = String(decoding: bytes, as: UTF8.self)
        if text == "*" { return .capture("", .text) }
        if text == "**" { return .rest }
        guard bytes.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
            if bytes.contains(UInt8(ascii: "*")) {
                throw Malformed(reason: "\"*\" must be a whole segment; \"\(text)\" mixes it with text")
            }
            if let bad = bytes.first(where: { $0 <= 0x20 || $0 >= 0x7F }) {
                let escape = "%" + [bad >> 4, bad & 15].map { String($0, radix: 16, uppercase: true) }.joined()
                throw Malformed(
                    reason: "\"\(text)\" has a character that must be percent-encoded; its first byte is \(escape)"
                )
            }
            // A recording may have such a character or its escape, but clients always send the escape.
            return .literal(
                PercentEncoding.normalized(
                    PercentEncoding.escapingInvalidBytes([UInt8(ascii: "/")] + bytes).dropFirst().map(\.self)
                )
            )
        }
        return try capture(text)
    }

    private static func capture(_ text: String) throws(Malformed) -> Segment {
        guard text.hasPrefix("{"), text.hasSuffix("}") else {
            throw Malformed(reason: "a placeholder must be a whole segment, \"{name}\"; \"\(text)\" mixes it with text")
        }
        let inner = text.dropFirst().dropLast().split(separator: ":", omittingEmptySubsequences: false)
        guard let name = inner.first, !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
            throw Malformed(reason: "a placeholder needs a name of letters, digits, \"_\" or \"-\", as in \"{id}\"")
        }
        switch inner.dropFirst().map(String.init) {
        case []: return .capture(String(name), .text)
        case ["int"]: return .capture(String(name), .integer)
        default: throw Malformed(reason: "the only valid kind of placeholder is \"int\", as in \"{\(name):int}\"")
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "_-") }

    /// Returns a negative number if the left of two patterns is more specific, and 0 if neither is.
    package static func specificity(_ left: [Segment], _ right: [Segment]) -> Int {
        for (leftSegment, rightSegment) in zip(left, right) where leftSegment.weight != rightSegment.weight {
            return leftSegment.weight - rightSegment.weight
        }
        return left.count - right.count
    }
}

extension Scenario.PathPattern.Segment {
    /// The rank by specificity; a smaller number is more specific.
    fileprivate var weight: Int {
        switch self {
        case .literal: 0
        case .capture(_, .integer): 1
        case .capture(_, .text): 2
        case .rest: 3
        }
    }
}

extension [Scenario.PathPattern.Segment] {
    /// Returns whether there is a placeholder of this name.
    func hasCapture(named name: String) -> Bool {
        contains { if case .capture(name, _) = $0 { true } else { false } }
    }
}

extension [Scenario.PathPattern.Segment] {
    /// Returns the distance from a path, for near misses: the sum of 0 to 4 for each segment.
    func distance(from path: [[UInt8]]) -> Int {
        var distance = 0
        for (index, segment) in enumerated() {
            if segment == .rest { return distance }
            distance += path.indices.contains(index) ? segment.distance(from: path[index]) : 4
        }
        return distance + 4 * Swift.max(0, path.count - count)
    }
}

extension Scenario.PathPattern.Segment {
    fileprivate func distance(from segment: [UInt8]) -> Int {
        switch self {
        case .literal(let text):
            text.withUnsafeBufferPointer { text in
                segment.withUnsafeBufferPointer { Self.distance(of: text, from: $0) }
            }
        case .capture(_, .text): segment.isEmpty ? 4 : 0
        case .capture(_, .integer): !segment.isEmpty && segment.allSatisfy(\.isDigit) ? 0 : 4
        case .rest: 0
        }
    }

    /// Returns 0 for equal texts, otherwise 1 to 4: a shorter common prefix gives a greater distance.
    static func distance(of text: UnsafeBufferPointer<UInt8>, from other: UnsafeBufferPointer<UInt8>) -> Int {
        let longest = max(text.count, other.count)
        let (common, isEqual) = commonPrefix(of: text, other)
        if isEqual, common == longest { return 0 }
        return 1 + (longest == 0 ? 0 : min(3, (longest - common) * 4 / longest))
    }

    /// Returns the length of the common prefix of two texts, ignoring ASCII case, and whether its bytes are equal.
    @inline(__always)
    private static func commonPrefix(
        of text: UnsafeBufferPointer<UInt8>,
        _ other: UnsafeBufferPointer<UInt8>,
    ) -> (length: Int, isEqual: Bool) {
        var (length, isEqual) = (0, true)
        while length < text.count, length < other.count {
            if text[length] != other[length] {
                guard text[length].asciiLowercased == other[length].asciiLowercased else { break }
                isEqual = false
            }
            length &+= 1
        }
        return (length, isEqual)
    }
}
