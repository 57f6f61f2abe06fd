package import Rehearsal

extension Declaration {
    /// A promise of a client beyond the rules for all clients: its behavior while a scenario is played.
    package struct Promise: Sendable {
        /// The identifier: `PARK-01`, unique among the rules of the catalogue and the operations.
        package var id: String
        /// The promise in one sentence: `Twenty calls that find their token expired cost one refresh.`
        package var statement: String
        /// The operation that it concerns; one that the contract does not declare is only a name in reports.
        package var operation: String
        /// The rules that must pass for that operation before this promise can be judged.
        package var dependsOn: [String]
        /// The scenario: a document, or the name of one to load.
        package var source: JSON
        /// The loaded scenario; nil until it is loaded.
        package var scenario: Scenario?
        /// The expected outcome; nil if any outcome passes.
        package var outcome: ClientOutcome?
        /// Whether a returned value must have just been received from the server.
        package var mustBeFresh = false
        /// The initial content of the client's store.
        package var store: [String: JSON] = [:]
        /// Whether the client's network monitor reports a connection.
        package var isOnline = true
        /// The client's initial token; nil for none.
        package var token: String?
        /// The client's initial refresh token; nil for none.
        package var refreshToken: String?

        package init(
            _ id: String,
            _ statement: String,
            of operation: String,
            playing source: JSON,
            restsOn: [String] = [],
        ) {
            (self.id, self.statement, self.operation) = (id, statement, operation)
            (self.source, self.dependsOn) = (source, restsOn)
        }
    }
}

extension Declaration.Promise {
    /// The first invalid name in the promise; nil if all are valid.
    var nameProblem: String? {
        if !id.isClauseName { return "\(id.debugDescription) is not \(String.clauseName)" }
        if !operation.isClauseName {
            return "the operation of \(id), \(operation.debugDescription), is not \(String.clauseName)"
        }
        if RuleCatalogue.rule(id) != nil { return "\(id) is a rule of the catalogue" }
        return id == Declaration.mapPrefix ? "\(id) is the prefix of clauses of the decoding map" : nil
    }
}

extension String {
    /// The form of a part of a clause name, for messages.
    package static let clauseName = "a name without / and *, of visible characters on one line"

    /// Whether it can be a part of a clause name.
    package var isClauseName: Bool {
        !isEmpty && isInOneLine && !unicodeScalars.contains { $0 == "/" || $0 == "*" }
    }

    /// Whether all characters are visible, in the order in which they are written, and on one line.
    package var isInOneLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
    }
}
