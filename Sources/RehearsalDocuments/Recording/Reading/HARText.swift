package import Rehearsal

/// The layout of a HAR that people can read: one member a line, and small objects, such as headers, on one line.
package enum HARText {
    /// The text before the first entry.
    package static let head = """
        {
          "log": {
            "version": "1.2",
            "creator": { "name": "Rehearsal", "version": "1.0" },
            "entries": [
        """
    /// The text after the last entry.
    package static let tail = "\n    ]\n  }\n}\n"

    /// The indentation level of entries.
    static let level = 3

    /// Returns the text between the head, or another entry, and an entry.
    package static func separator(isFirst: Bool) -> [UInt8] {
        Array((isFirst ? "\n" : ",\n").utf8) + Array(repeating: 0x20, count: level * 2)
    }

    package static func entry(_ entry: JSON) -> [UInt8] {
        var output: [UInt8] = []
        write(entry, level, to: &output)
        return output
    }

    private static func write(_ value: JSON, _ level: Int, to output: inout [UInt8]) {
        switch value {
        case .object(let members) where !members.isEmpty:
            if isSmall(members) { return writeLine(members, to: &output) }
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                startLine(level + 1, isFirst: index == 0, to: &output)
                output += JSON.string(member.name).printableBytes() + Array(": ".utf8)
                write(member.value, level + 1, to: &output)
            }
            startLine(level, isFirst: true, to: &output)
            output.append(UInt8(ascii: "}"))
        case .array(let elements) where !elements.isEmpty:
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                startLine(level + 1, isFirst: index == 0, to: &output)
                write(element, level + 1, to: &output)
            }
            startLine(level, isFirst: true, to: &output)
            output.append(UInt8(ascii: "]"))
        default: output += value.printableBytes()
        }
    }

    private static func startLine(_ level: Int, isFirst: Bool, to output: inout [UInt8]) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        output.append(0x0A)
        output += Array(repeating: 0x20, count: level * 2)
    }

    /// Whether an object is written on one line: at most two members, or at most 100 bytes.
    private static func isSmall(_ members: [JSON.Member]) -> Bool {
        var length = 0
        for member in members {
            switch member.value {
            case .object, .array: return false
            case .string(let text): length += text.utf8.count
            default: length += 5
            }
            length += member.name.utf8.count + 6
        }
        return members.count <= 2 || length <= 100
    }

    private static func writeLine(_ members: [JSON.Member], to output: inout [UInt8]) {
        output += "{ ".utf8
        for (index, member) in members.enumerated() {
            if index > 0 { output += ", ".utf8 }
            output += JSON.string(member.name).printableBytes() + Array(": ".utf8) + member.value.printableBytes()
        }
        output += " }".utf8
    }
}

/// The repair of a HAR whose last entry is incomplete because the recording process was terminated.
package enum HARRepair {
    /// The end of an entry, which does not occur inside of one.
    private static let endOfEntry = Array("\n      }".utf8)
    private static let maxAttempts = 4

    /// Returns a complete document unchanged, and a document with an incomplete last entry without that entry.
    ///
    /// Returns nil for bytes that this package did not write, or that are damaged elsewhere.
    package static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
        if (try? JSONDocument(parsing: bytes)) != nil { return bytes }
        let head = Array(HARText.head.utf8)
        guard bytes.starts(with: head) else { return nil }
        var end = bytes.count
        for _ in 0..<maxAttempts {
            guard let start = lastEndOfEntry(in: bytes, before: end) else { break }
            let complete = bytes[..<(start + endOfEntry.count)] + HARText.tail.utf8
            if (try? JSONDocument(parsing: Array(complete))) != nil { return Array(complete) }
            end = start
        }
        // The file ends inside its first entry.
        let empty = head + Array(HARText.tail.utf8)
        return bytes.count < head.count + (1 << 20) && lastEndOfEntry(in: bytes, before: bytes.count) == nil
            ? empty : nil
    }

    private static func lastEndOfEntry(in bytes: [UInt8], before end: Int) -> Int? {
        var index = end - endOfEntry.count
        while index >= 0 {
            if bytes[index] == 0x0A, bytes[index...].starts(with: endOfEntry) { return index }
            index -= 1
        }
        return nil
    }
}
