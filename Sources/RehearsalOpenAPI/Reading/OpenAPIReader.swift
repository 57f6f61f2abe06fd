import Rehearsal

/// A reader of documents of OpenAPI 3.
struct OpenAPIReader {
    var document: OpenAPIDocument
    var values = ValueReader()

    /// The methods of a path in lower case.
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    /// - Parameter document: the document with its files and references, and without its parts.
    init(_ document: OpenAPIDocument) { self.document = document }

    mutating func read(_ root: OpenAPIValue) {
        readSecuritySchemes(root)
        document.servers = servers(of: root) ?? [OpenAPIServer(url: "/", place: root.messagePlace)]
        let security = requirements(of: root) ?? []
        for member in values.members("webhooks", of: root) {
            document.unplayedParts.append(.init(kind: .webhook, name: member.name, place: member.place))
        }
        if root["paths"] == nil, document.version == .v30 {
            values.report(.error, .missingMember, at: root.messagePlace, "the document has no member \"paths\"")
        }
        var seen: Set<String> = []
        for member in values.members("paths", of: root, hasExtensions: true) {
            guard member.name.utf8.first == UInt8(ascii: "/") else {
                let message = "the path \(member.name.quoted) does not begin with \"/\""
                values.report(.error, .invalidValue, at: member.place, message)
                continue
            }
            guard seen.insert(member.name).inserted else {
                values.report(.error, .duplicate, at: member.place, "the path \(member.name.quoted) occurs twice")
                continue
            }
            readPath(member, security)
        }
        document.problems += values.problems
    }

    private mutating func readPath(_ member: OpenAPIValue.Member, _ security: [OpenAPISecurityRequirement]) {
        guard let item = resolved(member.value), item.node.kind == .object else {
            if member.value.node.kind != .null { values.reportType(member.name, member.value, "an object") }
            return
        }
        let servers = servers(of: item) ?? document.servers
        let common = parameters(of: item)
        for method in item.members where Self.methods.contains(method.name) {
            guard method.value.node.kind == .object else {
                values.reportType(method.name, method.value, "an object")
                continue
            }
            let value = method.value
            let own = parameters(of: value)
            let inherited = common.filter { parameter in
                !own.contains { $0.name == parameter.name && $0.location == parameter.location }
            }
            let operation = OpenAPIOperation(
                method: method.name.uppercased(),
                path: member.name,
                operationID: values.text("operationId", of: value),
                summary: summary(of: value),
                isDeprecated: values.bool("deprecated", of: value),
                parameters: inherited + own,
                requestBody: requestBody(of: value),
                responses: responses(of: value),
                security: requirements(of: value) ?? security,
                servers: self.servers(of: value) ?? servers,
                place: method.place,
                value: value
            )
            checkPlaceholders(of: operation)
            for callback in values.members("callbacks", of: value) {
                document.unplayedParts.append(.init(kind: .callback, name: callback.name, place: callback.place))
            }
            document.operations.append(operation)
        }
    }

    /// Returns the value to which a reference leads. The resolver has reported a broken one.
    func resolved(_ value: OpenAPIValue) -> OpenAPIValue? { document.resolved(value) }

    mutating func summary(of value: OpenAPIValue) -> String {
        if let summary = values.text("summary", of: value), !summary.isEmpty { return ValueReader.firstLine(summary) }
        return ValueReader.firstLine(values.text("description", of: value) ?? "")
    }

    mutating func requestBody(of operation: OpenAPIValue) -> OpenAPIRequestBody? {
        guard let member = values.object("requestBody", of: operation), let body = resolved(member) else { return nil }
        return OpenAPIRequestBody(
            isRequired: values.bool("required", of: body),
            content: content(of: body),
            place: member.messagePlace
        )
    }

    // MARK: Servers

    /// Returns the servers of an object; nil if it has none.
    mutating func servers(of object: OpenAPIValue) -> [OpenAPIServer]? {
        let elements = values.elements("servers", of: object)
        let servers = elements.compactMap { server($0) }
        return servers.isEmpty ? nil : servers
    }

