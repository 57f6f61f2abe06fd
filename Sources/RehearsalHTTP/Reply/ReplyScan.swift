import RehearsalPlatform

/// The status and the end of the head in the bytes of a reply, which may be invalid or incomplete.
///
/// A scan repairs and rejects nothing, unlike ``ReplyHead``, which parses the replies of other servers.
package struct ReplyScan {
    /// The bytes of the last reply, which follows the interim replies.
    package let final: ArraySlice<UInt8>
    /// The status of the last reply, such as 503; nil if the reply does not begin with a status line.
    package let status: Int?
    /// The index at which the head of the last reply ends; nil if the head is incomplete.
    package let headEnd: Int?

    package init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let status = Self.status(of: rest), (100..<200).contains(status), status != 101,
            let next = Self.end(of: rest)
        {
            // If nothing follows an interim reply, it is the last reply.
            guard next < bytes.count else { break }
            rest = bytes[next...]
        }
        (final, status, headEnd) = (rest, Self.status(of: rest), Self.end(of: rest))
    }

    private static func status(of bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: Array("HTTP/1.".utf8)), bytes.count >= 12 else { return nil }
        return Int(String(decoding: bytes.dropFirst(9).prefix(3), as: UTF8.self))
    }

    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { whole in
            guard let base = whole.baseAddress else { return nil }
            var position = 3
            while position < whole.count, let found = memchr(base + position, 0x0A, whole.count - position) {
                let lineFeed = UnsafeRawPointer(found) - base
                if whole[lineFeed - 1] == 0x0D, whole[lineFeed - 2] == 0x0A, whole[lineFeed - 3] == 0x0D {
                    return bytes.startIndex + lineFeed + 1
                }
                position = lineFeed + 1
            }
            return nil
        }
    }
}
