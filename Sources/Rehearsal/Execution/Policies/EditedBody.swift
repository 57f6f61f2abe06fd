/// A JSON body whose strings can be replaced without changing any other byte.
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

    /// Returns the reply with this body.
    func applied(into reply: Scenario.Reply) -> Scenario.Reply {
        guard let document else { return reply }
        var reply = reply
        reply.body = .bytes(document.bytes, type: type)
        // The length refers to the original body.
        reply.headers.fields.removeAll {
            Scenario.Headers.isSameName($0.name, "Content-Length") && $0.value != nil
        }
        return reply
    }
}
