/// Finds any of many known values in a text at the cost of one look a byte.
///
/// The first eight bytes of each value lead to it; a table of bits says of most places that no value begins there.
package struct SecretIndex {
    private var values: [UInt64: [[UInt8]]] = [:]
    private var bits = [UInt64](repeating: 0, count: 1 << 10)

    private static let width = 8

    package init() {}

    /// Takes a value of eight bytes or more.
    ///
    /// - Returns: whether it is a new one.
    @discardableResult
    package mutating func insert(_ value: [UInt8]) -> Bool {
        guard value.count >= Self.width else { return false }
        let key = Self.key(value, 0)
        if values[key]?.contains(value) == true { return false }
        values[key, default: []].append(value)
        // Of two that begin alike the longer one is meant.
        values[key]?.sort { $0.count > $1.count }
        let bit = Self.bit(of: key)
        bits[bit >> 6] |= 1 << UInt64(bit & 63)
        return true
    }

    package func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        guard !values.isEmpty, bytes.count >= Self.width else { return [] }
        var found: [Range<Int>] = []
        var key = Self.key(bytes, 0)
        var index = 0
        while true {
            let bit = Self.bit(of: key)
            if bits[bit >> 6] & 1 << UInt64(bit & 63) != 0, let end = end(of: key, at: index, in: bytes) {
                found.append(index..<end)
            }
            guard index + Self.width < bytes.count else { return found }
            key = key << 8 | UInt64(bytes[index + Self.width])
            index += 1
        }
    }

    private func end(of key: UInt64, at index: Int, in bytes: [UInt8]) -> Int? {
        values[key]?.first { bytes[index...].starts(with: $0) }.map { index + $0.count }
    }

    private static func key(_ bytes: [UInt8], _ index: Int) -> UInt64 {
        bytes[index..<(index + width)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bit(of key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 48) }
}
