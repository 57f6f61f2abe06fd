/// A message that GitHub Actions shows beside a line of code, written as a workflow command.
package struct Annotation: Sendable, Hashable {
    package var severity: Severity
    /// The title; nil for the default title, which depends on the severity.
    package var title: String?
    package var file: String?
    package var line: Int?
    package var column: Int?
    package var message: String

    /// The maximum number of annotations of one severity that GitHub shows for a step.
    package static let maxPerStep = 10

    package enum Severity: String, Sendable, Hashable {
        case error, warning, notice
    }

    package init(
        _ severity: Severity = .error,
        title: String? = nil,
        file: String? = nil,
        line: Int? = nil,
        column: Int? = nil,
        message: String,
    ) {
        (self.severity, self.title, self.file) = (severity, title, file)
        (self.line, self.column, self.message) = (line, column, message)
    }

    /// The workflow command, with special characters escaped: `::error file=a.jsonc,line=3::message`.
    package var text: String {
        var properties: [String] = []
        if let file { properties.append("file=\(Self.escaped(file, isProperty: true))") }
        if let line { properties.append("line=\(line)") }
        if let column { properties.append("col=\(column)") }
        if let title { properties.append("title=\(Self.escaped(title, isProperty: true))") }
        let head = ([severity.rawValue] + (properties.isEmpty ? [] : [properties.joined(separator: ",")]))
        return "::\(head.joined(separator: " "))::\(Self.escaped(message, isProperty: false))"
    }

    private static func escaped(_ text: String, isProperty: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where isProperty: result += "%3A"
            case "," where isProperty: result += "%2C"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
