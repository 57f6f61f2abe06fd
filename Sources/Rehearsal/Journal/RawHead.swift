/// What a head says, read leniently: for showing what arrived, never for deciding about it.
struct RawHead {
    var method = ""
    var target = ""
    var version = ""
    var headers = Scenario.Headers()

    init(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).makeIterator()
        guard let requestLine = lines.next().map(Self.withoutReturn) else { return }
        let parts = requestLine.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        method = Self.text(parts[0])
        if parts.count > 1 { target = Self.text(parts[1]) }
        if parts.count > 2 { version = Self.text(parts[2]) }
        while let line = lines.next().map(Self.withoutReturn), !line.isEmpty {
            let halves = line.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
            headers.append(Self.text(halves[0]), halves.count > 1 ? Self.text(Self.trimmed(halves[1])) : "")
        }
    }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 0x0D ? line.dropLast() : line
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var value = value
        while let first = value.first, first == 0x20 || first == 0x09 { value = value.dropFirst() }
        while let last = value.last, last == 0x20 || last == 0x09 { value = value.dropLast() }
        return value
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
