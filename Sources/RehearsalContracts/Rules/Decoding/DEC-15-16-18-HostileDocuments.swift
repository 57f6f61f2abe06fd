import Rehearsal

/// The rules on bodies that a parser must not accept or must survive, DEC-15, DEC-16 and DEC-18.
enum HostileDocuments {
    static let text = Rule(
        "DEC-15",
        profile: .extended,
        "Bytes that are not valid Unicode are a decoding error, and are never replaced silently.",
        source: "RFC 8259 §8.1, §8.2; RFC 3629 §3",
        dependsOn: ["STAT-01", "DEC-01"]
    ) { call in
        try call.requireValue()
        try call.requireBody()
        let mutations = Mutations(call.operation)
        let invalid = mutations.invalidText.map { mutation in
            call.draft(mutation) { exam in
                // Some languages have strings with half of a surrogate pair (RFC 8259 §8.2).
                if mutation.name == "lone-surrogate", exam.declaration.isOutOfProcess, exam.outcome?.value != nil {
                    return exam.note("the client accepts half of a surrogate pair")
                }
                exam.expectDecoding()
            }
        }
        let encodings = mutations.encodings.map { mutation in
            call.draft(mutation) { exam in
                if exam.outcome?.value == nil { exam.expectDecoding() } else { exam.expectSuccess() }
            }
        }
        return invalid + encodings
    }

    static let syntax = Rule(
        "DEC-16",
        level: .should,
        profile: .strict,
        "Documents that only lenient parsers accept, such as one with duplicate names, are decoding errors.",
        source: "RFC 8259 §2, §4; RFC 7493 §2.3",
        dependsOn: ["STAT-01", "DEC-01"]
    ) { call in
        try call.requireValue()
        let mutations = Mutations(call.operation).lenientSyntax
        if mutations.isEmpty { throw NotApplicableError("the recorded reply is not a JSON document") }
        return mutations.map { mutation in call.draft(mutation) { $0.expectDecoding() } }
    }

    static let size = Rule(
        "DEC-18",
        profile: .extended,
        "A very large or deeply nested document ends in an error within 5 s, without a crash.",
        source: "RFC 8259 §9",
        dependsOn: ["STAT-01", "DEC-01", "DEC-12"]
    ) { call in
        try call.requireValue()
        var drafts = Mutations(call.operation).depths.map { mutation in
            call.draft(mutation, examine: expectPromptError)
        }
        // The reply is large, and the parser is the same for all operations.
        if call.declaration.operations.first(where: { !$0.isVoid })?.name == call.operation.name {
            let large = Scenario.Reply.later { _ in
                let text = [UInt8](repeating: UInt8(ascii: "a"), count: largeLength)
                return call.operation.makeReply(body: [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")])
            }
            var exercise = call.testCase([large])
            exercise.computedReplyText = "\(call.operation.reply.status) with a string of \(largeLength >> 20) MiB"
            drafts.append(Rule.Draft("string-4-MiB", exercise, examine: expectPromptError))
        }
        return drafts
    }

    private static let largeLength = 4 << 20

    private static func expectPromptError(_ exam: inout CaseAssertions) {
        exam.expectError("an error")
        exam.expectDuration(within: .seconds(5), "an error")
    }
}
