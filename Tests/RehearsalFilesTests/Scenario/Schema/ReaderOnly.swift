@testable import RehearsalDocuments
@testable import RehearsalRedaction

/// Errors that the reader reports and a schema cannot express.
enum ReaderOnly {
    /// The code of each error, a part of its message, and the reason why a schema cannot express it.
    static let reasons: [(code: Diagnostic.Code, says: String, why: String)] = [
        (.missingFile, "", "a schema does not access files"),
        (.duplicateKey, "", "a schema sees each name once"),
        (.badPattern, "", "the syntax of a pattern is a language of its own"),
        (.badPath, "", "the syntax of a query is a language of its own"),
        (.badTemplate, "", "the syntax of a template is a language of its own"),
        (.badValue, "is not a valid path: ", "the syntax of a path, beyond its first letter"),
        (.badValue, "the path has no placeholder", "a name that occurs in another value"),
        (.badValue, "is not valid Base64", "its length in addition to its characters"),
        (.badValue, "which is more than the maximum", "one value is compared with another"),
        (.badValue, "which is less than the median", "one value is compared with another"),
        (.badValue, "\"median\" must be more than 0", "the value of a duration, which is a text"),
        (.badValue, "the duration of a stall must be", "the value of a duration, which is a text"),
        (.badValue, "must be more than 0", "the value of a duration, which is a text"),
        (.badValue, "before the policy selects this reply", "the stage of a fault, which other faults may have"),
        (.badValue, "must be a string or a number", "a member whose name occurs in another value"),
        (.badValue, "two items have", "one value is compared with another"),
        (.conflict, "two resources have", "one value is compared with another"),
        (.badValue, "which is more than \"max\"", "one value is compared with another"),
        (.badValue, "which is more than \"atMost\"", "one value is compared with another"),
        (.badValue, "repeat forever need a pause", "one of several events has a pause"),
        (.badValue, "needs at least one event", "whether a list is empty, because of another key"),
        (.badValue, "this state is never reached", "all but the last of a list"),
        (.conflict, "would happen before the server has read the body", "the stage of a fault, because of another key"),
        (.missingKey, "nothing to apply to", "whether one of several keys says anything"),
        (.conflict, "would both end the reply", "two faults of a list with the same occurrence"),
    ]

    static func knows(_ finding: Diagnostic) -> Bool {
        reasons.contains { $0.code == finding.code && (finding.message.contains($0.says) || $0.says.isEmpty) }
    }
}
