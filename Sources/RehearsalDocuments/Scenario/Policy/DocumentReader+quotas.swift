import Rehearsal

extension DocumentReader {
    /// What stands under `quotas`.
    mutating func quotas(_ node: JSONDocument.Node) -> [Scenario.Quota] {
        guard expect(node, .array, in: "\"quotas\"") else { return [] }
        return node.elements.compactMap { quota($0) }
    }

    private mutating func quota(_ node: JSONDocument.Node) -> Scenario.Quota? {
        guard let fields = fields(of: node, .quota) else { return nil }
        let target = target(fields, of: "a quota")
        let limit = required(fields, "limit", hint: #"write "limit": 5"#, see: "quotas")
            .flatMap { integer($0, in: "\"limit\"", 1...Int.max) }
        let window = required(fields, "window", hint: #"write "window": "10s""#, see: "quotas").flatMap {
            self.window($0)
        }
        let key = per(fields["key"], in: "\"key\"", see: "quotas")
        let headers = fields["headers"]
            .flatMap { choice($0, "\"headers\"", Scenario.Quota.HeaderStyle.allCases.map(\.rawValue), see: "quotas") }
            .flatMap { Scenario.Quota.HeaderStyle(rawValue: $0) }
        let retryAfter = fields["retryAfter"]
            .flatMap { choice($0, "\"retryAfter\"", Scenario.Quota.RetryAfter.allCases.map(\.rawValue), see: "quotas") }
            .flatMap { Scenario.Quota.RetryAfter(rawValue: $0) }
        let reply = policyReply(fields["reply"], see: "quotas")
        guard let (method, path) = target, let limit, let window else { return nil }
        if let node = fields["key"], case .capture(let name) = key { checkCapture(name, at: node.range, path.captures) }
        var quota = Scenario.Quota(method, path, limit: limit, window: window, key: key, reply: reply)
        quota.headers = headers ?? .ietf
        quota.retryAfter = retryAfter ?? .seconds
        return quota
    }

    private mutating func window(_ node: JSONDocument.Node) -> Duration? {
        guard let duration = duration(node, in: "\"window\"") else { return nil }
        if duration > .zero { return duration }
        report(.badValue, at: node.range, "a window is longer than no time", hint: #"write "10s""#, see: "quotas")
        return nil
    }
}

extension Scenario.PathPattern {
    /// The names of its placeholders.
    fileprivate var captures: [String] {
        ((try? segments()) ?? []).compactMap {
            if case .capture(let name, _) = $0, !name.isEmpty { name } else { nil }
        }
    }
}
