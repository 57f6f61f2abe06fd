package import Rehearsal

/// The scenario that a document describes: an endpoint for each operation and path of a server.
package struct OpenAPIScenario: Sendable {
    package private(set) var endpoints: [PlayedOperation] = []
    /// The parts of the document that cannot be played.
    package private(set) var problems: [OpenAPIProblem] = []

    /// An operation with an endpoint that answers it.
    package struct PlayedOperation: Sendable {
        package let operation: OpenAPIOperation
        package var endpoint: Scenario.Endpoint
    }

    /// The seed of generated values. They are the same in every run, so that a client sees stable data.
    package static let seed: UInt64 = 0

    /// - Parameter isEditable: Whether the scenario is written to a file. Such a scenario has one endpoint for each
    ///   operation, and no replies that a function generates.
    package init(_ document: OpenAPIDocument, isEditable: Bool = false) {
        var factory = ReplyFactory(document, seed: Self.seed, isEditable: isEditable)
        for operation in document.operations { factory.require(operation) }
        factory.generate()
        problems = factory.problems
        for operation in document.operations {
            let replies = OperationReplies(operation, factory)
            var paths: [String] = []
            for server in operation.servers where !paths.contains(server.basePath) { paths.append(server.basePath) }
            if paths.isEmpty { paths = [""] }
            for path in isEditable ? Array(paths.prefix(1)) : paths {
                add(operation, below: path, replies, document, isEditable: isEditable)
            }
        }
    }

    private mutating func add(
        _ operation: OpenAPIOperation,
        below basePath: String,
        _ replies: OperationReplies,
        _ document: OpenAPIDocument,
        isEditable: Bool
    ) {
        let path = PlayedPath(basePath + operation.path)
        let method = Scenario.Method(rawValue: operation.method)
        var endpoint = Scenario.Endpoint(method, path.pattern, when: path.condition, replies: [replies.standard])
        endpoint.named = replies.named
        if !isEditable { endpoint.named.append(replies.dynamic(document)) }
        guard (try? path.pattern.segments()) != nil else {
            let message = "the path \(operation.path.quoted) cannot be played"
            problems.append(OpenAPIProblem(.warning, .unsupported, at: operation.place, message))
            return
        }
        endpoints.append(PlayedOperation(operation: operation, endpoint: endpoint))
    }
}

/// A path template as a pattern of a scenario, with a condition for what the pattern cannot express.
struct PlayedPath {
    private(set) var pattern: Scenario.PathPattern
    private(set) var condition: Scenario.Condition?

    /// - Parameter template: the path of a server followed by the path of an operation.
    init(_ template: String) {
        // A fragment never reaches a server, and a query is not part of a path.
        let path = String(template.prefix { $0 != "?" && $0 != "#" })
        var text = ""
        var named: [Scenario.Condition.Named] = []
        var names: Set<String> = []
        for (index, segment) in PathTemplate(path).segments.enumerated() {
            text += "/"
            guard let first = segment.first else { continue }
            if segment.count == 1, case .text(let literal) = first, !literal.contains("*"), !literal.contains("}") {
                text += Self.escaped(literal)
                continue
            }
            var name = Self.placeholder(first, index)
            while !names.insert(name).inserted { name += "_" }
            text += "{\(name)}"
            if segment.count == 1, case .placeholder = first { continue }
            guard let pattern = try? JSON.Pattern(Self.pattern(segment)) else { continue }
            named.append(.init(name, .matches(pattern)))
        }
        pattern = Scenario.PathPattern(text.isEmpty ? "/" : text)
        if !named.isEmpty { condition = Scenario.Condition(path: named) }
    }

    /// Returns the name of a placeholder, of which a pattern permits only some characters.
    private static func placeholder(_ part: PathTemplate.Part, _ index: Int) -> String {
        guard case .placeholder(let name) = part, !name.isEmpty else { return "segment\(index)" }
        return String(decoding: name.utf8.map { $0.isAlphanumeric(or: "_-") ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    }

    private static func escaped(_ literal: String) -> String {
        literal.utf8.map { byte in
            byte > 0x20 && byte < 0x7F ? String(Unicode.Scalar(byte)) : "%" + byte.padded(to: 2, radix: 16).uppercased()
        }.joined()
    }

    /// Returns a pattern for a segment that mixes texts and placeholders.
    private static func pattern(_ segment: [PathTemplate.Part]) -> String {
        let parts = segment.map { part -> String in
            guard case .text(let text) = part else { return ".+" }
            return text.unicodeScalars.map { scalar in
                let isPlain = !scalar.isASCII || UInt8(ascii: scalar).isAlphanumeric(or: "_~:,;=@!&% ")
                return isPlain ? String(scalar) : "\\" + String(scalar)
            }.joined()
        }
        return "^" + parts.joined() + "$"
    }
}
