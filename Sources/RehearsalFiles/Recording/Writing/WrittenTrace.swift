import Rehearsal

/// Says of a value whether it may stand in what has been written, without a look at the disk: any eight bytes in a row
/// leave a bit behind.
struct WrittenTrace {
    private var bits: [UInt64]
    /// As many of the upper bits of a number are not wanted.
    private let shift: UInt64

    private static let width = 8

    /// That of a whole recording.
    init() { self.init(powerOfTwo: 19) }

    /// That of one exchange of about so many bytes.
    init(bytes: Int) {
        var power: UInt64 = 5
        while power < 14, bytes >> 4 > 1 << power { power += 1 }
        self.init(powerOfTwo: power)
    }

    private init(powerOfTwo power: UInt64) {
        bits = [UInt64](repeating: 0, count: 1 << Int(power))
        shift = 64 - 6 - power
    }

    /// That of an exchange as it is written.
    init(_ exchange: CleanExchange) {
        let headers = exchange.request.headers.count + (exchange.reply?.headers.count ?? 0)
        self.init(bytes: headers * 64 + exchange.request.body.count + (exchange.reply?.body.count ?? 0))
        note(exchange)
    }

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
        note(bytes)
        if bytes.contains(UInt8(ascii: "%")) { note(PercentEncoding.decoded(bytes, plusIsSpace: true)) }
        if bytes.contains(UInt8(ascii: "\\")) { note(bytes.filter { $0 != UInt8(ascii: "\\") }) }
    }

    private mutating func note(_ bytes: [UInt8]) {
        Self.eachBit(of: bytes, shift) { bit in
            bits[bit >> 6] |= 1 << UInt64(bit & 63)
            return true
        }
    }

    /// Whether a value may have been written; never false for one that has.
    func mayHold(_ value: [UInt8]) -> Bool {
        guard value.count >= Self.width else { return false }
        return Self.eachBit(of: value, shift) { bits[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }
    }

    /// Goes on as long as it is told to; whether it came to the end.
    @discardableResult
    private static func eachBit(of bytes: [UInt8], _ shift: UInt64, _ isWanted: (Int) -> Bool) -> Bool {
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
