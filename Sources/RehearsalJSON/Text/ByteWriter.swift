/// A buffer of bytes that keeps its memory when it is cleared. Only one thread at a time may use it.
package final class ByteWriter {
    @exclusivity(unchecked) private var base = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 << 10)
    @exclusivity(unchecked) private var capacity = 4 << 10
    /// The number of bytes.
    @exclusivity(unchecked) package private(set) var count = 0
    /// Whether an escaped text has a byte that is not printable ASCII.
    @exclusivity(unchecked) package private(set) var hasUnusualBytes = false

    package init() {}

    deinit { base.deallocate() }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    package func clear() {
        count = 0
        hasUnusualBytes = false
    }

    @inline(__always)
    package func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
        reserve(length)
        (base + count).update(from: start, count: length)
        count &+= length
    }

    package func append(_ text: UnsafeBufferPointer<UInt8>) {
        if let start = text.baseAddress { append(start, text.count) }
    }

    package func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    /// Calls a closure with a range of its bytes.
    @inline(__always)
    package func withBytes(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        body(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Appends the content of a JSON string, escaped as RFC 8259 §7 requires.
    package func appendEscaped(_ content: UnsafeBufferPointer<UInt8>) {
        // An escaped byte has at most six characters, and each store writes eight bytes.
        reserve(content.count &* 6 &+ 8)
        let raw = UnsafeRawBufferPointer(content)
        var (offset, end) = (0, base + count)
        while offset &+ 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            UnsafeMutableRawPointer(end).storeBytes(of: word, as: UInt64.self)
            let length = Self.plainCount(UInt64(littleEndian: word))
            (offset, end) = (offset &+ length, end + length)
            if length < 8 {
                end = appendUnusual(raw[offset], at: end)
                offset &+= 1
            }
        }
        while offset < raw.count {
            let byte = raw[offset]
            if byte &- 0x20 < 0x5F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                end.pointee = byte
                end += 1
            } else {
                end = appendUnusual(byte, at: end)
            }
            offset &+= 1
        }
        count = end - base
    }

    /// Returns the number of bytes of a word before the first that is escaped or not printable ASCII.
    @inline(__always)
    private static func plainCount(_ word: UInt64) -> Int {
        let (ones, low): (UInt64, UInt64) = (0x0101_0101_0101_0101, word & 0x7F7F_7F7F_7F7F_7F7F)
        // The high bit of each byte: no control character, no quotation mark, and no backslash.
        let plain =
            (low &+ ones &* 0x60) & ((low ^ ones &* 0x22) &+ ones &* 0x7F) & ((low ^ ones &* 0x5C) &+ ones &* 0x7F)
        // The high bit of each byte: DEL, or not ASCII.
        let unusual = (low &+ ones) | word
        return ((~plain | unusual) & 0x8080_8080_8080_8080).trailingZeroBitCount &>> 3
    }

    /// Writes an escaped byte, and returns the end of its escape.
    @inline(__always)
    private func appendUnusual(_ byte: UInt8, at end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { return appendUnprintable(byte, at: end) }
        end.pointee = UInt8(ascii: "\\")
        (end + 1).pointee = byte
        return end + 2
    }

    @inline(never)
    private func appendUnprintable(
        _ byte: UInt8,
        at end: UnsafeMutablePointer<UInt8>,
    ) -> UnsafeMutablePointer<UInt8> {
        hasUnusualBytes = true
        var escaped: [UInt8] = []
        withUnsafePointer(to: byte) { JSON.appendEscaped(UnsafeBufferPointer(start: $0, count: 1), to: &escaped) }
        for (offset, byte) in escaped.enumerated() { (end + offset).pointee = byte }
        return end + escaped.count
    }

    @inline(__always)
    private func reserve(_ length: Int) { if capacity &- count < length { grow(length) } }

    private func grow(_ length: Int) {
        capacity = max(capacity * 2, count + length)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }
}
