import Rehearsal

/// What looks like a secret in a file whatever it is called: by its form alone, also where an escape hides it.
struct ExposedSecrets {
    private(set) var findings: [Diagnostic] = []
    private let source: SourceText
    private let isRecording: Bool
    /// Where each kind stands first, and how many more there are.
    private var found: [SecretShape.Kind: (first: SecretShape, count: Int)] = [:]

    /// - Parameter isRecording: Addresses of people are looked for as well: they are somebody's.
    init(in source: SourceText, isRecording: Bool) {
        self.source = source
        self.isRecording = isRecording
        let plain = SecretShape.all(in: source.bytes)
        for shape in plain { take(shape) }
        if let document = try? JSONDocument(parsing: source.bytes, options: [.relaxed, .allowsByteOrderMark]) {
            look(at: document.root, besides: plain)
        }
        for (first, count) in found.values.sorted(by: { $0.first.range.lowerBound < $1.first.range.lowerBound }) {
            tell(first, count)
        }
    }

    private mutating func take(_ shape: SecretShape) {
        guard isRecording || shape.kind != .email else { return }
        found[shape.kind, default: (shape, 0)].count += 1
    }

    /// Strings that say something else than what they are written as.
    private mutating func look(at root: JSONDocument.Node, besides plain: [SecretShape]) {
        var rest = [root]
        while let node = rest.popLast() {
            switch node.kind {
            case .array: rest += node.elements
            case .object:
                rest += node.members.map(\.value)
                if node["encoding"]?.string == "base64", let text = node["text"] { look(atBase64: text) }
                if let text = node["base64"], text.kind == .string { look(atBase64: text) }
            case .string: look(atEscapes: node, besides: plain)
            default: break
            }
        }
    }

    private mutating func look(atEscapes node: JSONDocument.Node, besides plain: [SecretShape]) {
        let raw = node.document.bytes[node.range]
        let isEscaped = raw.contains(UInt8(ascii: "\\"))
        guard isEscaped || raw.contains(UInt8(ascii: "%")), let text = node.string else { return }
        let bytes = Array(text.utf8)
        let shapes =
            (isEscaped ? SecretShape.all(in: bytes) : [])
            + SecretShape.all(in: PercentEncoding.decoded(bytes, plusIsSpace: true))
        let known = Set(plain.lazy.filter { node.range.contains($0.range.lowerBound) }.map(\.kind))
        for shape in shapes where !known.contains(shape.kind) { take(SecretShape(shape.kind, node.range)) }
    }

    private mutating func look(atBase64 node: JSONDocument.Node) {
        guard let bytes = node.string.flatMap(Base64.decoded), bytes.text != nil else { return }
        for shape in SecretShape.all(in: bytes) { take(SecretShape(shape.kind, node.range)) }
    }

    private mutating func tell(_ shape: SecretShape, _ count: Int) {
        let others = count > 1 ? ", and \(count - 1) more in this file" : ""
        let message = "this looks like \(shape.kind.noun)\(others)"
        let see = "rehearsal lint --explain redaction"
        var finding = source.diagnostic(
            .error,
            .exposedSecret,
            at: shape.range,
            message,
            hint: hint(shape.kind),
            see: see
        )
        // The line is the secret.
        finding.excerpt = nil
        findings.append(finding)
    }

    private func hint(_ kind: SecretShape.Kind) -> String {
        if kind == .email { return "write one that nobody has, as name@example.com, or [redacted]" }
        if isRecording { return "take it out: rehearsal inspect --normalize does; and revoke it if it was ever shared" }
        return "write one that opens nothing, such as access-1; and revoke this one if it was ever shared"
    }
}
