import Rehearsal
import RehearsalHTTP

extension MediaType {
    /// Whether it is a table whose first line names its columns.
    var isTable: Bool {
        let tables = ["text/csv", "application/csv", "text/x-csv", "text/tab-separated-values"]
        return tables.contains(name)
    }
}

extension UInt8 {
    var isInColumnName: Bool { isAlphanumeric(or: "-_.") }
}

/// The places of the cells of a table, line by line, without their quotation marks.
struct TableCells {
    private let bytes: [UInt8]
    private let separator: UInt8
    private var index = 0

    private static let quote = UInt8(ascii: "\"")

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        let counts = ",;\t|".utf8.map { sign in (sign, first.count { $0 == sign }) }
        separator = counts.max { $0.1 < $1.1 }?.0 ?? UInt8(ascii: ",")
    }

    var isAtEnd: Bool { index >= bytes.count }

    /// The cells of the next line that is not blank; none at the end.
    mutating func nextLine() -> [Range<Int>] {
        var cells: [Range<Int>] = []
        while index < bytes.count, bytes[index] == 0x0A || bytes[index] == 0x0D { index += 1 }
        while index < bytes.count {
            cells.append(cell())
            guard index < bytes.count else { break }
            let isEnd = bytes[index] != separator
            index += 1
            if isEnd { break }
        }
        return cells
    }

    private mutating func cell() -> Range<Int> {
        guard index < bytes.count, bytes[index] == Self.quote else {
            let start = index
            index = end(from: index)
            return start..<index
        }
        let start = index + 1
        var place = start
        while place < bytes.count {
            if bytes[place] == Self.quote {
                guard place + 1 < bytes.count, bytes[place + 1] == Self.quote else { break }
                place += 1
            }
            place += 1
        }
        // What is cut off has no quotation mark at its end.
        let last = min(place, bytes.count)
        index = end(from: last)
        return start..<last
    }

    /// Where a cell ends that has no quotation marks from here on.
    private func end(from index: Int) -> Int {
        bytes[index...].firstIndex { $0 == separator || $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    /// What a cell says: two quotation marks stand for one.
    static func value(_ cell: ArraySlice<UInt8>) -> [UInt8] {
        var value: [UInt8] = []
        var isDoubled = false
        for byte in cell {
            isDoubled = byte == quote && !isDoubled
            if !isDoubled || byte != quote { value.append(byte) }
        }
        return value
    }
}
