@_spi(Wire) import Rehearsal

/// A media type, parsed from `Content-Type`, with the parameters that recordings use.
package struct MediaType: Hashable {
    /// The type in lower case without parameters: `application/json`.
    package var name: String
    /// The charset in lower case without quotes: `iso-8859-1`.
    package var charset: String?
    /// The boundary between the parts of a multipart body.
    package var boundary: String?
    /// Whether the parameter `header=absent` states that a CSV table has no line with column names (RFC 4180 §3).
    package var lacksHeaderRow: Bool

    package init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { Self.trimmed($0) }
        name = parts[0].lowercased()
        let parameter = parts.dropFirst().first { $0.lowercased().hasPrefix("charset=") }
        charset = parameter.map { Self.trimmed($0.dropFirst(8)).lowercased() }
        let field = parts.dropFirst().first { $0.lowercased().hasPrefix("boundary=") }
        boundary = field.map { String(Self.trimmed($0.dropFirst(9))) }
        lacksHeaderRow = parts.dropFirst().contains { $0.lowercased() == "header=absent" }
    }

    /// Whether the body is one JSON document: `application/json`, a `+json` suffix (RFC 6839 §3.1), or a vendor's type
    /// such as `application/x-amz-json-1.0`.
    package var isJSON: Bool {
        if name.hasSuffix("+json") { return true }
        guard let slash = name.firstIndex(of: "/"), !name.hasSuffix("/json-seq") else { return false }
        return name[slash...].dropFirst().split(whereSeparator: { "-._+".contains($0) }).contains("json")
    }

    /// Whether the name has a type and a subtype. Some exporters write placeholders such as `x-unknown`.
    package var isValid: Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(ByteClass.isToken) }
    }

    /// Whether the body is XML: `text/xml`, `application/xml`, or a `+xml` suffix (RFC 7303 §4.2).
    package var isXML: Bool { name == "text/xml" || name == "application/xml" || name.hasSuffix("+xml") }

    /// Whether the body is text: `text/*`, JSON, XML, a type with a charset, or a text format such as YAML.
    package var isText: Bool {
        if name.hasPrefix("text/") || isJSON || isXML || charset != nil { return true }
        return ["javascript", "ecmascript", "yaml", "toml", "graphql", "x-www-form-urlencoded", "sql", "csv", "ndjson"]
            .contains { name.hasPrefix("application/") && name.hasSuffix($0) }
    }

    /// Whether the body is binary, such as an image, a sound or an archive, so that no byte may change.
    package var isBinary: Bool {
        if isXML { return false }
        if ["image/", "audio/", "video/", "font/"].contains(where: name.hasPrefix) { return true }
        return ["application/zip", "application/pdf", "application/wasm"].contains(name) || isGzip
    }

    package var isGzip: Bool { name == "application/gzip" || name == "application/x-gzip" }

    private static func trimmed(_ text: Substring) -> Substring {
        text.trimming { $0 == " " || $0 == "\t" || $0 == "\"" }
    }
}
