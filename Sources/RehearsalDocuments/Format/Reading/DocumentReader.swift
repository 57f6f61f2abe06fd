import Rehearsal

/// The state of reading one scenario document. Reading continues after an error, so that one run reports all errors.
///
/// The type is a class because all values of the document add their diagnostics to the same reader.
final class DocumentReader {
    let source: SourceText
    /// The files that the document may refer to; nil for a document that is not a file.
    let files: FileCache?
    private(set) var diagnostics: [Diagnostic] = []
    private var suppressedCount = 0
    /// The number of errors, including those beyond the limit of diagnostics.
    fileprivate var errors = 0
    /// The template expressions of the current endpoint.
    var templateUses: [TemplateUse] = []
    /// The variables that templates of the document use without a default.
    var variableUses: [LintChecks.VariableUse] = []

    /// The maximum number of diagnostics. There is a limit because each one takes time to compute its column.
    private static let maxDiagnostics = 100

    init(_ source: SourceText, library: FileCache?) {
        self.source = source
        self.files = library
    }

    /// Returns the members of an object with known keys. Reports other keys, and a value of another kind.
    func fields(of node: JSONDocument.Node, _ keys: ObjectKeys) -> ObjectReader? {
        let errors = self.errors
        guard expect(node, .object, in: keys.noun) else { return nil }
        var members: [JSONDocument.Member] = []
        for member in uniqueMembers(node, in: keys.noun) {
            if keys.names.contains(member.name) {
                members.append(member)
            } else {
                report(
                    .unknownKey,
                    at: member.nameRange,
                    "unknown key \(member.name.quoted) in \(keys.noun)",
                    hint: NearestName.hint(for: member.name, in: keys.names)
                        ?? "\(keys.noun) has \(keys.names.joined(separator: ", "))",
                    see: keys.topic,
                )
            }
        }
        return ObjectReader(reader: self, node: node, keys: keys, errors: errors, members: members)
    }

    /// Whether a value has the expected kind; reports it if not.
    func expect(_ node: JSONDocument.Node, _ kind: JSONDocument.Kind, in noun: String) -> Bool {
        if node.kind == kind { return true }
        report(.wrongType, at: node.range, "expected \(kind.name) for \(noun), found \(node.kind.name)")
        return false
    }

    /// Parses a JSON pointer (RFC 6901); reports an error and returns nil if it is not valid.
    func pointer(_ text: String, at range: Range<Int>) -> JSON.Pointer? {
        if let pointer = JSON.Pointer(text) { return pointer }
        let hint = #"write "/items/0/id"; "~" is written "~0", and "/" in a name "~1""#
        report(.badValue, at: range, "\(text.quoted) is not a valid JSON pointer", hint: hint, see: "body")
        return nil
    }

    /// Returns the members of an object, each name once; repeated names are reported.
    func uniqueMembers(_ node: JSONDocument.Node, in noun: String) -> [JSONDocument.Member] {
        var members: [JSONDocument.Member] = []
        var first: [String: Int] = [:]
        for member in node.members {
            if let earlier = first[member.name] {
                let line = source.line(of: earlier)
                report(
                    .duplicateKey,
                    at: member.nameRange,
                    "\(member.name.quoted) is given twice in \(noun), first in line \(line)",
                    hint: "remove one of them",
                )
            } else {
                first[member.name] = member.nameRange.lowerBound
                members.append(member)
            }
        }
        return members
    }

    /// Adds a diagnostic, unless the limit is reached.
    ///
    /// - Parameter topic: the topic for `rehearsal lint --explain`.
    func report(
        _ code: Diagnostic.Code,
        at range: Range<Int>,
        _ message: String,
        hint: String? = nil,
        see topic: String? = nil,
        severity: Diagnostic.Severity = .error,
    ) {
        if severity == .error { errors += 1 }
        guard diagnostics.count < Self.maxDiagnostics else {
            suppressedCount += 1
            return
        }
        let see = topic.map { "rehearsal lint --explain \($0)" }
        diagnostics.append(source.diagnostic(severity, code, at: range, message, hint: hint, see: see))
    }

    /// Returns the location of a node for logs and reports: `file:line`.
    func place(of node: JSONDocument.Node) -> String { "\(source.path):\(source.line(of: node.range.lowerBound))" }

    /// The diagnostics in the order of the document. The last one states how many are beyond the limit, if any.
    var findings: [Diagnostic] {
        let sorted = diagnostics.sorted { left, right in
            guard let left = left.position, let right = right.position else { return false }
            return (left.line, left.column) < (right.line, right.column)
        }
        guard suppressedCount > 0 else { return sorted }
        let message = "\(suppressedCount) more findings are not shown; correct these first"
        return sorted + [Diagnostic(.error, .tooMany, path: source.path, message: message)]
    }
}

/// The members of one object, each name once.
struct ObjectReader {
    let reader: DocumentReader
    let node: JSONDocument.Node
    /// The keys that the object may have.
    let keys: ObjectKeys
    /// The number of errors before the object was read.
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

    /// The value of a key; nil if the key is absent.
    subscript(name: String) -> DocumentValue? { member(name).map { DocumentValue($0.value, name.quoted, reader) } }

    func member(_ name: String) -> JSONDocument.Member? { members.first { $0.name == name } }

    /// Returns the members with these names, in the order of the document.
    func members(_ names: [String]) -> [JSONDocument.Member] { members.filter { names.contains($0.name) } }

    /// Returns the object with only the members of these names.
    func keeping(_ names: [String]) -> ObjectReader {
        var fields = self
        fields.members = members(names)
        return fields
    }

    /// Returns the value of a key; nil if the key is absent. Reports an error and returns nil if the value is wrong.
    func value<Value>(_ name: String, _ format: ValueFormat<Value>) -> Value? { self[name].flatMap { format.read($0) } }

    /// Whether no error has been found in the object so far.
    var isValid: Bool { reader.errors == errors }

    /// Reports a missing key at the opening brace of the object.
    func reportMissing(_ message: String, hint: String?) {
        reader.report(.missingKey, at: node.range.prefix(1), message, hint: hint, see: keys.topic)
    }

    /// Reports a member that cannot be combined with another.
    func reportConflict(_ member: JSONDocument.Member, _ message: String, hint: String, see topic: String? = nil) {
        reader.report(.conflict, at: member.nameRange, message, hint: hint, see: topic)
    }

    /// Returns the bytes of `text` or `base64`.
    func bytes() -> [UInt8]? {
        if let text = self["text"] { return text.string().map { Array($0.utf8) } }
        return self["base64"].flatMap { $0.base64() }
    }

    /// Returns the only member of an object that has exactly one of several keys.
    ///
    /// An object that has only unknown keys has been reported already.
    ///
    /// - Parameters:
    ///   - none: the error message for an empty object.
    ///   - several: the error message for the second member; nil to report `none` for the object.
    func onlyMember(none: String, several: String?, hint: String) -> JSONDocument.Member? {
        if members.count == 1 { return members[0] }
        if members.isEmpty, !node.isEmpty { return nil }
        let second = several.flatMap { _ in members.dropFirst().first }
        let message = second == nil ? none : several ?? none
        reader.report(.badValue, at: second?.nameRange ?? node.range, message, hint: hint, see: keys.topic)
        return nil
    }
}
