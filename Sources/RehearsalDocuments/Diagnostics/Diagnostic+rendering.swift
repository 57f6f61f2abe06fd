package import Rehearsal

extension Diagnostic {
    /// One line in the format of compilers, which editors and Xcode make clickable: `file:line:column: error: message`.
    package var line: String {
        let place = position.map { "\(path):\($0.line):\($0.column)" } ?? path
        // Any of them may hold what the file holds, which must not steer a terminal.
        return "\(place): \(severity.rawValue): \(message)".printable
    }

    /// The line with what a person needs to act on it: the excerpt, the hint and the next command.
    package var text: String {
        var lines = [line]
        if let position, let excerpt {
            let number = String(position.line)
            let gutter = String(repeating: " ", count: max(0, 6 - number.count))
            let blank = String(repeating: " ", count: gutter.count + number.count)
            let indent = String(repeating: " ", count: excerpt.column - 1)
            let underline = "^" + String(repeating: "~", count: max(0, excerpt.length - 1))
            lines.append("\(gutter)\(number) | \(excerpt.text)")
            lines.append("\(blank) | \(indent)\(underline)" + (hint.map { " \($0.printable)" } ?? ""))
        } else if let hint {
            lines.append("  \(hint.printable)")
        }
        if let see { lines.append("  see: \(see)") }
        return lines.joined(separator: "\n")
    }

    /// The same for machines; what is not known is left out.
    package var json: JSON {
        var members: [JSON.Member] = [
            JSON.Member("severity", .string(severity.rawValue)),
            JSON.Member("code", .string(code.rawValue)),
            JSON.Member("path", .string(path)),
        ]
        if let position {
            members.append(JSON.Member("line", JSON(integerLiteral: position.line)))
            members.append(JSON.Member("column", JSON(integerLiteral: position.column)))
            members.append(JSON.Member("length", JSON(integerLiteral: position.length)))
        }
        members.append(JSON.Member("message", .string(message)))
        if let hint { members.append(JSON.Member("hint", .string(hint))) }
        if let see { members.append(JSON.Member("see", .string(see))) }
        return .object(members)
    }
}
