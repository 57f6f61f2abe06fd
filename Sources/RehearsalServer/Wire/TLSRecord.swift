/// As much of a TLS record as is needed to tell that one is there (RFC 8446 §5.1).
enum TLSRecord {
    private static let handshake: UInt8 = 0x16
    private static let headLength = 5

    /// The length of the record that begins these bytes; all of them if they begin none; nil while it is not complete.
    static func length(of bytes: UnsafeRawBufferPointer) -> Int? {
        guard let first = bytes.first else { return nil }
        guard first == handshake else { return bytes.count }
        guard bytes.count >= headLength else { return nil }
        let length = headLength + (Int(bytes[3]) << 8 | Int(bytes[4]))
        return bytes.count >= length ? length : nil
    }
}
