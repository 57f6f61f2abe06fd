import Rehearsal
import RehearsalHTTP

/// The redaction of a body of one media type.
struct BodyRedaction {
    let redaction: RecordingRedaction
    let type: MediaType

    func body(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.isEmpty { return bytes }
        if hidesSecret(bytes) { return [] }
        if !type.isBinary, let wide = WideText(bytes, charset: type.charset) {
            var narrow = type
            narrow.charset = nil
            let shown = redaction.body(wide.utf8, type: narrow)
            return shown == wide.utf8 ? bytes : wide.bytes(of: shown)
        }
        if type.isJSON || RecordingRedaction.looksLikeJSON(bytes),
            let shown = DocumentRedaction(redaction: redaction).document(bytes)
        {
            return shown
        }
        if type.name == "application/x-www-form-urlencoded" { return redaction.parameters(redaction.names.form(bytes)) }
        if type.name.hasPrefix("multipart/"), let shown = parts(bytes) {
            // A part with zero bytes can look like UTF-16 or UTF-32, and then hide a secret that the whole body shows.
            guard shown.contains(0) else { return shown }
            let isText = RecordingRedaction.isText(shown, type)
            return isText ? redaction.redacted(shown, in: .text) : redaction.redacted(binary: shown)
        }
        guard RecordingRedaction.isText(bytes, type) else { return redaction.redacted(binary: bytes) }
        let isDocument = type.isXML || bytes.first == UInt8(ascii: "<")
        let named =
            isDocument
            ? MarkupRedaction(names: redaction.names).elements(bytes)
            : table(redaction.names.body(bytes))
        return redaction.redacted(named, in: .text)
    }

    /// Returns whether compressed bytes contain a secret, which redaction cannot replace in them.
    private func hidesSecret(_ bytes: [UInt8]) -> Bool {
        guard let unpacked = CompressedBytes.decompressed(bytes) else { return false }
        let isText = RecordingRedaction.readable(unpacked) != nil
        return (isText ? redaction.body(unpacked, type: MediaType("")) : redaction.redacted(binary: unpacked))
            != unpacked
    }

    /// Returns a multipart body with each part redacted by its name and type; nil without a boundary.
    private func parts(_ bytes: [UInt8]) -> [UInt8]? {
        guard let boundary = type.boundary else { return nil }
        let line = Array("--\(boundary)".utf8)
        var output: [UInt8] = []
        var index = 0
        while let start = bytes.start(of: line, from: index) {
            output += part(Array(bytes[index..<start]))
            output += line
            index = start + line.count
        }
        return index == 0 ? nil : output + part(Array(bytes[index...]))
    }

    private func part(_ bytes: [UInt8]) -> [UInt8] {
        // Bytes without a head are not a part, but can contain a secret as any text can.
        guard let end = bytes.start(of: Array("\r\n\r\n".utf8), from: 0) else {
            return redaction.body(bytes, type: MediaType("text/plain"))
        }
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        let hasLineEnd = bytes.count >= end + 6 && bytes.suffix(2) == [0x0D, 0x0A]
        let content = Array(bytes[(end + 4)..<max(end + 4, bytes.count - (hasLineEnd ? 2 : 0))])
        var shown = content
        if let name = Self.name(ofPart: head), redaction.names.members.union(redaction.names.query).contains(name),
            !redaction.rules.keepsQuery(Array(name.utf8))
        {
            shown = Array(redaction.names.placeholder(for: content).utf8)
        } else {
            let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-type:") }
            shown = redaction.body(content, type: MediaType(field.map { String($0.dropFirst(13)) } ?? "text/plain"))
        }
        return Array(redaction.text(head).utf8) + Array("\r\n\r\n".utf8) + shown + (hasLineEnd ? [0x0D, 0x0A] : [])
    }

