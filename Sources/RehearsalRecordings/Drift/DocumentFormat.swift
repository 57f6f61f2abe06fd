import Rehearsal
import RehearsalHTTP
import RehearsalRedaction

/// A document format whose bodies are compared member by member.
package enum ComparableFormat: String, Sendable, CaseIterable {
    case json = "JSON", xml = "XML", csv = "CSV"

    /// Returns nil for other media types. XHTML and SVG are excluded, because people view them instead of parsing them.
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

    /// Parses a body and adds its values to a shape.
    ///
    /// - Returns: whether the body is a document of this format.
    func add(_ body: [UInt8], _ type: MediaType, in shape: inout BodyShape) -> Bool {
        switch self {
        case .json:
            guard let document = try? JSON(parsing: body) else { return false }
            shape.add(document)
        case .xml:
            guard let root = ParsedXMLElement(xml: Self.utf8(body, type)) else { return false }
            shape.add(root)
        case .csv:
            guard let table = CSVTable(Self.utf8(body, type), type) else { return false }
            shape.add(table)
        }
        return true
    }

    /// Returns the body as UTF-8 without a byte order mark. A body in a single-byte encoding is returned unchanged,
    /// because its names are ASCII.
    private static func utf8(_ body: [UInt8], _ type: MediaType) -> [UInt8] {
        if let wide = WideText(body, charset: type.charset) { return wide.utf8 }
        return body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
    }
}

/// A CSV table (RFC 4180) whose first line names its columns.
struct CSVTable: Sendable {
    let columnNames: [String]
    /// The rows below the header line; a row may be shorter or longer than the header.
    private(set) var rows: [[ArraySlice<UInt8>]] = []

    /// Parses a table. Returns nil if the body is malformed or has no header line.
    ///
    /// The first line is a header if its cells differ and none of them is a number, a date or an identifier.
    init?(_ bytes: [UInt8], _ type: MediaType) {
        guard !type.lacksHeaderRow, !bytes.contains(0) else { return nil }
        var lines = CSVReader(bytes)
        guard let first = lines.next() else { return nil }
        columnNames = first.map(\.trimmedText)
        guard Set(columnNames).count == columnNames.count, columnNames != [""] else { return nil }
        guard columnNames.allSatisfy({ !DynamicKey.matches($0) }) else { return nil }
        while let row = lines.next() { rows.append(row) }
        guard !lines.hasUnterminatedQuote else { return nil }
    }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes as text, without surrounding white space.
    var trimmedText: String {
        String(decoding: trimming { $0 <= 0x20 }, as: UTF8.self)
    }
}

/// A line-by-line parser for CSV that skips blank lines.
struct CSVReader {
    private let bytes: [UInt8]
    private var index = 0
    private let separator: UInt8
    /// Whether a quoted cell has no closing quote.
    private(set) var hasUnterminatedQuote = false

    private static let quote = UInt8(ascii: "\"")

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Locales with a decimal comma separate cells by semicolons or tabs.
        let first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        let counts = ",;\t".utf8.map { sign in (sign, first.count { $0 == sign }) }
        separator = counts.max { $0.1 < $1.1 }?.0 ?? UInt8(ascii: ",")
    }

    /// Returns the cells of the next line that is not blank, or nil at the end.
    mutating func next() -> [ArraySlice<UInt8>]? {
        while index < bytes.count, Self.endsLine(bytes[index]) { index += 1 }
        guard index < bytes.count, !hasUnterminatedQuote else { return nil }
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

    /// Parses a quoted cell, in which two quotes encode one (RFC 4180 §2).
    private mutating func quoted() -> ArraySlice<UInt8> {
        var text: [UInt8] = []
        index += 1
        while let end = bytes[index...].firstIndex(of: Self.quote) {
            text += bytes[index..<end]
            index = end + 1
            guard index < bytes.count, bytes[index] == Self.quote else {
                // Text between the closing quote and the separator is malformed and ignored.
                index = bytes[index...].firstIndex { $0 == separator || Self.endsLine($0) } ?? bytes.count
                return text[...]
            }
            text.append(Self.quote)
            index += 1
        }
        (hasUnterminatedQuote, index) = (true, bytes.count)
        return text[...]
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
