import Rehearsal
import RehearsalDocuments
import RehearsalFaultCatalogue

/// The text that describes one fault of the catalogue.
struct FaultText {
    let entry: NumberedFault
    /// The operand of the command; the ID of a case restricts the text to that case.
    let query: String
    let width: Int

    /// The length in bytes above which a string in a document is shortened.
    private static let maximumStringLength = 400
    private static let labelWidth = 15

    var text: String {
        let cases = entry.variants.filter { $0.id.lowercased() == query.lowercased() }
        let selected = cases.isEmpty ? entry.variants : cases
        return ([header] + selected.map(text)).joined(separator: "\n\n")
    }

    private var header: String {
        var lines = ["\(entry.id)  \(entry.title)"]
        lines += field("on the wire", entry.wire)
        lines += field("observable", entry.observability.name + (entry.observability.reason.map { ": \($0)" } ?? ""))
        for (tool, name) in entry.toolNames.named { lines += field(tool, name) }
        return lines.joined(separator: "\n")
    }

    private func text(_ item: FaultVariant) -> String {
        let title = item.id == entry.id ? item.id : "\(item.id)  \(item.title)"
        var lines = [title]
        if let wire = item.wire { lines += field("on the wire", wire) }
        lines += field("written as", item.notation)
        if let request = requestDescription(item.trigger) { lines += field("request", request) }
        if let reason = item.reason { lines += field("reason", reason) }
        if let scenario = item.scenario { lines.append(document(scenario)) }
        return lines.joined(separator: "\n")
    }

    /// Returns a description of the request that triggers the fault; nil if any request triggers it.
    private func requestDescription(_ trigger: FaultTrigger) -> String? {
        var parts: [String] = []
        if trigger.requests > 1 { parts.append("\(trigger.requests) requests on one connection") }
        if trigger.method != "GET" { parts.append(trigger.method) }
        if trigger.uploadSize > 0 { parts.append("a body of \(trigger.uploadSize) bytes") }
        if trigger.expectsContinue { parts.append("Expect: 100-continue") }
        if trigger.scheme == "https" { parts.append("https://") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private func field(_ name: String, _ value: String) -> [String] {
        let lines = value.wrapped(to: max(40, min(width, 100) - Self.labelWidth - 2))
        let indent = String(repeating: " ", count: Self.labelWidth + 2)
        return ["  " + name.padded(to: Self.labelWidth) + lines.joined(separator: "\n" + indent)]
    }

    /// Returns the indented document. Long strings and objects are shortened, and a note says so.
    private func document(_ scenario: Scenario) -> String {
        let (short, isShortened) = Self.shortened(scenario.document)
        let text = String(decoding: short.bytes(pretty: true), as: UTF8.self)
        let lines = text.split(separator: "\n").map { "    " + $0 }
        let note = isShortened ? ["  shortened at …; for the whole document: rehearsal faults \(entry.id) --json"] : []
        return (lines + note).joined(separator: "\n")
    }

    private static func shortened(_ json: JSON) -> (JSON, Bool) {
        switch json {
        case .string(let text) where text.utf8.count > maximumStringLength:
            return (.string(text.prefix(60) + "…"), true)
        case .array(let elements):
            let parts = elements.map(shortened)
            return (.array(parts.map(\.0)), parts.contains(where: \.1))
        case .object(let members):
            let parts = members.prefix(20).map { ($0.name, shortened($0.value)) }
            let shortenedMembers = parts.map { JSON.Member($0.0, $0.1.0) }
            let rest: [JSON.Member] = members.count > 20 ? [.init("…", .string("\(members.count - 20) more"))] : []
            return (.object(shortenedMembers + rest), !rest.isEmpty || parts.contains(where: \.1.1))
        default: return (json, false)
        }
    }
}
