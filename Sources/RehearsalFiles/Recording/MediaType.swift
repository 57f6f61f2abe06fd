/// A `Content-Type` as far as a recording needs it: what it names, and in which character set.
struct MediaType: Hashable {
    /// `application/json`, in lower case and without parameters.
    var name: String
    /// `iso-8859-1`, in lower case and without quotes.
    var charset: String?

    init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { Self.trimmed($0) }
        name = parts[0].lowercased()
        let parameter = parts.dropFirst().first { $0.lowercased().hasPrefix("charset=") }
        charset = parameter.map { Self.trimmed($0.dropFirst(8)).lowercased() }
    }

    /// `application/json`, `text/json` and anything that ends in `+json` (RFC 6839 §3.1).
    var isJSON: Bool { name == "application/json" || name == "text/json" || name.hasSuffix("+json") }

    /// A type and a subtype, in contrast to what exporters write for none: `x-unknown`, or nothing.
    var isOne: Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && parts.allSatisfy { RecordedHeaders.isSendable(name: $0) }
    }

    var isGzip: Bool { name == "application/gzip" || name == "application/x-gzip" }

    private static func trimmed(_ text: Substring) -> Substring {
        let isEdge = { (character: Character) in character == " " || character == "\t" || character == "\"" }
        var text = text.drop(while: isEdge)
        while let last = text.last, isEdge(last) { text.removeLast() }
        return text
    }
}
