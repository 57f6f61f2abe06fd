import Rehearsal
import RehearsalHTTP
import RehearsalRedaction

/// How a body is written that can be compared member by member.
package enum DocumentForm: String, Sendable, CaseIterable {
    case json = "JSON", xml = "XML", csv = "CSV"

    /// Nil for bodies that are no documents: pages and pictures are for people to look at, be they XML or not.
    init?(_ type: MediaType) {
        if type.isJSON {
            self = .json
        } else if type.isXML, !["application/xhtml+xml", "image/svg+xml"].contains(type.name) {
            self = .xml
        } else if type.name == "text/csv" {
            self = .csv
        } else {
            return nil
        }
    }

    /// Adds what a body shows.
    ///
    /// - Returns: whether it is such a document.
    func note(_ body: [UInt8], _ type: MediaType, in shape: inout BodyShape) -> Bool {
        switch self {
        case .json:
            guard let document = try? JSON(parsing: body) else { return false }
            shape.take(document)
        case .xml:
            guard let root = DocumentElement(xml: Self.utf8(body, type)) else { return false }
            shape.take(root)
        case .csv:
            guard let table = NamedColumns(Self.utf8(body, type), type) else { return false }
            shape.take(table)
        }
        return true
    }

    /// Without a byte order mark; what is written in single bytes has its names in ASCII, and is read as it is.
    private static func utf8(_ body: [UInt8], _ type: MediaType) -> [UInt8] {
        if let wide = WideText(body, charset: type.charset) { return wide.utf8 }
        return body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
    }
}

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

/// Reads a table in CSV line by line; blank lines are none.
struct CellReader {
    private let bytes: [UInt8]
    private var index = 0
    private let separator: UInt8
    /// Whether something in quotes did not end.
    private(set) var isBroken = false

    private static let quote = UInt8(ascii: "\"")

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Where a comma is part of numbers, cells stand between semicolons or tabs.
        let first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        let counts = ",;\t".utf8.map { sign in (sign, first.count { $0 == sign }) }
        separator = counts.max { $0.1 < $1.1 }?.0 ?? UInt8(ascii: ",")
    }

    /// The next line that is not blank; nil at the end.
    mutating func next() -> [ArraySlice<UInt8>]? {
        while index < bytes.count, Self.endsLine(bytes[index]) { index += 1 }
        guard index < bytes.count, !isBroken else { return nil }
        var cells = [cell()]
        while index < bytes.count, bytes[index] == separator {
            index += 1
            cells.append(cell())
        }
        return cells
    }

    private mutating func cell() -> ArraySlice<UInt8> {
        if index < bytes.count, bytes[index] == Self.quote { return quoted() }
        let cell = bytes[index...].prefix { $0 != separator && !Self.endsLine($0) }
        index = cell.endIndex
        return cell
    }

    /// Two quotes stand for one.
    private mutating func quoted() -> ArraySlice<UInt8> {
        var text: [UInt8] = []
        index += 1
        while let end = bytes[index...].firstIndex(of: Self.quote) {
            text += bytes[index..<end]
            index = end + 1
            guard index < bytes.count, bytes[index] == Self.quote else {
                // What follows the quotes belongs to no cell.
                index = bytes[index...].firstIndex { $0 == separator || Self.endsLine($0) } ?? bytes.count
                return text[...]
            }
            text.append(Self.quote)
            index += 1
        }
        (isBroken, index) = (true, bytes.count)
        return text[...]
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
