import Rehearsal
import RehearsalDocuments

/// A value of an imported file with its path, such as `mappings[0].request.url`.
struct ImportValue {
    let node: JSONDocument.Node
    let path: String
    let file: ImportedFile

    var elements: [ImportValue] {
        node.elements.enumerated().map { ImportValue(node: $0.element, path: "\(path)[\($0.offset)]", file: file) }
    }

    /// The elements of an array, or the value itself if it is not an array.
    var elementsOrSelf: [ImportValue] { node.kind == .array ? elements : [self] }

    /// The members of an object whose names the author of the file chooses.
    var members: [(name: String, value: ImportValue)] {
        node.members.map { ($0.name, member($0.name, $0.value)) }
    }

    /// The value as text if it is a string, a number or a Boolean; nil otherwise.
    var scalar: String? { node.scalar }

    func member(_ name: String, _ node: JSONDocument.Node) -> ImportValue {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric(or: "_-$") }
        let child =
            !isPlain ? "\(path)[\(String(name.prefix(60)).quoted)]" : path.isEmpty ? name : "\(path).\(name)"
        return ImportValue(node: node, path: child, file: file)
    }

    func note(_ weight: ImportNote.Severity, _ problem: String, instead: String) -> ImportNote {
        let position = file.source.position(of: node.range)
        return ImportNote(
            weight,
            path: file.source.path,
            position: position,
            member: path,
            problem,
            instead: instead
        )
    }

    /// Reports a difference. The part with this value is still imported.
    func noteDifference(_ problem: String, instead: String) { file.add(.difference, self, problem, instead: instead) }

    /// Reports a difference once per file, at its first occurrence.
    func noteDifferenceOnce(_ problem: String, instead: String) {
        if file.isFirst(problem, instead) { noteDifference(problem, instead: instead) }
    }

    /// Refuses the part with this value, because it would match or reply incorrectly without it.
    func refuse(_ problem: String, instead: String? = nil) {
        file.add(.refusal, self, problem, instead: instead ?? "the \(file.format.partName) is left out")
    }

    /// Refuses the part and returns nil.
    func refuse<Result>(_ problem: String, instead: String? = nil) -> Result? {
        refuse(problem, instead: instead) as Void
        return nil
    }
}

extension JSONDocument.Node {
    /// The value as text if it is a string, a number or a Boolean; nil otherwise.
    var scalar: String? { string ?? numberText ?? bool.map { $0 ? "true" : "false" } }
}

/// Typed accessors. A value of another type is refused.
extension ImportValue {
    func object() -> ImportObjectReader? { isKind(.object) ? ImportObjectReader(self) : nil }

    /// Returns the members of an object whose names the author of the file chooses; empty for other values.
    func checkedMembers() -> [(name: String, value: ImportValue)] { isKind(.object) ? members : [] }

    func array() -> [ImportValue] { isKind(.array) ? elements : [] }

    func string() -> String? { isKind(.string) ? node.string : nil }

    func bool() -> Bool? { isKind(.bool) ? node.bool : nil }

    /// Returns the text of a string, a number or a Boolean.
    func text() -> String? { scalar ?? refuse("expected a string, found \(node.kind.noun)") }

    /// Returns an integer in a range; it may be written as a string.
    func integer(_ range: ClosedRange<Int>) -> Int? {
        let number = scalar.flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0) } }
        if let number, range.contains(number) { return number }
        let bounds = "\(range.lowerBound) to \(range.upperBound)"
        return refuse("expected an integer from \(bounds), found \(shown)")
    }

    /// Returns a number that is not negative.
    func number() -> Double? {
        if let number = scalar.flatMap(Double.init), number.isFinite, number >= 0 { return number }
        return refuse("expected a number of at least 0, found \(shown)")
    }

    private func isKind(_ kind: JSONDocument.Kind) -> Bool {
        if node.kind == kind { return true }
        refuse("expected \(kind.noun), found \(shown)")
        return false
    }

    private var shown: String { scalar.map { String($0.prefix(60)).quoted } ?? node.kind.noun }
}

/// An object that records which of its members were read, so that unknown members are reported.
///
/// It is a class so that all functions that read one file share the record.
final class ImportObjectReader {
    let value: ImportValue
    private var readNames: Set<String> = []

