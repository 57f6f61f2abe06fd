/// The parts of a request head, as byte offsets into the buffer from which it was parsed.
///
/// Each event loop reuses one value for all requests, so that parsing a head does not allocate.
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

    /// A header field; the value excludes surrounding white space.
    @usableFromInline package struct Field: Sendable {
        @usableFromInline package var name: Slice
        @usableFromInline package var value: Slice

        @inlinable package init(name: Slice, value: Slice) {
            self.name = name
            self.value = value
        }
    }

    /// The fields of a head. The list keeps its memory when it is cleared.
    @usableFromInline package struct FieldList: Sendable, RandomAccessCollection, MutableCollection {
        /// The fields of this head, followed by those of longer earlier heads.
        @usableFromInline var storage: [Field] = []
        @usableFromInline package internal(set) var endIndex = 0

        @inlinable package init() { storage.reserveCapacity(32) }

        @inlinable package var startIndex: Int { 0 }
        @inlinable package var isEmpty: Bool { endIndex == 0 }

        @inlinable package subscript(index: Int) -> Field {
            get {
                precondition(index < endIndex, "the index is out of range")
                return storage[index]
            }
            set {
                precondition(index < endIndex, "the index is out of range")
                storage[index] = newValue
            }
        }

        @inlinable @inline(__always) package mutating func append(_ field: Field) {
            if endIndex < storage.count { storage[endIndex] = field } else { storage.append(field) }
            endIndex &+= 1
        }

        /// Removes all fields.
        @inlinable @inline(__always) package mutating func clear() { endIndex = 0 }
    }

    /// A text of 8 to 24 bytes that was found to be valid, so that an equal text needs no check.
    @usableFromInline package struct ValidText: Sendable {
        @usableFromInline var count = 0
        /// The first eight bytes, the eight that follow as far as the text has them, and the last eight.
        @usableFromInline var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

        @inlinable package init() {}

        @inlinable @inline(__always) package func equals(_ bytes: Span<UInt8>, _ part: Slice) -> Bool {
            guard part.count == count, count > 0 else { return false }
            return words == Self.words(bytes, part)
        }

        /// Stores a text. A shorter or longer text is ignored.
        @inlinable package mutating func store(_ bytes: Span<UInt8>, _ part: Slice) {
            guard 8...24 ~= part.count else { return }
            (count, words) = (part.count, Self.words(bytes, part))
        }

        @inlinable @inline(__always)
        static func words(_ bytes: Span<UInt8>, _ part: Slice) -> (UInt64, UInt64, UInt64) {
            let (raw, start, end) = (bytes.bytes, Int(part.start), Int(part.end))
            return (
                raw.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self),
                raw.unsafeLoadUnaligned(fromByteOffset: Swift.min(start &+ 8, end &- 8), as: UInt64.self),
                raw.unsafeLoadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
            )
        }
    }

    package var method = Slice(0, 0)
    /// The method as a code for fast comparison.
    package var methodCode = MethodCode.other
    package var target = Slice(0, 0)
    /// The path of the target; `*` for the asterisk form, empty for the authority form (RFC 9112 §3.2).
    package var path = Slice(0, 0)
    /// The query after the first `?`; nil if there is none.
    package var query: Slice?
    package var version = Slice(0, 0)
    /// The minor version: 0 for `HTTP/1.0`, 1 for `HTTP/1.1`.
    package var minorVersion = 1
    package var fields = FieldList()
    /// Whether a field of the head, or its path, may select a session on a shared port.
    package var maySelectSession = false
    /// The host and port of an absolute target (RFC 9112 §3.2.2); nil for the other forms.
    package var authority: Slice?
    /// The value of the last `Host` field.
    package var host = Slice(0, 0)
    /// A value of `Host` of an earlier head that was valid. Most clients send one value only.
    package var validHost = ValidText()
    /// Violations that the server tolerates.
    package var toleratedViolations: ToleratedViolations = []

    /// The value of `Content-Length`; nil without one.
    package var contentLength: Int?
    /// Whether `chunked` is the only transfer coding of the body (RFC 9112 §6.1).
    package var isChunked = false
    package var hasTransferEncoding = false
    /// Whether the connection may carry another request after this one (RFC 9112 §9.3).
    package var isKeepAlive = true
    /// Whether `Connection` contains `close`.
    package var hasConnectionClose = false
    package var expectsContinue = false
    package var hostCount = 0

    /// Violations by the client that a server tolerates according to the RFCs.
    package struct ToleratedViolations: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        // The generic operation of `OptionSet` is not specialized across modules, and every request uses this one.
        package var isEmpty: Bool { rawValue == 0 }

        /// `Host` differs from the authority of an absolute target.
        package static let hostMismatch = Self(rawValue: 1)
        /// A list of transfer codings has an empty element.
        package static let emptyListElement = Self(rawValue: 2)
        /// A TRACE request has content.
        package static let contentInTrace = Self(rawValue: 4)
    }

    package init() {}

    /// Prepares the value for the next head, without releasing its memory.
    package mutating func reset() {
        fields.clear()
        maySelectSession = false
        query = nil
        authority = nil
        toleratedViolations = []
        minorVersion = 1
        contentLength = nil
        isChunked = false
        hasTransferEncoding = false
        isKeepAlive = true
        hasConnectionClose = false
        expectsContinue = false
        hostCount = 0
    }
}

