package import Rehearsal

/// A HAR as it is written to be read: a member a line, and small objects, such as a header, in one.
package enum HARText {
    /// Before the first entry.
    package static let head = """
        {
          "log": {
            "version": "1.2",
            "creator": { "name": "Rehearsal", "version": "1.0" },
            "entries": [
        """
    /// After the last entry.
    package static let tail = "\n    ]\n  }\n}\n"

    /// How far the entries are in.
    static let level = 3

    /// Between the head, or another entry, and an entry.
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
                output += JSON.string(member.name).shownBytes() + Array(": ".utf8)
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
        default: output += value.shownBytes()
        }
    }

    private static func startLine(_ level: Int, isFirst: Bool, to output: inout [UInt8]) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        output.append(0x0A)
        output += Array(repeating: 0x20, count: level * 2)
    }

    /// A name and a value, or as much of that kind as fits a line.
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
            output += JSON.string(member.name).shownBytes() + Array(": ".utf8) + member.value.shownBytes()
        }
        output += " }".utf8
    }
}

/// Puts a HAR right that was cut off while its last entry was written, as a process that is killed leaves it.
package enum HARRepair {
    /// How an entry ends, and nothing inside of one.
    private static let endOfEntry = Array("\n      }".utf8)
    private static let mostTries = 4

    /// The bytes as they are if they are a document, without what is broken off at their end otherwise; nil for what
    /// was not written by a recording, or is broken elsewhere.
    package static func whole(_ bytes: [UInt8]) -> [UInt8]? {
        if (try? JSONDocument(parsing: bytes)) != nil { return bytes }
        let head = Array(HARText.head.utf8)
        guard bytes.starts(with: head) else { return nil }
        var end = bytes.count
        for _ in 0..<mostTries {
            guard let start = last(in: bytes, before: end) else { break }
            let whole = bytes[..<(start + endOfEntry.count)] + HARText.tail.utf8
            if (try? JSONDocument(parsing: Array(whole))) != nil { return Array(whole) }
            end = start
        }
        // The first entry was not whole yet.
        let empty = head + Array(HARText.tail.utf8)
        return bytes.count < head.count + (1 << 20) && last(in: bytes, before: bytes.count) == nil ? empty : nil
    }

    private static func last(in bytes: [UInt8], before end: Int) -> Int? {
        var index = end - endOfEntry.count
        while index >= 0 {
            if bytes[index] == 0x0A, bytes[index...].starts(with: endOfEntry) { return index }
            index -= 1
        }
        return nil
    }
}
