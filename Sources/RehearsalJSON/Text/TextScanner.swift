extension JSON {
    /// A mistake in a text that has a grammar of its own: a path, a pattern or a template.
    public struct MalformedText: Error, Sendable, Hashable, CustomStringConvertible {
        /// The first character (Unicode scalar) that is meant, from 0.
        public let offset: Int
        /// How many characters are meant: 1 or more.
        public let length: Int
        /// What was found; a feature of other languages of the kind is named.
        public let problem: String
        /// What would be right.
        public let fix: String
        /// The kind of text.
        package let kind: Kind

        /// A kind of text that has a grammar of its own.
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

        /// All of it in one sentence.
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

    /// The character so many after the next one; nil beyond the end.
    func scalar(after offset: Int) -> Unicode.Scalar? {
        position + offset < scalars.count ? scalars[position + offset] : nil
    }

    /// Goes past a character if it is the next one.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// Goes past two characters if they are the next ones.
    mutating func take(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        guard next == first, scalar(after: 1) == second else { return false }
        position += 2
        return true
    }

    /// A part of the text.
    func written(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    /// A part of the text, for a message: not too long.
    func excerpt(_ range: Range<Int>, longest: Int) -> String {
        written(range.prefix(longest)) + (range.count > longest ? "…" : "")
    }

    /// An error about some characters.
    func malformed(_ range: Range<Int>, _ problem: String, fix: String) -> Malformed {
        Malformed(Self.kind, range, problem, fix: fix)
    }

    /// An error about the characters from the next one on.
    func malformed(_ problem: String, length: Int = 1, fix: String) -> Malformed {
        malformed(position..<(position + length), problem, fix: fix)
    }
}
