import Rehearsal

extension HARReader {
    /// The bytes of a recorded body.
    struct Content {
        var bytes: [UInt8] = []
        /// Whether the content coding of the reply is still on the bytes, against what HAR 1.2 says.
        var isStillEncoded = false
        /// What the exporter says of it, where no header does.
        var statedType: String?
    }

    mutating func content(_ response: Value, headers: Scenario.Headers, told: String) -> Content {
        guard let content = optional("content", .object, in: response) else { return Content() }
        var read = self.content(content, headers, told)
        if !read.bytes.isEmpty, !headers.names("Content-Type"), let type = text("mimeType", in: content),
            MediaType(type).isOne, RecordedHeaders.isSendable(value: type)
        {
            read.statedType = type
        }
        return read
    }

    private mutating func content(_ content: Value, _ headers: Scenario.Headers, _ told: String) -> Content {
        let type = MediaType(headers["Content-Type"] ?? text("mimeType", in: content) ?? "")
        let isEncoded = content["_encoded"]?.node.kind == .string
        if content["_file"] != nil { return Content(bytes: file(of: content) ?? [], isStillEncoded: isEncoded) }
        guard let value = optional("text", .string, in: content), let text = value.node.string else {
            let size = content["size"].flatMap { $0.node.numberText }.flatMap { Double($0) } ?? 0
            if size > 0, content["text"] == nil {
                warn(.nothingToPlay, at: content, "\(told): its body was not saved, so the reply has an empty one")
            }
            return Content()
        }
        let encoding = self.text("encoding", in: content)?.lowercased() ?? ""
        guard encoding == "base64" else {
            if !encoding.isEmpty, encoding != "utf-8", encoding != "utf8" {
                warn(
                    .badValue,
                    at: value,
                    "\(told): encoding \(encoding.quoted) is not known; the text is sent as it is"
                )
            }
            if isWestern, let bytes = RecordedText.bytes(of: text, type, sizes: Self.sizes(content)) {
                return Content(bytes: bytes)
            }
            return Content(bytes: encoded(text, type, at: value, told: told))
        }
        guard let bytes = Base64.decoded(text) else {
            error(.badValue, at: value, "\(value.path) is no Base64, although its encoding says so")
            return Content()
        }
        let isGzip = bytes.starts(with: [0x1F, 0x8B]) && headers["Content-Encoding"]?.lowercased() == "gzip"
        return Content(bytes: bytes, isStillEncoded: isEncoded || isGzip && !type.isGzip)
    }

    /// How long a body was, as exporters count it: with or without its content coding.
    private static func sizes(_ content: Value) -> [Int] {
        let size = content["size"]?.node.numberText.flatMap { Int($0) }
        let saved = content["compression"]?.node.numberText.flatMap { Int($0) }
        return size.map { size in [size] + (saved.map { [size.addingReportingOverflow($0).partialValue] } ?? []) } ?? []
    }

    private mutating func encoded(_ text: String, _ type: MediaType, at value: Value, told: String) -> [UInt8] {
        let recorded = RecordedText(text, charset: type.charset)
        if !recorded.isFaithful {
            let charset = type.charset ?? "no charset"
            warn(.badValue, at: value, "\(told): its text does not fit \(charset) and is sent as UTF-8")
        }
        return recorded.bytes
    }
}
