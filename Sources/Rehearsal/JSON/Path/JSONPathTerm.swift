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
    let pattern: Scenario.Pattern?
}
