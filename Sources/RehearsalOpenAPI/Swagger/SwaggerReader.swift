import Rehearsal

/// A reader of documents of Swagger 2.0, which converts them to the form of OpenAPI 3.0.
///
/// Each part without an equivalent is a warning at its position.
struct SwaggerReader {
    /// The reader of the parts that both versions have.
    var common: OpenAPIReader

    var document: OpenAPIDocument { common.document }

    /// - Parameter document: the document with its files and references, and without its parts.
    init(_ document: OpenAPIDocument) { common = OpenAPIReader(document) }

    mutating func read(_ root: OpenAPIValue) {
        readServers(root)
        readSecurityDefinitions(root)
        let defaults = SwaggerDefaults(
            consumes: mediaTypes("consumes", of: root),
            produces: mediaTypes("produces", of: root),
            security: common.requirements(of: root) ?? []
        )
        if root["paths"] == nil {
            let message = "the document has no member \"paths\""
            common.values.report(.error, .missingMember, at: root.messagePlace, message)
        }
        for member in common.values.members("paths", of: root, hasExtensions: true) {
            guard member.name.utf8.first == UInt8(ascii: "/") else {
                let message = "the path \(member.name.quoted) does not begin with \"/\""
                common.values.report(.error, .invalidValue, at: member.place, message)
                continue
            }
            guard let item = common.resolved(member.value) else { continue }
            readPath(member.name, item, defaults)
        }
        common.document.problems += common.values.problems
    }

    private mutating func readPath(_ path: String, _ item: OpenAPIValue, _ defaults: SwaggerDefaults) {
        let inherited = parameterValues(of: item)
        for method in item.members where OpenAPIReader.methods.contains(method.name) && method.name != "trace" {
            let value = method.value
            guard value.node.kind == .object else {
                common.values.reportType(method.name, value, "an object")
                continue
            }
            let own = parameterValues(of: value)
            let ownKeys = Set(own.map(Self.key))
            let all = inherited.filter { !ownKeys.contains(Self.key($0)) } + own
            let consumes = mediaTypes("consumes", of: value) ?? defaults.consumes
            let produces = mediaTypes("produces", of: value) ?? defaults.produces ?? ["application/json"]
            let operation = OpenAPIOperation(
                method: method.name.uppercased(),
                path: path,
                operationID: common.values.text("operationId", of: value),
                summary: common.summary(of: value),
                isDeprecated: common.values.bool("deprecated", of: value),
                parameters: all.compactMap { parameter($0) },
                requestBody: requestBody(all, consumes),
                responses: responses(of: value, produces),
                security: common.requirements(of: value) ?? defaults.security,
                servers: document.servers,
                place: method.place,
                value: value
            )
            reportSchemes(value)
            common.checkPlaceholders(of: operation)
            common.document.operations.append(operation)
        }
    }

    private static func key(_ parameter: OpenAPIValue) -> [String] {
        [parameter["in"]?.node.string ?? "", parameter["name"]?.node.string ?? ""]
    }

    private mutating func parameterValues(of object: OpenAPIValue) -> [OpenAPIValue] {
        common.values.elements("parameters", of: object).compactMap { common.resolved($0) }
    }

    /// Returns the media types of a member; nil if it is absent or empty.
    private mutating func mediaTypes(_ name: String, of object: OpenAPIValue) -> [String]? {
        let types = common.values.elements(name, of: object).compactMap { common.values.text($0) }
        return types.isEmpty ? nil : types
    }

    mutating func reportLoss(at place: OpenAPIPlace, _ message: String, hint: String? = nil) {
        common.values.report(.warning, .conversionLoss, at: place, message, hint: hint)
    }

    // MARK: Servers

    private mutating func readServers(_ root: OpenAPIValue) {
        let host = common.values.text("host", of: root) ?? ""
        var path = common.values.text("basePath", of: root) ?? ""
        if !path.isEmpty, !path.hasPrefix("/"), let member = root["basePath"] {
            reportLoss(at: member.place, "\"basePath\" does not begin with \"/\"; it is read as \("/\(path)".quoted)")
            path = "/" + path
        }
        reportSchemes(root)
        let schemes = common.values.elements("schemes", of: root).compactMap(\.node.string)
        let scheme = schemes.first { $0 == "https" } ?? schemes.first ?? "https"
        let url = host.isEmpty ? (path.isEmpty ? "/" : path) : "\(scheme)://\(host)\(path)"
        let place = (root["basePath"] ?? root["host"] ?? root).messagePlace
        common.document.servers = [OpenAPIServer(url: url, place: place)]
    }

    private mutating func reportSchemes(_ object: OpenAPIValue) {
        for scheme in common.values.elements("schemes", of: object) {
            guard let text = scheme.node.string, text == "ws" || text == "wss" else { continue }
            reportLoss(at: scheme.place, "the scheme \(text.quoted) is not played", hint: "operations use HTTP")
        }
    }

    // MARK: Security

    private mutating func readSecurityDefinitions(_ root: OpenAPIValue) {
        for member in common.values.members("securityDefinitions", of: root) {
            let value = member.value
            guard let type = common.values.requiredText("type", of: value, "a security definition") else { continue }
            let kind: OpenAPISecurityScheme.Kind
            switch type {
            case "basic": kind = .http(scheme: "basic")
            case "oauth2": kind = .oauth2
            case "apiKey":
                guard let name = common.values.requiredText("name", of: value, "a security definition with a key"),
                    let text = common.values.requiredText("in", of: value, "a security definition with a key"),
                    let location = OpenAPIParameter.Location(rawValue: text), [.query, .header].contains(location)
                else { continue }
                kind = .apiKey(name: name, location: location)
            default:
                reportLoss(
                    at: value.messagePlace,
                    "the type \(type.quoted) of the security definition is not known; it is not used",
                    hint: "write \"basic\", \"apiKey\" or \"oauth2\""
                )
                continue
            }
            let scopes = common.values.members("scopes", of: value, hasExtensions: true).map(\.name)
            let scheme = OpenAPISecurityScheme(name: member.name, kind: kind, scopes: scopes, place: member.place)
            common.document.securitySchemes.append(scheme)
        }
    }
}

/// The values of a document that apply to operations without their own.
private struct SwaggerDefaults {
    var consumes: [String]?
    var produces: [String]?
    var security: [OpenAPISecurityRequirement]
}
