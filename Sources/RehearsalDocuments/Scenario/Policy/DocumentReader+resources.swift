import Rehearsal

extension DocumentReader {
    /// What stands under `resources`.
    mutating func resources(_ node: JSONDocument.Node) -> [Scenario.Resource] {
        guard expect(node, .array, in: "\"resources\"") else { return [] }
        var resources: [Scenario.Resource] = []
        for element in node.elements {
            guard let resource = resource(element) else { continue }
            if resources.contains(where: { $0.path == resource.path }), let at = element["at"] {
                let message = "there is a resource at \(resource.path.text.quoted) already"
                report(.conflict, at: at.range, message, hint: "put their items together", see: "resources")
            } else {
                resources.append(resource)
            }
        }
        return resources
    }

    private mutating func resource(_ node: JSONDocument.Node) -> Scenario.Resource? {
        guard let fields = fields(of: node, .resource) else { return nil }
        let path = required(fields, "at", hint: #"write "at": "/api/things""#, see: "resources").flatMap { place($0) }
        var resource = Scenario.Resource(at: path ?? "/")
        if let id = text(fields["id"], in: "\"id\"") { resource.id = id }
        if let node = fields["envelope"], node.kind != .null { resource.envelope = text(node, in: "\"envelope\"") }
        if let size = integer(fields["pageSize"], in: "\"pageSize\"", 1...Int.max) { resource.pageSize = size }
        if let node = fields["paging"] {
            let names = Scenario.Resource.Paging.allCases.map(\.rawValue)
            choice(node, "\"paging\"", names, see: "resources")
                .flatMap { Scenario.Resource.Paging(rawValue: $0) }.map { resource.paging = $0 }
        }
        if let node = fields["ids"] {
            let names = Scenario.Resource.IDs.allCases.map(\.rawValue)
            choice(node, "\"ids\"", names, see: "resources")
                .flatMap { Scenario.Resource.IDs(rawValue: $0) }.map { resource.ids = $0 }
        }
        if let node = fields["items"], let items = items(node, resource.envelope) {
            resource.items = items
            if let reason = resource.itemsIllegality {
                report(.badValue, at: node.range, reason, hint: #"write [{ "id": 1 }, { "id": 2 }]"#, see: "resources")
            }
        }
        return path == nil ? nil : resource
    }

    /// A path without placeholders.
    private mutating func place(_ node: JSONDocument.Node) -> Scenario.PathPattern? {
        guard let path = path(node, in: "\"at\"") else { return nil }
        let segments = (try? path.segments()) ?? []
        let isPlain = segments.allSatisfy { if case .literal = $0 { true } else { false } }
        if isPlain, segments.last != .literal([]) { return path }
        let message = "a collection is at one path, without placeholders and without \"/\" at its end"
        report(.badValue, at: node.range, message, hint: #"write "/api/things""#, see: "resources")
        return nil
    }

    private mutating func text(_ node: JSONDocument.Node?, in what: String) -> String? {
        guard let node, let text = string(node, in: what) else { return nil }
        if !text.isEmpty { return text }
        report(.badValue, at: node.range, "\(what) is the name of a member", hint: #"write "id""#, see: "resources")
        return nil
    }

    /// Nil if they could not be read, which has been told then.
    private mutating func items(_ node: JSONDocument.Node, _ envelope: String?) -> [JSON]? {
        if node.kind == .array { return node.elements.map(\.value) }
        let hint = #"write [{ "id": 1 }], { "recording": "things/list" } or { "file": "things.json" }"#
        guard node.kind == .object else {
            wrongType(node, expected: "a list, a recording or a file", in: "\"items\"", hint: hint)
            return nil
        }
        guard let fields = fields(of: node, .items) else { return nil }
        let members = fields.members(KnownKeys.items.names)
        guard let member = members.first, members.count == 1 else {
            if members.count > 1 || !node.members.contains(where: { _ in true }) {
                report(.badValue, at: node.range, "\"items\" are one thing", hint: hint, see: "resources")
            }
            return nil
        }
        let body = member.name == "file" ? file(member.value) : recordedReply(member.value)?.body
        guard let body else { return nil }
        if let items = body.items(envelope) { return items }
        let inside = envelope.map { ", and no object with one under \($0.quoted)" } ?? ""
        let message = "what stands there is no list of JSON\(inside)"
        report(.badValue, at: member.value.range, message, hint: hint, see: "resources")
        return nil
    }
}

extension Scenario.Body {
    /// The elements of the list that it is, or that a member of the object has that it is.
    fileprivate func items(_ envelope: String?) -> [JSON]? {
        let document: JSON? =
            switch self {
            case .json(let value): value
            case .bytes(let bytes, _): try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark).root.value
            case .text(let text): try? JSON(parsing: text)
            case .none, .problem, .events, .raw: nil
            }
        let list = envelope.flatMap { document?[$0] } ?? document
        return if case .array(let elements)? = list { elements } else { nil }
    }
}
