/// A path inside of a filter.
struct JSONPathQuery: Sendable {
    /// Whether it begins at the value that is asked about (`@`), and not at the document (`$`).
    let isRelative: Bool
    let segments: [JSONPathSegment]
    /// Whether it selects one value at most, whatever the document (RFC 9535 §2.3.5.1).
    let isSingular: Bool

    init(isRelative: Bool, segments: [JSONPathSegment]) {
        self.isRelative = isRelative
        self.segments = segments
        isSingular = segments.allSatisfy(\.isSingular)
    }
}
