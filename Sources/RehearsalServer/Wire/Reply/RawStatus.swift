import RehearsalPlatform

/// What a raw reply says of itself, for the journal.
enum RawStatus {
    /// The status of the last status line that begins it: `HTTP/1.1 503 …`; informational ones are passed over.
    static func of(_ bytes: [UInt8]) -> Int? {
        status(of: final(in: bytes))
    }

    /// Where the head of the last reply ends, or how long the whole is if it has no end.
    static func headLength(of bytes: [UInt8]) -> Int { end(of: final(in: bytes)) ?? bytes.count }

    /// Where the last reply begins.
    static func finalStart(in bytes: [UInt8]) -> Int { final(in: bytes).startIndex }

    /// What is left when informational replies are passed over.
    private static func final(in bytes: [UInt8]) -> ArraySlice<UInt8> {
        var rest = bytes[...]
        while let status = status(of: rest), (100..<200).contains(status), status != 101, let next = end(of: rest) {
            // An informational reply that nothing follows is all there is.
            guard next < bytes.count else { break }
            rest = bytes[next...]
        }
        return rest
    }

    static func status(of bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: Array("HTTP/1.".utf8)), bytes.count >= 12 else { return nil }
        return Int(String(decoding: bytes.dropFirst(9).prefix(3), as: UTF8.self))
    }

    static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { whole in
            guard let base = whole.baseAddress else { return nil }
            var position = 3
            while position < whole.count, let found = memchr(base + position, 0x0A, whole.count - position) {
                let feed = UnsafeRawPointer(found) - base
                if whole[feed - 1] == 0x0D, whole[feed - 2] == 0x0A, whole[feed - 3] == 0x0D {
                    return bytes.startIndex + feed + 1
                }
                position = feed + 1
            }
            return nil
        }
    }
}
