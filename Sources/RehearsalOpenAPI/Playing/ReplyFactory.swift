import Rehearsal

/// A factory of replies for the responses of a document, which generates all missing values together.
struct ReplyFactory {
    private let document: OpenAPIDocument
    private let generator: ExampleGenerator
    private let isDynamic: Bool
    /// Whether bodies are values that can be edited in a file, instead of bytes.
    private let isEditable: Bool
    private(set) var problems: [OpenAPIProblem] = []
    /// The schemas whose values are needed.
    private var pending: [OpenAPISchema] = []
    /// The generated values by the position of the schema.
    private var values: [SchemaKey: JSON?] = [:]

    private struct SchemaKey: Hashable {
        var file: Int
        var pointer: String

        init(_ schema: OpenAPISchema) { (file, pointer) = (schema.value.file, schema.value.pointer) }
    }

    /// A form of a response: a media type with an example or a generated value.
    struct Variant: Sendable {
        var content: OpenAPIMediaType
        /// The media type without a range.
        var mediaType: String
        var example: OpenAPIExample?
    }

    init(_ document: OpenAPIDocument, seed: UInt64, isDynamic: Bool = false, isEditable: Bool = false) {
        (self.document, self.isDynamic, self.isEditable) = (document, isDynamic, isEditable)
        generator = ExampleGenerator(document, seed: seed, direction: .response, isDynamic: isDynamic)
    }

    // MARK: Generation

    mutating func require(_ operation: OpenAPIOperation) {
        for response in operation.responses { require(response) }
    }

    mutating func require(_ response: OpenAPIResponse) {
        for variant in variants(of: response) where variant.example == nil {
            if let schema = variant.content.schema { require(schema) }
        }
        for header in response.headers where value(ofExample: header.examples) == nil {
            if let schema = header.schema ?? header.content?.schema { require(schema) }
        }
    }

    private mutating func require(_ schema: OpenAPISchema) {
        if values.updateValue(nil, forKey: SchemaKey(schema)) == nil { pending.append(schema) }
    }

    /// Generates the values of all required schemas.
    mutating func generate() {
        for (schema, result) in zip(pending, generator.values(for: pending)) {
            switch result {
            case .success(let value): values[SchemaKey(schema)] = value
            case .failure(let problem): problems.append(problem)
            }
        }
        pending = []
    }

    private func value(of schema: OpenAPISchema) -> JSON? { values[SchemaKey(schema)] ?? nil }

    private func value(ofExample examples: [OpenAPIExample]) -> JSON? {
        isDynamic ? nil : examples.lazy.compactMap(\.json).first
    }

    // MARK: Replies

    /// Returns the forms of a response, the preferred one first: JSON before other media types.
    func variants(of response: OpenAPIResponse) -> [Variant] {
        let variants = response.content.flatMap { content -> [Variant] in
            let type = MediaTypeName.concrete(content.type)
            let examples = isDynamic ? [] : content.examples.filter { $0.value != nil }
            if examples.isEmpty { return [Variant(content: content, mediaType: type, example: nil)] }
            return examples.map { Variant(content: content, mediaType: type, example: $0) }
        }
        return variants.filter { MediaTypeName.isJSON($0.mediaType) }
            + variants.filter { !MediaTypeName.isJSON($0.mediaType) }
    }

    /// Returns the reply for a form of a response; without a form, it has no content.
    func reply(_ response: OpenAPIResponse, _ variant: Variant?) -> Scenario.Reply {
        var reply = Scenario.Reply(response.status.usual)
        for header in response.headers { add(header, to: &reply.headers) }
        guard let variant, ![204, 205, 304].contains(reply.status), reply.status >= 200 else { return reply }
        let value = variant.example?.json ?? variant.content.schema.flatMap { self.value(of: $0) }
        guard let value else { return reply }
        let body = BodyText(variant.mediaType, document, variant.content.schema).bytes(of: value)
        reply.body = .bytes(body, type: variant.mediaType)
        if isEditable { makeEditable(&reply, body, variant.mediaType) }
        return reply
    }

    /// Replaces the bytes of a body by a value or a text, if it has one that is not a template.
    private func makeEditable(_ reply: inout Scenario.Reply, _ body: [UInt8], _ mediaType: String) {
        let text = String(decoding: body, as: UTF8.self)
        guard text.utf8.elementsEqual(body), !Template.isTemplate(text) else { return }
        let value = MediaTypeName.isJSON(mediaType) ? try? JSON(parsing: body) : nil
        reply.body = value.map { .json($0) } ?? .text(text)
        if value == nil || mediaType != "application/json" { reply.headers.append("Content-Type", mediaType) }
    }

    /// The fields that the server itself writes, or that would contradict the body.
    private static let excludedFields: Set<String> = [
        "content-length", "transfer-encoding", "connection", "content-type", "content-encoding", "date", "trailer",
        "upgrade", "keep-alive",
    ]

    private func add(_ header: OpenAPIHeader, to headers: inout Scenario.Headers) {
        guard !Self.excludedFields.contains(header.name.lowercased()), Self.isToken(header.name) else { return }
        let schema = header.schema ?? header.content?.schema
        guard let value = value(ofExample: header.examples) ?? schema.flatMap({ self.value(of: $0) }) else { return }
        let text = SimpleStyle.text(of: value, explode: header.serialization.explode)
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return }
        headers.append(header.name, text)
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric(or: "!#$%&'*+-.^_`|~") }
    }
}

/// Names of media types.
enum MediaTypeName {
    static func isJSON(_ type: String) -> Bool {
        let name = type.lowercased().prefix { $0 != ";" }.trimmed
        return name == "application/json" || name.hasSuffix("+json") || name == "text/json"
    }

    static func isXML(_ type: String) -> Bool {
        let name = type.lowercased().prefix { $0 != ";" }.trimmed
        return name == "application/xml" || name == "text/xml" || name.hasSuffix("+xml")
    }

    /// Returns a media type that a range contains, and any other type unchanged.
    static func concrete(_ type: String) -> String {
        switch type.lowercased() {
        case "*/*", "application/*": "application/json"
        case "text/*": "text/plain"
        case "image/*": "image/png"
        case "audio/*": "audio/mpeg"
        case "video/*": "video/mp4"
        default: type
        }
    }
}

/// The style of header values (OpenAPI 3.1.1 §4.8.12.3, `simple`).
enum SimpleStyle {
    static func text(of value: JSON, explode: Bool) -> String {
        switch value {
        case .array(let elements): elements.map(scalar).joined(separator: ",")
        case .object(let members):
            members.map { $0.name + (explode ? "=" : ",") + scalar($0.value) }.joined(separator: ",")
        default: scalar(value)
        }
    }

    static func scalar(_ value: JSON) -> String {
        if case .string(let text) = value { return text }
        return String(decoding: value.bytes(), as: UTF8.self)
    }
}
