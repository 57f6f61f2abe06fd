import RehearsalRedaction

/// What is to be taken out of a recording, and what is to stay, as the command line says it.
struct RedactionOptions: Sendable {
    var taking: [RedactionRule] = []
    var keeping: [RedactionRule] = []

    var isEmpty: Bool { taking.isEmpty && keeping.isEmpty }

    static let all = [
        Option("redact", "RULE", "takes out more than what is known to be secret: header:X-Key, json:/user/phone")
            .repeatable(),
        Option("keep", "RULE", "leaves in what would be taken out: cookie:theme, query:code").repeatable(),
    ]

    init() {}

    init(_ arguments: Arguments) throws(UsageError) {
        for text in arguments.all("redact") { taking.append(try Self.rule(text, "redact")) }
        for text in arguments.all("keep") { keeping.append(try Self.rule(text, "keep")) }
    }

    private static func rule(_ text: String, _ option: String) throws(UsageError) -> RedactionRule {
        do throws(RedactionRule.Malformed) {
            return try RedactionRule(text)
        } catch {
            throw UsageError("--\(option): \(error)", hint: "see: rehearsal lint --explain redaction")
        }
    }
}
