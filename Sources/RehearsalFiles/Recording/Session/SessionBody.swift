import Rehearsal

/// How a body of a session is written down: as text where it is one, in base64 where it is none.
struct SessionBody {
    /// Members of `content` or `postData` that stand for it.
    private(set) var members: [JSON.Member] = []
    /// Bytes after content decoding.
    private(set) var size = 0
    /// Whether a content coding was taken off.
    private(set) var isDecoded = false
    let type: String?

    init(_ bytes: [UInt8], _ headers: Scenario.Headers, _ redaction: Redaction) {
        type = headers["Content-Type"]
        let content = ContentCoding(bytes, headers: headers)
        size = content.bytes.count
        isDecoded = content.removed != nil && content.bytes != bytes
        guard !bytes.isEmpty else { return }
        if let remaining = content.remaining {
            members = Self.base64(content.bytes) + [JSON.Member("_encoded", .string(remaining))]
            return
        }
        let shown = redaction.body(content.bytes)
        size = shown.count
        if let text = shown.text, Self.isUnicode(shown, type) {
            members = [JSON.Member("text", .string(text))]
        } else {
            members = Self.base64(shown)
        }
    }

    private static func base64(_ bytes: [UInt8]) -> [JSON.Member] {
        [JSON.Member("text", .string(Base64.encoded(bytes))), JSON.Member("encoding", "base64")]
    }

    /// Whether readers that turn the text into bytes again come by the same ones.
    private static func isUnicode(_ bytes: [UInt8], _ type: String?) -> Bool {
        let type = type.map { MediaType($0) }
        // Where none is named, some readers take UTF-8 and others ISO 8859-1; JSON is UTF-8 (RFC 8259 §8.1).
        if ["utf-8", "utf8"].contains(type?.charset) || type?.isJSON == true && type?.charset == nil { return true }
        return bytes.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    }
}
