/// Text with expressions in double braces that are rendered for each request: `Bearer {{state.token}}`.
///
/// Expressions have no logic, so that a template can be validated before a run and renders in linear time. Two
/// templates are equal if their source bytes are equal.
package struct Template: Sendable {
    let bytes: [UInt8]
    let parts: [Part]
    /// The inputs that rendering the template requires.
    package let needs: Needs

    /// A part of a template: literal text or an expression.
    enum Part: Sendable {
        /// The range of literal bytes.
        case literal(Range<Int>)
        case expression(Expression)
    }

    /// Compiles a text with or without expressions.
    ///
    /// - Throws: the reason and the character range of the first malformed expression.
    package init(_ text: String) throws(Malformed) {
        bytes = Array(text.utf8)
        parts = try TemplateParser.parts(of: bytes)
        needs = parts.reduce(into: []) {
            if case .expression(let expression) = $1 { $0.formUnion(expression.source.needs) }
        }
    }

    /// Returns whether a text contains `{{` and must be compiled as a template.
    package static func isTemplate(_ text: String) -> Bool {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "{"), previous == byte { return true }
            previous = byte
        }
        return false
    }

    /// The source text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The expressions in the order in which they occur and are rendered.
    package var expressions: [Expression] {
        parts.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
    }
}

extension Template: Hashable {
    // Bytes are compared, because canonically equivalent strings are equal although their bytes differ.
    package static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Template {
    /// An expression between double braces: a source and its filters.
    package struct Expression: Sendable, Hashable {
        /// The source of the value.
        package let source: Source
        /// The filters, applied in order.
        package let filters: [Filter]
        /// Whether the value is inserted as JSON rather than into a string.
        package let isJSON: Bool
        /// The offset of the source name in characters (Unicode scalars), from 0.
        package let offset: Int
        /// The length of the source name in characters, at least 1.
        package let length: Int
    }

    /// A source of a value.
    package enum Source: Sendable, Hashable {
        /// The value of a path placeholder.
        case path(String)
        /// The first query parameter of this name.
        case query(String)
        /// The header field of this case-insensitive name.
        case header(String)
        case cookie(String)
        /// The first field of this name in a form body.
        case form(String)
        /// The whole body.
        case body
        /// A value inside a JSON body.
        case bodyPointer(JSON.Pointer)
        /// A variable of the scenario.
        case state(String)
        /// The number of the request at its endpoint, from 1.
        case count
        /// A UUID of version 4.
        case uuid
        /// A random integer of the range.
        case random(ClosedRange<Int64>)
        /// The current time plus this number of milliseconds.
        case now(shift: Int64)
        /// The base URL of the server.
        case baseURL
        case method
        /// The path and query as the client sent them.
        case url
        /// The decoded path.
        case pathname
        /// The decoded path segment of this index, from 0.
        case segment(Int)
        /// A literal text, which may contain braces.
        case literal(String)
    }

    /// A conversion of a value; only `default` applies to an absent value.
    package enum Filter: Sendable, Hashable {
        case time(TimeFormat)
        case upper
        case lower
        /// Percent-encoding of all characters but letters, digits, `-`, `.`, `_` and `~`.
        case url
        /// The Base64 (RFC 4648 §4) of the UTF-8 bytes.
        case base64
        /// The text to use in place of an absent value.
        case `default`(String)
    }

    /// The inputs that rendering a template requires.
    package struct Needs: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The values of path placeholders.
        package static let path = Needs(rawValue: 1)
        package static let query = Needs(rawValue: 2)
        /// The header fields, including cookies.
        package static let headers = Needs(rawValue: 4)
        /// The body as text, JSON or a form.
        package static let body = Needs(rawValue: 8)
        /// The variables of the scenario.
        package static let state = Needs(rawValue: 16)
        /// The number of requests at the endpoint.
        package static let count = Needs(rawValue: 32)
        /// Random numbers, which depend on the seed.
        package static let randomness = Needs(rawValue: 64)
        /// The current time.
        package static let time = Needs(rawValue: 128)
        /// The base URL of the server.
        package static let baseURL = Needs(rawValue: 256)
        /// The method and the target as the client sent them.
        package static let requestLine = Needs(rawValue: 512)
    }
}

extension Template.Source {
    /// The inputs that the source requires.
    package var needs: Template.Needs {
        switch self {
        case .path: .path
        case .query: .query
        case .header, .cookie: .headers
        case .form, .body, .bodyPointer: .body
        case .state: .state
        case .count: .count
        case .uuid, .random: .randomness
        case .now: .time
        case .baseURL: .baseURL
        case .method, .url, .pathname, .segment: .requestLine
        case .literal: []
        }
    }
}

extension Template {
    /// An error in the syntax of a template.
    package typealias Malformed = JSON.MalformedText
}
