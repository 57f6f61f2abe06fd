import Rehearsal

/// What becomes of header fields when an exchange is written down.
enum StoredHeaders {
    /// What is known of the message that the fields belong to.
    struct Message {
        /// Of the body as it is stored; nil where the length that was sent is that of something else.
        var length: Int?
        /// Whether the codings that the fields name are no longer on the body.
        var isDecoded = false
        /// Whether the body is another than the one that was sent.
        var isChanged = false
        var isExact = false
    }

    /// The fields that fit the stored message, in order, with their secrets.
    static func fitting(_ headers: Scenario.Headers, _ message: Message) -> [Scenario.Headers.Field] {
        let named = Set(
            headers.values(of: "Connection").flatMap { $0.split(separator: ",") }
                .map { $0.filter { $0 != " " }.lowercased() }
        )
        return headers.fields.compactMap { field in
            guard let value = field.value else { return nil }
            let name = field.name.lowercased()
            if name.hasPrefix(":") || name.hasPrefix("proxy-") || hopByHop.contains(name) || named.contains(name) {
                return nil
            }
            switch name {
            case "content-encoding" where message.isDecoded: return nil
            case "content-length": return message.length.map { Scenario.Headers.Field(field.name, String($0)) } ?? field
            case _ where message.isChanged && (digests.contains(name) || name.hasPrefix("x-amz-checksum-")): return nil
            case _ where !message.isExact && NoiseFields.contains(name): return nil
            default: return Scenario.Headers.Field(field.name, value)
            }
        }
    }

    /// Fields of one connection (RFC 9110 §7.6.1).
    private static let hopByHop: Set<String> = [
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// What says that the body is the one that was sent.
    private static let digests: Set<String> = [
        "content-md5", "digest", "content-digest", "repr-digest", "x-amz-crc32",
    ]
}
