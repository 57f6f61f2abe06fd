import Rehearsal
import RehearsalDocuments

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

    init(_ endpoint: Scenario.Endpoint, at value: ImportValue, comments: [String] = [], fileName: String? = nil) {
        (self.endpoint, self.value, self.comments) = (endpoint, value, comments)
        if endpoint.when?.asksNothing == true { self.endpoint.when = nil }
        fileNames[0] = fileName
    }
}

/// What a part of an imported file asks of a request.
protocol ImportedRequest {
    var methods: [Scenario.Method] { get }
    var path: Scenario.PathPattern { get }
    var condition: Scenario.Condition { get set }
}

extension ImportedRequest {
    /// Asks for one condition more.
    mutating func ask(_ other: Scenario.Condition) { condition = condition.and(other) }

    /// An endpoint for each of its methods.
    ///
    /// - Parameter fileName: of the body of the first reply.
    func endpoints(
        at value: ImportValue,
        replies: [Scenario.Reply],
        comments: [String] = [],
        fileName: String? = nil,
    ) -> [ImportedEndpoint] {
        methods.map { method in
            let endpoint = Scenario.Endpoint(method, path, when: condition, replies: replies)
            return ImportedEndpoint(endpoint, at: value, comments: comments, fileName: fileName)
        }
    }
}
