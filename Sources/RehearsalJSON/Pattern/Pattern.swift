extension JSON {
    /// A pattern of text in the syntax of I-Regexp (RFC 9485) with `^ $ \d \D \w \W \s \S`, asked in linear time.
    ///
    /// Whatever the pattern and the text, the answer takes time in proportion to the product of their lengths, and
    /// memory in proportion to the pattern. Two patterns are equal if they are written alike, scalar by scalar.
    public struct Pattern: Sendable, CustomStringConvertible {
        /// As it was written.
        public let text: String
        let program: PatternProgram

        /// Reads a pattern.
        ///
        /// - Throws: what is wrong with the text, or not supported, and at which character.
        public init(_ text: String) throws(Malformed) {
            self.text = text
            program = try PatternParser.program(of: Array(text.unicodeScalars))
        }

        /// As it was written.
        public var description: String { text }
    }
}

extension JSON.Pattern: Hashable {
    // Strings are equal if they look alike, as "é" in one scalar and in two do; to a pattern these are not.
    /// Whether both are written alike.
    public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Hashes what is written.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

extension JSON.Pattern {
    /// Whether it stands for the whole of a text: RFC 9485 §4, `match` of RFC 9535 §2.4.6.
    ///
    /// - Parameter subject: UTF-8; a byte that is not part of any is matched by nothing.
    package func isWhole(of subject: Span<UInt8>) -> Bool {
        var run = PatternRun(program, searching: false)
        return run.holds(for: subject)
    }

    /// Whether it stands for the whole of a text.
    package func isWhole(of subject: [UInt8]) -> Bool {
        subject.withUnsafeBufferPointer { isWhole(of: $0.span) }
    }

    /// Whether it stands for any part of a text, also an empty one: `search` of RFC 9535 §2.4.7.
    ///
    /// - Parameter subject: UTF-8; a byte that is not part of any is matched by nothing.
    package func isFound(in subject: Span<UInt8>) -> Bool {
        var run = PatternRun(program, searching: true)
        return run.holds(for: subject)
    }

    /// The parts of a text that it stands for, from left to right, each as long as can be; none of them is empty.
    package func ranges(in subject: [UInt8]) -> [Range<Int>] {
        subject.withUnsafeBufferPointer { buffer in
            var run = PatternRun(program, searching: false)
            var found: [Range<Int>] = []
            var start = 0
            while start < buffer.count {
                if let end = run.end(in: buffer.span, from: start), end > start {
                    found.append(start..<end)
                    start = end
                } else {
                    start += 1
                }
            }
            return found
        }
    }

    /// Whether it stands for any part of a text, also an empty one.
    package func isFound(in subject: [UInt8]) -> Bool {
        subject.withUnsafeBufferPointer { isFound(in: $0.span) }
    }

    /// The error of a text that is not a pattern.
    public typealias Malformed = JSON.MalformedText
}
