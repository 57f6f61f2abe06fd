import Rehearsal
import RehearsalRedaction

extension DocumentReader {
    /// What an endpoint lays over its own replies, or over those of others.
    mutating func overlay(_ fields: Fields) -> Scenario.Overlay {
        var overlay = Scenario.Overlay()
        if let headers = fields["headers"] {
            overlay.headers = Scenario.Headers(self.headers(headers))
            checkTemplates(headers)
        }
        var timed = Scenario.Reply()
        setTiming(fields, of: &timed)
        if let delay = fields["delay"] {
            let hasParts = delay["head"] != nil || delay["body"] != nil
            if !hasParts || delay["head"] != nil { overlay.delay = timed.delay }
            if delay["body"] != nil { overlay.bodyDelay = timed.bodyDelay }
        }
        (overlay.pace, overlay.uploadPace) = (timed.pace, timed.uploadPace)
        overlay.hold = hold(fields)
        if let fault = fields["fault"] { overlay.faults = faults(fault).map(\.fault) }
        return overlay
    }

    /// An endpoint without replies lays something over those of others, and says nothing that needs replies.
    mutating func refuseWithoutReplies(_ fields: Fields, hint: String) {
        guard fields.members(KnownKeys.overlay).isEmpty else {
            for member in fields.members(["afterLast", "per", "then", "required"]) {
                let message = "\(member.name.quoted) is about replies, and this endpoint has none: it lies over others"
                report(.conflict, at: member.nameRange, message, hint: hint, see: "endpoint")
            }
            return
        }
        let range = fields.members(KnownKeys.methods + ["method"]).first?.nameRange
        let message = "an endpoint has \"replies\", or a fault, a delay, headers or a hold to lay over those of others"
        report(.missingKey, at: range ?? fields.node.range.prefix(1), message, hint: hint, see: "endpoint")
    }

    /// Whose turns an endpoint counts.
    mutating func per(
        _ node: JSONDocument.Node?,
        in what: String = "\"per\"",
        see topic: String = "endpoint",
    ) -> Scenario.Per {
        guard let node, let text = string(node, in: what) else { return .endpoint }
        switch text {
        case "endpoint": return .endpoint
        case "target": return .target
        case "connection": return .connection
        default: break
        }
        if text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 {
            return .capture(String(text.dropFirst().dropLast()))
        }
        let name = String(text.dropFirst("header:".count))
        if text.hasPrefix("header:"), HeaderRules.isToken(name) { return .header(name) }
        let known = ["endpoint", "target", "connection", "{name}", "header:Name"]
        let message = "\(what) is one of \(known.map(\.quoted).joined(separator: ", ")), found \(text.quoted)"
        let hint = NearestName.hint(for: text, in: known)
        report(.badValue, at: node.range, message, hint: hint, see: topic)
        return .endpoint
    }

    /// Every placeholder that is asked for is one that the path has.
    mutating func checkCaptures(_ fields: Fields, _ path: Scenario.PathPattern) {
        let segments = (try? path.segments()) ?? []
        let names = segments.compactMap { if case .capture(let name, _) = $0, !name.isEmpty { name } else { nil } }
        if let node = fields["per"], let text = node.string, text.hasPrefix("{") {
            checkCapture(String(text.dropFirst().dropLast()), at: node.range, names)
        }
        if let when = fields["when"] { checkCaptures(when, names) }
        checkTemplateUses(names)
    }

    /// Every placeholder that a condition asks for is one that the path has.
    mutating func checkCaptures(of condition: JSONDocument.Node, _ path: Scenario.PathPattern) {
        let segments = (try? path.segments()) ?? []
        checkCaptures(condition, segments.compactMap { if case .capture(let name, _) = $0 { name } else { nil } })
    }

    private mutating func checkCaptures(_ condition: JSONDocument.Node, _ names: [String]) {
        for member in condition.members {
            switch member.name {
            case "path": for named in member.value.members { checkCapture(named.name, at: named.nameRange, names) }
            case "all", "any", "not":
                if member.value.kind == .object { checkCaptures(member.value, names) }
                for element in member.value.elements { checkCaptures(element, names) }
            default: break
            }
        }
    }

    mutating func checkCapture(_ name: String, at range: Range<Int>, _ names: [String]) {
        guard !names.contains(name) else { return }
        let has = names.isEmpty ? "it has none" : "it has " + names.map { "{\($0)}" }.joined(separator: ", ")
        let hint = NearestName.hint(for: name, in: names) ?? has
        report(.badValue, at: range, "the path has no placeholder {\(name.printable)}", hint: hint, see: "endpoint")
    }
}
