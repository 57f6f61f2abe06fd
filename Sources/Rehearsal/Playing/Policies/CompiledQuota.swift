/// A quota made ready to be asked.
struct CompiledQuota: Sendable {
    let source: Scenario.Quota
    let segments: [Scenario.PathPattern.Segment]
    /// As header fields name it, in quotes: a string (RFC 9651 §3.3.3).
    let name: String
    /// Its place among all policies.
    let label: Int

    init(_ source: Scenario.Quota, index: Int, label: Int) throws(Playbook.Malformed) {
        self.source = source
        segments = try Policies.segments(of: source.path, "a quota")
        name = index == 0 ? #""default""# : #""default-\#(index + 1)""#
        self.label = label
        func refuse(_ reason: String) -> Playbook.Malformed {
            Playbook.Malformed(subject: "the quota of \"\(source.path.text)\"", reason: reason)
        }
        if source.limit < 1 { throw refuse("\"limit\" is at least 1, not \(source.limit)") }
        if source.window <= .zero { throw refuse("\"window\" is longer than no time") }
        if case .capture(let name) = source.key, !segments.has(capture: name) {
            throw refuse("\"key\" names {\(name)}, which the path does not have")
        }
        if let reason = source.reply?.policyIllegality { throw refuse("its reply: \(reason)") }
    }

    /// `"default";q=5;w=10`.
    var policyItem: String { "\(name);q=\(source.limit);w=\(source.window.wholeSeconds)" }
}

extension [Scenario.PathPattern.Segment] {
    /// Whether there is a placeholder of that name.
    func has(capture name: String) -> Bool {
        contains { if case .capture(name, _) = $0 { true } else { false } }
    }
}
