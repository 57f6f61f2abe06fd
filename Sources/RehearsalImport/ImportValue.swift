import Rehearsal
import RehearsalDocuments

/// A value of an imported file and the way to it, as notes name it: `mappings[0].request.url`.
struct ImportValue {
    let node: JSONDocument.Node
    let path: String
    let file: ImportedFile

    /// The elements of an array.
    var elements: [ImportValue] {
        node.elements.enumerated().map { ImportValue(node: $0.element, path: "\(path)[\($0.offset)]", file: file) }
    }

    /// The elements of an array, or the value itself where a list of one is written without brackets.
    var elementsOrSelf: [ImportValue] { node.kind == .array ? elements : [self] }

    /// The members of an object whose names are the writer's own.
    var members: [(name: String, value: ImportValue)] {
        node.members.map { ($0.name, member($0.name, $0.value)) }
    }

    /// A string, number or truth value as text; nil for anything else.
    var scalar: String? { node.scalar }

    /// A member of an object.
    func member(_ name: String, _ node: JSONDocument.Node) -> ImportValue {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric(or: "_-$") }
        let child =
            !isPlain ? "\(path)[\(String(name.prefix(60)).quoted)]" : path.isEmpty ? name : "\(path).\(name)"
        return ImportValue(node: node, path: child, file: file)
    }

    /// A note on this value.
    func note(_ weight: ImportNote.Weight, _ problem: String, instead: String) -> ImportNote {
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

    /// Something is said in another way, or not at all, and what holds it is imported all the same.
    func differ(_ problem: String, instead: String) { file.add(.difference, self, problem, instead: instead) }

    /// The same, said at the first place where it occurs.
    func differOnce(_ problem: String, instead: String) {
        if file.isFirst(problem, instead) { differ(problem, instead: instead) }
    }

    /// Something cannot be said, and what holds it would answer wrongly without it.
    func refuse(_ problem: String, instead: String? = nil) {
        file.add(.refusal, self, problem, instead: instead ?? "the \(file.format.item) is left out")
    }

    /// The same, in place of a result.
    func refuse<Result>(_ problem: String, instead: String? = nil) -> Result? {
        refuse(problem, instead: instead) as Void
        return nil
    }
}

extension JSONDocument.Node {
    /// A string, number or truth value as text; nil for anything else.
    var scalar: String? { string ?? numberText ?? bool.map { $0 ? "true" : "false" } }
}

/// Readings of a value by its kind; a value of another kind is refused.
extension ImportValue {
    func object() -> ImportObject? { isKind(.object) ? ImportObject(self) : nil }

    /// The members of an object whose names are the writer's own; none of a value of another kind.
    func named() -> [(name: String, value: ImportValue)] { isKind(.object) ? members : [] }

    func array() -> [ImportValue] { isKind(.array) ? elements : [] }

    func string() -> String? { isKind(.string) ? node.string : nil }

    func bool() -> Bool? { isKind(.bool) ? node.bool : nil }

    /// A string, or a number or truth value as text.
    func text() -> String? { scalar ?? refuse("this is \(node.kind.noun), and a text belongs here") }

    /// A whole number within a range, also one that is written as a string.
    func integer(_ range: ClosedRange<Int>) -> Int? {
        let number = scalar.flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0) } }
        if let number, range.contains(number) { return number }
        let bounds = "\(range.lowerBound) to \(range.upperBound)"
        return refuse("a whole number, \(bounds), belongs here, found \(shown)")
    }

    /// A number that is not negative.
    func number() -> Double? {
        if let number = scalar.flatMap(Double.init), number.isFinite, number >= 0 { return number }
        return refuse("a number, 0 or more, belongs here, found \(shown)")
    }

    private func isKind(_ kind: JSONDocument.Kind) -> Bool {
        if node.kind == kind { return true }
        refuse("\(kind.noun) belongs here, found \(shown)")
        return false
    }

    private var shown: String { scalar.map { String($0.prefix(60)).quoted } ?? node.kind.noun }
}

