/// The parts of a representation that a request asks for (RFC 9110 §14.1.2).
package struct ByteRanges: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case from(Int, through: Int)
        case last(Int)
    }

    private let parts: [Part]

    /// More than this many are no earnest request (RFC 9110 §17.15), and the whole is sent.
    private static let most = 64

    /// Nil if it asks for no bytes, or not as the RFC has it: then the whole is sent.
    package init?(_ field: String) {
        guard let equals = field.firstIndex(of: "="), field[..<equals].lowercased() == "bytes" else { return nil }
        var parts: [Part] = []
        for text in field[field.index(after: equals)...].split(separator: ",") {
            var text = text.drop { $0 == " " || $0 == "\t" }
            while text.last == " " || text.last == "\t" { text.removeLast() }
            if text.isEmpty { continue }
            guard let part = Self.part(text) else { return nil }
            parts.append(part)
        }
        guard !parts.isEmpty, parts.count <= Self.most else { return nil }
        self.parts = parts
    }

    private static func part(_ text: Substring) -> Part? {
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty { return number(ends[1]).map { .last($0) } }
        guard let first = number(ends[0]) else { return nil }
        if ends[1].isEmpty { return .from(first, through: .max) }
        guard let last = number(ends[1]), first <= last else { return nil }
        return .from(first, through: last)
    }

    /// A number that is too large for any body is as good as the largest there is.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text) ?? .max
    }

    /// Where they lie in a body of so many bytes; none if it has none of them.
    ///
    /// Those that overlap or touch are sent as one,
    /// and all of them then in their order in the body (RFC 9110 §15.3.7.2).
    package func ranges(in length: Int) -> [Range<Int>] {
        let found = parts.compactMap { part -> Range<Int>? in
            switch part {
            case .from(let first, let last): first < length ? first..<(min(last, length - 1) + 1) : nil
            case .last(let count): count > 0 && length > 0 ? max(0, length - count)..<length : nil
            }
        }
        var joined: [Range<Int>] = []
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined.count == found.count ? found : joined
    }
}
