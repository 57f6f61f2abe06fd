import Rehearsal

/// The bytes of a value in a media type.
struct BodyText {
    private let mediaType: String
    private let document: OpenAPIDocument
    private let schema: OpenAPISchema?

    init(_ mediaType: String, _ document: OpenAPIDocument, _ schema: OpenAPISchema?) {
        (self.mediaType, self.document, self.schema) = (mediaType, document, schema)
    }

    func bytes(of value: JSON) -> [UInt8] {
        if MediaTypeName.isJSON(mediaType) { return jsonBytes(of: value) }
        if case .string(let text) = value { return Array(text.utf8) }
        if MediaTypeName.isXML(mediaType) { return Array(xml(value).utf8) }
        if mediaType.lowercased().hasPrefix("application/x-www-form-urlencoded") { return form(value) }
        return value.bytes()
    }

    /// Returns a JSON document. An example of an object that is written as a text is sent as the text says.
    private func jsonBytes(of value: JSON) -> [UInt8] {
        guard case .string(let text) = value, let object = schema.flatMap({ document.resolved($0.value) }),
            let type = object["type"]?.node.string, type != "string",
            (try? JSON(parsing: text)) != nil
        else { return value.bytes() }
        return Array(text.utf8)
    }

    private func form(_ value: JSON) -> [UInt8] {
        guard case .object(let members) = value else { return value.bytes() }
        let pairs = members.map { member -> [UInt8] in
            let text = SimpleStyle.scalar(member.value)
            return PercentEncoding.escaped(member.name.utf8) + [UInt8(ascii: "=")] + PercentEncoding.escaped(text.utf8)
        }
        return Array(pairs.joined(separator: [UInt8(ascii: "&")]))
    }

    // MARK: XML

    /// Returns an XML document, whose elements have the names of the members.
    private func xml(_ value: JSON) -> String {
        let reference = schema?.value["$ref"]?.node.string ?? ""
        let name = JSON.Pointer(String(reference.drop { $0 != "#" }.dropFirst()))?.tokens.last
        let object = schema.flatMap { document.resolved($0.value) }
        let root = object?["xml"]?["name"]?.node.string ?? name ?? "root"
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + Self.element(root, value)
    }

    private static func element(_ name: String, _ value: JSON) -> String {
        let name = elementName(name)
        switch value {
        case .array(let elements): return elements.isEmpty ? "" : elements.map { element(name, $0) }.joined()
        case .object(let members):
            return "<\(name)>" + members.map { element($0.name, $0.value) }.joined() + "</\(name)>"
        case .null: return "<\(name)/>"
        default: return "<\(name)>\(escaped(SimpleStyle.scalar(value)))</\(name)>"
        }
    }

    private static func elementName(_ name: String) -> String {
        let bytes = name.utf8.map { $0.isAlphanumeric(or: "_-.") ? $0 : UInt8(ascii: "_") }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.first.map { $0.isLetter || $0 == UInt8(ascii: "_") } == true ? text : "_" + text
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: scalar.value < 0x20 && !["\t", "\n", "\r"].contains(scalar) ? "" : String(scalar)
            }
        }.joined()
    }
}
