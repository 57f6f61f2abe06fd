import Rehearsal

/// Says of a value whether it may stand in what has been written, without a look at the disk: any eight bytes in a row
/// leave a bit behind.
struct WrittenTrace {
    private var bits = [UInt64](repeating: 0, count: 1 << power)
    private var setBits = 0

    private static let power: UInt64 = 9
    private static let width = 8
    /// As many of the upper bits of a number are not wanted.
    private static let shift = 64 - 6 - power

    /// Whether so much has been noted that a bit says little.
    var isFull: Bool { setBits > bits.count * 64 / 2 }

    /// Notes an exchange as it is written.
    mutating func note(_ exchange: CleanExchange) {
        noteText(exchange.url)
        noteText(exchange.phrase)
        for comment in exchange.comments.all { noteText(comment) }
        for message in [exchange.request, exchange.reply].compactMap({ $0 }) {
            for field in message.headers {
                noteText(field.name)
                noteText(field.value ?? "")
            }
            note(readings: message.body)
        }
    }

    private mutating func noteText(_ text: String) { note(readings: Array(text.utf8)) }

    /// Notes bytes, and what they say when the escapes of a URL or of JSON are read.
    mutating func note(readings bytes: [UInt8]) {
        for reading in WrittenText.readings(of: bytes) { note(reading) }
    }

    private mutating func note(_ bytes: [UInt8]) {
        Self.eachBit(of: bytes) { bit in
            let mask: UInt64 = 1 << UInt64(bit & 63)
            if bits[bit >> 6] & mask == 0 { setBits += 1 }
            bits[bit >> 6] |= mask
            return true
        }
    }

    /// Notes all that another one has noted.
    mutating func note(_ other: WrittenTrace) {
        for index in bits.indices { bits[index] |= other.bits[index] }
        setBits = bits.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// Whether a value may have been written; never false for one that has, if it has eight bytes or more.
    func mayHold(_ value: [UInt8]) -> Bool {
        guard value.count >= Self.width else { return false }
        return Self.eachBit(of: value) { bits[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }
    }

    /// Goes on as long as it is told to; whether it came to the end.
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
