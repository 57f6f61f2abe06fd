import Rehearsal

/// A table in CSV (RFC 4180) whose first line names its columns.
struct NamedColumns: Sendable {
    let names: [String]
    /// What stands below them, line by line; a line may be shorter, or longer.
    private(set) var rows: [[ArraySlice<UInt8>]] = []

    /// Nil for what is no table, or has no such line: what stands there are names if they are different, and none is a
    /// number, a date or something else that was given and not chosen.
    init?(_ bytes: [UInt8], _ type: MediaType) {
        guard !type.hasNoHeader, !bytes.contains(0) else { return nil }
        var lines = CellReader(bytes)
        guard let first = lines.next() else { return nil }
        names = first.map(\.trimmedText)
        guard Set(names).count == names.count, names != [""] else { return nil }
        guard names.allSatisfy({ !DictionaryKey.isOne($0) }) else { return nil }
        while let row = lines.next() { rows.append(row) }
        guard !lines.isBroken else { return nil }
    }
}

extension BidirectionalCollection<UInt8> {
    /// The text without white space around it.
    var trimmedText: String {
        String(decoding: trimming { $0 <= 0x20 }, as: UTF8.self)
    }
}