/// An object whose members are asked for by name, and that knows which of them nobody asked for.
///
/// A class, because what is asked for in one function is known in the next; it never leaves the reading of one file.
final class ImportObject {
    let value: ImportValue
    private var asked: Set<String> = []

    init(_ value: ImportValue) { self.value = value }

    /// A member; nil if it is missing or null, as some tools write for what they have not.
    subscript(name: String) -> ImportValue? {
        asked.insert(name)
        guard let node = value.node[name], node.kind != .null else { return nil }
        return value.member(name, node)
    }

    func object(_ name: String) -> ImportObject? { self[name]?.object() }

    /// The members of a member whose names are the writer's own.
    func named(_ name: String) -> [(name: String, value: ImportValue)] { self[name]?.named() ?? [] }

    func array(_ name: String) -> [ImportValue] { self[name]?.array() ?? [] }

    func string(_ name: String) -> String? { self[name]?.string() }

    func bool(_ name: String) -> Bool? { self[name]?.bool() }

    func text(_ name: String) -> String? { self[name]?.text() }

    func integer(_ name: String, _ range: ClosedRange<Int>) -> Int? { self[name]?.integer(range) }

    func number(_ name: String) -> Double? { self[name]?.number() }

    /// Milliseconds, at most a day.
    func milliseconds(_ name: String) -> Duration? { integer(name, 0...86_400_000).map { .milliseconds($0) } }

    /// Members that mean nothing to whoever sends a request: how the tool itself keeps its files.
    func ignore(_ names: String...) { asked.formUnion(names) }

    /// Names every member that nobody asked for.
    func finish() {
        for value in rest { value.differ("this member is not known here", instead: "it is left out") }
    }

    /// Refuses every member that nobody asked for: a condition that is not known would be left out.
    func refuseRest() {
        for value in rest { value.refuse("this member is not known here, and may be a condition") }
    }

    /// The members that nobody has asked for.
    private var rest: [ImportValue] { value.members.filter { !asked.contains($0.name) }.map(\.value) }
}

/// A file that is being imported, with the notes on what a scenario cannot say as it stands there.
///
/// A class, because every value of the file adds its notes here; it never leaves the reading of one file.
final class ImportedFile {
    let source: SourceText
    let format: ImportFormat
    /// A file beside the imported one by its name: nil if it is not there.
    let beside: (String) -> [UInt8]?
    private var kept: [ImportNote] = []
    /// How many more there are than anybody reads.
    private var untold = 0
    /// How many refusals there were, told or not.
    private(set) var refusals = 0
    private var told: Set<ImportNote> = []

    private var toldOnce: Set<String> = []

    /// Nobody reads more of one file.
    private static let mostNotes = 500

    init(_ source: SourceText, _ format: ImportFormat, beside: @escaping (String) -> [UInt8]? = { _ in nil }) {
        (self.source, self.format, self.beside) = (source, format, beside)
    }

    /// The root of its document.
    func root(_ node: JSONDocument.Node) -> ImportValue { ImportValue(node: node, path: "", file: self) }

    /// All that cannot be said as it stands there, in the order in which it was found.
    var notes: [ImportNote] {
        guard untold > 0 else { return kept }
        let problem = "\(untold) more notes on this file are not shown"
        let last = ImportNote(.difference, path: source.path, problem, instead: "mend these first, or divide the file")
        return kept + [last]
    }

    /// Runs a part of the reading.
    ///
    /// - Returns: nil if it refused anything.
    func unlessRefused<Result>(_ read: () -> Result?) -> Result? {
        let before = refusals
        let result = read()
        return refusals == before ? result : nil
    }

    fileprivate func isFirst(_ problem: String, _ instead: String) -> Bool {
        toldOnce.insert("\(problem); \(instead)").inserted
    }

    fileprivate func add(_ weight: ImportNote.Weight, _ value: ImportValue, _ problem: String, instead: String) {
        if weight == .refusal { refusals += 1 }
        let note = value.note(weight, problem, instead: instead)
        guard told.insert(note).inserted else { return }
        if kept.count < Self.mostNotes { kept.append(note) } else { untold += 1 }
    }
}
