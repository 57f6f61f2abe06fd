import Rehearsal

/// The differences between an API document and the replies of a backend, recorded and current.
package struct ContractFindings: Sendable {
    /// The path of the document.
    package let document: String
    /// The violations in the order of first occurrence.
    package private(set) var violations: [Violation] = []
    /// The positions of the violations.
    private var positions: [Violation.Identity: Int] = [:]
    /// The documented responses that never occurred, one sentence for each operation.
    package var unseen: [String] = []
    package private(set) var replyCount = 0
    package private(set) var violatingCount = 0

    package init(document: String) { self.document = document }

    /// A violation with the positions of its rule and of its first reply.
    package struct Violation: Sendable, Hashable {
        /// The parts that equal violations of several replies have in common.
        package struct Identity: Sendable, Hashable {
            /// The violation with the position of its rule.
            package var rule: String
            package var method: String
            /// The path template of the operation, or the path of a request without one.
            package var path: String
            /// Whether the reply is a current one, and not a recorded one.
            package var isCurrent: Bool

            package init(rule: String, method: String, path: String, isCurrent: Bool) {
                (self.rule, self.method, self.path, self.isCurrent) = (rule, method, path, isCurrent)
            }
        }

        package let identity: Identity
        /// The violation with its first reply.
        package let text: String
        /// The number of times that the violation occurs.
        package fileprivate(set) var count = 1

        package init(_ identity: Identity, text: String) { (self.identity, self.text) = (identity, text) }
    }

    /// Adds a reply with its violations.
    package mutating func add(_ found: [Violation]) {
        replyCount += 1
        if !found.isEmpty { violatingCount += 1 }
        for violation in found {
            if let position = positions[violation.identity] {
                violations[position].count += 1
            } else {
                positions[violation.identity] = violations.count
                violations.append(violation)
            }
        }
    }

    package var hasViolations: Bool { !violations.isEmpty }

    /// The summary, such as `api.yaml: 2 violations in 1 of 5 replies`.
    package var headline: String {
        guard hasViolations else {
            return "\(document): \(replyCount.counted("reply")) \(replyCount == 1 ? "conforms" : "conform")"
        }
        let count = violations.reduce(0) { $0 + $1.count }
        return "\(document): \(count.counted("violation")) in \(violatingCount) of \(replyCount.counted("reply"))"
    }
}

extension ContractFindings {
    /// Returns the sections of a report: the violations, and the responses that never occurred.
    ///
    /// - Parameter isTitled: whether the first section has the summary as its title. Otherwise the report has it.
    func sections(isTitled: Bool) -> [ReportDocument.Section] {
        let items = violations.map { violation in
            "\(violation.text)\(violation.count > 1 ? ", \(violation.count) times" : "")" as StyledText
        }
        let never = ReportDocument.Section.list("responses that never occurred", unseen.map { "\($0)" })
        guard isTitled else { return ReportDocument.Section.list("violations", items) + never }
        let title: StyledText = hasViolations ? "\(.red, headline)" : "\(.green, headline)"
        return [ReportDocument.Section(title, items: items)] + never
    }

    var json: JSON {
        let list = violations.map { ["says": .string($0.text), "count": .integer($0.count)] as JSON }
        return [
            "document": .string(document), "conforms": .bool(!hasViolations), "summary": .string(headline),
            "violations": .array(list), "neverOccurred": .texts(unseen),
        ]
    }
}
