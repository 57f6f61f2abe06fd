import Rehearsal

/// The rule on the assignment of replies to parallel calls, CONC-01.
///
/// The calls are equal, so a request does not show which call sent it. The rule therefore compares the number of
/// different replies with the number of different values: a client that confuses replies returns one of them twice.
enum MatchingReplies {
    private static let calls = 10

    static let rule = Rule(
        "CONC-01",
        profile: .extended,
        "Each of several parallel calls returns the reply to its own request.",
        source: "RFC 9112 §9.3",
        dependsOn: ["REPO-01", "STAT-01"]
    ) { call in
        if !call.isSafe { throw NotApplicableError("\(call.name) is not safe, so it is not called many times") }
        let marker = try ReplyMarker(call)
        let replies = (0..<calls).compactMap { index -> Scenario.Reply? in
            guard var reply = marker.reply(index) else { return nil }
            // The delays differ, so that the replies arrive in another order than the requests.
            reply.delay = .fixed(.milliseconds(10 * (index * 7 % calls)))
            return reply.times(1)
        }
        var exercise = call.testCase(replies)
        exercise.request.parallel = calls
        return [Rule.Draft("", exercise) { expectDifferentValues(&$0, marker) }]
    }

    private static func expectDifferentValues(_ exam: inout CaseAssertions, _ marker: ReplyMarker) {
        exam.expectValue("a value from each call")
        let values = exam.evidence.answer.outcomes.compactMap(\.value)
        let indices = values.compactMap(marker.index)
        if indices.count < values.count {
            return exam.markInconclusive("the values do not contain \(marker.name) of the replies")
        }
        // A client may combine equal calls into fewer requests.
        let (sent, seen) = (exam.attempts.count, Set(indices).count)
        if seen < sent {
            exam.fail("expected \(sent) different values from \(sent) different replies, got \(seen)")
        }
    }
}

/// A field of the recorded reply whose value is changed to distinguish replies.
struct ReplyMarker: Sendable {
    private let operation: Declaration.Operation
    private let field: BodyField

    /// The name of the field, for messages.
    var name: String { field.label }

    /// Selects a text or a number that the client returns unchanged; throws if there is none.
    init(_ call: OperationContext) throws {
        operation = call.operation
        try call.requireValue()
        guard let golden = call.value else {
            throw NotApplicableError(
                "the contract does not declare the value of \(call.name) for the recorded reply (value)"
            )
        }
        let returned = ValueChange.leaves(of: golden).map(\.value)
        let segments = call.path.split(separator: "/").map(String.init)
        let declared = BodyFields(call.operation).declared
        let suitable = [Declaration.Field.Kind.string, .int].flatMap { kind in declared.filter { $0.kind == kind } }
        let field = suitable.first { field in
            // A client may reject a reply whose identifier differs from the requested one.
            !segments.contains(Self.text(field.value) ?? "") && returned.contains { field.value.isEquivalent(to: $0) }
        }
        guard let field else {
            throw NotApplicableError("no declared text or number of \(call.name) is returned unchanged (fields, value)")
        }
        self.field = field
    }

    /// Returns the recorded reply with the value that has this index; nil if the value cannot be changed.
    func reply(_ index: Int) -> Scenario.Reply? {
        operation.reply.document?.applying(JSONDocument.Edit(field.place, value(index))).map {
            operation.makeReply(body: $0)
        }
    }

    /// Returns the index of the value that a returned document contains; nil if it contains none.
    func index(in value: JSON) -> Int? {
        let leaves = ValueChange.leaves(of: value).map(\.value)
        return (0..<100).first { index in leaves.contains { self.value(index).isEquivalent(to: $0) } }
    }

    private func value(_ index: Int) -> JSON {
        switch field.value {
        case .string(let text): .string("\(text)\(1_000 + index)")
        case .number(let number): .integer((Int(number.text) ?? 0) + 1_000 + index)
        default: field.value
        }
    }

    private static func text(_ value: JSON) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.text
        default: nil
        }
    }
}
