/// The JSON body of a reply while strings in it are exchanged, every other byte left as it was.
struct EditedBody {
    private var document: JSONDocument?
    private let type: String?
    private(set) var isChanged = false

    init(_ body: Scenario.Body) {
        switch body {
        case .json(let value): (document, type) = (try? JSONDocument(parsing: value.bytes()), "application/json")
        case .bytes(let bytes, let media): (document, type) = (try? JSONDocument(parsing: bytes), media)
        case .text(let text):
            (document, type) = (try? JSONDocument(parsing: Array(text.utf8)), "text/plain; charset=utf-8")
        case .none, .problem, .events, .raw: (document, type) = (nil, nil)
        }
    }

    func string(at pointer: JSON.Pointer) -> String? {
        document.flatMap { pointer.node(in: $0.root)?.string }
    }

    mutating func set(_ text: String, at pointer: JSON.Pointer) {
        guard let bytes = document?.applying(JSONDocument.Edit(pointer, .string(text))) else { return }
        document = try? JSONDocument(parsing: bytes)
        isChanged = true
    }

    /// The reply with this body.
    func laid(into reply: Scenario.Reply) -> Scenario.Reply {
        guard let document else { return reply }
        var reply = reply
        reply.body = .bytes(document.bytes, type: type)
        // It counted what was there before.
        reply.headers.fields.removeAll {
            Scenario.Headers.isSameName($0.name, "Content-Length") && $0.value != nil
        }
        return reply
    }
}

extension JSON {
    /// The document with a value at a place, and objects made on the way to it.
    func setting(_ value: JSON, at tokens: ArraySlice<String>) -> JSON {
        guard let name = tokens.first else { return value }
        var members: [Member] = if case .object(let members) = self { members } else { [] }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = members[index].value.setting(value, at: tokens.dropFirst())
        } else {
            members.append(Member(name, JSON.object([]).setting(value, at: tokens.dropFirst())))
        }
        return .object(members)
    }
}

extension Duration {
    /// Rounded up, at least 1.
    var wholeSeconds: Int64 { Swift.max(1, (nanoseconds + 999_999_999) / 1_000_000_000) }
}
