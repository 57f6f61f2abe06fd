/// A problem details document (RFC 9457).
package struct ProblemDetails {
    /// The URN of the problem type.
    package var type: String
    /// The short summary of the problem type.
    package var title: String
    /// The status code of the reply.
    package var status: Int
    /// The explanation of this occurrence.
    package var detail: String?
    /// The extension members, which follow the standard members.
    package var extensions: [JSON.Member] = []

    /// The media type of the document.
    package static let mediaType = "application/problem+json"

    /// Creates a document.
    package init(_ type: String, title: String, status: Int, detail: String?, more: [JSON.Member] = []) {
        (self.type, self.title, self.status, self.detail, self.extensions) = (type, title, status, detail, more)
    }

    /// The document as indented JSON.
    package var bytes: [UInt8] {
        var members = [
            JSON.Member("type", .string(type)), JSON.Member("title", .string(title)),
            JSON.Member("status", .integer(status)),
        ]
        if let detail { members.append(JSON.Member("detail", .string(detail))) }
        return JSON.object(members + extensions).printableBytes(pretty: true)
    }
}
