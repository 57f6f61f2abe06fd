/// One segment of a path, which selects children or descendants of a value (RFC 9535 §2.5).
struct JSONPathSegment: Sendable {
    var selectors: [JSONPathSelector]
    /// Whether the selectors also apply to every descendant.
    var isDescendant = false

    /// Whether the segment selects at most one value of any document.
    var isSingular: Bool { !isDescendant && selectors.count == 1 && selectors[0].isSingular }
}

/// A selector of children of a value (RFC 9535 §2.3).
enum JSONPathSelector: Sendable {
    case name(String)
    case wildcard
    /// An element by its index, counted from the end if negative.
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

/// A range of array elements with a step (RFC 9535 §2.3.4).
struct JSONPathSlice: Sendable {
    /// The first index, counted from the end if negative; nil for the first element in the step's direction.
    var start: Int?
    /// The index after the last one, counted from the end if negative; nil for all remaining elements.
    var end: Int?
    /// The distance between elements: negative for descending order, 0 for no elements.
    var step = 1

    /// Returns the index of an element of the slice in an array of `count` elements; nil after the last one.
    ///
    /// - Parameter number: The ordinal of the element in the slice, from 0.
    func index(_ number: Int, of count: Int) -> Int? {
        guard step != 0, count > 0 else { return nil }
        let isForward = step > 0
        // RFC 9535 §2.3.4.2.2: with a negative step, the lower bound is -1, which stands before the first element.
        let bounds = isForward ? 0...count : -1...(count - 1)
        let first = Self.clamped(start ?? (isForward ? 0 : count - 1), count, bounds)
        let last = Self.clamped(end ?? (isForward ? count : -count - 1), count, bounds)
        let index = first + number * step
        return isForward ? (index < last ? index : nil) : (index > last ? index : nil)
    }

    private static func clamped(_ index: Int, _ count: Int, _ bounds: ClosedRange<Int>) -> Int {
        min(max(index < 0 ? index + count : index, bounds.lowerBound), bounds.upperBound)
    }
}

/// A condition under which a filter selects a value (RFC 9535 §2.3.5).
indirect enum JSONPathFilter: Sendable {
    case any([JSONPathFilter])
    case all([JSONPathFilter])
    case not(JSONPathFilter)
    /// The query selects at least one value.
    case exists(JSONPathQuery)
    /// The function returns true.
    case call(JSONPathCall)
    case comparison(JSONPathTerm, JSONPathComparison, JSONPathTerm)
}

enum JSONPathComparison: Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// An operand of a comparison, or an argument of a function.
enum JSONPathTerm: Sendable {
    case literal(JSON)
    case query(JSONPathQuery)
    case call(JSONPathCall)
}

/// A function call. The parser has checked the number and types of its arguments.
struct JSONPathCall: Sendable {
    let function: JSONPathFunction
    let arguments: [JSONPathTerm]
    /// The pattern of the second argument; nil if that is not a literal.
    let pattern: JSON.Pattern?
}

/// A query inside a filter.
struct JSONPathQuery: Sendable {
    /// Whether the query begins at the current value (`@`) and not at the root (`$`).
    let isRelative: Bool
    let segments: [JSONPathSegment]
    /// Whether the query selects at most one value of any document (RFC 9535 §2.3.5.1).
    let isSingular: Bool

    init(isRelative: Bool, segments: [JSONPathSegment]) {
        self.isRelative = isRelative
        self.segments = segments
        isSingular = segments.allSatisfy(\.isSingular)
    }
}

/// A function of RFC 9535 (§2.4.4 to §2.4.8), with its types (§2.4.1).
enum JSONPathFunction: String, Sendable, CaseIterable {
    case length, count, match, search, value

    /// A type of arguments and results.
    enum Kind: Sendable {
        /// A JSON value or its absence (`ValueType`).
        case value
        /// True or false, which differ from the JSON values (`LogicalType`).
        case logical
        /// The list of nodes that a query selects (`NodesType`).
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

    /// An example of a call, for a message.
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
