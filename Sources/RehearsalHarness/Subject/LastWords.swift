/// The end of what a process writes to its standard error, and how much it was.
struct LastWords {
    private var bytes: [UInt8] = []
    /// All of it, also what is not kept.
    private(set) var count = 0

    private static let kept = 16 << 10

    mutating func append(_ piece: ArraySlice<UInt8>) {
        count += piece.count
        bytes.append(contentsOf: piece)
        if bytes.count > 4 * Self.kept { bytes.removeFirst(bytes.count - Self.kept) }
    }

    /// The line that says what went wrong: the one that Swift writes when it gives up, else the last that speaks of an
    /// error, else the last one.
    var telling: String? {
        let lines: [String] = bytes.suffix(Self.kept).split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
            .compactMap { line in
                guard let start = line.firstIndex(where: { !$0.isWhitespace }) else { return nil }
                return String(line[start...])
            }
        let line =
            lines.last { $0.contains("Fatal error:") } ?? lines.last { $0.lowercased().contains("error:") }
            ?? lines.last
        return line.map { $0.count > 200 ? "\($0.prefix(199))…" : $0 }
    }
}
