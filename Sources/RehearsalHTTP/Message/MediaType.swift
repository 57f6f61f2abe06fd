@_spi(Wire) import Rehearsal

/// A `Content-Type` as far as a recording needs it: what it names, and in which character set.
package struct MediaType: Hashable {
    /// `application/json`, in lower case and without parameters.
    package var name: String
    /// `iso-8859-1`, in lower case and without quotes.
    package var charset: String?
    /// What stands between the parts of a multipart body.
    package var boundary: String?
    /// Whether a table has no line that names its columns (RFC 4180 §3).
    package var hasNoHeader: Bool

    package init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { Self.trimmed($0) }
        name = parts[0].lowercased()
        let parameter = parts.dropFirst().first { $0.lowercased().hasPrefix("charset=") }
        charset = parameter.map { Self.trimmed($0.dropFirst(8)).lowercased() }
        let line = parts.dropFirst().first { $0.lowercased().hasPrefix("boundary=") }
        boundary = line.map { String(Self.trimmed($0.dropFirst(9))) }
        hasNoHeader = parts.dropFirst().contains { $0.lowercased() == "header=absent" }
    }

    /// One document of JSON: `application/json`, anything that ends in `+json` (RFC 6839 §3.1), and what services call
    /// theirs (`application/x-amz-json-1.0`).
    package var isJSON: Bool {
        if name.hasSuffix("+json") { return true }
        guard let slash = name.firstIndex(of: "/"), !name.hasSuffix("/json-seq") else { return false }
        return name[slash...].dropFirst().split(whereSeparator: { "-._+".contains($0) }).contains("json")
    }

    /// A type and a subtype, in contrast to what exporters write for none: `x-unknown`, or nothing.
    package var isOne: Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(ByteClass.isToken) }
    }

    /// `text/xml`, `application/xml` and anything that ends in `+xml` (RFC 7303 §4.2).
    package var isXML: Bool { name == "text/xml" || name == "application/xml" || name.hasSuffix("+xml") }

    /// What people or programs read as letters.
    package var isText: Bool {
        if name.hasPrefix("text/") || isJSON || isXML || charset != nil { return true }
        return ["javascript", "ecmascript", "yaml", "toml", "graphql", "x-www-form-urlencoded", "sql", "csv", "ndjson"]
            .contains { name.hasPrefix("application/") && name.hasSuffix($0) }
    }

    /// What has a form of its own, in which no byte can be another: pictures, sounds, archives.
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
