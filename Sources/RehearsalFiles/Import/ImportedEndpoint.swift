import Rehearsal

/// An endpoint that an imported file asks for, and what a reader of the scenario should know of it.
struct ImportedEndpoint {
    var endpoint: Scenario.Endpoint
    /// What stands above it as comments: a name, and where it comes from.
    var comments: [String] = []
    /// Where it stands in the imported file.
    var value: ImportValue
    /// Lower ones are asked first: which of several scenarios it comes from.
    var group = 0
    /// Within a group higher ones are asked first, whatever their paths; among equal ones, in the order of the list.
    var rank = 0
    /// What bodies that are files are called, by the index of the reply.
    var fileNames: [Int: String] = [:]

    init(
        at value: ImportValue,
        _ method: Scenario.Method,
        _ path: Scenario.PathPattern,
        when condition: Scenario.Condition = Scenario.Condition(),
        replies: [Scenario.Reply],
        comments: [String] = [],
    ) {
        let when = condition.asksNothing ? nil : condition
        endpoint = Scenario.Endpoint(method, path, when: when, replies: replies)
        (self.value, self.comments) = (value, comments)
    }
}
