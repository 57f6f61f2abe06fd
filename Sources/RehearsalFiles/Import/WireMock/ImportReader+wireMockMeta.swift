import Rehearsal

extension ImportReader {
    /// What a mapping says of itself, as comments; what happens after its reply is named.
    mutating func wireMockComments(_ object: ImportObject) -> [String] {
        var words: [String] = []
        if let name = string(object["name"]) { words.append(name) }
        for member in ["id", "uuid"] {
            guard let id = string(object[member]) else { continue }
            if !words.contains(where: { $0.hasSuffix(id) }) { words.append("id \(id)") }
        }
        if bool(object["persistent"]) == true { words.append("persistent") }
        if let value = object["metadata"], self.object(value) != nil {
            words.append("metadata " + String(decoding: value.node.value.bytes(), as: UTF8.self))
        }
        // The order of mappings in a running WireMock.
        object.ignore("insertionIndex")
        for name in ["postServeActions", "serveEventListeners"] {
            guard let value = object[name] else { continue }
            let isEmpty =
                !value.node.members.contains { _ in true } && !value.node.elements.contains { _ in true }
            if !isEmpty { differ(value, "a scenario sends no requests of its own", instead: "nothing is sent") }
        }
        return words.isEmpty ? [] : [words.joined(separator: " · ")]
    }
}
