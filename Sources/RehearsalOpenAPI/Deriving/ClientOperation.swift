package import Rehearsal

/// An operation as its client sees it: the request, a reply, and the fields of that reply.
package struct ClientOperation: Sendable {
    /// The `operationId`; without one, the method and the path.
    package let name: String
    package let method: Scenario.Method
    /// The path with the path of the first server and with example values: `/v1/pets/7`.
    package let path: String
    /// The reply with the lowest success status: its example, or a generated value.
    package let reply: ContractReply
    /// The fields of the reply; empty for a reply that is not JSON.
    package let fields: [ReplyField]
    /// The documented statuses of errors of the client, 400 to 499, without ranges.
    package let errorStatuses: [Int]
}

extension ClientOperation {
    /// Returns the operations of a document, in its order.
    package static func all(of document: OpenAPIDocument) -> [ClientOperation] {
        var replies = ReplyFactory(document, seed: OpenAPIScenario.seed)
        for response in document.operations.compactMap(\.standardResponse) { replies.require(response) }
        replies.generate()
        let paths = ExamplePaths(document)
        return document.operations.map { operation in
            let response = operation.standardResponse
            let variant = response.flatMap { replies.variants(of: $0).first }
            let isJSON = variant.map { MediaTypeName.isJSON($0.mediaType) } ?? false
            return ClientOperation(
                name: operation.operationID ?? "\(operation.method) \(operation.path)",
                method: Scenario.Method(rawValue: operation.method),
                path: paths.path(of: operation),
                reply: ContractReply(response.map { replies.reply($0, variant) } ?? Scenario.Reply()),
                fields: isJSON ? variant?.content.schema.map { ReplyFields(document, $0).found } ?? [] : [],
                errorStatuses: operation.responses.map(\.status).filter(\.isExact).map(\.usual).filter {
                    400..<500 ~= $0
                }
            )
        }
    }
}

extension ContractReply {
    /// Creates the reply that a server sends for a reply with a constant body.
    fileprivate init(_ reply: Scenario.Reply) {
        self.init(reply.status, headers: reply.headers)
        guard case .bytes(let bytes, let type) = reply.body else { return }
        body = bytes
        if let type { headers.append("Content-Type", type) }
    }
}

/// The paths of the operations with example values, which are generated together.
private struct ExamplePaths {
    private var values: [String: JSON] = [:]

    init(_ document: OpenAPIDocument) {
        let schemas = document.operations.flatMap { operation in
            operation.parameters.filter { $0.location == .path }.compactMap { $0.schema ?? $0.content?.schema }
        }
        let generator = ExampleGenerator(document, seed: OpenAPIScenario.seed, direction: .request)
        for (schema, result) in zip(schemas, generator.values(for: schemas)) {
            if case .success(let value) = result { values[Self.key(schema)] = value }
        }
    }

    private static func key(_ schema: OpenAPISchema) -> String { "\(schema.value.file)#\(schema.value.pointer)" }

    func path(of operation: OpenAPIOperation) -> String {
        let template = PathTemplate(operation.basePaths[0] + operation.path)
        let segments = template.segments.map { segment in
            segment.map { part in
                switch part {
                case .text(let text): text
                case .placeholder(let name): text(of: name, operation)
                }
            }.joined()
        }
        return "/" + segments.joined(separator: "/")
    }

    private func text(of name: String, _ operation: OpenAPIOperation) -> String {
        guard let parameter = operation.parameters.first(where: { $0.location == .path && $0.name == name })
        else { return "1" }
        let generated = (parameter.schema ?? parameter.content?.schema).flatMap { values[Self.key($0)] }
        let value = parameter.examples.lazy.compactMap(\.json).first ?? generated ?? .string("1")
        return PathStyle(name: name, serialization: parameter.serialization).text(of: value)
    }
}

/// The styles of path parameters (OpenAPI 3.1.1 §4.8.12.3). The values are escaped, and the separators are not.
struct PathStyle {
    let name: String
    let serialization: OpenAPISerialization

    func text(of value: JSON) -> String {
        let explodes = serialization.explode
        let list: [String]
        switch value {
        case .array(let elements):
            let texts = elements.map { Self.escaped(SimpleStyle.scalar($0)) }
            list = explodes && serialization.style == .matrix ? texts.map { "\(Self.escaped(name))=\($0)" } : texts
        case .object(let members):
            list = members.map { member in
                let text = Self.escaped(SimpleStyle.scalar(member.value))
                return Self.escaped(member.name) + (explodes ? "=" : ",") + text
            }
        default: return prefix + key + Self.escaped(SimpleStyle.scalar(value))
        }
        return prefix + (explodes ? "" : key) + list.joined(separator: explodes && !prefix.isEmpty ? prefix : ",")
    }

    private var prefix: String {
        switch serialization.style {
        case .label: "."
        case .matrix: ";"
        default: ""
        }
    }

    private var key: String { serialization.style == .matrix ? "\(Self.escaped(name))=" : "" }

    private static func escaped(_ text: String) -> String {
        String(decoding: PercentEncoding.escaped(text.utf8), as: UTF8.self)
    }
}
