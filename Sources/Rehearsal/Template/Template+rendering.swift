extension Template {
    /// Returns the text with every expression rendered; an absent value renders as nothing.
    package func render(_ context: inout Context) -> String {
        String(decoding: bytes(&context), as: UTF8.self)
    }

    /// Returns the rendered text as UTF-8.
    package func bytes(_ context: inout Context) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for part in parts {
            switch part {
            case .literal(let range): output.append(contentsOf: bytes[range])
            case .expression(let expression) where expression.isJSON:
                output.append(contentsOf: expression.json(&context).bytes())
            case .expression(let expression): output.append(contentsOf: expression.text(&context).utf8)
            }
        }
        return output
    }

    /// Returns the rendered value for a JSON document: a string or, with the filter `json`, any JSON value.
    package func json(_ context: inout Context) -> JSON {
        if let expression = value { return expression.json(&context) }
        return .string(render(&context))
    }

    /// The expression with the filter `json`; nil if the template has none.
    var value: Expression? {
        if case .expression(let expression) = parts.first, expression.isJSON { expression } else { nil }
    }
}

extension Template.Expression {
    fileprivate func text(_ context: inout Template.Context) -> String { value(&context)?.text ?? "" }

    fileprivate func json(_ context: inout Template.Context) -> JSON { value(&context)?.json ?? .null }

    private func value(_ context: inout Template.Context) -> TemplateValue? {
        var value = source.value(&context)
        for filter in filters { value = filter.applied(to: value) }
        return value
    }
}

extension Template.Source {
    /// Returns the value of the source; nil if there is none.
    fileprivate func value(_ context: inout Template.Context) -> TemplateValue? {
        switch self {
        case .path(let name): context.request.path(name).map { .text($0) }
        case .query(let name): context.request.query(name).map { .text($0) }
        case .header(let name): context.request.header(name).map { .text($0) }
        case .cookie(let name): context.request.cookie(name).map { .text($0) }
        case .form(let name): context.request.form(name).map { .text($0) }
        case .body: context.request.body.isEmpty ? nil : .body(context.request.body)
        case .bodyPointer(let pointer): context.bodyValue(at: pointer).map { .json($0) }
        case .state(let name): context.state[name].map { .json($0) }
        case .count: .text(String(context.count))
        case .uuid: .text(context.random.uuid())
        case .random(let range): .text(String(context.random.integer(in: range)))
        case .now(let shift): .time(CivilDate.clamped(context.now) + shift)
        case .baseURL: .text(context.baseURL)
        case .method: .text(context.request.method)
        case .url: .text(context.request.url)
        case .pathname: .text(context.request.pathname)
        case .segment(let index): context.request.segment(index).map { .text($0) }
        case .literal(let text): .text(text)
        }
    }
}

extension Template.Filter {
    fileprivate func applied(to value: TemplateValue?) -> TemplateValue? {
        guard let value else {
            if case .default(let text) = self { return .text(text) }
            return nil
        }
        switch (self, value) {
        case (.default, _): return value
        case (.time(let format), .time(let milliseconds)): return .text(format.text(of: milliseconds))
        case (.time, _): return value
        case (.upper, _): return .text(value.text.uppercased())
        case (.lower, _): return .text(value.text.lowercased())
        case (.url, _): return .text(String(decoding: PercentEncoding.escaped(value.text.utf8), as: UTF8.self))
        case (.base64, _): return .text(Base64.encoded(Array(value.text.utf8)))
        }
    }
}

extension Template {
    /// The parts of a request that templates read.
    package struct Request {
        /// A function that returns the value with a name; nil if there is none.
        package typealias Lookup = (String) -> String?

        /// The method as the client sent it.
        package var method = ""
        /// The path and query as the client sent them.
        package var url = ""
        /// The path as the client sent it.
        package var pathText = ""
        /// The decoded values of path placeholders.
        package var path: Lookup = { _ in nil }
        package var query: Lookup = { _ in nil }
        /// The header fields by case-insensitive name.
        package var header: Lookup = { _ in nil }
        package var cookie: Lookup = { _ in nil }
        package var form: Lookup = { _ in nil }
        package var body: [UInt8] = []

        package init() {}

        /// The decoded path.
        var pathname: String { Self.decoded(pathText[...]) }

        /// Returns a decoded segment of the path, from 0; nil if there are fewer.
        func segment(_ index: Int) -> String? {
            let segments = pathText.split(separator: "/")
            return segments.indices.contains(index) ? Self.decoded(segments[index]) : nil
        }

        private static func decoded(_ text: Substring) -> String {
            String(decoding: PercentEncoding.decoded(Array(text.utf8), plusIsSpace: false), as: UTF8.self)
        }
    }

    /// The input of all expressions of a reply.
    ///
    /// All templates of a reply are rendered with one context, in the order in which they are sent. They share a
    /// sequence of random values, and the body is parsed as JSON only once.
    package struct Context {
        package let request: Request
        /// The variables of the scenario.
        package var state: [String: JSON] = [:]
        /// The number of the request at its endpoint, from 1.
        package var count = 0
        /// The base URL of the server, without a trailing slash.
        package var baseURL = ""
        /// The current time in milliseconds since 1970, UTC.
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

        /// Returns a value inside the body; nil if the body is not valid JSON or has no such value.
        mutating func bodyValue(at pointer: JSON.Pointer) -> JSON? {
            if case .unread = document {
                document = .read(try? JSONDocument(parsing: request.body))
            }
            guard case .read(let body?) = document else { return nil }
            return pointer.node(in: body.root)?.value
        }
    }
}

/// A value of an expression, before conversion to text or JSON.
enum TemplateValue {
    case text(String)
    case json(JSON)
    /// A time in milliseconds since 1970, UTC.
    case time(Int64)
    /// A body, which may be a JSON document.
    case body([UInt8])

    /// The value as part of a text.
    var text: String {
        switch self {
        case .text(let text): text
        case .json(.string(let text)): text
        case .json(.number(let number)): number.text
        case .json(let value): String(decoding: value.bytes(), as: UTF8.self)
        case .time(let milliseconds): TimeFormat.iso.text(of: milliseconds)
        case .body(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The value as a JSON value.
    var json: JSON {
        switch self {
        case .text(let text): Self.scalar(text) ?? .string(text)
        case .json(let value): value
        case .time: .string(text)
        case .body(let bytes): (try? JSON(parsing: bytes)) ?? .string(text)
        }
    }

    /// Returns the JSON value of a text that is exactly a number, `true`, `false` or `null`.
    private static func scalar(_ text: String) -> JSON? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, "-0123456789tfn".utf8.contains(first),
            let root = try? JSONDocument(parsing: bytes).root, root.range == bytes.indices
        else { return nil }
        return root.value
    }
}
