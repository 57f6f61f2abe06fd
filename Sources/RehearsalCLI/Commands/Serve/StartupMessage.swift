import Rehearsal
import RehearsalDocuments

/// The startup message of `serve`: the scenario, its addresses and its endpoints.
struct StartupMessage: Sendable {
    let scenario: Scenario
    let origin: String
    let port: Int
    let style: TerminalStyle
    /// The notes for other devices; nil if the server accepts only local connections.
    var devices: DeviceNotes?
    /// The line about the control port; nil if the server has none.
    var control: String?
    /// The line about the control room; nil without a control port.
    var room: String?
    /// The last line, which says how to stop the server.
    var stopHint = "Press Ctrl-C to stop."

    private static let maximumEndpoints = 20
    private static let maximumPathWidth = 44

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
        if let room { lines.append(room) }
        lines.append(stopHint)
        return lines.joined(separator: "\n")
    }

    private var endpoints: [String] {
        let shown = scenario.endpoints.prefix(Self.maximumEndpoints)
        let methods = shown.map(\.method.description.count).max() ?? 0
        let paths = min(shown.map(\.path.text.count).max() ?? 0, Self.maximumPathWidth)
        let lines = shown.map { endpoint in
            let method = endpoint.method.description.padded(to: methods)
            let path = endpoint.path.text.printable.padded(to: paths)
            return "  \(method)  \(path)  \(replies(of: endpoint))"
        }
        let rest = scenario.endpoints.count - shown.count
        return rest > 0 ? lines + ["  and \(rest) more"] : lines
    }

    /// Returns a summary of an endpoint's replies in the order in which they are sent: `503 ×2 → 200`.
    private func replies(of endpoint: Scenario.Endpoint) -> String {
        if endpoint.replies.isEmpty { return style.dim("overlay of the endpoints below") }
        var parts = endpoint.replies.prefix(6).map { reply in
            let times = reply.times ?? 1
            return text(of: reply) + (times > 1 ? " ×\(times)" : "")
        }
        if endpoint.replies.count > parts.count { parts.append("…") }
        switch endpoint.afterLast ?? (endpoint.replies.last?.times == nil ? .repeat : .fail) {
        case .repeat: break
        case .fail: parts.append(style.status(501))
        case .cycle: parts.append("again from the first")
        case .next: parts.append("the next endpoint")
        }
        return parts.joined(separator: " → ") + (endpoint.when == nil ? "" : style.dim("  with a condition"))
    }

    private func text(of reply: Scenario.Reply) -> String {
        if reply.handler != nil { return "computed" }
        let delay = reply.delay.isZero ? "" : " after \(reply.delay)"
        if let fault = reply.faults.first(where: { $0.stage == .beforeHead && $0.effect.isTerminal }) {
            return style.red("\(fault.effect)") + delay
        }
        let faults = reply.faults.map { " " + style.red($0.description) }.joined()
        return style.status(reply.status) + delay + faults
    }

    /// A curl command for the first GET endpoint without condition, placeholder or fault.
    ///
    /// It is nil if no such endpoint exists, or if its path needs quotes in a shell.
    private var example: String? {
        let endpoint = scenario.endpoints.first { endpoint in
            endpoint.method == .get && endpoint.when == nil && !endpoint.path.text.contains { "{*".contains($0) }
                && endpoint.replies.first?.faults.isEmpty ?? false
        }
        guard let path = endpoint?.path.text else { return nil }
        let needsNoQuotes = path.utf8.allSatisfy { $0.isAlphanumeric(or: "/-._~%") }
        return needsNoQuotes ? "curl -i \(origin)\(path)" : nil
    }
}

/// The notes of `serve --lan` for other devices: URLs, app settings and a warning.
struct DeviceNotes: Sendable {
    /// The URLs for other devices, the one that is most likely reachable first.
    let urls: [String]
    let linkOrigin: String
    let style: TerminalStyle

    /// A note on the Info.plist key that permits an iOS app to use HTTP without TLS on the local network.
    static let transportSecurity =
        "An iOS app needs NSAppTransportSecurity → NSAllowsLocalNetworking = YES in its Info.plist. The key permits "
        + ".local names and names without a dot since iOS 10, and IP addresses since iOS 17."

    var lines: [String] {
        guard !urls.isEmpty else {
            return [warning("this machine has no address for other devices: check its network connection")]
        }
        let lead = "on this network: "
        let rest = String(repeating: " ", count: lead.count)
        return urls.enumerated().map { ($0.offset == 0 ? lead : rest) + style.cyan($0.element) } + [
            "links in replies use \(style.cyan(linkOrigin)); --origin URL changes it",
            Self.transportSecurity,
            warning("every device on this network can connect"),
        ]
    }

    private func warning(_ text: String) -> String { style.red("warning: ") + text }
}
