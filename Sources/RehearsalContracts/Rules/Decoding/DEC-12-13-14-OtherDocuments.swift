import Rehearsal

/// The rules on successful replies with another kind of document, DEC-12, DEC-13 and DEC-14.
enum OtherDocuments {
    static let shape = Rule(
        "DEC-12",
        profile: .extended,
        "A document of another shape is a decoding error, and never an empty list; an empty array is an empty list.",
        source: "Swift DecodingError.typeMismatch",
        dependsOn: ["STAT-01", "DEC-01"]
    ) { call in
        try call.requireValue()
        let mutations = Mutations(call.operation)
        if mutations.shapes.isEmpty {
            throw NotApplicableError("the recorded reply is neither a JSON array nor a JSON object")
        }
        let drafts = mutations.shapes.map { mutation in call.draft(mutation) { $0.expectDecoding() } }
        let empty = mutations.bodies.filter { $0.name == "no-elements" }
        return drafts + empty.map { mutation in call.draft(mutation) { expectNoElements(&$0) } }
    }

    static let page = Rule(
        "DEC-13",
        profile: .extended,
        "A 200 with an HTML page, as from a captive portal, is a decoding error and does not change stored values.",
        source: "RFC 9110 §8.3; RFC 8910",
        dependsOn: ["DEC-01", "REPO-04"]
    ) { call in
        try call.requireValue()
        let text = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Welcome.</body></html>"
        let page = Scenario.Reply(200, body: .bytes(Array(text.utf8), type: "text/html; charset=utf-8"))
        let exercise = call.testCase([page]).withStoredValue(call.operation)
        let stored = call.stored
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectDecoding([.contentType, .dataCorrupted])
                guard let stored, let store = exam.evidence.answer.store, store[stored.key] != stored.value else {
                    return
                }
                exam.fail("expected the stored value of \(stored.key) to be unchanged")
            }
        ]
    }

    static let contentType = Rule(
        "DEC-14",
        level: .should,
        profile: .extended,
        "JSON with a wrong or missing Content-Type is handled as the client declares.",
        source: "RFC 9110 §8.3; RFC 6838 §4.2.8",
        dependsOn: ["STAT-01", "DEC-01"]
    ) { call in
        try call.requireValue()
        try call.requireBody()
        guard let refuses = call.features.refusesContentType else {
            throw NotApplicableError(
                "the client does not declare whether it rejects a wrong Content-Type (refusesContentType)"
            )
        }
        let types = [("text-plain", "text/plain"), ("none", nil), ("problem-json", "application/problem+json")]
        return types.map { name, type in
            var reply = call.unstored.recordedReply
            reply.body = .bytes(call.reply.body, type: type)
            // A missing type may be guessed (RFC 9110 §8.3), and the suffix +json also stands for JSON.
            let mayRead = !refuses || type != "text/plain"
            return Rule.Draft(name, call.testCase([reply])) { exam in
                if !refuses { return exam.expectSuccess() }
                if mayRead, case .value? = exam.outcome { return exam.expectSuccess() }
                exam.expectError("an error because of the Content-Type \(type ?? "that is missing")")
            }
        }
    }

    /// Expects a value; if the declared value is an array, the returned one must be empty.
    private static func expectNoElements(_ exam: inout CaseAssertions) {
        exam.expectValue("a value without elements")
        guard case .array? = exam.operation.value, case .array(let elements)? = exam.outcome?.value else { return }
        if !elements.isEmpty { exam.fail("expected no elements, got \(elements.count)") }
    }
}
