import Rehearsal

/// Parameters and bodies.
extension SwaggerReader {
    /// Returns a parameter; nil for one in the body, and for one that is not valid.
    mutating func parameter(_ value: OpenAPIValue) -> OpenAPIParameter? {
        guard let name = common.values.requiredText("name", of: value, "a parameter"),
            let text = common.values.requiredText("in", of: value, "a parameter"), text != "body", text != "formData"
        else { return nil }
        guard let location = OpenAPIParameter.Location(rawValue: text), location != .cookie else {
            let hint = "write \"path\", \"query\", \"header\", \"body\" or \"formData\""
            let place = (value["in"] ?? value).messagePlace
            let message = "a parameter cannot be in \(text.quoted)"
            common.values.report(.error, .invalidValue, at: place, message, hint: hint)
            return nil
        }
        return OpenAPIParameter(
            name: name,
            location: location,
            isRequired: common.values.bool("required", of: value) || location == .path,
            isDeprecated: false,
            serialization: serialization(of: value, location),
            allowsEmptyValue: common.values.bool("allowEmptyValue", of: value),
            schema: schema(ofItem: value),
            content: nil,
            examples: [],
            place: value.messagePlace
        )
    }

    /// Returns the serialization for a `collectionFormat`.
    private mutating func serialization(
        of value: OpenAPIValue,
        _ location: OpenAPIParameter.Location?
    ) -> OpenAPISerialization {
        reportNestedFormats(value)
        let isQuery = location == .query || location == nil
        let standard = OpenAPISerialization(isQuery ? .form : .simple, explode: false)
        guard let text = common.values.text("collectionFormat", of: value) else { return standard }
        switch text {
        case "csv": return standard
        case "ssv": return OpenAPISerialization(.spaceDelimited, explode: false)
        case "pipes": return OpenAPISerialization(.pipeDelimited, explode: false)
        case "tsv":
            let message = "\"collectionFormat\": \"tsv\" has no equivalent in OpenAPI 3; it is kept"
            reportLoss(at: (value["collectionFormat"] ?? value).messagePlace, message)
            return OpenAPISerialization(.tabDelimited, explode: false)
        case "multi" where isQuery: return OpenAPISerialization(.form, explode: true)
        default:
            let message = "the collectionFormat \(text.quoted) is not valid here; it is read as \"csv\""
            reportLoss(at: (value["collectionFormat"] ?? value).messagePlace, message)
            return standard
        }
    }

    /// Reports formats of arrays inside of arrays.
    private mutating func reportNestedFormats(_ value: OpenAPIValue) {
        guard let items = value["items"], let format = items["collectionFormat"] else { return }
        reportLoss(at: format.place, "the collectionFormat of an array inside of an array is not used")
    }

    /// The members of a parameter or a header that are keywords of a schema.
    private static let keywords: Set<String> = [
        "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
        "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf",
    ]

    /// Returns the schema of a parameter, header or item, whose keywords are members of the object itself.
    func schema(ofItem value: OpenAPIValue) -> OpenAPISchema {
        OpenAPISchema(value, converted: Self.schema(ofItem: value.node))
    }

    private static func schema(ofItem node: JSONDocument.Node) -> JSON {
        let members = node.members.compactMap { member -> JSON.Member? in
            guard keywords.contains(member.name) else { return nil }
            if member.name == "items" { return JSON.Member("items", schema(ofItem: member.value)) }
            if member.name == "type", member.value.string == "file" { return JSON.Member("type", "string") }
            return JSON.Member(member.name, member.value.value)
        }
        guard node["type"]?.string == "file" else { return .object(members) }
        return .object(members.filter { $0.name != "format" } + [JSON.Member("format", "binary")])
    }

    /// Returns the schema of a body; the type `file` becomes a binary string.
    func schema(ofBody value: OpenAPIValue) -> OpenAPISchema {
        guard value["type"]?.node.string == "file" else { return OpenAPISchema(value) }
        return OpenAPISchema(value, converted: ["type": "string", "format": "binary"])
    }

    /// Returns the request body that the parameters in the body or the form describe; nil if there are none.
    mutating func requestBody(_ parameters: [OpenAPIValue], _ consumes: [String]?) -> OpenAPIRequestBody? {
        let body = parameters.first { $0["in"]?.node.string == "body" }
        let fields = parameters.filter { $0["in"]?.node.string == "formData" }
        if let body {
            if let field = fields.first {
                reportLoss(
                    at: field.messagePlace,
                    "an operation with a body cannot have form fields; they are not used",
                    hint: "remove the parameter in \"body\" or those in \"formData\""
                )
            }
            let schema = body["schema"].map { self.schema(ofBody: $0) }
            let content = (consumes ?? ["application/json"]).map { type in
                OpenAPIMediaType(type: type, schema: schema, examples: [], encodings: [], place: body.messagePlace)
            }
            let isRequired = common.values.bool("required", of: body)
            return OpenAPIRequestBody(isRequired: isRequired, content: content, place: body.messagePlace)
        }
        return fields.isEmpty ? nil : form(fields, consumes)
    }

