package import Rehearsal

/// The content of a message in one media type.
package struct OpenAPIMediaType: Sendable {
    /// The media type or range as in the document: `application/json`, `image/*`.
    package var type: String
    package var schema: OpenAPISchema?
    package var examples: [OpenAPIExample]
    /// The encodings of the parts of a form or multipart body.
    package var encodings: [OpenAPIEncoding]
    package var place: OpenAPIPlace
}

/// The encoding of one property of a form or multipart body.
package struct OpenAPIEncoding: Sendable {
    package var property: String
    /// The media types of the part, separated by commas; nil for the default of the property's type.
    package var contentType: String?
    package var headers: [OpenAPIHeader]
    /// The serialization in a form; nil if the document says nothing.
    package var serialization: OpenAPISerialization?
    package var place: OpenAPIPlace
}

/// An example of a value.
package struct OpenAPIExample: Sendable {
    /// The name among several examples; nil for the only one.
    package var name: String?
    /// The first line of the summary; empty for none.
    package var summary: String
    /// The value; nil for an example outside of the document.
    package var value: OpenAPIValue?
    package var place: OpenAPIPlace

    /// The decoded value.
    package var json: JSON? { value?.node.value }
}
