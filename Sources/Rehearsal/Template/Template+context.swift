extension Template {
    /// A request, as far as templates can ask about it.
    package struct Request {
        /// A text by its name; nil if there is none of that name.
        package typealias Lookup = (String) -> String?

        /// As it was sent.
        package var method = ""
        /// The path with the query, as it was sent.
        package var url = ""
        /// The path without the query, as it was sent.
        package var pathText = ""
        /// What the placeholders of the endpoint's path took.
        package var path: Lookup = { _ in nil }
        package var query: Lookup = { _ in nil }
        /// Header fields, by a name in any case.
        package var header: Lookup = { _ in nil }
        package var cookie: Lookup = { _ in nil }
        package var form: Lookup = { _ in nil }
        package var body: [UInt8] = []

        package init() {}

        /// The path with its escapes decoded.
        var pathname: String { Self.decoded(pathText[...]) }

        /// A segment of the path, its escapes decoded; nil if there are fewer.
        func segment(_ index: Int) -> String? {
            let segments = pathText.split(separator: "/")
            return segments.indices.contains(index) ? Self.decoded(segments[index]) : nil
        }

        private static func decoded(_ text: Substring) -> String {
            String(decoding: PercentEncoding.decoded(Array(text.utf8), plusIsSpace: false), as: UTF8.self)
        }
    }

    /// All that the expressions of one reply are filled in from.
    ///
    /// One context serves every template of a reply, in the order in which they are sent: draws go on where the
    /// template before left them, and a body is read as JSON once.
    package struct Context {
        package let request: Request
        /// Variables of the scenario.
        package var state: [String: JSON] = [:]
        /// The number of the request at its endpoint.
        package var count = 0
        /// Where the server can be reached, without a slash at the end.
        package var baseURL = ""
        /// Milliseconds since 1970, UTC.
        package var now: Int64 = 0
        package var random: RandomSource
        private var document = Document.unread

        private enum Document {
            case unread
            case read(JSONDocument?)
        }

        package init(_ request: Request, random: RandomSource) {
            self.request = request
            self.random = random
        }

        /// A value inside the body; nil if the body is no JSON or has no such value.
        mutating func bodyValue(at pointer: JSON.Pointer) -> JSON? {
            if case .unread = document {
                document = .read(try? JSONDocument(parsing: request.body))
            }
            guard case .read(let body?) = document else { return nil }
            return pointer.node(in: body.root)?.value
        }
    }
}
