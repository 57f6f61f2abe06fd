import Rehearsal
import RehearsalContracts

/// The test cases that a rule plans for ``ExampleClient``, as text.
struct RuleExample {
    /// The number of lines of a terminal that an example has at most, apart from one that counts the other cases.
    static let maximumLines = 8
    /// The number of characters of a line of a terminal.
    private static let terminalWidth = 94

    private let rule: Rule

    init(_ rule: Rule) { self.rule = rule }

    /// Returns the text of the cases, or the reason why the rule does not apply to the client.
    ///
    /// The endpoints that all cases have are described once, as is what the client does in all cases.
    func lines(limit: Int = maximumLines) -> [String] {
        var reasons: [String] = []
        for (declaration, operation) in ExampleClient.operations {
            do {
                let drafts = try rule.plan(OperationContext(declaration, operation))
                    .filter { $0.exercise.notApplicableReason == nil }
                if drafts.isEmpty { continue }
                return Self.lines(of: cases(of: drafts, declaration, operation), limit: limit).map(\.printable)
            } catch {
                reasons.append("\(error)")
            }
        }
        return ["the rule does not apply to the example client: \(reasons.first ?? "it has no clause")"]
    }

    /// Returns the cases of the clauses. Clauses with the same text are one case, which has all their names.
    private func cases(
        of drafts: [Rule.Draft],
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
    ) -> [ExampleCase] {
        // Most replies may not be cached, which matters only to the rules on caches.
        let hiddenFields = rule.id.hasPrefix("CACHE-") ? [] : ["cache-control"]
        let showsToken = drafts.contains { draft in
            draft.exercise.request.token != "t1" || draft.exercise.scenario.endpoints.contains { $0.when != nil }
        }
        let cases = drafts.map { draft in
            let server = ExampleServer(declaration, operation, draft.exercise, hiddenFields: hiddenFields)
            return ExampleCase(
                names: draft.variant.isEmpty ? [] : [draft.variant],
                server: server.lines(),
                generalServer: server.lines(namedStatus: Int(draft.variant)),
                client: ExampleCall(operation, draft.exercise, showsToken: showsToken).phrases
            )
        }
        let distinct = cases.grouped { $0.server + $0.client }.map { ExampleCase(equal: $0.elements) }
        return distinct.grouped { $0.generalServer + $0.client }.map { ExampleCase(similar: $0.elements) }
    }

    /// Returns the lines of several cases. Lines that all of them have are not repeated.
    private static func lines(of cases: [ExampleCase], limit: Int) -> [String] {
        if cases.count == 1 { return cases[0].lines }
        let server = common(cases.map(\.server))
        let isBeginning = server.contains(cases[0].server.first ?? "")
        let client = common(cases.map(\.client))
        let end = client.isEmpty ? [] : ["client: " + client.joined(separator: ", ")]
        let blocks = cases.map { $0.lines(withoutServer: server, client: client) }
        let room = limit - height(of: server + end)
        var shown = blocks[0]
        var count = 1
        // A line that counts one case would be no gain over the line of that case.
        while count < blocks.count,
            height(of: shown + blocks[count]) <= room + (count == blocks.count - 1 ? 2 : 0)
        {
            shown += blocks[count]
            count += 1
        }
        let rest = cases.dropFirst(count).reduce(0) { $0 + max(1, $1.names.count) }
        if rest > 0 { shown.append("… and \(rest) more") }
        // The endpoints of a case are in the order in which the server tries them.
        return (isBeginning ? server + shown : shown + server) + end
    }

    /// Returns the number of lines of a terminal that these lines need.
    private static func height(of lines: [String]) -> Int {
        lines.reduce(0) { $0 + 1 + max(0, $1.count - 1) / terminalWidth }
    }

    /// Returns the elements of the first list that all lists have.
    private static func common(_ lists: [[String]]) -> [String] {
        (lists.first ?? []).filter { element in lists.allSatisfy { $0.contains(element) } }
    }
}

/// One or several clauses of a rule that have the same text.
struct ExampleCase {
    /// The names of the clauses.
    var names: [String]
    /// The lines on the replies of the server.
    var server: [String]
    /// The same lines, with `this status` in place of a status that is the name of the clause.
    var generalServer: [String]
    /// The phrases on the calls of the client.
    var client: [String]

    init(names: [String], server: [String], generalServer: [String], client: [String]) {
        (self.names, self.server, self.generalServer, self.client) = (names, server, generalServer, client)
    }

    /// Joins cases that have the same text.
    init(equal cases: [ExampleCase]) {
        self = cases[0]
        names = cases.flatMap(\.names)
        // The status is the name of only one of them.
        if cases.count > 1 { generalServer = server }
    }

    /// Joins cases that have the same text if it does not name their statuses.
    init(similar cases: [ExampleCase]) {
        self = cases[0]
        names = cases.flatMap(\.names)
        if cases.count > 1 { server = generalServer }
    }

    private var name: String { names.joined(separator: ", ") }

    /// The lines of the only case of a rule.
    var lines: [String] {
        let first = (names.isEmpty ? "" : "\(name): ") + (server.first ?? "the server receives no request")
        return [first] + server.dropFirst() + (client.isEmpty ? [] : ["client: " + client.joined(separator: ", ")])
    }

    /// Returns the lines of one of several cases, without what all cases have.
    func lines(withoutServer commonServer: [String], client commonClient: [String]) -> [String] {
        let label = names.isEmpty ? "" : "\(name): "
        let ownServer = server.filter { !commonServer.contains($0) }
        let ownClient = client.filter { !commonClient.contains($0) }.joined(separator: ", ")
        guard let first = ownServer.first else {
            if ownClient.isEmpty { return names.isEmpty ? [] : ["\(label)1 call"] }
            return [names.isEmpty ? "client: \(ownClient)" : label + ownClient]
        }
        if ownServer.count == 1 { return [label + first + (ownClient.isEmpty ? "" : "; \(ownClient)")] }
        let end = ownClient.isEmpty ? [] : ["  client: \(ownClient)"]
        return [label + first] + ownServer.dropFirst().map { "  \($0)" } + end
    }
}
