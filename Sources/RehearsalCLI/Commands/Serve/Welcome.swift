import Rehearsal
import RehearsalDocuments

/// What `serve` says to a person when it has started.
struct Welcome: Sendable {
    let scenario: Scenario
    let origin: String
    let port: Int
    let style: Style
    /// What is to be said of other devices; nil if they cannot connect.
    var devices: DeviceNotes?
    /// How it can be talked to while it plays.
    var control: String?
    /// How it ends.
    var ending = "Ctrl-C stops."

    private static let mostEndpoints = 20
    private static let widestPath = 44

    var text: String {
        let summary = scenario.summary.isEmpty ? "" : ": \(scenario.summary)"
        var lines = [style.bold(scenario.name.printable) + summary.printable]
        lines.append("listening on \(style.cyan(origin)) and http://[::1]:\(port)")
        lines += devices?.lines ?? []
        lines.append("")
        lines += endpoints
        lines.append("")
        if let example { lines.append("try: \(example)") }
        if let control { lines.append(control) }
        lines.append(ending)
        return lines.joined(separator: "\n")
    }

    private var endpoints: [String] {
        let shown = scenario.endpoints.prefix(Self.mostEndpoints)
        let methods = shown.map(\.method.description.count).max() ?? 0
        let paths = min(shown.map(\.path.text.count).max() ?? 0, Self.widestPath)
        let lines = shown.map { endpoint in
            let method = endpoint.method.description.padded(to: methods)
            let path = endpoint.path.text.printable.padded(to: paths)
            return "  \(method)  \(path)  \(replies(of: endpoint))"
        }
        let rest = scenario.endpoints.count - shown.count
        return rest > 0 ? lines + ["  and \(rest) more"] : lines
    }

    /// `503 ×2 → 200`.
    private func replies(of endpoint: Scenario.Endpoint) -> String {
        if endpoint.replies.isEmpty { return style.dim("lies over what answers below it") }
        var parts = endpoint.replies.prefix(6).map { reply in
            let times = reply.times ?? 1
            return text(of: reply) + (times > 1 ? " ×\(times)" : "")
        }
        if endpoint.replies.count > parts.count { parts.append("…") }
        switch endpoint.afterLast ?? (endpoint.replies.last?.times == nil ? .repeat : .fail) {
        case .repeat: break
        case .fail: parts.append(style.status(501))
        case .cycle: parts.append("and again")
        case .next: parts.append("the next endpoint")
        }
        return parts.joined(separator: " → ") + (endpoint.when == nil ? "" : style.dim("  with a condition"))
    }

    private func text(of reply: Scenario.Reply) -> String {
        if reply.answer != nil { return "computed" }
        let delay = reply.delay.isNone ? "" : " after \(reply.delay)"
        if let fault = reply.faults.first(where: { $0.stage == .beforeHead && $0.effect.isLast }) {
            return style.red("\(fault.effect)") + delay
        }
        let faults = reply.faults.map { " " + style.red($0.description) }.joined()
        return style.status(reply.status) + delay + faults
    }

    /// A command that gets an answer.
    private var example: String? {
        let plain = scenario.endpoints.first { endpoint in
            endpoint.method == .get && endpoint.when == nil && !endpoint.path.text.contains { "{*".contains($0) }
                && endpoint.replies.first?.faults.isEmpty ?? false
        }
        guard let path = plain?.path.text else { return nil }
        let isBare = path.utf8.allSatisfy { $0.isAlphanumeric(or: "/-._~%") }
        return isBare ? "curl -i \(origin)\(path)" : nil
    }
}

/// What `serve --lan` says of other devices: where they find it, what their apps need, and who else may come.
struct DeviceNotes: Sendable {
    /// What devices can use, the likeliest first.
    let urls: [String]
    let linkOrigin: String
    let style: Style

    /// The one line of an Info.plist that lets an iOS app use plain HTTP here, and when it is needed.
    static let transportSecurity =
        "An iOS app needs NSAppTransportSecurity → NSAllowsLocalNetworking = YES in its Info.plist: for .local names "
        + "and names without a dot since iOS 10, for addresses since iOS 17."

    var lines: [String] {
        guard !urls.isEmpty else {
            return [warning("this machine has no address that another device could use: is it on a network?")]
        }
        let lead = "on this network: "
        let rest = String(repeating: " ", count: lead.count)
        return urls.enumerated().map { ($0.offset == 0 ? lead : rest) + style.cyan($0.element) } + [
            "links in replies lead to \(style.cyan(linkOrigin)); --origin URL names another",
            Self.transportSecurity,
            warning("anybody on this network can reach it"),
        ]
    }

    private func warning(_ text: String) -> String { style.red("warning: ") + text }
}
