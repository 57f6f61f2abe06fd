/// A kind of object of an OpenAPI document whose members the specification lists.
enum ObjectKind: Sendable, Hashable, CaseIterable {
    case document, info, contact, license, server, serverVariable, tag, externalDocumentation
    case pathItem, operation, parameter, header, requestBody, mediaType, encoding, response, example, link
    case components, securityScheme, flows, flow
    case swagger, swaggerPathItem, swaggerOperation, swaggerParameter, swaggerHeader, swaggerResponse, swaggerScheme

    /// The form of a member.
    enum Form: Sendable {
        /// A value that this table does not describe, such as a schema.
        case any
        case text, texts
        case object(ObjectKind)
        case list(ObjectKind)
        /// An object with names of the author's choice, whose values are objects of one kind.
        case map(ObjectKind)
        /// A map in which names that begin with `x-` are extensions.
        case extensibleMap(ObjectKind)
        /// A map of maps: the callbacks of an operation.
        case callbacks
        /// An array of security requirements.
        case security
    }

    /// The noun for messages.
    var noun: String {
        switch self {
        case .document, .swagger: "the document"
        case .info: "\"info\""
        case .contact: "a contact"
        case .license: "a license"
        case .server: "a server"
        case .serverVariable: "a server variable"
        case .tag: "a tag"
        case .externalDocumentation: "\"externalDocs\""
        case .pathItem, .swaggerPathItem: "a path item"
        case .operation, .swaggerOperation: "an operation"
        case .parameter, .swaggerParameter: "a parameter"
        case .header, .swaggerHeader: "a header"
        case .requestBody: "a request body"
        case .mediaType: "a media type"
        case .encoding: "an encoding"
        case .response, .swaggerResponse: "a response"
        case .example: "an example"
        case .link: "a link"
        case .components: "\"components\""
        case .securityScheme, .swaggerScheme: "a security scheme"
        case .flows: "\"flows\""
        case .flow: "a flow"
        }
    }

    /// The members that the specification requires, except those that the reader of documents
    /// reports itself.
    var required: [String] {
        switch self {
        case .document, .swagger: ["info"]
        case .info: ["title", "version"]
        case .parameter, .swaggerParameter: ["name", "in"]
        case .license, .tag: ["name"]
        case .externalDocumentation: ["url"]
        case .requestBody: ["content"]
        case .response, .swaggerResponse: ["description"]
        case .flow: ["scopes"]
        default: []
        }
    }

    /// Whether an object may be replaced by a reference to one.
    var permitsReference: Bool {
        switch self {
        case .parameter, .header, .requestBody, .response, .example, .link, .securityScheme, .swaggerParameter,
            .swaggerResponse:
            true
        default: false
        }
    }
}

// MARK: Members

extension ObjectKind {
    /// Returns the members of the kind in a version of the specification.
    func members(in version: OpenAPIVersion) -> [String: Form] {
        (version == .v31 ? Self.members31[self] : Self.members[self]) ?? [:]
    }

