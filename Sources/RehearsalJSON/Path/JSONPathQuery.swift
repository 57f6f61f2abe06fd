/// One part of a path, which leads from a value to some of those below it (RFC 9535 §2.5).
struct JSONPathSegment: Sendable {
    var selectors: [JSONPathSelector]
    /// Whether the selectors are also for every value below.
    var isDescendant = false

    /// Whether it leads to one value at most, whatever the document.
    var isSingular: Bool { !isDescendant && selectors.count == 1 && selectors[0].isSingular }
}

/// What chooses among the children of a value (RFC 9535 §2.3).
enum JSONPathSelector: Sendable {
    case name(String)
    case wildcard
    /// From the end where it is negative.
    case index(Int)
    case slice(JSONPathSlice)
    case filter(JSONPathFilter)

    var isSingular: Bool {
        switch self {
        case .name, .index: true
        case .wildcard, .slice, .filter: false
        }
    }
}

/// Every so many elements of an array, between two places (RFC 9535 §2.3.4).
struct JSONPathSlice: Sendable {
    /// From the end where it is negative; the end at which the step begins if nil.
    var start: Int?
    /// The first place that is not meant, as `start` is counted; the other end if nil.
    var end: Int?
    /// Backwards where it is negative; 0 selects nothing.
    var step = 1

    /// The place of the element that comes so many after the first; nil if there is none.
    func place(_ number: Int, of count: Int) -> Int? {
        guard step != 0, count > 0 else { return nil }
        let isForward = step > 0
        // Backwards, what is before the first element is as far as one can go, and that is -1.
        let bounds = isForward ? 0...count : -1...(count - 1)
        let first = Self.clamped(start ?? (isForward ? 0 : count - 1), count, bounds)
        let last = Self.clamped(end ?? (isForward ? count : -count - 1), count, bounds)
        let place = first + number * step
        return isForward ? (place < last ? place : nil) : (place > last ? place : nil)
    }

    private static func clamped(_ place: Int, _ count: Int, _ bounds: ClosedRange<Int>) -> Int {
        min(max(place < 0 ? place + count : place, bounds.lowerBound), bounds.upperBound)
    }
}

/// What has to hold of a value for a filter to select it (RFC 9535 §2.3.5).
indirect enum JSONPathFilter: Sendable {
    case any([JSONPathFilter])
    case all([JSONPathFilter])
    case not(JSONPathFilter)
    /// The query selects something.
    case exists(JSONPathQuery)
    /// The function says yes.
    case holds(JSONPathCall)
    case compares(JSONPathTerm, JSONPathComparison, JSONPathTerm)
}

enum JSONPathComparison: Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// What is compared, or handed to a function.
enum JSONPathTerm: Sendable {
    case literal(JSON)
    case query(JSONPathQuery)
    case call(JSONPathCall)
}

/// A function with as many arguments of such types as it takes.
struct JSONPathCall: Sendable {
    let function: JSONPathFunction
    let arguments: [JSONPathTerm]
    /// What the second argument says, where that is written into the path.
    let pattern: JSON.Pattern?
}

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

/// The functions of RFC 9535 (§2.4.4 to §2.4.8), with their types (§2.4.1).
enum JSONPathFunction: String, Sendable, CaseIterable {
    case length, count, match, search, value

    /// The types of arguments and results.
    enum Kind: Sendable {
        /// A JSON value, or none.
        case value
        /// Yes or no, which is no JSON value.
        case logical
        /// All that a query selects.
        case nodes
    }

    var parameters: [Kind] {
        switch self {
        case .length: [.value]
        case .count, .value: [.nodes]
        case .match, .search: [.value, .value]
        }
    }

    var result: Kind {
        switch self {
        case .length, .count, .value: .value
        case .match, .search: .logical
        }
    }

    /// How it may be called, for a message.
    var example: String {
        switch self {
        case .length: "length(@.name)"
        case .count: "count(@.items[*])"
        case .match: "match(@.name, 'a.*')"
        case .search: "search(@.name, 'a')"
        case .value: "value(@..name)"
        }
    }
}
