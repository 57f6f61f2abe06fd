/// Text with expressions in double braces, which are filled in anew for each request: `Bearer {{state.token}}`.
///
/// The expressions are a closed set and hold no logic, so a template is read once, can be checked before anything
/// plays, and takes time in proportion to its length and to what is filled in. Two templates are equal if they are
/// written alike, byte by byte.
package struct Template: Sendable {
    let bytes: [UInt8]
    let parts: [Part]
    /// What has to be at hand when it is rendered.
    package let needs: Needs

    enum Part: Sendable {
        /// Bytes of the text that stand for themselves.
        case literal(Range<Int>)
        case expression(Expression)
    }

    /// Reads a text, with expressions in it or without.
    ///
    /// - Throws: what is wrong with the first expression that is none, and at which character.
    package init(_ text: String) throws(Malformed) {
        bytes = Array(text.utf8)
        parts = try TemplateParser.parts(of: bytes)
        needs = parts.reduce(into: []) { if case .expression(let one) = $1 { $0.formUnion(one.source.needs) } }
    }

    /// Whether a text has to be read as a template: it holds `{{`.
    package static func isTemplate(_ text: String) -> Bool {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "{"), previous == byte { return true }
            previous = byte
        }
        return false
    }

    /// As it was written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Its expressions, in the order in which they stand and are filled in.
    package var expressions: [Expression] {
        parts.compactMap { if case .expression(let one) = $0 { one } else { nil } }
    }
}

extension Template: Hashable {
    // What it says follows from the bytes; strings would be equal if they only look alike.
    package static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Template {
    /// What stands between two pairs of braces: where a value comes from, and what is made of it.
    package struct Expression: Sendable, Hashable {
        /// Where the value comes from.
        package let source: Source
        /// What is made of the value, one after the other.
        package let filters: [Filter]
        /// Whether the value stands in a document as JSON itself, rather than within a string.
        package let isJSON: Bool
        /// The first character (Unicode scalar) of what names the source, from 0.
        package let offset: Int
        /// How many characters name the source: 1 or more.
        package let length: Int
    }

    /// Where a value comes from.
    package enum Source: Sendable, Hashable {
        /// What a placeholder of the endpoint's path took.
        case path(String)
        /// The first parameter of that name in the query.
        case query(String)
        /// The header field of that name, whatever its case.
        case header(String)
        case cookie(String)
        /// The first parameter of that name in a body that is a form.
        case form(String)
        /// All of the body.
        case body
        /// A value inside a body that is JSON.
        case bodyPointer(JSON.Pointer)
        /// A variable of the scenario.
        case state(String)
        /// The number of the request at its endpoint.
        case count
        /// A UUID of version 4.
        case uuid
        /// A whole number of the range.
        case random(ClosedRange<Int64>)
        /// The time of day, that many milliseconds later.
        case now(shift: Int64)
        /// Where the server can be reached.
        case baseURL
        case method
        /// The path with the query, as it was sent.
        case url
        /// The path without the query, its escapes decoded.
        case pathname
        /// The segment of the path with that index, from 0, its escapes decoded.
        case segment(Int)
        /// A text that stands for itself, whatever braces it holds.
        case literal(String)
    }

    /// What is made of a value; of one that is absent, only a default is.
    package enum Filter: Sendable, Hashable {
        case time(TimeFormat)
        case upper
        case lower
        /// Percent-encoded: only letters, digits, `-`, `.`, `_` and `~` stay as they are.
        case url
        /// The base64 (RFC 4648 §4) of its UTF-8.
        case base64
        /// The text to take where there is no value.
        case `default`(String)
    }

    /// What has to be known of a request and of the run before a template can be rendered.
    package struct Needs: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// What the placeholders of the path took.
        package static let path = Needs(rawValue: 1)
        package static let query = Needs(rawValue: 2)
        /// Header fields, cookies among them.
        package static let headers = Needs(rawValue: 4)
        /// All of the body, as text, JSON or a form.
        package static let body = Needs(rawValue: 8)
        /// Variables of the scenario.
        package static let state = Needs(rawValue: 16)
        /// How many requests the endpoint has had.
        package static let count = Needs(rawValue: 32)
        /// Draws, which differ from run to run unless the seed is the same.
        package static let randomness = Needs(rawValue: 64)
        /// The time of day.
        package static let time = Needs(rawValue: 128)
        /// Where the server can be reached.
        package static let baseURL = Needs(rawValue: 256)
        /// The method and the target as they were sent.
        package static let requestLine = Needs(rawValue: 512)
    }
}

extension Template.Source {
    /// What has to be known to fill it in.
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
    /// The error of a text that is not a template.
    package typealias Malformed = JSON.MalformedText
}
