extension JSON {
    /// A regular expression in the syntax of I-Regexp (RFC 9485) with `^ $ \d \D \w \W \s \S`, matched in linear time.
    ///
    /// A match takes time proportional to the product of the lengths of pattern and text, and memory proportional to
    /// the pattern. Two patterns are equal if their texts have the same Unicode scalars and the same syntax.
    public struct Pattern: Sendable, CustomStringConvertible {
        /// The text from which the pattern was parsed.
        public let text: String
        let syntax: PatternSyntax
        let program: PatternProgram

        /// Parses a pattern.
        ///
        /// - Throws: ``Malformed``, with the mistake or the unsupported feature and its character position.
        public init(_ text: String) throws(Malformed) {
            self.text = text
            syntax = .iRegexp
            program = try PatternParser.program(of: Array(text.unicodeScalars))
        }

        /// Parses a pattern of ECMA-262 in its Unicode mode (`u`), as JSON Schema uses it (core §6.4).
        ///
        /// Groups do not capture. Look-around, back-references and word boundaries are not supported, because they
        /// cannot be matched in linear time or with the memory of one pattern.
        ///
        /// - Throws: ``Malformed``, with the mistake or the unsupported feature and its character position.
        package init(ecmaScript text: String) throws(Malformed) {
            self.text = text
            syntax = .ecmaScript
            program = try PatternParser.program(of: Array(text.unicodeScalars), syntax: .ecmaScript)
        }

        /// Returns whether a text is a pattern by the grammar of ECMA-262, with the features that are not supported.
        package static func isECMAScript(_ text: String) -> Bool {
            var parser = PatternParser(scalars: Array(text.unicodeScalars), syntax: .ecmaScriptSyntaxOnly)
            return (try? parser.whole()) != nil
        }

        /// The text from which the pattern was parsed.
        public var description: String { text }
    }
}

extension JSON.Pattern: Hashable {
    // `String` equates canonical equivalents ("é" in one scalar and in two), but patterns match scalars.
    /// Returns whether both patterns have the same syntax, and texts with the same scalars.
    public static func == (left: Self, right: Self) -> Bool {
        left.syntax == right.syntax && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the UTF-8 of the text.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

extension JSON.Pattern {
    /// Returns whether the pattern matches a whole text (RFC 9485 §4, `match` of RFC 9535 §2.4.6).
    ///
    /// - Parameter subject: The text as UTF-8. A byte that is not part of a character matches nothing.
    package func matchesAll(of subject: Span<UInt8>) -> Bool {
        var matcher = PatternMatcher(program, searching: false)
        return matcher.matches(for: subject)
    }

    /// Returns whether the pattern matches a whole text.
    package func matchesAll(of subject: [UInt8]) -> Bool {
        subject.withUnsafeBufferPointer { matchesAll(of: $0.span) }
    }

    /// Returns whether the pattern matches a part of a text, which may be empty (`search` of RFC 9535 §2.4.7).
    ///
    /// - Parameter subject: The text as UTF-8. A byte that is not part of a character matches nothing.
    package func hasMatch(in subject: Span<UInt8>) -> Bool {
        var matcher = PatternMatcher(program, searching: true)
        return matcher.matches(for: subject)
    }

    /// Returns the byte ranges of the longest non-empty matches, from left to right without overlaps.
    package func ranges(in subject: [UInt8]) -> [Range<Int>] {
        subject.withUnsafeBufferPointer { buffer in
            var matcher = PatternMatcher(program, searching: false)
            var found: [Range<Int>] = []
            var start = 0
            while start < buffer.count {
                if let end = matcher.endOfLongestMatch(in: buffer.span, from: start), end > start {
                    found.append(start..<end)
                    start = end
                } else {
                    start += 1
                }
            }
            return found
        }
    }

    /// Returns whether the pattern matches a part of a text, which may be empty.
    package func hasMatch(in subject: [UInt8]) -> Bool {
        subject.withUnsafeBufferPointer { hasMatch(in: $0.span) }
    }

    /// The error for a text that is not a valid pattern.
    public typealias Malformed = JSON.MalformedText
}
