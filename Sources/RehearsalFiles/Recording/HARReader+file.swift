import Rehearsal
import RehearsalPlatform

extension HARReader {
    /// The bytes of a body that is in a file beside the HAR, in the spacing that they were recorded in.
    ///
    /// - Parameter content: `content` or `postData`.
    /// - Returns: nil if there is no such file, which is said unless none is named.
    mutating func file(of content: Value) -> [UInt8]? {
        guard let value = optional("_file", .string, in: content), let name = value.node.string else { return nil }
        guard let bytes = bytes(named: name, at: value) else { return nil }
        guard let spacing = optional("_spacing", .string, in: content), let text = spacing.node.string else {
            return bytes
        }
        guard let known = JSONSpacing(name: text) else {
            warn(
                .badValue,
                at: spacing,
                "\(spacing.path) is \(text.quoted), which is no spacing; the file is sent as it is"
            )
            return bytes
        }
        guard (try? JSONDocument(parsing: bytes)) != nil else {
            warn(.syntax, at: value, "\(name) is no JSON document, so it is sent as it is")
            return bytes
        }
        return JSONRewriting.bytes(bytes, spacing: known)
    }

    private mutating func bytes(named name: String, at value: Value) -> [UInt8]? {
        guard let root else {
            error(.outsideRoot, at: value, "\(value.path) names a file, and this recording is none itself")
            return nil
        }
        switch root.resolve([FileName.join(FileName.folder(of: source.path), name)]) {
        case .missing:
            error(
                .missingFile,
                at: value,
                "there is no file \(name.quoted)",
                hint: "a recording and the folder beside it belong together: copy both"
            )
        case .outside:
            error(.outsideRoot, at: value, "\(name.quoted) is outside of \(root.path.quoted)")
        case .found(let shown, let real):
            do throws(FileSystem.Failure) {
                files.append(real)
                return try FileSystem.read(real, limit: Recording.sizeLimit)
            } catch {
                self.error(.unreadableFile, at: value, error.sentence(about: shown))
            }
        }
        return nil
    }
}
