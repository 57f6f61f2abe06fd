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
