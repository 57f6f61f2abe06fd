import Rehearsal

extension DocumentReader {
    /// The bytes of a whole reply: a text, `{ "base64": … }`, or a list of pieces that are sent one after the other.
    mutating func raw(_ node: JSONDocument.Node) -> Scenario.Body? {
        switch node.kind {
        case .string: return .raw([.init(node.string ?? "")])
        case .object:
            guard let fields = fields(of: node, .rawBytes) else { return nil }
            guard let text = fields["base64"] else {
                if !node.members.contains(where: { _ in true }) { tellNoBytes(node, "\"raw\"") }
                return nil
            }
            return base64(text).map { .raw([.init($0)]) }
        case .array: return pieces(node)
        default:
            let hint = #"write "HTTP/1.1 200 OK\r\n\r\n""#
            wrongType(node, expected: "a string, an object or a list of pieces", in: "\"raw\"", hint: hint)
            return nil
        }
    }

    private mutating func pieces(_ node: JSONDocument.Node) -> Scenario.Body? {
        var pieces: [Scenario.Body.Piece] = []
        for element in node.elements {
            if let piece = piece(element) { pieces.append(piece) }
        }
        return .raw(pieces)
    }

    private mutating func piece(_ node: JSONDocument.Node) -> Scenario.Body.Piece? {
        guard let fields = fields(of: node, .piece) else { return nil }
        let after = duration(fields["after"], in: "\"after\"") ?? .zero
        let given = fields.members(["text", "base64"])
        for other in given.dropFirst() {
            let message = "a piece of \"raw\" has \"text\" or \"base64\", not both"
            report(.conflict, at: other.nameRange, message, hint: "keep one of them", see: "raw")
        }
        guard !given.isEmpty else {
            tellNoBytes(node, "a piece of \"raw\"")
            return nil
        }
        return bytes(fields).map { .init($0, after: after) }
    }

    private mutating func tellNoBytes(_ node: JSONDocument.Node, _ what: String) {
        let hint = #"write { "text": "HTTP/1.1 200 OK\r\n\r\n" } or { "base64": "AP8=" }"#
        report(.missingKey, at: node.range.prefix(1), "\(what) needs its bytes", hint: hint, see: "raw")
    }
}
