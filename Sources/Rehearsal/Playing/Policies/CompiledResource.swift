/// A collection made ready to be asked.
struct CompiledResource: Sendable {
    let source: Scenario.Resource
    let segments: [Scenario.PathPattern.Segment]

    /// The segment of an item behind those of its collection.
    static let item = Scenario.PathPattern.Segment.capture("id", .text)

    /// What a collection takes, and what an item does.
    static let collectionMethods = ["GET", "HEAD", "POST", "OPTIONS"]
    static let itemMethods = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]

    init(_ source: Scenario.Resource) throws(Playbook.Malformed) {
        func refuse(_ reason: String) -> Playbook.Malformed {
            Playbook.Malformed(subject: "resource \"\(source.path.text)\"", reason: reason)
        }
        self.source = source
        segments = try Policies.segments(of: source.path, "resource \"\(source.path.text)\"")
        guard segments.allSatisfy({ if case .literal = $0 { true } else { false } }), segments.last != .literal([])
        else {
            throw refuse("its path has no placeholders, and does not end in \"/\"")
        }
        if source.pageSize < 1 { throw refuse("\"pageSize\" is at least 1, not \(source.pageSize)") }
        if source.id.isEmpty { throw refuse("\"id\" names the member that tells items apart") }
        if let reason = source.itemsIllegality { throw refuse(reason) }
    }

    /// Where an item is found: a reference to a path (RFC 3986 §4.2).
    func location(of id: String) -> String {
        source.path.text + "/" + String(decoding: PercentEncoding.escaped(id.utf8), as: UTF8.self)
    }
}

extension Scenario.Resource {
    /// What is wrong with the items that are there at the beginning; nil if nothing is.
    package var itemsIllegality: String? {
        var known: Set<String> = []
        for (index, item) in items.enumerated() {
            guard case .object = item else { return "item \(index + 1) is no object" }
            guard let value = item[id], value != .null else { continue }
            guard let text = value.idText else {
                return "the \"\(id)\" of item \(index + 1) is no string and no number"
            }
            if !known.insert(text).inserted { return "two items have the \"\(id)\" \(text)" }
        }
        return nil
    }
}

extension JSON {
    /// What an id is told by: a text that is not empty, or a number as it is written.
    var idText: String? {
        switch self {
        case .string(let text) where !text.isEmpty: text
        case .number(let number): number.text
        default: nil
        }
    }
}
