import Rehearsal

@testable import RehearsalOpenAPI

extension SampleRequest.Body {
    private static let boundary = "boundary-of-a-sample"

    /// Creates a body with a value; nil if the media type has no form for it.
    init?(_ content: OpenAPIMediaType, _ value: JSON) {
        let concrete = MediaTypeName.concrete(content.type)
        let range = MediaRange(concrete)
        type = concrete
        if range.isJSON {
            bytes = value.bytes()
        } else if range.isForm {
            guard case .object(let members) = value else { return nil }
            bytes = Array(members.flatMap { Self.pairs($0, content) }.joined(separator: "&").utf8)
        } else if range.isMultipart {
            guard case .object(let members) = value else { return nil }
            type += "; boundary=\(Self.boundary)"
            let parts = members.flatMap { Self.parts($0, content) }
            bytes = Array((parts.joined() + "--\(Self.boundary)--\r\n").utf8)
        } else if case .string(let text) = value {
            bytes = Array(text.utf8)
        } else {
            bytes = value.bytes()
        }
        if bytes.isEmpty { return nil }
    }

    // MARK: Forms

    private static func pairs(_ member: JSON.Member, _ content: OpenAPIMediaType) -> [String] {
        let encoding = content.encodings.first { $0.property == member.name }
        let writer = SampleWriter(name: member.name, serialization: encoding?.serialization ?? .init(.form))
        if encoding?.serialization == nil, case .object = member.value {
            let text = String(decoding: member.value.bytes(), as: UTF8.self)
            return ["\(SampleWriter.encoded(member.name))=\(SampleWriter.encoded(text))"]
        }
        // A form has no empty array, and no array of objects.
        if case .array(let elements) = member.value, elements.isEmpty { return [] }
        return writer.pairs(member.value) ?? []
    }

    private static func parts(_ member: JSON.Member, _ content: OpenAPIMediaType) -> [String] {
        let permitted = content.encodings.first { $0.property == member.name }?.contentType
        let type = permitted?.split(separator: ",").first.map { MediaTypeName.concrete(String($0.trimmed)) }
        if case .array(let elements) = member.value {
            return elements.map { part(member.name, $0, type) }
        }
        return [part(member.name, member.value, type)]
    }

    private static func part(_ name: String, _ value: JSON, _ type: String?) -> String {
        var text = String(decoding: value.bytes(), as: UTF8.self)
        var usual: String?
        switch value {
        case .string(let string): text = string
        case .object, .array: usual = "application/json"
        case .null, .bool, .number: break
        }
        let field = (type ?? usual).map { "Content-Type: \($0)\r\n" } ?? ""
        return "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\(field)\r\n\(text)\r\n"
    }
}
