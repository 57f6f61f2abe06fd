import Rehearsal

/// The parts of a document to which operations may refer, whether or not one does.
struct Components {
    /// The parameters, bodies and responses, as parts of one operation that no request reaches.
    private(set) var operation: OpenAPIOperation
    private(set) var schemas: [OpenAPISchema] = []

    /// Reads the components of a document. Mistakes in those that no operation uses are not reported.
    init(_ document: OpenAPIDocument) {
        let root = OpenAPIValue(file: 0, node: document.files[0].document.root)
        operation = OpenAPIOperation(
            method: "",
            path: "/",
            summary: "",
            isDeprecated: false,
            parameters: [],
            responses: [],
            security: [],
            servers: [],
            place: root.messagePlace,
            value: root
        )
        if document.version == .v20 {
            readSwagger(root, SwaggerReader(document))
        } else if let components = root["components"] {
            read(components, OpenAPIReader(document))
        }
    }

    private mutating func read(_ components: OpenAPIValue, _ reader: OpenAPIReader) {
        var reader = reader
        schemas = reader.values.members("schemas", of: components).map { OpenAPISchema($0.value) }
        operation.parameters = reader.values.members("parameters", of: components).compactMap { member in
            reader.resolved(member.value).flatMap { reader.parameter($0, at: member.value) }
        }
        let content = reader.values.members("requestBodies", of: components).flatMap { member in
            reader.resolved(member.value).map { reader.content(of: $0) } ?? []
        }
        operation.requestBody = OpenAPIRequestBody(isRequired: false, content: content, place: components.place)
        operation.responses = reader.values.members("responses", of: components).compactMap { member in
            reader.response(member, .default)
        }
        let headers = reader.headers(of: components)
        let place = components.messagePlace
        operation.responses.append(.init(status: .default, summary: "", headers: headers, content: [], place: place))
    }

    private mutating func readSwagger(_ root: OpenAPIValue, _ reader: SwaggerReader) {
        var reader = reader
        schemas = reader.common.values.members("definitions", of: root).map { OpenAPISchema($0.value) }
        let parameters = reader.common.values.members("parameters", of: root).map(\.value)
        operation.parameters = parameters.compactMap { reader.parameter($0) }
        operation.requestBody = reader.requestBody(parameters, nil)
        operation.responses = reader.common.values.members("responses", of: root).compactMap { member in
            reader.response(member, .default, ["application/json"])
        }
    }
}
