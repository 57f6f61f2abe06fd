import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// A Bloom filter over the eight-byte substrings of stored entries, which determines whether they may contain a value.
struct BloomFilter {
    private var bits = [UInt64](repeating: 0, count: 1 << power)
    private var setBits = 0

    private static let power: UInt64 = 9
    private static let width = 8
    /// The number of low bits of a hash that are dropped.
    private static let shift = 64 - 6 - power

    /// Whether more than half of the bits are set, so that the filter is no longer selective.
    var isFull: Bool { setBits > bits.count * 64 / 2 }

    mutating func insert(_ exchange: DecodedExchange) {
        insertText(exchange.url)
        insertText(exchange.phrase)
        for comment in exchange.comments.all { insertText(comment) }
        for message in [exchange.request, exchange.reply].compactMap({ $0 }) {
            for field in message.headers {
                insertText(field.name)
                insertText(field.value ?? "")
            }
            insert(decodingsOf: message.body)
        }
    }

    private mutating func insertText(_ text: String) { insert(decodingsOf: Array(text.utf8)) }

    /// Inserts bytes, and their text with URL and JSON escapes decoded.
    mutating func insert(decodingsOf bytes: [UInt8]) {
        for reading in SearchableText.decodings(of: bytes) { insert(reading) }
    }

    private mutating func insert(_ bytes: [UInt8]) {
        Self.eachBit(of: bytes) { bit in
            let mask: UInt64 = 1 << UInt64(bit & 63)
            if bits[bit >> 6] & mask == 0 { setBits += 1 }
            bits[bit >> 6] |= mask
            return true
        }
    }

    /// Merges another filter of the same size.
    mutating func insert(_ other: BloomFilter) {
        for index in bits.indices { bits[index] |= other.bits[index] }
        setBits = bits.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// Whether a value may have been inserted. False positives are possible; values under eight bytes always give
    /// false.
    func mayContain(_ value: [UInt8]) -> Bool {
        guard value.count >= Self.width else { return false }
        return Self.eachBit(of: value) { bits[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }
    }

    /// Calls a closure with the bit index of each substring until it returns false. Returns whether all were visited.
    @discardableResult
    private static func eachBit(of bytes: [UInt8], _ isWanted: (Int) -> Bool) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var key: UInt64 = 0
            for index in bytes.indices {
                key = key << 8 | UInt64(bytes[index])
                guard index >= width - 1 else { continue }
                guard isWanted(Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)) else { return false }
            }
            return true
        }
    }
}

/// An index of Bloom filters, one for each block of consecutive entries.
///
/// When the number of filters reaches the limit, neighboring filters are merged pairwise.
struct BloomFilterIndex {
    private var filters: [(trace: BloomFilter, end: Int)] = []
    private let limit: Int

    /// - Parameter limit: The maximum number of filters of 4 KiB each.
    init(limit: Int = 1024) { self.limit = limit }

    /// The number of inserted entries.
    var count: Int { filters.last?.end ?? 0 }

    var blockCount: Int { filters.count }

    mutating func insertNext(_ note: (inout BloomFilter) -> Void) {
        if filters.last?.trace.isFull != false { begin() }
        note(&filters[filters.count - 1].trace)
        filters[filters.count - 1].end += 1
    }

    private mutating func begin() {
        if filters.count >= limit {
            filters = stride(from: 0, to: filters.count, by: 2).map { index in
                guard index + 1 < filters.count else { return filters[index] }
                var (trace, _) = filters[index]
                trace.insert(filters[index + 1].trace)
                return (trace, filters[index + 1].end)
            }
        }
        filters.append((BloomFilter(), count))
    }

    /// Returns the indexes, from 0, of the entries that may contain one of the values.
    func entries(mayContain values: [[UInt8]]) -> [Int] {
        var start = 0
        return filters.flatMap { block in
            defer { start = block.end }
            return values.contains(where: block.trace.mayContain) ? Array(start..<block.end) : []
        }
    }
}

/// The text forms of stored bytes in which a secret may occur.
enum SearchableText {
    /// Returns the bytes, decompressed if possible, and their text with URL and JSON escapes decoded.
    static func decodings(of bytes: [UInt8]) -> [[UInt8]] {
        let unpacked = CompressedBytes.decompressed(bytes) ?? bytes
        let bytes = WideText(unpacked, charset: nil)?.utf8 ?? unpacked
        var readings = [bytes]
        if bytes.contains(UInt8(ascii: "%")) { readings.append(PercentEncoding.decoded(bytes, plusIsSpace: true)) }
        if bytes.contains(backslash) { readings.append(unescaped(bytes)) }
        return readings
    }

    /// Returns the bytes without backslashes, and with `\uXXXX` escapes decoded (RFC 8259 §7).
    static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == backslash else {
                output.append(bytes[index])
                continue
            }
            guard index + 5 < bytes.count, bytes[index + 1] == UInt8(ascii: "u"),
                let number = UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(number)
            else { continue }
            output += Array(String(Character(scalar)).utf8)
            index += 5
        }
        return output
    }

    private static let backslash = UInt8(ascii: "\\")
}
