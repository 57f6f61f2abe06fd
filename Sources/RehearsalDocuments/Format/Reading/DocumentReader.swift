import Rehearsal

/// Reads the values of one scenario document, and goes on after an error so that one run tells them all.
///
/// A class, because each value that is read reports to it; it is used by one load and never leaves it.
final class DocumentReader {
    let source: SourceText
    /// Where files that the document names are looked for; nil for a document that is no file.
    let library: FileLibrary?
    private(set) var diagnostics: [Diagnostic] = []
    private var untold = 0
    /// How many errors there are, told or not.
    fileprivate var errors = 0
    /// What the templates of the endpoint that is being read name.
    var templateUses: [TemplateUse] = []
    /// Variables that templates of the document are filled in from, where no default stands in for them.
    var variableUses: [Proving.VariableUse] = []

    /// Nobody reads more, and each costs a walk along its line.
    private static let mostDiagnostics = 100

    init(_ source: SourceText, library: FileLibrary?) {
        self.source = source
        self.library = library
    }

    /// The members of an object whose keys are known; what is wrong with the others is said.
    func fields(of node: JSONDocument.Node, _ keys: ObjectKeys) -> Fields? {
        let errors = self.errors
        guard expect(node, .object, in: keys.what) else { return nil }
        var members: [JSONDocument.Member] = []
        for member in named(node, in: keys.what) {
            if keys.names.contains(member.name) {
                members.append(member)
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
        return Fields(reader: self, node: node, keys: keys, errors: errors, members: members)
    }

    /// Whether a value is of the kind that belongs there.
    func expect(_ node: JSONDocument.Node, _ kind: JSONDocument.Kind, in what: String) -> Bool {
        if node.kind == kind { return true }
        report(.wrongType, at: node.range, "expected \(kind.name) for \(what), found \(node.kind.name)")
        return false
    }

    /// A place in a document (RFC 6901).
    func pointer(_ text: String, at range: Range<Int>) -> JSON.Pointer? {
        if let pointer = JSON.Pointer(text) { return pointer }
        let hint = #"write "/items/0/id"; "~" is written "~0", and "/" in a name "~1""#
        report(.badValue, at: range, "\(text.quoted) is no JSON pointer", hint: hint, see: "body")
        return nil
    }

    /// The members of an object whose names are the writer's own, each once.
    func named(_ node: JSONDocument.Node, in what: String) -> [JSONDocument.Member] {
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
    func report(
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

    /// The place of a node, as the log and reports name it.
    func place(of node: JSONDocument.Node) -> String { "\(source.path):\(source.line(of: node.range.lowerBound))" }

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

/// The members of one object, each name once.
struct Fields {
    let reader: DocumentReader
    let node: JSONDocument.Node
    /// The keys that the object may have.
    let keys: ObjectKeys
    /// How many errors there were before it.
    fileprivate let errors: Int
    private var members: [JSONDocument.Member]

    fileprivate init(
        reader: DocumentReader,
        node: JSONDocument.Node,
        keys: ObjectKeys,
        errors: Int,
        members: [JSONDocument.Member],
    ) {
        (self.reader, self.node, self.keys, self.errors, self.members) = (reader, node, keys, errors, members)
    }

    /// The value of a key.
    subscript(name: String) -> DocumentValue? { member(name).map { DocumentValue($0.value, name.quoted, reader) } }

    func member(_ name: String) -> JSONDocument.Member? { members.first { $0.name == name } }

    /// Those of the names that are there, as they were written.
    func members(_ names: [String]) -> [JSONDocument.Member] { members.filter { names.contains($0.name) } }

    /// The same object without its other members.
    func only(_ names: [String]) -> Fields {
        var fields = self
        fields.members = members(names)
        return fields
    }

    /// The value of a key; nil if it is not there, or wrong.
    func value<Value>(_ name: String, _ format: ValueFormat<Value>) -> Value? { self[name].flatMap { format.read($0) } }

    /// Whether nothing is wrong with the object so far.
    var isRight: Bool { reader.errors == errors }

    /// Reports at the brace of the object what it lacks.
    func missing(_ message: String, hint: String?) {
        reader.report(.missingKey, at: node.range.prefix(1), message, hint: hint, see: keys.topic)
    }

    /// Reports a member that cannot stand beside another.
    func conflict(_ member: JSONDocument.Member, _ message: String, hint: String, see topic: String? = nil) {
        reader.report(.conflict, at: member.nameRange, message, hint: hint, see: topic)
    }

    /// The bytes of `text` or `base64`.
    func bytes() -> [UInt8]? {
        if let text = self["text"] { return text.string().map { Array($0.utf8) } }
        return self["base64"].flatMap { $0.base64() }
    }

    /// The one member of an object that is one thing of several.
    ///
    /// An object that only has unknown keys has been reported.
    ///
    /// - Parameters:
    ///   - none: reports an empty object.
    ///   - several: reports the second member; nil for the same message about the object.
    func onlyMember(none: String, several: String?, hint: String) -> JSONDocument.Member? {
        if members.count == 1 { return members[0] }
        if members.isEmpty, !node.isEmpty { return nil }
        let second = several.flatMap { _ in members.dropFirst().first }
        let message = second == nil ? none : several ?? none
        reader.report(.badValue, at: second?.nameRange ?? node.range, message, hint: hint, see: keys.topic)
        return nil
    }
}
