import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalRedaction

/// What looks like a secret in a file whatever it is called: by its form alone, also where an escape hides it.
struct ExposedSecrets {
    private(set) var findings: [Diagnostic] = []
    private let source: SourceText
    private let isRecording: Bool
    private let isBinary: Bool
    /// Where each kind stands first, and how many more there are.
    private var found: [SecretShape.Kind: (first: SecretShape, count: Int)] = [:]

    /// - Parameters:
    ///   - isRecording: Addresses of people are looked for as well: they are somebody's.
    ///   - isBinary: Nothing is looked for that may stand in a picture by chance.
    init(in source: SourceText, isRecording: Bool, isBinary: Bool = false) {
        self.source = source
        self.isRecording = isRecording
        self.isBinary = isBinary
        let document = try? JSONDocument(parsing: source.bytes, options: [.relaxed, .allowsByteOrderMark])
        // The strings of a document are looked at one by one, as they are read.
        let plain = document == nil ? HiddenText.shapes(in: source.bytes) : SecretShape.all(in: source.bytes)
        for shape in plain { take(shape) }
        if let document { look(at: document.root, besides: plain) }
        for (first, count) in found.values.sorted(by: { $0.first.range.lowerBound < $1.first.range.lowerBound }) {
            tell(first, count)
        }
    }

    private mutating func take(_ shape: SecretShape) {
        guard isRecording || shape.kind != .email else { return }
        guard !isBinary || RecordingRedaction.certainKinds.contains(shape.kind) else { return }
        found[shape.kind, default: (shape, 0)].count += 1
    }

    /// Strings that say something else than what they are written as.
    private mutating func look(at root: JSONDocument.Node, besides plain: [SecretShape]) {
        // What stands in the fields of a HAR is in Base64 only where it says so.
        let isArchive = root["log"]?["entries"] != nil
        var rest = [root]
        while let node = rest.popLast() {
            switch node.kind {
            case .array: rest += node.elements
            case .object:
                rest += node.members.map(\.value)
                let type = MediaType(node["mimeType"]?.string ?? "")
                if node["encoding"]?.string == "base64", let text = node["text"] { look(atBase64: text, type) }
                if isArchive, let text = node["base64"], text.kind == .string { look(atBase64: text, type) }
            case .string: look(inside: node, besides: plain, depth: isArchive ? -1 : 0)
            default: break
            }
        }
    }

    private mutating func look(inside node: JSONDocument.Node, besides plain: [SecretShape], depth: Int) {
        guard let text = node.string else { return }
        let known = Set(plain.lazy.filter { node.range.contains($0.range.lowerBound) }.map(\.kind))
        for kind in Self.kinds(in: text, depth: depth) where !known.contains(kind) {
            take(SecretShape(kind, node.range))
        }
    }

    /// What a string says that looks like a secret, also in a document or in Base64 that it holds.
    ///
    /// - Parameter depth: how many documents it is in; below 0 in none that anybody wrote as a body.
    private static func kinds(in text: String, depth: Int) -> Set<SecretShape.Kind> {
        let bytes = Array(text.utf8)
        var kinds = Set(HiddenText.shapes(in: bytes).map(\.kind))
        guard depth < 4 else { return kinds }
        if depth >= 0, let hidden = HiddenText.base64(text) {
            kinds.formUnion(self.kinds(in: String(decoding: hidden, as: UTF8.self), depth: depth + 1))
        }
        guard bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "["),
            let document = try? JSONDocument(parsing: bytes)
        else { return kinds }
        var rest = [document.root]
        while let node = rest.popLast() {
            rest += node.elements
            rest += node.members.map(\.value)
            guard node.kind == .string, let text = node.string else { continue }
            kinds.formUnion(self.kinds(in: text, depth: max(0, depth) + 1))
        }
        return kinds
    }

    /// - Parameter type: what the bytes are said to be, by which a recorder reads them as well.
    private mutating func look(atBase64 node: JSONDocument.Node, _ type: MediaType) {
        guard let stored = node.string.flatMap(Base64.decoded) else { return }
        let unpacked = PackedBytes.unpacked(stored)
        let bytes = unpacked ?? stored
        let readable = RecordingRedaction.readable(bytes, unpacked == nil ? type : MediaType(""))
        for kind in Self.kinds(in: String(decoding: readable ?? bytes, as: UTF8.self), depth: 0)
        where readable != nil || RecordingRedaction.certainKinds.contains(kind) {
            take(SecretShape(kind, node.range))
        }
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
