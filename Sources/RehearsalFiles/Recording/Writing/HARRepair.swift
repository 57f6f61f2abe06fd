import Rehearsal

/// Puts a HAR right that was cut off while its last entry was written, as a process that is killed leaves it.
enum HARRepair {
    /// How an entry ends, and nothing inside of one.
    private static let endOfEntry = Array("\n      }".utf8)
    private static let mostTries = 4

    /// The bytes as they are if they are a document, without what is broken off at their end otherwise; nil for what
    /// was not written by a recording, or is broken elsewhere.
    static func whole(_ bytes: [UInt8]) -> [UInt8]? {
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
