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

    /// The members of an object whose names are not fixed by the format, such as headers.
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

    func note(_ severity: ImportNote.Severity, _ problem: String, instead: String) -> ImportNote {
        let position = file.source.position(of: node.range)
        return ImportNote(
            severity,
            path: file.source.path,
            position: position,
            member: path,
            problem,
            consequence: instead
        )
    }

    /// Adds a note about a difference. The part that contains this value is still imported.
    func noteDifference(_ problem: String, instead: String) { file.add(.difference, self, problem, instead: instead) }

    /// Adds a note about a difference, unless the file has an equal note already.
    func noteDifferenceOnce(_ problem: String, instead: String) {
        if file.isFirst(problem, instead) { noteDifference(problem, instead: instead) }
    }

    /// Refuses the part that contains this value. Without the value it would match or reply incorrectly.
    func refuse(_ problem: String, instead: String? = nil) {
        file.add(.refusal, self, problem, instead: instead ?? "the \(file.format.partName) is left out")
    }

    /// Refuses the part that contains this value, and returns nil.
    func refuse<Result>(_ problem: String, instead: String? = nil) -> Result? {
        refuse(problem, instead: instead) as Void
        return nil
    }
}

extension JSONDocument.Node {
    /// The value as text if it is a string, a number or a Boolean; nil otherwise.
    var scalar: String? { string ?? numberText ?? bool.map { $0 ? "true" : "false" } }
}

/// Accessors for values of one type. They refuse a value of another type.
extension ImportValue {
    func object() -> ImportObjectReader? { isKind(.object) ? ImportObjectReader(self) : nil }

    /// Returns the members of an object whose names are not fixed by the format. Any other value is refused.
    func checkedMembers() -> [(name: String, value: ImportValue)] { isKind(.object) ? members : [] }

    func array() -> [ImportValue] { isKind(.array) ? elements : [] }

    func string() -> String? { isKind(.string) ? node.string : nil }

    func bool() -> Bool? { isKind(.bool) ? node.bool : nil }

    /// Returns the text of a string, a number or a Boolean.
    func text() -> String? { scalar ?? refuse("expected a string, found \(node.kind.noun)") }

    /// Returns an integer in a range. The file may contain it as a string.
    func integer(_ range: ClosedRange<Int>) -> Int? {
        let number = scalar.flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0) } }
        if let number, range.contains(number) { return number }
        let bounds = "\(range.lowerBound) to \(range.upperBound)"
        return refuse("expected an integer from \(bounds), found \(valueDescription)")
    }

    /// Returns a number that is not negative.
    func number() -> Double? {
        if let number = scalar.flatMap(Double.init), number.isFinite, number >= 0 { return number }
        return refuse("expected a number of at least 0, found \(valueDescription)")
    }

    private func isKind(_ kind: JSONDocument.Kind) -> Bool {
        if node.kind == kind { return true }
        refuse("expected \(kind.noun), found \(valueDescription)")
        return false
    }

    private var valueDescription: String { scalar.map { String($0.prefix(60)).quoted } ?? node.kind.noun }
}

/// A reader of an object that records which members were read, so that the others can be reported.
///
/// It is a class, because several functions read members of one object.
final class ImportObjectReader {
    let value: ImportValue
    private var readNames: Set<String> = []

    init(_ value: ImportValue) { self.value = value }

    /// Returns a member; nil if it is missing, or null, which some tools write for a missing value.
    subscript(name: String) -> ImportValue? {
        readNames.insert(name)
        guard let node = value.node[name], node.kind != .null else { return nil }
        return value.member(name, node)
    }

    func object(_ name: String) -> ImportObjectReader? { self[name]?.object() }

    /// Returns the members of a nested object whose names are not fixed by the format.
    func checkedMembers(_ name: String) -> [(name: String, value: ImportValue)] { self[name]?.checkedMembers() ?? [] }

    func array(_ name: String) -> [ImportValue] { self[name]?.array() ?? [] }

    func string(_ name: String) -> String? { self[name]?.string() }

    func bool(_ name: String) -> Bool? { self[name]?.bool() }

    func text(_ name: String) -> String? { self[name]?.text() }

    func integer(_ name: String, _ range: ClosedRange<Int>) -> Int? { self[name]?.integer(range) }

    func number(_ name: String) -> Double? { self[name]?.number() }

    /// Returns a duration in milliseconds, at most one day.
    func milliseconds(_ name: String) -> Duration? { integer(name, 0...86_400_000).map { .milliseconds($0) } }

    /// Marks members as read that do not affect requests or replies.
    func ignore(_ names: String...) { readNames.formUnion(names) }

    /// Adds a note about a difference for each member that was not read.
    func noteUnreadMembers() {
        for value in unreadMembers { value.noteDifference("unknown member", instead: "it is left out") }
    }

    /// Refuses the part if it has a member that was not read, because that member may be a condition.
    func refuseUnreadMembers() {
        for value in unreadMembers { value.refuse("unknown member, which may be a condition") }
    }

    /// The members that were not read.
    private var unreadMembers: [ImportValue] { value.members.filter { !readNames.contains($0.name) }.map(\.value) }
}

/// A file that is being imported, with the notes on it.
///
/// It is a class, because all values of the file add their notes to one list.
final class ImportedFile {
    let source: SourceText
    let format: ImportFormat
    /// A closure that returns a body file by its name; nil if the file does not exist.
    let bodyFile: (String) -> [UInt8]?
    private var listedNotes: [ImportNote] = []
    /// The number of notes beyond the limit.
    private var omittedCount = 0
    /// The number of refusals, including those beyond the limit.
    private(set) var refusalCount = 0
    /// The notes so far, to skip duplicates.
    private var seenNotes: Set<ImportNote> = []

    /// The texts of the notes that may occur only once in a file.
    private var uniqueNoteTexts: Set<String> = []

    /// The maximum number of notes on one file.
    private static let maximumNotes = 500

    init(_ source: SourceText, _ format: ImportFormat, beside: @escaping (String) -> [UInt8]? = { _ in nil }) {
        (self.source, self.format, self.bodyFile) = (source, format, beside)
    }

    /// Returns the root value of the document.
    func root(_ node: JSONDocument.Node) -> ImportValue { ImportValue(node: node, path: "", file: self) }

    /// The notes in the order in which they were added.
    var notes: [ImportNote] {
        guard omittedCount > 0 else { return listedNotes }
        let problem = "\(omittedCount) more notes on this file are not shown"
        let last = ImportNote(
            .difference,
            path: source.path,
            problem,
            consequence: "fix these first, or split the file"
        )
        return listedNotes + [last]
    }

    /// Calls a function that reads a part, and returns its result; nil if the function refused anything.
    func unlessRefused<Result>(_ read: () -> Result?) -> Result? {
        let before = refusalCount
        let result = read()
        return refusalCount == before ? result : nil
    }

    fileprivate func isFirst(_ problem: String, _ instead: String) -> Bool {
        uniqueNoteTexts.insert("\(problem); \(instead)").inserted
    }

    fileprivate func add(_ severity: ImportNote.Severity, _ value: ImportValue, _ problem: String, instead: String) {
        if severity == .refusal { refusalCount += 1 }
        let note = value.note(severity, problem, instead: instead)
        guard seenNotes.insert(note).inserted else { return }
        if listedNotes.count < Self.maximumNotes { listedNotes.append(note) } else { omittedCount += 1 }
    }
}