extension Span where Element == UInt8 {
    /// Returns a copy of the bytes of a part.
    package func bytes(_ slice: RequestHead.Slice) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: slice.count) { buffer, count in
            for offset in slice.range {
                buffer[count] = self[offset]
                count += 1
            }
        }
    }

    /// Appends the bytes of a part to an array.
    func append(_ slice: RequestHead.Slice, to target: inout [UInt8]) {
        withUnsafeBytes { target.append(contentsOf: $0[slice.range]) }
    }

    /// Returns a part as text, with invalid UTF-8 repaired.
    package func text(_ slice: RequestHead.Slice) -> String {
        String(decoding: bytes(slice), as: UTF8.self)
    }

    /// Returns the bytes of a part of at most eight bytes as an integer, the first byte in its highest used bits.
    @inlinable @inline(__always)
    package func integer(_ slice: RequestHead.Slice) -> UInt64 {
        let (start, length) = (Int(slice.start), slice.count)
        if start &+ 8 <= count {
            // The bytes after the part are shifted out. A shift by 64 results in 0.
            let word = UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
            return word >> UInt64(truncatingIfNeeded: (8 &- length) &* 8)
        }
        var value: UInt64 = 0
        for offset in slice.range { value = value << 8 | UInt64(self[offset]) }
        return value
    }

    @inlinable package func equals(_ slice: RequestHead.Slice, _ other: [UInt8]) -> Bool {
        guard slice.count == other.count else { return false }
        let start = Int(slice.start)
        for offset in 0..<other.count where self[start &+ offset] != other[offset] { return false }
        return true
    }

    /// Compares with `other`, which is in lower case, ignoring ASCII case.
    @inlinable package func equalsIgnoringCase(_ slice: RequestHead.Slice, _ other: [UInt8]) -> Bool {
        guard slice.count == other.count else { return false }
        let start = Int(slice.start)
        for offset in 0..<other.count where self[start &+ offset].asciiLowercased != other[offset] { return false }
        return true
    }
}

/// Runs of bytes of one class, measured eight bytes at a time.
///
/// A run ends before the last bytes of the buffer if fewer than eight are left. The caller tests the byte after a run.
extension Span where Element == UInt8 {
    /// Returns the number of bytes from an offset that are visible ASCII characters: 0x21 to 0x7E.
    @inlinable @inline(__always)
    package func visibleRun(from offset: Int) -> Int {
        run(from: offset) { low in Self.isWithin(low, 0x21, 0x7E) }
    }

    /// Returns the number of bytes from an offset that are letters, digits or `-./:`, which are valid in a path.
    @inlinable @inline(__always)
    package func pathRun(from offset: Int) -> Int {
        run(from: offset) { low in Self.isLetter(low) | Self.isWithin(low, 0x2D, 0x3A) }
    }

    /// Returns the number of bytes from an offset that are letters, `-` or `.`, which are valid in a token.
    @inlinable @inline(__always)
    package func nameRun(from offset: Int) -> Int {
        run(from: offset) { low in Self.isLetter(low) | Self.isWithin(low, 0x2D, 0x2E) }
    }