    private static let members = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.listed) })

    private static let members31 = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, $0.listed.merging($0.addedIn31) { $1 }) }
    )

    /// The members that OpenAPI 3.1 has in addition.
    private var addedIn31: [String: Form] {
        switch self {
        case .document: ["webhooks": .map(.pathItem), "jsonSchemaDialect": .text]
        case .info: ["summary": .text]
        case .license: ["identifier": .text]
        case .components: ["pathItems": .map(.pathItem)]
        default: [:]
        }
    }

    /// Returns members from names of texts and names of other values, each divided by spaces, and from further ones.
    private static func row(
        text: String = "",
        any: String = "",
        _ others: [String: Form] = [:],
        methods: ObjectKind? = nil
    ) -> [String: Form] {
        var members = others
        for name in text.split(separator: " ") { members[String(name)] = .text }
        for name in any.split(separator: " ") { members[String(name)] = .any }
        if let methods {
            for name in OpenAPIReader.methods { members[name] = .object(methods) }
        }
        return members
    }

    private static let parameterParts =
        "required deprecated allowEmptyValue style explode allowReserved schema example"

    /// The members of an item of Swagger 2.0, which are keywords of its schema.
    private static let item =
        "type format items collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength "
        + "minLength pattern maxItems minItems uniqueItems enum multipleOf"

    private static let documented: [String: Form] = ["externalDocs": .object(.externalDocumentation)]

    private var listed: [String: Form] {
        switch self {
        case .document:
            let parts: [String: Form] = [
                "info": .object(.info), "servers": .list(.server), "paths": .extensibleMap(.pathItem),
                "components": .object(.components), "security": .security, "tags": .list(.tag),
            ]
            return Self.row(any: "openapi", parts.merging(Self.documented) { $1 })
        case .info:
            let parts: [String: Form] = ["contact": .object(.contact), "license": .object(.license)]
            return Self.row(text: "title description termsOfService version", parts)
        case .contact: return Self.row(text: "name url email")
        case .license: return Self.row(text: "name url")
        case .server: return Self.row(text: "url description", ["variables": .map(.serverVariable)])
        case .serverVariable: return Self.row(text: "description", any: "default enum")
        case .tag: return Self.row(text: "name description", Self.documented)
        case .externalDocumentation: return Self.row(text: "url description")
        case .pathItem:
            let parts: [String: Form] = ["servers": .list(.server), "parameters": .list(.parameter)]
            return Self.row(text: "$ref summary description", parts, methods: .operation)
        case .operation:
            let parts: [String: Form] = [
                "parameters": .list(.parameter), "requestBody": .object(.requestBody),
                "responses": .extensibleMap(.response), "callbacks": .callbacks, "servers": .list(.server),
            ]
            return Self.operation(parts)
        case .parameter, .header, .requestBody, .mediaType, .encoding, .response, .example, .link:
            return listedInMessages
        case .components:
            let parts: [String: Form] = [
                "responses": .map(.response), "parameters": .map(.parameter), "examples": .map(.example),
                "requestBodies": .map(.requestBody), "headers": .map(.header), "links": .map(.link),
                "securitySchemes": .map(.securityScheme), "callbacks": .callbacks,
            ]
            return Self.row(any: "schemas", parts)
        case .securityScheme:
            let text = "type description name in scheme bearerFormat openIdConnectUrl"
            return Self.row(text: text, ["flows": .object(.flows)])
        case .flows:
            let names = ["implicit", "password", "clientCredentials", "authorizationCode"]
            return Dictionary(uniqueKeysWithValues: names.map { ($0, .object(.flow)) })
        case .flow: return Self.row(text: "authorizationUrl tokenUrl refreshUrl", any: "scopes")
        case .swagger, .swaggerPathItem, .swaggerOperation, .swaggerParameter, .swaggerHeader, .swaggerResponse,
            .swaggerScheme:
            return listedInSwagger
        }
    }

    private static func operation(any: String = "", _ parts: [String: Form]) -> [String: Form] {
        let common: [String: Form] = ["tags": .texts, "deprecated": .any, "security": .security]
        let all = parts.merging(common) { $1 }.merging(documented) { $1 }
        return row(text: "summary description operationId", any: any, all)
    }

    /// The members of the parts of requests and replies.
    private var listedInMessages: [String: Form] {
        let parts: [String: Form] = ["examples": .map(.example), "content": .map(.mediaType)]
        switch self {
        case .parameter: return Self.row(text: "name in description", any: Self.parameterParts, parts)
        case .header: return Self.row(text: "description", any: Self.parameterParts, parts)
        case .requestBody: return Self.row(text: "description", any: "required", ["content": .map(.mediaType)])
        case .mediaType:
            let parts: [String: Form] = ["examples": .map(.example), "encoding": .map(.encoding)]
            return Self.row(any: "schema example", parts)
        case .encoding:
            return Self.row(text: "contentType", any: "style explode allowReserved", ["headers": .map(.header)])
        case .response:
            let parts: [String: Form] = ["headers": .map(.header), "content": .map(.mediaType), "links": .map(.link)]
            return Self.row(text: "description", parts)
        case .example: return Self.row(text: "summary description externalValue", any: "value")
        case .link:
            let text = "operationRef operationId description"
            return Self.row(text: text, any: "parameters requestBody", ["server": .object(.server)])
        default: return [:]
        }
    }

    private var listedInSwagger: [String: Form] {
        switch self {
        case .swagger:
            let parts: [String: Form] = [
                "info": .object(.info), "paths": .extensibleMap(.swaggerPathItem), "tags": .list(.tag),
                "parameters": .map(.swaggerParameter), "responses": .map(.swaggerResponse),
                "securityDefinitions": .map(.swaggerScheme), "security": .security,
            ]
            let any = "swagger schemes consumes produces definitions"
            return Self.row(text: "host basePath", any: any, parts.merging(Self.documented) { $1 })
        case .swaggerPathItem:
            return Self.row(text: "$ref", ["parameters": .list(.swaggerParameter)], methods: .swaggerOperation)
        case .swaggerOperation:
            let parts: [String: Form] = [
                "parameters": .list(.swaggerParameter), "responses": .extensibleMap(.swaggerResponse),
            ]
            return Self.operation(any: "consumes produces schemes", parts)
        case .swaggerParameter:
            return Self.row(text: "name in description", any: Self.item + " required schema allowEmptyValue")
        case .swaggerHeader: return Self.row(text: "description", any: Self.item)
        case .swaggerResponse:
            return Self.row(text: "description", any: "schema examples", ["headers": .map(.swaggerHeader)])
        case .swaggerScheme:
            return Self.row(text: "type description name in flow authorizationUrl tokenUrl", any: "scopes")
        default: return [:]
        }
    }
}