    private mutating func form(_ fields: [OpenAPIValue], _ consumes: [String]?) -> OpenAPIRequestBody {
        var properties: [JSON.Member] = []
        var required: [JSON] = []
        var encodings: [OpenAPIEncoding] = []
        for field in fields {
            guard let name = common.values.requiredText("name", of: field, "a parameter") else { continue }
            properties.append(JSON.Member(name, Self.schema(ofItem: field.node)))
            if common.values.bool("required", of: field) { required.append(.string(name)) }
            guard field["type"]?.node.string == "array" else { continue }
            let serialization = self.serialization(of: field, nil)
            encodings.append(
                OpenAPIEncoding(
                    property: name,
                    contentType: nil,
                    headers: [],
                    serialization: serialization,
                    place: field.messagePlace
                )
            )
        }
        var members = [JSON.Member("type", "object"), JSON.Member("properties", .object(properties))]
        if !required.isEmpty { members.append(JSON.Member("required", .array(required))) }
        let schema = OpenAPISchema(fields[0], converted: .object(members))
        let content = formTypes(fields, consumes).map { type in
            OpenAPIMediaType(
                type: type,
                schema: schema,
                examples: [],
                encodings: encodings,
                place: fields[0].messagePlace
            )
        }
        return OpenAPIRequestBody(isRequired: !required.isEmpty, content: content, place: fields[0].messagePlace)
    }

    private mutating func formTypes(_ fields: [OpenAPIValue], _ consumes: [String]?) -> [String] {
        let multipart = "multipart/form-data"
        let hasFile = fields.contains { $0["type"]?.node.string == "file" }
        let permitted = hasFile ? [multipart] : [multipart, "application/x-www-form-urlencoded"]
        let declared = (consumes ?? []).filter { type in permitted.contains { type.lowercased().hasPrefix($0) } }
        if !declared.isEmpty { return declared }
        let type = hasFile ? multipart : "application/x-www-form-urlencoded"
        if let consumes {
            let message = "\"consumes\" (\(consumes.joined(separator: ", "))) has no type of a form; \(type) is used"
            reportLoss(at: fields[0].messagePlace, message, hint: "add \(type.quoted) to \"consumes\"")
        }
        return [type]
    }

    // MARK: Responses

    mutating func responses(of operation: OpenAPIValue, _ produces: [String]) -> [OpenAPIResponse] {
        common.values.members("responses", of: operation, hasExtensions: true).compactMap { member in
            guard let status = OpenAPIResponse.Status(member.name) else {
                let message = "\(member.name.quoted) is not a status"
                let hint = "write a status such as 404, or \"default\""
                common.values.report(.error, .invalidValue, at: member.place, message, hint: hint)
                return nil
            }
            return response(member, status, produces)
        }
    }

    mutating func response(
        _ member: OpenAPIValue.Member,
        _ status: OpenAPIResponse.Status,
        _ produces: [String]
    ) -> OpenAPIResponse? {
        guard let value = common.resolved(member.value) else { return nil }
        return OpenAPIResponse(
            status: status,
            summary: ValueReader.firstLine(common.values.text("description", of: value) ?? ""),
            headers: headers(of: value),
            content: content(of: value, produces),
            place: member.place
        )
    }

    private mutating func headers(of response: OpenAPIValue) -> [OpenAPIHeader] {
        common.values.members("headers", of: response).map { member in
            OpenAPIHeader(
                name: member.name,
                isRequired: false,
                serialization: serialization(of: member.value, .header),
                schema: schema(ofItem: member.value),
                content: nil,
                examples: [],
                place: member.place
            )
        }
    }

    private mutating func content(of response: OpenAPIValue, _ produces: [String]) -> [OpenAPIMediaType] {
        let examples = common.values.members("examples", of: response)
        let schema = response["schema"].map { self.schema(ofBody: $0) }
        guard schema != nil || !examples.isEmpty else { return [] }
        let extra = examples.map(\.name).filter { !produces.contains($0) }
        for example in examples where extra.contains(example.name) {
            let message = "\"produces\" does not contain \(example.name.quoted), which has an example; it is added"
            reportLoss(at: example.place, message)
        }
        let types = schema == nil ? examples.map(\.name) : produces + extra
        return types.map { type in
            let own = examples.filter { $0.name == type }.map { example in
                OpenAPIExample(name: nil, summary: "", value: example.value, place: example.place)
            }
            return OpenAPIMediaType(
                type: type,
                schema: schema,
                examples: own,
                encodings: [],
                place: response.messagePlace
            )
        }
    }
}
