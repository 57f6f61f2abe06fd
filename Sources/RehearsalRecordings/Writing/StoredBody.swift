import Rehearsal
import RehearsalHTTP
import RehearsalRedaction

/// How a body is written down: what the HAR says of it, and the file beside the HAR that holds it, if it has one.
struct StoredBody {
    /// Members of `content` or `postData` that stand for the body.
    var members: [JSON.Member] = []
    /// What the file is called after the name of the entry, and what is in it.
    var file: (ending: String, bytes: [UInt8])?
    /// What is good to know.
    var remark: String?
    /// The body that a reader of the recording gets, where it is not the given one.
    private(set) var changed: [UInt8]?

    /// The longest text that stands in the HAR itself.
    static let longestText = 256
    /// The same for JSON, which is read more easily in a file.
    static let longestJSON = 120

    /// - Parameters:
    ///   - body: what a client is to get.
    ///   - coding: the content coding that is still on it.
    init(_ body: [UInt8], type: MediaType, coding: String?, isExact: Bool) {
        guard !body.isEmpty else { return }
        if let coding {
            encoded(body, coding)
        } else if let text = body.text, Self.isShort(text, body, type) {
            members = [JSON.Member("text", .string(text))]
        } else if Self.isDocument(body, type) {
            document(body, isExact)
        } else {
            file = (Self.ending(of: type, body), body)
        }
    }

    private mutating func encoded(_ body: [UInt8], _ coding: String) {
        remark = "still encoded (\(coding)): its secrets, if there are any, cannot be seen"
        members = [JSON.Member("_encoded", .string(coding))]
        if body.count > Self.longestText {
            file = ("bin", body)
        } else {
            members =
                [
                    JSON.Member("encoding", "base64"), JSON.Member("text", .string(Base64.encoded(body))),
                ] + members
        }
    }

    private mutating func document(_ body: [UInt8], _ isExact: Bool) {
        let readable = JSONRewriting.bytes(body, spacing: .readable)
        let spacing = readable == body ? nil : JSONSpacing(of: body)
        if readable != body, spacing == nil {
            guard !isExact else {
                file = ("json", body)
                return
            }
            remark = "spaces between its tokens changed"
            changed = readable
        }
        file = ("json", readable)
        members = spacing.map { [JSON.Member("_spacing", .string($0.name))] } ?? []
    }

    private static func isShort(_ text: String, _ body: [UInt8], _ type: MediaType) -> Bool {
        guard [nil, "utf-8", "utf8", "us-ascii"].contains(type.charset), body.count <= longestText else { return false }
        guard body.allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return false }
        guard isDocument(body, type) else { return true }
        return body.count <= longestJSON && !body.dropLast().contains(0x0A)
    }

    private static func isDocument(_ body: [UInt8], _ type: MediaType) -> Bool {
        let first = body.first
        guard type.isJSON || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
        return (try? JSONDocument(parsing: body)) != nil
    }

    private static func ending(of type: MediaType, _ body: [UInt8]) -> String {
        endings[type.name] ?? (type.isXML ? "xml" : type.name.hasPrefix("text/") || body.text != nil ? "txt" : "bin")
    }

    private static let endings = [
        "text/html": "html", "text/css": "css", "text/csv": "csv", "text/javascript": "js",
        "application/javascript": "js", "text/markdown": "md", "application/pdf": "pdf", "application/zip": "zip",
        "application/gzip": "gz", "application/yaml": "yaml", "application/x-ndjson": "ndjson",
        "application/wasm": "wasm", "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp",
        "image/avif": "avif", "image/heic": "heic", "image/svg+xml": "svg", "image/x-icon": "ico",
        "image/vnd.microsoft.icon": "ico", "audio/mpeg": "mp3", "video/mp4": "mp4", "font/woff": "woff",
        "font/woff2": "woff2", "application/octet-stream": "bin",
    ]
}
