/// The policies of a scenario made ready to be asked; what changes is in ``PolicyBooks``.
///
/// A class, so that a scenario without any is told by one look at a pointer.
package final class Policies: Sendable {
    let bearer: Scenario.Auth.Bearer?
    private let trie: PathTrie
    private let rules: [Rule]
    /// As a person names each of them: `policy auth`.
    let labels: [String]

    /// What a policy does with the requests of a path.
    private struct Rule: Sendable {
        /// Nil for every one.
        var method: [UInt8]?
        var role: Role
    }

    private enum Role: Sendable {
        case protected
        case issue(Int)
    }

    /// Which policies have to do with a request.
    package final class Coverage {
        var isProtected = false
        /// The request that tokens are issued to, by its place among them.
        var issue: Int?
        /// What is decided rests on the body of the request.
        var needsBody = false
        var isEmpty: Bool { !isProtected && issue == nil }
        /// A policy answers where no endpoint does.
        package var answers: Bool { issue != nil }
    }

    /// Nil if the scenario has none.
    init?(_ scenario: Scenario) throws(Playbook.Malformed) {
        guard let auth = scenario.auth else { return nil }
        bearer = auth.bearer
        replies = scenario.policyReplies
        var rules: [Rule] = []
        var trie = PathTrie()
        var labels: [String] = []
        func add(_ method: Scenario.Method, _ path: Scenario.PathPattern, _ role: Role, of subject: String)
            throws(Playbook.Malformed)
        {
            let segments = try Self.segments(of: path, subject)
            trie.insert(Int32(rules.count), at: segments)
            rules.append(Rule(method: method == .any ? nil : Array(method.rawValue.utf8), role: role))
        }
        try auth.bearer.check()
        labels.append("policy auth")
        for path in auth.bearer.protects { try add(.any, path, .protected, of: "auth") }
        for (index, issue) in auth.bearer.issues.enumerated() {
            try add(issue.method, issue.path, .issue(index), of: "auth")
        }
        trie.finish()
        self.trie = trie
        self.rules = rules
        self.labels = labels
    }

    private static func segments(
        of path: Scenario.PathPattern,
        _ subject: String,
    ) throws(Playbook.Malformed) -> [Scenario.PathPattern.Segment] {
        do throws(Scenario.PathPattern.Malformed) {
            return try path.segments()
        } catch {
            throw Playbook.Malformed(subject: subject, reason: error.reason)
        }
    }

    /// The policies that have to do with a request; nil if none has.
    func coverage(of head: RequestHead, in bytes: Span<UInt8>, _ nodes: inout [Int32]) -> Coverage? {
        nodes.removeAll(keepingCapacity: true)
        trie.match(bytes, head.path, into: &nodes)
        guard !nodes.isEmpty else { return nil }
        let coverage = Coverage()
        // In the order in which the scenario names them, wherever they stand in the tree.
        for index in nodes.flatMap({ trie.endpoints(of: $0) }).sorted() {
            let rule = rules[Int(index)]
            if let method = rule.method, !Self.takes(method, head, bytes) { continue }
            cover(rule.role, coverage)
        }
        return coverage.isEmpty ? nil : coverage
    }

    private static func takes(_ method: [UInt8], _ head: RequestHead, _ bytes: Span<UInt8>) -> Bool {
        bytes.equals(head.method, method) || (head.methodCode == .head && MethodCode(method) == .get)
    }

    private func cover(_ role: Role, _ coverage: Coverage) {
        switch role {
        case .protected: coverage.isProtected = true
        case .issue(let index):
            guard coverage.issue == nil else { return }
            coverage.issue = index
            if bearer?.issues[index].takes != nil { coverage.needsBody = true }
        }
    }

    /// The replies that are written in policies.
    package let replies: [Scenario.Reply]

    /// Whether something ends when that name is released.
    package func waits(for name: String) -> Bool { bearer?.lasts == .untilReleased(name) }

    /// The names whose release ends something.
    package var names: [String] {
        if case .untilReleased(let name)? = bearer?.lasts { [name] } else { [] }
    }
}
