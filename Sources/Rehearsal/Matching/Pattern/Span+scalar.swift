extension Span<UInt8> {
    /// The character beyond ASCII whose UTF-8 begins here (RFC 3629 §4); nil if none does: a stray or missing
    /// continuation, an overlong form, a surrogate, or a value beyond U+10FFFF.
    func scalar(at position: Int) -> Unicode.Scalar? {
        let lead = self[position]
        let (length, least): (Int, UInt32) =
            switch lead {
            case 0xC2...0xDF: (2, 0x80)
            case 0xE0...0xEF: (3, 0x800)
            case 0xF0...0xF4: (4, 0x1_0000)
            default: (0, 0)
            }
        guard length > 0, count - position >= length else { return nil }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = self[position + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        // Surrogates and what is too great are no scalars.
        return value >= least ? Unicode.Scalar(value) : nil
    }
}
