import Rehearsal

/// The body of a message with its media type.
struct MessageBody {
    let bytes: [UInt8]
    let type: String
    let direction: SchemaDirection

    /// Whether the body is only the last delimiter of its boundary, which clients send for a form without fields.
    var isEmptyForm: Bool {
        let text = String(decoding: bytes.prefix(256), as: UTF8.self).trimming { $0.isWhitespace }
        guard bytes.count <= 256, text.hasPrefix("--"), text.hasSuffix("--"), text.utf8.count > 4 else { return false }
        let boundary = text.dropFirst(2).dropLast(2)
        return ["boundary=\(boundary)", "boundary=\"\(boundary)\""].contains { type.contains($0) }
    }

    func context(_ place: OpenAPIPlace) -> ValueContext {
        ValueContext(
            subject: .body(""),
            place: place,
            malformed: .malformedBody,
            invalid: .invalidBody,
            direction: direction
        )
    }
}

/// The check of a body against its documented content.
struct BodyCheck {
    let contract: APIContract
    private var values: ValueCheck { ValueCheck(contract: contract) }

    init(contract: APIContract) { self.contract = contract }

    /// Returns the violations of a documented content by a body.
    ///
    /// JSON, forms and texts are checked against the schema; of other media types only the type is known.
    func violations(of body: MessageBody, _ content: CheckedContent) -> [ContractViolation] {
        let range = MediaRange(body.type)
        let context = body.context(content.type.place)
        if range.isJSON { return jsonViolations(body, content, context) }
        guard content.value.schema != nil else { return [] }
        if range.isForm { return formViolations(body, content, context) }
        if range.isMultipart { return multipartViolations(body, content, context) }
        guard range.isText, content.value.shape.permitsScalar else { return [] }
        return values.violations(of: .text(String(decoding: body.bytes, as: UTF8.self)), content.value, context)
    }

    private func jsonViolations(
        _ body: MessageBody,
        _ content: CheckedContent,
        _ context: ValueContext
    ) -> [ContractViolation] {
        do {
            let value = try JSON(parsing: body.bytes)
            let schema = values.violations(of: value, content.value, context)
            return schema + directedProperties(value, content.value, context)
        } catch {
            let message = "the body is \(error)"
            return [.init(.malformedBody, .body(""), at: context.place, message, expected: [content.type.type])]
        }
    }

    // MARK: Forms

    private func formViolations(
        _ body: MessageBody,
        _ content: CheckedContent,
        _ context: ValueContext
    ) -> [ContractViolation] {
        // The fields are counted before the body is split, because a body can have millions of them.
        let separators = body.bytes.count { $0 == UInt8(ascii: "&") }
        guard separators < Self.maximumFields else { return [tooManyFields(context)] }
        let list = PairList(SerializedPair.pairs(body.bytes))
        let shape = content.value.shape
        var members: [SerializedValue.Member] = []
        var documents: [String: JSON] = [:]
        var readers: [SerializationReader] = []
        for (name, property) in shape.properties.sorted(by: { $0.key < $1.key }) {
            let encoding = content.type.encodings.first { $0.property == name }
            // Without a serialization, an object is a JSON text (OpenAPI 3.1.1 §4.8.15.1).
            let isDocument = encoding?.serialization == nil && property.isObject
            let reader = SerializationReader(
                name: name,
                serialization: encoding?.serialization ?? OpenAPISerialization(.form, explode: !isDocument),
                shape: property,
                plusIsSpace: true
            )
            let own = list.pairs(of: reader)
            guard !own.isEmpty else { continue }
            readers.append(reader)
            do throws(SerializedValue.Mismatch) {
                if isDocument {
                    documents[name] = Self.document(own[0].decoded)
                } else {
                    members.append(.init(name: name, value: try reader.value(of: own)))
                }
            } catch {
                let message = "the body /\(name) \(error.message); its form is \(error.expected.quoted)"
                let place = encoding?.place ?? context.place
                return [.init(.malformedBody, .body("/\(name)"), at: place, message, expected: [error.expected])]
            }
        }
        for pair in list.pairs(ofNone: readers) {
            members.append(.init(name: pair.name, value: .text(pair.decoded)))
        }
        return violations(ofFields: members, documents, content, context)
    }

    private static let maximumFields = 10_000

    private func tooManyFields(_ context: ValueContext) -> ContractViolation {
        let message = "the body has more than \(Self.maximumFields) fields, which is not checked"
        return .init(.malformedBody, .body(""), at: context.place, message)
    }

    private static func document(_ text: String) -> JSON { (try? JSON(parsing: text)) ?? .string(text) }

