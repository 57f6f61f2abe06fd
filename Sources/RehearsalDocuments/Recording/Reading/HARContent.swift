package import Rehearsal
import RehearsalHTTP
import RehearsalPlatform
import RehearsalRedaction

/// The body of a recorded reply.
package struct HARContent {
    package var bytes: [UInt8] = []
    /// Whether the bytes still have the content coding of the reply, contrary to HAR 1.2.
    package var isStillEncoded = false
    /// The media type that the exporter states, if no header does.
    package var statedType: String?

    private init(bytes: [UInt8] = [], isStillEncoded: Bool = false) {
        (self.bytes, self.isStillEncoded) = (bytes, isStillEncoded)
    }

    /// - Parameter title: the name of the entry in messages.
    package init(of response: HARValue?, headers: Scenario.Headers, title: String) {
        guard let content = response?.optional("content", .object) else { return }
        self = Self.read(content, headers, title)
        if !bytes.isEmpty, !headers.contains("Content-Type"), let type = content.text("mimeType"),
            MediaType(type).isValid, RecordedHeaders.isValid(value: type)
        {
            statedType = type
        }
    }

    private static func read(_ content: HARValue, _ headers: Scenario.Headers, _ title: String) -> HARContent {
        let type = MediaType(headers["Content-Type"] ?? content.text("mimeType") ?? "")
        let isEncoded = content["_encoded"]?.node.kind == .string
        if content["_file"] != nil { return HARContent(bytes: content.file() ?? [], isStillEncoded: isEncoded) }
        guard let value = content.optional("text", .string), let text = value.node.string else {
            let size = content["size"].flatMap { $0.node.numberText }.flatMap { Double($0) } ?? 0
            if size > 0, content["text"] == nil {
                content.warn(.nothingToPlay, "\(title): its body was not saved, so the reply has an empty body")
            }
            return HARContent()
        }
        let encoding = content.text("encoding")?.lowercased() ?? ""
        guard encoding == "base64" else {
            if !encoding.isEmpty, encoding != "utf-8", encoding != "utf8" {
                value.warn(
                    .badValue,
                    "\(title): the encoding \(encoding.quoted) is not supported; the text is sent unchanged"
                )
            }
            if content.reader.isFromMitmproxy, let bytes = RecordedText.bytes(of: text, type, sizes: sizes(content)) {
                return HARContent(bytes: bytes)
            }
            return HARContent(bytes: encoded(text, type, at: value, title: title))
        }
        guard let bytes = Base64.decoded(text) else {
            value.error(.badValue, "\(value.path) is not valid Base64, although its encoding is base64")
            return HARContent()
        }
        let isGzip = bytes.starts(with: [0x1F, 0x8B]) && headers["Content-Encoding"]?.lowercased() == "gzip"
        return HARContent(bytes: bytes, isStillEncoded: isEncoded || isGzip && !type.isGzip)
    }

    /// Returns the possible lengths of the body: exporters count it with or without its content coding.
    private static func sizes(_ content: HARValue) -> [Int] {
        let size = content["size"]?.node.numberText.flatMap { Int($0) }
        let saved = content["compression"]?.node.numberText.flatMap { Int($0) }
        return size.map { size in [size] + (saved.map { [size.addingReportingOverflow($0).partialValue] } ?? []) } ?? []
    }

    private static func encoded(_ text: String, _ type: MediaType, at value: HARValue, title: String) -> [UInt8] {
        let recorded = RecordedText(text, charset: type.charset)
        if !recorded.isLossless {
            let charset = type.charset ?? "no charset"
            value.warn(.badValue, "\(title): its text cannot be encoded as \(charset) and is sent as UTF-8")
        }
        return recorded.bytes
    }
}

extension HARValue {
    /// Returns the content of a body file beside the HAR, with the white space of the recorded JSON.
    ///
    /// - Returns: nil if no file is named, or if it cannot be read, which is reported.
    package func file() -> [UInt8]? {
        guard let value = optional("_file", .string), let name = value.node.string else { return nil }
        guard let bytes = value.bytes(named: name) else { return nil }
        guard let spacing = optional("_spacing", .string), let text = spacing.node.string else { return bytes }
        guard let jsonSpacing = JSONSpacing(name: text) else {
            spacing.warn(
                .badValue,
                "\(spacing.path) is \(text.quoted), which is not a valid spacing; the file is sent unchanged"
            )
            return bytes
        }
        guard (try? JSONDocument(parsing: bytes)) != nil else {
            value.warn(.syntax, "\(name) is not a JSON document, so it is sent unchanged")
            return bytes
        }
        return JSONRewriter.bytes(bytes, spacing: jsonSpacing)
    }

    private func bytes(named name: String) -> [UInt8]? {
        guard let root = reader.root else {
            error(.outsideRoot, "\(path) names a file, but this recording is not a file itself")
            return nil
        }
        switch root.resolve([FilePath.join(FilePath.folder(of: reader.source.path), name)]) {
        case .missing:
            error(
                .missingFile,
                "the file \(name.quoted) does not exist",
                hint: "copy the folder beside the recording as well"
            )
        case .outside:
            error(.outsideRoot, "\(name.quoted) is outside of \(root.path.quoted)")
        case .found(let shown, let real):
            do throws(FileSystem.Failure) {
                reader.files.append(real)
                return try FileSystem.read(real, limit: Recording.sizeLimit)
            } catch {
                self.error(.unreadableFile, error.message(about: shown))
            }
        }
        return nil
    }

    /// Returns the body of a request from its `postData`.
    package func requestBytes() -> [UInt8]? {
        if self["_file"] != nil { return file() }
        guard let text = self.text("text") else { return parameters() }
        let isBase64 = [self["encoding"], self["_encoding"]].contains { $0?.node.string?.lowercased() == "base64" }
        return isBase64 ? Base64.decoded(text) : Array(text.utf8)
    }

    /// Returns the fields of a form whose text the exporter did not save.
    private func parameters() -> [UInt8]? {
        guard MediaType(text("mimeType") ?? "").name == "application/x-www-form-urlencoded",
            let list = optional("params", .array)
        else { return nil }
        let pairs = list.elements().compactMap { item in
            item["name"]?.node.string.map { "\($0)=\(item["value"]?.node.string ?? "")" }
        }
        return pairs.isEmpty ? nil : Array(pairs.joined(separator: "&").utf8)
    }
}
