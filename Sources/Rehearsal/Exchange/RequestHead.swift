/// Where the parts of a request's head lie, as offsets into the bytes it was read from.
///
/// The value is made once per event loop and filled again for each request, so that a head costs no allocation.
@usableFromInline package struct RequestHead: Sendable {
    /// A part of the head: byte offsets from its first byte.
    @usableFromInline package struct Slice: Sendable, Hashable {
        @usableFromInline package var start: Int32
        @usableFromInline package var end: Int32

        @inlinable @inline(__always) package init(_ start: Int, _ end: Int) {
            self.start = Int32(truncatingIfNeeded: start)
            self.end = Int32(truncatingIfNeeded: end)
        }

        @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
        @inlinable package var count: Int { Int(end &- start) }
        @inlinable package var isEmpty: Bool { start == end }
    }

    /// One header line, the white space around its value left out.
    @usableFromInline package struct Field: Sendable {
        @usableFromInline package var name: Slice
        @usableFromInline package var value: Slice

        @inlinable package init(name: Slice, value: Slice) {
            self.name = name
            self.value = value
        }
    }

    package var method = Slice(0, 0)
    /// The method as a number; see ``MethodCode``.
    package var methodCode = MethodCode.other
    package var target = Slice(0, 0)
    /// The path of the target; `*` for the asterisk form, empty for the authority form (RFC 9112 §3.2).
    package var path = Slice(0, 0)
    /// What follows the first `?`; nil if there is none.
    package var query: Slice?
    package var version = Slice(0, 0)
    /// 0 or 1: `HTTP/1.0` or `HTTP/1.1`.
    package var minorVersion = 1
    package var fields: [Field] = []
    /// The host and port of an absolute target (RFC 9112 §3.2.2); nil for the other forms.
    package var authority: Slice?
    /// The value of the last `Host` field.
    package var host = Slice(0, 0)
    /// What is wrong with it and yet answered.
    package var remarks: Remarks = []

    /// What `Content-Length` declares; nil without one.
    package var contentLength: Int?
    /// Whether the body is chunked, and nothing else (RFC 9112 §6.1).
    package var isChunked = false
    package var hasTransferEncoding = false
    /// Whether the connection may carry another request after this one (RFC 9112 §9.3).
    package var keepsAlive = true
    /// Whether `Connection` holds `close`.
    package var saysClose = false
    package var expectsContinue = false
    package var hostCount = 0

    /// Rules that a client broke where the RFC tells a server to go on.
    package struct Remarks: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `Host` says something else than an absolute target.
        package static let hostDiffers = Self(rawValue: 1)
        /// A list of transfer codings has an element without anything in it.
        package static let emptyListElement = Self(rawValue: 2)
        /// TRACE comes with content.
        package static let contentInTrace = Self(rawValue: 4)
    }

    package init() { fields.reserveCapacity(32) }

    /// Makes the value ready for the next head without giving its memory back.
    package mutating func reset() {
        fields.removeAll(keepingCapacity: true)
        query = nil
        authority = nil
        remarks = []
        minorVersion = 1
        contentLength = nil
        isChunked = false
        hasTransferEncoding = false
        keepsAlive = true
        saysClose = false
        expectsContinue = false
        hostCount = 0
    }
}

extension Span where Element == UInt8 {
    /// A copy of the bytes of a part.
    package func bytes(_ slice: RequestHead.Slice) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: slice.count) { buffer, count in
            for offset in slice.range {
                buffer[count] = self[offset]
                count += 1
            }
        }
    }

    /// A part as text, invalid UTF-8 repaired.
    package func text(_ slice: RequestHead.Slice) -> String {
        String(decoding: bytes(slice), as: UTF8.self)
    }

    @inlinable package func equals(_ slice: RequestHead.Slice, _ other: [UInt8]) -> Bool {
        guard slice.count == other.count else { return false }
        let start = Int(slice.start)
        for offset in 0..<other.count where self[start &+ offset] != other[offset] { return false }
        return true
    }

    /// Compares with `other`, which is in lower case, without regard to the case of ASCII letters.
    @inlinable package func equalsIgnoringCase(_ slice: RequestHead.Slice, _ other: [UInt8]) -> Bool {
        guard slice.count == other.count else { return false }
        let start = Int(slice.start)
        for offset in 0..<other.count where self[start &+ offset].asciiLowercased != other[offset] { return false }
        return true
    }
}

/// Which bytes may stand where in a request, as bit sets: a look-up for each byte that is read.
@_spi(Wire) public enum ByteClass {
    /// A character of a token: methods, field names, codings (RFC 9110 §5.6.2).
    @inlinable @inline(__always) public static func isToken(_ byte: UInt8) -> Bool {
        holds(byte, 0x03ff_6cfa_0000_0000, 0x57ff_ffff_c7ff_fffe)
    }

    /// What a field value may hold: visible, space, tab, and bytes above ASCII (RFC 9110 §5.5).
    @inlinable @inline(__always) public static func isFieldValue(_ byte: UInt8) -> Bool {
        (byte >= 0x20 && byte != 0x7F) || byte == 0x09
    }

    /// What a target may hold as it is: the characters of a path and a query, and what divides them (RFC 3986 §3.3,
    /// §3.4). `%` is none of them, because it has to be followed by two digits; nor are the brackets of an address.
    @inlinable @inline(__always) public static func isTarget(_ byte: UInt8) -> Bool {
        holds(byte, 0xafff_ffd2_0000_0000, 0x47ff_fffe_87ff_ffff)
    }

    /// What the name of a host may hold as it is: unreserved characters and sub-delimiters (RFC 3986 §3.2.2).
    public static func isHostName(_ byte: UInt8) -> Bool {
        holds(byte, 0x2bff_7fd2_0000_0000, 0x47ff_fffe_87ff_fffe)
    }

    @inlinable @inline(__always) public static func holds(_ byte: UInt8, _ low: UInt64, _ high: UInt64) -> Bool {
        byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
    }
}

/// The methods that nearly every request has, as numbers that compare in one step.
package enum MethodCode: UInt8, Sendable {
    case get, head, post, put, patch, delete, options
    /// Any other: compared by its bytes.
    case other

    package init(_ method: Span<UInt8>, _ slice: RequestHead.Slice) {
        for (name, code) in Self.names where method.equals(slice, name) {
            self = code
            return
        }
        self = .other
    }

    init(_ method: [UInt8]) {
        self = method.withUnsafeBufferPointer { MethodCode($0.span, RequestHead.Slice(0, method.count)) }
    }

    private static let names: [([UInt8], MethodCode)] = [
        (Array("GET".utf8), .get), (Array("POST".utf8), .post), (Array("PUT".utf8), .put),
        (Array("DELETE".utf8), .delete), (Array("PATCH".utf8), .patch), (Array("HEAD".utf8), .head),
        (Array("OPTIONS".utf8), .options),
    ]
}
