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
}
