extension Fault.Catalogue {
    /// A gzip member (RFC 1952), made once so that no compressor is needed:
    ///
    ///     python3 -c 'import gzip; data = b"{\"ok\":true,\"items\":[%s]}" % \
    ///       b",".join(b"%d" % n for n in range(1, 21)); print(gzip.compress(data, 9, mtime=0).hex())'
    enum Gzip {
        static let whole: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x05, 0xC1, 0x3B, 0x0A, 0x80, 0x30,
            0x14, 0x45, 0xC1, 0xBD, 0xBC, 0xFA, 0x14, 0xB9, 0xF9, 0x27, 0x5B, 0x11, 0xCB, 0x14, 0x22, 0x22,
            0x68, 0xAC, 0xC4, 0xBD, 0x3B, 0xF3, 0xDA, 0xB9, 0x5B, 0x9F, 0xD7, 0x33, 0xB0, 0x6D, 0x8E, 0xE3,
            0xB6, 0xBE, 0x08, 0x4F, 0x20, 0x92, 0xC8, 0x14, 0x2A, 0x0D, 0x39, 0x24, 0xE4, 0x51, 0x40, 0x11,
            0x25, 0x94, 0x51, 0x41, 0x15, 0x35, 0xBC, 0x5B, 0xBF, 0x1F, 0x5E, 0xB7, 0xA8, 0xDB, 0x48, 0x00,
            0x00, 0x00,
        ]

        /// Within the compressed data.
        static let flipped = changed(at: 25)
        /// The first byte of the checksum behind the data (RFC 1952 §2.3.1).
        static let wrongChecksum = changed(at: whole.count - 8)
        /// Half of it.
        static let truncated = Array(whole[..<(whole.count / 2)])

        private static func changed(at offset: Int) -> [UInt8] {
            var bytes = whole
            bytes[offset] ^= 0xFF
            return bytes
        }

        static func reply(_ bytes: [UInt8], coding: String = "gzip") -> Scenario.Reply {
            Scenario.Reply(
                headers: ["Content-Encoding": coding],
                body: .bytes(bytes, type: "application/json")
            )
        }
    }
}
