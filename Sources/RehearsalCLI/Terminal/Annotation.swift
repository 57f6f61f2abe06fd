import RehearsalFiles

/// A finding as GitHub Actions shows it beside the code: a workflow command on a line of its own.
struct Annotation: Sendable, Hashable {
    var severity = Diagnostic.Severity.error
    var file: String?
    var line: Int?
    var column: Int?
    var message: String

    /// GitHub shows no more of each kind for a step.
    static let most = 10

    var text: String {
        var properties: [String] = []
        if let file { properties.append("file=\(Self.escaped(file, isProperty: true))") }
        if let line { properties.append("line=\(line)") }
        if let column { properties.append("col=\(column)") }
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
