import Rehearsal

/// Reads the values of one scenario document, and goes on after an error so that one run tells them all.
struct DocumentReader {
    let source: SourceText
    /// Where files that the document names are looked for; nil for a document that is no file.
    let library: FileLibrary?
    private(set) var diagnostics: [Diagnostic] = []
    private var untold = 0
    /// How many errors there are, told or not.
    private(set) var errors = 0
    /// What the templates of the endpoint that is being read name.
    var templateUses: [TemplateUse] = []
    /// Variables that templates of the document are filled in from, where no default stands in for them.
    var variableUses: [ScenarioDocument.VariableUse] = []

    /// Nobody reads more, and each costs a walk along its line.
    private static let mostDiagnostics = 100

    init(_ source: SourceText, library: FileLibrary?) {
        self.source = source
        self.library = library
    }

    /// The members of one object, each name once.
    struct Fields {
        let node: JSONDocument.Node
        fileprivate var members: [JSONDocument.Member] = []

        subscript(name: String) -> JSONDocument.Node? { member(name)?.value }

        func member(_ name: String) -> JSONDocument.Member? { members.first { $0.name == name } }

        /// Those of the names that are there, as they were written.
        func members(_ names: [String]) -> [JSONDocument.Member] { members.filter { names.contains($0.name) } }
    }

    /// The members of an object whose keys are known; what is wrong with the others is said.
    mutating func fields(of node: JSONDocument.Node, _ keys: KnownKeys) -> Fields? {
        guard expect(node, .object, in: keys.what) else { return nil }
        var fields = Fields(node: node)
        for member in named(node, in: keys.what) {
            if keys.names.contains(member.name) {
                fields.members.append(member)
            } else {
                report(
                    .unknownKey,
                    at: member.nameRange,
                    "unknown key \(member.name.quoted) in \(keys.what)",
                    hint: NearestName.hint(for: member.name, in: keys.names)
                        ?? "\(keys.what) has \(keys.names.joined(separator: ", "))",
                    see: keys.topic,
                )
            }
        }
        return fields
    }

    /// The members of an object whose names are the writer's own, each once.
    mutating func named(_ node: JSONDocument.Node, in what: String) -> [JSONDocument.Member] {
        var members: [JSONDocument.Member] = []
        var first: [String: Int] = [:]
        for member in node.members {
            if let earlier = first[member.name] {
                let line = source.line(of: earlier)
                report(
                    .duplicateKey,
                    at: member.nameRange,
                    "\(member.name.quoted) is there twice in \(what), first in line \(line)",
                    hint: "remove one of them",
                )
            } else {
                first[member.name] = member.nameRange.lowerBound
                members.append(member)
            }
        }
        return members
    }

    /// - Parameter topic: what the command line is asked to explain.
    mutating func report(
        _ code: Diagnostic.Code,
        at range: Range<Int>,
        _ message: String,
        hint: String? = nil,
        see topic: String? = nil,
        severity: Diagnostic.Severity = .error,
    ) {
        if severity == .error { errors += 1 }
        guard diagnostics.count < Self.mostDiagnostics else {
            untold += 1
            return
        }
        let see = topic.map { "rehearsal lint --explain \($0)" }
        diagnostics.append(source.diagnostic(severity, code, at: range, message, hint: hint, see: see))
    }

    /// All that was said in the order of the document, and how much was not.
    var findings: [Diagnostic] {
        let sorted = diagnostics.sorted { left, right in
            guard let left = left.position, let right = right.position else { return false }
            return (left.line, left.column) < (right.line, right.column)
        }
        guard untold > 0 else { return sorted }
        let message = "\(untold) more findings are not shown: mend these first"
        return sorted + [Diagnostic(.error, .tooMany, path: source.path, message: message)]
    }
}
