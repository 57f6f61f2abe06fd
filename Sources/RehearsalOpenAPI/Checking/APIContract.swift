import Rehearsal

/// An OpenAPI document, compiled to check requests and replies against it.
///
/// Checks are pure. They report violations in a stable order: the order of the checks, then the order of the document.
package struct APIContract: Sendable {
    package let document: OpenAPIDocument
    /// The mistakes in the schemas.
    package let problems: [OpenAPIProblem]
    let router: ContractRouter
    let operations: [CheckedOperation]
    let schemas: [JSON.Schema]
    let securitySchemes: [String: OpenAPISecurityScheme]
    private let lines: [LineIndex]

    package init(_ document: OpenAPIDocument) {
        self.document = document
        lines = document.files.map { LineIndex($0.document.bytes) }
        var builder = ContractBuilder(document)
        operations = document.operations.map { builder.operation($0) }
        (schemas, problems) = document.compile(builder.schemas)
        var router = ContractRouter()
        for (index, operation) in document.operations.enumerated() {
            for base in operation.basePaths { router.add(index, method: operation.method, path: base + operation.path) }
        }
        self.router = router
        securitySchemes = Dictionary(document.securitySchemes.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Returns an operation that is not part of the document with its compiled schemas.
    func compiled(_ operation: OpenAPIOperation) -> (operation: CheckedOperation, schemas: [JSON.Schema]) {
        var builder = ContractBuilder(document)
        let checked = builder.operation(operation)
        return (checked, document.compile(builder.schemas).schemas)
    }

    /// Returns a position as `api.yaml:120:9`.
    package func text(of place: OpenAPIPlace) -> String {
        "\(document.files[place.file].path):\(lines[place.file].text(of: place.range.lowerBound))"
    }

    /// Returns the sentence of a violation after its position in the document.
    package func text(of violation: ContractViolation) -> String {
        (violation.place.map { text(of: $0) + ": " } ?? "") + violation.message
    }
}

extension OpenAPIOperation {
    /// The paths of the servers, each once.
    package var basePaths: [String] {
        var paths: [String] = []
        for path in servers.map(\.basePath) where !paths.contains(path) { paths.append(path) }
        return paths.isEmpty ? [""] : paths
    }
}

/// A value that has a schema: a parameter, a header or a body.
struct CheckedValue: Sendable {
    /// The index of the schema; nil if every value is valid.
    var schema: Int?
    var source: OpenAPISchema?
    /// The shape of the values that are texts.
    var shape = ValueShape()
    /// The media type of a value that is a document, such as JSON; nil for one in a style.
    var content: MediaRange?
}

struct CheckedParameter: Sendable {
    let parameter: OpenAPIParameter
    let value: CheckedValue

    var subject: ContractViolation.Subject { .parameter(parameter.location, parameter.name) }
    var reader: SerializationReader {
        SerializationReader(
            name: parameter.name,
            serialization: parameter.serialization,
            shape: value.shape,
            isEncoded: parameter.location != .header,
            plusIsSpace: parameter.location == .query
        )
    }
}

struct CheckedHeader: Sendable {
    let header: OpenAPIHeader
    let value: CheckedValue

    var reader: SerializationReader {
        SerializationReader(
            name: header.name,
            serialization: header.serialization,
            shape: value.shape,
            isEncoded: false
        )
    }
}

/// The content of a message in one media type.
struct CheckedContent: Sendable {
    let type: OpenAPIMediaType
    let range: MediaRange
    let value: CheckedValue
}

struct CheckedResponse: Sendable {
    let response: OpenAPIResponse
    let headers: [CheckedHeader]
    let content: [CheckedContent]
}

struct CheckedOperation: Sendable {
    let operation: OpenAPIOperation
    let parameters: [CheckedParameter]
    let body: [CheckedContent]
    let responses: [CheckedResponse]
    /// The names of the placeholders in order.
    let placeholders: [String]
}

/// A builder of the checks of a document, which collects the schemas to compile them together.
private struct ContractBuilder {
    let document: OpenAPIDocument
    var schemas: [OpenAPISchema] = []

    init(_ document: OpenAPIDocument) { self.document = document }

    mutating func operation(_ operation: OpenAPIOperation) -> CheckedOperation {
        CheckedOperation(
            operation: operation,
            parameters: operation.parameters.map { parameter in
                CheckedParameter(parameter: parameter, value: value(parameter.schema, parameter.content))
            },
            body: (operation.requestBody?.content ?? []).map { content($0) },
            responses: operation.responses.map { response in
                CheckedResponse(
                    response: response,
                    headers: response.headers.map { CheckedHeader(header: $0, value: value($0.schema, $0.content)) },
                    content: response.content.map { content($0) }
                )
            },
            placeholders: PathTemplate(operation.path).names
        )
    }

    private mutating func value(_ schema: OpenAPISchema?, _ content: OpenAPIMediaType?) -> CheckedValue {
        if let content {
            return CheckedValue(
                schema: content.schema.map { add($0) },
                source: content.schema,
                content: MediaRange(content.type)
            )
        }
        guard let schema else { return CheckedValue() }
        return CheckedValue(schema: add(schema), source: schema, shape: document.shape(of: schema))
    }

    private mutating func content(_ type: OpenAPIMediaType) -> CheckedContent {
        let range = MediaRange(type.type)
        var value = CheckedValue(schema: type.schema.map { add($0) }, source: type.schema)
        if let schema = type.schema, range.isForm || range.isMultipart || range.isText {
            value.shape = document.shape(of: schema)
        }
        return CheckedContent(type: type, range: range, value: value)
    }

    private mutating func add(_ schema: OpenAPISchema) -> Int {
        schemas.append(schema)
        return schemas.count - 1
    }
}
