import Rehearsal

/// Asks one imported file for its members, and keeps what cannot be said as it stands there.
struct ImportReader {
    let source: SourceText
    let format: ImportFormat
    /// A file beside the imported one by its name: nil if it is not there.
    var file: (String) -> [UInt8]? = { _ in nil }
    private var kept: [ImportNote] = []
    /// How many more there are than anybody reads.
    private var untold = 0
    /// How many refusals there were, told or not.
    private(set) var refusals = 0
    private var told: Set<ImportNote> = []

    /// Nobody reads more of one file.
    private static let mostNotes = 500

    init(_ source: SourceText, _ format: ImportFormat) { (self.source, self.format) = (source, format) }

    /// Something is said in another way, or not at all, and what holds it is imported all the same.
    mutating func differ(_ value: ImportValue, _ problem: String, instead: String) {
        add(.difference, value, problem, instead)
    }

    /// Something cannot be said, and what holds it would answer wrongly without it.
    mutating func refuse(_ value: ImportValue, _ problem: String, instead: String? = nil) {
        refusals += 1
        add(.refusal, value, problem, instead ?? "the \(format.item) is left out")
    }

    private mutating func add(_ weight: ImportNote.Weight, _ value: ImportValue, _ problem: String, _ instead: String) {
        let position = source.position(of: value.node.range)
        let note = ImportNote(
            weight,
            path: source.path,
            position: position,
            member: value.path,
            problem,
            instead: instead
        )
        guard told.insert(note).inserted else { return }
        if kept.count < Self.mostNotes { kept.append(note) } else { untold += 1 }
    }

    /// All that cannot be said as it stands there, in the order in which it was found.
    var notes: [ImportNote] {
        guard untold > 0 else { return kept }
        let problem = "\(untold) more notes on this file are not shown"
        let last = ImportNote(.difference, path: source.path, problem, instead: "mend these first, or divide the file")
        return kept + [last]
    }

    /// Names every member that nobody asked for.
    mutating func finish(_ object: ImportObject, instead: String = "it is left out") {
        for value in object.rest { differ(value, "this member is not known here", instead: instead) }
    }

    /// Refuses every member that nobody asked for: a condition that is not known would be left out.
    mutating func refuseRest(_ object: ImportObject) {
        for value in object.rest { refuse(value, "this member is not known here, and may be a condition") }
    }

    /// Runs a part of the reading.
    ///
    /// - Returns: nil if it refused anything.
    mutating func unlessRefused<Result>(_ read: (inout ImportReader) -> Result) -> Result? {
        let before = refusals
        let result = read(&self)
        return refusals == before ? result : nil
    }
}

extension ImportReader {
    mutating func object(_ value: ImportValue?) -> ImportObject? {
        value.flatMap { checked($0, .object) }.map(ImportObject.init)
    }

    mutating func array(_ value: ImportValue?) -> [ImportValue] {
        value.flatMap { checked($0, .array) }?.elements ?? []
    }

    mutating func string(_ value: ImportValue?) -> String? {
        value.flatMap { checked($0, .string) }?.node.string
    }

    mutating func bool(_ value: ImportValue?) -> Bool? {
        value.flatMap { checked($0, .bool) }?.node.bool
    }

    /// A string, or a number or truth value as text.
    mutating func text(_ value: ImportValue?) -> String? {
        guard let value else { return nil }
        if let text = value.scalar { return text }
        refuse(value, "this is \(value.node.kind.noun), and a text belongs here")
        return nil
    }

    /// A whole number within a range, also one that is written as a string.
    mutating func integer(_ value: ImportValue?, _ range: ClosedRange<Int>) -> Int? {
        guard let value else { return nil }
        let number = value.scalar.flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0) } }
        if let number, range.contains(number) { return number }
        let bounds = "\(range.lowerBound) to \(range.upperBound)"
        refuse(value, "a whole number, \(bounds), belongs here, found \(Self.shown(value))")
        return nil
    }

    /// A number that is not negative.
    mutating func number(_ value: ImportValue?) -> Double? {
        guard let value else { return nil }
        if let number = value.scalar.flatMap(Double.init), number.isFinite, number >= 0 { return number }
        refuse(value, "a number, 0 or more, belongs here, found \(Self.shown(value))")
        return nil
    }

    /// Milliseconds, at most a day.
    mutating func milliseconds(_ value: ImportValue?) -> Duration? {
        integer(value, 0...86_400_000).map { .milliseconds($0) }
    }

    private mutating func checked(_ value: ImportValue, _ kind: JSONDocument.Kind) -> ImportValue? {
        if value.node.kind == kind { return value }
        refuse(value, "\(kind.noun) belongs here, found \(Self.shown(value))")
        return nil
    }

    static func shown(_ value: ImportValue) -> String {
        value.scalar.map { String($0.prefix(60)).quoted } ?? value.node.kind.noun
    }
}
