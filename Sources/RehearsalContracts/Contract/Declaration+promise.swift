package import Rehearsal

extension Declaration {
    /// Something that a client promises beside what is asked of all clients: what it does while a scenario is played.
    package struct Promise: Sendable {
        /// What it is called: `PARK-01`; no rule of the catalogue and no operation is called so.
        package var id: String
        /// One sentence: `Twenty calls that find their token expired cost one refresh.`
        package var statement: String
        /// The operation that it is about; one that the contract does not declare is a name for reports and no more.
        package var operation: String
        /// The rules that must hold for that operation before this can be judged.
        package var restsOn: [String]
        /// What is played: a document, or the name of one that is to be found.
        package var source: JSON
        /// What that was found to be; nil until it is.
        package var scenario: Scenario?
        /// What the call must come to; nil for whatever it comes to.
        package var outcome: ClientOutcome?
        /// Whether a value that it comes to must be from the server, just now: what was kept is no such value.
        package var mustBeFresh = false
        /// What the client has stored before.
        package var store: [String: JSON] = [:]
        /// What its network monitor says.
        package var isOnline = true
        /// The token that it starts with; nil for none.
        package var token: String?
        /// What it gets another token with; nil for nothing.
        package var refreshToken: String?

        package init(
            _ id: String,
            _ statement: String,
            of operation: String,
            playing source: JSON,
            restsOn: [String] = [],
        ) {
            (self.id, self.statement, self.operation) = (id, statement, operation)
            (self.source, self.restsOn) = (source, restsOn)
        }
    }
}

extension Declaration.Promise {
    /// What is wrong with the names in it, whatever else there is; nil if nothing is.
    var misnamed: String? {
        if !id.isClauseName { return "\(id.debugDescription) is not \(String.clauseName)" }
        if !operation.isClauseName {
            return "the operation of \(id), \(operation.debugDescription), is not \(String.clauseName)"
        }
        if Catalogue.rule(id) != nil { return "\(id) is a rule of the catalogue" }
        return id == Declaration.mapName ? "\(id) is what clauses of the decoding map are called by" : nil
    }
}

extension String {
    /// What a part of the name of a clause is.
    package static let clauseName = "a name without / and * in one line, in characters that are seen"

    /// Whether it can be a part of the name of a clause.
    package var isClauseName: Bool {
        !isEmpty && isInOneLine && !unicodeScalars.contains { $0 == "/" || $0 == "*" }
    }

    /// Whether all of it is seen where it is shown, in the order in which it is written, and in one line.
    package var isInOneLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
    }
}
