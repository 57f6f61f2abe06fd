/// Which bytes may stand where in a request, as bit sets: a look-up for each byte that is read.
package enum ByteClass {
    /// A character of a token: methods, field names, codings (RFC 9110 §5.6.2).
    @inlinable @inline(__always) package static func isToken(_ byte: UInt8) -> Bool {
        holds(byte, 0x03ff_6cfa_0000_0000, 0x57ff_ffff_c7ff_fffe)
    }

    /// What a field value may hold: visible, space, tab, and bytes above ASCII (RFC 9110 §5.5).
    @inlinable @inline(__always) package static func isFieldValue(_ byte: UInt8) -> Bool {
        (byte >= 0x20 && byte != 0x7F) || byte == 0x09
    }

    /// What a target may hold as it is: the characters of a path and a query, and what divides them (RFC 3986 §3.3,
    /// §3.4). `%` is none of them, because it has to be followed by two digits; nor are the brackets of an address.
    @inlinable @inline(__always) package static func isTarget(_ byte: UInt8) -> Bool {
        holds(byte, 0xafff_ffd2_0000_0000, 0x47ff_fffe_87ff_ffff)
    }

    /// What the name of a host may hold as it is: unreserved characters and sub-delimiters (RFC 3986 §3.2.2).
    package static func isHostName(_ byte: UInt8) -> Bool {
        holds(byte, 0x2bff_7fd2_0000_0000, 0x47ff_fffe_87ff_fffe)
    }

    @inlinable @inline(__always) package static func holds(_ byte: UInt8, _ low: UInt64, _ high: UInt64) -> Bool {
        byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
    }
}