    /// Returns the `name` parameter of a part's head, quoted or not; nil if there is none.
    private static func name(ofPart head: String) -> String? {
        let bytes = Array(head.lowercased().utf8)
        guard let start = bytes.start(of: Array("name=".utf8), from: 0).map({ $0 + 5 }), start < bytes.count else {
            return nil
        }
        guard let before = bytes[..<(start - 5)].last, before == 0x20 || before == 0x09 || before == 0x3B else {
            return nil
        }
        if bytes[start] != UInt8(ascii: "\"") {
            return String(decoding: bytes[start...].prefix { $0 > 0x20 && $0 != 0x3B }, as: UTF8.self)
        }
        return String(decoding: bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}

/// Redaction of tables (RFC 4180) by the column names of the first line.
extension BodyRedaction {
    /// Returns a table with the cells of secret columns replaced, and any other text unchanged.
    private func table(_ bytes: [UInt8]) -> [UInt8] {
        guard !type.lacksHeaderRow, Self.tables.contains(type.name) || Self.looksLikeTable(bytes) else { return bytes }
        var cells = TableCells(bytes)
        let names = cells.nextLine().map { String(decoding: bytes[$0], as: UTF8.self) }
        let secret = names.map { redaction.names.members.contains($0) && !redaction.rules.keepsQuery(Array($0.utf8)) }
        let open = names.map {
            redaction.names.ambiguousMembers.contains($0) && !redaction.rules.keepsQuery(Array($0.utf8))
        }
        guard secret.contains(true) || open.contains(true) else { return bytes }
        var output: [UInt8] = []
        var index = 0
        while !cells.isAtEnd {
            for (column, range) in cells.nextLine().enumerated() where column < names.count {
                let value = TableCells.value(bytes[range])
                let isIssued = open[column] && HighEntropyValue.isLikelyCredential(value)
                guard secret[column] || isIssued, !Self.isNothing(value) else { continue }
                output += bytes[index..<range.lowerBound] + Array(redaction.names.placeholder(for: value).utf8)
                index = range.upperBound
            }
        }
        return output + bytes[index...]
    }

    /// The media types of tables with column names in the first line.
    private static let tables = ["text/csv", "application/csv", "text/x-csv", "text/tab-separated-values"]

    /// Returns whether a cell is blank, null or a Boolean.
    private static func isNothing(_ value: [UInt8]) -> Bool {
        value.allSatisfy { $0 == 0x20 }
            || ["null", "nil", "true", "false"].contains(String(decoding: value, as: UTF8.self).lowercased())
    }

    /// Returns whether the first line has column names without spaces, and the second line equally many cells.
    private static func looksLikeTable(_ bytes: [UInt8]) -> Bool {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard 3...4096 ~= line.count, line.count < bytes.count else { return false }
        var cells = TableCells(bytes)
        let names = cells.nextLine()
        let areNames = names.allSatisfy { name in
            !name.isEmpty && bytes[name].allSatisfy { $0.isAlphanumeric(or: "-_.") } && !bytes[name.lowerBound].isDigit
        }
        return names.count > 1 && areNames && !cells.isAtEnd && cells.nextLine().count == names.count
    }
}

extension [UInt8] {
    /// Returns the start of the first occurrence of some bytes at or after an index; nil if there is none.
    package func start(of part: [UInt8], from index: Int) -> Int? {
        guard let first = part.first else { return nil }
        var index = index
        while let start = self[index...].firstIndex(of: first), start + part.count <= count {
            if self[start...].starts(with: part) { return start }
            index = start + 1
        }
        return nil
    }
}

/// An iterator over the cell ranges of a table, line by line, without their quotation marks.
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

    /// Returns the cells of the next line that is not blank; none at the end.
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
        // A truncated cell has no closing quotation mark.
        let last = min(place, bytes.count)
        index = end(from: last)
        return start..<last
    }

    /// Returns the end of an unquoted rest of a cell.
    private func end(from index: Int) -> Int {
        bytes[index...].firstIndex { $0 == separator || $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    /// Returns the value of a cell, in which two quotation marks stand for one.
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
