import Rehearsal

/// The rule on numbers that a client's integer type cannot represent, DEC-11.
enum Integers {
    static let rule = Rule(
        "DEC-11",
        profile: .extended,
        "An integer decodes to exactly the number in the reply, or is an error; it is never rounded or clamped.",
        source: "RFC 8259 §6; RFC 7493 §2.2",
        dependsOn: ["STAT-01"]
    ) { call in
        try call.drafts(.int, .overflowed, lacking: "integer") { exam, mutation in
            if let outcome = exam.outcome, [.decoding, .domain].contains(outcome.kind) { return }
            exam.expectNewValue(of: mutation)
        }
    }
}
