import Rehearsal

/// The rule on actions that affect several rows of a list, REPO-14.
enum RowIdentity {
    static let rule = Rule(
        "REPO-14",
        profile: .extended,
        "An action on several rows of a list affects exactly these rows, although the list shrinks meanwhile.",
        source: "the client's declaration (rows)",
        dependsOn: ["STAT-01", "STAT-05"]
    ) { call in
        guard let action = call.rowAction else {
            throw NotApplicableError("the contract does not declare an action of \(call.name) on rows of a list (rows)")
        }
        guard let list = call.declaration.operations.first(where: { $0.name == action.list }) else {
            throw NotApplicableError("the contract does not declare the operation \(action.list) (rows)")
        }
        guard let rows = ListOfThree(list, action) else {
            throw NotApplicableError(
                "the recorded reply to \(list.name) is not a list of objects with the member \(action.identifier)"
            )
        }
        var exercise = call.recordedCase
        exercise.scenario.endpoints = [
            Scenario.Endpoint(list.method, list.pattern, replies: [list.makeReply(body: rows.body)]),
            Scenario.Endpoint(
                call.method,
                Scenario.PathPattern(stringLiteral: action.path),
                replies: [call.operation.recordedReply]
            ),
        ]
        exercise.request.rows = [0, 1]
        let draft = Rule.Draft("", exercise) { exam in
            exam.expectValue("success")
            for (path, count) in zip(rows.paths, [1, 1, 0]) {
                let seen = exam.attempts.count { $0.method == exam.operation.method.rawValue && $0.path == path }
                if seen != count {
                    exam.fail("expected \(count) × \(exam.operation.method) \(path), saw \(seen)")
                }
            }
        }
        // A promise of the operation may require the same.
        let promises = call.declaration.promises.filter { $0.operation == call.name }.map(\.id)
        return [promises.reduce(draft) { $0.depending(on: $1) }]
    }
}

/// A list of three rows, made of the first row of a recorded list, whose identifiers descend.
private struct ListOfThree {
    /// The body of the reply with the list.
    let body: [UInt8]
    /// The paths of the requests for the rows, in order.
    let paths: [String]

    /// Creates the list; nil if the recorded reply is not an array of objects with the identifier.
    init?(_ list: Declaration.Operation, _ action: Declaration.RowAction) {
        guard case .array(let elements)? = list.reply.document?.root.value, case .object(let members)? = elements.first,
            let first = elements.first?[action.identifier]
        else { return nil }
        let identifiers = [2, 1, 0].compactMap { Self.identifier(first, plus: $0) }
        guard identifiers.count == 3 else { return nil }
        let rows = identifiers.map { identifier in
            JSON.object(members.map { $0.name == action.identifier ? JSON.Member($0.name, identifier) : $0 })
        }
        body = JSON.array(rows).bytes()
        paths = identifiers.map { identifier in
            let segments = action.path.split(separator: "/").map { segment in
                segment.hasPrefix("{") ? Self.text(identifier) : String(segment)
            }
            return "/" + segments.joined(separator: "/")
        }
    }

    private static func identifier(_ value: JSON, plus offset: Int) -> JSON? {
        switch value {
        case .number(let number): Int(number.text).map { .integer($0 + offset) }
        case .string(let text): .string("\(text)\(offset)")
        default: nil
        }
    }

    private static func text(_ value: JSON) -> String {
        switch value {
        case .number(let number): number.text
        case .string(let text): text
        default: ""
        }
    }
}
