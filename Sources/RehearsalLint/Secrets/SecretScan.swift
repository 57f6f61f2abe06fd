import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalRedaction

/// A scan of a file for texts that have the form of a secret, also behind escapes and encodings.
struct ExposedSecrets {
    private(set) var findings: [Diagnostic] = []
    private let source: SourceText
    private let isRecording: Bool
    private let isBinary: Bool
    /// The first match of each kind, and the number of matches.
    private var found: [DetectedSecret.Kind: (first: DetectedSecret, count: Int)] = [:]

    /// - Parameters:
    ///   - isRecording: whether to report e-mail addresses as well, because those of a recording belong to people.
    ///   - isBinary: whether to skip kinds that can occur by chance in binary data.
    init(in source: SourceText, isRecording: Bool, isBinary: Bool = false) {
        self.source = source
        self.isRecording = isRecording
        self.isBinary = isBinary
        let document = try? JSONDocument(parsing: source.bytes, options: [.relaxed, .allowsByteOrderMark])
        // The strings of a JSON document are scanned one by one after unescaping.
        let plain = document == nil ? EncodedText.shapes(in: source.bytes) : DetectedSecret.detect(in: source.bytes)
        for shape in plain { record(shape) }
        if let document { scan(document.root, besides: plain) }
        for (first, count) in found.values.sorted(by: { $0.first.range.lowerBound < $1.first.range.lowerBound }) {
            report(first, count)
        }
    }

    private mutating func record(_ shape: DetectedSecret) {
        guard isRecording || shape.kind != .email else { return }
        guard !isBinary || RecordingRedaction.unmistakableKinds.contains(shape.kind) else { return }
        found[shape.kind, default: (shape, 0)].count += 1
    }

    /// Scans the strings of a document, whose values may differ from their source text.
    private mutating func scan(_ root: JSONDocument.Node, besides plain: [DetectedSecret]) {
        // The fields of a HAR are Base64 only if `encoding` or the key says so.
        let isArchive = root["log"]?["entries"] != nil
        var rest = [root]
        while let node = rest.popLast() {
            switch node.kind {
            case .array: rest += node.elements
            case .object:
                rest += node.members.map(\.value)
                let type = MediaType(node["mimeType"]?.string ?? "")
                if node["encoding"]?.string == "base64", let text = node["text"] { scan(base64: text, type) }
                if isArchive, let text = node["base64"], text.kind == .string { scan(base64: text, type) }
            case .string: scan(inside: node, besides: plain, depth: isArchive ? -1 : 0)
            default: break
            }
        }
    }

    private mutating func scan(inside node: JSONDocument.Node, besides plain: [DetectedSecret], depth: Int) {
        guard let text = node.string else { return }
        let known = Set(plain.lazy.filter { node.range.contains($0.range.lowerBound) }.map(\.kind))
        for kind in Self.kinds(in: text, depth: depth) where !known.contains(kind) {
            record(DetectedSecret(kind, node.range))
        }
    }

    /// Returns the kinds of secrets in a string, and in a document or Base64 inside of it.
    ///
    /// - Parameter depth: the nesting depth of documents; below 0 for the fields of a HAR outside of bodies.
    private static func kinds(in text: String, depth: Int) -> Set<DetectedSecret.Kind> {
        let bytes = Array(text.utf8)
        var kinds = Set(EncodedText.shapes(in: bytes).map(\.kind))
        guard depth < 4 else { return kinds }
        if depth >= 0, let hidden = EncodedText.base64(text) {
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

    /// - Parameter type: the media type, which decides how the bytes are decoded, as during recording.
    private mutating func scan(base64 node: JSONDocument.Node, _ type: MediaType) {
        guard let stored = node.string.flatMap(Base64.decoded) else { return }
        let unpacked = CompressedBytes.decompressed(stored)
        let bytes = unpacked ?? stored
        let readable = RecordingRedaction.readable(bytes, unpacked == nil ? type : MediaType(""))
        for kind in Self.kinds(in: String(decoding: readable ?? bytes, as: UTF8.self), depth: 0)
        where readable != nil || RecordingRedaction.unmistakableKinds.contains(kind) {
            record(DetectedSecret(kind, node.range))
        }
    }

    private mutating func report(_ shape: DetectedSecret, _ count: Int) {
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
        // The line contains the secret.
        finding.excerpt = nil
        findings.append(finding)
    }

    private func hint(_ kind: DetectedSecret.Kind) -> String {
        if kind == .email { return "use an address such as name@example.com, or [redacted]" }
        if isRecording { return "remove it with rehearsal inspect --normalize, and revoke it if it was ever shared" }
        return "use a harmless value such as access-1, and revoke this one if it was ever shared"
    }
}