    init(_ value: ImportValue) { self.value = value }

    /// Returns a member; nil if it is missing or null. Some tools write null for a missing value.
    subscript(name: String) -> ImportValue? {
        readNames.insert(name)
        guard let node = value.node[name], node.kind != .null else { return nil }
        return value.member(name, node)
    }

    func object(_ name: String) -> ImportObjectReader? { self[name]?.object() }

    /// Returns the members of a member object whose names the author of the file chooses.
    func checkedMembers(_ name: String) -> [(name: String, value: ImportValue)] { self[name]?.checkedMembers() ?? [] }

    func array(_ name: String) -> [ImportValue] { self[name]?.array() ?? [] }

    func string(_ name: String) -> String? { self[name]?.string() }

    func bool(_ name: String) -> Bool? { self[name]?.bool() }

    func text(_ name: String) -> String? { self[name]?.text() }

    func integer(_ name: String, _ range: ClosedRange<Int>) -> Int? { self[name]?.integer(range) }

    func number(_ name: String) -> Double? { self[name]?.number() }

    /// Returns a duration in milliseconds, at most one day.
    func milliseconds(_ name: String) -> Duration? { integer(name, 0...86_400_000).map { .milliseconds($0) } }

    /// Marks members as known that do not affect requests or replies.
    func ignore(_ names: String...) { readNames.formUnion(names) }

    /// Reports a difference for each member that was not read.
    func noteUnreadMembers() {
        for value in unreadMembers { value.noteDifference("unknown member", instead: "it is left out") }
    }

    /// Refuses the part for each member that was not read, since it may be a condition.
    func refuseUnreadMembers() {
        for value in unreadMembers { value.refuse("unknown member, which may be a condition") }
    }

    /// The members that were not read.
    private var unreadMembers: [ImportValue] { value.members.filter { !readNames.contains($0.name) }.map(\.value) }
}

/// A file that is being imported, with the notes on it.
///
/// It is a class so that all values of the file add their notes to one list.
final class ImportedFile {
    let source: SourceText
    let format: ImportFormat
    /// A closure that returns a body file by its name; nil if the file does not exist.
    let bodyFile: (String) -> [UInt8]?
    private var kept: [ImportNote] = []
    /// The number of notes beyond the limit.
    private var omittedCount = 0
    /// The number of refusals, including those beyond the limit.
    private(set) var refusalCount = 0
    /// The notes so far, to skip duplicates.
    private var seenNotes: Set<ImportNote> = []

    private var seenOnce: Set<String> = []

    /// The maximum number of notes on one file.
    private static let maximumNotes = 500

    init(_ source: SourceText, _ format: ImportFormat, beside: @escaping (String) -> [UInt8]? = { _ in nil }) {
        (self.source, self.format, self.bodyFile) = (source, format, beside)
    }

    /// Returns the root value of the document.
    func root(_ node: JSONDocument.Node) -> ImportValue { ImportValue(node: node, path: "", file: self) }

    /// The notes in the order in which they were added.
    var notes: [ImportNote] {
        guard omittedCount > 0 else { return kept }
        let problem = "\(omittedCount) more notes on this file are not shown"
        let last = ImportNote(.difference, path: source.path, problem, instead: "fix these first, or split the file")
        return kept + [last]
    }

    /// Runs a reading function.
    ///
    /// - Returns: the result; nil if the function refused anything.
    func unlessRefused<Result>(_ read: () -> Result?) -> Result? {
        let before = refusalCount
        let result = read()
        return refusalCount == before ? result : nil
    }

    fileprivate func isFirst(_ problem: String, _ instead: String) -> Bool {
        seenOnce.insert("\(problem); \(instead)").inserted
    }

    fileprivate func add(_ weight: ImportNote.Severity, _ value: ImportValue, _ problem: String, instead: String) {
        if weight == .refusal { refusalCount += 1 }
        let note = value.note(weight, problem, instead: instead)
        guard seenNotes.insert(note).inserted else { return }
        if kept.count < Self.maximumNotes { kept.append(note) } else { omittedCount += 1 }
    }
}
