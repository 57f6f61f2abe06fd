extension JSON {
    /// A syntax error in a path, a pattern or a template.
    public struct MalformedText: Error, Sendable, Hashable, CustomStringConvertible {
        /// The offset of the first invalid character, in Unicode scalars from 0.
        public let offset: Int
        /// The number of invalid characters, at least 1.
        public let length: Int
        /// A description of the mistake, with the name of an unsupported feature.
        public let problem: String
        /// The correction.
        public let fix: String
        /// The kind of text.
        package let kind: Kind

        /// A kind of text with its own grammar.
        package enum Kind: String, Sendable {
            case path, pattern, template
        }

        package init(_ kind: Kind, _ range: Range<Int>, _ problem: String, fix: String) {
            self.kind = kind
            offset = range.lowerBound
            length = max(1, range.count)
            self.problem = problem
            self.fix = fix
        }

        /// The offset, the mistake and the correction in one line.
        public var description: String { "at offset \(offset) of the \(kind.rawValue): \(problem): \(fix)" }
    }
}

/// A parser that reads a text character by character.
protocol TextScanner {
    static var kind: JSON.MalformedText.Kind { get }
    var scalars: [Unicode.Scalar] { get }
    /// The index of the next character.
    var position: Int { get set }
}

extension TextScanner {
    typealias Malformed = JSON.MalformedText

    /// The next character; nil at the end.
    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Returns the character at a distance from the next one; nil beyond the end.
    func scalar(after offset: Int) -> Unicode.Scalar? {
        position + offset < scalars.count ? scalars[position + offset] : nil
    }

    /// Consumes a character if it is the next one.
    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// Consumes two characters if they are the next ones.
    mutating func consume(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        guard next == first, scalar(after: 1) == second else { return false }
        position += 2
        return true
    }

    /// Returns a part of the text.
    func substring(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    /// Returns a part of the text for a message, cut after `longest` characters.
    func excerpt(_ range: Range<Int>, longest: Int) -> String {
        substring(range.prefix(longest)) + (range.count > longest ? "…" : "")
    }

    /// Returns an error about a range of characters.
    func malformedText(_ range: Range<Int>, _ problem: String, fix: String) -> Malformed {
        Malformed(Self.kind, range, problem, fix: fix)
    }

    /// Returns an error about the next characters.
    func malformed(_ problem: String, length: Int = 1, fix: String) -> Malformed {
        malformedText(position..<(position + length), problem, fix: fix)
    }
}
