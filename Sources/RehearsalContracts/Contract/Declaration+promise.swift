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

    /// The operation that a promise is about.
    package func operation(of promise: Promise) -> Operation {
        operations.first { $0.name == promise.operation }
            ?? Operation(promise.operation, .get, "/", reply: RecordedReply(200))
    }

    /// What is wrong with what a promise is called, or rests on; nil if nothing is.
    package var misnamedPromise: String? {
        var taken = Set(operations.map(\.name))
        for promise in promises {
            if Catalogue.rule(promise.id) != nil { return "\(promise.id) is a rule of the catalogue" }
            if !taken.insert(promise.id).inserted { return "there are two operations or promises called \(promise.id)" }
            if let rule = promise.restsOn.first(where: { Catalogue.rule($0) == nil }) {
                return "\(promise.id) rests on \(rule), and there is no such rule"
            }
            if !promise.restsOn.isEmpty, !operations.contains(where: { $0.name == promise.operation }) {
                return "\(promise.id) is about \(promise.operation), and there is no such operation to rest on"
            }
        }
        return nil
    }
}
