package import Rehearsal

/// The layout of a scenario document: a value that fits is on one line, and a comment is above its endpoint.
package struct DocumentLayout {
    /// The comment lines above the document.
    package var head: [String]
    /// The comment lines above an endpoint, by its index.
    package var endpoints: [Int: [String]]

    package init(head: [String] = [], endpoints: [Int: [String]] = [:]) {
        (self.head, self.endpoints) = (head, endpoints)
    }

    private static let maxLineWidth = 118

    /// Returns the document as text (UTF-8) that ends in a line break.
    package func text(of document: JSON) -> String {
        var lines = head.map(Self.comment)
        guard case .object(let members) = document else {
            return String(decoding: document.bytes(pretty: true), as: UTF8.self)
        }
        lines.append("{")
        for member in members {
            if member.name == "endpoints", case .array(let list) = member.value, !list.isEmpty {
                lines.append("  \"endpoints\": [")
                for (index, endpoint) in list.enumerated() {
                    lines += (endpoints[index] ?? []).map { "    " + Self.comment($0) }
                    lines += Self.lines(of: endpoint, before: "", level: 2)
                }
                lines.append("  ],")
            } else {
                lines += Self.lines(of: member.value, before: "\(Self.quoted(member.name)): ", level: 1)
            }
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// Returns a comment line, with control characters and line separators replaced by spaces.
    private static func comment(_ text: String) -> String {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { isPrintable($0) ? $0 : " " }))
        return line.isEmpty ? "//" : "// \(line.prefix(400))"
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) && scalar.value != 0x2028 && scalar.value != 0x2029
    }

    /// Returns the lines of a value, with the text before it and the comma after it.
    private static func lines(of value: JSON, before name: String, level: Int) -> [String] {
        let indent = String(repeating: "  ", count: level)
        var width = maxLineWidth - indent.utf8.count - name.utf8.count - 1
        if isFlat(value), let line = line(of: value, &width) { return ["\(indent)\(name)\(line),"] }
        switch value {
        case .object(let members) where !members.isEmpty:
            let inner = members.flatMap { lines(of: $0.value, before: "\(quoted($0.name)): ", level: level + 1) }
            return ["\(indent)\(name){"] + inner + ["\(indent)},"]
        case .array(let elements) where !elements.isEmpty:
            let inner = elements.flatMap { lines(of: $0, before: "", level: level + 1) }
            return ["\(indent)\(name)["] + inner + ["\(indent)],"]
        default:
            return ["\(indent)\(name)\(String(decoding: value.bytes(), as: UTF8.self)),"]
        }
    }

    /// Whether a value may be written on one line. An endpoint with replies is always written on several lines.
    private static func isFlat(_ value: JSON) -> Bool { value["replies"] == nil }

    /// Returns a value as one line, and subtracts its length from the width; nil if it does not fit.
    private static func line(of value: JSON, _ width: inout Int) -> String? {
        let text: String
        switch value {
        case .object(let members) where !members.isEmpty:
            width -= 4
            let parts = parts(members.map { ("\(quoted($0.name)): ", $0.value) }, &width)
            guard let parts else { return nil }
            text = "{ \(parts.joined(separator: ", ")) }"
        case .array(let elements) where !elements.isEmpty:
            width -= 2
            guard let parts = parts(elements.map { ("", $0) }, &width) else { return nil }
            text = "[\(parts.joined(separator: ", "))]"
        case .string(let string):
            // A text that is too long is rejected before it is quoted.
            guard string.utf8.count <= width + 2 else { return nil }
            text = quoted(string)
            width -= text.utf8.count
        default:
            text = String(decoding: value.bytes(), as: UTF8.self)
            width -= text.utf8.count
        }
        return width >= -2 ? text : nil
    }

    private static func parts(_ values: [(name: String, value: JSON)], _ width: inout Int) -> [String]? {
        var parts: [String] = []
        for (name, value) in values {
            width -= name.utf8.count + 2
            guard width >= -2, let value = line(of: value, &width) else { return nil }
            parts.append(name + value)
        }
        return parts
    }

    private static func quoted(_ text: String) -> String { String(decoding: JSON.string(text).bytes(), as: UTF8.self) }
}
