/// One part of a path, which leads from a value to some of those below it (RFC 9535 §2.5).
struct JSONPathSegment: Sendable {
    var selectors: [JSONPathSelector]
    /// Whether the selectors are also for every value below.
    var isDescendant = false

    /// Whether it leads to one value at most, whatever the document.
    var isSingular: Bool { !isDescendant && selectors.count == 1 && selectors[0].isSingular }
}
