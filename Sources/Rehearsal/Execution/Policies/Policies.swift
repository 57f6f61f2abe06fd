/// The compiled policies of a scenario; their state is in ``PolicyState``.
///
/// It is a class, so that the check for a scenario without policies is a null comparison.
package final class Policies: Sendable {
    let bearer: Scenario.Auth.Bearer?
    let quotas: [CompiledQuota]
    let idempotency: [Scenario.Idempotency]
    let resources: [CompiledResource]
    private let trie: PathTrie
    private let rules: [PathRule]
    /// The display names: `policy auth`.
    let displayNames: [String]
    /// The index of the first idempotency policy among all policies.
    let firstIdempotencyIndex: Int
    /// The index of the first resource among all policies.
    let firstResourceIndex: Int

    /// A rule that a policy applies to the requests of a path.
    fileprivate struct PathRule: Sendable {
        /// The method; nil for every method.
        var method: [UInt8]?
        var role: Role
    }

    fileprivate enum Role: Sendable {
        case protected
        case issue(Int)
        case quota(Int)
        case idempotency(Int)
        case collection(Int)
        case item(Int)
    }

    /// The policies that apply to a request.
    package final class ApplicablePolicies {
        var isProtected = false
        /// The index of the entry in `"issues"` that the request matches.
        var tokenRequestIndex: Int?
        /// Whether the decision of a policy depends on the request body.
        var needsBody = false
        var quotas: [Int] = []
        var idempotencyIndex: Int?
        /// The index of the resource that the request addresses.
        var resourceIndex: Int?
        /// Whether the request addresses an item of the resource instead of the collection.
        var isItem = false
        /// Whether the reply of the resource depends on the request body.
        var resourceNeedsBody = false
        var isEmpty: Bool {
            !isProtected && tokenRequestIndex == nil && quotas.isEmpty && idempotencyIndex == nil
                && resourceIndex == nil
        }
        /// Whether a policy answers if no endpoint does.
        package var hasOwnReply: Bool { tokenRequestIndex != nil || resourceIndex != nil }
    }

    /// Compiles the policies; returns nil if the scenario has none.
    init?(_ scenario: Scenario) throws(CompiledScenario.CompilationError) {
        guard scenario.hasPolicies else { return nil }
        var index = RuleIndex()
        bearer = scenario.auth?.bearer
        replies = scenario.policyReplies
        if let bearer = scenario.auth?.bearer { try index.add(bearer) }
        quotas = try index.add(scenario.quotas)
        firstIdempotencyIndex = index.displayNames.count
        idempotency = scenario.idempotency
        try index.add(scenario.idempotency)
        firstResourceIndex = index.displayNames.count
        resources = try index.add(scenario.resources)
        index.trie.finish()
        (trie, rules, displayNames) = (index.trie, index.rules, index.displayNames)
    }

    /// A builder that collects the paths of policies.
    private struct RuleIndex {
        var trie = PathTrie()
        var rules: [PathRule] = []
        var displayNames: [String] = []

        mutating func add(
            _ method: Scenario.Method,
            _ segments: [Scenario.PathPattern.Segment],
            _ role: Role,
        ) {
            trie.insert(Int32(rules.count), at: segments)
            rules.append(PathRule(method: method == .any ? nil : Array(method.rawValue.utf8), role: role))
        }

        mutating func add(_ bearer: Scenario.Auth.Bearer) throws(CompiledScenario.CompilationError) {
            try bearer.validate()
            displayNames.append("policy auth")
            for path in bearer.protects { add(.any, try Policies.segments(of: path, "auth"), .protected) }
            for (index, issue) in bearer.issues.enumerated() {
                add(issue.method, try Policies.segments(of: issue.path, "auth"), .issue(index))
            }
        }

        mutating func add(_ quotas: [Scenario.Quota]) throws(CompiledScenario.CompilationError) -> [CompiledQuota] {
            var compiled: [CompiledQuota] = []
            for (index, quota) in quotas.enumerated() {
                let ready = try CompiledQuota(quota, index: index, label: displayNames.count)
                displayNames.append("policy quota \(Policies.name(of: quota.method)) \(quota.path.text)")
                add(quota.method, ready.segments, .quota(index))
                compiled.append(ready)
            }
            return compiled
        }

        mutating func add(_ policies: [Scenario.Idempotency]) throws(CompiledScenario.CompilationError) {
            for (index, policy) in policies.enumerated() {
                let name = "\(Policies.name(of: policy.method)) \(policy.path.text)"
                let isToken = !policy.header.isEmpty && policy.header.utf8.allSatisfy(ByteClass.isToken)
                if !isToken {
                    let reason = "\"\(policy.header)\" is not a valid header name"
                    throw CompiledScenario.CompilationError(subject: "the idempotency of \"\(name)\"", reason: reason)
                }
                displayNames.append("policy idempotency \(name)")
                add(policy.method, try Policies.segments(of: policy.path, "idempotency"), .idempotency(index))
            }
        }

        mutating func add(_ resources: [Scenario.Resource]) throws(CompiledScenario.CompilationError)
            -> [CompiledResource]
        {
            var compiled: [CompiledResource] = []
            for (index, resource) in resources.enumerated() {
                let ready = try CompiledResource(resource)
                displayNames.append("resource \(resource.path.text)")
                add(.any, ready.segments, .collection(index))
                add(.any, ready.segments + [CompiledResource.itemSegment], .item(index))
                compiled.append(ready)
            }
            return compiled
        }
    }

    private static func name(of method: Scenario.Method) -> String {
        method == .any ? "any" : method.rawValue.lowercased()
    }

    static func segments(
        of path: Scenario.PathPattern,
        _ subject: String,
    ) throws(CompiledScenario.CompilationError) -> [Scenario.PathPattern.Segment] {
        do throws(Scenario.PathPattern.Malformed) {
            return try path.segments()
        } catch {
            throw CompiledScenario.CompilationError(subject: subject, reason: error.reason)
        }
    }

    /// Returns the policies that apply to a request; nil if there are none.
    func applicablePolicies(of head: RequestHead, in bytes: Span<UInt8>, _ nodes: inout [Int32]) -> ApplicablePolicies?
    {
        nodes.removeAll(keepingCapacity: true)
        trie.match(bytes, head.path, into: &nodes)
        guard !nodes.isEmpty else { return nil }
        let applicable = ApplicablePolicies()
        // Of several entries, the first in the scenario applies, so the indices are sorted.
        for index in nodes.flatMap({ trie.endpoints(of: $0) }).sorted() {
            let rule = rules[Int(index)]
            if let method = rule.method, !Self.matches(method, head, bytes) { continue }
            apply(rule.role, to: applicable)
        }
        if applicable.resourceIndex != nil {
            applicable.resourceNeedsBody = [.post, .put, .patch].contains(head.methodCode)
        }
        return applicable.isEmpty ? nil : applicable
    }

    private static func matches(_ method: [UInt8], _ head: RequestHead, _ bytes: Span<UInt8>) -> Bool {
        bytes.equals(head.method, method) || (head.methodCode == .head && MethodCode(method) == .get)
    }

    /// Returns the methods that policies answer at a path.
    ///
    /// - Parameters:
    ///   - nodes: the trie nodes of the path.
    ///   - requested: the method in `Access-Control-Request-Method`.
    func answeredMethods(at nodes: [Int32], _ requested: String) -> [String] {
        nodes.flatMap { trie.endpoints(of: $0) }.sorted().flatMap { index in
            let rule = rules[Int(index)]
            return switch rule.role {
            case .issue: [rule.method.map { String(decoding: $0, as: UTF8.self) } ?? requested]
            case .collection: CompiledResource.collectionMethods
            case .item: CompiledResource.itemMethods
            case .protected, .quota, .idempotency: [String]()
            }
        }
    }

    private func apply(_ role: Role, to applicable: ApplicablePolicies) {
        switch role {
        case .protected: applicable.isProtected = true
        case .issue(let index):
            guard applicable.tokenRequestIndex == nil else { return }
            applicable.tokenRequestIndex = index
            if bearer?.issues[index].takes != nil { applicable.needsBody = true }
        case .quota(let index): applicable.quotas.append(index)
        case .idempotency(let index):
            guard applicable.idempotencyIndex == nil else { return }
            applicable.idempotencyIndex = index
            applicable.needsBody = true
        case .collection(let index):
            // A collection is more specific than an item of another collection.
            if applicable.resourceIndex == nil || applicable.isItem {
                (applicable.resourceIndex, applicable.isItem) = (index, false)
            }
        case .item(let index):
            if applicable.resourceIndex == nil { (applicable.resourceIndex, applicable.isItem) = (index, true) }
        }
    }

    /// The replies that the scenario declares for policies.
    package let replies: [Scenario.Reply]

    /// Returns whether the release of this name ends a token lifetime.
    package func endsTokenLifetime(for name: String) -> Bool { bearer?.lasts == .untilReleased(name) }

    /// The names whose release ends a token lifetime.
    package var releaseNames: [String] {
        if case .untilReleased(let name)? = bearer?.lasts { [name] } else { [] }
    }

    /// Returns the policies that may reject the request, in the order of evaluation.
    func admissionPolicies(
        of applicable: ApplicablePolicies,
        _ request: ObservedRequest,
    ) -> [Explanation.AdmissionPolicy] {
        var policies: [Explanation.AdmissionPolicy] = []
        if let bearer, let pointer = applicable.tokenRequestIndex.flatMap({ bearer.issues[$0].takes }) {
            policies.append(
                .init(label: displayNames[0], admittedRequests: "requests with a refresh token at \(pointer)")
            )
        }
        if applicable.isProtected, applicable.tokenRequestIndex == nil, !request.isPreflight {
            policies.append(
                .init(label: displayNames[0], admittedRequests: "requests with a token (Authorization: Bearer …)")
            )
        }
        for quota in applicable.quotas.map({ quotas[$0] }) {
            let admitted = "\(quota.source.limit) requests in \(quota.source.window.displayText)"
            policies.append(.init(label: displayNames[quota.policyIndex], admittedRequests: admitted))
        }
        if let index = applicable.idempotencyIndex {
            let admitted = "the first request with each \(idempotency[index].header)"
            policies.append(.init(label: displayNames[firstIdempotencyIndex + index], admittedRequests: admitted))
        }
        return policies
    }
}
