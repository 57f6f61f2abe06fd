/// The media types that a request accepts (RFC 9110 §12.5.1).
package struct AcceptedTypes: Sendable {
    private var ranges: [MediaRange] = []

    private struct MediaRange: Sendable {
        var type: Substring
        var subtype: Substring
        /// The weight in thousandths.
        var weight: Int
    }

    /// The maximum number of ranges that are read.
    private static let maximumCount = 64

    /// Parses the values of `Accept`. Without a value, every type is accepted.
    package init(_ values: [String]) {
        for element in values.joined(separator: ",").lowercased().split(separator: ",").prefix(Self.maximumCount) {
            let parts = element.split(separator: ";").map(\.trimmed)
            guard let halves = parts.first?.split(separator: "/", maxSplits: 1), halves.count == 2 else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Self.weight($0.dropFirst(2)) }
            ranges.append(MediaRange(type: halves[0], subtype: halves[1], weight: weight ?? 1_000))
        }
    }

    private static func weight(_ text: Substring) -> Int {
        guard let value = Double(text), value >= 0 else { return 0 }
        return Int(min(value, 1) * 1_000)
    }

    /// Returns the weight of a media type in thousandths; 0 for one that is not accepted.
    package func weight(of mediaType: String) -> Int {
        guard !ranges.isEmpty else { return 1_000 }
        let name = mediaType.lowercased().split(separator: ";").first?.trimmed ?? ""
        let halves = name.split(separator: "/", maxSplits: 1)
        guard halves.count == 2 else { return 1 }
        var best = (specificity: -1, weight: 0)
        for range in ranges {
            let isType = range.type == halves[0]
            guard isType || range.type == "*", range.subtype == halves[1] || range.subtype == "*" else { continue }
            let specificity = (isType ? 1 : 0) + (range.subtype == halves[1] ? 2 : 0)
            if specificity > best.specificity { best = (specificity, range.weight) }
        }
        return best.weight
    }
}