    private func multipartViolations(
        _ body: MessageBody,
        _ content: CheckedContent,
        _ context: ValueContext
    ) -> [ContractViolation] {
        let parts = MultipartBody.parts(of: body.bytes, type: body.type, atMost: Self.maximumFields + 1)
        if parts.isEmpty, !body.bytes.isEmpty, !body.isEmptyForm {
            let message = "the body has no complete part of the boundary in the content type"
            return [.init(.malformedBody, .body(""), at: context.place, message, expected: [content.type.type])]
        }
        guard parts.count <= Self.maximumFields else { return [tooManyFields(context)] }
        var violations: [ContractViolation] = []
        var names: [String] = []
        var texts: [String: [String]] = [:]
        for part in parts {
            let name = String(decoding: part.name, as: UTF8.self)
            if texts[name] == nil { names.append(name) }
            texts[name, default: []].append(String(decoding: part.content, as: UTF8.self))
            guard violations.count < Self.maximumTypeViolations else { continue }
            violations += typeViolations(of: part, name, content)
        }
        var members: [SerializedValue.Member] = []
        var documents: [String: JSON] = [:]
        for name in names {
            let texts = texts[name] ?? []
            let shape = content.value.shape.property(name)
            if shape.isArray {
                members.append(.init(name: name, value: .list(texts.map { .text($0) })))
            } else if shape.isObject {
                documents[name] = Self.document(texts[0])
            } else {
                members.append(.init(name: name, value: .text(texts[0])))
            }
        }
        return violations + self.violations(ofFields: members, documents, content, context)
    }

    private static let maximumTypeViolations = 20

    private func typeViolations(
        of part: MultipartBody.Part,
        _ name: String,
        _ content: CheckedContent
    ) -> [ContractViolation] {
        guard let encoding = content.type.encodings.first(where: { $0.property == name }),
            let permitted = encoding.contentType
        else { return [] }
        let types = permitted.split(separator: ",").map { String($0.trimmed) }
        // The type of a part without a field is text/plain (RFC 7578 §4.4).
        let type = part.type.map { String(decoding: $0, as: UTF8.self) } ?? "text/plain"
        guard MediaRange.index(of: MediaRange(type), in: types.map { MediaRange($0) }) == nil else { return [] }
        let message = "the body /\(name) has the content type \(type.quoted); the document has \(permitted)"
        return [.init(.invalidBody, .body("/\(name)"), at: encoding.place, message, expected: types)]
    }

    /// Returns the violations of the fields of a form, as numbers if they are numbers, or as texts.
    private func violations(
        ofFields members: [SerializedValue.Member],
        _ documents: [String: JSON],
        _ content: CheckedContent,
        _ context: ValueContext
    ) -> [ContractViolation] {
        let readings = [false, true].map { prefersText -> JSON in
            let fields = SerializedValue.object(members).json(content.value.shape, prefersText: prefersText)
            let texts: [JSON.Member] = if case .object(let members) = fields { members } else { [] }
            let others = documents.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
            return .object(texts + others)
        }
        let typed = values.violations(of: readings[0], content.value, context)
        if typed.isEmpty || values.violations(of: readings[1], content.value, context).isEmpty { return [] }
        return typed
    }
}

extension SerializedPair {
    /// The decoded value.
    var decoded: String {
        String(decoding: PercentEncoding.decoded(Array(raw.utf8), plusIsSpace: true), as: UTF8.self)
    }
}

// MARK: Read-only and write-only properties

extension BodyCheck {
    /// Returns the read-only properties of a request, or the write-only properties of a reply.
    private func directedProperties(
        _ value: JSON,
        _ checked: CheckedValue,
        _ context: ValueContext
    ) -> [ContractViolation] {
        guard let source = checked.source, source.converted == nil else { return [] }
        var search = DirectedProperties(contract.document, context.direction)
        search.search(value, source.value, [], depth: 64)
        return search.violations
    }
}

/// A search for properties that a message of one direction does not have.
private struct DirectedProperties {
    let document: OpenAPIDocument
    let direction: SchemaDirection
    var violations: [ContractViolation] = []
    private var remaining = 100_000

    init(_ document: OpenAPIDocument, _ direction: SchemaDirection) {
        (self.document, self.direction) = (document, direction)
    }

    mutating func search(_ value: JSON, _ schema: OpenAPIValue, _ tokens: [String], depth: Int) {
        remaining -= 1
        guard depth > 0, remaining > 0, violations.count < 20 else { return }
        if schema["$ref"] != nil, let target = document.resolved(schema) {
            search(value, target, tokens, depth: depth - 1)
        }
        for part in schema["allOf"]?.elements ?? [] { search(value, part, tokens, depth: depth - 1) }
        switch value {
        case .object(let members):
            guard let properties = schema["properties"] else { return }
            for member in members {
                guard let property = properties[member.name] else { continue }
                report(property, tokens + [member.name])
                search(member.value, property, tokens + [member.name], depth: depth - 1)
            }
        case .array(let elements):
            guard let items = schema["items"] else { return }
            for (index, element) in elements.enumerated() {
                search(element, items, tokens + [String(index)], depth: depth - 1)
            }
        case .null, .bool, .number, .string: break
        }
    }

    private mutating func report(_ property: OpenAPIValue, _ tokens: [String]) {
        let keyword = direction == .request ? "readOnly" : "writeOnly"
        guard let target = document.resolved(property), let mark = property[keyword] ?? target[keyword],
            mark.node.bool == true
        else { return }
        let pointer = JSON.Pointer(tokens: tokens).text
        let message =
            direction == .request
            ? "the body \(pointer) is read-only, so that a server ignores or rejects it"
            : "the body \(pointer) is write-only, so that a reply does not contain it"
        let kind: ContractViolation.Kind = direction == .request ? .readOnlyProperty : .writeOnlyProperty
        guard !violations.contains(where: { $0.subject == .body(pointer) }) else { return }
        violations.append(.init(kind, .body(pointer), at: mark.messagePlace, message))
    }
}
