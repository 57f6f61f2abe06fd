import Rehearsal
import RehearsalFiles

/// One run of `lint`.
struct Linting: Sendable {
    let root: String?
    let isJSON: Bool
    let terminal: Terminal

    private static let mostAnnotations = 10

    func run(_ paths: [String]) -> ExitStatus {
        var files: [String] = []
        for path in paths {
            let found = FileSearch.documents(at: path)
            if found.isEmpty { terminal.complain("no *.json, *.jsonc or *.har in \(path)") }
            files += found
        }
        if files.isEmpty { return .usage }
        let findings = files.flatMap { Documents.load([$0], root: root, isExact: false).diagnostics }
        for finding in findings {
            terminal.write(isJSON ? String(decoding: finding.json.bytes(), as: UTF8.self) : finding.text)
        }
        if terminal.environment["GITHUB_ACTIONS"] == "true", !isJSON { annotate(findings) }
        return conclude(findings, files.count)
    }

    private func conclude(_ findings: [Diagnostic], _ files: Int) -> ExitStatus {
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count { $0.severity == .warning }
        let style = terminal.style(for: terminal.errors)
        let counts =
            "\(Self.count(errors, "error")), \(Self.count(warnings, "warning")) in \(Self.count(files, "file"))"
        terminal.writeError(errors > 0 ? style.red(counts) : style.green(counts))
        return errors > 0 ? .usage : .held
    }

    /// Workflow commands of GitHub Actions, errors first.
    private func annotate(_ findings: [Diagnostic]) {
        let ranked = findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
        for finding in ranked.prefix(Self.mostAnnotations) { terminal.write(Self.annotation(finding)) }
    }

    static func annotation(_ finding: Diagnostic) -> String {
        var properties = "file=\(escaped(finding.path, alsoProperty: true))"
        if let position = finding.position { properties += ",line=\(position.line),col=\(position.column)" }
        let message = [finding.message, finding.hint].compactMap { $0 }.joined(separator: "\n")
        return "::\(finding.severity.rawValue) \(properties)::\(escaped(message, alsoProperty: false))"
    }

    private static func escaped(_ text: String, alsoProperty: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where alsoProperty: result += "%3A"
            case "," where alsoProperty: result += "%2C"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
