import Rehearsal
import RehearsalHTTP
import RehearsalPlatform
import RehearsalRedaction

extension HARValue {
    /// The bytes of a body that is in a file beside the HAR, in the spacing that they were recorded in.
    ///
    /// - Returns: nil if there is no such file, which is said unless none is named.
    package func file() -> [UInt8]? {
        guard let value = optional("_file", .string), let name = value.node.string else { return nil }
        guard let bytes = value.bytes(named: name) else { return nil }
        guard let spacing = optional("_spacing", .string), let text = spacing.node.string else { return bytes }
        guard let known = JSONSpacing(name: text) else {
            spacing.warn(.badValue, "\(spacing.path) is \(text.quoted), which is no spacing; the file is sent as it is")
            return bytes
        }
        guard (try? JSONDocument(parsing: bytes)) != nil else {
            value.warn(.syntax, "\(name) is no JSON document, so it is sent as it is")
            return bytes
        }
        return JSONRewriting.bytes(bytes, spacing: known)
    }

    private func bytes(named name: String) -> [UInt8]? {
        guard let root = reader.root else {
            error(.outsideRoot, "\(path) names a file, and this recording is none itself")
            return nil
        }
        switch root.resolve([FileName.join(FileName.folder(of: reader.source.path), name)]) {
        case .missing:
            error(
                .missingFile,
                "there is no file \(name.quoted)",
                hint: "a recording and the folder beside it belong together: copy both"
            )
        case .outside:
            error(.outsideRoot, "\(name.quoted) is outside of \(root.path.quoted)")
        case .found(let shown, let real):
            do throws(FileSystem.Failure) {
                reader.files.append(real)
                return try FileSystem.read(real, limit: Recording.sizeLimit)
            } catch {
                self.error(.unreadableFile, error.sentence(about: shown))
            }
        }
        return nil
    }

    /// The bytes of a request's body, whose `postData` it is.
    package func requestBytes() -> [UInt8]? {
        if self["_file"] != nil { return file() }
        guard let text = self.text("text") else { return parameters() }
        let isBase64 = [self["encoding"], self["_encoding"]].contains { $0?.node.string?.lowercased() == "base64" }
        return isBase64 ? Base64.decoded(text) : Array(text.utf8)
    }

    /// The fields of a form of which a browser wrote no text.
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
