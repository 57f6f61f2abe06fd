import Rehearsal

@testable import RehearsalOpenAPI

/// A sampler of requests that a document permits. All values of a document are generated together.
struct RequestSampler {
    private let document: OpenAPIDocument
    /// The generated values by the file and the pointer of their schema.
    private var values: [String: JSON] = [:]

    init(_ document: OpenAPIDocument) {
        self.document = document
        let schemas = document.operations.flatMap { operation in
            operation.parameters.compactMap { $0.schema ?? $0.content?.schema }
                + (operation.requestBody?.content ?? []).compactMap(\.schema)
        }
        let generated = ExampleGenerator(document, seed: 0, direction: .request).values(for: schemas)
        for (schema, result) in zip(schemas, generated) {
            if case .success(let value) = result { values[Self.key(schema)] = value }
        }
    }

    private static func key(_ schema: OpenAPISchema) -> String { "\(schema.value.file)#\(schema.value.pointer)" }

    /// Returns a value that a schema permits; a text without a schema; nil if no value was found.
    func value(_ schema: OpenAPISchema?) -> JSON? { schema.map { values[Self.key($0)] } ?? .string("a") }

    /// Returns a request with all parameters for each media type of the body, or one without a body.
    ///
    /// The request lacks optional parameters whose value has no form in their style.
    func requests(to operation: OpenAPIOperation) -> [SampleRequest] {
        var request = SampleRequest(operation)
        for parameter in operation.parameters {
            if let texts = texts(of: parameter) { request.add(texts, of: parameter) }
        }
        addCredentials(of: operation, to: &request)
        let bodies = (operation.requestBody?.content ?? []).compactMap { content in
            value(content.schema).flatMap { SampleRequest.Body(content, $0) }
        }
        guard !bodies.isEmpty else { return [request] }
        return bodies.map { body in
            var copy = request
            copy.body = body
            return copy
        }
    }

    // MARK: Parameters

    private func texts(of parameter: OpenAPIParameter) -> [String]? {
        guard let value = value(parameter.schema ?? parameter.content?.schema) else { return nil }
        return Self.texts(of: parameter, value)
    }

    /// Returns the texts of a value; nil if the style of the parameter has no form for it.
    static func texts(of parameter: OpenAPIParameter, _ value: JSON) -> [String]? {
        let isField = parameter.location == .header
        if parameter.content != nil {
            let text = String(decoding: value.bytes(), as: UTF8.self)
            let encoded = isField ? text : SampleWriter.encoded(text)
            let isPair = parameter.location == .query || parameter.location == .cookie
            return [isPair ? "\(SampleWriter.encoded(parameter.name))=\(encoded)" : encoded]
        }
        let writer = SampleWriter(
            name: parameter.name,
            serialization: parameter.serialization,
            isEncoded: !isField
        )
        switch parameter.location {
        case .query, .cookie: return writer.pairs(value)
        case .path, .header: return writer.text(ofWhole: value).map { [$0] }
        }
    }

    // MARK: Credentials

    /// Adds the credentials of the first requirement.
    private func addCredentials(of operation: OpenAPIOperation, to request: inout SampleRequest) {
        for item in operation.security.first?.items ?? [] {
            guard let scheme = document.securitySchemes.first(where: { $0.name == item.scheme }) else { continue }
            let credentials = { (text: String) in SampleRequest.Part(origin: .credentials, text: text) }
            switch scheme.kind {
            case .apiKey(let name, .query): request.query.append(credentials(SampleWriter.encoded(name) + "=key"))
            case .apiKey(let name, .cookie): request.cookies.append(credentials("\(name)=key"))
            case .apiKey(let name, _): request.fields.append(credentials("\(name): key"))
            // The name "a" and the password "b" (RFC 7617).
            case .http("basic"): request.fields.append(credentials("Authorization: Basic YTpi"))
            case .http(let name): request.fields.append(credentials("Authorization: \(name) key"))
            case .oauth2, .openIDConnect: request.fields.append(credentials("Authorization: Bearer key"))
            case .mutualTLS: break
            }
        }
    }
}
