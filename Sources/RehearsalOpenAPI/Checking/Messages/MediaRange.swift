import Rehearsal

/// A media type or range without parameters: `application/json`, `image/*`, `application/*+json` (RFC 9110 §12.5.1).
struct MediaRange: Sendable, Hashable {
    /// The type and the subtype in lower case.
    let type: String
    let subtype: String
    /// The weight of the parameter `q`; 1 without one.
    let weight: Double

    init(_ text: some StringProtocol) {
        let parts = String(text).lowercased().split(separator: ";").map { $0.trimmed }
        let names = (parts.first ?? "").split(separator: "/", maxSplits: 1)
        type = names.first.map(String.init) ?? "*"
        subtype = names.count > 1 ? String(names[1]) : "*"
        let weightText = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
        weight = weightText.flatMap { Double($0) } ?? 1
    }

    var text: String { "\(type)/\(subtype)" }

    var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") || text == "text/json" }
    var isForm: Bool { text == "application/x-www-form-urlencoded" }
    var isMultipart: Bool { type == "multipart" }
    var isText: Bool { type == "text" && !isJSON }

    /// The number of parts of the range that are not wildcards; the range with the greatest number applies.
    var specificity: Int { type == "*" ? 0 : subtype == "*" ? 1 : subtype.hasPrefix("*+") ? 2 : 3 }

    /// Returns whether the range contains a type, which may be a range inside of this one.
    func contains(_ other: MediaRange) -> Bool {
        if type == "*" { return true }
        guard type == other.type else { return false }
        if subtype == "*" || subtype == other.subtype { return true }
        return subtype.hasPrefix("*+") && other.subtype.hasSuffix(subtype.dropFirst())
    }

    /// Returns the index of the most specific range that contains a type; nil if none does.
    static func index(of type: MediaRange, in ranges: [MediaRange]) -> Int? {
        let matching = ranges.indices.filter { ranges[$0].contains(type) }
        return matching.max { ranges[$0].specificity < ranges[$1].specificity }
    }
}

/// The media types that a client accepts (RFC 9110 §12.5.1).
struct AcceptedTypes {
    private let ranges: [MediaRange]

    /// - Returns: nil for a request without `Accept`, which accepts every type.
    init?(_ headers: Scenario.Headers) {
        let values = headers.values(of: "Accept")
        let ranges = values.flatMap { $0.split(separator: ",") }.map { $0.trimmed }.filter { !$0.isEmpty }
        guard !ranges.isEmpty else { return nil }
        self.ranges = ranges.map { MediaRange($0) }
    }

    /// Returns whether a type, or a type inside of a range, is acceptable.
    func accept(_ type: MediaRange) -> Bool {
        if let index = MediaRange.index(of: type, in: ranges) { return ranges[index].weight > 0 }
        return ranges.contains { $0.weight > 0 && type.contains($0) }
    }
}
