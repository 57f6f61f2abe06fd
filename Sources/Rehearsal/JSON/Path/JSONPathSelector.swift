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
