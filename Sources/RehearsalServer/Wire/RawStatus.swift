/// What a raw reply says of itself, for the journal.
enum RawStatus {
    /// The status of the last status line that begins it: `HTTP/1.1 503 …`; informational ones are passed over.
    static func of(_ bytes: [UInt8]) -> Int? {
        var rest = bytes[...]
        while true {
            guard rest.starts(with: Array("HTTP/1.".utf8)), rest.count >= 12 else { return nil }
            let digits = rest.dropFirst(9).prefix(3)
            guard let status = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
            guard (100..<200).contains(status), status != 101, let next = end(of: rest) else { return status }
            rest = bytes[next...]
        }
    }

    /// Where the head of the reply ends, or how long the whole is if it has no end.
    static func headLength(of bytes: [UInt8]) -> Int { end(of: bytes[...]) ?? bytes.count }

    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard bytes.count >= mark.count else { return nil }
        for index in bytes.startIndex...(bytes.endIndex - mark.count) where bytes[index...].starts(with: mark) {
            return index + mark.count
        }
        return nil
    }
}
