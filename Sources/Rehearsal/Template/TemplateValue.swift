/// A value on its way from a source into a text or a document.
enum TemplateValue {
    case text(String)
    case json(JSON)
    /// Milliseconds since 1970, UTC.
    case time(Int64)
    /// A body, which is a document if it can be read as one.
    case body([UInt8])

    /// As it stands within a text.
    var text: String {
        switch self {
        case .text(let text): text
        case .json(.string(let text)): text
        case .json(.number(let number)): number.text
        case .json(let value): String(decoding: value.bytes(), as: UTF8.self)
        case .time(let milliseconds): TimeFormat.iso.text(of: milliseconds)
        case .body(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// As it stands in a document by itself.
    var json: JSON {
        switch self {
        case .text(let text): Self.scalar(text) ?? .string(text)
        case .json(let value): value
        case .time: .string(text)
        case .body(let bytes): (try? JSON(parsing: bytes)) ?? .string(text)
        }
    }

    /// What a text says that is a number, `true`, `false` or `null`, with nothing around it.
    private static func scalar(_ text: String) -> JSON? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, "-0123456789tfn".utf8.contains(first),
            let root = try? JSONDocument(parsing: bytes).root, root.range == bytes.indices
        else { return nil }
        return root.value
    }
}
