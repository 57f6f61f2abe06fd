import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// One run of `lint`.
struct Linting: Sendable {
    let root: String?
    let isJSON: Bool
    let proving: Proving
    let terminal: Terminal

    func run(_ paths: [String]) -> ExitStatus {
        var files: [String] = []
        for path in paths {
            let found = FileSearch.documents(at: path)
            if found.isEmpty { terminal.complain("no *.json, *.jsonc or *.har in \(path)") }
            files += found
        }
        if files.isEmpty { return .usage }
        // What several documents extend or refer to is told once.
        var told: Set<Diagnostic> = []
        let findings = self.findings(files).filter { told.insert($0).inserted }
        for finding in findings {
            terminal.write(isJSON ? String(decoding: finding.json.bytes(), as: UTF8.self) : finding.text)
        }
        if terminal.environment["GITHUB_ACTIONS"] == "true", !isJSON { annotate(findings) }
        return conclude(findings, files.count)
    }

    private func findings(_ files: [String]) -> [Diagnostic] {
        let loaded = files.map { Documents.load([$0], ScenarioFiles.Options(root: root, proving: proving)) }
        let places = files.map { FileSystem.realPath($0) ?? $0 }
        var extended: Set<String> = []
        for (place, one) in zip(places, loaded) { extended.formUnion(one.files.filter { $0 != place }) }
        // What a document says of states is only a part, where others that are looked at too play on top of it.
        return zip(places, loaded).flatMap { place, one in
            extended.contains(place) ? one.diagnostics.filter { !Self.ofStates.contains($0.code) } : one.diagnostics
        }
    }

    private static let ofStates: Set<Diagnostic.Code> = [
        .unreachableState, .unreachableReply, .unsetVariable, .unusedState,
    ]

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
        for finding in ranked.prefix(Annotation.most) { terminal.write(Self.annotation(finding)) }
    }

    static func annotation(_ finding: Diagnostic) -> String {
        let message = [finding.message, finding.hint].compactMap { $0 }.joined(separator: "\n")
        return Annotation(
            Annotation.Severity(rawValue: finding.severity.rawValue) ?? .error,
            file: finding.path,
            line: finding.position?.line,
            column: finding.position?.column,
            message: message
        ).text
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
