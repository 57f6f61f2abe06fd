import Rehearsal

/// A difference between a message and the document that describes it.
package struct ContractViolation: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The path is not in the document.
        case unknownPath
        /// The path is in the document, and the method is not.
        case unknownMethod
        case missingCredentials
        /// The media type of a request's body, or its absence.
        case unsupportedType
        /// No documented media type of a reply is acceptable to the client.
        case unacceptableType
        case missingParameter
        /// A parameter that cannot be read in its style.
        case malformedParameter
        /// A parameter whose value its schema forbids.
        case invalidParameter
        /// A query parameter that is not in the document.
        case unknownParameter
        case missingBody
        /// A body that cannot be read in its media type.
        case malformedBody
        /// A body that its schema forbids.
        case invalidBody
        /// A read-only property in a request.
        case readOnlyProperty
        /// A write-only property in a reply.
        case writeOnlyProperty
        case undocumentedStatus
        /// The media type of a reply's body, or its absence.
        case undocumentedType
        case undocumentedBody
        case missingHeader
        case invalidHeader
    }

    /// A part of a message.
    package enum Subject: Sendable, Hashable, CustomStringConvertible {
        case path, method, credentials, status
        case parameter(OpenAPIParameter.Location, String)
        case header(String)
        /// A value of the body by its pointer; empty for the whole body.
        case body(String)

        package var description: String {
            switch self {
            case .path: "path"
            case .method: "method"
            case .credentials: "credentials"
            case .status: "status"
            case .parameter(let location, let name): "\(location) parameter \(name.quoted)"
            case .header(let name): "header \(name)"
            case .body(let pointer): pointer.isEmpty ? "body" : "body \(pointer)"
            }
        }
    }

    package var kind: Kind
    package var subject: Subject
    /// The position of the rule in the document; nil if the document has no part about the message.
    package var place: OpenAPIPlace?
    /// The sentence that says the difference, without the position.
    package var message: String
    /// The values that the document permits, as far as it lists them.
    package var expected: [String]

    init(
        _ kind: Kind,
        _ subject: Subject,
        at place: OpenAPIPlace?,
        _ message: String,
        expected: [String] = []
    ) {
        (self.kind, self.subject, self.place) = (kind, subject, place)
        (self.message, self.expected) = (message, expected)
    }

    /// Whether the difference has no effect on the exchange, so that it is reported and not enforced.
    package var isNote: Bool { kind == .unknownParameter || kind == .readOnlyProperty }
}
