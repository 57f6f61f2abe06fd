/// An operation: a method and a path template with parameters, a body and responses.
package struct OpenAPIOperation: Sendable {
    /// The method in upper case.
    package var method: String
    /// The path template without the path of a server: `/pets/{id}`.
    package var path: String
    package var operationID: String?
    /// The summary or the first line of the description; empty for none.
    package var summary: String
    package var isDeprecated: Bool
    /// The parameters of the operation and of its path. A parameter of the operation replaces one of the path with the
    /// same name and location.
    package var parameters: [OpenAPIParameter]
    package var requestBody: OpenAPIRequestBody?
    /// The responses in the order of the document.
    package var responses: [OpenAPIResponse]
    /// The alternative requirements, one of which must be met; empty for none.
    package var security: [OpenAPISecurityRequirement]
    /// The servers of the operation, or of its path, or of the document.
    package var servers: [OpenAPIServer]
    /// The position of the method in the document.
    package var place: OpenAPIPlace
    /// The operation object.
    package var value: OpenAPIValue
}

/// A parameter of a path, query, header or cookie.
package struct OpenAPIParameter: Sendable {
    package enum Location: String, Sendable, Hashable, CaseIterable {
        case path, query, header, cookie
    }

    package var name: String
    package var location: Location
    package var isRequired: Bool
    package var isDeprecated: Bool
    /// The serialization of arrays and objects.
    package var serialization: OpenAPISerialization
    /// Whether a query parameter may have an empty value although its schema forbids it.
    package var allowsEmptyValue: Bool
    package var schema: OpenAPISchema?
    /// The media type of a parameter that is a document, such as JSON; nil for one with a schema.
    package var content: OpenAPIMediaType?
    package var examples: [OpenAPIExample]
    package var place: OpenAPIPlace
}

/// The serialization of a value in a URL, a header or a form (OpenAPI 3.1.1 §4.8.12.3).
package struct OpenAPISerialization: Sendable, Hashable {
    package enum Style: String, Sendable, Hashable, CaseIterable {
        case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
        /// Elements separated by tabs, which only Swagger 2.0 has (`collectionFormat: tsv`).
        case tabDelimited
    }

    package var style: Style
    package var explode: Bool
    /// Whether reserved characters of URLs are not percent-encoded.
    package var allowsReserved: Bool

    package init(_ style: Style, explode: Bool? = nil, allowsReserved: Bool = false) {
        (self.style, self.allowsReserved) = (style, allowsReserved)
        self.explode = explode ?? (style == .form)
    }
}

/// The body of a request.
package struct OpenAPIRequestBody: Sendable {
    package var isRequired: Bool
    package var content: [OpenAPIMediaType]
    package var place: OpenAPIPlace
}

/// A response with a status, a range of statuses, or any status that the others do not have.
package struct OpenAPIResponse: Sendable {
    package enum Status: Sendable, Hashable {
        case exact(Int)
        /// The first digit of a range such as `4XX`.
        case range(Int)
        case `default`

        /// The name in the document: `404`, `4XX` or `default`.
        package var name: String {
            switch self {
            case .exact(let status): String(status)
            case .range(let digit): "\(digit)XX"
            case .default: "default"
            }
        }

        /// The statuses to which the response applies.
        package var statuses: ClosedRange<Int> {
            switch self {
            case .exact(let status): status...status
            case .range(let digit): (digit * 100)...(digit * 100 + 99)
            case .default: 100...599
            }
        }
    }

    package var status: Status
    /// The first line of the description; empty for none.
    package var summary: String
    package var headers: [OpenAPIHeader]
    package var content: [OpenAPIMediaType]
    package var place: OpenAPIPlace
}

/// A header field of a response or of a part of a multipart body.
package struct OpenAPIHeader: Sendable {
    package var name: String
    package var isRequired: Bool
    package var serialization: OpenAPISerialization
    package var schema: OpenAPISchema?
    /// The media type of a field that is a document, such as JSON; nil for one with a schema.
    package var content: OpenAPIMediaType?
    package var examples: [OpenAPIExample]
    package var place: OpenAPIPlace
}

extension OpenAPIOperation {
    /// Returns the response to a status: one with the exact status, else one with its range, else the default.
    package func response(to status: Int) -> OpenAPIResponse? {
        responses.first { $0.status == .exact(status) } ?? responses.first { $0.status == .range(status / 100) }
            ?? responses.first { $0.status == .default }
    }
}
