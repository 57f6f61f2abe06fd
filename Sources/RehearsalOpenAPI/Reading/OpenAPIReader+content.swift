import Rehearsal

/// Content, examples and responses.
extension OpenAPIReader {
    mutating func content(of object: OpenAPIValue) -> [OpenAPIMediaType] {
        values.members("content", of: object).compactMap { member in
            guard let value = resolved(member.value) else { return nil }
            guard value.node.kind == .object else {
                values.reportType(member.name, value, "an object")
                return nil
            }
            return OpenAPIMediaType(
                type: member.name,
                schema: value["schema"].map { OpenAPISchema($0) },
                examples: examples(of: value),
                encodings: encodings(of: value),
                place: member.place
            )
        }
    }

    mutating func examples(of object: OpenAPIValue) -> [OpenAPIExample] {
        var examples: [OpenAPIExample] = []
        if let value = object["example"] {
            examples.append(OpenAPIExample(name: nil, summary: "", value: value, place: value.messagePlace))
        }
        // A schema has an array of examples, which are values.
        guard object["examples"]?.node.kind != .array else { return examples }
        for member in values.members("examples", of: object) {
            guard let value = resolved(member.value) else { continue }
            let example = OpenAPIExample(
                name: member.name,
                summary: summary(of: value),
                value: value["value"],
                place: member.place
            )
            if example.value == nil, value["externalValue"] != nil {
                let message = "the example \(member.name.quoted) is outside of the document and is not used"
                values.report(.warning, .unsupported, at: member.place, message, hint: "write its value as \"value\"")
            }
            examples.append(example)
        }
        return examples
    }

    mutating func responses(of operation: OpenAPIValue) -> [OpenAPIResponse] {
        let members = values.members("responses", of: operation, hasExtensions: true)
        let responses = operation["responses"]
        if members.isEmpty, responses == nil || responses?.node.kind == .object {
            let message = "the operation has no responses; it is answered 200 without content"
            let place = (responses ?? operation).messagePlace
            values.report(.warning, .missingMember, at: place, message, hint: "add a response to \"responses\"")
        }
        return members.compactMap { member in
            guard let status = OpenAPIResponse.Status(member.name) else {
                let message = "\(member.name.quoted) is not a status"
                let hint = "write a status such as 404, a range such as 4XX, or \"default\""
                values.report(.error, .invalidValue, at: member.place, message, hint: hint)
                return nil
            }
            return response(member, status)
        }
    }

    mutating func response(_ member: OpenAPIValue.Member, _ status: OpenAPIResponse.Status) -> OpenAPIResponse? {
        guard let value = resolved(member.value) else { return nil }
        guard value.node.kind == .object else {
            values.reportType(member.name, value, "an object")
            return nil
        }
        for link in values.members("links", of: value) {
            document.unplayedParts.append(.init(kind: .link, name: link.name, place: link.place))
        }
        return OpenAPIResponse(
            status: status,
            summary: ValueReader.firstLine(values.text("description", of: value) ?? ""),
            headers: headers(of: value),
            content: content(of: value),
            place: member.place
        )
    }
}

extension OpenAPIResponse.Status {
    /// Parses `404`, `4XX` or `default`; nil for any other text.
    init?(_ name: String) {
        if name == "default" {
            self = .default
            return
        }
        let bytes = Array(name.utf8)
        guard bytes.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(bytes[0]) else { return nil }
        if bytes[1] | 0x20 == UInt8(ascii: "x"), bytes[2] | 0x20 == UInt8(ascii: "x") {
            self = .range(Int(bytes[0] - 0x30))
        } else if let status = Int(name), name.utf8.allSatisfy(\.isDigit) {
            self = .exact(status)
        } else {
            return nil
        }
    }
}
