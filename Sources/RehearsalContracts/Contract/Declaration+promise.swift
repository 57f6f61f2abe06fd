package import Rehearsal

extension Declaration {
    /// A requirement on one client, in addition to the rules for all clients: its behavior while a scenario is played.
    package struct Promise: Sendable {
        /// The identifier: `PARK-01`, unique among the rules of the catalogue and the operations.
        package var id: String
        /// The promise in one sentence: `Twenty parallel calls with an expired token cause one refresh.`
        package var statement: String
        /// The name of the operation that the promise is about. The contract may lack it if no rule is a prerequisite.
        package var operation: String
        /// The rules that must pass for that operation before this promise can be judged.
        package var dependsOn: [String]
        /// The scenario: a string with the name of a file, or an object with the scenario itself.
        package var source: JSON
        /// The template from which the scenario and the judgement follow; nil for a promise with its own scenario.
        package var template: ScreenTemplate?
        /// The name of the operation that deletes a row of the template's screen; nil for none.
        package var deletion: String?
        /// The parsed scenario; nil until it is loaded.
        package var scenario: Scenario?
        /// The expected outcome; nil if any outcome passes.
        package var outcome: ClientOutcome?
        /// Whether the client must report the returned value as neither stale nor cached.
        package var mustBeFresh = false
        /// The initial content of the client's store.
        package var store: [String: JSON] = [:]
        /// Whether the client's network monitor reports a connection.
        package var isOnline = true
        /// The client's initial access token; nil for none.
        package var token: String?
        /// The client's initial refresh token; nil for none.
        package var refreshToken: String?

        package init(
            _ id: String,
            _ statement: String,
            of operation: String,
            playing source: JSON,
            dependsOn: [String] = [],
        ) {
            (self.id, self.statement, self.operation) = (id, statement, operation)
            (self.source, self.dependsOn) = (source, dependsOn)
        }
    }
}

extension Declaration.Promise {
    /// The problem with the first invalid name in the promise, as a message; nil if all names are valid.
    var nameProblem: String? {
        if !id.isClauseName { return "\(id.debugDescription) is not \(String.clauseName)" }
        if !operation.isClauseName {
            return "the operation of \(id), \(operation.debugDescription), is not \(String.clauseName)"
        }
        if RuleCatalogue.rule(id) != nil { return "\(id) is a rule of the catalogue" }
        return id == Declaration.mapPrefix ? "\(id) is reserved for clauses of the decoding map" : nil
    }
}

extension String {
    /// The required form of a part of a clause ID, for messages.
    package static let clauseName = "a name without / and *, of visible characters on one line"

    /// Whether the string can be a part of a clause ID.
    package var isClauseName: Bool {
        !isEmpty && isInOneLine && !unicodeScalars.contains { $0 == "/" || $0 == "*" }
    }

    /// Whether the string has no control characters, format characters (such as text direction) or line breaks.
    package var isInOneLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
    }
}