    /// Returns the number of bytes from an offset that are letters, digits, `-` or `.`, which are valid in a host name.
    @inlinable @inline(__always)
    package func hostNameRun(from offset: Int) -> Int {
        run(from: offset) { low in
            Self.isLetter(low) | Self.isWithin(low, 0x30, 0x39) | Self.isWithin(low, 0x2D, 0x2E)
        }
    }

    /// - Parameter isMember: sets the high bit of each byte whose seven low bits are a character of the class.
    @inlinable @inline(__always)
    func run(from start: Int, _ isMember: (_ low: UInt64) -> UInt64) -> Int {
        var offset = start
        while offset &+ 8 <= count {
            let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let others = ~(isMember(word & 0x7F7F_7F7F_7F7F_7F7F) & ~word) & 0x8080_8080_8080_8080
            offset &+= others.trailingZeroBitCount &>> 3
            if others != 0 { break }
        }
        return offset &- start
    }

    @inlinable @inline(__always)
    static func isLetter(_ low: UInt64) -> UInt64 { isWithin(low | 0x2020_2020_2020_2020, 0x61, 0x7A) }

    // No sum exceeds 0xFF, so no carry reaches the next byte.
    @inlinable @inline(__always)
    static func isWithin(_ low: UInt64, _ first: UInt64, _ last: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return (low &+ ones &* (0x80 &- first)) & ~(low &+ ones &* (0x7F &- last))
    }
}

/// The bytes that are valid in each part of a request, as bit sets, so that a check takes one look-up.
@_spi(Wire) public enum ByteClass {
    /// Returns whether a byte is valid in a token: methods, field names, codings (RFC 9110 §5.6.2).
    @inlinable @inline(__always) public static func isToken(_ byte: UInt8) -> Bool {
        contains(byte, 0x03ff_6cfa_0000_0000, 0x57ff_ffff_c7ff_fffe)
    }

    /// Returns whether a byte is valid unescaped in a path, as ``isTarget(_:)`` without `?`.
    @inlinable @inline(__always) public static func isPath(_ byte: UInt8) -> Bool {
        contains(byte, 0x2fff_ffd2_0000_0000, 0x47ff_fffe_87ff_ffff)
    }

    /// Returns whether a byte is valid in a field value: visible, space, tab, or above ASCII (RFC 9110 §5.5).
    @inlinable @inline(__always) public static func isFieldValue(_ byte: UInt8) -> Bool {
        (byte >= 0x20 && byte != 0x7F) || byte == 0x09
    }

    /// Returns whether a byte is valid unescaped in a path or query (RFC 3986 §3.3, §3.4).
    ///
    /// `%` is not valid by itself, because two digits must follow it. The brackets of an address are not valid either.
    @inlinable @inline(__always) public static func isTarget(_ byte: UInt8) -> Bool {
        contains(byte, 0xafff_ffd2_0000_0000, 0x47ff_fffe_87ff_ffff)
    }

    /// Returns whether a byte is valid unescaped in a host name: unreserved and sub-delimiters (RFC 3986 §3.2.2).
    @inlinable @inline(__always) public static func isHostName(_ byte: UInt8) -> Bool {
        contains(byte, 0x2bff_7fd2_0000_0000, 0x47ff_fffe_87ff_fffe)
    }

    /// Returns whether a byte is in a set of ASCII characters, which two bit masks represent.
    @inlinable @inline(__always) public static func contains(_ byte: UInt8, _ low: UInt64, _ high: UInt64) -> Bool {
        byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
    }
}

/// The common methods as codes that compare in one step.
package enum MethodCode: UInt8, Sendable {
    case get, head, post, put, patch, delete, options
    /// Any other method, compared by its bytes.
    case other

    package init(_ method: Span<UInt8>, _ slice: RequestHead.Slice) {
        guard slice.count <= 7 else {
            self = .other
            return
        }
        // The integers are the bytes of the names in ASCII.
        switch method.integer(slice) {
        case 0x47_4554: self = .get
        case 0x50_4F53_54: self = .post
        case 0x50_5554: self = .put
        case 0x4445_4C45_5445: self = .delete
        case 0x50_4154_4348: self = .patch
        case 0x4845_4144: self = .head
        case 0x4F_5054_494F_4E53: self = .options
        default: self = .other
        }
    }

    init(_ method: [UInt8]) {
        self = method.withUnsafeBufferPointer { MethodCode($0.span, RequestHead.Slice(0, method.count)) }
    }
}