    private mutating func server(_ value: OpenAPIValue) -> OpenAPIServer? {
        guard var url = values.requiredText("url", of: value, "a server") else { return nil }
        for variable in values.members("variables", of: value) {
            guard let standard = values.requiredText("default", of: variable.value, "a server variable") else {
                continue
            }
            url = url.replacingPlaceholder(variable.name, with: standard)
        }
        if url.utf8.contains(UInt8(ascii: "{")), let member = value["url"] {
            let message = "the URL \(url.quoted) has a variable without a default; its path is not served"
            values.report(.warning, .missingMember, at: member.place, message, hint: "add it to \"variables\"")
            return nil
        }
        return OpenAPIServer(url: url, place: value.messagePlace)
    }

    // MARK: Security

    private mutating func readSecuritySchemes(_ root: OpenAPIValue) {
        guard let components = values.object("components", of: root) else { return }
        for member in values.members("securitySchemes", of: components) {
            guard let value = resolved(member.value),
                let type = values.requiredText("type", of: value, "a security scheme"),
                let kind = securityKind(type, value)
            else { continue }
            let scopes = values.members("flows", of: value, hasExtensions: true).flatMap { flow in
                values.members("scopes", of: flow.value).map(\.name)
            }
            let scheme = OpenAPISecurityScheme(name: member.name, kind: kind, scopes: scopes, place: member.place)
            document.securitySchemes.append(scheme)
        }
    }

    private mutating func securityKind(_ type: String, _ value: OpenAPIValue) -> OpenAPISecurityScheme.Kind? {
        switch type {
        case "apiKey":
            guard let name = values.requiredText("name", of: value, "a security scheme with a key"),
                let text = values.requiredText("in", of: value, "a security scheme with a key")
            else { return nil }
            guard let location = OpenAPIParameter.Location(rawValue: text), location != .path else {
                let hint = "write \"header\", \"query\" or \"cookie\""
                let message = "a key cannot be in \(text.quoted)"
                values.report(.error, .invalidValue, at: value.messagePlace, message, hint: hint)
                return nil
            }
            return .apiKey(name: name, location: location)
        case "http":
            return values.requiredText("scheme", of: value, "an HTTP security scheme").map {
                .http(scheme: $0.lowercased())
            }
        case "oauth2": return .oauth2
        case "openIdConnect": return .openIDConnect
        case "mutualTLS": return .mutualTLS
        default:
            let hint = "write \"apiKey\", \"http\", \"oauth2\", \"openIdConnect\" or \"mutualTLS\""
            values.report(.error, .invalidValue, at: value.messagePlace, "unknown type \(type.quoted)", hint: hint)
            return nil
        }
    }

    /// Returns the security requirements of an object; nil if it has none of its own.
    mutating func requirements(of object: OpenAPIValue) -> [OpenAPISecurityRequirement]? {
        guard object["security"] != nil else { return nil }
        return values.elements("security", of: object).map { value in
            let items = value.members.map { member in
                if !document.securitySchemes.contains(where: { $0.name == member.name }) {
                    let message = "the security scheme \(member.name.quoted) does not exist"
                    values.report(.warning, .brokenReference, at: member.place, message)
                }
                let scopes = member.value.elements.compactMap(\.node.string)
                return OpenAPISecurityRequirement.Item(scheme: member.name, scopes: scopes)
            }
            return OpenAPISecurityRequirement(items: items, place: value.messagePlace)
        }
    }
}

extension String {
    /// Returns the text with each `{name}` replaced by another text.
    fileprivate func replacingPlaceholder(_ name: String, with other: String) -> String {
        let part = "{\(name)}"
        var result = ""
        var rest = self[...]
        while let first = rest.firstIndex(of: "{") {
            result += rest[..<first]
            rest = rest[first...]
            if rest.hasPrefix(part) {
                result += other
                rest = rest.dropFirst(part.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }
}
