/// The parts of a head as they may be shown: with the secrets taken out, also where the head is broken.
///
/// What a client counts wrongly, divides wrongly or leaves unfinished puts a part of its body or of another line where
/// a method, a version or a name is read. No name says then what is a secret, so that what cannot be such a part is
/// shown by its length. What the journal keeps stays as it came.
extension Journal.Entry {
    /// Method and target: `POST /login?token=%5Bredacted%203f2a9c01%5D`.
    package func shownRequest(_ redaction: Redaction) -> String { "\(shownMethod) \(shownTarget(redaction))" }

    /// The method, or how long that is which stands in its place.
    package var shownMethod: String {
        if method.isEmpty { return method }
        // A word on a line of its own may be the end of any body.
        let isMethod = isRequestLine || HeadPart.knownMethods.contains(method)
        guard isMethod, HeadPart.isMethod(method) else { return HeadPart.length(head.method.count, "no method") }
        return method
    }

    /// The target without its secrets, or how long that is which stands in its place.
    package func shownTarget(_ redaction: Redaction) -> String {
        guard target.isEmpty || isRequestLine else { return HeadPart.length(head.target.count, "no target") }
        return HeadPart.upToBareReturn(target) { redaction.requestTarget($0) }
    }

    /// The version, or how long that is which stands in its place.
    package var shownVersion: String {
        version.isEmpty || HeadPart.isVersion(version) ? version : HeadPart.length(head.version.count, "no version")
    }

    /// The header lines, in their order.
    package func shownFields(_ redaction: Redaction) -> [(name: String, value: String)] {
        head.fields.map { shown($0, redaction) }
    }

    /// The values of every header line of that name, in their order.
    func shownValues(of name: String, _ redaction: Redaction) -> [String] {
        shownFields(redaction).filter { Scenario.Headers.isSameName($0.name, name) }.map(\.value)
    }

    private var head: RequestHead { RawHead(rawHead).head }

    private func shown(_ field: RequestHead.Field, _ redaction: Redaction) -> (name: String, value: String) {
        let name = rawHead[field.name.range]
        // Blanks around a name keep it from being one (RFC 9112 §5.1), and yet everybody reads it as one.
        let bare = name.split(omittingEmptySubsequences: true) { $0 == 0x20 || $0 == 0x09 }
        let end = field.name.range.upperBound
        let hasColon = end < rawHead.count && rawHead[end] == UInt8(ascii: ":")
        guard hasColon, bare.count == 1, bare[0].allSatisfy(ByteClass.isToken) else {
            let last = max(field.name.range.upperBound, field.value.range.upperBound, end + (hasColon ? 1 : 0))
            return (HeadPart.length(last - field.name.range.lowerBound, "no header line"), "")
        }
        let text = String(decoding: name, as: UTF8.self)
        let value = String(decoding: rawHead[field.value.range], as: UTF8.self)
        return (text, HeadPart.upToBareReturn(value) { redaction.header(name: text, value: $0) })
    }

    /// Whether the first line has a version, or a target that is told by how it begins.
    private var isRequestLine: Bool {
        if HeadPart.isVersion(version) || target.hasPrefix("/") || target == "*" { return true }
        let scheme = target.utf8.prefix { $0 != UInt8(ascii: ":") }
        return target.utf8.dropFirst(scheme.count).starts(with: "://".utf8)
            && !scheme.isEmpty && scheme.allSatisfy(\.isLetter)
    }
}
