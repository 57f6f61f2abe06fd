import Rehearsal
import RehearsalHTTP
import RehearsalRedaction

/// How a body of a session is written down: as text where it is one, in base64 where it is none.
struct SessionBody {
    /// Members of `content` or `postData` that stand for it.
    private(set) var members: [JSON.Member] = []
    /// Bytes after content decoding.
    private(set) var size = 0
    /// Whether a content coding was taken off.
    private(set) var isDecoded = false
    /// Whether only the beginning of what was coded could be read.
    private(set) var isCut = false
    let type: String?

    init(_ bytes: [UInt8], _ headers: Scenario.Headers, _ redaction: RecordingRedaction) {
        type = headers["Content-Type"].map { redaction.text($0) }
        let content = ContentCoding(bytes, headers: headers)
        size = content.bytes.count
        isDecoded = content.removed != nil && content.bytes != bytes
        isCut = content.isCut
        guard !bytes.isEmpty else { return }
        if let remaining = content.remaining {
            // Anybody who knows the coding could read the secrets that are in it.
            let why = "not written: what is in it cannot be read, and could be secret"
            members = [JSON.Member("_encoded", .string(remaining)), JSON.Member("comment", .string(why))]
            return
        }
        let shown = redaction.shownBody(content.bytes, MediaType(headers["Content-Type"] ?? ""))
        size = shown.count
        if shown.isEmpty {
            members = [JSON.Member("comment", "not written: a secret is packed in it, and cannot be taken out")]
            return
        }
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
