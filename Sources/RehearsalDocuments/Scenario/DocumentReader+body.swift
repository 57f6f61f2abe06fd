import Rehearsal

extension DocumentReader {
    /// What stands under `body` of a condition.
    mutating func bodyConditions(_ node: JSONDocument.Node) -> [Scenario.BodyCondition] {
        guard let fields = fields(of: node, .body) else { return [] }
        var conditions: [Scenario.BodyCondition] = []
        for member in fields.members(KnownKeys.body.names) { conditions += bodyCondition(member) }
        guard conditions.isEmpty, !node.members.contains(where: { _ in true }) else { return conditions }
        report(
            .badValue,
            at: node.range,
            "\"body\" says nothing",
            hint: #"write { "contains": { "id": 1 } }"#,
            see: "body"
        )
        return conditions
    }

    private mutating func bodyCondition(_ member: JSONDocument.Member) -> [Scenario.BodyCondition] {
        let node = member.value
        switch member.name {
        case "json": return [.json(node.value)]
        case "contains": return [.contains(node.value)]
        case "jsonpath": return path(node).map { [.path($0)] } ?? []
        case "text": return value(node, in: "\"text\"").map { [.text($0)] } ?? []
        case "base64": return base64(node).map { [.bytes($0)] } ?? []
        case "parts": return parts(node).map { [.parts($0)] } ?? []
        default: return at(node)
        }
    }

    /// A path (RFC 9535); what is wrong in it is told at its characters.
    private mutating func path(_ node: JSONDocument.Node) -> JSON.Path? {
        guard let text = string(node, in: "\"jsonpath\"") else { return nil }
        do throws(JSON.Path.Malformed) {
            return try JSON.Path(text)
        } catch {
            let place = node.range(ofCharacters: error.offset..<(error.offset + error.length)) ?? node.range
            report(.badPath, at: place, error.problem, hint: error.fix, see: "body")
            return nil
        }
    }

    /// Values by their places in the document.
    private mutating func at(_ node: JSONDocument.Node) -> [Scenario.BodyCondition] {
        guard expect(node, .object, in: "\"at\"") else { return [] }
        var conditions: [Scenario.BodyCondition] = []
        for member in named(node, in: "\"at\"") {
            let pointer = pointer(member.name, at: member.nameRange)
            let wanted = pointed(member.value, in: member.name.quoted)
            if let pointer, let wanted { conditions.append(.at(pointer, wanted)) }
        }
        return conditions
    }

    private mutating func pointed(
        _ node: JSONDocument.Node,
        in what: String,
    ) -> Scenario.BodyCondition.PointedValue? {
        guard node.kind == .object else { return .equals(node.value) }
        let members = Array(node.members)
        if members.count == 1, members[0].name == "json" { return .equals(members[0].value.value) }
        return value(node, in: what).map { .holds($0) }
    }

    /// A place in a document (RFC 6901).
    mutating func pointer(_ text: String, at range: Range<Int>) -> JSON.Pointer? {
        if let pointer = JSON.Pointer(text) { return pointer }
        let hint = #"write "/items/0/id"; "~" is written "~0", and "/" in a name "~1""#
        report(.badValue, at: range, "\(text.quoted) is no JSON pointer", hint: hint, see: "body")
        return nil
    }

    private mutating func parts(_ node: JSONDocument.Node) -> [Scenario.BodyCondition.PartCondition]? {
        guard expect(node, .object, in: "\"parts\"") else { return nil }
        var parts: [Scenario.BodyCondition.PartCondition] = []
        for member in named(node, in: "\"parts\"") {
            let node = member.value
            let isContent =
                node.kind != .object
                || node.members.contains { KnownKeys.condition.names.contains($0.name) }
            if isContent {
                guard let text = value(node, in: member.name.quoted) else { continue }
                parts.append(.init(member.name, text: text))
            } else if let fields = fields(of: node, .part) {
                var part = Scenario.BodyCondition.PartCondition(member.name)
                part.text = fields["text"].flatMap { value($0, in: "\"text\"") }
                part.fileName = fields["fileName"].flatMap { value($0, in: "\"fileName\"") }
                part.type = fields["type"].flatMap { value($0, in: "\"type\"") }
                parts.append(part)
            }
        }
        return parts
    }
}
