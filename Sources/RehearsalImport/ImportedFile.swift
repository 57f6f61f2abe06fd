import Rehearsal
import RehearsalDocuments

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

extension ImportValue {
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
