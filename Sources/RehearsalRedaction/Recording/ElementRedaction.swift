import Rehearsal

/// Takes the secrets out of documents that are written in elements: XML and pages.
struct ElementRedaction {
    let names: Redaction

    /// What names say to be secret: the text of elements, `<SecretAccessKey>…</SecretAccessKey>`, and values beside a
    /// name.
    func elements(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        var marks = MarkedText(bytes: bytes)
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            guard let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else { break }
            output += bytes[index..<open] + tag(bytes[open...close])
            index = close + 1
            // The prefix that a document has for a namespace is its own choice.
            let name = bytes[(open + 1)..<close].prefix { !" \t\r\n/".utf8.contains($0) }
            let local = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? name
            guard names.members.contains(local), bytes[close - 1] != UInt8(ascii: "/") else { continue }
            let (start, value, end) = marks.content(from: index)
            guard bytes[end...].starts(with: "</".utf8) else { continue }
            output += bytes[index..<start]
            output += names.placeholder(for: value).utf8 + bytes[value.endIndex..<end]
            index = end
        }
        return output + bytes[index...]
    }

    /// A tag without the values that another attribute says to be secret: `<input name="csrf_token" value="…">`.
    ///
    /// Those that are secret by their own names are, as everywhere in text.
    private func tag(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "=")) else { return Array(bytes) }
        let attributes = Self.attributes(bytes)
        let isNamed = attributes.contains { name, value in
            Self.naming.contains(name) && names.members.contains(bytes[value])
        }
        guard isNamed else { return Array(bytes) }
        var output: [UInt8] = []
        var index = bytes.startIndex
        for (name, range) in attributes {
            let value = bytes[range]
            guard Self.holding.contains(name), DrawnValue.isMeant(value) else { continue }
            output += bytes[index..<range.lowerBound] + Array(names.placeholder(for: value).utf8)
            index = range.upperBound
        }
        return output + bytes[index...]
    }

    private static let naming: Set<String> = ["name", "id", "property"]
    private static let holding: Set<String> = ["value", "content"]

    /// The attributes of a tag that have a value in quotes: their names, and where the values are.
    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [(String, Range<Int>)] {
        var found: [(String, Range<Int>)] = []
        var index = bytes.startIndex
        while let equals = bytes[index...].firstIndex(of: UInt8(ascii: "=")) {
            index = equals + 1
            let name = bytes[..<equals].reversed().prefix { $0 > 0x20 && !"\"'<:=".utf8.contains($0) }
            guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"),
                let end = bytes[(index + 1)...].firstIndex(of: bytes[index])
            else { continue }
            found.append((String(decoding: name.reversed(), as: UTF8.self).lowercased(), (index + 1)..<end))
            index = end + 1
        }
        return found
    }
}

/// The texts of elements, some of which are marked (XML 1.0 §2.7).
private struct MarkedText {
    let bytes: [UInt8]
    /// Whether no mark ends in the rest of the document, so that none is looked for again.
    private var isOpen = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Where the text of an element begins behind its mark, the text, and where its end tag is to begin.
    mutating func content(from index: Int) -> (Int, ArraySlice<UInt8>, Int) {
        let mark = Array("<![CDATA[".utf8)
        if !isOpen, bytes[index...].starts(with: mark) {
            let start = index + mark.count
            if let end = bytes.start(of: Array("]]>".utf8), from: start) { return (start, bytes[start..<end], end + 3) }
            isOpen = true
        }
        let value = bytes[index...].prefix { $0 != UInt8(ascii: "<") }
        return (index, value, value.endIndex)
    }
}
